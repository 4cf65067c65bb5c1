"""Introduction to a game, shown before the first step: a picture and three sentences."""

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
"""Maximum length of a picture, in characters. Larger pictures are not sent to pages."""


def build_introduction(match: Match) -> AboutData | None:
    """Return the introduction of a game as page data, or None if the game has none.

    The introduction contains three titled sentences, the clauses that they cite, and the picture.
    """
    about = match.game.get_description(match.table)
    if not about.subject:
        return None
    return {
        "sentences": list(zip(SENTENCE_TITLES, about.sentences, strict=True)),
        "rules": list(about.rules),
        "picture": match.game.declared_text(read_picture(match.game.rulebook.package)),
        "cards": build_cards(about),
    }


def build_cards(about: About) -> list[tuple[str, str, str, str]]:
    """Return the (title, sentence, emblem, figure) cards of a game's introduction.

    A game without cards gets one for each sentence of its description.

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
    """Return the SVG picture of the game in a package, or '' if it has none.

    The page shows the picture as an image, so scripts in it do not run, and replaces variables
    such as ``var(--ck-ink)`` with the colours of the theme. Without a picture, the page draws a
    small board.

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
    """Return the sentence of the introduction that explains how to win, or '' if there is none."""
    about = build_introduction(match)
    return dict(about["sentences"])[SENTENCE_TITLES[1]] if about else ""


def is_opening(match: Match) -> bool:
    """Return whether no step has been played yet and none can be redone.

    A match that starts from a position returns False, because it begins in the middle of a game.
    """
    return match.step == 0 and not match.can_redo and match.start_position is None
