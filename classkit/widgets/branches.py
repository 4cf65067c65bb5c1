"""Branches: several lines of one class's play, and the bookmarks on each.

Nothing is lost by one click: what a new beginning or a new answer would replace is kept as a
branch of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.names import read_name

from .course import hidden_course
from .patch import common
from .rows import Rows, line_metrics, only, thin

Data = dict[str, Any]

MOST = 20
"""So many branches are kept; of those kept without being asked for, the oldest goes first."""

MOST_MARKS = 50


@dataclass(slots=True, eq=False)
class Branch:
    """One line of play. ``by_itself``: kept without being asked for."""

    name: str
    match: Match
    marks: dict[int, str] = field(default_factory=dict)
    by_itself: bool = False
    ahead_is_kept: bool = False
    """Whether another branch has what lies ahead of this one: from a fork to the next answer."""
    play_anew: bool = False
    """Whether Step plays instead of repeating what lies ahead: a seat has changed hands since."""

    def mark(self, turn: int, label: str) -> None:
        """Bookmark a turn; a second bookmark there replaces the first."""
        if len(self.marks) >= MOST_MARKS and turn not in self.marks:
            raise ClasskitError(f"{MOST_MARKS} bookmarks are the most: remove one first.")
        self.marks[turn] = read_name(label)

    def plain_marks(self) -> list[Data]:
        """The bookmarks up to the last turn there is, in order."""
        last = self.match.last_turn
        return [{"turn": turn, "label": label}
                for turn, label in sorted(self.marks.items()) if turn <= last]  # fmt: skip


class Branches:
    """All branches of a table, the active one among them."""

    def __init__(self, match: Match) -> None:
        self.all: dict[str, Branch] = {"Main": Branch("Main", match)}
        self.active = self.all["Main"]

    def __iter__(self) -> Iterator[Branch]:
        return iter(self.all.values())

    def find(self, name: str) -> Branch:
        """The branch of that name."""
        if name not in self.all:
            raise UnknownName("branch", name, self.all)
        return self.all[name]

    def free_name(self, wanted: str = "") -> str:
        """A name that no branch has: as wanted, with a number where it is taken."""
        stem = wanted or "Branch"
        if wanted and wanted not in self.all:
            return wanted
        number = 2 if wanted else 1
        while f"{stem} {number}" in self.all:
            number += 1
        return f"{stem} {number}"

    def add(self, branch: Branch) -> Branch:
        """Take up one more; the oldest that was kept by itself makes room where there is none."""
        if len(self.all) >= MOST:
            kept = [other for other in self if other.by_itself and other is not self.active]
            if not kept:
                raise ClasskitError(f"{MOST} branches are the most: drop one first.")
            del self.all[kept[0].name]
        self.all[branch.name] = branch
        return branch

    def fork(self, name: str = "") -> Branch:
        """Go on in a new branch from here; the present one stays as it is, also what lies ahead."""
        if name:
            name = read_name(name)
            if name in self.all:
                raise ClasskitError(f"There is a branch {name!r} already: take another name.")
        here = self.active
        marks = {turn: label for turn, label in here.marks.items() if turn <= here.match.turn}
        twin = Branch(name or self.free_name(), here.match.fork(), marks, ahead_is_kept=True)
        self.active = self.add(twin)
        return twin

    def keep_ahead(self) -> None:
        """Before a new answer: what lies ahead is kept as a branch unless another has it."""
        here = self.active
        if here.match.can_redo and not here.ahead_is_kept:
            self.keep(here.match.fork())
        here.ahead_is_kept = here.play_anew = False

    def keep(self, match: Match) -> Branch:
        """Keep a match as it was, as a branch beside the active one."""
        here = self.active
        match.goto(step=match.last_step)
        name = self.free_name(f"{here.name} as it was")
        return self.add(Branch(name, match, dict(here.marks), by_itself=True))

    def begin(self, match: Match, name: str = "") -> None:
        """Go on with another match in the active branch; what was there is kept, if it was played.

        With a name, the match gets a branch of that name instead.
        """
        here = self.active
        if name:
            self.active = self.add(Branch(self.free_name(name), match))
            return
        if here.match.last_step:
            self.keep(here.match)
        here.match, here.marks = match, {}
        here.ahead_is_kept = here.play_anew = False

    def switch(self, name: str) -> None:
        """Make another branch the active one."""
        self.active = self.find(name)

    def drop(self, name: str) -> None:
        """Forget a branch; never the active one."""
        branch = self.find(name)
        if branch is self.active:
            raise ClasskitError(f"{name} is on the screen: change to another branch first.")
        del self.all[name]
        for other in self:
            other.ahead_is_kept = False

    # --- what the page shows ---------------------------------------------

    def plain(
        self, rows: Rows, active_rows: list[Data], viewer: str | None = INSTRUCTOR
    ) -> list[Data]:
        """All branches for the page; with rows only where they are drawn beside the active one."""
        here = self.active.match
        return [
            {"name": branch.name, "from_turn": 0, "rows": []}
            if branch is self.active or not comparable(branch.match, here)
            else self.beside(branch, rows, active_rows, viewer)
            for branch in self
        ]

    def beside(
        self, branch: Branch, rows: Rows, active_rows: list[Data], viewer: str | None
    ) -> Data:
        """Another branch with its rows from where it leaves the active one."""
        match = branch.match
        latest = match.fork().goto(step=match.last_step) if match.can_redo else match
        own = rows.upto_now(latest, viewer)
        kept = common(own, active_rows)
        left = own[kept - 1]["turn"] if kept else 0
        shown = only(own[kept:], line_metrics(match) - {*hidden_course(match, viewer)})
        return {"name": branch.name, "from_turn": left, "rows": thin(shown)}


def comparable(one: Match, other: Match) -> bool:
    """Whether two matches can be drawn on the same charts."""
    return one.game is other.game and one.seats == other.seats
