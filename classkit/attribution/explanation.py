"""Formatting of a decomposition as text, HTML, and data for a page."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import or_
from typing import TypedDict

from classkit.cell_html import escape_line
from classkit.engine.events import INSTRUCTOR
from classkit.engine.evidence import Evidence, Statement
from classkit.engine.match import Match
from classkit.engine.rulebook_text import humanize_name
from classkit.engine.views import read_viewer

from .contributions import Contribution, ContributionSource
from .decomposition import Decomposition, decompose_metric, has_rounds, to_amount
from .explanation_text import ExplanationWriter
from .metric_windows import rounds_by_turn

MAX_LINES = 40
"""Maximum number of lines listed for a part. The ledger contains the rest."""


class LineShown(TypedDict):
    """A line of a part: its turn, its contribution, and its description."""

    turn: int
    amount: str
    text: str
    rule: str


class EvidenceShown(TypedDict):
    """Numbers of events and ledger rows (:class:`classkit.engine.evidence.Evidence`) as lists."""

    events: list[int]
    transfers: list[int]


class PartShown(TypedDict):
    """A part of a change: its amount with sign and unit, its description, and its lines.

    The amount is empty for events. ``left`` is the number of omitted lines. ``evidence`` contains
    the events and ledger rows behind all lines of the part.
    """

    amount: str
    text: str
    up: bool
    lines: list[LineShown]
    left: int
    evidence: EvidenceShown


class WhyShown(TypedDict):
    """A change and its parts, largest first. ``head`` is the sentence above the parts.

    If the change is not ``split``, the sentence explains why.
    """

    head: str
    parts: list[PartShown]
    split: bool


class Explanation:
    """An explanation of a change, which prints as text and displays as a table in a notebook.

    :meth:`.Match.why` returns explanations.

    Attributes:
        split: The numbers: ``change``, and ``parts`` with ``amount`` and ``lines``.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
        >>> why = m.why("net_worth", "A", since=0)
        >>> sum(part.amount for part in why.split.parts) == why.split.change
        True
    """

    def __init__(self, split: Decomposition, teller: ExplanationWriter) -> None:
        self.split, self.teller = split, teller

    @property
    def data(self) -> WhyShown:
        """The explanation as a data structure of texts."""
        parts = [self.part_data(part) for part in self.split.parts or self.event_parts]
        return WhyShown(head=self.head, parts=parts, split=True)

    @property
    def statements(self) -> list[Statement]:
        """The headline, the sentence for each part, and the evidence for all of them.

        The evidence of the first sentence combines the evidence of all parts.
        """
        told: list[Statement] = []
        for part in self.split.parts or self.event_parts:
            shown, evidence = self.part_data(part), self.teller.find_evidence(self.split, part)
            told.append(Statement(f"{shown['amount']} {shown['text']}".strip(), evidence))
        whole = reduce(or_, (statement.evidence for statement in told), Evidence())
        return [Statement(self.head, whole), *told]

    @property
    def event_parts(self) -> list[Contribution]:
        """The parts for events, which have no amount and did not change the metric."""
        split, turns = self.split, [row["turn"] for row in self.teller.match.history]
        if not split.metric.told_by:
            return []
        told = [
            Contribution("told", str(turn)) for turn in turns if split.since < turn <= split.turn
        ]
        return [part for part in told if self.teller.event_sentences(split, part)]

    @property
    def head(self) -> str:
        """The headline: metric, seat, change and period."""
        split, say = self.split, self.teller.say
        whose = f" of {say.seat(split.seat)}" if split.seat else ""
        if split.part is not None:
            whose += f", {say.part_label(split.part)}"
        label = say.metric_label(split.metric.key, split.metric.label)
        return f"{label}{whose}: {self.change} {self.period}"

    @property
    def change(self) -> str:
        """The amount of the change, or the texts before and after."""
        split, teller = self.split, self.teller
        if split.words is not None:
            say = teller.say
            before, after = (
                say.seats.get(one) or (say.unit(one) if one else "nothing") for one in split.words
            )
            return f"from {before} to {after}" if before != after else f"{after}, no change"
        unit, digits = split.metric.unit, split.digits
        return teller.format_signed(split.change, unit, digits) if split.change else "no change"

    @property
    def period(self) -> str:
        """The period of the change as text, such as "in turn 12"."""
        split, match = self.split, self.teller.match
        turns = [row["turn"] for row in match.history]
        if split.since == split.turn:
            return "at the opening"
        if rounds := self.format_rounds(split.since == turns[0]):
            return rounds
        between = [turn for turn in turns if split.since < turn < split.turn]
        if between:
            opening = split.since == turns[0]
            since = "the opening" if opening else f"the end of turn {split.since}"
            return f"from {since} to turn {split.turn}"
        return f"in turn {split.turn}" if split.whole else "in this turn"

    def format_rounds(self, from_the_opening: bool) -> str:
        """Return the period in rounds, or "" if the change does not cover entire rounds."""
        split, match = self.split, self.teller.match
        if not has_rounds(match):
            return ""
        rounds = rounds_by_turn(match)
        ends = {number: turn for turn, number in rounds.items()}.values()
        if split.turn not in ends or not (from_the_opening or split.since in ends):
            return ""
        first, last = rounds[split.since], rounds[split.turn]
        if last - first < 2 and not (from_the_opening and last > 1):
            return f"in round {last}"
        since = "the opening" if from_the_opening else f"the end of round {first}"
        return f"from {since} to round {last}"

    def part_data(self, part: Contribution) -> PartShown:
        """Return a part and its lines as text."""
        split, lines = self.split, part.lines[:MAX_LINES]
        evidence = self.teller.find_evidence(split, part)
        text = self.teller.describe_part(split, part)
        amount = self.teller.format_signed(part.amount, split.metric.unit, split.digits)
        return PartShown(
            amount=amount if part.amount else "",
            text=f"{text[:1].upper()}{text[1:]}",
            up=part.amount > 0,
            lines=[self.line_data(line) for line in lines],
            left=len(part.lines) - len(lines),
            evidence=EvidenceShown(events=[*evidence.events], transfers=[*evidence.transfers]),
        )

    def line_data(self, line: ContributionSource) -> LineShown:
        """Return a line as text: a ledger row, or a change in value."""
        say, unit, digits = self.teller.say, self.split.metric.unit, self.split.digits
        amount = self.teller.format_signed(to_amount(round(Fraction(line.amount), 4)), unit, digits)
        moved = line.transfer
        if moved is not None:
            thing = say.thing_name(moved.unit) if moved.amount == 1 else ""
            thing = thing or say.format_quantity(moved.amount, moved.unit)
            text = (
                f"{thing} from {say.account(moved.source)} to {say.account(moved.target)} "
                f"({say.reason(moved.reason)})"
            )
            return LineShown(turn=line.turn, amount=amount, text=text, rule=moved.rule)
        thing = say.thing_name(line.unit) or self.format_quantity(line)
        before, after = (
            say.format_quantity(to_amount(round(Fraction(worth), digits)), unit, digits)
            for worth in (line.before, line.after)
        )
        if not line.held:  # the line is a term
            text = f"{say.part_label(line.unit)}: from {before} to {after}"
            return LineShown(turn=line.turn, amount=amount, text=text, rule="")
        each = "" if line.unit in self.teller.match.ledger.titles else " each"
        text = f"{thing}: from {before} to {after}{each}" if line.before else thing
        return LineShown(turn=line.turn, amount=amount, text=text, rule="")

    def format_quantity(self, line: ContributionSource) -> str:
        """Return the quantity held, such as "3 oil", or the name of an item without a unit."""
        say, number = self.teller.say, to_amount(line.held)
        if line.unit not in say.words.units:
            kind, _, thing = line.unit.rpartition(":")
            return f"{humanize_name(kind or thing)}{f': {say.space(thing)}' if kind else ''}"
        return say.format_quantity(abs(number), line.unit)

    def __str__(self) -> str:
        shown = self.data
        return "\n".join(
            [shown["head"], *(f"  {p['amount']}  {p['text']}" for p in shown["parts"])]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the change, its parts and their lines as HTML."""
        shown = self.data
        rows = []
        for part in shown["parts"]:
            lines = "".join(
                f"<li>Turn {line['turn']}: {escape_line(line['amount'])}, "
                f"{escape_line(line['text'])}"
                f"{' ' + escape_line(line['rule']) if line['rule'] else ''}</li>"
                for line in part["lines"]
            )
            left = f"<li>and {part['left']:,} more lines</li>" if part["left"] else ""
            behind = (
                f"<details><summary>{escape_line(part['text'])}</summary><ul>{lines}{left}</ul>"
            )
            rows.append(
                '<tr><td style="text-align: right; vertical-align: top; white-space: nowrap">'
                f'{escape_line(part["amount"])}</td><td style="text-align: left">{behind}</details>'
                "</td></tr>"
            )
        body = f"<table><tbody>{''.join(rows)}</tbody></table>" if rows else ""
        return f"<div><p><strong>{escape_line(shown['head'])}</strong></p>{body}</div>"


def explain_change(
    match: Match,
    figure: str,
    seat: str | None = None,
    turn: int | None = None,
    since: int | None = None,
    seen_as: str | None = INSTRUCTOR,
    part: str | None = None,
) -> Explanation:
    """Explain why a metric has changed. This implements :meth:`Match.why`."""
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
    if seat is not None:
        seat = match.check_seat(seat)
    split = decompose_metric(match, figure, seat, turn, since, viewer, part)
    return Explanation(split, ExplanationWriter(match, match.say(), viewer))
