"""Turning points of a match: lasting changes of the lead, and their causes.

A seat's lead over its best rival rises and falls. The lasting part of a rise is the part that is
never lost again. Turning points are the winner's largest lasting rises and the largest lasting
falls of other leaders. The winner's largest lasting gain, the moment in which the winner took the
lead for good, and each bar that cost another seat first place are always included, and their
sentences are never truncated.

A turning point is not necessarily decisive. Use :func:`classkit.study.weigh_turning_point` to
compute whether the match would have ended differently without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from classkit.engine.decisions import Seat
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match
from classkit.engine.metrics import failed_metrics
from classkit.engine.rulebook_text import TextFormatter

from .bar_causes import BarCause, find_bar_cause
from .contributions import Amount
from .decomposition import (
    Decomposition,
    decompose_metric,
    has_rounds,
    to_amount,
    to_fraction,
)
from .explanation_text import ExplanationWriter
from .moment_evidence import collect_evidence
from .race_series import (
    LeadChange,
    RaceSeries,
    build_races,
    find_lead_start,
    max_gains,
    max_own_gain,
    score_contenders,
    score_losses,
)

MAX_POINTS, MAX_PER_RACE = 3, 2
"""Maximum number of turning points in a match with one race, and per race if there are several."""
MIN_RIVAL_SHARE = Fraction(1, 10)
"""Minimum size of a rival's change, as a share, for the change to be mentioned."""
CONTENDERS_TEXT = "of the players who can still win"
"""Suffix after a lead if a seat that is barred from winning has a higher score."""
MAX_TEXT, MAX_SHORT_TEXT = 240, 120
"""Length in characters above which a sentence, or its short form, names fewer causes. Neither is
truncated.
"""
PointKind: TypeAlias = Literal["gain", "ahead", "lead", "loss", "bar", "growth", "course"]
KIND_LABELS: Mapping[PointKind, str] = {
    "gain": "largest lasting gain",
    "ahead": "largest lasting rise of the lead",
}
"""Labels of turning points on a page, for kinds that their sentences do not mention."""


class TurningPoint(NamedTuple):
    """A moment that changed a race for good.

    Args:
        turn: Last turn of the moment.
        seat: Seat whose metric changed, or an empty string for a metric of the table.
        figure: Key of the metric.
        change: Change of the metric.
        score: Value of the metric after the change.
        lasting: Part of the change relative to the best rival that was never lost again.
        text: The sentence.
        split: Decomposition of the change, or None.
        since: Last turn before the moment.
        kind: "gain" for the winner's largest lasting gain, "ahead" for the largest lasting rise of
            its lead, if that is another moment, "lead" for the moment in which the lead was taken
            for good, "loss" for another lasting change of the lead, "bar" for a seat that could no
            longer win, "growth" for the cause of an ending without a winner, and "course" for a
            sentence about the whole race.
        race: Title of the race if the match has several, else "".
        evidence: The events and ledger rows of the moment that the sentence is about.
        head: Start of the sentence with the seat and its gain or loss, without a full stop, or an
            empty string for other sentences.
        rest: Text after the head in the short form of the sentence.
    """

    turn: int
    seat: Seat
    figure: str
    change: Amount
    score: Amount
    lasting: Amount
    text: str
    split: Decomposition | None = None
    since: int = 0
    kind: PointKind = "loss"
    race: str = ""
    evidence: Evidence = Evidence()
    head: str = ""
    rest: str = ""


def turning_points(match: Match, say: TextFormatter, viewer: str | None) -> list[TurningPoint]:
    """Return the turning points of a finished match that a viewer may see, in order.

    Points that are always included may exceed the maximum: see :func:`seat_points`.
    """
    undone = match.game.collapse_metrics(match.table)
    if undone and not failed_metrics(match.history).keys() & {*undone}:
        return collapse_points(match, ExplanationWriter(match, say, viewer), *undone)
    races = build_races(match, viewer)
    teller, most = (
        ExplanationWriter(match, say, viewer),
        MAX_POINTS if len(races) == 1 else MAX_PER_RACE,
    )
    out = barred_leaders(races)
    found = [make_bar_point(at, seat, of, match, teller) for (at, seat), of in out.items()]
    for race in races:
        told = [at for (at, _), of in out.items() if any(race is one for one in of)]
        found += seat_points(race, match, teller, most, told)
    return sorted(found, key=lambda point: (point.turn, point.evidence.events[-1:]))


