"""A branch: one line of a class's play, with its bookmarks, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass, field

from classkit.charts.shapes import Prediction
from classkit.engine.errors import ClasskitError
from classkit.engine.log import LONGEST_NAME
from classkit.engine.match import Match
from classkit.engine.words import read_name

from .clock import MatchClock
from .shapes import Mark
from .stored_branch import NOTHING, Course, StoredBranch, course_of

FIRST = "Main"
"""The branch with which a table begins."""

MOST_MARKS = 50


@dataclass(slots=True, eq=False)
class Branch:
    """One line of play. ``by_itself``: kept without being asked for.

    ``held`` is its match where that is at hand, ``stored`` what is kept of it while it is not on
    the screen; it has one of them at least.
    """

    name: str
    held: Match | None
    marks: dict[int, str] = field(default_factory=dict)
    predictions: dict[str, Prediction] = field(default_factory=dict)
    """What the class was asked about charts, and what it expects, by chart."""
    by_itself: bool = False
    named: bool = True
    """Whether somebody has named it. One without a name is called by its decision, and gives way
    where there is no room.
    """
    decision: str = ""
    """What was decided in it where it first parted from another branch, in words: "B buys"."""
    decided: int | None = None
    """The step of that decision; None where it is not known."""
    ahead_is_kept: bool = False
    """True if another branch has what lies ahead of this one: from a fork to the next answer."""
    play_anew: bool = False
    """True if Step plays rather than repeats what lies ahead: a seat has changed hands since."""
    stored: StoredBranch | None = None
    clock: MatchClock | None = None
    """Its clock of minutes, which runs while it is on the screen; None where it has none."""

    @property
    def match(self) -> Match:
        """Its match; one that is not at hand is played again."""
        if self.held is None:
            assert self.stored is not None, "a branch is held or stored"
            self.held = self.stored.play_again()
        return self.held

    def leave(self) -> None:
        """Store what is needed of the branch while another one is on the screen."""
        try:
            self.stored = StoredBranch.of(self.match)
        except ClasskitError:  # longer than a record may be: it stays at hand
            self.stored = None

    def rest(self) -> None:
        """Drop the match from memory, if it can be replayed."""
        if self.stored is not None:
            self.held = None

    def luck(self) -> tuple[str, int, int]:
        """Return its game by name, how many seats it has, and its seed; nothing is played for that.

        Two branches can be drawn on the same charts where these are the same: with other luck they
        are other matches.

        >>> import classkit
        >>> match = classkit.new("poleconomy", seats=3, seed=7)
        >>> Branch("Main", match).luck()
        ('poleconomy', 3, 7)
        """
        if self.stored is not None:
            return self.stored.luck
        return self.match.game.name, len(self.match.seats), self.match.seed

    def course(self, viewer: str | None) -> Course:
        """Return what charts draw of it beside another branch."""
        if self.stored is None:
            return course_of(self.match, viewer)
        if self.stored.course(viewer) is None:
            self.stored = self.stored.with_courses()
        return self.stored.course(viewer) or NOTHING

    @property
    def stays(self) -> bool:
        """Whether only a person drops the branch: it has bookmarks, or a name they gave it."""
        return (self.named and not self.by_itself) or bool(self.marks)

    @property
    def is_earlier(self) -> bool:
        """Whether a new answer or a new beginning has cut it off, and nobody has asked for it."""
        return self.by_itself and not self.marks

    def has_decided_by(self, step: int) -> bool:
        """Return whether what it is called by was decided before a step, and so stays true of it.

        Of a branch from an earlier release that is not known: it keeps what it is called.
        """
        return bool(self.decision) and (self.decided is None or self.decided < step)

    def mark(self, turn: int, label: str) -> None:
        """Bookmark a turn; a second bookmark there replaces the first."""
        if len(self.marks) >= MOST_MARKS and turn not in self.marks:
            raise ClasskitError(f"{MOST_MARKS} bookmarks are the most: remove one first.")
        self.marks[turn] = read_name(label)

    def expect(self, chart: str, asked: Prediction | None) -> None:
        """Note what is asked and expected of a chart; None puts it away."""
        others = {key: other for key, other in self.predictions.items() if key != chart}
        self.predictions = others if asked is None else {**others, chart: asked}

    def plain_marks(self) -> list[Mark]:
        """Return the bookmarks up to the last turn there is, in order."""
        last = self.match.last_turn
        return [{"turn": turn, "label": label}
                for turn, label in sorted(self.marks.items()) if turn <= last]  # fmt: skip


def called(branch: Branch) -> str:
    """Return what a branch is called: its name, its decision, or both of the first branch."""
    if branch.name == FIRST and branch.decision:
        return f"{FIRST}: {branch.decision}"
    return branch.name if branch.named or not branch.decision else branch.decision


def called_in_short(branch: Branch) -> str:
    """Return what a branch is called within a sentence: the first one by its name alone."""
    return FIRST if branch.name == FIRST else called(branch)


def quoted(branch: Branch, deed: str) -> str:
    """Return a decision of a branch in quotes; with the branch where another made its name.

    >>> import classkit
    >>> match = classkit.new("poleconomy", seats=3, seed=7)
    >>> one = Branch("Branch 1", match, named=False, decision="B buys")
    >>> quoted(one, "B buys"), quoted(one, "C passes")
    ('“B buys”', '“C passes” (B buys)')
    """
    if not branch.decision or branch.decision == deed[:LONGEST_NAME]:
        return f"“{deed}”"
    return f"“{deed}” ({called_in_short(branch)})"
