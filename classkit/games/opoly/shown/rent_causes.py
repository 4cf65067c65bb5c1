"""Why rents count for more or less in FUTURE EARNINGS: what each goes by, before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.words import Say, how_many

from ..contents import HOTEL
from ..rules.rents import landing_rent, raising
from ..state import Opoly
from .news_contracts import lots_words

KEPT = "the rents of what it kept"
FEW = 3
"""The most properties told by name; more are only counted."""
COUNTED = ("railroad", "utility")
"""The groups whose rents depend on how many of their properties are owned."""


class Paying(NamedTuple):
    """The rent of one property, and the facts on which it depends (Q3.6 to Q3.9)."""

    rent: int
    group: str
    level: int
    mortgaged: bool
    allied: bool
    cards: frozenset[str]


Lots = Mapping[str, Paying]
"""Properties by their space."""


def paying(t: Opoly, space: str) -> Paying:
    """Return a property's rent in FUTURE EARNINGS, and the facts on which it depends (Q11.2)."""
    group, mortgaged = t.edition.spaces[space].group, space in t.mortgaged
    return Paying(
        0 if mortgaged else landing_rent(t, space, allied=t.options.future_double),
        group,
        t.level(space),
        mortgaged,
        t.options.future_double and group in t.alliances,
        frozenset(raising(t, space)),
    )


# --- in words ---------------------------------------------------------------------------------


def tell_rents(say: Say, facts: Mapping[str, Any]) -> str:
    """Tell why properties held count for more or less in FUTURE EARNINGS (Q11.2)."""
    properties, lots = (
        (facts[f"{what}_before"], facts[f"{what}_after"]) for what in ("properties", "lots")
    )
    told = []
    kept = [space for space in lots[0] if space in lots[1]]
    first, last = (sum(at[space].rent for space in kept) for at in lots)
    if first != last:
        by = rent_causes(say, *lots)
        whose = "its rents" if len(kept) == len(lots[0]) == len(lots[1]) else KEPT
        change = f"{whose} go from {say.money(first)} to {say.money(last)}"
        told.append(f"{change} with {by}" if by else change)
    if properties[0] != properties[1]:
        owned = how_many(properties[1], "property", "properties")
        told.append(f"are multiplied by {owned} in place of {properties[0]}")
    words = say.listing(told) or "count differently"
    return words if first != last else f"its rents {words}"


def rent_causes(say: Say, before: Lots, after: Lots) -> str:
    """Return what has changed the rents of properties held all the time, the largest first.

    A second is told where it contributes at least a third of the first.
    """
    spaces: dict[str, list[str]] = {}
    amounts = Counter[str]()
    for space in [space for space in before if space in after]:
        then, now = before[space], after[space]
        if then.rent != now.rent:
            cause = rent_cause(then, now)
            spaces.setdefault(cause, []).append(space)
            amounts[cause] += now.rent - then.rent
    total = sum(amounts.values())
    along = [cause for cause in amounts if amounts[cause] * total > 0]
    along.sort(key=lambda cause: -abs(amounts[cause]))
    told = [cause for cause in along[:2] if 3 * abs(amounts[cause]) >= abs(amounts[along[0]])]
    return say.listing([cause_words(say, cause, spaces[cause], before, after) for cause in told])


def rent_cause(then: Paying, now: Paying) -> str:
    """Return the cause of a changed rent, such as "built": the first fact that differs."""
    if then.mortgaged != now.mortgaged:
        return "mortgaged" if now.mortgaged else "lifted"
    if then.level != now.level:
        return "built" if now.level > then.level else "sold"
    if then.allied != now.allied:
        return "allied" if now.allied else "parted"
    if then.cards != now.cards:
        return "card" if now.cards - then.cards else "card gone"
    return "more of the group" if now.rent > then.rent else "less of the group"


def cause_words(say: Say, cause: str, spaces: list[str], before: Lots, after: Lots) -> str:
    """Return the words for a cause, from :func:`rent_cause`, that changed some rents."""
    then, now = before[spaces[0]], after[spaces[0]]
    where = say.listing([say.space(space) for space in spaces])
    if len(spaces) > FEW:
        where = how_many(len(spaces), "property", "properties")
    lots, street = lots_words(now.group), now.group not in COUNTED
    match cause:
        case "mortgaged":
            return f"a mortgage on {where}"
        case "lifted":
            return f"no mortgage on {where} any more"
        case "built":
            return f"{built([after[space].level for space in spaces])} on {where}"
        case "sold":
            return f"fewer buildings on {where}"
        case "allied":
            return f"an alliance over {lots}"
        case "parted":
            return f"the end of the alliance over {lots}"
        case "card":
            return say.listing([say.space(card) for card in sorted(now.cards - then.cards)])
        case "card gone":
            lost = [say.space(card) for card in sorted(then.cards - now.cards)]
            return f"{say.listing(lost)} no more"
        case "more of the group":
            return f"all of {lots}" if street else f"more of {lots}"
    return f"{lots} no more complete" if street else f"fewer of {lots}"


def built(levels: list[int]) -> str:
    """Return what has been built, by the levels to which lots have come.

    >>> built([HOTEL]), built([HOTEL, HOTEL]), built([3]), built([2, HOTEL])
    ('a hotel', 'hotels', 'new houses', 'new buildings')
    """
    if all(level == HOTEL for level in levels):
        return "a hotel" if len(levels) == 1 else "hotels"
    return "new buildings" if HOTEL in levels else "new houses"


WORTH = {"rents": tell_rents}