# --- construction of points ---------------------------------


def seat_points(
    race: RaceSeries, match: Match, teller: ExplanationWriter, most: int, barred: Sequence[int]
) -> list[TurningPoint]:
    """Return the turning points of a race, at most one per moment.

    The moment in which the first seat took the lead for good, and its largest lasting gains, are
    always included, with the amount of the gain. Other points are added by lasting amount, up to
    ``most``. ``barred`` contains the moments of bars that are reported separately: each counts
    towards ``most``, and its text mentions if it gave the first seat the lead.
    """
    lead, most = find_lead_start(race), most - len(barred)
    long = lead is not None and lead <= 1
    gains = race.gains
    moved = sorted([*gains, *score_losses(race)], key=lambda one: (-one.lasting, one.at))
    chosen: dict[int, LeadChange] = {}
    labels: dict[int, PointKind] = {one.at: "ahead" for one in max_gains(race)}
    if (largest := find_max_gain(race, list(labels))) is not None:
        labels[largest] = "gain"
    if lead is not None and not long and lead not in barred:
        labels.setdefault(lead, "lead")
    for at in labels:
        same = [one for one in gains if one.at == at]
        if not same:
            both = score_contenders(race, race.first_seats[0], at)
            same = [LeadChange(at, *both, Fraction(0))]
        chosen[at] = max(same, key=lambda one: one.lasting)
    for one in moved:
        if len(chosen) < most and one.at not in barred:
            chosen.setdefault(one.at, one)
    starts = None if long or lead in barred else lead
    found = [
        make_turning_point(race, one, match, teller, starts, labels.get(one.at, "loss"))
        for one in chosen.values()
    ]
    if lead is not None and long:
        found.append(make_long_lead(race, teller))
    return found if found or lead in barred else [make_no_lead(race, teller)]


def find_max_gain(race: RaceSeries, told: Sequence[int]) -> int | None:
    """Return the moment of the largest lasting gain of the first seat, or None.

    Among equal gains, a moment that is already in ``told`` has priority.
    """
    own = max_own_gain(race)
    if own is None:
        return None
    course = [score[own.seat] for score in race.scores]
    changes = {at: course[at] - course[at - 1] for at in (own.at, *told)}
    return max(changes, key=lambda at: (changes[at], at in told))


def make_turning_point(
    race: RaceSeries,
    one: LeadChange,
    match: Match,
    teller: ExplanationWriter,
    lead: int | None,
    kind: PointKind,
) -> TurningPoint:
    """Create a turning point with the change, its causes and its effect on the lead.

    A rival with a negligible change is omitted. If the point is about a gain of the first seat,
    that seat is always mentioned.
    """
    turn, before, after = race.moments[one.at], race.scores[one.at - 1], race.scores[one.at]
    since = race.moments[one.at - 1]
    split = decompose_metric(match, race.metric.key, one.seat, turn, since, teller.viewer)
    own, unit = after[one.seat] - before[one.seat], race.metric.unit
    told = f"{format_change(teller, one.seat, own, unit)}{race_suffix(race)}"
    leads = f" {format_lead_start(race, teller, one.at)}" if one.at == lead else ""
    seats, besides, needed = [one.seat], "", False
    if one.other is not None:
        theirs = after[one.other] - before[one.other]
        needed = kind in ("gain", "ahead") and one.other in race.first_seats
        if needed or abs(theirs) >= MIN_RIVAL_SHARE * abs(own):
            also = " also" if own * theirs > 0 else ""
            other = format_change(teller, one.other, theirs, unit, also)
            besides, seats = f" {other}{race_suffix(race)}.", [one.seat, one.other]
    few, many = (f"{told}{teller.describe_causes(split, most)}." for most in (1, 2))
    tries = [f"{many}{besides}", f"{few}{besides}", few]
    if needed:
        tries.pop()
    text = next((one for one in tries if len(one) + len(leads) < MAX_TEXT), tries[-1])
    short = next((one for one in tries if len(one) + len(leads) < MAX_SHORT_TEXT), few)
    return TurningPoint(
        turn, one.seat, race.metric.key,
        to_amount(own), to_amount(after[one.seat]), to_amount(one.lasting),
        f"{text}{leads}", split, since, kind, race.title,
        collect_evidence(match, seats, since, turn, teller.viewer, split),
        told, f"{short.removeprefix(told)}{leads}",
    )  # fmt: skip


