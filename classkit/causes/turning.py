"""The turning points of a match: who moved, by how much in the figure of the race, and by what.

They are chosen by what lasted. How far a seat is ahead of its best rival rises and falls; of a rise
lasts what was never lost again. The winner's rises that lasted most are turning points, and the
falls of leaders that lasted; and when the lead was taken for good is always told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from classkit.engine.match import Match
from classkit.engine.metrics import broken_in
from classkit.engine.requests import Seat
from classkit.engine.words import Say

from .parts import Amount
from .race import Moved, Race, falls, largest_gains, lead_taken, movers, races_of, rises
from .split import Split, exact, plain, split_of
from .words import Teller, events_of

MOST, OF_EACH = 3, 2
"""The most turning points of a match with one race, and of each race where there are several."""
MATTERS = Fraction(1, 10)
"""A rival's change is told beside one from this share of it on."""
WHO_CAN_WIN = " among those that can win"
"""The words after a lead where a seat that is barred from winning has more."""
LONGEST = 240
"""A sentence of more characters is cut after a word."""


class TurningPoint(NamedTuple):
    """A moment after which a race stood differently for good.

    ``seat`` moved by ``change`` in the figure of that key, which was ``score`` after it; a figure
    of the table has none, an empty one.
    ``lasting`` is how much of it, over the best rival, was never undone. ``turn`` is the last of
    the moment. ``split`` has the parts of the change, and is None where there was none.
    """

    turn: int
    seat: Seat
    figure: str
    change: Amount
    score: Amount
    lasting: Amount
    text: str
    split: Split | None = None


def turning_points(match: Match, say: Say, viewer: str | None) -> list[TurningPoint]:
    """Return the turning points of a match that is over, in order, as the viewer may know them.

    Those in which the lead was taken for good come first where there is no room for all.
    """
    undone = match.game.undone_by(match.table)
    if undone and not broken_in(match.history).keys() & {*undone}:
        return points_of_ruin(match, Teller(match, say, viewer), *undone)
    races = races_of(match, viewer)
    teller, most = Teller(match, say, viewer), MOST if len(races) == 1 else OF_EACH
    out = barred_leaders(races)
    found = [told_barred(at, seat, of, match, teller) for (at, seat), of in out.items()]
    for race in races:
        told = {at for (at, _), of in out.items() if any(race is one for one in of)}
        found += points_of(race, match, teller, most, told)
    return sorted(found, key=lambda point: point.turn)


# --- the points ---------------------------------------------


def points_of(
    race: Race, match: Match, teller: Teller, most: int, already: Collection[int]
) -> list[TurningPoint]:
    """Return the turning points of one race, each of a moment of its own.

    The moment in which the lead was taken for good and the first's largest lasting gains are always
    among them. Others follow, the most lasting first, until there are ``most`` of them. Moments
    ``already`` told of the race count towards ``most``.
    """
    lead, most = lead_taken(race), most - len(already)
    moved = sorted([*rises(race), *falls(race)], key=lambda one: (-one.lasting, one.at))
    moved = [one for one in moved if one.at not in already]
    always = largest_gains(race)
    if lead is not None and lead > 1:
        always = [Moved(lead, *movers(race, race.first[0], lead), Fraction(0)), *always]
    chosen: dict[int, Moved] = {}
    for one in always:
        if one.at not in already:
            chosen.setdefault(one.at, next((same for same in moved if same.at == one.at), one))
    for one in moved:
        if len(chosen) < most:
            chosen.setdefault(one.at, one)
    long = lead is not None and lead <= 1
    found = [told(race, one, match, teller, None if long else lead) for one in chosen.values()]
    if lead is not None and long:
        found.append(long_lead(race, teller))
    return found if found or lead in already else [no_lead(race, teller)]


def told(race: Race, one: Moved, match: Match, teller: Teller, lead: int | None) -> TurningPoint:
    """Return a turning point: who moved by how much and by what, and what it did to the lead."""
    turn, before, after = race.moments[one.at], race.scores[one.at - 1], race.scores[one.at]
    since = race.moments[one.at - 1]
    split = split_of(match, race.metric.key, one.seat, turn, since, teller.viewer)
    own, unit = after[one.seat] - before[one.seat], race.metric.unit
    text = change_words(teller, one.seat, own, unit)
    causes = teller.causes(split)
    text = f"{text}{within(race)}{': ' if causes else ''}{causes}"
    leads = f" {leads_from_here(race, teller, one.at)}" if one.at == lead else ""
    longest = LONGEST - len(leads)
    if one.other is not None:
        theirs = after[one.other] - before[one.other]
        beside = f"; {change_words(teller, one.other, theirs, unit)}"
        if abs(theirs) >= MATTERS * abs(own) and len(text) + len(beside) < longest:
            text += beside
    return TurningPoint(
        turn, one.seat, race.metric.key, plain(own), plain(after[one.seat]), plain(one.lasting),
        f"{cut(f'{text}.', longest)}{leads}", split,
    )  # fmt: skip


def leads_from_here(race: Race, teller: Teller, at: int, where: str = "") -> str:
    """Return that the first leads from a moment on, as a sentence; ``where`` names the race."""
    name, end = teller.say.seat(race.first[0]), at == len(race.moments) - 1
    among = WHO_CAN_WIN if race.is_passed(race.first[0], at) else ""
    return f"{name} leads{where} {'at the end' if end else 'from here to the end'}{among}."


def change_words(teller: Teller, seat: Seat, change: Fraction, unit: str) -> str:
    """Return who gained or lost how much, without a full stop."""
    verb = "gains" if change > 0 else "loses"
    if not change:
        return f"{teller.say.seat(seat)} stays where it was"
    return f"{teller.say.seat(seat)} {verb} {teller.quantity(plain(abs(change)), unit)}"


