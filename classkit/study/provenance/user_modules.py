"""Classification of modules that belong to the user and may change between studies.

Python's library and installed packages do not change while a program runs. The games of classkit
are treated like user modules, and the kernel is hashed as a whole (:mod:`.source_hashes`).
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import PurePath
from sysconfig import get_path

INSTALLED = {"site-packages", "dist-packages"}
"""Folders into which packages are installed."""
GAMES = "classkit.games."


def is_own(name: str) -> bool:
    """Return whether the user may change the module with this name.

    >>> is_own("json"), is_own("classkit.engine.match"), is_own("classkit.games.opoly.game")
    (False, False, True)
    """
    if name.partition(".")[0] == "classkit":
        return name.startswith(GAMES)
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):  # created in memory, like the cells of a notebook
        return getattr(module, "__spec__", None) is None
    return not is_installed(file)


@cache
def is_installed(file: str) -> bool:
    """Return whether a file belongs to Python's library or to an installed package."""
    path = PurePath(file)
    library = (get_path("stdlib"), get_path("platstdlib"))
    return bool(INSTALLED & set(path.parts)) or any(path.is_relative_to(one) for one in library)
