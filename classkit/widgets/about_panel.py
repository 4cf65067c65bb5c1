"""Introduction shown before the first step: the game in three sentences, with a picture."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from classkit.engine.game import About
from classkit.engine.match import Match

from .wire_types import AboutData

SENTENCE_TITLES = ("About", "Who wins", "Measured by")
PICTURE_PATH = "presentation/picture.svg"
"""Path of a game's optional picture, relative to the package of its rulebook."""
MAX_PICTURE_CHARS = 8_000
"""Maximum number of characters of a picture; larger pictures are not sent to pages."""


def build_introduction(match: Match) -> AboutData | None:
    """Return the introduction of a game for pages, or None if the game has none.

    It consists of three sentences with their titles, the rules they cite, and the picture.
    """
    about = match.game.get_description(match.table)
    if not about.subject:
        return None
    return {
        "sentences": list(zip(SENTENCE_TITLES, about.sentences, strict=True)),
        "rules": list(about.rules),
        "picture": read_picture(match.game.rulebook.package),
        "cards": build_cards(about),
    }


def build_cards(about: About) -> list[tuple[str, str, str, str]]:
    """Return three things to know: title, sentence, emblem, figure; by default the sentences.

    >>> build_cards(About("Sell goods.", "The richest wins.", "Money counts.", ()))[0]
    ('About', 'Sell goods.', '', '')
    """
    if about.cards:
        return [(card.title, card.text, card.emblem, card.figure) for card in about.cards]
    return [
        (title, text, "", "") for title, text in zip(SENTENCE_TITLES, about.sentences, strict=True)
    ]


@lru_cache(maxsize=32)
def read_picture(package: str) -> str:
    """Return the picture of the game in a package as SVG, or '' if it has none.

    A page draws it as an image, in which no script runs, and replaces ``var(--ck-ink)`` and
    similar variables by the colours of its theme. Without a picture it draws a small board.

    >>> read_picture("classkit.games.economy").startswith("<svg"), read_picture("classkit.engine")
    (True, '')
    """
    if not package:
        return ""
    try:
        text = files(package).joinpath(PICTURE_PATH).read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        return ""
    return text if len(text) <= MAX_PICTURE_CHARS else ""


def describe_aim(match: Match) -> str:
    """Return the sentence of a game's introduction that says who wins; '' if it has none."""
    about = build_introduction(match)
    return dict(about["sentences"])[SENTENCE_TITLES[1]] if about else ""


def is_opening(match: Match) -> bool:
    """Return whether a match is before its first step, with nothing ahead to redo.

    A match that starts from a position does not count: it begins in the middle of a game.
    """
    return match.step == 0 and not match.can_redo and match.start_position is None
