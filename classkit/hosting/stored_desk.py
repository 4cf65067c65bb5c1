"""The stored form of a table: the match on the screen, its surroundings, and other branches.

The record of a match never holds names of seats, players, bookmarks, the strides that Back takes,
covered charts, predictions, the clock, the theme, or whose view is shown. These stand in one line
above the record, in the same file, so that both always belong to the same moment. That line also
names the other branches. Their records change seldom and lie in a second file, each under its
fingerprint; a branch is played again only when somebody changes to it.

Futures are not kept: they are played again on request. A stored file is not trusted either: a part
that makes no sense is left out, and the match opens without it. If that part is a branch, the
table says so.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from classkit.engine.data import Unreadable, read_json
from classkit.engine.errors import ClasskitError
from classkit.engine.log import EVERYBODY
from classkit.engine.strides import UNTIL, Strides
from classkit.engine.timeline import MOST_ANSWERS
from classkit.engine.words import LETTERS, read_name

from .store import LARGEST

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.branch import Branch
    from classkit.widgets.branches import Branches
    from classkit.widgets.clock import ClockKept
    from classkit.widgets.desk import Desk
    from classkit.widgets.sight import Sight

Data = dict[str, Any]
Pool = dict[str, Data]
"""The stored branches, each under its fingerprint."""

MOST = 1_500_000
"""The most characters of all other branches together; the latest ones are kept."""

MOST_STRIDES = 400
"""The most strides stored for Back: the latest. Beyond them Back goes by turns and rounds."""

FEW = 3
"""The most branches named in a sentence."""


class StoredDesk:
    """Describes a desk, and the sight of its page, again and again.

    ``pool`` holds the branches that were described last, ``left_out`` names those for which there
    was no room.
    """

    def __init__(self) -> None:
        self.pool: Pool = {}
        self.left_out: list[str] = []

    def text(self, sight: Sight) -> str:
        """Return the record of the match on the screen, with its surroundings in a line above."""
        surroundings = json.dumps(self.describe(sight), ensure_ascii=False)
        return f"{surroundings}\n{sight.match.record_text()}"

    def describe(self, sight: Sight) -> Data:
        """Return a desk and the sight of one page as JSON data, without the match on the screen."""
        desk = sight.desk
        active = desk.branches.active
        others = [branch for branch in desk.branches if branch is not active]
        beside = desk.branches.other()
        return {
            "names": dict(desk.names),
            "players": players_to_keep(desk, desk.players),
            "elsewhere": {game: players_to_keep(desk, who) for game, who in desk.elsewhere.items()},
            "theme": sight.theme,
            "seen_as": sight.seen_as,
            "covered": list(sight.covered),
            "branch": active.name,
            "order": [branch.name for branch in desk.branches],
            "beside": beside.name if beside and beside.name in desk.branches.lately else None,
            "predictions": active.predictions,
            "marks": plain_marks(active),
            "strides": plain_strides(active.match.strides),
            "play_anew": active.play_anew,
            "decision": active.decision,
            "decided": active.decided,
            "named": active.named,
            "clock": plain_clock(active),
            "branches": self._plain(others),
        }

    def _plain(self, branches: list[Branch]) -> list[Data]:
        """Return as many branches as there is room for, preferring the latest."""
        kept: list[Data] = []
        self.left_out, self.pool, room = [], {}, MOST
        for branch in reversed(branches):
            if branch.stored is None or branch.stored.size > room:
                self.left_out.append(branch.name)
                continue
            room -= branch.stored.size
            self.pool[branch.stored.key] = dict(branch.stored.plain())
            kept.append(
                {
                    "name": branch.name,
                    "by_itself": branch.by_itself,
                    "decision": branch.decision,
                    "decided": branch.decided,
                    "named": branch.named,
                    "marks": plain_marks(branch),
                    "predictions": branch.predictions,
                    "strides": plain_strides(branch.stored.strides),
                    "play_anew": branch.play_anew,
                    "clock": plain_clock(branch),
                    "record": branch.stored.key,
                }
            )
        return kept[::-1]

    def warning(self) -> str | None:
        """Return a sentence that names the branches not kept; None if all are."""
        if not self.left_out:
            return None
        return (
            f"There is no room to keep all branches: {in_short(self.left_out)} will be gone after "
            "a reload of this page. Change to such a branch and save it as a file, or drop one "
            "that nobody needs."
        )


def plain_strides(strides: Strides | None) -> list[tuple[str, int, int]]:
    """Return the latest strides as JSON data."""
    return strides.taken()[-MOST_STRIDES:] if strides is not None else []


def in_short(names: list[str]) -> str:
    """List names of branches in a sentence, only the first few if there are many.

    >>> in_short(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    more = len(names) - FEW
    return ", ".join(names[:FEW]) + (f" and {more} more" if more > 0 else "")


def plain_marks(branch: Branch) -> list[list[Any]]:
    """Return the bookmarks of a branch as ``[[turn, label], ...]``."""
    return [[turn, label] for turn, label in sorted(branch.marks.items())]


def plain_clock(branch: Branch) -> ClockKept | None:
    """Return the clock of a branch as JSON data; None where it has none."""
    return branch.clock.plain() if branch.clock else None


def players_to_keep(desk: Desk, players: dict[str, str]) -> dict[str, str]:
    """Return the players that another kernel knows too: persons, and the bots of games."""
    return {seat: who for seat, who in players.items() if who not in desk.own_bots}


def split_stored(text: str) -> tuple[Data, str]:
    """Split a stored text into the surroundings and the record; an old one is a record alone.

    >>> split_stored('{"names": {"A": "Ada"}}\\n{\\n "classkit": 1\\n}')
    ({'names': {'A': 'Ada'}}, '{\\n "classkit": 1\\n}')
    >>> split_stored('{\\n "classkit": 1\\n}')
    ({}, '{\\n "classkit": 1\\n}')
    """
    line, newline, record = text.partition("\n")
    return (read_object(line), record) if newline and line != "{" else ({}, text)


def branches_named_in(text: str) -> set[str]:
    """Return the fingerprints of the branches that a stored match names."""
    branches = as_list(split_stored(text)[0].get("branches"))
    return {str(branch.get("record")) for branch in branches if isinstance(branch, dict)}


def restore(desk: Desk, match: Match, surroundings: Data, pool: Pool) -> None:
    """Replace what is on the desk by a stored match and its surroundings."""
    from classkit.widgets.branches import Branches
    from classkit.widgets.story import place_of

    name = surroundings.get("branch")
    desk.branches = Branches(match, name if is_branch_name(name) else "Main")
    active = desk.branches.active
    desk.names = match.names = read_names(surroundings.get("names"))
    desk.playing = False
    desk.elsewhere = {
        game: {seat: who for seat, who in as_pairs(players) if isinstance(who, str)}
        for game, players in as_pairs(surroundings.get("elsewhere"))
    }
    desk.seat_players()
    for seat, who in as_pairs(surroundings.get("players")):
        with suppress(ClasskitError):
            desk.hand(seat, who)
    # handing a seat over sets this, but here it only holds if it held before
    active.play_anew = surroundings.get("play_anew") is True
    restore_title(active, surroundings)
    restore_clock(active, surroundings)
    restore_predictions(active, surroundings.get("predictions"))
    restore_marks(active, surroundings.get("marks"))
    match.strides.take_over(read_strides(surroundings.get("strides"), match.last_step))
    desk.said = f"The match goes on at {place_of(match)}."
    lost: list[str] = []
    for other in as_list(surroundings.get("branches")):
        try:
            add_branch(desk, other, pool)
        except (ClasskitError, LookupError, TypeError, ValueError, AttributeError):
            lost.append(str(other.get("name"))[:90] if isinstance(other, dict) else "one")
    restore_order(desk.branches, surroundings.get("order"))
    beside = surroundings.get("beside")
    if isinstance(beside, str) and beside in desk.branches.all and beside != active.name:
        desk.branches.beside(desk.branches.all[beside])
    if lost:
        desk.said += f" What was stored of other branches is damaged: without {in_short(lost)}."


def restore_sight(sight: Sight, surroundings: Data) -> None:
    """Restore the sight of a page on the stored match."""
    sight.covered = []
    sight.draw_curtain(None)
    with suppress(ClasskitError):
        sight.set_theme(str(surroundings.get("theme", "light")))
    with suppress(ClasskitError):
        sight.set_seen_as(str(surroundings.get("seen_as", EVERYBODY)))
    for chart in as_list(surroundings.get("covered")):
        with suppress(ClasskitError):  # what was predicted of it stays
            sight.covered.append(sight.desk.chart(chart))


def add_branch(desk: Desk, stated: Any, pool: Pool) -> None:
    """Add a stored branch to the desk. Raise if it makes no sense.

    It is not played until somebody looks at it.
    """
    from classkit.widgets.branch import Branch
    from classkit.widgets.stored_branch import StoredBranch

    name, by_itself = stated["name"], stated.get("by_itself")
    if not is_branch_name(name) or name in desk.branches.all:
        return
    strides = read_strides(stated.get("strides"), MOST_ANSWERS)
    kept = replace(StoredBranch.read(pool[stated["record"]], desk.match.game), strides=strides)
    branch = Branch(name, None, by_itself=by_itself is True, stored=kept)
    branch.play_anew = stated.get("play_anew") is True
    restore_title(branch, stated)
    restore_clock(branch, stated)
    restore_marks(branch, stated.get("marks"))
    restore_predictions(branch, stated.get("predictions"))
    desk.branches.add(branch)


def restore_title(branch: Branch, stated: Data) -> None:
    """Restore what a branch is called; one of an earlier release keeps its name."""
    decision = stated.get("decision")
    branch.decision = decision if is_branch_name(decision) else ""
    decided = stated.get("decided")
    branch.decided = decided if type(decided) is int else None
    branch.named = stated.get("named") is not False


def is_branch_name(name: object) -> TypeGuard[str]:
    """Return True if a branch may have this name."""
    return isinstance(name, str) and 0 < len(name) <= 90


def read_names(stated: Any) -> dict[str, str]:
    """Read the names of seats, including seats that only another branch has."""
    names: dict[str, str] = {}
    for seat, label in as_pairs(stated):
        with suppress(ClasskitError):
            label = read_name(label)
            if seat in [*LETTERS] and label not in names.values():
                names[seat] = label
    return names


def restore_marks(branch: Branch, stated: Any) -> None:
    for mark in as_list(stated):
        if isinstance(mark, list) and len(mark) == 2 and type(mark[0]) is int:
            with suppress(ClasskitError):
                branch.mark(mark[0], mark[1])


def read_strides(stated: Any, last: int) -> Strides:
    """Read the strides by which Back and Forward go; none ends beyond the last step."""
    strides = Strides()
    for stride in as_list(stated)[-MOST_STRIDES:]:
        if isinstance(stride, list) and len(stride) == 3 and stride[0] in [*UNTIL]:
            until, start, end = stride
            if type(start) is type(end) is int and 0 <= start < end <= last:
                strides.take(until, start, end)
    return strides


def restore_order(branches: Branches, stated: Any) -> None:
    """Restore the order of the branches; those not named come last."""
    there = branches.all
    named = [name for name in as_list(stated) if isinstance(name, str) and name in there]
    branches.all = {name: there[name] for name in (*named, *there)}


def restore_clock(branch: Branch, stated: Data) -> None:
    """Restore the clock, with the minutes left when it was stored; earlier versions had none."""
    from classkit.widgets.clock import MatchClock

    if "clock" not in stated:
        return
    clock = MatchClock.read(stated["clock"])
    if clock is not None or stated["clock"] is None:
        branch.clock = clock


def restore_predictions(branch: Branch, stated: Any) -> None:
    """Restore the predictions of the class. One for a chart that is missing is never shown."""
    from classkit.widgets.expected import read_prediction
    from classkit.widgets.stored_predictions import MOST_PREDICTIONS

    for chart, prediction in as_pairs(stated):
        with suppress(ClasskitError):
            if len(branch.predictions) < MOST_PREDICTIONS:
                branch.expect(chart[:60], read_prediction(prediction))


def as_pairs(stated: Any) -> list[tuple[str, Any]]:
    """Return the entries of a mapping; nothing for any other value."""
    return list(stated.items()) if isinstance(stated, dict) else []


def as_list(stated: Any) -> list[Any]:
    """Return a list; an empty one for any other value."""
    return stated if isinstance(stated, list) else []


def read_object(text: str) -> Data:
    """Read a JSON object; an empty one if the text is none.

    >>> read_object('{"names": {"A": "Ada"}}'), read_object("[1, 2"), read_object("[1]")
    ({'names': {'A': 'Ada'}}, {}, {})
    """
    try:
        found = read_json(text, LARGEST)
    except Unreadable:
        return {}
    return found if isinstance(found, dict) else {}
