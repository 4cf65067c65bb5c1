"""Card effects that apply while a card is in force, and how they combine (N17.4, N17.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

from classkit.engine.decisions import Seat
from classkit.engine.errors import truncate_text
from classkit.engine.schema import Section, Whole
from classkit.mechanics.card_effects import Effect

from ..rules_data import COMMODITIES, EconomiconRules, LawsInForce, StandingEffect
from ..state import EconomiconState
from .card_vocabulary import CHANGE, COUNT, GOOD, MAX_CARD_NUMBER, UNIT, Vocabulary, read_goods

ACTS = ("buy", "direct_trade", "change_peg", "float")
StatedEffects: TypeAlias = tuple[StandingEffect, ...]
"""The effects of one kind in force, as the cards state them."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StandingEffectKind(Effect, Generic[Value]):
    """A kind of effect that applies while its card is in force.

    ``combine`` turns all effects of this kind into the value that the rules use.
    """

    do: str
    """The name that cards use."""
    combine: Callable[[StatedEffects], Value]
    events_only: bool = False
    """True if the effect makes an act illegal, which laws never do (N7.3, N17.6)."""

    def get_value(self, t: EconomiconState, seat: Seat) -> Value:
        """Return the combined value for the current event and a nation's laws (N17.5)."""
        return self.compute_value(t.edition, t.event, t.nations[seat].laws)

    def compute_value(
        self, edition: EconomiconRules, event: str | None, laws: LawsInForce
    ) -> Value:
        """Return the combined value for an event and laws."""
        return self.combine(edition.get_standing_effects(self.do, event, laws))


class Ban(StandingEffectKind[StatedEffects]):
    """A ban on an act. A ban on buying may apply to one unit. Other bans apply to all units."""

    __slots__ = ()

    def read(self, at: Section) -> dict[str, Any]:
        """Read the forbidden act, and the unit if the ban names one."""
        if "unit" in at and at.get("act") != "buy":
            raise at.make_error(
                "unit", f"only the act buy has a unit, not {truncate_text(at.get('act'))}."
            )
        return Effect.read(self, at)


def affects_good(effect: StandingEffect, good: str) -> bool:
    """Return True if an effect applies to a commodity."""
    return effect.unit in ("", good)


@lru_cache(maxsize=512)
def multiply_factors(effects: StatedEffects) -> Mapping[str, tuple[int, int]]:
    """Return the product of the factors for each commodity, as numerator and denominator."""
    found = dict.fromkeys(COMMODITIES, (1, 1))
    for effect in effects:
        num, den = found[effect.unit]
        found[effect.unit] = num * effect.num, den * effect.den
    return found


@lru_cache(maxsize=512)
def sum_by_good(effects: StatedEffects) -> Mapping[str, int]:
    """Return the sum of the stated numbers for each commodity."""
    return {good: sum([e.n for e in effects if affects_good(e, good)]) for good in COMMODITIES}


@lru_cache(maxsize=512)
def find_max_by_good(effects: StatedEffects) -> Mapping[str, int]:
    """Return the largest stated number for each commodity that an effect names."""
    stated = [good for good in COMMODITIES if any(affects_good(effect, good) for effect in effects)]
    return {good: max(e.n for e in effects if affects_good(e, good)) for good in stated}


def find_min_number(effects: StatedEffects) -> int:
    """Return the smallest stated number, or the largest possible card number without effects."""
    return min([effect.n for effect in effects], default=MAX_CARD_NUMBER)


def sum_numbers(effects: StatedEffects) -> int:
    """Return the sum of the stated numbers."""
    return sum([effect.n for effect in effects])


COST_FACTOR = StandingEffectKind(
    {"unit": GOOD, "num": Whole(0, 100), "den": Whole(1, 100)},
    do="cost_factor",
    combine=multiply_factors,
)
"""The factor on the cost of producing a commodity (N8.3)."""
CONSUME = StandingEffectKind({"unit": read_goods, "n": CHANGE}, do="consume", combine=sum_by_good)
"""Changes of the people's demand (N12.1)."""
REQUIRE = StandingEffectKind(
    {"unit": read_goods, "n": COUNT}, do="require", combine=find_max_by_good
)
"""Minimum production, which replaces the edition's minimum (N8.1)."""
CAP_PRODUCTION = StandingEffectKind(
    {"n": COUNT}, do="cap_production", combine=find_min_number, events_only=True
)
"""Maximum production of one commodity (N8.5)."""
KEEP = StandingEffectKind({"n": COUNT}, do="keep", combine=sum_numbers)
"""Number of units of each commodity that go to reserves (N9.1)."""
MINING = StandingEffectKind({"n": CHANGE}, do="mining", combine=sum_numbers)
"""Change to the gold that the die yields in mining (N4.1)."""
FORBID = Ban(
    {"act": Vocabulary(ACTS), "unit": UNIT}, ("unit",), do="forbid", combine=tuple, events_only=True
)
"""Forbidden acts (N17.4)."""

STANDING: Mapping[str, StandingEffectKind[Any]] = {
    kind.do: kind for kind in (COST_FACTOR, CONSUME, REQUIRE, CAP_PRODUCTION, KEEP, MINING, FORBID)
}
"""All kinds by the names that cards use."""


def is_forbidden(t: EconomiconState, act: str, unit: str = "") -> bool:
    """Return True if the event forbids an act for every unit, or for this one (N17.4)."""
    for ban in t.edition.event_effects[FORBID.do].get(t.event or "", ()):
        if ban.act == act and ban.unit in ("", unit):
            return True
    return False
