"""Turning points of a match: lasting changes of the lead, and their causes.

The lead of a seat over its best rival rises and falls; the lasting part of a rise is what was never
lost again. The winner's largest lasting rises and the largest lasting falls of other leaders are
turning points. The moment in which the lead was taken for good is always included.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.match import Match
from classkit.engine.metrics import failed_metrics
from classkit.engine.rulebook_text import TextFormatter

from .contributions import Amount
from .decomposition import Decomposition, decompose_metric, to_amount, to_fraction
from .explanation_text import ExplanationWriter, visible_events
from .race_series import (
    LeadChange,
    RaceSeries,
    build_races,
    find_lead_start,
    max_gains,
    score_contenders,
    score_gains,
    score_losses,
)

MAX_POINTS, MAX_PER_RACE = 3, 2
"""The most turning points of a match with one race, and of each race where there are several."""
MIN_RIVAL_SHARE = Fraction(1, 10)
"""Minimum size of a rival's change, as a share, to be mentioned too."""
CONTENDER_SUFFIX = " among those that can win"
"""Suffix after a lead if a seat that is barred from winning has more."""
MAX_TEXT = 240
"""Maximum number of characters of a sentence, which is cut after a word."""


class TurningPoint(NamedTuple):
    """A moment that changed a race for good.

    Args:
        turn: Last turn of the moment.
        seat: Seat that moved; empty for a metric of the table.
        figure: Key of the metric.
        change: Its change.
        score: Its value afterwards.
        lasting: Part of the change, over the best rival, that was never undone.
        text: The sentence.
        split: Decomposition of the change, or None.
    """

    turn: int
    seat: Seat
    figure: str
    change: Amount
    score: Amount
    lasting: Amount
    text: str
    split: Decomposition | None = None


