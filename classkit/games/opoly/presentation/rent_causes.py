"""Explanations of changed rents in FUTURE EARNINGS, from the facts before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.rulebook_text import TextFormatter, format_count

from ..rules.rents import get_landing_rent, list_rent_cards
from ..rules_data import HOTEL_LEVEL
from ..state import OpolyState
from .contract_event_text import format_lots

KEPT_RENTS_TEXT = "the rent of the properties kept"
MAX_NAMED_PROPERTIES = 3
"""Maximum number of properties listed by name. Longer lists show only the number."""
COUNTED_GROUPS = ("railroad", "utility")
"""The groups whose rents depend on the number of their properties that are owned."""


class RentFacts(NamedTuple):
    """The rent of one property, and the facts on which it depends (Q3.6 to Q3.9)."""

    rent: int
    group: str
    level: int
    mortgaged: bool
    allied: bool
    cards: frozenset[str]


Lots = Mapping[str, RentFacts]
"""The rent facts of the property on each space."""


def get_rent_facts(t: OpolyState, space: str) -> RentFacts:
    """Return a property's rent in FUTURE EARNINGS, and the facts on which it depends (Q11.2)."""
    group, mortgaged = t.edition.spaces[space].group, space in t.mortgaged
    return RentFacts(
        0 if mortgaged else get_landing_rent(t, space, allied=t.options.future_double),
        group,
        t.level(space),
        mortgaged,
        t.options.future_double and group in t.alliances,
        frozenset(list_rent_cards(t, space)),
    )


# --- sentences --------------------------------------------------------------------------------


def tell_rent_change(say: TextFormatter, facts: Mapping[str, Any]) -> str:
    """Describe why the properties count differently in FUTURE EARNINGS (Q11.2)."""
    properties, lots = (
        (facts[f"{what}_before"], facts[f"{what}_after"]) for what in ("properties", "lots")
    )
    kept = [space for space in lots[0] if space in lots[1]]
    first, last = (sum(at[space].rent for space in kept) for at in lots)
    owned, divisor = format_count(properties[1], "property", "properties"), facts["divisor_after"]
    is_same = properties[0] == properties[1]
    times = f"× {owned}" if is_same else f"× {owned} instead of {properties[0]}, "
    factor = f"(FUTURE EARNINGS = total rent {times.rstrip()} ÷ {divisor})"
    if first == last:
        multiplied = f"rents are multiplied by {owned} instead of {properties[0]}"
        return f"{facts['whose']} {multiplied} and divided by {divisor}"
    is_whole = len(kept) == len(lots[0]) == len(lots[1])
    whose = f"{facts['whose']} total rent" if is_whole else KEPT_RENTS_TEXT
    by, are_several = format_rent_causes(say, *lots)
    verb = f"{'raise' if last > first else 'lower'}{'' if are_several else 's'}"
    return f"{by} {verb} {whose} from {say.money(first)} to {say.money(last)} {factor}"


PLURAL_CAUSES = ("fewer buildings", "hotels", "new buildings", "new houses")


def format_rent_causes(say: TextFormatter, before: Lots, after: Lots) -> tuple[str, bool]:
    """Return the causes of changed rents as text, and whether they are plural.

    Consider only properties that were owned throughout. The largest cause is first. If there are
    several, each has its amount, and the amounts sum to the change of the rents.
    """
    spaces: dict[RentCause, list[str]] = {}
    amounts = Counter[RentCause]()
    for space in [space for space in before if space in after]:
        then, now = before[space], after[space]
        if then.rent != now.rent:
            cause = get_rent_cause(then, now)
            spaces.setdefault(cause, []).append(space)
            amounts[cause] += now.rent - then.rent
    causes = sorted(amounts, key=lambda cause: -abs(amounts[cause]))
    told = {
        cause: [format_cause(say, kind, spaces[cause], before, after) for kind in cause.kinds]
        for cause in causes
    }
    if len(causes) == 1:
        (cause,) = causes
        cards = cause.cards[0] if "card" in cause.kinds else ()
        are_several = max(len(cause.kinds), len(cards)) > 1
        words = say.format_list(told[cause])
        return words, are_several or words.startswith(PLURAL_CAUSES)
    listed = [
        f"{join_kinds(words)} ({'+' if amounts[cause] > 0 else ''}{say.money(amounts[cause])})"
        for cause, words in told.items()
    ]
    return say.format_list(listed), True


