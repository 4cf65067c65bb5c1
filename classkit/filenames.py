"""Names of files as people read them."""

from __future__ import annotations

import os


def legible(name: str) -> str:
    """Return the name of a file as text that can be written, whatever the locale took it for.

    Where the locale knows fewer signs than the name has, Python keeps the rest as halves of
    characters, and these cannot be written to any file.

    >>> legible("mine.py")
    'mine.py'
    """
    return os.fsencode(name).decode("utf-8", "replace")
