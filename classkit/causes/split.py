"""A change of a figure split into its parts, which sum to it exactly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from classkit.engine.data import as_whole
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.log import INSTRUCTOR, Transfer
from classkit.engine.match import Match
from classkit.engine.metrics import Exact, Holding, Makeup, Metric
from classkit.engine.requests import Seat

from .figures import figure_asked, told_apart, unsplit

Kind = Literal["moved", "worth", "told", "rest"]
"""What came or went for a reason, what is worth more or less, what events of a turn have changed,
and what nothing tells."""
Amount = int | float

NO_MAKEUP = Makeup((), ())


class Line(NamedTuple):
    """One line behind a part: a transfer, or a thing that is worth something else.

    ``amount`` is what it contributes, in the unit of the figure. ``transfer`` is the row of the
    ledger, and ``held`` of ``unit`` what it brought, below 0 where it went. Without one ``held``
    was there all the time, and each was worth ``before`` and is worth ``after``.
    """

    turn: int
    amount: Exact
    transfer: Transfer | None = None
    unit: str = ""
    held: Exact = 0
    before: Exact = 0
    after: Exact = 0


@dataclass(slots=True)
class Part:
    """What one cause contributes to a change, in the unit of the figure.

    ``name`` is the reason for which things moved, the kind of those that changed their worth, or
    the number of the turn whose events are told.
    ``prices`` are what their worth follows, before the change and after it.
    """

    kind: Kind
    name: str
    exact: Exact = 0
    amount: Amount = 0
    lines: list[Line] = field(default_factory=list)
    prices: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {})


class Split(NamedTuple):
    """The change of a figure from the end of one turn to that of another, and its parts.

    The ``amount`` of the parts, the largest first, sum to ``change``. ``since`` and ``turn`` are
    the turns at whose ends the figure was ``before`` and is ``after``; ``whole`` is False where the
    last of them is still being played.
    """

    metric: Metric
    seat: Seat | None
    since: int
    turn: int
    before: Amount
    after: Amount
    change: Amount
    parts: Sequence[Part]
    whole: bool = True

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
) -> Split:
    """Return the change of a figure, split as the viewer may know it; see :meth:`Match.why`.

    ClasskitError with the reason where there is no such figure, seat or turn, or where the course
    of the figure may not be seen.
    """
    metric = figure_asked(match, figure, seat, viewer)
    values = values_of(match, metric, seat, viewer)
    last, first = turn_asked("turn", turn, values), turn_asked("since", since, values)
    if last is None:
        last = max(values)
        if first is None and len(values) > 2 and not is_under_way(match):
            last = sorted(values)[-2]
    if first is None:
        first = max((one for one in values if one < last), default=last)
    if first > last:
        raise ClasskitError(f"why: since={first} does not lie before turn {last}.")
    return split_between(match, metric, seat, first, last, values, viewer)


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


def values_of(
    match: Match, metric: Metric, seat: Seat | None, viewer: str | None
) -> dict[int, Amount]:
    """Return a figure at the end of each turn, and as it is now; a word or nothing counts as 0."""
    rows = list(match.view_shown(viewer).history)
    if not rows or not match.is_over:
        rows.append(match.metrics())
    found = {}
    for row in rows:
        value = row[metric.key] if seat is None else row[metric.key][seat]
        found[row["turn"]] = value if isinstance(value, (int, float)) else 0
    return found


def split_between(
    match: Match,
    metric: Metric,
    seat: Seat | None,
    since: int,
    turn: int,
    values: Mapping[int, Amount],
    viewer: str | None,
) -> Split:
    """Return the change of a figure between the ends of two turns, turn by turn."""
    whole, change = match.is_over or turn < match.turn, exact(values[turn]) - exact(values[since])
    ends = (metric, seat, since, turn, values[since], values[turn], plain(change))
    if metric.made_of is None and metric.told_by:
        return Split(*ends, changes_by_turn(values, since, turn), whole)
    made = makeups(match, metric, seat, since, turn, viewer)
    is_money = all(one.total == values.get(at) for at, one in made.items())
    if metric.key not in told_apart(match) and not is_money:
        raise unsplit(metric, match)
    by_turn = transfers_by_turn(match, since, turn, viewer)
    parts: dict[tuple[Kind, str], Part] = {}
    for before, after in pairwise(sorted(made)):
        moved = [one for at in range(before + 1, after + 1) for one in by_turn.get(at, ())]
        for part in parts_of(made[before], made[after], moved, after):
            add(parts, part)
    rest = change - sum((Fraction(part.exact) for part in parts.values()), start=Fraction(0))
    digits = max(decimals(values[since]), decimals(values[turn]))
    shown = rounded(parts, change, rest, digits)
    return Split(*ends, shown, whole)


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
    match: Match, metric: Metric, seat: Seat | None, since: int, turn: int, viewer: str | None
) -> dict[int, Makeup]:
    """Return what a figure was made of at the end of each turn from one to another."""
    game, latest = match.game, match.table_shown(viewer)

    def made_of(table: Any) -> Makeup:
        if viewer != INSTRUCTOR:
            table = game.looked_back(table, latest)
        return makeup_of(metric, table, seat)

    found = match.at_ends_of_turns(made_of, since, turn)
    if turn not in found:
        found[turn] = made_of(match.table)
    return found


def makeup_of(metric: Metric, table: Any, seat: Seat | None) -> Makeup:
    """Return what a figure is made of: as its game declares, else as far as the ledger tells.

    Where nothing is declared, that is the unit of the ledger in which the figure counts, in all
    accounts of the seat.
    """
    if metric.made_of is not None:
        made: Makeup = metric.made_of(table) if seat is None else metric.made_of(table, seat)
        return made
    if seat is None:
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
    seen, table = match.game.transfer_seen, match.table_shown(viewer)
    found: dict[int, list[Transfer]] = {}
    for _, transfers in match.told:
        for transfer in transfers:
            if since < transfer.turn <= turn:
                shown = seen(transfer, table, viewer)
                if shown is not None:
                    found.setdefault(shown.turn, []).append(shown)
    return found


# --- the parts ----------------------------------------------------------------------------------


def parts_of(before: Makeup, after: Makeup, moved: Iterable[Transfer], turn: int) -> list[Part]:
    """Return the parts of a change in one turn: what came and went, and what was held before.

    What came or went counts by what it is worth at the end of the turn; what was held at its
    beginning, by how much more or less it is worth then.

    >>> had = Makeup(("A",), [Holding("dollars", 90), Holding("mill", 2, 10, "mill")])
    >>> has = Makeup(("A",), [Holding("dollars", 75), Holding("mill", 3, 14, "mill")])
    >>> paid = Transfer("dollars", 15, "A", "bank", "buying", "R1", 4)
    >>> got = Transfer("mill", 1, "bank", "A", "buying", "R1", 4)
    >>> [(part.kind, part.name, part.exact) for part in parts_of(had, has, [paid, got], 4)]
    [('moved', 'buying', -1), ('worth', 'mill', 8)]
    """
    had = {one.unit: one for one in before.holdings}
    has = {one.unit: one for one in after.holdings}
    accounts, paid_for = after.accounts or before.accounts, {**before.paid_for, **after.paid_for}
    parts: dict[tuple[Kind, str], Part] = {}
    came: dict[str, Exact] = {}
    reasons: dict[str, str] = {}
    for transfer in moved:
        unit, sign = transfer.unit, (transfer.target in accounts) - (transfer.source in accounts)
        there = has.get(unit) or had.get(unit)
        if there is None or not sign:
            continue
        count = sign * transfer.amount
        came[unit] = came.get(unit, 0) + count
        reason = reasons[unit] = paid_for.get(transfer.reason, transfer.reason)
        worth = count * there.worth
        add(parts, Part("moved", reason, worth, lines=[Line(turn, worth, transfer, unit, count)]))
    for unit in dict.fromkeys([*had, *has]):
        then, now = had.get(unit), has.get(unit)
        there = now or then
        assert there is not None, "it is of one of the two"
        first, last = (then.amount if then else 0), (now.amount if now else 0)
        unsaid = last - first - came.get(unit, 0)
        if unsaid:
            reason = reasons.get(there.goes_with) or there.reason
            worth = unsaid * there.worth
            line = Line(turn, worth, None, unit, unsaid, 0, there.worth)
            add(parts, Part("moved" if reason else "rest", reason, worth, lines=[line]))
        if then and now and first and now.worth != then.worth:
            worth = first * (now.worth - then.worth)
            line = Line(turn, worth, None, unit, first, then.worth, now.worth)
            kind = now.kind or unit
            add(parts, Part("worth", kind, worth, 0, [line], (before.prices, after.prices)))
    return [part for part in parts.values() if part.lines]


def add(parts: dict[tuple[Kind, str], Part], part: Part) -> None:
    """Add a part to that of the same cause."""
    known = parts.get((part.kind, part.name))
    if known is None:
        parts[part.kind, part.name] = part
        return
    known.exact += part.exact
    known.lines += part.lines
    known.prices = (known.prices[0], part.prices[1])


def rounded(parts: Mapping[Any, Part], change: Exact, rest: Exact, digits: int) -> list[Part]:
    """Return the parts with amounts of so many decimals, the largest first.

    What rounding leaves goes to the largest part, so that they sum to the change; what is more than
    rounding may leave is told as the rest.
    """
    scale = 10**digits
    found = [part for part in parts.values() if part.exact]
    if rest and (abs(Fraction(rest)) > Fraction(2, scale) or not found):
        known = next((part for part in found if part.kind == "rest"), None)
        if known is None:
            found.append(Part("rest", "", rest))
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


FEWEST_DECIMALS = 2
"""Amounts are told as exactly as the figure, and at least so."""


def decimals(value: Amount) -> int:
    """Return to how many decimals the parts of a figure are told.

    >>> decimals(5), decimals(2.125)
    (2, 3)
    """
    return max(len(str(value).partition(".")[2]), FEWEST_DECIMALS)


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