def turning_points(match: Match, say: TextFormatter, viewer: str | None) -> list[TurningPoint]:
    """Return the turning points of a finished match in order, as the viewer may know them.

    If there are too many, those in which the lead was taken for good have priority.
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
        told = {at for (at, _), of in out.items() if any(race is one for one in of)}
        found += seat_points(race, match, teller, most, told)
    return sorted(found, key=lambda point: point.turn)


# --- points -------------------------------------------------


def seat_points(
    race: RaceSeries, match: Match, teller: ExplanationWriter, most: int, already: Collection[int]
) -> list[TurningPoint]:
    """Return the turning points of one race, at most one for each moment.

    The moment in which the lead was taken for good and the largest lasting gains of the first seat
    are always included. Others follow, the most lasting first, up to ``most``. Moments in
    ``already`` count towards ``most``.
    """
    lead, most = find_lead_start(race), most - len(already)
    moved = sorted(
        [*score_gains(race), *score_losses(race)], key=lambda one: (-one.lasting, one.at)
    )
    moved = [one for one in moved if one.at not in already]
    always = max_gains(race)
    if lead is not None and lead > 1:
        always = [
            LeadChange(lead, *score_contenders(race, race.first_seats[0], lead), Fraction(0)),
            *always,
        ]
    chosen: dict[int, LeadChange] = {}
    for one in always:
        if one.at not in already:
            chosen.setdefault(one.at, next((same for same in moved if same.at == one.at), one))
    for one in moved:
        if len(chosen) < most:
            chosen.setdefault(one.at, one)
    long = lead is not None and lead <= 1
    found = [
        make_turning_point(race, one, match, teller, None if long else lead)
        for one in chosen.values()
    ]
    if lead is not None and long:
        found.append(make_long_lead(race, teller))
    return found if found or lead in already else [make_no_lead(race, teller)]


def make_turning_point(
    race: RaceSeries, one: LeadChange, match: Match, teller: ExplanationWriter, lead: int | None
) -> TurningPoint:
    """Return a turning point: who moved by how much, why, and the effect on the lead."""
    turn, before, after = race.moments[one.at], race.scores[one.at - 1], race.scores[one.at]
    since = race.moments[one.at - 1]
    split = decompose_metric(match, race.metric.key, one.seat, turn, since, teller.viewer)
    own, unit = after[one.seat] - before[one.seat], race.metric.unit
    text = format_change(teller, one.seat, own, unit)
    causes = teller.describe_causes(split)
    text = f"{text}{race_suffix(race)}{': ' if causes else ''}{causes}"
    leads = f" {format_lead_start(race, teller, one.at)}" if one.at == lead else ""
    longest = MAX_TEXT - len(leads)
    if one.other is not None:
        theirs = after[one.other] - before[one.other]
        beside = f"; {format_change(teller, one.other, theirs, unit)}"
        if abs(theirs) >= MIN_RIVAL_SHARE * abs(own) and len(text) + len(beside) < longest:
            text += beside
    return TurningPoint(
        turn, one.seat, race.metric.key,
        to_amount(own), to_amount(after[one.seat]), to_amount(one.lasting),
        f"{truncate_sentence(f'{text}.', longest)}{leads}", split,
    )  # fmt: skip


def format_lead_start(race: RaceSeries, teller: ExplanationWriter, at: int, where: str = "") -> str:
    """Return a sentence that the first seat leads from a moment on; ``where`` names the race."""
    name, end = teller.say.seat(race.first_seats[0]), at == len(race.moments) - 1
    among = CONTENDER_SUFFIX if race.is_passed(race.first_seats[0], at) else ""
    return f"{name} leads{where} {'at the end' if end else 'from here to the end'}{among}."


def format_change(teller: ExplanationWriter, seat: Seat, change: Fraction, unit: str) -> str:
    """Return who gained or lost how much, without a full stop."""
    verb = "gains" if change > 0 else "loses"
    if not change:
        return f"{teller.say.seat(seat)} stays where it was"
    return f"{teller.say.seat(seat)} {verb} {teller.format_quantity(to_amount(abs(change)), unit)}"


def race_suffix(race: RaceSeries) -> str:
    """Return " in" and the name of a race, to end a sentence; "" where there is only one race."""
    return f" in {race.title}" if race.title else ""


def make_long_lead(race: RaceSeries, teller: ExplanationWriter) -> TurningPoint:
    """Return the point of a race that one seat led from its first moment on."""
    first, turn, passed = (
        race.first_seats[0],
        race.moments[1],
        race.is_passed(race.first_seats[0], 1),
    )
    name, among = teller.say.seat(first), CONTENDER_SUFFIX if passed else ""
    every = list(race.scores[0])
    margin = min(
        race.get_lead(first, at, race.list_rivals(at) if passed else every)
        for at in range(1, len(race.moments))
    )
    never = f", never by less than {teller.format_quantity(to_amount(margin), race.metric.unit)}"
    told = f"from the beginning to the end{among}{never if margin else ''}"
    text = f"{name} leads{race_suffix(race)} {told}."
    score = to_amount(race.scores[1][first])
    return TurningPoint(turn, first, race.metric.key, 0, score, 0, text)


def make_no_lead(race: RaceSeries, teller: ExplanationWriter) -> TurningPoint:
    """Return the point of a race without lasting gains."""
    first = teller.say.format_list([teller.say.seat(seat) for seat in race.first_seats])
    text = f"Nobody comes forward for good{race_suffix(race)}: the race is open to the end."
    if len(race.first_seats) > 1:
        text = f"{first} are level at the end{race_suffix(race)}; nobody comes forward for good."
    if not race.first_seats:
        text = f"Nobody is first at the end{race_suffix(race)}."
    seat = race.lines[0].seat
    score = to_amount(race.scores[-1][seat])
    return TurningPoint(race.moments[-1], seat, race.metric.key, 0, score, 0, text)


def barred_leaders(races: Sequence[RaceSeries]) -> dict[tuple[int, Seat], list[RaceSeries]]:
    """Return the races that a barred seat might have won, by the moment of the bar and the seat.

    In each race these are the two highest barred seats that reach the score of the first at the
    end. A seat whose bar gave the first its lead for good is one too.
    """
    found: dict[tuple[int, Seat], list[RaceSeries]] = {}
    for race in races:
        scores, lead = race.scores[-1], find_lead_start(race)
        best = max(scores[seat] for seat in race.first_seats or scores)
        most = [seat for seat in race.barred if scores[seat] >= best]
        told = set(sorted(most, key=lambda seat: -scores[seat])[:MAX_PER_RACE])
        told |= {seat for seat, since in race.barred.items() if 0 < since.at == lead}
        for seat in told:
            found.setdefault((race.barred[seat].at, seat), []).append(race)
    return found


def make_bar_point(
    at: int, seat: Seat, races: Sequence[RaceSeries], match: Match, teller: ExplanationWriter
) -> TurningPoint:
    """Return the point after which a seat was barred from first place to the end."""
    race, name = races[0], teller.say.seat(seat)
    since, turn = race.moments[max(at - 1, 0)], race.moments[at]
    change = race.scores[at][seat] - race.scores[max(at - 1, 0)][seat]
    has = [
        f"{teller.format_quantity(to_amount(one.scores[-1][seat]), one.metric.unit)}"
        f"{race_suffix(one)}"
           for one in races]  # fmt: skip
    text = f"{name} {race.barred[seat].why}: in the end {name} has {teller.say.format_list(has)}."
    if story := find_heaviest_event(teller, seat, since, turn):
        text = f"{story} {text}"
    for one in races:
        if at == find_lead_start(one):
            text += f" {format_lead_start(one, teller, at, race_suffix(one))}"
    split = None
    if change:
        split = decompose_metric(match, race.metric.key, seat, turn, since, teller.viewer)
    now = to_amount(race.scores[at][seat])
    return TurningPoint(
        turn, seat, race.metric.key, to_amount(change), now, 0, truncate_sentence(text), split
    )


def find_heaviest_event(teller: ExplanationWriter, seat: Seat, since: int, turn: int) -> str:
    """Return the sentence of the last of the weightiest events of a seat in some turns, if any."""
    events = visible_events(teller.match, teller.viewer, range(since + 1, turn + 1))
    own = [event for event in events if event.seat == seat and teller.say.event_sentence(event)]
    return (
        str(teller.say.event_sentence(max(reversed(own), key=teller.say.event_weight)))
        if own
        else ""
    )


def collapse_points(
    match: Match, teller: ExplanationWriter, grew: str, lost: str
) -> list[TurningPoint]:
    """Return the turning points of a match without winner: the turns in which ``grew`` grew most.

    Each lists the events that made it grow, and the largest loss in the metric ``lost``.
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
        paid = decompose_metric(match, lost, None, turn, since, viewer)
        costs = [part for part in paid.parts if part.amount < 0]
        if worst := min(costs, key=lambda part: part.amount, default=None):
            amount = teller.format_quantity(
                to_amount(abs(to_fraction(worst.amount))), paid.metric.unit
            )
            text += f" What cost most: {teller.describe_part(paid, worst)}, {amount}."
        found.append(
            TurningPoint(
                turn,
                "",
                grew,
                split.change,
                split.after,
                split.change,
                truncate_sentence(text),
                split,
            )
        )
    return found


def truncate_sentence(text: str, longest: int = MAX_TEXT) -> str:
    """Return a sentence, shortened if it is very long.

    >>> long = truncate_sentence("one more word " * 40)
    >>> truncate_sentence("A sells the bakery."), len(long) <= MAX_TEXT
    ('A sells the bakery.', True)
    """
    if len(text) <= longest:
        return text
    return f"{text[: longest - 2].rsplit(' ', 1)[0]} …"
