#!/usr/bin/env python3
"""`study/check.py GJK`: what a study writes is as other programs want it. GJK is the program with the feature `precision`.

The tables of a study, and of questions, load in pandas and polars, and the citation is valid. Parts of a study on a cluster of two
workers, of which one is ended on the way, give the bytes of one run, but for times and provenance. The packages come from Python's
registry, into an environment of their own.
"""

import filecmp
import json
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

root = Path(__file__).resolve().parent.parent
gjk = Path(sys.argv[1]).resolve()
environment = root / "target/python"
python = environment / "bin/python"


def run(*words, **more):
    return subprocess.run([str(word) for word in words], check=True, cwd=root, **more)


def tables(made):
    sweeps = ["--sweep", "gap,scale,bits,dimension,start,shapes", "--cases", "ours,tutorial"]
    run(gjk, "precision", "--samples", "60", *sweeps, "--rows", "--out", made / "sweeps")
    with open(made / "pairs.jsonl", "w") as pairs:
        run(gjk, "precision", "pairs", "--samples", "60", "--sweep", "scale,curved", "--dims", "2,3", stdout=pairs)
    run(gjk, "precision", "--questions", made / "pairs.jsonl", "--scalars", "f16,f32,f64,dd", "--move", "--out", made / "questions")
    run(python, "study/load.py", made / "sweeps", made / "questions")
    run(environment / "bin/cffconvert", "--validate")


def until(what, seconds=300):
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise SystemExit("This takes too long.")
        time.sleep(0.1)


def cluster(made):
    options = ["--sweep", "gap,shapes", "--samples", "4000", "--dims", "2", "--scalars", "f32,f64", "--cases", "ours"]
    run(gjk, "precision", *options, "--out", made / "one")
    dask, file = environment / "bin/dask", made / "scheduler"
    running = [subprocess.Popen([dask, "scheduler", "--no-dashboard", "--scheduler-file", file])]
    try:
        for _ in range(2):
            worker = [dask, "worker", "--no-dashboard", "--no-nanny", "--nthreads", "1", "--scheduler-file", file]
            running.append(subprocess.Popen(worker))
        until(file.exists)
        address = json.loads(file.read_text())["address"]
        shards = [python, root / "study/shards.py", "--gjk", gjk, "--shards", "4", "--out", made / "many", "--cluster", address, "--", *options]
        client = subprocess.Popen(shards)
        running.append(client)
        until(lambda: list((made / "many/parts").glob(".part-*")))
        running[1].kill()
        print(f"One of two workers was ended, when there were {len(list((made / 'many/parts').glob('part-*')))} of 4 parts.")
        if client.wait() != 0:
            raise SystemExit("The parts were not made.")
    finally:
        for process in running:
            process.kill()
    names = ["cells.jsonl", "rows.csv", "datapackage.json", "worst.jsonl", "report.md", "report.html"]
    differing = [name for name in names if not filecmp.cmp(made / "one" / name, made / "many" / name, shallow=False)]
    if differing:
        raise SystemExit(f"The parts give others: {differing}")


if not python.exists():
    venv.create(environment, with_pip=True)
run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pandas", "polars", "cffconvert", "dask[distributed]")
with tempfile.TemporaryDirectory() as folder:
    tables(Path(folder))
    cluster(Path(folder))
