"""What a page shows before the first step: the game in three sentences, and its picture."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from classkit.engine.match import Match

from .shapes import AboutPlan

TITLES = ("About", "Who wins", "Measured by")
PICTURE = "shown/picture.svg"
"""Where a game may put its picture, beside its rulebook."""
LARGEST = 8_000
"""A picture of more characters than this is not sent to pages."""


def about_plan(match: Match) -> AboutPlan | None:
    """Return the game in three sentences, each with its title; None where a game has none."""
    about = match.game.about_of(match.table)
    if not about.subject:
        return None
    return {
        "sentences": list(zip(TITLES, about.sentences, strict=True)),
        "rules": list(about.rules),
        "picture": picture_of(match.game.rulebook.package),
    }


@lru_cache(maxsize=32)
def picture_of(package: str) -> str:
    """Return the picture of the game in this package as SVG; empty where it has none.

    A page draws it as an image, which runs no script, with the colours of its theme for
    ``var(--ck-ink)`` and the like. Where there is none it draws the board in small.

    >>> picture_of("classkit.games.economy").startswith("<svg"), picture_of("classkit.engine")
    (True, '')
    """
    if not package:
        return ""
    try:
        text = files(package).joinpath(PICTURE).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        return ""
    return text if len(text) <= LARGEST else ""


def is_opening(match: Match) -> bool:
    """Return whether a match stands before its first step, and from its very beginning.

    One that begins in the middle, from a position, has a story of its own.
    """
    return match.step == 0 and not match.can_redo and match.start_position is None
