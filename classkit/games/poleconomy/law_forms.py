"""Forms for tax laws and subsidies, and the limits on their contents (P19.2, P19.3, P19.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from classkit.engine.currency import DOLLAR, Currency
from classkit.engine.moves import (
    Amount,
    Field,
    FieldGroup,
    FreeText,
    ListOf,
    OneOf,
    RandomGenerator,
)

from .law_words import format_condition
from .laws import RATE_FIELDS, RELIEF_FIELDS, Condition, TaxLaw, dump_law

MAX_DELAY = 10
"""Maximum delay of a subsidy, in rounds (P19.5)."""
MAX_PURPOSE_LENGTH = 60
"""Maximum length of a purpose that the Prime Minister writes (P19.5)."""
PURPOSE_FIELDS = ("purpose", "purpose_words")
"""The two fields that may state a subsidy's purpose. One of them is required."""
ROLL_RANGE = (2, 12)
"""The lowest and highest roll for Basic Income."""


@dataclass(frozen=True, eq=False)
class LawLanguage:
    """The limits that an edition sets for laws."""

    fields: tuple[str, ...]
    conditions_max: int
    brackets_max: int
    limits: Mapping[str, int]
    """Maximum of each of :data:`RATE_FIELDS` and :data:`RELIEF_FIELDS`."""
    purposes: tuple[str, ...]
    subsidy_max: int
    unit: int
    """Dollars. Amounts in a law are multiples of it, the shield is one of ``shield_step``."""
    shield_step: int
    pip: int
    """Dollars of Basic Income per pip of the dice."""
    squares: int
    """Number of ownable squares, which is the maximum of every compared value except incomes."""
    currency: Currency = DOLLAR
    """Currency of the amounts."""

    @property
    def income_range(self) -> tuple[int, int]:
        """The lowest and highest Basic Income, in dollars (P2.3)."""
        return ROLL_RANGE[0] * self.pip, ROLL_RANGE[1] * self.pip


@lru_cache(maxsize=8)
def get_language(language: LawLanguage, currency: Currency, layout: object) -> LawLanguage:
    """Return ``language`` with its currency replaced.

    ``layout`` serves only as part of the cache key; pass ``currency.layout``.
    """
    return replace(language, currency=currency)


# --- conditions -----------------------------------------------------------------------------------


def build_conditions_form(language: LawLanguage, band: int) -> ListOf:
    """Return the form for a list of conditions. Each condition is checked separately (P19.2)."""
    top = max(language.income_range[1], language.squares)
    one = FieldGroup(
        partial(refuse_condition, language, band), (), suggest_conditions(language, band),
        field=OneOf(language.fields, why="a law can use only these and names nobody (P19.2)"),
        min=Amount(0, top, why="no value can be higher (P19.2)"),
        max=Amount(0, top, why="no value can be higher (P19.2)"),
    )  # fmt: skip
    return ListOf(one, 0, language.conditions_max)


