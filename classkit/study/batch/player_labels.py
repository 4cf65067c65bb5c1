"""Unique labels of players for the columns of a frame."""

from __future__ import annotations

from ..players import Player, get_player_name
from ..provenance import hash_player


class UniqueLabels:
    """Unique column labels. Different objects with the same title are numbered.

    >>> titles = UniqueLabels()
    >>> [titles.get_label(*one) for one in (("ours", "a1"), ("ours", "b2"), ("ours", "a1"))]
    ['ours', 'ours 2', 'ours']

    Different policies never share a label:

    >>> first, second = lambda view, decision: "yes", lambda view, decision: "no"
    >>> [titles.get_player_label(bot) for bot in ("saver", len, "saver", first, second, first)]
    ['saver', 'len', 'saver', '<lambda>', '<lambda> 2', '<lambda>']
    """

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def get_label(self, title: str, mark: str) -> str:
        """Return the label for a title. ``mark`` is the hash that identifies the labeled object."""
        number, label = 1, title
        while self.known.setdefault(label, mark) != mark:
            number += 1
            label = f"{title} {number}"
        return label

    def get_player_label(self, player: Player) -> str:
        """Return the label of a bot or policy."""
        return self.get_label(get_player_name(player), hash_player(player))
