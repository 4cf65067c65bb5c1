"""A change of a figure split into its parts, which sum to it exactly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.data import as_whole
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.log import INSTRUCTOR, Transfer
from classkit.engine.match import Match
from classkit.engine.metrics import (
    Exact,
    Holding,
    MadeOf,
    Makeup,
    Metric,
    figure_error,
    refuse_broken,
)
from classkit.engine.requests import Seat

from .figures import Figure, figure_asked, told_apart, unsplit
from .parts import Amount, Part, Parts, add, begun_anew, parts_of
from .windows import begins_anew

NO_MAKEUP = Makeup((), ())

Step: TypeAlias = tuple[MadeOf, Sequence[Transfer]]
"""The makeup of a figure at the end of a step, and the transfers within the step."""


class Split(NamedTuple):
    """The change of a figure from the end of one turn to that of another, and its parts.

    The ``amount`` of the parts, the largest first, sum to ``change``. ``since`` and ``turn`` are
    the turns at whose ends the figure was ``before`` and is ``after``; ``whole`` is False where the
    last of them is still being played. A figure whose window begins anew after ``since`` was 0
    then. ``digits`` is to how many decimals all this is told; of a figure in words ``words`` are
    those before and after, and nothing is counted.
    """

    figure: Figure
    since: int
    turn: int
    before: Amount
    after: Amount
    change: Amount
    parts: Sequence[Part]
    whole: bool = True
    digits: int = 2
    words: tuple[str, str] | None = None

    @property
    def metric(self) -> Metric:
        """The figure as its game declares it."""
        return self.figure.metric

    @property
    def seat(self) -> Seat | None:
        """The seat of a figure of seats; None for a figure of the table."""
        return self.figure.seat

    @property
    def part(self) -> str | None:
        """The part of a figure by parts."""
        return self.figure.part

    @property
    def cause(self) -> Part | None:
        """The largest part in the direction of the change; None where nothing has changed."""
        return next((part for part in self.parts if part.amount * self.change > 0), None)


# --- what is asked ----------------------------------------------------------------------------


def split_of(
    match: Match,
    figure: str,
    seat: Seat | None = None,
    turn: int | None = None,
    since: int | None = None,
    viewer: str | None = INSTRUCTOR,
    part: str | None = None,
) -> Split:
    """Return the change of a figure, split as the viewer may know it; see :meth:`Match.why`.

    ClasskitError with the reason where there is no such figure, seat, part or turn, or where the
    course of the figure may not be seen.
    """
    asked = figure_asked(match, figure, seat, viewer, part)
    values = values_of(match, asked, viewer)
    last, first = turn_asked("turn", turn, values), turn_asked("since", since, values)
    if last is None:
        last = max(values)
        if first is None and len(values) > 2 and not is_under_way(match):
            last = sorted(values)[-2]
    if first is None:
        first = max((one for one in values if one < last), default=last)
    if first > last:
        raise ClasskitError(f"why: since={first} does not lie before turn {last}.")
    return split_between(match, asked, first, last, values, viewer)


def turn_asked(name: str, turn: object, played: Collection[int]) -> int | None:
    """Return a turn that was played, None for none; ClasskitError for any other."""
    whole = as_whole(turn)
    if turn is not None and whole not in played:
        raise ClasskitError(
            f"why: {name}={shorten(turn)} has not been played; there are turns {min(played)} to "
            f"{max(played)}."
        )
    return whole


def is_under_way(match: Match) -> bool:
    """Return whether anything has happened in the present turn, which is not over."""
    if match.is_over:
        return True
    events, transfers = match.told[-1]
    return bool(transfers) or len(events) > 1


def counts_rounds(match: Match) -> bool:
    """Return whether the timeline counts a match in rounds: "Round 9 of 10"."""
    return bool(match.game.moment(match.table))


def values_of(match: Match, figure: Figure, viewer: str | None) -> dict[int, Amount | str]:
    """Return the value of a figure by turn: at the end of each and, in a match not over, now."""
    rows = list(match.view_shown(viewer).history)
    if not rows or not match.is_over:
        rows.append(match.present_row())
    refuse_broken([*match.history, *rows[-1:]], [figure.metric.key])
    return {row["turn"]: figure.of(row) for row in rows}


def split_between(
    match: Match,
    figure: Figure,
    since: int,
    turn: int,
    values: Mapping[int, Amount | str],
    viewer: str | None,
) -> Split:
    """Return the change of a figure between the ends of two turns, turn by turn.

    Of a figure with a window of its own it is the change within the last of them.
    """
    metric, whole = figure.metric, match.is_over or turn < match.turn
    if any(isinstance(value, str) for value in values.values()):
        return split_of_words(match, figure, since, turn, values, whole)
    numbers = {at: value for at, value in values.items() if not isinstance(value, str)}
    anew = begins_anew(match, metric, turn)
    if anew is not None:
        since = min(max(anew, since), turn)
        numbers[anew] = 0 if since == anew < turn else numbers[anew]
    digits = max(decimals(value, numbers.values()) for value in (numbers[since], numbers[turn]))
    change = round(exact(numbers[turn]) - exact(numbers[since]), digits)
    told = (figure, since, turn, numbers[since], numbers[turn], plain(change))
    if metric.made_of is None and metric.told_by:
        return Split(*told, changes_by_turn(numbers, since, turn), whole, digits)
    made = makeups(match, figure, since, turn, viewer)
    is_money = all(
        isinstance(one, Makeup) and one.total == numbers.get(at) for at, one in made.items()
    )
    if metric.key not in told_apart(match) and not is_money:
        raise unsplit(metric, match)
    by_turn = transfers_by_turn(match, since, turn, viewer)
    parts: Parts = {}
    counted = Fraction(0)
    for before, after in pairwise(sorted(made)):
        moved = [one for at in range(before + 1, after + 1) for one in by_turn.get(at, ())]
        first = begun_anew(made[before], made[after]) if before == anew else made[before]
        counted += Fraction(made[after].total) - Fraction(first.total)
        steps: list[Step] = [(made[after], moved)]
        if goes_along(first, made[after], moved):
            steps = step_by_step(match, figure, before, after, viewer, steps[0])
        for now, came in steps:
            for part in parts_of(first, now, came, after):
                add(parts, part)
            first = now
    rest = change - sum((Fraction(part.exact) for part in parts.values()), start=Fraction(0))
    rounding = abs(change - counted) if metric.made_of is not None else Fraction(0)
    return Split(*told, rounded(parts, change, rest, digits, rounding), whole, digits)


def split_of_words(
    match: Match,
    figure: Figure,
    since: int,
    turn: int,
    values: Mapping[int, Amount | str],
    whole: bool,
) -> Split:
    """Return the turns in which a figure in words has changed, as parts without an amount."""
    if not figure.metric.told_by:
        raise unsplit(figure.metric, match)
    texts = {at: value if isinstance(value, str) else "" for at, value in values.items()}
    turns = [at for at in sorted(texts) if since <= at <= turn]
    parts = [Part("told", str(now)) for then, now in pairwise(turns) if texts[then] != texts[now]]
    words = texts[since], texts[turn]
    return Split(figure, since, turn, 0, 0, 0, parts, whole, words=words)


def changes_by_turn(values: Mapping[int, Amount], since: int, turn: int) -> list[Part]:
    """Return a part for each turn in which a figure has changed, the largest first.

    >>> [(part.name, part.amount) for part in changes_by_turn({0: 1, 1: 1, 2: 6, 3: 4}, 0, 3)]
    [('2', 5), ('3', -2)]
    """
    turns = [at for at in sorted(values) if since <= at <= turn]
    changes = {now: exact(values[now]) - exact(values[then]) for then, now in pairwise(turns)}
    found = [Part("told", str(at), by, plain(by)) for at, by in changes.items() if by]
    return sorted(found, key=lambda part: -abs(part.amount))


# --- what a figure is made of -----------------------------------------------------------------


def makeups(
    match: Match, figure: Figure, since: int, turn: int, viewer: str | None
) -> dict[int, MadeOf]:
    """Return what a figure was made of at the end of each turn from one to another."""
    made_of = makeup_seen(match, figure, viewer)
    found = match.at_ends_of_turns(made_of, since, turn)
    if turn not in found:
        found[turn] = made_of(match.table)
    return found


def makeup_seen(match: Match, figure: Figure, viewer: str | None) -> Callable[[Any], MadeOf]:
    """Return a function from a table to the makeup of a figure, as the viewer may know it."""
    game, latest = match.game, match.table_shown(viewer)

    def made_of(table: Any) -> MadeOf:
        if viewer != INSTRUCTOR:
            table = game.secrecy.looked_back(table, latest)
        return makeup_of(figure, table)

    return made_of


def goes_along(before: MadeOf, after: MadeOf, moved: Iterable[Transfer]) -> bool:
    """Return whether a title moved and something attached to it changed too.

    One deed may do both, as when a mortgaged property is sold. So may two deeds in a row, as when a
    property is bought and then built on.
    """
    if not isinstance(before, Makeup) or not isinstance(after, Makeup):
        return False
    had = {one.unit: one.amount for one in before.holdings}
    along = {
        one.goes_with
        for one in (*after.holdings, *before.holdings)
        if one.goes_with and one.amount != had.get(one.unit, 0)
    }
    gone = {one.unit for one in before.holdings} - {one.unit for one in after.holdings}
    along |= {one.goes_with for one in before.holdings if one.unit in gone and one.amount}
    return any(transfer.unit in along for transfer in moved)


def step_by_step(
    match: Match,
    figure: Figure,
    before: int,
    after: int,
    viewer: str | None,
    end: Step,
) -> list[Step]:
    """Return the makeup of a figure after each step of some turns, and the transfers of each step.

    The turns are those after ``before`` and up to ``after``. ``end`` is the makeup at their end,
    with all their transfers.
    """
    twin, made_of = match.fork(), makeup_seen(match, figure, viewer)
    seen, latest, moved = match.game.secrecy.transfer_seen, match.table_shown(viewer), end[1]
    found: list[Step] = []
    told = 0
    twin.goto(turn=before + 1)
    while twin.step < match.step and twin.redo().turn <= after:
        those = [one for one in twin.transfers if before < one.turn <= after]
        upto = sum(seen(one, latest, viewer) is not None for one in those)
        found.append((made_of(twin.table), moved[told:upto]))
        told = upto
    return [*found, (end[0], moved[told:])]


def makeup_of(figure: Figure, table: Any) -> MadeOf:
    """Return what a figure is made of: as its game declares, else as far as the ledger tells.

    Where nothing is declared, that is the unit of the ledger in which the figure counts, in all
    accounts of the seat.
    """
    metric, seat = figure.metric, figure.seat
    if metric.made_of is not None:
        whose = [one for one in (seat, figure.part) if one is not None]
        try:
            made: MadeOf = metric.made_of(table, *whose)
        except Exception as error:
            raise figure_error(metric.key, metric.made_of, error, "split") from error
        return made
    if seat is None or figure.part is not None:
        return NO_MAKEUP
    balances = table.ledger.balances
    unit = metric.unit if metric.unit in balances else "dollars"
    if unit not in balances or (unit == "dollars" and metric.unit != "$"):
        return NO_MAKEUP
    accounts = tuple(
        account for account in table.ledger.accounts() if account.rpartition(":")[2] == seat
    )
    held = sum(balances[unit].get(account, 0) for account in accounts)
    return Makeup(accounts, (Holding(unit, held),))


def transfers_by_turn(
    match: Match, since: int, turn: int, viewer: str | None
) -> dict[int, list[Transfer]]:
    """Return what moved after one turn and up to another, by turn, as the viewer may know it."""
    seen, table = match.game.secrecy.transfer_seen, match.table_shown(viewer)
    found: dict[int, list[Transfer]] = {}
    for _, transfers in match.told:
        for transfer in transfers:
            if since < transfer.turn <= turn:
                shown = seen(transfer, table, viewer)
                if shown is not None:
                    found.setdefault(shown.turn, []).append(shown)
    return found


# --- the parts as they are told ------------------------------------------------------------------


ROUNDING = "rounding"
"""The name of a rest small enough to come from rounding alone."""


def rounded(
    parts: Parts, change: Exact, rest: Exact, digits: int, rounding: Exact = 0
) -> list[Part]:
    """Return the parts with their amounts rounded to ``digits`` decimals, the largest first.

    The largest part takes up what rounding leaves, so that the amounts sum to the change. A rest
    too large for rounding becomes a part of its own. ``rounding`` is the most by which the figure
    itself may be rounded.
    """
    scale = 10**digits
    found = [part for part in parts.values() if part.exact]
    is_small = abs(Fraction(rest)) <= rounding + Fraction(2, scale)
    if rest and (not is_small or not found):
        known = next((part for part in found if part.kind == "rest"), None)
        if known is None:
            found.append(Part("rest", ROUNDING if is_small else "", rest))
        else:
            known.exact += rest
    found.sort(key=lambda part: -abs(Fraction(part.exact)))
    amounts = [round(scale * Fraction(part.exact)) for part in found]
    if found:
        amounts[0] += round(scale * Fraction(change)) - sum(amounts)
    for part, amount in zip(found, amounts, strict=True):
        part.amount = plain(Fraction(amount, scale))
    shown = [part for part in found if part.amount]
    return sorted(shown, key=lambda part: -abs(part.amount))


FEWEST_DECIMALS, MOST_DECIMALS = 2, 4
"""Amounts have as many decimals as the figure, but no fewer than the first number.

Where the figure has more than the second, a small one gets the second, any other the first."""
SMALL = 10


def decimals(value: Amount, all_values: Collection[Amount]) -> int:
    """Return the number of decimals for the parts of a figure, by its value and all its values.

    >>> decimals(5, [5]), decimals(2.125, [2.125]), decimals(1 / 3, [1 / 3]), decimals(1 / 3, [90])
    (2, 3, 4, 2)
    """
    found = max(len(str(value).partition(".")[2]), FEWEST_DECIMALS)
    if found <= MOST_DECIMALS:
        return found
    return MOST_DECIMALS if max(map(abs, all_values)) < SMALL else FEWEST_DECIMALS


def exact(value: Amount) -> Fraction:
    """Return a figure as the number that it shows.

    >>> exact(0.1) + exact(0.2) == exact(0.3)
    True
    """
    return Fraction(str(value))


def plain(value: Exact) -> Amount:
    """Return a number as a figure shows it: whole, or with decimals.

    >>> plain(Fraction(6, 2)), plain(Fraction(1, 4))
    (3, 0.25)
    """
    return int(value) if value == int(value) else round(float(value), 4)
