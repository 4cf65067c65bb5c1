"""Tax laws and subsidies as data, and the tax that players owe under a law (P19).

A law tests what a player has, not who the player is. Its conditions are intervals of a few values,
so it cannot name anyone (P19.2). All money is in whole dollars.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

CONDITION_FIELDS = (
    "basic_income", "companies", "adverts", "squares", "savings", "bonds", "life", "business",
)  # fmt: skip
"""Values that a law may test. An edition may list fewer of them (P19.2)."""

FieldValues = Mapping[str, int]
"""A player's values, one for each of :data:`CONDITION_FIELDS`."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: the field's value is between ``min`` and ``max``, inclusive (P19.2)."""

    field: str
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """The tax for players who meet every condition in ``when``, which may be empty (P19.3)."""

    when: tuple[Condition, ...] = ()
    flat: int = 0
    per_company: int = 0
    per_advert: int = 0
    per_savings: int = 0
    per_bond: int = 0
    free_companies: int = 0
    free_adverts: int = 0
    free_squares: int = 0


@dataclass(frozen=True, slots=True)
class TaxLaw:
    """A list of brackets and one relief. The first matching bracket applies (P19.3)."""

    brackets: tuple[Bracket, ...]
    savings_shield: int = 0
    """The value of savings cards, in dollars, that a player need not sell to pay the tax."""
    life_deduction: int = 0
    """Tax deduction per life policy, in dollars. The next field applies per business policy."""
    business_deduction: int = 0


RATE_FIELDS = tuple(field.name for field in fields(Bracket) if field.name != "when")
"""The fields of a bracket other than its conditions, in dollars or squares (P19.3)."""
RELIEF_FIELDS = tuple(field.name for field in fields(TaxLaw) if field.name != "brackets")
"""The fields of a law other than its brackets, in dollars (P19.3)."""


@dataclass(frozen=True, slots=True)
class Subsidy:
    """A fixed amount for every player who meets the conditions when it is paid (P19.5)."""

    purpose: str
    """A listed purpose, or text by the Prime Minister."""
    when: tuple[Condition, ...]
    amount: int
    delay_rounds: int


@dataclass(frozen=True, slots=True)
class Deferred:
    """A subsidy that was passed and is paid at the start of turn ``due_turn`` (P19.5)."""

    subsidy: Subsidy
    due_turn: int


def meets_conditions(when: tuple[Condition, ...], has: FieldValues) -> bool:
    """Return True if all conditions hold. An empty tuple holds for everyone (P19.2).

    >>> meets_conditions((Condition("companies", 3, 45),), {"companies": 3})
    True
    """
    return all(condition.min <= has[condition.field] <= condition.max for condition in when)


def find_bracket(law: TaxLaw, has: FieldValues) -> Bracket:
    """Return the first bracket whose conditions hold. The last bracket has none (P19.3)."""
    return next(bracket for bracket in law.brackets if meets_conditions(bracket.when, has))


def compute_tax(law: TaxLaw, has: FieldValues) -> int:
    """Return the tax that a player owes under a law, in dollars (P19.4).

    >>> law = TaxLaw((Bracket(per_company=50_000, per_advert=10_000, free_squares=3),))
    >>> compute_tax(law, dict.fromkeys(CONDITION_FIELDS, 0) | {"companies": 2, "adverts": 4})
    30000
    """
    bracket = find_bracket(law, has)
    companies = max(has["companies"] - bracket.free_companies, 0)
    adverts = max(has["adverts"] - bracket.free_adverts, 0)
    free = bracket.free_squares  # apply to the remaining companies first, then to adverts
    due = (
        bracket.flat
        + bracket.per_company * max(companies - free, 0)
        + bracket.per_advert * max(adverts - max(free - companies, 0), 0)
        + bracket.per_savings * has["savings"]
        + bracket.per_bond * has["bonds"]
        - law.life_deduction * has["life"]
        - law.business_deduction * has["business"]
    )
    return max(due, 0)


# --- laws as plain data ---------------------------------------------------------------------------


def read_conditions(stated: Any) -> tuple[Condition, ...]:
    """Read conditions from ``[{"field": ..., "min": ..., "max": ...}, ...]``."""
    return tuple(Condition(one["field"], one["min"], one["max"]) for one in stated)


def read_law(stated: Mapping[str, Any]) -> TaxLaw:
    """Read a legal law from ``{"bracket": [...], "relief": {...}}``.

    Omitted values are 0.
    """
    brackets = []
    for bracket in stated["bracket"]:
        rates = {name: bracket[name] for name in RATE_FIELDS if name in bracket}
        brackets.append(Bracket(read_conditions(bracket.get("when", ())), **rates))
    return TaxLaw(tuple(brackets), **stated.get("relief", {}))


def read_subsidy(stated: Mapping[str, Any]) -> Subsidy:
    """Read a legal subsidy from ``{"purpose", "when", "amount", "delay_rounds"}``.

    ``purpose_words``, if present, replaces the listed purpose.
    """
    purpose, when = (
        stated.get("purpose_words") or stated["purpose"],
        read_conditions(stated["when"]),
    )
    return Subsidy(purpose, when, stated["amount"], stated["delay_rounds"])


def dump_conditions(when: tuple[Condition, ...]) -> list[dict[str, Any]]:
    return [{"field": one.field, "min": one.min, "max": one.max} for one in when]


def dump_law(law: TaxLaw) -> dict[str, Any]:
    """Return a law as plain data in its proposed form. Zeros are left out.

    >>> dump_law(TaxLaw((Bracket(per_company=50_000),), life_deduction=10_000))
    {'bracket': [{'when': [], 'per_company': 50000}], 'relief': {'life_deduction': 10000}}
    """
    brackets = []
    for bracket in law.brackets:
        rates = {name: rate for name in RATE_FIELDS if (rate := getattr(bracket, name))}
        brackets.append({"when": dump_conditions(bracket.when), **rates})
    relief = {name: amount for name in RELIEF_FIELDS if (amount := getattr(law, name))}
    return {"bracket": brackets, "relief": relief}


def dump_subsidy(subsidy: Subsidy, listed: Collection[str]) -> dict[str, Any]:
    """Return a subsidy as plain data in its proposed form.

    ``listed`` contains the edition's purposes. Any other purpose is the Prime Minister's own text.
    """
    return {
        "purpose" if subsidy.purpose in listed else "purpose_words": subsidy.purpose,
        "when": dump_conditions(subsidy.when),
        "amount": subsidy.amount,
        "delay_rounds": subsidy.delay_rounds,
    }