def join_kinds(kinds: list[str]) -> str:
    """Join the causes that changed one rent, as opposed to the causes of different rents.

    >>> join_kinds(["a new house on Boardwalk", "an alliance for the blue lots"])
    'a new house on Boardwalk together with an alliance for the blue lots'
    """
    return " together with ".join([", ".join(kinds[:-1]), kinds[-1]] if kinds[1:] else kinds)


class RentCause(NamedTuple):
    """The cause of a changed rent: the kinds of facts that differ, and their subjects.

    ``group`` is the group of an alliance or of a complete set. ``cards`` are the cards that the
    owner has won or lost.
    """

    kinds: tuple[str, ...]
    group: str = ""
    cards: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def get_rent_cause(then: RentFacts, now: RentFacts) -> RentCause:
    """Return the cause of a changed rent: the facts that differ, such as "built".

    A mortgaged property has no rent, whatever else has changed.

    >>> bare = RentFacts(10, "pink", 0, True, False, frozenset())
    >>> get_rent_cause(bare, bare._replace(rent=50, mortgaged=False, level=1)).kinds
    ('lifted', 'built')
    """
    if now.mortgaged:
        return RentCause(("mortgaged",))
    kinds = ["lifted"] if then.mortgaged else []
    if then.level != now.level:
        kinds.append("built" if now.level > then.level else "sold")
    if then.allied != now.allied and not then.mortgaged:
        kinds.append("allied" if now.allied else "parted")
    came, went = now.cards - then.cards, then.cards - now.cards
    cards = (frozenset[str](), frozenset[str]()) if then.mortgaged else (came, went)
    kinds += [kind for kind, some in zip(("card", "card gone"), cards, strict=True) if some]
    if not kinds:
        kinds.append("more of the group" if now.rent > then.rent else "less of the group")
    of_group = {"allied", "parted", "more of the group", "less of the group"} & {*kinds}
    return RentCause(tuple(kinds), now.group if of_group else "", cards)


def format_cause(
    say: TextFormatter, cause: str, spaces: list[str], before: Lots, after: Lots
) -> str:
    """Return the text for one kind of cause in :func:`get_rent_cause` that changed some rents."""
    then, now = before[spaces[0]], after[spaces[0]]
    where = say.format_list([say.space(space) for space in spaces])
    if len(spaces) > MAX_NAMED_PROPERTIES:
        where = format_count(len(spaces), "property", "properties")
    lots, street = format_lots(now.group), now.group not in COUNTED_GROUPS
    match cause:
        case "mortgaged":
            return f"a mortgage on {where}"
        case "lifted":
            return f"lifting the mortgage on {where}"
        case "built":
            levels = [(before[space].level, after[space].level) for space in spaces]
            return f"{format_built(levels)} on {where}"
        case "sold":
            return f"fewer buildings on {where}"
        case "allied":
            return f"an alliance for {lots}"
        case "parted":
            return f"the end of the alliance for {lots}"
        case "card":
            return say.format_list([say.space(card) for card in sorted(now.cards - then.cards)])
        case "card gone":
            lost = [say.space(card) for card in sorted(then.cards - now.cards)]
            return f"the loss of {say.format_list(lost)}"
        case "more of the group":
            return f"a complete set of {lots}" if street else f"owning more of {lots}"
    return f"an incomplete set of {lots}" if street else f"owning fewer of {lots}"


def format_built(levels: list[tuple[int, int]]) -> str:
    """Return the new buildings as text, from the previous and current levels of lots.

    >>> format_built([(3, HOTEL_LEVEL)]), format_built([(4, HOTEL_LEVEL), (4, HOTEL_LEVEL)])
    ('a hotel', 'hotels')
    >>> format_built([(2, 3)]), format_built([(1, 3)]), format_built([(1, 2), (4, HOTEL_LEVEL)])
    ('a new house', 'new houses', 'new buildings')
    """
    if all(level == HOTEL_LEVEL for _, level in levels):
        return "a hotel" if len(levels) == 1 else "hotels"
    if any(level == HOTEL_LEVEL for _, level in levels):
        return "new buildings"
    return "a new house" if sum(last - first for first, last in levels) == 1 else "new houses"


RENT_SENTENCES = {"rents": tell_rent_change}
