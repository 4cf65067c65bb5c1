"""The dashboards of all games: those that come with classkit, and one made for each other game."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from classkit.engine.registry import list_games

from .config import dashboards


@contextmanager
def dashboards_of_all_games() -> Iterator[Path]:
    """Yield a folder with a dashboard for each game installed.

    It is the folder that comes with classkit, or, if games of other packages are installed, a
    temporary one.
    """
    folder = dashboards()
    others = [name for name in list_games() if not (folder / f"{name}.ipynb").exists()]
    if not others:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="classkit-dashboards-") as made:
        for path in folder.glob("*.ipynb"):
            shutil.copy(path, made)
        for name in filter(str.isidentifier, others):
            Path(made, f"{name}.ipynb").write_text(dashboard_of(name), encoding="utf-8")
        yield Path(made)


def dashboard_of(game: str) -> str:
    """Make the notebook that shows the table of a game.

    >>> "open_table" in dashboard_of("lemonade")
    True
    """
    import nbformat  # needed only here

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
