"""Effects that stand while their card is in force: what each says and comes to (N17.4, N17.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeAlias, TypeVar

from classkit.engine.errors import shorten
from classkit.engine.reading import Section, Whole
from classkit.engine.requests import Seat
from classkit.procedures.effects import Effect

from ..contents import COMMODITIES, EconomiconRules, InForce, StandingEffect
from ..state import Economicon
from .vocabulary import CHANGE, COUNT, GOOD, MOST, UNIT, Vocabulary, read_goods

ACTS = ("buy", "direct_trade", "change_peg", "float")
Stated: TypeAlias = tuple[StandingEffect, ...]
"""The effects of one kind that are in force, as their cards state them."""
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lasting(Effect, Generic[Found]):
    """A kind of effect that stands while its card is in force.

    ``come_to`` combines all effects of the kind in force into the value that the rules use.
    """

    do: str
    """The name that cards use."""
    come_to: Callable[[Stated], Found]
    events_only: bool = False
    """Whether it makes an act illegal, which laws never do (N7.3, N17.6)."""

    def of(self, t: Economicon, seat: Seat) -> Found:
        """Return the combined value of the event in play and a nation's laws (N17.5)."""
        return self.under(t.edition, t.event, t.nations[seat].laws)

    def under(self, edition: EconomiconRules, event: str | None, laws: InForce) -> Found:
        """Return the combined value of an event and some laws."""
        return self.come_to(edition.standing(self.do, event, laws))


class Ban(Lasting[Stated]):
    """A ban on an act. A ban on buying may name one unit; any other is on all units."""

    __slots__ = ()

    def read(self, at: Section) -> dict[str, Any]:
        """Return the act that a card forbids, and the unit if it names one."""
        if "unit" in at and at.get("act") != "buy":
            raise at.refuse("unit", f"only buy names a unit, {shorten(at.get('act'))} does not.")
        return Effect.read(self, at)


def is_on(effect: StandingEffect, good: str) -> bool:
    """Return whether an effect is on a commodity: on this one, or on all."""
    return effect.unit in ("", good)


@lru_cache(maxsize=512)
def multiplied(effects: Stated) -> Mapping[str, tuple[int, int]]:
    """Return for each commodity the product of its factors, as numerator and denominator."""
    found = dict.fromkeys(COMMODITIES, (1, 1))
    for effect in effects:
        num, den = found[effect.unit]
        found[effect.unit] = num * effect.num, den * effect.den
    return found


@lru_cache(maxsize=512)
def added(effects: Stated) -> Mapping[str, int]:
    """Return for each commodity the sum of what is stated."""
    return {good: sum([e.n for e in effects if is_on(e, good)]) for good in COMMODITIES}


@lru_cache(maxsize=512)
def largest(effects: Stated) -> Mapping[str, int]:
    """Return for each commodity of which something is stated the largest number."""
    stated = [good for good in COMMODITIES if any(is_on(effect, good) for effect in effects)]
    return {good: max(e.n for e in effects if is_on(e, good)) for good in stated}


def smallest(effects: Stated) -> int:
    """Return the smallest number stated; without one, the largest that a card may name."""
    return min([effect.n for effect in effects], default=MOST)


def total(effects: Stated) -> int:
    """Return the sum of the numbers stated."""
    return sum([effect.n for effect in effects])


COST_FACTOR = Lasting(
    {"unit": GOOD, "num": Whole(0, 100), "den": Whole(1, 100)}, do="cost_factor", come_to=multiplied
)
"""The factor on the cost of producing a commodity (N8.3)."""
CONSUME = Lasting({"unit": read_goods, "n": CHANGE}, do="consume", come_to=added)
"""What the people want more or less of (N12.1)."""
REQUIRE = Lasting({"unit": read_goods, "n": COUNT}, do="require", come_to=largest)
"""The least to be produced, in place of the edition's (N8.1)."""
CAP_PRODUCTION = Lasting({"n": COUNT}, do="cap_production", come_to=smallest, events_only=True)
"""The most of one commodity to be produced (N8.5)."""
KEEP = Lasting({"n": COUNT}, do="keep", come_to=total)
"""The first units of each commodity that go to reserves (N9.1)."""
MINING = Lasting({"n": CHANGE}, do="mining", come_to=total)
"""Gold mined beyond what the die shows (N4.1)."""
FORBID = Ban(
    {"act": Vocabulary(ACTS), "unit": UNIT}, ("unit",), do="forbid", come_to=tuple, events_only=True
)
"""An act that is illegal (N17.4)."""

STANDING: Mapping[str, Lasting[Any]] = {
    kind.do: kind for kind in (COST_FACTOR, CONSUME, REQUIRE, CAP_PRODUCTION, KEEP, MINING, FORBID)
}
"""All kinds, by the names that cards use."""


def forbids(t: Economicon, act: str, unit: str = "") -> bool:
    """Return whether the event makes an act illegal, for every unit or this one (N17.4)."""
    for ban in t.edition.event_effects[FORBID.do].get(t.event or "", ()):
        if ban.act == act and ban.unit in ("", unit):
            return True
    return False
