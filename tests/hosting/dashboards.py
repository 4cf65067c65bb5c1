"""Dashboards for tests of the server: notebooks of one cell."""

from __future__ import annotations

from pathlib import Path

import nbformat


def write_page(folder: Path, name: str, code: str, kernel: str = "python3") -> None:
    """Put a notebook with one cell into the folder."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    book.metadata["kernelspec"] = {"name": kernel, "display_name": "x", "language": "python"}
    nbformat.write(book, folder / f"{name}.ipynb")
