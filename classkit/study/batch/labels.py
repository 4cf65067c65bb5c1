"""Names of players for the columns of a frame."""

from __future__ import annotations

from ..code.fingerprint import fingerprint
from ..players import Player, name_of


class Titles:
    """Titles of things for the columns of a frame: with a number where several have the same.

    >>> titles = Titles()
    >>> [titles.of(*one) for one in (("ours", "a1"), ("ours", "b2"), ("ours", "a1"))]
    ['ours', 'ours 2', 'ours']

    So different policies never share a name:

    >>> first, second = lambda view, decision: "yes", lambda view, decision: "no"
    >>> [titles.of_player(bot) for bot in ("saver", len, "saver", first, second, first)]
    ['saver', 'len', 'saver', '<lambda>', '<lambda> 2', '<lambda>']
    """

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def of(self, title: str, mark: str) -> str:
        """Return the title of what has this mark, which tells it from others."""
        number, label = 1, title
        while self.known.setdefault(label, mark) != mark:
            number += 1
            label = f"{title} {number}"
        return label

    def of_player(self, player: Player) -> str:
        """Return the name of a bot or policy."""
        return self.of(name_of(player), fingerprint(player))
