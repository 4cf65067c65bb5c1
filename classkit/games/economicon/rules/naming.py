"""Refusals of names that are no unit, peg, partner or number of units."""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.errors import in_figures
from classkit.engine.moves import ANY_AMOUNT, Amount, Check

from ..accounts import CURRENCY, ISSUER
from ..contents import COMMODITIES


def no_unit(units: tuple[str, ...], rule: str, named: Any) -> str | None:
    """Return why a name is no unit at this table; None for a name of no thing.

    >>> no_unit(("gold", "grain", "cur:A"), "N9.3", "cur:B")
    'No nation B sits at this table, so there is no such currency (N9.3).'
    >>> no_unit(("gold", "grain", "cur:A"), "N9.3", "A")
    'A nation is not a unit; its currency is: cur:A (N9.3).'
    """
    if not isinstance(named, str) or named in units:
        return None
    if named == "event":
        return f"The event card is not a unit: gold, goods and currencies are ({rule})."
    nation = named.removeprefix("nation:")
    if CURRENCY.get(nation) in units:
        return f"A nation is not a unit; its currency is: {CURRENCY[nation]} ({rule})."
    if named in ISSUER:
        return (
            f"No nation {ISSUER[named]} sits at this table, so there is no such currency ({rule})."
        )
    return None


def at_least(least: int, sentence: str) -> Amount:
    """Return a number that a law judges; one below the least is refused with this sentence.

    >>> at_least(1, "A purchase is of 1 unit or more (N9.3).").refuse(0)
    'A purchase is of 1 unit or more (N9.3).'
    """
    return Amount(least, ANY_AMOUNT.high, why=partial(too_few, least, sentence))


def too_few(least: int, sentence: str, number: int) -> str | None:
    """Return the sentence for a number below the least; None for one above the most."""
    return sentence if number < least else None


def too_many(least: int, below: str, above: str, number: int) -> str:
    """Return why a number is out of its range.

    >>> too_many(0, "0 or more (N9.1).", "B holds 5 oil (N9.1).", 6)
    '6 is too many: B holds 5 oil (N9.1).'
    """
    return below if number < least else f"{in_figures(number)} is too many: {above}"


def how_many(verb: str, rule: str) -> Check:
    """Return the check of a commodity named alone when each needs a number.

    >>> how_many("release", "N9.1")("oil")
    "'oil' alone says not how much: release takes a number each of grain, oil, tech (N9.1)."
    """
    return partial(no_number, verb, rule)


def no_number(verb: str, rule: str, named: Any) -> str | None:
    """Return the refusal of a commodity named without a number; None for anything else."""
    if named not in COMMODITIES:
        return None
    goods = ", ".join(COMMODITIES)
    return f"{named!r} alone says not how much: {verb} takes a number each of {goods} ({rule})."
