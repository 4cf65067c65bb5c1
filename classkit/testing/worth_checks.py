"""Checks of prices and worth: the quantity held times the unit price, at both ends of a change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product, takewhile
from typing import Any, NamedTuple

from .sentence_facts import Scope, iter_numbers, pick_seat
from .sentence_tokens import Token

Claim = tuple[str, str]
NUMBER_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
DIRECTIONS = {
    "rises": 1, "rise": 1, "risen": 1, "falls": -1, "fall": -1, "fallen": -1, "goes": 0, "go": 0,
}  # fmt: skip
"""The sign of the change for each verb before "from 5 to 6", 0 for either."""
CAUSING_VERBS = {"raise": 1, "raises": 1, "lower": -1, "lowers": -1}
"""The sign of the change for each verb with an object before "from 5 to 6"."""
MORE_WORDS = {"more": 1, "less": -1, "fewer": -1}
WHOLE_ROUNDING = Fraction(1, 200)
"""Tolerance for a metric of the total worth of all units of a kind."""
PRICE_ROUNDING, PART_ROUNDING = Fraction(1, 10_000), Fraction(1, 20)
"""Tolerances for a price in a row of metrics, and for a part of a rounded change."""


class ValueChange(NamedTuple):
    """A change as printed, such as "falls from 1.5 to 1.26 gold": the verb and the two numbers."""

    at: int
    verb: str
    before: Token
    after: Token

    @property
    def text(self) -> str:
        """The change as text."""
        return f"{self.verb} from {self.before.text} to {self.after.text}"


def find_value_changes(tokens: Sequence[Token]) -> Iterator[ValueChange]:
    """Yield the changes of values that a text reports: "goes from 2 to 6"."""
    for start in range(1, len(tokens) - 3):
        first, before, to, after = tokens[start : start + 4]
        if (first.text, to.text) != ("from", "to") or not before.kind == after.kind == "amount":
            continue
        at = start - 1
        if tokens[at].text not in DIRECTIONS:
            object_of = takewhile(lambda one: one.kind != "break", tokens[at::-1])
            verbs = [one.text in CAUSING_VERBS for one in object_of]
            if True not in verbs:
                continue
            at -= verbs.index(True)
        yield ValueChange(at, tokens[at].text, before, after)


def list_held(scope: Scope, seat: str, units: Collection[str]) -> list[Mapping[str, int]]:
    """Return each account's holdings of some units for a seat, at each metric row of a scope.

    If two rows are of the same turn, the first is from before the ledger rows of the scope.
    """
    rows, turns = scope.facts.rows, [row["turn"] for row in scope.metrics]
    begun = scope.rows[0].number - 1 if scope.rows else len(rows)
    numbers = [
        begun if turn == later else sum(row.transfer.turn <= turn for row in rows)
        for turn, later in zip(turns, [*turns[1:], None], strict=True)
    ]
    held, last = Counter[str](), 0
    found: list[Mapping[str, int]] = []
    for number in numbers:
        for row in rows[last:number]:
            moved = row.transfer
            if moved.unit in units:
                held[moved.target] += moved.amount
                held[moved.source] -= moved.amount
        last = max(number, last)
        found.append({one: held[one] for one in held if scope.facts.find_owner(one) == seat})
    return found


def check_worth(
    text: str, tokens: Sequence[Token], seat: str | None, amount: Fraction | None, scope: Scope
) -> Iterator[Claim]:
    """Check the changes of values in a cause, and the amount that follows from them.

    The values come from the rows of metrics at both ends, and the holdings from the ledger.

    Args:
        text: The cause.
        tokens: Its tokens.
        seat: The seat whose metric has changed, or None for the table.
        amount: The part of the change that the cause explains, or None if unknown.
        scope: The turns of the change.
    """
    formula = check_formula(text, tokens, amount)
    yield from formula or ()
    for change in find_value_changes(tokens):
        sign = (DIRECTIONS | CAUSING_VERBS)[change.verb]
        if (change.after.value - change.before.value) * sign < 0:
            yield change.text, "the other direction"
        count = find_held_amount(tokens, change)
        if formula is not None:
            continue
        if count is not None and seat is not None:
            yield from check_held_amount(count, change, seat, amount, scope)
            continue
        said = next((one.text for one in tokens if one.text in MORE_WORDS), "")
        if said or change.after.is_money or change.after.ids:
            yield from check_change(change, list_value_changes(scope))
        if said and seat is not None and amount is not None:
            yield from check_worth_words(tokens, said, seat, amount, scope)


def check_change(
    change: ValueChange,
    known: Iterable[tuple[Fraction, Fraction]],
    rounding: Fraction = PRICE_ROUNDING,
) -> Iterator[Claim]:
    """Check that a known value changes as printed, with this tolerance for known values."""
    first, last = change.before, change.after
    if not any(
        fits_rounded(first, before, rounding) and fits_rounded(last, after, rounding)
        for before, after in known
    ):
        yield change.text, "no value changes like that"


def fits_rounded(token: Token, number: Fraction, rounding: Fraction) -> bool:
    """Return whether a printed number equals this one, which may itself be rounded."""
    return abs(token.value - number) <= token.tolerance + rounding


def find_held_amount(tokens: Sequence[Token], change: ValueChange) -> Token | None:
    """Return the amount in "4 tech in reserve rise from 0.75 to 0.81 gold each"."""
    before = tokens[: change.at]
    for at, token in enumerate(before[:-2]):
        words = [one.text for one in before[at + 1 : at + 3]]
        if token.kind == "amount" and token.ids and words == ["in", "reserve"]:
            return token
    return None


FORMULA = re.compile(r"× (?P<times>\d+) \w+(?: instead of (?P<before>\d+))?,? ÷ (?P<divisor>\d+)")


def check_formula(
    text: str, tokens: Sequence[Token], amount: Fraction | None
) -> list[Claim] | None:
    """Check "rent rises from $50 to $90 (× 3 properties ÷ 40)": the amount follows from it.

    Return None for a text without a formula.
    """
    found, changes = FORMULA.search(text), list(find_value_changes(tokens))
    if found is None:
        return None
    times, before, divisor = (int(one) if one else 0 for one in found.groups())
    first = last = Fraction(0)
    if changes:
        first, last = changes[0].before.value, changes[0].after.value
    by = (last * times - first * (before or times)) / divisor
    if amount is None or not changes or abs(by - amount) <= PART_ROUNDING:
        return []
    return [(f"{float(amount):,}", f"{float(by):,.10g} by the formula {found[0]!r}")]


def check_held_amount(
    count: Token, change: ValueChange, seat: str, amount: Fraction | None, scope: Scope
) -> Iterator[Claim]:
    """Check the stated quantity, its price change, and that they multiply to the amount."""
    held = list_held(scope, seat, count.ids)
    if not any(map(count.fits, chain.from_iterable(one.values() for one in held[:-1]))):
        yield f"{count.text} held", f"{held[0]} held before"
    else:
        fewest = min((left for one in held for left in one.values() if left > 0), default=1)
        rounding = max(PRICE_ROUNDING, WHOLE_ROUNDING / fewest)
        yield from check_change(change, list_unit_prices(scope, seat, count, held), rounding)
    by = count.value * (change.after.value - change.before.value)
    rounding = count.value * (change.after.tolerance + change.before.tolerance) + PART_ROUNDING
    if amount is not None and abs(by - amount) > rounding:
        found = f"{float(by):,.4g}, the holding times the change in price"
        yield f"{float(amount):,} of {count.text}", found


def check_worth_words(
    tokens: Sequence[Token], said: str, seat: str, amount: Fraction, scope: Scope
) -> Iterator[Claim]:
    """Check "Ada's two companies are worth more" and "Ada's cash would buy fewer companies".

    The amount is the number of things times the change of a price, or a value divided by the price
    before and after.
    """
    words = [token.text for token in tokens]
    if MORE_WORDS[said] * amount < 0:
        yield said, f"a change of {float(amount):,}"
    changes = [one for one in list_value_changes(scope) if one[0] != one[1]]
    if "worth" in words:
        count = next((NUMBER_WORDS[word] for word in words if word in NUMBER_WORDS), 1)
        count = next((int(one.value) for one in tokens if one.kind == "amount" and one.ids), count)
        if not any(count * (after - before) == amount for before, after in changes):
            yield f"{float(amount):,} for {count}", "no unit price changes like that"
    elif {"buys", "buy", "come"} & {*words}:
        rows = [pick_seat(row, seat) for row in scope.metrics[:-1]]
        values = [Fraction(str(one)) for row in rows for one in iter_numbers(row)]
        buying = (
            value / last - value / first
            for first, last in changes if first and last
            for value in values
        )  # fmt: skip
        if not any(abs(by - amount) <= PART_ROUNDING for by in buying):
            yield f"{float(amount):,}", "no holding changes what it buys by that number"


def list_value_changes(scope: Scope) -> list[tuple[Fraction, Fraction]]:
    """Return the changes of numbers in rows of metrics, from any row to the last or first."""
    rows = [dict(list_leaves(row)) for row in scope.metrics]
    pairs = [(row, rows[-1]) for row in rows[:-1]] + [(rows[0], row) for row in rows[1:-1]]
    return [(then[key], now[key]) for then, now in pairs for key in then if key in now]


def list_unit_prices(
    scope: Scope, seat: str, count: Token, held: Sequence[Mapping[str, int]]
) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the unit prices of some things before and after, while the seat holds that quantity.

    A price is a number of the table, or the value of the things in a metric with parts, divided by
    their number.
    """
    rows = [dict(list_leaves(row)) for row in scope.metrics]
    prices: list[list[Fraction]] = []
    for row, own in zip(rows, held, strict=True):
        whole = [
            value for key, value in row.items()
            if key[1:2] == (seat,) and key[2:] and key[2] in count.ids
        ]  # fmt: skip
        each = [value / left for value in whole for left in own.values() if left > 0]
        prices.append([*each, *(value for key, value in row.items() if len(key) == 1)])
    holds = [any(map(count.fits, own.values())) for own in held]
    before = {one for known, has in zip(prices, holds, strict=True) if has for one in known}
    after = {one for known, had in zip(prices[1:], holds, strict=False) if had for one in known}
    yield from product(before, after)


def list_leaves(
    row: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield the numbers in a row of metrics with their keys."""
    for key, value in row.items():
        if isinstance(value, Mapping):
            yield from list_leaves(value, (*path, key))
        elif isinstance(value, (int, float)):
            yield (*path, key), Fraction(str(value))
