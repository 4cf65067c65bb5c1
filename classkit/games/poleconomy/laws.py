"""Laws of general application: what tax laws and subsidies say, and whom they meet (P19).

A law looks at what a player has, never at who he is: its conditions are intervals of a few
figures, so nobody can be named (P19.2). All money is in whole dollars.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import Any

FIGURES = (
    "basic_income", "companies", "adverts", "squares", "savings", "bonds", "life", "business",
)  # fmt: skip
"""The figures that a law may look at; an edition may list fewer of them (P19.2)."""

Has = Mapping[str, int]
"""The figures of a player: each of :data:`FIGURES`."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a figure lies from ``min`` to ``max``, both included (P19.2)."""

    field: str
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """The tax of those who meet all of ``when``; without a condition, of everybody (P19.3)."""

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
    """A list of brackets, of which the first that applies counts, and one relief (P19.3)."""

    brackets: tuple[Bracket, ...]
    savings_shield: int = 0
    """The worth of savings cards, in dollars, that need not be cashed for tax."""
    life_deduction: int = 0
    """Dollars of tax less for each life policy; likewise for each business policy."""
    business_deduction: int = 0


RATES = tuple(field.name for field in fields(Bracket) if field.name != "when")
"""What a bracket states besides its conditions, in dollars or numbers of squares (P19.3)."""
RELIEF = tuple(field.name for field in fields(TaxLaw) if field.name != "brackets")
"""What a law states besides its brackets, in dollars (P19.3)."""


@dataclass(frozen=True, slots=True)
class Subsidy:
    """A fixed amount for everybody who meets the conditions when it is paid (P19.5)."""

    purpose: str
    """A listed purpose, or one in the Prime Minister's own words."""
    when: tuple[Condition, ...]
    amount: int
    delay_rounds: int


@dataclass(frozen=True, slots=True)
class Deferred:
    """A subsidy passed that is paid at the start of turn ``due_turn`` (P19.5)."""

    subsidy: Subsidy
    due_turn: int


def meets(when: tuple[Condition, ...], has: Has) -> bool:
    """Return whether all conditions hold; without any, they hold for everybody (P19.2).

    >>> meets((Condition("companies", 3, 45),), {"companies": 3})
    True
    """
    return all(condition.min <= has[condition.field] <= condition.max for condition in when)


def bracket_for(law: TaxLaw, has: Has) -> Bracket:
    """Return the first bracket whose conditions hold; the last has none (P19.3)."""
    return next(bracket for bracket in law.brackets if meets(bracket.when, has))


def tax_under(law: TaxLaw, has: Has) -> int:
    """Return what a player owes under a law, in dollars (P19.4).

    >>> law = read_law({"bracket": [{"per_company": 50_000, "per_advert": 10_000, \
"free_squares": 3}], "relief": {}})
    >>> tax_under(law, dict.fromkeys(FIGURES, 0) | {"companies": 2, "adverts": 4})
    30000
    """
    bracket = bracket_for(law, has)
    companies = max(has["companies"] - bracket.free_companies, 0)
    adverts = max(has["adverts"] - bracket.free_adverts, 0)
    free = bracket.free_squares  # on the squares that are left, companies first
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
    """Read a law known to be legal from ``{"bracket": [...], "relief": {...}}``.

    A figure left out of a bracket or of the relief is 0.
    """
    brackets = []
    for bracket in stated["bracket"]:
        rates = {name: bracket[name] for name in RATES if name in bracket}
        brackets.append(Bracket(read_conditions(bracket.get("when", ())), **rates))
    return TaxLaw(tuple(brackets), **stated.get("relief", {}))


def read_subsidy(stated: Mapping[str, Any]) -> Subsidy:
    """Read a subsidy known to be legal from ``{"purpose", "when", "amount", "delay_rounds"}``.

    The Prime Minister's own ``purpose_words`` take the place of a listed purpose.
    """
    purpose, when = (
        stated.get("purpose_words") or stated["purpose"],
        read_conditions(stated["when"]),
    )
    return Subsidy(purpose, when, stated["amount"], stated["delay_rounds"])


def plain_conditions(when: tuple[Condition, ...]) -> list[dict[str, Any]]:
    return [{"field": one.field, "min": one.min, "max": one.max} for one in when]


def plain_law(law: TaxLaw) -> dict[str, Any]:
    """Return a law as plain data, in the form in which it is tabled, without its zeros.

    >>> plain_law(TaxLaw((Bracket(per_company=50_000),), life_deduction=10_000))
    {'bracket': [{'when': [], 'per_company': 50000}], 'relief': {'life_deduction': 10000}}
    """
    brackets = []
    for bracket in law.brackets:
        rates = {name: rate for name in RATES if (rate := getattr(bracket, name))}
        brackets.append({"when": plain_conditions(bracket.when), **rates})
    relief = {name: amount for name in RELIEF if (amount := getattr(law, name))}
    return {"bracket": brackets, "relief": relief}


def plain_subsidy(subsidy: Subsidy, listed: Collection[str]) -> dict[str, Any]:
    """Return a subsidy as plain data, in the form in which it is tabled.

    ``listed`` are the purposes of the edition; any other is in the Prime Minister's own words.
    """
    return {
        "purpose" if subsidy.purpose in listed else "purpose_words": subsidy.purpose,
        "when": plain_conditions(subsidy.when),
        "amount": subsidy.amount,
        "delay_rounds": subsidy.delay_rounds,
    }
