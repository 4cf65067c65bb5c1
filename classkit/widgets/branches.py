"""Branches of a match: alternative lines of play, their bookmarks and predictions.

No click loses anything: a match or answers that would be replaced are kept as a branch. An inactive
branch is stored as its record and replayed when it becomes active; only the few most recent
branches stay in memory.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import Self

from classkit.charts.chart_types import BranchRowsData, MetricRowData
from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.events import INSTRUCTOR, MAX_NAME_LENGTH
from classkit.engine.match import Match
from classkit.engine.seats import read_name

from .branch import MAIN_NAME, Branch, branch_title, short_title
from .branch_divergence import Divergence, describe_step, find_divergence, find_divergence_step
from .json_diff import common_prefix_length
from .match_clock import create_clock
from .stored_branch import hash_rows
from .stored_predictions import pop_predictions

LOG = logging.getLogger("classkit")

MAX_BRANCHES = 20
"""Maximum number of branches. The oldest unnamed branch is dropped first."""

MAX_LOADED = 3
"""Maximum number of matches in memory: the active one and the most recent ones."""


class Branches:
    """All branches of a table, including the active one."""

    def __init__(self, match: Match, name: str = MAIN_NAME) -> None:
        self.active = Branch(name, match, {}, pop_predictions(match), clock=create_clock(match))
        self.all: dict[str, Branch] = {name: self.active}
        self.recent_names = [name]
        """Names of the most recent branches, the active one last."""
        self.evicted_titles: tuple[str, ...] = ()
        """Titles of branches that were dropped automatically since this was last read."""

    def clone(self) -> Self:
        """Return a copy whose changes do not affect this object."""
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

    def get_branch(self, name: str) -> Branch:
        """Return a branch by its name or by the title shown on the page."""
        called = {title: one for one, title in self.titles().items()}
        name = called.get(name, name) if isinstance(name, str) and name not in self.all else name
        return self.all[require_known("branch", name, self.all)]

    def titles(self) -> dict[str, str]:
        """Return each branch's title by name: its own name, or its first decision.

        Duplicate titles, which occur only in records of earlier releases, are numbered.
        """
        found: dict[str, str] = {}
        for branch in self:
            found[branch.name] = number_title(branch_title(branch), found.values())
        return found

    @property
    def title(self) -> str:
        """The title of the active branch."""
        return self.titles()[self.active.name]

    def folded_names(self) -> set[str]:
        """Return the names of the branches omitted from charts: unnamed and not compared."""
        shown = (self.active, self.compared_branch())
        return {one.name for one in self if not one.is_permanent and one not in shown}

    def rename_branch(self, name: str, to: str) -> None:
        """Rename a branch. Named branches are never dropped automatically."""
        branch, to = self.get_branch(name), read_name(to)
        others = {one: title for one, title in self.titles().items() if one != branch.name}
        if to in others or to in others.values():
            raise ClasskitError(f"There is already a branch {to!r}. Choose another name.")
        before, branch.name = branch.name, to
        branch.named, branch.by_itself = True, False
        self.all = {one.name: one for one in self.all.values()}
        self.recent_names = [to if one == before else one for one in self.recent_names]

    def compared_branch(self) -> Branch | None:
        """Return the most recent other branch with the same seed, for comparison."""
        here = self.active.seed_key()
        rest = [name for name in self.all if name not in self.recent_names]
        seen = [self.all[name] for name in (*rest, *self.recent_names) if name in self.all]
        fit = [one for one in seen if one is not self.active and one.seed_key() == here]
        return fit[-1] if fit else None

    def load_compared(self, again: bool = True) -> Branch | None:
        """Return the branch to compare with the active one, if it was active recently.

        If it is not in memory, for example after a reload, it is replayed if ``again`` is true.
        Returns None if that fails.
        """
        other = self.compared_branch()
        if other is None or (
            other.held is None and not (again and other.name in self.recent_names)
        ):
            return None  # it is replayed when it becomes active
        try:
            _ = other.match
        except ClasskitError as error:  # an error here must not prevent the table from being shown
            LOG.warning(
                "the branch %s cannot be compared: %s", other.name, truncate_text(error, 200)
            )
            self.recent_names.remove(other.name)
            return None
        return other

    def set_compared(self, other: Branch) -> None:
        """Compare a branch with the active one, as if it was the previously active branch."""
        kept = [name for name in self.recent_names if name not in (other.name, self.active.name)]
        self.recent_names = [*kept, other.name, self.active.name][-MAX_LOADED:]

    def unused_name(self, wanted: str = "") -> str:
        """Return ``wanted``, or append a number if that name is taken."""
        stem = wanted or "Branch"
        if wanted and wanted not in self.all:
            return wanted
        number = 2 if wanted else 1
        while f"{stem} {number}" in self.all:
            number += 1
        return f"{stem} {number}"

    def add_branch(self, branch: Branch) -> Branch:
        """Add a branch. If the limit is reached, drop the oldest unnamed branch."""
        if (makes_room := self.branch_to_evict()) is not None:
            self.evicted_titles = (*self.evicted_titles, self.titles()[makes_room.name])
            del self.all[makes_room.name]
        self.all[branch.name] = branch
        return branch

    def branch_to_evict(self) -> Branch | None:
        """Return the branch to drop before adding another one, or None if there is room.

        This is the oldest branch without a name and bookmarks; the compared branch is dropped last.
        Raises ClasskitError if all branches have names or bookmarks.
        """
        if len(self.all) < MAX_BRANCHES:
            return None
        beside = self.compared_branch()
        loose = [one for one in self if not one.is_permanent and one is not self.active]
        if not loose:
            raise ClasskitError(
                f"You have reached the limit of {MAX_BRANCHES} branches, and all have names or "
                "bookmarks. Drop one in the tab Match first."
            )
        return min(loose, key=lambda one: one is beside)

    def fork(self, name: str = "") -> Branch:
        """Continue in a new branch from here. The current branch keeps its recorded answers."""
        if not isinstance(name, str) or name:
            name = read_name(name)
            if name in self.all:
                raise ClasskitError(f"There is already a branch {name!r}. Choose another name.")
        here = self.active
        marks = {turn: label for turn, label in here.marks.items() if turn <= here.match.turn}
        predictions = dict(here.predictions)
        named = bool(name)
        twin = Branch(
            name or self.unused_name(),
            here.match.fork(),
            marks,
            predictions,
            ahead_is_kept=True,
            play_anew=here.play_anew,
            named=named,
            clock=here.clock,
        )
        self.activate_branch(self.add_branch(twin))
        return twin

    @contextmanager
    def preserve_cut_branch(self, by_bots: bool = False) -> Iterator[None]:
        """Keep recorded answers that a new answer discards as a branch, unless another has them.

        The title of an unnamed branch is the decision where it first differs. A new branch is
        titled with its first decision, unless a bot made it (``by_bots``): bots decide alike in all
        branches.
        """
        here, match = self.active, self.active.match
        before, cuts = None, match.truncation_count
        is_new = not (here.named or here.decision or by_bots)
        if match.can_redo or is_new:
            if match.can_redo and not here.ahead_is_kept:
                self.branch_to_evict()
            before = match.fork()
            before.names = match.names
        try:
            yield
        finally:
            if match.truncation_count > cuts and before is not None:
                parting = find_divergence(match, before)
                kept = (
                    self.find_branch_ahead(here, before)
                    if here.ahead_is_kept
                    else self.store_copy(before)
                )
                if parting is not None:
                    self.set_branch_titles(here, kept, parting)
            elif is_new and before is not None and match.step > before.step == before.last_step:
                turn, given = match.steps[before.step]
                self.set_decision_title(here, describe_step(before, given), before.step, turn)
            if match.truncation_count > cuts or not match.can_redo:
                here.ahead_is_kept = here.play_anew = False

    def find_branch_ahead(self, here: Branch, ahead: Match) -> Branch | None:
        """Return the compared branch if it contains all recorded answers of this one."""
        other = self.compared_branch()
        if other is None or other.match.last_step < ahead.last_step:
            return None
        return other if find_divergence_step(ahead.steps, other.match.steps) is None else None

    def set_branch_titles(self, here: Branch, other: Branch | None, parting: Divergence) -> None:
        """Set the titles of two branches to the decisions where they differ.

        A branch keeps its title while it contains the decision; a discarded line of play that
        contains the decision inherits the title.
        """
        if here.named and other is not None and other.is_permanent:
            return
        step, turn = parting.step, parting.turn
        before = (here.decision, here.decided)
        stays = here.keeps_decision(step)
        if not stays:
            here.decision = ""
        if other is not None and not other.decision:
            if before[0] and not stays:
                other.decision, other.decided = before
            else:
                self.set_decision_title(other, parting.there, step, turn)
        if not stays:
            self.set_decision_title(here, parting.here, step, turn)

    def set_decision_title(self, branch: Branch, deed: str, step: int, turn: int) -> None:
        """Set a decision as a branch's title. If the title is taken, append the turn."""
        deed = deed[:MAX_NAME_LENGTH]
        others = [title for name, title in self.titles().items() if name != branch.name]
        branch.decision, branch.decided = deed, step
        if branch_title(branch) in others:
            branch.decision = number_title(f"{deed}, turn {turn}", others)

    def store_copy(self, match: Match) -> Branch:
        """Store a copy of a match as a branch, and compare it with the active one."""
        here, match = self.active, match.fork()
        match.goto(step=match.last_step)
        name = self.unused_name(f"{here.name} as it was")
        marks, predictions = dict(here.marks), dict(here.predictions)
        kept = Branch(
            name, match, marks, predictions, by_itself=True, named=False, clock=here.clock
        )
        branch = self.add_branch(kept)
        branch.store_match()
        branch.release_match()
        self.set_compared(branch)
        return branch

    def start_match(self, match: Match, name: str = "") -> None:
        """Put another match on the active branch. Its current match is kept if it has answers.

        If a name is passed, the match gets a new branch of that name instead. Its clock restarts
        with the same minutes.
        """
        here = self.active
        agreed = here.clock.minutes if here.clock else None
        clock = create_clock(match, agreed)
        if name:
            expected = pop_predictions(match)
            begun = Branch(self.unused_name(name), match, {}, expected, named=False, clock=clock)
            begun.decision = begun.name  # no decision started this branch
            self.activate_branch(self.add_branch(begun))
            return
        if here.match.last_step:
            kept = self.store_copy(here.match)
            upto = f"{branch_title(here)[:MAX_NAME_LENGTH]} up to turn {here.match.last_turn}"
            kept.decision = number_title(upto, self.titles().values())
            here.decision, here.decided = "", None
        here.held, here.marks, here.predictions = match, {}, pop_predictions(match)
        here.clock = clock
        here.ahead_is_kept = here.play_anew = False

    def switch_branch(self, name: str) -> None:
        """Activate another branch. Raise RecordError if it cannot be replayed."""
        self.activate_branch(self.get_branch(name))

    def activate_branch(self, branch: Branch) -> None:
        """Activate a branch, and store the record of the previously active branch."""
        if branch is self.active:
            return
        _ = branch.match  # replay it first, so that an error leaves everything unchanged
        self.active.store_match()
        self.active, branch.stored = branch, None
        others = [name for name in self.recent_names if name != branch.name]
        self.recent_names = [*others, branch.name][-MAX_LOADED:]
        for other in self:
            if other.name not in self.recent_names:
                other.release_match()

    def delete_branch(self, name: str) -> None:
        """Delete an inactive branch."""
        branch = self.get_branch(name)
        if branch is self.active:
            here = short_title(branch)
            raise ClasskitError(f"{here} is on the screen. Switch to another branch first.")
        del self.all[name]
        for other in self:
            other.ahead_is_kept = False

    # --- what the page shows ---------------------------------------------

    def build_rows(
        self, active_rows: Sequence[MetricRowData], viewer: str | None = INSTRUCTOR
    ) -> list[BranchRowsData]:
        """Return all branches, and the rows of those drawn next to the active one."""
        here, folded, titles = self.active.seed_key(), self.folded_names(), self.titles()
        prints = hash_rows(active_rows) if len(self.all) > 1 else []
        return [
            {
                **(
                    {"name": branch.name, "title": "", "from_turn": 0, "rows": []}
                    if branch is self.active or branch.seed_key() != here or branch.name in folded
                    else build_branch_rows(branch, prints, viewer)
                ),
                "title": titles[branch.name],
            }
            for branch in self
        ]


def number_title(title: str, others: Collection[str]) -> str:
    """Return a title. Append a number if the title is taken.

    >>> number_title("B buys", ["B buys", "B buys (2)"])
    'B buys (3)'
    """
    stem, number = title, 2
    while title in others:
        title, number = f"{stem} ({number})", number + 1
    return title


def build_branch_rows(branch: Branch, prints: list[int], viewer: str | None) -> BranchRowsData:
    """Return an inactive branch with its rows from the point where it diverges."""
    rows, own = branch.get_series(viewer)
    same = common_prefix_length(own, prints)
    left = rows[same - 1]["turn"] if same else 0
    return {"name": branch.name, "title": branch.name, "from_turn": left, "rows": rows[same:]}
