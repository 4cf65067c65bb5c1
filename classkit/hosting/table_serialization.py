"""Stored form of a table: the match on the screen, its surroundings, and other branches.

The record of a match does not contain names of seats, players, bookmarks, segments for Back,
covered charts, predictions, clock, theme, or viewer. These surroundings are stored in one line
above the record, in the same file, so that both always describe the same moment. That line also
names the other branches. Their records rarely change and are in a second file, each under its hash.
A branch is replayed only when somebody switches to it.

Forecasts are not stored: they are computed again on request. A stored file is not trusted: an
invalid part is omitted, and the match opens without it. If that part is a branch, the table shows
a message.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from classkit.engine.errors import ClasskitError
from classkit.engine.events import EVERYBODY
from classkit.engine.history import MAX_ANSWERS
from classkit.engine.navigation import UNTIL_VALUES, StepRanges
from classkit.engine.seats import SEAT_LETTERS, read_name
from classkit.engine.untrusted_input import UnreadableData, read_json

from .match_store import MAX_RECORD_BYTES

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.branch import Branch
    from classkit.widgets.branches import Branches
    from classkit.widgets.match_clock import StoredClock
    from classkit.widgets.match_controller import MatchController
    from classkit.widgets.page_view import PageView

Data = dict[str, Any]
Pool = dict[str, Data]
"""The stored branches by hash."""

MAX_BRANCH_LENGTH = 1_500_000
"""Approximate maximum number of characters of all other branches. The latest are stored first."""

MAX_SEGMENTS = 400
"""Maximum number of segments stored for Back (the latest). Before them, Back moves by turns."""

MAX_NAMES = 3
"""Maximum number of branches named in a sentence."""


class TableSerializer:
    """Serializes the table of a session repeatedly.

    ``pool`` contains the most recently serialized branches. ``omitted_branches`` names the branches
    that did not fit.
    """

    def __init__(self) -> None:
        self.pool: Pool = {}
        self.omitted_branches: list[str] = []

    def dump_text(self, sight: PageView) -> str:
        """Return the record of the match on the screen, preceded by its surroundings."""
        surroundings = json.dumps(self.dump_table(sight), ensure_ascii=False)
        return f"{surroundings}\n{sight.match.record_text()}"

    def dump_table(self, sight: PageView) -> Data:
        """Return the table and one page's view as JSON data. The current match is not included."""
        desk = sight.controller
        active = desk.branches.active
        others = [branch for branch in desk.branches if branch is not active]
        beside = desk.branches.compared_branch()
        return {
            "names": dict(desk.names),
            "players": dump_players(desk, desk.players),
            "elsewhere": {
                game: dump_players(desk, who) for game, who in desk.players_by_game.items()
            },
            "theme": sight.theme,
            "seen_as": sight.seen_as,
            "covered": list(sight.covered),
            "branch": active.name,
            "order": [branch.name for branch in desk.branches],
            "beside": beside.name if beside and beside.name in desk.branches.recent_names else None,
            "predictions": active.predictions,
            "marks": dump_bookmarks(active),
            "strides": dump_segments(active.match.step_ranges),
            "play_anew": active.play_anew,
            "decision": active.decision,
            "decided": active.decided,
            "named": active.named,
            "clock": dump_clock(active),
            "branches": self._dump_branches(others),
        }

    def _dump_branches(self, branches: list[Branch]) -> list[Data]:
        """Return the branches that fit, preferring the latest, and update ``pool`` accordingly."""
        kept: list[Data] = []
        self.omitted_branches, self.pool, room = [], {}, MAX_BRANCH_LENGTH
        for branch in reversed(branches):
            if branch.stored is None or branch.stored.stored_size > room:
                self.omitted_branches.append(branch.name)
                continue
            room -= branch.stored.stored_size
            self.pool[branch.stored.content_hash] = dict(branch.stored.to_json())
            kept.append(
                {
                    "name": branch.name,
                    "by_itself": branch.by_itself,
                    "decision": branch.decision,
                    "decided": branch.decided,
                    "named": branch.named,
                    "marks": dump_bookmarks(branch),
                    "predictions": branch.predictions,
                    "strides": dump_segments(branch.stored.strides),
                    "play_anew": branch.play_anew,
                    "clock": dump_clock(branch),
                    "record": branch.stored.content_hash,
                }
            )
        return kept[::-1]

    def get_warning(self) -> str | None:
        """Return a sentence that names the omitted branches, or None if there are none."""
        if not self.omitted_branches:
            return None
        return (
            "There is not enough room to store all branches: "
            f"{format_names(self.omitted_branches)} will be lost after a reload of this page. "
            "Switch to such a branch and save it as a file, or drop a branch that nobody needs."
        )


