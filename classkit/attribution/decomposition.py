"""Exact decomposition of a metric's change into contributions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.currency import find_ledger_unit
from classkit.engine.decisions import Seat
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.events import INSTRUCTOR, Transfer
from classkit.engine.match import Match
from classkit.engine.metrics import (
    AnyComponents,
    Components,
    ExactNumber,
    Holding,
    Metric,
    metric_error,
    require_computed,
)
from classkit.engine.untrusted_input import to_int

from .contributions import (
    Amount,
    Contribution,
    ContributionMap,
    merge_contribution,
    turn_contributions,
    window_start_components,
)
from .metric_selection import (
    MetricOfSeat,
    decomposable_metrics,
    not_decomposable_error,
    resolve_metric,
)
from .metric_windows import find_window_start

NO_COMPONENTS = Components((), ())

LedgerStep: TypeAlias = tuple[AnyComponents, Sequence[Transfer]]
"""Components of a metric at the end of a step, and the transfers within the step."""


class Decomposition(NamedTuple):
    """Change of a metric between the ends of two turns, and the contributions to it.

    The amounts of the parts add up to ``change``. If the window of the metric starts after
    ``since``, the change starts from 0.

    Attributes:
        figure: The metric, its seat and its part.
        since: The change starts at the end of this turn.
        turn: The change stops at the end of this turn.
        before: Value at the start, or None if the metric had no value.
        after: Value at the end.
        change: The difference, in the unit of the metric.
        parts: The contributions, largest first.
        whole: False if the last turn is unfinished.
        digits: Number of decimals.
        words: For a text metric, the texts before and after. Its parts do not have amounts.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
        >>> split = m.why("net_worth", "A", since=0).split
        >>> split.after - split.before == split.change
        True
    """

    figure: MetricOfSeat
    since: int
    turn: int
    before: Amount
    after: Amount
    change: Amount
    parts: Sequence[Contribution]
    whole: bool = True
    digits: int = 2
    words: tuple[str, str] | None = None

    @property
    def metric(self) -> Metric:
        """The metric as declared by its game."""
        return self.figure.metric

    @property
    def seat(self) -> Seat | None:
        """The seat, for a metric of seats, or None for a metric of the table."""
        return self.figure.seat

    @property
    def part(self) -> str | None:
        """The part, or None if the metric does not consist of parts."""
        return self.figure.part

    @property
    def main_cause(self) -> Contribution | None:
        """The largest contribution in the direction of the change, or None."""
        return next((part for part in self.parts if part.amount * self.change > 0), None)


# --- arguments --------------------------------------------------------------------------------


def decompose_metric(
    match: Match,
    figure: str,
    seat: Seat | None = None,
    turn: int | None = None,
    since: int | None = None,
    viewer: str | None = INSTRUCTOR,
    part: str | None = None,
) -> Decomposition:
    """Split the change of a metric, redacted for a viewer. See :meth:`Match.why`.

    Raises:
        ClasskitError: The metric, seat, part or turn is unknown, or its history is hidden.
    """
    asked = resolve_metric(match, figure, seat, viewer, part)
    values = values_by_turn(match, asked, viewer)
    last, first = check_turn("turn", turn, values), check_turn("since", since, values)
    if last is None:
        last = max(values)
        if first is None and len(values) > 2 and not is_under_way(match):
            last = sorted(values)[-2]
    if first is None:
        first = max((one for one in values if one < last), default=last)
    if first > last:
        raise ClasskitError(f"why: since={first} must be before turn {last}.")
    return decompose_change(match, asked, first, last, values, viewer)


def check_turn(name: str, turn: object, played: Collection[int]) -> int | None:
    """Validate and return a turn that has been played. Return None for None.

    Raises:
        ClasskitError: The turn has not been played.
    """
    whole = to_int(turn)
    if turn is not None and whole not in played:
        raise ClasskitError(
            f"why: {name}={truncate_text(turn)} has not been played. Choose a turn from "
            f"{min(played)} to {max(played)}."
        )
    return whole


def is_under_way(match: Match) -> bool:
    """Return whether anything has happened in the current, unfinished turn."""
    if match.is_over:
        return True
    events, transfers = match.events_by_segment[-1]
    return bool(transfers) or len(events) > 1


def has_rounds(match: Match) -> bool:
    """Return whether the length of the match is counted in rounds, as in "Round 9 of 10"."""
    return bool(match.game.moment_title(match.table))


def values_by_turn(
    match: Match, figure: MetricOfSeat, viewer: str | None
) -> dict[int, Amount | str]:
    """Return the value of a metric at the end of each turn, and now if the match is not over."""
    rows = list(match.as_seen_by(viewer).view.history)
    if not rows or not match.is_over:
        rows.append(match.present_row())
    require_computed([*match.history, *rows[-1:]], [figure.metric.key])
    return {row["turn"]: figure.get_value(row) for row in rows}


def decompose_change(
    match: Match,
    figure: MetricOfSeat,
    since: int,
    turn: int,
    values: Mapping[int, Amount | str],
    viewer: str | None,
) -> Decomposition:
    """Split the change of a metric between the ends of two turns, turn by turn.

    For a metric with a window, only the change within the last window is split.
    """
    metric, whole = figure.metric, match.is_over or turn < match.turn
    if any(isinstance(value, str) for value in values.values()):
        return decompose_text(match, figure, since, turn, values, whole)
    numbers = {at: value for at, value in values.items() if not isinstance(value, str)}
    anew = find_window_start(match, metric, turn)
    if anew is not None:
        since = min(max(anew, since), turn)
        numbers[anew] = 0 if since == anew < turn else numbers[anew]
    digits = max(
        count_decimals(value, numbers.values()) for value in (numbers[since], numbers[turn])
    )
    change = round(to_fraction(numbers[turn]) - to_fraction(numbers[since]), digits)
    told = (figure, since, turn, numbers[since], numbers[turn], to_amount(change))
    if metric.made_of is None and metric.told_by:
        return Decomposition(*told, changes_by_turn(numbers, since, turn), whole, digits)
    made = all_components(match, figure, since, turn, viewer)
    is_money = all(
        isinstance(one, Components) and one.total == numbers.get(at) for at, one in made.items()
    )
    if metric.key not in decomposable_metrics(match) and not is_money:
        raise not_decomposable_error(metric, match)
    by_turn = transfers_by_turn(match, since, turn, viewer)
    parts: ContributionMap = {}
    counted = Fraction(0)
    for before, after in pairwise(sorted(made)):
        moved = [one for at in range(before + 1, after + 1) for one in by_turn.get(at, ())]
        first = (
            window_start_components(made[before], made[after]) if before == anew else made[before]
        )
        counted += Fraction(made[after].total) - Fraction(first.total)
        steps: list[LedgerStep] = [(made[after], moved)]
        if has_joint_change(first, made[after], moved) or has_event_reason(
            first, made[after], list_event_names(match, before, after)
        ):
            steps = components_by_step(match, figure, before, after, viewer, steps[0])
        for now, came in steps:
            for part in turn_contributions(first, now, came, after):
                merge_contribution(parts, part)
            first = now
    rest = change - sum((Fraction(part.exact) for part in parts.values()), start=Fraction(0))
    rounding = abs(change - counted) if metric.made_of is not None else Fraction(0)
    return Decomposition(*told, round_parts(parts, change, rest, digits, rounding), whole, digits)


def decompose_text(
    match: Match,
    figure: MetricOfSeat,
    since: int,
    turn: int,
    values: Mapping[int, Amount | str],
    whole: bool,
) -> Decomposition:
    """Return the turns in which a text metric has changed, as parts without amounts."""
    if not figure.metric.told_by:
        raise not_decomposable_error(figure.metric, match)
    texts = {at: value if isinstance(value, str) else "" for at, value in values.items()}
    turns = [at for at in sorted(texts) if since <= at <= turn]
    parts = [
        Contribution("told", str(now)) for then, now in pairwise(turns) if texts[then] != texts[now]
    ]
    words = texts[since], texts[turn]
    return Decomposition(figure, since, turn, 0, 0, 0, parts, whole, words=words)


def changes_by_turn(values: Mapping[int, Amount], since: int, turn: int) -> list[Contribution]:
    """Return a contribution for each turn in which a metric has changed, largest first.

    >>> [(part.name, part.amount) for part in changes_by_turn({0: 1, 1: 1, 2: 6, 3: 4}, 0, 3)]
    [('2', 5), ('3', -2)]
    """
    turns = [at for at in sorted(values) if since <= at <= turn]
    changes = {
        now: to_fraction(values[now]) - to_fraction(values[then]) for then, now in pairwise(turns)
    }
    found = [Contribution("told", str(at), by, to_amount(by)) for at, by in changes.items() if by]
    return sorted(found, key=lambda part: -abs(part.amount))


# --- components -------------------------------------------------------------------------------


def all_components(
    match: Match, figure: MetricOfSeat, since: int, turn: int, viewer: str | None
) -> dict[int, AnyComponents]:
    """Return the components of a metric at the end of each turn in a range."""
    made_of = visible_components(match, figure, viewer)
    found = match.map_turn_ends(made_of, since, turn)
    if turn not in found:
        found[turn] = made_of(match.table)
    return found


def visible_components(
    match: Match, figure: MetricOfSeat, viewer: str | None
) -> Callable[[Any], AnyComponents]:
    """Return a function that takes a state and returns the components that the viewer may see."""
    game, latest = match.game, match.as_seen_by(viewer).state

    def made_of(table: Any) -> AnyComponents:
        if viewer != INSTRUCTOR:
            table = game.secrecy.redact_past_state(table, latest)
        return find_components(figure, table)

    return made_of


def has_joint_change(
    before: AnyComponents, after: AnyComponents, moved: Iterable[Transfer]
) -> bool:
    """Return whether both a title and an item attached to it changed.

    The cause may be a single action, such as selling a mortgaged property, or two actions in a row,
    such as buying a property and then building on it.
    """
    if not isinstance(before, Components) or not isinstance(after, Components):
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


def list_event_names(match: Match, before: int, after: int) -> set[str]:
    """Return the names of the events after the turn ``before``, up to the turn ``after``."""
    return {event.name for event in match.shared_events if before < event.turn <= after}


def has_event_reason(before: AnyComponents, after: AnyComponents, events: Collection[str]) -> bool:
    """Return whether an event may be the reason for a change outside the ledger."""
    if not isinstance(before, Components) or not isinstance(after, Components):
        return False
    had = {one.unit: one.amount for one in before.holdings}
    return any(
        one.amount != had.get(one.unit, 0) and not one.reasons_of_events.keys().isdisjoint(events)
        for one in after.holdings
    )


def apply_event_reasons(made: AnyComponents, events: Collection[str]) -> AnyComponents:
    """Return components with the reasons that result from the events of a step.

    >>> loans = Holding("loans", 0, reason="trade", reasons_of_events={"disaster": "loss"})
    >>> struck = apply_event_reasons(Components((), [loans]), ["disaster"])
    >>> [one.reason for one in struck.holdings]
    ['loss']
    """
    if not isinstance(made, Components) or not any(one.reasons_of_events for one in made.holdings):
        return made
    reasons = [
        [why for name, why in one.reasons_of_events.items() if name in events]
        for one in made.holdings
    ]
    return made._replace(
        holdings=[
            one._replace(reason=why[0]) if why else one
            for one, why in zip(made.holdings, reasons, strict=True)
        ]
    )


def components_by_step(
    match: Match,
    figure: MetricOfSeat,
    before: int,
    after: int,
    viewer: str | None,
    end: LedgerStep,
) -> list[LedgerStep]:
    """Return a metric's components after each step in a range of turns, and the transfers.

    The range starts after the turn ``before`` and includes ``after``. ``end`` contains the
    components at the end of the range, with all transfers.
    """
    twin, made_of = match.fork(), visible_components(match, figure, viewer)
    seen, latest, moved = (
        match.game.secrecy.visible_transfer,
        match.as_seen_by(viewer).state,
        end[1],
    )
    found: list[LedgerStep] = []
    told = 0
    twin.goto(turn=before + 1)
    begun = len(twin.shared_events)
    while twin.step < match.step and twin.redo().turn <= after:
        those = [one for one in twin.transfers if before < one.turn <= after]
        upto = sum(seen(one, latest, viewer) is not None for one in those)
        events = twin.shared_events
        names = {event.name for event in events[begun:]}
        found.append((apply_event_reasons(made_of(twin.table), names), moved[told:upto]))
        told, begun = upto, len(events)
    later = match.shared_events[begun:]
    names = {event.name for event in later if event.turn <= after}
    return [*found, (apply_event_reasons(end[0], names), moved[told:])]


def find_components(figure: MetricOfSeat, table: Any) -> AnyComponents:
    """Return the components of a metric as declared by its game, or else from the ledger.

    By default, the components are the amounts of the metric's unit in all accounts of the seat.
    """
    metric, seat = figure.metric, figure.seat
    if metric.made_of is not None:
        whose = [one for one in (seat, figure.part) if one is not None]
        try:
            made: AnyComponents = metric.made_of(table, *whose)
        except Exception as error:
            raise metric_error(metric.key, metric.made_of, error, "split") from error
        return made
    if seat is None or figure.part is not None:
        return NO_COMPONENTS
    balances = table.ledger.balances
    covered = table.currency.covers(metric.unit)
    unit = table.money if covered else find_ledger_unit(metric.unit)
    if unit not in balances:
        return NO_COMPONENTS
    accounts = tuple(
        account for account in table.ledger.accounts() if account.rpartition(":")[2] == seat
    )
    held = sum(balances[unit].get(account, 0) for account in accounts)
    return Components(accounts, (Holding(unit, held),))


def transfers_by_turn(
    match: Match, since: int, turn: int, viewer: str | None
) -> dict[int, list[Transfer]]:
    """Return the visible transfers after the turn ``since``, up to ``turn``, by turn."""
    seen, table = match.game.secrecy.visible_transfer, match.as_seen_by(viewer).state
    found: dict[int, list[Transfer]] = {}
    for _, transfers in match.events_by_segment:
        for transfer in transfers:
            if since < transfer.turn <= turn:
                shown = seen(transfer, table, viewer)
                if shown is not None:
                    found.setdefault(shown.turn, []).append(shown)
    return found


# --- rounding ------------------------------------------------------------------------------------


ROUNDING = "rounding"
"""Name of a remainder that is small enough to be a rounding error."""


def round_parts(
    parts: ContributionMap,
    change: ExactNumber,
    rest: ExactNumber,
    digits: int,
    rounding: ExactNumber = 0,
) -> list[Contribution]:
    """Round the amounts of contributions to ``digits`` decimals. Return the largest first.

    The largest contribution absorbs the rounding error, so that the amounts add up to the change. A
    remainder too large to be a rounding error becomes a separate contribution. ``rounding`` is the
    maximum rounding error of the metric itself.
    """
    scale = 10**digits
    found = [part for part in parts.values() if part.exact]
    is_small = abs(Fraction(rest)) <= rounding + Fraction(2, scale)
    if rest and (not is_small or not found):
        known = next((part for part in found if part.kind == "rest"), None)
        if known is None:
            found.append(Contribution("rest", ROUNDING if is_small else "", rest))
        else:
            known.exact += rest
    found.sort(key=lambda part: -abs(Fraction(part.exact)))
    amounts = [round(scale * Fraction(part.exact)) for part in found]
    if found:
        amounts[0] += round(scale * Fraction(change)) - sum(amounts)
    for part, amount in zip(found, amounts, strict=True):
        part.amount = to_amount(Fraction(amount, scale))
    shown = [part for part in found if part.amount]
    return sorted(shown, key=lambda part: -abs(part.amount))


MIN_DECIMALS, MAX_DECIMALS = 2, 4
"""Limits on the decimals of amounts, which otherwise have as many decimals as the metric.

If the metric has more decimals than the maximum, small values are shown with the maximum, and
others with the minimum.
"""
MAX_SMALL_VALUE = 10


def count_decimals(value: Amount, all_values: Collection[Amount]) -> int:
    """Return the number of decimals for the contributions to a metric.

    >>> [count_decimals(value, [value]) for value in (5, 2.125, 1 / 3)]
    [2, 3, 4]
    >>> count_decimals(1 / 3, [90])
    2
    """
    found = max(len(str(value).partition(".")[2]), MIN_DECIMALS)
    if found <= MAX_DECIMALS:
        return found
    return MAX_DECIMALS if max(map(abs, all_values)) < MAX_SMALL_VALUE else MIN_DECIMALS


def to_fraction(value: Amount) -> Fraction:
    """Convert the value of a metric to the exact number that it displays.

    >>> to_fraction(0.1) + to_fraction(0.2) == to_fraction(0.3)
    True
    """
    return Fraction(str(value))


def to_amount(value: ExactNumber) -> Amount:
    """Convert an exact number to an int, or to a float if it is not whole.

    >>> to_amount(Fraction(6, 2)), to_amount(Fraction(1, 4))
    (3, 0.25)
    """
    return int(value) if value == int(value) else round(float(value), 4)
