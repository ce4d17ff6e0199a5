"""Docstrings and the page run as they are written; the first line of each query says which way the normal points."""

import doctest
import importlib
import inspect
import os
import pkgutil
import re
from pathlib import Path

import pytest

import gjk

MODULES = [gjk, *(importlib.import_module(f"gjk.{module.name}") for module in pkgutil.iter_modules(gjk.__path__))]
ROOT = Path(os.environ.get("GJK_ROOT", Path(__file__).parents[3]))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_docstrings(module):
    assert doctest.testmod(module).failed == 0


def test_there_are_examples():
    assert sum(doctest.testmod(module).attempted for module in MODULES) > 40


@pytest.mark.parametrize("page", ["docs/python.md", "crates/gjk-python/README.md"])
def test_pages(page):
    text = (ROOT / page).read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def test_normals():
    queries = [getattr(gjk, name) for name in gjk.__all__] + [gjk.certified.distance, gjk.exact.distance]
    queries = [query for query in queries if inspect.isfunction(query)]
    assert len(queries) > 12
    for query in queries:
        assert "normal" in inspect.getdoc(query).split("\n")[0], query


def test_imports_are_quick():
    """Nothing slow is imported beside NumPy."""
    import subprocess
    import sys

    told = subprocess.run([sys.executable, "-c", "import gjk, sys; print(*sys.modules)"], capture_output=True, text=True)
    loaded = set(told.stdout.split())
    assert "numpy" in loaded and not loaded & {"fractions", "scipy", "matplotlib", "pandas", "doctest", "unittest"}
