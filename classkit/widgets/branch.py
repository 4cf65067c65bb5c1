"""Branch of a match: one line of play with its bookmarks, predictions and title."""

from __future__ import annotations

from dataclasses import dataclass, field

from classkit.charts.chart_types import PredictionData
from classkit.engine.errors import ClasskitError
from classkit.engine.events import MAX_NAME_LENGTH
from classkit.engine.match import Match
from classkit.engine.seats import read_name

from .match_clock import MatchClock
from .stored_branch import EMPTY_SERIES, BranchSeries, StoredBranch, build_series
from .wire_types import BookmarkData

MAIN_NAME = "Main"
"""Name of the first branch of a table."""

MAX_BOOKMARKS = 50


@dataclass(slots=True, eq=False)
class Branch:
    """One line of play.

    ``held`` is its match while in memory; ``stored`` is its record while the branch is inactive. At
    least one of the two is set. ``by_itself`` is true if the branch was kept automatically.
    """

    name: str
    held: Match | None
    marks: dict[int, str] = field(default_factory=dict)
    predictions: dict[str, PredictionData] = field(default_factory=dict)
    """Questions about charts and the class's predictions, by chart."""
    by_itself: bool = False
    named: bool = True
    """Whether a person named it. The title of an unnamed branch is its decision."""
    decision: str = ""
    """The first decision that differs from another branch, in words: "B buys"."""
    decided: int | None = None
    """The step of that decision, or None if it is unknown."""
    ahead_is_kept: bool = False
    """True after a fork if another branch keeps the recorded answers of this one."""
    play_anew: bool = False
    """True if Step ignores recorded answers, because a seat has changed hands."""
    stored: StoredBranch | None = None
    clock: MatchClock | None = None
    """Its clock, or None. It runs only while the branch is active."""

    @property
    def match(self) -> Match:
        """Its match, which is replayed if it is not in memory."""
        if self.held is None:
            assert self.stored is not None, "a branch is held or stored"
            self.held = self.stored.replay_match()
        return self.held

    def store_match(self) -> None:
        """Store the record of the branch while another branch is active."""
        try:
            self.stored = StoredBranch.from_match(self.match)
        except ClasskitError:  # too long for a record: the match stays in memory
            self.stored = None

    def release_match(self) -> None:
        """Drop the match from memory, if it can be replayed."""
        if self.stored is not None:
            self.held = None

    def seed_key(self) -> tuple[str, int, int]:
        """Return the game's name, the number of seats and the seed. The record is not replayed.

        Two branches can share charts only if these are equal.

        >>> import classkit
        >>> match = classkit.new("poleconomy", seats=3, seed=7)
        >>> Branch("Main", match).seed_key()
        ('poleconomy', 3, 7)
        """
        if self.stored is not None:
            return self.stored.seed_key
        return self.match.game.name, len(self.match.seats), self.match.seed

    def get_series(self, viewer: str | None) -> BranchSeries:
        """Return the branch's chart rows, to compare it with another branch."""
        if self.stored is None:
            return build_series(self.match, viewer)
        if self.stored.get_series(viewer) is None:
            self.stored = self.stored.with_series()
        return self.stored.get_series(viewer) or EMPTY_SERIES

    @property
    def is_permanent(self) -> bool:
        """True if only a person can drop the branch, because it is named or has bookmarks."""
        return (self.named and not self.by_itself) or bool(self.marks)

    @property
    def is_superseded(self) -> bool:
        """True if the branch was kept automatically and has no bookmarks."""
        return self.by_itself and not self.marks

    def keeps_decision(self, step: int) -> bool:
        """Return whether the title's decision was made before ``step``, so that it stays valid.

        Branches of earlier releases, which do not store the step, keep their title.
        """
        return bool(self.decision) and (self.decided is None or self.decided < step)

    def add_bookmark(self, turn: int, label: str) -> None:
        """Bookmark a turn, replacing an existing bookmark there."""
        if len(self.marks) >= MAX_BOOKMARKS and turn not in self.marks:
            raise ClasskitError(
                f"You have reached the limit of {MAX_BOOKMARKS} bookmarks. Remove one first."
            )
        self.marks[turn] = read_name(label)

    def set_prediction(self, chart: str, asked: PredictionData | None) -> None:
        """Set a chart's question and predictions. None deletes them."""
        others = {key: other for key, other in self.predictions.items() if key != chart}
        self.predictions = others if asked is None else {**others, chart: asked}

    def visible_bookmarks(self) -> list[BookmarkData]:
        """Return the bookmarks up to the last recorded turn, in order."""
        last = self.match.last_turn
        return [{"turn": turn, "label": label}
                for turn, label in sorted(self.marks.items()) if turn <= last]  # fmt: skip


def branch_title(branch: Branch) -> str:
    """Return the title of a branch: its name, its decision, or both for the first branch."""
    if branch.name == MAIN_NAME and branch.decision:
        return f"{MAIN_NAME}: {branch.decision}"
    return branch.name if branch.named or not branch.decision else branch.decision


def short_title(branch: Branch) -> str:
    """Return a branch's title for use in a sentence.

    For the first branch, this is only its name.
    """
    return MAIN_NAME if branch.name == MAIN_NAME else branch_title(branch)


def quote_decision(branch: Branch, deed: str) -> str:
    """Return a decision in quotes, followed by the title of the branch if that is different.

    >>> import classkit
    >>> match = classkit.new("poleconomy", seats=3, seed=7)
    >>> one = Branch("Branch 1", match, named=False, decision="B buys")
    >>> quote_decision(one, "B buys"), quote_decision(one, "C passes")
    ('“B buys”', '“C passes” (B buys)')
    """
    if not branch.decision or branch.decision == deed[:MAX_NAME_LENGTH]:
        return f"“{deed}”"
    return f"“{deed}” ({short_title(branch)})"
