"""Readable file names."""

from __future__ import annotations

import os


def legible_name(name: str) -> str:
    """Return a file name as text that can be encoded in UTF-8.

    Python represents bytes that the locale cannot decode as surrogates, which cannot be written.

    >>> legible_name("mine.py")
    'mine.py'
    """
    return os.fsencode(name).decode("utf-8", "replace")
