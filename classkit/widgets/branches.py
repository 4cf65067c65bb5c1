"""Branches: several lines of one class's play, and the bookmarks on each.

Nothing is lost by one click: what a new beginning or a new answer would replace is kept as a
branch of its own. A branch that is not on the screen is kept as its record, and played again when
somebody changes to it; the few that were looked at last are at hand as they are.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import Self

from classkit.charts.shapes import BranchRows, Row
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.log import INSTRUCTOR, LONGEST_NAME
from classkit.engine.match import Match
from classkit.engine.words import read_name

from .branch import FIRST, Branch, called, called_in_short
from .clock import clock_of
from .difference import common
from .parting import Parting, deed_of, parted_at, parting_of
from .stored_branch import fingerprints
from .stored_predictions import take_predictions

LOG = logging.getLogger("classkit")

MOST = 20
"""So many branches are kept; of those kept without being asked for, the oldest goes first."""

AT_HAND = 3
"""So many matches are held whole: the one on the screen, and those that were there last."""


class Branches:
    """All branches of a table, the active one among them."""

    def __init__(self, match: Match, name: str = FIRST) -> None:
        self.active = Branch(name, match, {}, take_predictions(match), clock=clock_of(match))
        self.all: dict[str, Branch] = {name: self.active}
        self.lately = [name]
        """The branches that were on the screen last, the active one at the end."""
        self.gave_way: tuple[str, ...] = ()
        """The titles of those that made room for others since this was last asked."""

    def twin(self) -> Self:
        """Copy the branches: what becomes of the copy leaves these as they are."""
        twin = copy(self)
        twin.all = {
            branch.name: replace(
                branch, marks=dict(branch.marks), predictions=dict(branch.predictions)
            )
            for branch in self
        }
        twin.active = twin.all[self.active.name]
        return twin

    def __iter__(self) -> Iterator[Branch]:
        return iter(self.all.values())

    def find(self, name: str) -> Branch:
        """Return the branch of that name, or of the title that is shown."""
        called = {title: one for one, title in self.titles().items()}
        name = called.get(name, name) if isinstance(name, str) and name not in self.all else name
        return self.all[known_name("branch", name, self.all)]

    def titles(self) -> dict[str, str]:
        """Return what each branch is called, by its name: its own name, or its decision.

        Two can only be called the same in what an earlier release has stored: these have numbers.
        """
        found: dict[str, str] = {}
        for branch in self:
            found[branch.name] = numbered(called(branch), found.values())
        return found

    @property
    def title(self) -> str:
        """What the branch on the screen is called."""
        return self.titles()[self.active.name]

    def folded(self) -> set[str]:
        """Return the names of those that charts leave out: without a name, and not compared."""
        shown = (self.active, self.other())
        return {one.name for one in self if not one.stays and one not in shown}

    def name(self, name: str, to: str) -> None:
        """Give a branch a name of its own, under which it stays."""
        branch, to = self.find(name), read_name(to)
        others = {one: title for one, title in self.titles().items() if one != branch.name}
        if to in others or to in others.values():
            raise ClasskitError(f"There is a branch {to!r} already: take another name.")
        before, branch.name = branch.name, to
        branch.named, branch.by_itself = True, False
        self.all = {one.name: one for one in self.all.values()}
        self.lately = [to if one == before else one for one in self.lately]

    def other(self) -> Branch | None:
        """Return the branch that is set beside the active one: of the same luck, seen last."""
        here = self.active.luck()
        rest = [name for name in self.all if name not in self.lately]
        seen = [self.all[name] for name in (*rest, *self.lately) if name in self.all]
        fit = [one for one in seen if one is not self.active and one.luck() == here]
        return fit[-1] if fit else None

    def at_hand_beside(self, again: bool = True) -> Branch | None:
        """Return the branch that is set beside the active one, if it has lately been looked at.

        Where it rests, as after a reload, it is played ``again``; None where it cannot be.
        """
        other = self.other()
        if other is None or (other.held is None and not (again and other.name in self.lately)):
            return None  # one that rests is played when somebody looks
        try:
            _ = other.match
        except ClasskitError as error:  # it must not keep the table from being shown
            LOG.warning("the branch %s cannot be compared: %s", other.name, shorten(error, 200))
            self.lately.remove(other.name)
            return None
        return other

    def beside(self, other: Branch) -> None:
        """Set a branch beside the active one, as if it had been on the screen before it."""
        kept = [name for name in self.lately if name not in (other.name, self.active.name)]
        self.lately = [*kept, other.name, self.active.name][-AT_HAND:]

    def free_name(self, wanted: str = "") -> str:
        """Return a name that no branch has: as wanted, with a number where it is taken."""
        stem = wanted or "Branch"
        if wanted and wanted not in self.all:
            return wanted
        number = 2 if wanted else 1
        while f"{stem} {number}" in self.all:
            number += 1
        return f"{stem} {number}"

    def add(self, branch: Branch) -> Branch:
        """Take up one more; the oldest that was kept by itself makes room where there is none."""
        if (makes_room := self.first_to_go()) is not None:
            self.gave_way = (*self.gave_way, self.titles()[makes_room.name])
            del self.all[makes_room.name]
        self.all[branch.name] = branch
        return branch

    def first_to_go(self) -> Branch | None:
        """Return the branch that makes room for one more; None where there is room.

        The oldest without a name and bookmarks, the one beside the active one last. ClasskitError
        where all of them have names or bookmarks.
        """
        if len(self.all) < MOST:
            return None
        beside = self.other()
        loose = [one for one in self if not one.stays and one is not self.active]
        if not loose:
            raise ClasskitError(
                f"All of {MOST} branches, the most there are, have names or bookmarks: drop one "
                "that nobody needs first, in the tab Match."
            )
        return min(loose, key=lambda one: one is beside)

    def fork(self, name: str = "") -> Branch:
        """Go on in a new branch from here; the present one stays as it is, also what lies ahead."""
        if not isinstance(name, str) or name:
            name = read_name(name)
            if name in self.all:
                raise ClasskitError(f"There is a branch {name!r} already: take another name.")
        here = self.active
        marks = {turn: label for turn, label in here.marks.items() if turn <= here.match.turn}
        predictions = dict(here.predictions)
        named = bool(name)
        twin = Branch(
            name or self.free_name(),
            here.match.fork(),
            marks,
            predictions,
            ahead_is_kept=True,
            play_anew=here.play_anew,
            named=named,
            clock=here.clock,
        )
        self.show(self.add(twin))
        return twin

    @contextmanager
    def keeping_what_is_cut(self, by_bots: bool = False) -> Iterator[None]:
        """While something is decided: keep as a branch what it cuts off, unless another has it.

        Branches without a name are called by what is decided where they first part, and a new one
        by its first decision, unless bots took it (``by_bots``): elsewhere they take the same.
        """
        here, match = self.active, self.active.match
        before, cuts = None, match.cuts
        is_new = not (here.named or here.decision or by_bots)
        if match.can_redo or is_new:
            if match.can_redo and not here.ahead_is_kept:
                self.first_to_go()
            before = match.fork()
            before.names = match.names
        try:
            yield
        finally:
            if match.cuts > cuts and before is not None:
                parting = parting_of(match, before)
                kept = self.ahead_of(here, before) if here.ahead_is_kept else self.keep(before)
                if parting is not None:
                    self.call(here, kept, parting)
            elif is_new and before is not None and match.step > before.step == before.last_step:
                turn, given = match.steps[before.step]
                self.call_by(here, deed_of(before, given), before.step, turn)
            if match.cuts > cuts or not match.can_redo:
                here.ahead_is_kept = here.play_anew = False

    def ahead_of(self, here: Branch, ahead: Match) -> Branch | None:
        """Return the branch beside this one, if it has all that lies ahead of this one."""
        other = self.other()
        if other is None or other.match.last_step < ahead.last_step:
            return None
        return other if parted_at(ahead.steps, other.match.steps) is None else None

    def call(self, here: Branch, other: Branch | None, parting: Parting) -> None:
        """Call two branches that part by what was decided in each.

        What a class calls a branch by already, it goes on calling it by, as long as that was
        decided in it. What was cut off with that decision takes the words along.
        """
        if here.named and other is not None and other.stays:
            return
        step, turn = parting.step, parting.turn
        before = (here.decision, here.decided)
        stays = here.has_decided_by(step)
        if not stays:
            here.decision = ""
        if other is not None and not other.decision:
            if before[0] and not stays:
                other.decision, other.decided = before
            else:
                self.call_by(other, parting.there, step, turn)
        if not stays:
            self.call_by(here, parting.here, step, turn)

    def call_by(self, branch: Branch, deed: str, step: int, turn: int) -> None:
        """Call a branch by a decision; where another is called so already, with its turn."""
        deed = deed[:LONGEST_NAME]
        others = [title for name, title in self.titles().items() if name != branch.name]
        branch.decision, branch.decided = deed, step
        if called(branch) in others:
            branch.decision = numbered(f"{deed}, turn {turn}", others)

    def keep(self, match: Match) -> Branch:
        """Keep a copy of a match as it was, as a branch beside the active one."""
        here, match = self.active, match.fork()
        match.goto(step=match.last_step)
        name = self.free_name(f"{here.name} as it was")
        marks, predictions = dict(here.marks), dict(here.predictions)
        kept = Branch(
            name, match, marks, predictions, by_itself=True, named=False, clock=here.clock
        )
        branch = self.add(kept)
        branch.leave()
        branch.rest()
        self.beside(branch)
        return branch

    def begin(self, match: Match, name: str = "") -> None:
        """Go on with another match in the active branch; what was there is kept, if it was played.

        With a name, the match gets a branch of that name instead. Its clock begins anew, with the
        minutes agreed on so far.
        """
        here = self.active
        agreed = here.clock.minutes if here.clock else None
        clock = clock_of(match, agreed)
        if name:
            expected = take_predictions(match)
            begun = Branch(self.free_name(name), match, {}, expected, named=False, clock=clock)
            begun.decision = begun.name  # it was not made by a decision
            self.show(self.add(begun))
            return
        if here.match.last_step:
            kept = self.keep(here.match)
            upto = f"{called(here)[:LONGEST_NAME]} up to turn {here.match.last_turn}"
            kept.decision = numbered(upto, self.titles().values())
            here.decision, here.decided = "", None
        here.held, here.marks, here.predictions = match, {}, take_predictions(match)
        here.clock = clock
        here.ahead_is_kept = here.play_anew = False

    def switch(self, name: str) -> None:
        """Make another branch the active one; RecordError where it cannot be played again."""
        self.show(self.find(name))

    def show(self, branch: Branch) -> None:
        """Put a branch on the screen; what is kept of the one that was there is made."""
        if branch is self.active:
            return
        _ = branch.match  # played again first: what cannot be leaves everything as it is
        self.active.leave()
        self.active, branch.stored = branch, None
        others = [name for name in self.lately if name != branch.name]
        self.lately = [*others, branch.name][-AT_HAND:]
        for other in self:
            if other.name not in self.lately:
                other.rest()

    def drop(self, name: str) -> None:
        """Forget a branch; never the active one."""
        branch = self.find(name)
        if branch is self.active:
            here = called_in_short(branch)
            raise ClasskitError(f"{here} is on the screen: change to another branch first.")
        del self.all[name]
        for other in self:
            other.ahead_is_kept = False

    # --- what the page shows ---------------------------------------------

    def plain(
        self, active_rows: Sequence[Row], viewer: str | None = INSTRUCTOR
    ) -> list[BranchRows]:
        """Return all branches, with rows where one is drawn beside the active one."""
        here, folded, titles = self.active.luck(), self.folded(), self.titles()
        prints = fingerprints(active_rows) if len(self.all) > 1 else []
        return [
            {
                **(
                    {"name": branch.name, "title": "", "from_turn": 0, "rows": []}
                    if branch is self.active or branch.luck() != here or branch.name in folded
                    else beside(branch, prints, viewer)
                ),
                "title": titles[branch.name],
            }
            for branch in self
        ]


def numbered(title: str, others: Collection[str]) -> str:
    """Return a title, with a number where others have it.

    >>> numbered("B buys", ["B buys", "B buys (2)"])
    'B buys (3)'
    """
    stem, number = title, 2
    while title in others:
        title, number = f"{stem} ({number})", number + 1
    return title


def beside(branch: Branch, prints: list[int], viewer: str | None) -> BranchRows:
    """Another branch with its rows from where it leaves the active one."""
    rows, own = branch.course(viewer)
    same = common(own, prints)
    left = rows[same - 1]["turn"] if same else 0
    return {"name": branch.name, "title": branch.name, "from_turn": left, "rows": rows[same:]}
