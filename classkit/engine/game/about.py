"""What a game is about, and how long a match of it is."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

ClockPhase: TypeAlias = Literal["", "set-up", "play", "time-out", "overtime"]
"""Phase of a match with a time limit, or "" if the host does not call time."""


class AboutCard(NamedTuple):
    """A card that introduces one aspect of a game before the first turn.

    Args:
        title: Something to do in the game, such as "Buy companies".
        text: The reason to do it, in one sentence.
        emblem: Name of the picture (:data:`classkit.engine.board.Emblem`).
        figure: Short text shown in place of the picture, such as "6" or "$100k".

    Example:
        >>> AboutCard("Buy companies", "They pay rent.", figure="$100k").title
        'Buy companies'
    """

    title: str
    text: str
    emblem: str = ""
    figure: str = ""


class About(NamedTuple):
    """Summary of a game in three sentences.

    Args:
        subject: Subject of the game.
        winner: Who wins.
        measure: How the winner is determined.
        rules: The clauses that the sentences are based on.
        chart: Key of the chart that shows how the match was decided; displayed at the end.
        cards: Three cards shown on phones before the match begins. Defaults to the sentences.

    Example:
        >>> About("Sell goods.", "The richest wins.", "Money counts.", ("R4.2",), "money").sentences
        ('Sell goods.', 'The richest wins.', 'Money counts.')
    """

    subject: str
    winner: str
    measure: str
    rules: tuple[str, ...]
    chart: str = ""
    cards: tuple[AboutCard, ...] = ()

    @property
    def sentences(self) -> tuple[str, str, str]:
        """The three sentences, in reading order."""
        return self.subject, self.winner, self.measure


class MatchLength(NamedTuple):
    """The length of a match.

    Args:
        last_turn: Last possible turn, or 0 for no limit.
        agreed: Agreed last turn if the match may continue after it.
        goes_on: Why the match may continue after the agreed turn.
        minutes: Minutes of play after which the host calls time, if an option sets them.
        ended_by: Signal that the host sends to end a match without a limit.

    Example:
        >>> MatchLength(last_turn=40).last_turn
        40
    """

    last_turn: int = 0
    agreed: int = 0
    goes_on: str = ""
    minutes: int | None = None
    ended_by: str = ""
