"""load.py FOLDER...: pandas and polars load the tables of studies without an option, with the types that datapackage.json says."""

import json
import sys
from pathlib import Path

import pandas
import polars

TYPES = {
    "string": (lambda dtype: dtype in ("object", "str"), polars.String),
    "integer": (lambda dtype: dtype == "int64", polars.Int64),
    "number": (lambda dtype: dtype == "float64", polars.Float64),
}

for folder in map(Path, sys.argv[1:]):
    for table in json.loads((folder / "datapackage.json").read_text())["resources"]:
        path = folder / table["path"]
        if not path.exists():  # Samples are written on request.
            continue
        one, other = pandas.read_csv(path), polars.read_csv(path)
        fields = table["schema"]["fields"]
        names = [field["name"] for field in fields]
        assert list(one.columns) == names == other.columns, path
        assert len(one) == len(other) > 0, path
        for field in fields:
            name, (is_type, expected) = field["name"], TYPES[field["type"]]
            # A column of empty texts is one of missing numbers to pandas.
            empty = field["type"] == "string" and one[name].isna().all()
            assert empty or is_type(str(one[name].dtype)), f"{path}: {name} is {one[name].dtype} to pandas"
            assert other[name].dtype == expected, f"{path}: {name} is {other[name].dtype} to polars"
            if field["type"] == "number":
                assert one[name].isna().sum() == other[name].is_nan().sum(), f"{path}: {name}"
        print(f"{path}: {len(one)} rows of {len(names)} columns")
