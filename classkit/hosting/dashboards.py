"""Dashboards for all games: shipped ones, and generated ones for games from other packages."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classkit.engine.registry import list_games

from .config import find_dashboard_folder


@contextmanager
def prepare_dashboards() -> Iterator[Path]:
    """Yield a folder with a dashboard for each installed game.

    This is the folder included in classkit or, if games from other packages are installed, a
    temporary folder.
    """
    folder = find_dashboard_folder()
    others = [name for name in list_games() if not (folder / f"{name}.ipynb").exists()]
    if not others:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="classkit-dashboards-") as made:
        for path in folder.glob("*.ipynb"):
            shutil.copy(path, made)
        for name in filter(str.isidentifier, others):
            Path(made, f"{name}.ipynb").write_text(build_dashboard(name), encoding="utf-8")
        yield Path(made)


def build_dashboard(game: str) -> str:
    """Return a notebook that shows the table of a game.

    >>> "open_table" in build_dashboard("lemonade")
    True
    """
    import nbformat  # imported here because only this function needs it

    opening = f'from classkit.hosting.session import open_table\n\nopen_table("{game}")'
    cell = nbformat.v4.new_code_cell(opening, id="table")
    about = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "title": game.replace("_", " ").capitalize(),
        "voila": {"template": "classkit"},
    }
    page: str = nbformat.writes(nbformat.v4.new_notebook(cells=[cell], metadata=about))
    return page