def format_lead_start(race: RaceSeries, teller: ExplanationWriter, at: int, where: str = "") -> str:
    """Return a sentence stating that the first seat leads from a moment on.

    ``where`` names the race.
    """
    is_passed = race.is_passed(race.first_seats[0], at)
    until = "from here to the end"
    if at == len(race.moments) - 1:
        until = "at the end"
    elif has_rounds(teller.match):
        until = "at the end of each round from here on"
    if not is_passed:
        return f"{format_lead(race, teller, at)}{where} {until}."
    among = f"{CONTENDERS_TEXT[:1].upper()}{CONTENDERS_TEXT[1:]}"
    if until == "at the end":
        return f"{among}, {teller.say.seat(race.first_seats[0])} finishes first{where}."
    return f"{among}, {format_lead(race, teller, at)}{where} {until}."


def format_lead(race: RaceSeries, teller: ExplanationWriter, at: int) -> str:
    """Return a clause stating that the first seat leads, or shares the lead, from a moment on."""
    first = race.first_seats[0]
    shares = " or shares the lead" if min(race.leads[first][at:]) == 0 else ""
    return f"{teller.say.seat(first)} leads{shares}"


def format_change(
    teller: ExplanationWriter, seat: Seat, change: Fraction, unit: str, also: str = ""
) -> str:
    """Return a clause about a gain or loss. ``also`` precedes the verb."""
    name, verb = teller.say.seat(seat), "gains" if change > 0 else "loses"
    if not change:
        return f"{name} neither gains nor loses"
    return f"{name}{also} {verb} {teller.format_quantity(to_amount(abs(change)), unit)}"


def race_suffix(race: RaceSeries) -> str:
    """Return " in" and the name of a race, to end a sentence, or "" if there is only one race."""
    return f" in {race.title}" if race.title else ""


def make_long_lead(race: RaceSeries, teller: ExplanationWriter) -> TurningPoint:
    """Return the turning point of a race that one seat led from the first moment."""
    first, turn, passed = (
        race.first_seats[0],
        race.moments[1],
        race.is_passed(race.first_seats[0], 1),
    )
    among = f" {CONTENDERS_TEXT}" if passed else ""
    every = list(race.scores[0])
    begun = 0 if race.leads[first][0] > 0 and not has_rounds(teller.match) else 1
    margin = min(
        race.get_lead(first, at, race.list_rivals(at) if passed else every)
        for at in range(begun, len(race.moments))
    )
    never = f", never by less than {teller.format_quantity(to_amount(margin), race.metric.unit)}"
    until = f"from {f'turn {turn}' if begun else 'the beginning'} to the end"
    if has_rounds(teller.match):
        until = "at the end of each round"
    told = f"{until}{among}{never if margin else ''}"
    text = f"{format_lead(race, teller, 1)}{race_suffix(race)} {told}."
    score = to_amount(race.scores[1][first])
    return TurningPoint(
        turn, first, race.metric.key, 0, score, 0, text, None, race.moments[0], "course", race.title
    )


def make_no_lead(race: RaceSeries, teller: ExplanationWriter) -> TurningPoint:
    """Return the turning point of a race without lasting gains."""
    first = teller.say.format_list([teller.say.seat(seat) for seat in race.first_seats])
    text = f"Nobody takes a lasting lead{race_suffix(race)}: the race is open to the end."
    if len(race.first_seats) > 1:
        text = f"{first} are tied at the end{race_suffix(race)}. Nobody takes a lasting lead."
    if not race.first_seats:
        text = f"Nobody is first at the end{race_suffix(race)}."
    seat = race.lines[0].seat
    score, last = to_amount(race.scores[-1][seat]), race.moments[-1]
    return TurningPoint(
        last, seat, race.metric.key, 0, score, 0, text, None, race.moments[-2], "course", race.title
    )


