"""What lies beside a record: all of a table that the record of its match does not hold.

Names of the seats, who plays them, bookmarks, covered charts, the theme, who looks, and the other
branches with records of their own. What was written here is read back with the same distrust as
anything else: whatever makes no sense is left out, and the match opens all the same.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError
from classkit.engine.events import EVERYBODY
from classkit.engine.record import dumps
from classkit.engine.replay import loads

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.branches import Branch
    from classkit.widgets.desk import Desk

Data = dict[str, Any]
MOST = 2_000_000
"""So many characters the records of other branches may have together; the newest are kept."""


class Beside:
    """Describes a desk again and again; records of branches at rest are made only once."""

    def __init__(self) -> None:
        self._records: dict[str, tuple[Match, int, int, str]] = {}

    def describe(self, desk: Desk) -> Data:
        """The desk as JSON data, without the match on the screen."""
        active = desk.branches.active
        others = [branch for branch in desk.branches if branch is not active]
        return {
            "names": dict(desk.names),
            "players": {s: who for s, who in desk.players.items() if who in shipped(desk)},
            "theme": desk.theme,
            "seen_as": desk.seen_as,
            "covered": list(desk.covered),
            "branch": active.name,
            "marks": plain_marks(active),
            "branches": self._plain(others),
        }

    def _plain(self, branches: list[Branch]) -> list[Data]:
        kept: list[Data] = []
        room = MOST
        for branch in reversed(branches):
            text = self._record(branch)
            room -= len(text)
            if room < 0:
                break
            marks = plain_marks(branch)
            about = {"name": branch.name, "by_itself": branch.by_itself, "marks": marks}
            kept.append({**about, "record": text})
        return kept[::-1]

    def _record(self, branch: Branch) -> str:
        match = branch.match
        known = self._records.get(branch.name)
        if known is None or known[0] is not match or known[1:3] != (match.step, match.last_step):
            known = (match, match.step, match.last_step, dumps(match.to_record()))
            self._records[branch.name] = known
        return known[3]


def plain_marks(branch: Branch) -> list[list[Any]]:
    """The bookmarks of a branch: ``[[turn, label], ...]``."""
    return [[turn, label] for turn, label in sorted(branch.marks.items())]


def shipped(desk: Desk) -> set[str]:
    """The players that another kernel knows as well: a person, and the game's own bots."""
    return {"person", *desk.match.game.bots()}


def restore(desk: Desk, match: Match, beside: Data) -> None:
    """Put a stored match on the desk, in place of what is there, with all that lay beside it."""
    from classkit.widgets.branches import Branches
    from classkit.widgets.rows import Rows
    from classkit.widgets.story import News

    match.names = {}
    desk.branches = Branches(match)
    desk.rows, desk.news = Rows(), News()
    desk.names, desk.covered, desk.curtain, desk.playing = match.names, [], None, False
    active = desk.branches.active
    name = beside.get("branch")
    if isinstance(name, str) and 0 < len(name) <= 90:
        del desk.branches.all[active.name]
        active.name = name
        desk.branches.all[name] = active
    for seat, label in pairs(beside.get("names")):
        with suppress(ClasskitError):
            desk.rename(seat, label)
    desk.seat_players()
    for seat, who in pairs(beside.get("players")):
        with suppress(ClasskitError):
            desk.hand(seat, who)
    active.play_anew = False  # handing a seat over says that; here nothing has changed hands
    with suppress(ClasskitError):
        desk.set_theme(str(beside.get("theme", "light")))
    with suppress(ClasskitError):
        desk.set_seen_as(str(beside.get("seen_as", EVERYBODY)))
    for chart in listed(beside.get("covered")):
        with suppress(ClasskitError):
            desk.cover(chart)
    put_marks(active, beside.get("marks"))
    for other in listed(beside.get("branches")):
        with suppress(ClasskitError, KeyError, TypeError):
            put_branch(desk, other)
    desk.said = f"The match goes on at turn {match.turn}."


def put_branch(desk: Desk, stated: Any) -> None:
    """Take up another branch from its record; one that makes no sense raises."""
    from classkit.widgets.branches import Branch

    name, by_itself = stated["name"], stated.get("by_itself")
    if not isinstance(name, str) or not 0 < len(name) <= 90 or name in desk.branches.all:
        return
    branch = Branch(name, loads(stated["record"]), by_itself=by_itself is True)
    branch.match.names = desk.names
    put_marks(branch, stated.get("marks"))
    desk.branches.add(branch)


def put_marks(branch: Branch, stated: Any) -> None:
    """Set bookmarks again."""
    for mark in listed(stated):
        if isinstance(mark, list) and len(mark) == 2 and type(mark[0]) is int:
            with suppress(ClasskitError):
                branch.mark(mark[0], mark[1])


def pairs(stated: Any) -> list[tuple[str, Any]]:
    """The entries of a mapping; none if it is none."""
    return list(stated.items()) if isinstance(stated, dict) else []


def listed(stated: Any) -> list[Any]:
    """A list; an empty one if it is none."""
    return stated if isinstance(stated, list) else []


def read(text: str) -> Data:
    """What lies beside a record, from its text; nothing if that makes no sense.

    >>> read('{"names": {"A": "Ada"}}'), read("[1, 2"), read("[1]")
    ({'names': {'A': 'Ada'}}, {}, {})
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