def within(race: Race) -> str:
    """Return " in" and the name of a race, to end a sentence; "" where there is only one race."""
    return f" in {race.title}" if race.title else ""


def long_lead(race: Race, teller: Teller) -> TurningPoint:
    """Return the point of a race that one seat led from its first moment on."""
    first, turn, passed = race.first[0], race.moments[1], race.is_passed(race.first[0], 1)
    name, among = teller.say.seat(first), WHO_CAN_WIN if passed else ""
    every = list(race.scores[0])
    margin = min(
        race.level(first, at, race.rivals(at) if passed else every)
        for at in range(1, len(race.moments))
    )
    never = f", never by less than {teller.quantity(plain(margin), race.metric.unit)}"
    told = f"from the beginning to the end{among}{never if margin else ''}"
    text = f"{name} leads{within(race)} {told}."
    score = plain(race.scores[1][first])
    return TurningPoint(turn, first, race.metric.key, 0, score, 0, text)


def no_lead(race: Race, teller: Teller) -> TurningPoint:
    """Return the point of a race in which nobody gained anything for good."""
    first = teller.say.listing([teller.say.seat(seat) for seat in race.first])
    text = f"Nobody comes forward for good{within(race)}: the race is open to the end."
    if len(race.first) > 1:
        text = f"{first} are level at the end{within(race)}; nobody comes forward for good."
    if not race.first:
        text = f"Nobody is first at the end{within(race)}."
    seat = race.lines[0].seat
    score = plain(race.scores[-1][seat])
    return TurningPoint(race.moments[-1], seat, race.metric.key, 0, score, 0, text)


def barred_leaders(races: Sequence[Race]) -> dict[tuple[int, Seat], list[Race]]:
    """Return the races that a barred seat might have won, by the moment of the bar and the seat.

    In each race these are the two highest barred seats that reach the score of the first at the
    end. A seat whose bar gave the first its lead for good is one too.
    """
    found: dict[tuple[int, Seat], list[Race]] = {}
    for race in races:
        scores, lead = race.scores[-1], lead_taken(race)
        best = max(scores[seat] for seat in race.first or scores)
        most = [seat for seat in race.barred if scores[seat] >= best]
        told = set(sorted(most, key=lambda seat: -scores[seat])[:OF_EACH])
        told |= {seat for seat, since in race.barred.items() if 0 < since.at == lead}
        for seat in told:
            found.setdefault((race.barred[seat].at, seat), []).append(race)
    return found


def told_barred(
    at: int, seat: Seat, races: Sequence[Race], match: Match, teller: Teller
) -> TurningPoint:
    """Return the point after which a seat was barred from first place to the end."""
    race, name = races[0], teller.say.seat(seat)
    since, turn = race.moments[max(at - 1, 0)], race.moments[at]
    change = race.scores[at][seat] - race.scores[max(at - 1, 0)][seat]
    has = [f"{teller.quantity(plain(one.scores[-1][seat]), one.metric.unit)}{within(one)}"
           for one in races]  # fmt: skip
    text = f"{name} {race.barred[seat].why}: in the end {name} has {teller.say.listing(has)}."
    if story := heaviest(teller, seat, since, turn):
        text = f"{story} {text}"
    for one in races:
        if at == lead_taken(one):
            text += f" {leads_from_here(one, teller, at, within(one))}"
    split = None
    if change:
        split = split_of(match, race.metric.key, seat, turn, since, teller.viewer)
    now = plain(race.scores[at][seat])
    return TurningPoint(turn, seat, race.metric.key, plain(change), now, 0, cut(text), split)


def heaviest(teller: Teller, seat: Seat, since: int, turn: int) -> str:
    """Return the sentence of the last of the weightiest events of a seat in some turns, if any."""
    events = events_of(teller.match, teller.viewer, range(since + 1, turn + 1))
    own = [event for event in events if event.seat == seat and teller.say.event(event)]
    return str(teller.say.event(max(reversed(own), key=teller.say.weight))) if own else ""


def points_of_ruin(match: Match, teller: Teller, grew: str, lost: str) -> list[TurningPoint]:
    """Return the turning points of a match that nobody won: the turns in which ``grew`` grew most.

    Each tells the events that made it grow, and the largest cost in the figure ``lost``.
    """
    viewer, turns = teller.viewer, [row["turn"] for row in match.history]
    whole = split_of(match, grew, None, turns[-1], turns[0], viewer)
    largest = sorted(
        (part for part in whole.parts if part.amount > 0), key=lambda part: -part.amount
    )
    found = []
    for turn in sorted(int(part.name) for part in largest[:MOST]):
        since = turns[turns.index(turn) - 1]
        split = split_of(match, grew, None, turn, since, viewer)
        text = f"{teller.told(split, split.parts[0])}."
        paid = split_of(match, lost, None, turn, since, viewer)
        costs = [part for part in paid.parts if part.amount < 0]
        if worst := min(costs, key=lambda part: part.amount, default=None):
            amount = teller.quantity(plain(abs(exact(worst.amount))), paid.metric.unit)
            text += f" What cost most: {teller.part(paid, worst)}, {amount}."
        found.append(
            TurningPoint(turn, "", grew, split.change, split.after, split.change, cut(text), split)
        )
    return found


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a sentence, or its beginning where it is very long.

    >>> cut("A sells the bakery."), len(cut("one more word " * 40)) <= LONGEST
    ('A sells the bakery.', True)
    """
    if len(text) <= longest:
        return text
    return f"{text[: longest - 2].rsplit(' ', 1)[0]} …"