def barred_leaders(races: Sequence[RaceSeries]) -> dict[tuple[int, Seat], list[RaceSeries]]:
    """Return the races that barred seats might have won, by the moment of the bar and the seat.

    A barred seat is included if its score reaches the score of the first seat at the end. It is
    also included if its bar gave the first seat the lead for good, because the lead would otherwise
    have been taken at another moment.
    """
    found: dict[tuple[int, Seat], list[RaceSeries]] = {}
    for race in races:
        scores, lead = race.scores[-1], find_lead_start(race)
        best = max(scores[seat] for seat in race.first_seats or scores)
        for seat, since in race.barred.items():
            others = {one: bar for one, bar in race.barred.items() if one != seat}
            gave = 0 < since.at == lead != find_lead_start(replace(race, barred=others))
            if scores[seat] >= best or gave:
                found.setdefault((since.at, seat), []).append(race)
    return found


def make_bar_point(
    at: int, seat: Seat, races: Sequence[RaceSeries], match: Match, teller: ExplanationWriter
) -> TurningPoint:
    """Return the turning point after which a seat was barred from first place until the end."""
    race, name = races[0], teller.say.seat(seat)
    since, turn = race.moments[max(at - 1, 0)], race.moments[at]
    change = race.scores[at][seat] - race.scores[max(at - 1, 0)][seat]
    has = [
        f"{teller.format_quantity(to_amount(one.scores[-1][seat]), one.metric.unit)}"
        f"{race_suffix(one)}"
           for one in races]  # fmt: skip
    cause = find_bar_cause(match, seat, since, turn, teller.viewer) if at else BarCause()
    why = cause.why or race.barred[seat].why
    best = [max(one.scores[-1][won] for won in one.first_seats or one.scores[-1]) for one in races]
    is_best = all(one.scores[-1][seat] >= score for one, score in zip(races, best, strict=True))
    end = ", despite finishing with" if is_best else " and finishes with"
    text = f"{name} {why}{end} {teller.say.format_list(has)}."
    if cause.event and (story := teller.say.event_sentence(cause.event)):
        told = text.removeprefix(f"{name} {why}")  # the event already contains the reason
        text = f"{story} {name} therefore {why.partition(' and ')[2] or why}{told}"
    for one in races:
        if at == find_lead_start(one):
            text += f" {format_lead_start(one, teller, at, race_suffix(one))}"
    split = None
    if change:
        split = decompose_metric(match, race.metric.key, seat, turn, since, teller.viewer)
    now = to_amount(race.scores[at][seat])
    return TurningPoint(
        turn, seat, race.metric.key, to_amount(change), now, 0, text, split, since, "bar",
        race.title, cause.evidence,
    )  # fmt: skip


def collapse_points(
    match: Match, teller: ExplanationWriter, grew: str, lost: str
) -> list[TurningPoint]:
    """Return the turning points of a match without a winner.

    These are the turns in which the metric ``grew`` grew most. Each text lists the events that made
    it grow, and the largest loss in the metric ``lost``.
    """
    viewer, turns = teller.viewer, [row["turn"] for row in match.history]
    whole = decompose_metric(match, grew, None, turns[-1], turns[0], viewer)
    largest = sorted(
        (part for part in whole.parts if part.amount > 0), key=lambda part: -part.amount
    )
    found = []
    for turn in sorted(int(part.name) for part in largest[:MAX_POINTS]):
        since = turns[turns.index(turn) - 1]
        split = decompose_metric(match, grew, None, turn, since, viewer)
        text = f"{teller.event_sentence(split, split.parts[0])}."
        brief = f"{text.partition('. ')[0].removesuffix('.')}."
        paid = decompose_metric(match, lost, None, turn, since, viewer)
        costs = [part for part in paid.parts if part.amount < 0]
        if worst := min(costs, key=lambda part: part.amount, default=None):
            amount = teller.format_quantity(
                to_amount(abs(to_fraction(worst.amount))), paid.metric.unit
            )
            cost = f" The largest loss: {teller.describe_part(paid, worst)}, {amount}."
            text, brief = text + cost, brief + cost
        found.append(
            TurningPoint(
                turn, "", grew, split.change, split.after, split.change, text, split, since,
                "growth", evidence=collect_evidence(match, (), since, turn, viewer, split, paid),
                rest=brief,
            )
        )  # fmt: skip
    return found
