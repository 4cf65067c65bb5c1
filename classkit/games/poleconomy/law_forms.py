"""The closed language of laws as forms: what a law may say (P19.2, P19.3, P19.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from classkit.engine.moves import Amount, Bundle, Chance, Field, ListOf, OneOf, Text

from .law_words import condition_text
from .laws import RATES, RELIEF, Condition, TaxLaw, plain_law

DELAY_MAX = 10
"""The most rounds after which a subsidy may fall due (P19.5)."""
PURPOSE_MAX = 60
"""The most characters of a purpose in the Prime Minister's own words (P19.5)."""
EITHER_PURPOSE = ("purpose", "purpose_words")
"""The fields of a subsidy's purpose: one of them may be left out, but not both."""
PIPS = (2, 12)
"""The lowest and the highest throw for Basic Income."""


@dataclass(frozen=True, eq=False)
class LawLanguage:
    """The limits that an edition sets to laws."""

    fields: tuple[str, ...]
    conditions_max: int
    brackets_max: int
    limits: Mapping[str, int]
    """The largest value of each of :data:`RATES` and :data:`RELIEF`."""
    purposes: tuple[str, ...]
    subsidy_max: int
    unit: int
    """Dollars; money in a law is a multiple of this, and the shield of ``shield_step``."""
    shield_step: int
    pip: int
    """Dollars of Basic Income for each pip."""
    squares: int
    """The number of squares that can be owned: the most that any other figure is compared with."""

    @property
    def incomes(self) -> tuple[int, int]:
        """The lowest and the highest Basic Income (P2.3)."""
        return PIPS[0] * self.pip, PIPS[1] * self.pip


# --- conditions -----------------------------------------------------------------------------------


def when_form(language: LawLanguage, band: int) -> ListOf:
    """Return the form of the conditions; each is judged by itself (P19.2)."""
    top = max(language.incomes[1], language.squares)
    one = Bundle(
        partial(refuse_condition, language, band), (), first_conditions(language, band),
        field=OneOf(language.fields, why="a law looks at nothing else, so nobody is named (P19.2)"),
        min=Amount(0, top, why="no figure goes higher (P19.2)"),
        max=Amount(0, top, why="no figure goes higher (P19.2)"),
    )  # fmt: skip
    return ListOf(one, 0, language.conditions_max)


