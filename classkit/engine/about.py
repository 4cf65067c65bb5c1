"""A game in three sentences, for a class that sees it for the first time."""

from __future__ import annotations

from typing import NamedTuple


class About(NamedTuple):
    """What a game is about, who wins, and by what; each a sentence in plain words.

    ``rules`` names the clauses behind them. ``chart`` is the key of the chart that draws what
    decides the match: the course that is shown when it is over.

    >>> About("Sell goods.", "The richest wins.", "Money counts.", ("R4.2",), "money").sentences
    ('Sell goods.', 'The richest wins.', 'Money counts.')
    """

    subject: str
    winner: str
    measure: str
    rules: tuple[str, ...]
    chart: str = ""

    @property
    def sentences(self) -> tuple[str, str, str]:
        """The three sentences, in the order in which they are read."""
        return self.subject, self.winner, self.measure