def suggest_conditions(language: LawLanguage, band: int) -> dict[str, dict[str, Any]]:
    """Return one legal example condition per usable field, by title (P19.2)."""
    least, most = language.income_range
    middle = max((least + most) // 2 // language.pip * language.pip, min(least + band, most))
    stated: dict[str, dict[str, Any]] = {}
    for figure in list_usable_fields(language, band):
        low, high = (least, middle) if figure == "basic_income" else (1, language.squares)
        words = format_condition(Condition(figure, low, high), language.currency)
        stated[words] = {"field": figure, "min": low, "max": high}
    return stated


def refuse_condition(language: LawLanguage, band: int, one: Mapping[str, Any]) -> str | None:
    """Return the reason why a condition is illegal, or None (P19.2).

    ``band`` is the minimum width of an income band, in dollars.
    """
    low, high = one["min"], one["max"]
    if low > high:
        return f"{low:,} to {high:,} is not a range: the first must be the smaller (P19.2)."
    if one["field"] != "basic_income":
        if high > language.squares:
            return f"{one['field']} must be between 0 and {language.squares} (P19.2)."
        return None
    least, most = language.income_range
    if low < least or high > most or low % language.pip or high % language.pip:
        steps, first, last = map(language.currency.write, (language.pip, least, most))
        return (
            f"a band of basic_income must be between {first} and {last}, in steps of {steps} "
            "(P19.2)."
        )
    if high - low < band:
        return (
            f"a band of basic_income must be at least {language.currency.write(band)} wide, so "
            "that the law is general (P19.2)."
        )
    return None


def refuse_duplicates(when: Any) -> str | None:
    """Return a reason if two conditions use the same field (P19.2)."""
    named = [one["field"] for one in when]
    for field in named:
        if named.count(field) > 1:
            return f"{field} is used in two conditions; use each field once (P19.2)."
    return None


def list_usable_fields(language: LawLanguage, band: int) -> list[str]:
    """Return the fields that can have a legal condition. Incomes may lack a wide enough band."""
    least, most = language.income_range
    return [f for f in language.fields if f != "basic_income" or most - least >= band]


def sample_conditions(
    language: LawLanguage, band: int, chance: RandomGenerator, at_least: int = 0
) -> list[dict[str, Any]]:  # fmt: skip
    """Return random legal conditions."""
    least, most = language.income_range
    steps = (most - least) // language.pip
    narrowest = -(-band // language.pip)
    left = list_usable_fields(language, band)
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


def build_value_form(language: LawLanguage, name: str) -> Field:
    """Return the form field for one amount of a law, limited to its maximum (P19.3)."""
    limit = language.limits[name]
    if name.startswith("free_"):
        return Amount(0, limit, unit="squares", why="no law can go higher (P19.3)")
    step = language.shield_step if name == "savings_shield" else language.unit
    return Amount(0, limit, step, unit=language.currency, why="no law can go higher (P19.3)")


LawExamples = tuple[tuple[str, TaxLaw], ...]
"""Laws with their titles."""


@lru_cache(maxsize=64)
def build_law_form(language: LawLanguage, band: int, examples: LawExamples = ()) -> FieldGroup:
    """Return the form of a tax law: 1 to 7 brackets and one relief (P19.3).

    ``examples`` are offered as suggestions.
    """
    bracket = FieldGroup(
        refuse_bracket, ("when", *RATE_FIELDS),
        when=build_conditions_form(language, band),
        **{name: build_value_form(language, name) for name in RATE_FIELDS},
    )  # fmt: skip
    relief = FieldGroup(
        None, RELIEF_FIELDS, **{name: build_value_form(language, name) for name in RELIEF_FIELDS}
    )
    plain = FieldGroup(
        refuse_law, ("relief",), bracket=ListOf(bracket, 1, language.brackets_max), relief=relief
    )
    stated = {title: dump_law(law) for title, law in examples}
    legal = {title: law for title, law in stated.items() if plain.refuse(law) is None}
    return FieldGroup(refuse_law, ("relief",), legal, **plain.fields)


def refuse_bracket(bracket: Mapping[str, Any]) -> str | None:
    """Return a reason if a bracket uses a field twice (P19.2)."""
    return refuse_duplicates(bracket.get("when", ()))


def refuse_law(law: Mapping[str, Any]) -> str | None:
    """Return a reason unless exactly the last bracket has no conditions (P19.3)."""
    *others, last = law["bracket"]
    if last.get("when"):
        return (
            f"bracket: number {len(law['bracket'])}: when: the last bracket is for everybody "
            "else and cannot have conditions (P19.3)."
        )
    for number, bracket in enumerate(others, start=1):
        if not bracket.get("when"):
            return (
                f"bracket: number {number}: when: bracket {number} has no condition, so later "
                "brackets never apply (P19.3)."
            )
    return None


def sample_law(language: LawLanguage, band: int, chance: RandomGenerator) -> dict[str, Any]:
    """Return a random legal tax law, usually short."""
    count = 1 + chance.below(min(3, language.brackets_max))
    if not list_usable_fields(language, band):
        count = 1
    brackets: list[dict[str, Any]] = []
    for number in range(count):
        rates = {name: sample_value(language, name, chance) for name in RATE_FIELDS}
        last = number == count - 1
        brackets.append(
            {"when": [] if last else sample_conditions(language, band, chance, 1), **rates}
        )
    return {
        "bracket": brackets,
        "relief": {name: sample_value(language, name, chance) for name in RELIEF_FIELDS},
    }


def sample_value(language: LawLanguage, name: str, chance: RandomGenerator) -> int:
    """Return 0 with probability one half, otherwise a random value within the limit."""
    if chance.below(2):
        return 0
    value: int = build_value_form(language, name).sample_value(chance)
    return value


# --- subsidies ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def build_subsidy_fields(language: LawLanguage, band: int) -> dict[str, Field]:
    """Return the form fields of a subsidy: purpose, conditions, amount and delay (P19.5)."""
    return {
        "purpose": OneOf(language.purposes, why="write others in purpose_words (P19.5)"),
        "purpose_words": FreeText(MAX_PURPOSE_LENGTH),
        "when": build_conditions_form(language, band),
        "amount": Amount(
            language.unit,
            language.subsidy_max,
            language.unit,
            unit=language.currency,
            why="no subsidy can be higher (P19.5)",
        ),
        "delay_rounds": Amount(0, MAX_DELAY, why="no subsidy can be paid later (P19.5)"),
    }


def refuse_terms(terms: Mapping[str, Any]) -> str | None:
    """Return a reason if the purpose is missing or a field has two conditions (P19.2, P19.5)."""
    if "purpose" not in terms and not terms.get("purpose_words", "").strip():
        return "a subsidy needs a purpose: a listed one, or one in purpose_words (P19.5)."
    return refuse_duplicates(terms["when"])


def build_subsidy_form(language: LawLanguage, band: int) -> FieldGroup:
    """Return the form of a complete subsidy (P19.5)."""
    return FieldGroup(refuse_terms, PURPOSE_FIELDS, **build_subsidy_fields(language, band))


def sample_subsidy(language: LawLanguage, band: int, chance: RandomGenerator) -> dict[str, Any]:
    """Return a random subsidy for a listed purpose."""
    fields = build_subsidy_fields(language, band)
    return {
        "purpose": fields["purpose"].sample_value(chance),
        "when": sample_conditions(language, band, chance),
        "amount": fields["amount"].sample_value(chance),
        "delay_rounds": fields["delay_rounds"].sample_value(chance),
    }