def first_conditions(language: LawLanguage, band: int) -> dict[str, dict[str, Any]]:
    """Return a legal condition on each usable figure to begin with, by its words (P19.2)."""
    least, most = language.incomes
    middle = max((least + most) // 2 // language.pip * language.pip, min(least + band, most))
    stated: dict[str, dict[str, Any]] = {}
    for figure in usable(language, band):
        low, high = (least, middle) if figure == "basic_income" else (1, language.squares)
        words = condition_text(Condition(figure, low, high))
        stated[words] = {"field": figure, "min": low, "max": high}
    return stated


def refuse_condition(language: LawLanguage, band: int, one: Mapping[str, Any]) -> str | None:
    """Refuse an illegal condition; ``band`` is the least width of an income band (P19.2)."""
    low, high = one["min"], one["max"]
    if low > high:
        return f"from {low:,} to {high:,} is no range: the first must not be the larger (P19.2)."
    if one["field"] != "basic_income":
        if high > language.squares:
            return f"{one['field']} lies between 0 and {language.squares} (P19.2)."
        return None
    least, most = language.incomes
    if low < least or high > most or low % language.pip or high % language.pip:
        steps = f"in steps of ${language.pip:,}"
        return f"a band of basic_income lies between ${least:,} and ${most:,}, {steps} (P19.2)."
    if high - low < band:
        return (
            f"a band of basic_income is at least ${band:,} wide, so that the law is of general "
            "application (P19.2)."
        )
    return None


def refuse_twice(when: Any) -> str | None:
    """Refuse conditions that use the same figure twice (P19.2)."""
    named = [one["field"] for one in when]
    for field in named:
        if named.count(field) > 1:
            return f"{field} stands in two conditions; each may stand in one (P19.2)."
    return None


def usable(language: LawLanguage, band: int) -> list[str]:
    """List the figures with a legal condition; incomes may have no band wide enough."""
    least, most = language.incomes
    return [f for f in language.fields if f != "basic_income" or most - least >= band]


def sample_when(
    language: LawLanguage, band: int, chance: Chance, at_least: int = 0
) -> list[dict[str, Any]]:  # fmt: skip
    """Return random conditions, all of them legal."""
    least, most = language.incomes
    steps = (most - least) // language.pip
    narrowest = -(-band // language.pip)
    left = usable(language, band)
    count = min(at_least + chance.below(language.conditions_max - at_least + 1), len(left))
    conditions = []
    for _ in range(count):
        field = left.pop(chance.below(len(left)))
        if field == "basic_income":
            width = narrowest + chance.below(steps - narrowest + 1)
            start = chance.below(steps - width + 1)
            low, high = least + start * language.pip, least + (start + width) * language.pip
        else:
            low = chance.below(min(6, language.squares + 1))
            high = low + chance.below(language.squares - low + 1)
        conditions.append({"field": field, "min": low, "max": high})
    return conditions


# --- tax laws -------------------------------------------------------------------------------------


def value_form(language: LawLanguage, name: str) -> Field:
    """Return the form of one value of a law, up to its limit (P19.3)."""
    limit = language.limits[name]
    if name.startswith("free_"):
        return Amount(0, limit, unit="squares", why="no law goes higher (P19.3)")
    step = language.shield_step if name == "savings_shield" else language.unit
    return Amount(0, limit, step, unit="$", why="no law goes higher (P19.3)")


Examples = tuple[tuple[str, TaxLaw], ...]
"""Laws with their titles."""


@lru_cache(maxsize=64)
def law_form(language: LawLanguage, band: int, examples: Examples = ()) -> Bundle:
    """Return the form of a tax law: 1 to 7 brackets and one relief (P19.3).

    The ``examples`` are suggested.
    """
    bracket = Bundle(
        refuse_bracket, ("when", *RATES),
        when=when_form(language, band),
        **{name: value_form(language, name) for name in RATES},
    )  # fmt: skip
    relief = Bundle(None, RELIEF, **{name: value_form(language, name) for name in RELIEF})
    plain = Bundle(
        refuse_law, ("relief",), bracket=ListOf(bracket, 1, language.brackets_max), relief=relief
    )
    stated = {title: plain_law(law) for title, law in examples}
    legal = {title: law for title, law in stated.items() if plain.refuse(law) is None}
    return Bundle(refuse_law, ("relief",), legal, **plain.fields)


def refuse_bracket(bracket: Mapping[str, Any]) -> str | None:
    """Refuse a bracket that uses a figure twice (P19.2)."""
    return refuse_twice(bracket.get("when", ()))


def refuse_law(law: Mapping[str, Any]) -> str | None:
    """Refuse conditions in the last bracket, and any other bracket without one (P19.3)."""
    *others, last = law["bracket"]
    if last.get("when"):
        return (
            f"bracket: number {len(law['bracket'])}: when: the last bracket is for everybody "
            "else: it has no conditions (P19.3)."
        )
    for number, bracket in enumerate(others, start=1):
        if not bracket.get("when"):
            return (
                f"bracket: number {number}: when: bracket {number} has no condition, so those "
                "after it never apply (P19.3)."
            )
    return None


def sample_law(language: LawLanguage, band: int, chance: Chance) -> dict[str, Any]:
    """Return a random legal tax law, usually a short one."""
    count = 1 + chance.below(min(3, language.brackets_max))
    if not usable(language, band):
        count = 1
    brackets: list[dict[str, Any]] = []
    for number in range(count):
        rates = {name: sample_value(language, name, chance) for name in RATES}
        last = number == count - 1
        brackets.append({"when": [] if last else sample_when(language, band, chance, 1), **rates})
    return {
        "bracket": brackets,
        "relief": {name: sample_value(language, name, chance) for name in RELIEF},
    }


def sample_value(language: LawLanguage, name: str, chance: Chance) -> int:
    """Return 0 in half of the cases, otherwise a random value within the limit."""
    if chance.below(2):
        return 0
    value: int = value_form(language, name).sample(chance)
    return value


# --- subsidies ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def subsidy_fields(language: LawLanguage, band: int) -> dict[str, Field]:
    """Return the fields of a subsidy: purpose, conditions, amount and delay (P19.5)."""
    return {
        "purpose": OneOf(language.purposes, why="others are said in purpose_words (P19.5)"),
        "purpose_words": Text(PURPOSE_MAX),
        "when": when_form(language, band),
        "amount": Amount(
            language.unit,
            language.subsidy_max,
            language.unit,
            unit="$",
            why="no subsidy is higher (P19.5)",
        ),
        "delay_rounds": Amount(0, DELAY_MAX, why="no subsidy is paid later (P19.5)"),
    }


def refuse_terms(terms: Mapping[str, Any]) -> str | None:
    """Refuse a subsidy without a purpose, or with two conditions on one figure (P19.2, P19.5)."""
    if "purpose" not in terms and not terms.get("purpose_words", "").strip():
        return "a subsidy has a purpose: a listed one, or one in purpose_words (P19.5)."
    return refuse_twice(terms["when"])


def subsidy_form(language: LawLanguage, band: int) -> Bundle:
    """Return the form of a subsidy that is stated as data (P19.5)."""
    return Bundle(refuse_terms, EITHER_PURPOSE, **subsidy_fields(language, band))


def sample_subsidy(language: LawLanguage, band: int, chance: Chance) -> dict[str, Any]:
    """Return a random subsidy for a listed purpose that its language allows."""
    fields = subsidy_fields(language, band)
    return {
        "purpose": fields["purpose"].sample(chance),
        "when": sample_when(language, band, chance),
        "amount": fields["amount"].sample(chance),
        "delay_rounds": fields["delay_rounds"].sample(chance),
    }
