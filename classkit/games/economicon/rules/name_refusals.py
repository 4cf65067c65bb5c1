"""Error messages for invalid units, pegs, partners and amounts."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.errors import format_int
from classkit.engine.moves import ANY_AMOUNT, Amount, Check

from ..account_names import CURRENCY, ISSUER
from ..rules_data import COMMODITIES


def refuse_unit(units: tuple[str, ...], rule: str, named: Any) -> str | None:
    """Return the reason why a name is not a unit at this table, or None for an unknown name.

    >>> refuse_unit(("gold", "grain", "cur:A"), "N9.3", "cur:B")
    'Nation B is not at this table, so its currency is not in play (N9.3).'
    >>> refuse_unit(("gold", "grain", "cur:A"), "N9.3", "A")
    'A nation is not a unit; its currency is: cur:A (N9.3).'
    """
    if not isinstance(named, str) or named in units:
        return None
    if named == "event":
        return f"The event card is not a unit. Units are gold, goods and currencies ({rule})."
    nation = named.removeprefix("nation:")
    if CURRENCY.get(nation) in units:
        return f"A nation is not a unit; its currency is: {CURRENCY[nation]} ({rule})."
    if named in ISSUER:
        return (
            f"Nation {ISSUER[named]} is not at this table, so its currency is not in play ({rule})."
        )
    return None


def build_min_amount(least: int, sentence: str) -> Amount:
    """Return a field that has a minimum but no maximum of its own.

    ``sentence`` is the error message for a smaller number.

    >>> build_min_amount(1, "Buy at least 1 unit (N9.3).").refuse(0)
    'Buy at least 1 unit (N9.3).'
    """
    return Amount(least, ANY_AMOUNT.high, why=partial(refuse_too_few, least, sentence))


def refuse_too_few(least: int, sentence: str, number: int) -> str | None:
    """Return the sentence for a number below the minimum, otherwise None."""
    return sentence if number < least else None


def refuse_too_many(least: int, below: str, above: str, number: int) -> str:
    """Return the reason why a number is out of range.

    >>> refuse_too_many(0, "0 or more (N9.1).", "B holds 5 oil (N9.1).", 6)
    '6 is too many: B holds 5 oil (N9.1).'
    """
    return below if number < least else f"{format_int(number)} is too many: {above}"


def build_number_check(verb: str, rule: str) -> Check:
    """Return a check that refuses a commodity's name without a number.

    >>> build_number_check("release", "N9.1")("oil")
    "'oil' needs a number: release takes a number for each of grain, oil, tech (N9.1)."
    """
    return partial(refuse_missing_number, verb, rule)


def refuse_missing_number(verb: str, rule: str, named: Any) -> str | None:
    """Return the reason why a commodity needs a number, or None for any other name."""
    if named not in COMMODITIES:
        return None
    goods = ", ".join(COMMODITIES)
    return f"{named!r} needs a number: {verb} takes a number for each of {goods} ({rule})."
