"""The notebooks run from top to bottom."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
BOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    book = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells), "outputs are not kept"
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in book.cells for output in cell.get("outputs", []) if "data" in output]
    assert any({"text/html", "image/svg+xml"} & set(output["data"]) for output in shown), "nothing draws itself"


def test_there_are_two():
    assert len(BOOKS) == 2
