"""The dashboards of all games: those that come with classkit, and one made for each other game."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
            page = json.dumps(dashboard_of(name), indent=1)
            Path(made, f"{name}.ipynb").write_text(page, encoding="utf-8")
        yield Path(made)


def dashboard_of(game: str) -> dict[str, Any]:
    """Make the notebook that shows the table of a game.

    >>> print("".join(dashboard_of("lemonade")["cells"][0]["source"]))
    from classkit.hosting.session import open_table
    <BLANKLINE>
    open_table("lemonade")
    """
    opening = f'from classkit.hosting.session import open_table\n\nopen_table("{game}")'
    cell: dict[str, Any] = {
        "cell_type": "code",
        "execution_count": None,
        "id": "table",
        "metadata": {},
        "outputs": [],
        "source": opening.splitlines(keepends=True),
    }
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "title": game.replace("_", " ").capitalize(),
        "voila": {"template": "classkit"},
    }
    return {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