def dump_segments(strides: StepRanges | None) -> list[tuple[str, int, int]]:
    """Return the latest segments as JSON data."""
    return strides.list_ranges()[-MAX_SEGMENTS:] if strides is not None else []


def format_names(names: list[str]) -> str:
    """Format names of branches for a sentence, at most MAX_NAMES of them.

    >>> format_names(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    more = len(names) - MAX_NAMES
    return ", ".join(names[:MAX_NAMES]) + (f" and {more} more" if more > 0 else "")


def dump_bookmarks(branch: Branch) -> list[list[Any]]:
    """Return the bookmarks of a branch as ``[[turn, label], ...]``."""
    return [[turn, label] for turn, label in sorted(branch.marks.items())]


def dump_clock(branch: Branch) -> StoredClock | None:
    """Return the clock of a branch as JSON data, or None if it has none."""
    return branch.clock.to_json() if branch.clock else None


def dump_players(controller: MatchController, players: dict[str, str]) -> dict[str, str]:
    """Return the players that any kernel can restore: persons, and the bots of games."""
    return {seat: who for seat, who in players.items() if who not in controller.own_bots}


def split_stored_text(text: str) -> tuple[Data, str]:
    """Split a stored text into surroundings and record. Texts of old versions have only a record.

    >>> split_stored_text('{"names": {"A": "Ada"}}\\n{\\n "classkit": 1\\n}')
    ({'names': {'A': 'Ada'}}, '{\\n "classkit": 1\\n}')
    >>> split_stored_text('{\\n "classkit": 1\\n}')
    ({}, '{\\n "classkit": 1\\n}')
    """
    line, newline, record = text.partition("\n")
    return (read_object(line), record) if newline and line != "{" else ({}, text)


def list_branch_hashes(text: str) -> set[str]:
    """Return the hashes of the branches that a stored match names."""
    branches = ensure_list(split_stored_text(text)[0].get("branches"))
    return {str(branch.get("record")) for branch in branches if isinstance(branch, dict)}


def restore_table(
    controller: MatchController, match: Match, surroundings: Data, pool: Pool
) -> None:
    """Replace the contents of the table with a stored match and its surroundings."""
    from classkit.widgets.branches import Branches
    from classkit.widgets.narration import MomentShown

    name = surroundings.get("branch")
    controller.branches = Branches(match, name if is_branch_name(name) else "Main")
    active = controller.branches.active
    controller.names = match.names = read_names(surroundings.get("names"))
    controller.is_playing = False
    controller.players_by_game = {
        game: {seat: who for seat, who in ensure_pairs(players) if isinstance(who, str)}
        for game, players in ensure_pairs(surroundings.get("elsewhere"))
    }
    controller.assign_players()
    for seat, who in ensure_pairs(surroundings.get("players")):
        with suppress(ClasskitError):
            controller.hand(seat, who)
    # assigning a seat sets this flag; restore its stored value
    active.play_anew = surroundings.get("play_anew") is True
    restore_title(active, surroundings)
    restore_clock(active, surroundings)
    restore_predictions(active, surroundings.get("predictions"))
    restore_bookmarks(active, surroundings.get("marks"))
    match.step_ranges.copy_ranges(read_segments(surroundings.get("strides"), match.last_step))
    lost: list[str] = []
    for other in ensure_list(surroundings.get("branches")):
        try:
            add_branch(controller, other, pool)
        except (ClasskitError, LookupError, TypeError, ValueError, AttributeError):
            lost.append(str(other.get("name"))[:90] if isinstance(other, dict) else "one")
    restore_order(controller.branches, surroundings.get("order"))
    beside = surroundings.get("beside")
    if isinstance(beside, str) and beside in controller.branches.all and beside != active.name:
        controller.branches.set_compared(controller.branches.all[beside])
    damaged = "Some stored branches are damaged and were left out: "
    controller.summary = MomentShown("resumed", f"{damaged}{format_names(lost)}." if lost else "")


def restore_view(page_view: PageView, surroundings: Data) -> None:
    """Restore the view of a page on the stored match."""
    page_view.covered = []
    page_view.draw_curtain(None)
    with suppress(ClasskitError):
        page_view.set_theme(str(surroundings.get("theme", "light")))
    with suppress(ClasskitError):
        page_view.set_seen_as(str(surroundings.get("seen_as", EVERYBODY)))
    for chart in ensure_list(surroundings.get("covered")):
        with suppress(ClasskitError):  # on an error, the predictions remain
            page_view.covered.append(page_view.controller.get_chart_key(chart))


def add_branch(controller: MatchController, stated: Any, pool: Pool) -> None:
    """Add a stored branch to the table. It is replayed when somebody opens it.

    A branch with an invalid or duplicate name is skipped. Other invalid data raise an exception.
    """
    from classkit.widgets.branch import Branch
    from classkit.widgets.stored_branch import StoredBranch

    name, by_itself = stated["name"], stated.get("by_itself")
    if not is_branch_name(name) or name in controller.branches.all:
        return
    strides = read_segments(stated.get("strides"), MAX_ANSWERS)
    kept = replace(
        StoredBranch.from_json(pool[stated["record"]], controller.match.game), strides=strides
    )
    branch = Branch(name, None, by_itself=by_itself is True, stored=kept)
    branch.play_anew = stated.get("play_anew") is True
    restore_title(branch, stated)
    restore_clock(branch, stated)
    restore_bookmarks(branch, stated.get("marks"))
    restore_predictions(branch, stated.get("predictions"))
    controller.branches.add_branch(branch)


def restore_title(branch: Branch, stated: Data) -> None:
    """Restore the title of a branch. A branch stored by an earlier release keeps its name."""
    decision = stated.get("decision")
    branch.decision = decision if is_branch_name(decision) else ""
    decided = stated.get("decided")
    branch.decided = decided if type(decided) is int else None
    branch.named = stated.get("named") is not False


def is_branch_name(name: object) -> TypeGuard[str]:
    """Return True if a branch may have this name."""
    return isinstance(name, str) and 0 < len(name) <= 90


def read_names(stated: Any) -> dict[str, str]:
    """Parse the names of seats, including seats that exist only in another branch."""
    names: dict[str, str] = {}
    for seat, label in ensure_pairs(stated):
        with suppress(ClasskitError):
            label = read_name(label)
            if seat in [*SEAT_LETTERS] and label not in names.values():
                names[seat] = label
    return names


def restore_bookmarks(branch: Branch, stated: Any) -> None:
    for mark in ensure_list(stated):
        if isinstance(mark, list) and len(mark) == 2 and type(mark[0]) is int:
            with suppress(ClasskitError):
                branch.add_bookmark(mark[0], mark[1])


def read_segments(stated: Any, last: int) -> StepRanges:
    """Parse the latest segments for Back and Forward, except any that end after step ``last``."""
    strides = StepRanges()
    for stride in ensure_list(stated)[-MAX_SEGMENTS:]:
        if isinstance(stride, list) and len(stride) == 3 and stride[0] in [*UNTIL_VALUES]:
            until, start, end = stride
            if type(start) is type(end) is int and 0 <= start < end <= last:
                strides.record_step(until, start, end)
    return strides


def restore_order(branches: Branches, stated: Any) -> None:
    """Restore the order of the branches. Branches missing from the list are appended."""
    there = branches.all
    named = [name for name in ensure_list(stated) if isinstance(name, str) and name in there]
    branches.all = {name: there[name] for name in (*named, *there)}


def restore_clock(branch: Branch, stated: Data) -> None:
    """Restore the clock with the minutes left when it was stored. Invalid data is ignored."""
    from classkit.widgets.match_clock import MatchClock

    if "clock" not in stated:
        return
    clock = MatchClock.from_json(stated["clock"])
    if clock is not None or stated["clock"] is None:
        branch.clock = clock


def restore_predictions(branch: Branch, stated: Any) -> None:
    """Restore at most MAX_PREDICTIONS predictions of the class, skipping invalid ones."""
    from classkit.widgets.predictions import parse_prediction
    from classkit.widgets.stored_predictions import MAX_PREDICTIONS

    for chart, prediction in ensure_pairs(stated):
        with suppress(ClasskitError):
            if len(branch.predictions) < MAX_PREDICTIONS:
                branch.set_prediction(chart[:60], parse_prediction(prediction))


def ensure_pairs(stated: Any) -> list[tuple[str, Any]]:
    """Return the items of a mapping, or an empty list for any other value."""
    return list(stated.items()) if isinstance(stated, dict) else []


def ensure_list(stated: Any) -> list[Any]:
    """Return a list unchanged, or an empty list for any other value."""
    return stated if isinstance(stated, list) else []


def read_object(text: str) -> Data:
    """Parse a JSON object. Return an empty one if the text is invalid.

    >>> read_object('{"names": {"A": "Ada"}}'), read_object("[1, 2"), read_object("[1]")
    ({'names': {'A': 'Ada'}}, {}, {})
    """
    try:
        found = read_json(text, MAX_RECORD_BYTES)
    except UnreadableData:
        return {}
    return found if isinstance(found, dict) else {}
