"""A split as it is shown: as text, in a notebook, and as data for a page."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict

from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.views import read_viewer
from classkit.engine.words import as_html, plain_words

from .parts import Line, Part
from .split import Split, counts_rounds, plain, split_of
from .windows import rounds_of
from .words import Teller

MOST_LINES = 40
"""The most lines shown behind one part; the ledger has the rest."""


class LineShown(TypedDict):
    """A line behind a part: in which turn, what it contributed, and what it was, in words."""

    turn: int
    amount: str
    text: str
    rule: str


class PartShown(TypedDict):
    """A part of a change: its amount with sign and unit, what it is, and the lines behind it.

    The amount is empty where nothing is counted. ``left`` counts the lines that are left
    out.
    """

    amount: str
    text: str
    up: bool
    lines: list[LineShown]
    left: int


class WhyShown(TypedDict):
    """A change and its parts, the largest first: ``head`` says whose figure changed by how much.

    It may also say why it is not ``split``.
    """

    head: str
    parts: list[PartShown]
    split: bool


class Why:
    """Why a figure has changed: text when printed, a table in a notebook.

    ``split`` has it as numbers: ``change``, and ``parts`` with their ``amount`` and ``lines``.
    """

    def __init__(self, split: Split, teller: Teller) -> None:
        self.split, self.teller = split, teller

    @property
    def shown(self) -> WhyShown:
        """The split in words, as data."""
        parts = [self.part(part) for part in self.split.parts or self.happened]
        return WhyShown(head=self.head, parts=parts, split=True)

    @property
    def happened(self) -> list[Part]:
        """What events tell of a figure that they have not changed: parts without an amount."""
        split, turns = self.split, [row["turn"] for row in self.teller.match.history]
        if not split.metric.told_by:
            return []
        told = [Part("told", str(turn)) for turn in turns if split.since < turn <= split.turn]
        return [part for part in told if self.teller.tells(split, part)]

    @property
    def head(self) -> str:
        """Whose figure changed by how much, and in which turn: the sentence above the parts."""
        split, say = self.split, self.teller.say
        whose = f" of {say.seat(split.seat)}" if split.seat else ""
        if split.part is not None:
            whose += f", {say.part(split.part)}"
        return f"{split.metric.label}{whose}: {self.change} {self.when}"

    @property
    def change(self) -> str:
        """By how much the figure changed, or from what to what where it is in words."""
        split, teller = self.split, self.teller
        if split.words is not None:
            seats = teller.say.seats
            before, after = (seats.get(one, one) or "nothing" for one in split.words)
            return f"from {before} to {after}" if before != after else f"{after}, no change"
        unit, digits = split.metric.unit, split.digits
        return teller.signed(split.change, unit, digits) if split.change else "no change"

    @property
    def when(self) -> str:
        """The time of the change in words: "in turn 12", "from the opening to round 5"."""
        split, match = self.split, self.teller.match
        turns = [row["turn"] for row in match.history]
        if split.since == split.turn:
            return "at the opening"
        if rounds := self.in_rounds(split.since == turns[0]):
            return rounds
        between = [turn for turn in turns if split.since < turn < split.turn]
        if between:
            opening = split.since == turns[0]
            since = "the opening" if opening else f"the end of turn {split.since}"
            return f"from {since} to turn {split.turn}"
        return f"in turn {split.turn}" if split.whole else "in this turn"

    def in_rounds(self, from_the_opening: bool) -> str:
        """Return the time in words as whole rounds; "" where the page counts no rounds.

        It is "" too where the change does not begin and end with a round.
        """
        split, match = self.split, self.teller.match
        if not counts_rounds(match):
            return ""
        rounds = rounds_of(match)
        ends = {number: turn for turn, number in rounds.items()}.values()
        if split.turn not in ends or not (from_the_opening or split.since in ends):
            return ""
        first, last = rounds[split.since], rounds[split.turn]
        if last - first < 2 and not (from_the_opening and last > 1):
            return f"in round {last}"
        since = "the opening" if from_the_opening else f"the end of round {first}"
        return f"from {since} to round {last}"

    def part(self, part: Part) -> PartShown:
        """Return a part in words, with the lines behind it."""
        split, lines = self.split, part.lines[:MOST_LINES]
        text = self.teller.part(split, part)
        amount = self.teller.signed(part.amount, split.metric.unit, split.digits)
        return PartShown(
            amount=amount if part.amount else "",
            text=f"{text[:1].upper()}{text[1:]}",
            up=part.amount > 0,
            lines=[self.line(line) for line in lines],
            left=len(part.lines) - len(lines),
        )

    def line(self, line: Line) -> LineShown:
        """Return a line behind a part in words: a row of the ledger, or a change of worth."""
        say, unit, digits = self.teller.say, self.split.metric.unit, self.split.digits
        amount = self.teller.signed(plain(round(Fraction(line.amount), 4)), unit, digits)
        moved = line.transfer
        if moved is not None:
            thing = say.thing(moved.unit) if moved.amount == 1 else ""
            thing = thing or say.quantity(moved.amount, moved.unit)
            text = (
                f"{thing} from {say.account(moved.source)} to {say.account(moved.target)} "
                f"({say.reason(moved.reason)})"
            )
            return LineShown(turn=line.turn, amount=amount, text=text, rule=moved.rule)
        thing = say.thing(line.unit) or self.counted(line)
        before, after = (
            say.quantity(plain(round(Fraction(worth), digits)), unit, digits)
            for worth in (line.before, line.after)
        )
        if not line.held:  # a term
            text = f"{say.part(line.unit)}: from {before} to {after}"
            return LineShown(turn=line.turn, amount=amount, text=text, rule="")
        each = "" if line.unit in self.teller.match.ledger.titles else " each"
        text = f"{thing}: from {before} to {after}{each}" if line.before else thing
        return LineShown(turn=line.turn, amount=amount, text=text, rule="")

    def counted(self, line: Line) -> str:
        """Return the quantity held, such as "3 oil", or the name of a thing that has no unit."""
        say, number = self.teller.say, plain(line.held)
        if line.unit not in say.words.units:
            kind, _, thing = line.unit.rpartition(":")
            return f"{plain_words(kind or thing)}{f': {say.space(thing)}' if kind else ''}"
        return say.quantity(abs(number), line.unit)

    def __str__(self) -> str:
        shown = self.shown
        return "\n".join(
            [shown["head"], *(f"  {p['amount']}  {p['text']}" for p in shown["parts"])]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Show a notebook the change and its parts, each with the lines of the ledger behind it."""
        shown = self.shown
        rows = []
        for part in shown["parts"]:
            lines = "".join(
                f"<li>Turn {line['turn']}: {as_html(line['amount'])}, {as_html(line['text'])}"
                f"{' ' + as_html(line['rule']) if line['rule'] else ''}</li>"
                for line in part["lines"]
            )
            left = f"<li>and {part['left']:,} more lines</li>" if part["left"] else ""
            behind = f"<details><summary>{as_html(part['text'])}</summary><ul>{lines}{left}</ul>"
            rows.append(
                '<tr><td style="text-align: right; vertical-align: top; white-space: nowrap">'
                f'{as_html(part["amount"])}</td><td style="text-align: left">{behind}</details>'
                "</td></tr>"
            )
        body = f"<table><tbody>{''.join(rows)}</tbody></table>" if rows else ""
        return f"<div><p><strong>{as_html(shown['head'])}</strong></p>{body}</div>"


def why(
    match: Match,
    figure: str,
    seat: str | None = None,
    turn: int | None = None,
    since: int | None = None,
    seen_as: str | None = INSTRUCTOR,
    part: str | None = None,
) -> Why:
    """Return why a figure has changed; this is :meth:`Match.why`."""
    viewer = read_viewer(seen_as, match.seats, match.names)
    if seat is not None:
        seat = match.known_seat(seat)
    split = split_of(match, figure, seat, turn, since, viewer, part)
    return Why(split, Teller(match, match.say(), viewer))
