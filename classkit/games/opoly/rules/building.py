"""Building: sealed orders, even building, and the auction of scarce units (Q6.11 to Q6.14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Bundle, Chance, Field, ListOf, Move, OneOf
from classkit.engine.requests import Decision, Flow, Seat
from classkit.procedures.payments import too_dear

from ..contents import HOTEL, EditionRules, group_words
from ..state import BANK, Opoly
from ..vocabulary import BUILD_COST_PCT
from .acts import is_even
from .auctions import hold_auction
from .holdings import is_supported, not_held, set_level
from .internal import attach_first
from .offers import PASS

Order = dict[str, int]
"""Space -> levels up, in the order listed."""
Levels = Mapping[str, int]
"""Built space -> its level when the action window opened (Q6.12, Q7.3)."""
HOUSES_MAX = HOTEL - 1


def build(t: Opoly, opened: Levels) -> Flow[None]:
    """Let all seats able to build order at once, sealed; build hotels first (Q6.13)."""
    if t.turn <= t.no_building_until:
        return
    groups = [group for group in t.edition.house_cost if is_supported(t, group)]
    asked = [
        Decision(
            seat, "build_order", (order_move(t, seat, lots, opened), PASS), "Q6.11", "pass",
            {"lots": lots, "hotels": hotel_lots(t, seat, opened)},
        )
        for seat in t.lead_order
        if t.is_charged(seat) and (lots := buildable(t, seat, groups, opened))
    ]  # fmt: skip
    if not asked:
        return
    answers = yield from t.ask_all(asked)
    orders = {
        seat: {item["space"]: item["levels"] for item in answer.fields["orders"]}
        for seat, answer in answers.items()
        if answer.move == "order"
    }
    if not orders:
        return
    hotels = given({seat: hotels_in(t, order) for seat, order in orders.items()})
    houses = given({seat: less(order, hotels.get(seat, {})) for seat, order in orders.items()})
    waiting: dict[Seat, Order] = {}
    if houses_are_short(t, hotels, houses):
        waiting = given({seat: uneven_hotels(t, seat, order) for seat, order in hotels.items()})
        hotels = given({seat: less(order, waiting.get(seat, {})) for seat, order in hotels.items()})
    yield from build_kind(t, "hotel", hotels)
    yield from build_kind(t, "house", houses)
    for seat, order in waiting.items():
        lapsing = uneven_hotels(t, seat, order)
        build_order(t, seat, "hotel", less(order, lapsing))


# --- orders ----------------------------------------------------------------------------------


def buildable(t: Opoly, seat: Seat, groups: Sequence[str], opened: Levels) -> list[str]:
    """List the lots in these groups on which one more level could be ordered (Q6.11, Q6.12).

    They are those of which :func:`refuse_order` does not refuse one level; here whole groups are
    left out at once, as all seats are asked in every turn.
    """
    lots: list[str] = []
    titles, cash = t.ledger.titles, t.cash(seat)
    for group in groups:
        whole = t.edition.groups[group]
        own = [space for space in whole if titles[space] == seat]
        if not own:
            continue
        listed = t.edition.house_cost[group]
        if listed > cash and level_cost(t, seat, listed) > cash:
            continue
        if t.mortgaged and any(lot in t.mortgaged for lot in whole):
            continue
        lowest = min([t.level(space) for space in own])
        if lowest == HOTEL or lowest >= ceiling(t, group, opened):
            continue
        at_lowest = [space for space in own if t.level(space) == lowest]
        if lowest == HOUSES_MAX:
            at_lowest = [space for space in at_lowest if may_have_hotel(t, space, opened)]
        lots += at_lowest
    return lots


def may_have_hotel(t: Opoly, space: str, opened: Levels) -> bool:
    """Return whether a lot has four houses, and had them when the window opened (Q6.12)."""
    return t.level(space) == opened.get(space, 0) == HOUSES_MAX


def hotel_lots(t: Opoly, seat: Seat, opened: Levels) -> list[str]:
    """List the seat's own lots on which a hotel may follow four houses (Q6.12)."""
    return [lot for lot in opened if t.owner(lot) == seat and may_have_hotel(t, lot, opened)]


def ceiling(t: Opoly, group: str, opened: Levels) -> int:
    """Return the highest level for a lot: level building adds one to the lowest (Q7.3).

    Lots count as they stood when the window opened, so that one party's sales bind no other.
    """
    alliance = t.alliances.get(group)
    if alliance is None or alliance.building == "free":
        return HOTEL
    return min(opened.get(lot, 0) for lot in t.edition.groups[group]) + 1


def level_cost(t: Opoly, seat: Seat, cost: int) -> int:
    """Return what a level costs the seat; Lean Construction lowers it, rounded up (Q6.11)."""
    return t.lowered(seat, cost, BUILD_COST_PCT)


def cost_of(t: Opoly, seat: Seat, space: str) -> int:
    """Return what one level on a lot costs the seat, in dollars."""
    return level_cost(t, seat, t.edition.house_cost[t.edition.spaces[space].group])


def order_move(t: Opoly, seat: Seat, lots: Sequence[str], opened: Levels) -> Move:
    """Return a build order: levels on lots (Q6.11)."""
    return Move(
        "order",
        form=partial(order_form, t, seat),
        refuse=lambda values: refuse_listed(t, seat, values["orders"], opened),
        sample=partial(sample_order, lots),
        orders=any_orders(t.edition),
    )


def any_orders(edition: EditionRules) -> ListOf:
    """Return the form of any order: levels on streets."""
    streets = edition.streets
    space = OneOf(streets, of="street", why=edition.no_street)
    levels = Amount(1, HOTEL, why="a hotel is the fifth and last level (Q6.12)")
    return ListOf(Bundle(space=space, levels=levels), 1, len(streets))


def order_form(t: Opoly, seat: Seat) -> dict[str, Field]:
    """Return the field: levels on the seat's own lots."""
    own = [s for s in t.properties_of(seat) if t.edition.spaces[s].kind == "street"]
    item = Bundle(space=OneOf(own, of="space"), levels=Amount(1, HOTEL))
    return {"orders": ListOf(item, 1, max(len(own), 1))}


def sample_order(lots: Sequence[str], chance: Chance) -> dict[str, Any]:
    """Return an order of one level on a random lot."""
    return {"orders": [{"space": lots[chance.below(len(lots))], "levels": 1}]}


def refuse_listed(
    t: Opoly, seat: Seat, listed: Sequence[Mapping[str, Any]], opened: Levels
) -> str | None:  # fmt: skip
    """Refuse a list of (space, levels) that is no legal order."""
    order: Order = {}
    for item in listed:
        if item["space"] in order:
            return f"{item['space']} is named twice (Q6.11)."
        order[item["space"]] = item["levels"]
    return refuse_order(t, seat, order, opened)


def refuse_order(t: Opoly, seat: Seat, order: Order, opened: Levels) -> str | None:
    """Refuse an order that may not be given (Q6.11, Q6.12, Q7.3)."""
    total = 0
    for space, levels in order.items():
        group = t.edition.spaces[space].group
        level = t.level(space)
        if reason := not_held(t, seat, space, "Q6.11"):
            return reason
        if not is_supported(t, group):
            return f"{seat} may not build on {t.title(space)}: its group is not complete (Q6.11)."
        if any(lot in t.mortgaged for lot in t.edition.groups[group]):
            return f"A lot of the group of {t.title(space)} is mortgaged (Q6.11)."
        if level + levels > HOTEL:
            return f"{t.title(space)} has {level} levels; a hotel is the fifth and last (Q6.12)."
        if level + levels == HOTEL and not may_have_hotel(t, space, opened):
            sold = level == HOUSES_MAX
            stood = "has a hotel sold in this window" if sold else f"has {level} houses"
            return f"{t.title(space)} {stood}; a hotel needs four when the window opens (Q6.12)."
        highest = ceiling(t, group, opened)
        if level + levels > highest:
            return f"The alliance builds level: {t.title(space)} may reach {highest} (Q7.3)."
        total += levels * cost_of(t, seat, space)
    for group in dict.fromkeys(t.edition.spaces[space].group for space in order):
        if not is_even(t, seat, group, order):
            return f"The {group_words(group)} lots would not be even (Q6.12)."
    return too_dear(t, seat, "the order", total, "Q6.11")


def hotels_in(t: Opoly, order: Order) -> Order:
    """Return the hotels of an order: the fifth levels (Q6.12)."""
    return {space: 1 for space, levels in order.items() if t.level(space) + levels == HOTEL}


def less(order: Order, part: Order) -> Order:
    """Return the levels of an order that are left without ``part``."""
    left = {space: levels - part.get(space, 0) for space, levels in order.items()}
    return {space: levels for space, levels in left.items() if levels}


def given(orders: Mapping[Seat, Order]) -> dict[Seat, Order]:
    """Return the orders that are not empty."""
    return {seat: order for seat, order in orders.items() if order}


def ordered(orders: Mapping[Seat, Order]) -> int:
    """Return how many units are ordered in total."""
    return sum(sum(order.values()) for order in orders.values())


def houses_are_short(
    t: Opoly, hotels: Mapping[Seat, Order], houses: Mapping[Seat, Order]
) -> bool:  # fmt: skip
    """Return whether houses ordered will lapse, though all hotels return theirs (Q6.13).

    If several seats ask for more hotels than there are, the hotels are auctioned, and only those
    that stand evenly are placed (Q6.14).
    """
    left = t.left("hotel")
    if len(hotels) > 1 and ordered(hotels) > left:
        return False
    returned = HOUSES_MAX * min(ordered(hotels), left)
    return ordered(houses) > t.left("house") + returned


def uneven_hotels(t: Opoly, seat: Seat, order: Order) -> Order:
    """Return the hotels of an order that would stand beside a lot two levels lower (Q6.13)."""
    groups = t.edition.spaces
    return {
        space: 1
        for space in order
        if not is_even(t, seat, groups[space].group, of_group(t, order, groups[space].group))
    }


def of_group(t: Opoly, order: Order, group: str) -> Order:
    """Return the part of an order that is for one group."""
    return {space: n for space, n in order.items() if t.edition.spaces[space].group == group}


# --- building ----------------------------------------------------------------------------------


def build_kind(t: Opoly, kind: str, orders: dict[Seat, Order]) -> Flow[None]:
    """Build what was ordered of one kind, or share out what there is (Q6.13, Q6.14)."""
    if ordered(orders) <= t.left(kind) or len(orders) == 1:
        for seat, order in orders.items():
            build_order(t, seat, kind, order)
    else:
        costs = t.edition.house_cost
        dearest = max(costs[t.edition.spaces[s].group] for order in orders.values() for s in order)
        yield from share_out(t, kind, orders, dearest)


def build_order(t: Opoly, seat: Seat, kind: str, order: Order) -> None:
    """Build one seat's units at normal cost, the lowest lot first, while there are any (Q6.13)."""
    left = dict(order)
    while left and t.left(kind):
        space = min(left, key=t.level)  # ties: in the order listed
        cost = cost_of(t, seat, space)
        if cost > t.cash(seat):
            del left[space]  # it can no longer be paid for, and lapses
            continue
        put_up(t, seat, space, cost, "Q6.13")
        left[space] -= 1
        if not left[space]:
            del left[space]


def put_up(t: Opoly, seat: Seat, space: str, cost: int, rule: str) -> None:
    """Pay for one level and build it."""
    t.pay(seat, BANK, cost, "build", rule)
    set_level(t, space, t.level(space) + 1, "built", rule, paid=cost)
    if t.level(space) == HOTEL:
        attach_first(t, seat, space)


def share_out(t: Opoly, kind: str, orders: dict[Seat, Order], dearest: int) -> Flow[None]:
    """Auction the units left, one at a time, among seats that still want one (Q6.14)."""
    left = {seat: dict(order) for seat, order in orders.items()}
    for _ in range(t.left(kind)):
        wanting = [seat for seat in t.lead_order if placeable(t, seat, left.get(seat, {}))]
        if not wanting:
            return
        units = t.left(kind)
        t.tell("scarce_unit_auction", "Q6.14", kind=kind, units_left=units, minimum=dearest)
        about = {"lot": kind, "kind": kind, "minimum": dearest, "units_left": units}
        bidders = [seat for seat in wanting if t.is_active(seat)]
        trustees = [seat for seat in wanting if seat not in bidders]
        sale = yield from hold_auction(t, about, dearest, bidders, trustees, "Q6.14")
        if sale.winner is None:
            continue
        winner, order = sale.winner, left[sale.winner]
        space = yield from place_unit(t, winner, kind, order)
        put_up(t, winner, space, sale.price, "Q6.14")
        order[space] -= 1


def placeable(t: Opoly, seat: Seat, order: Order) -> list[str]:
    """List the lots of an order where one more unit stands evenly (Q6.14)."""
    return [space for space in order if refuse_place(t, seat, order, space) is None]


def refuse_place(t: Opoly, seat: Seat, order: Order, name: str) -> str | None:
    """Say why a scarce unit may not stand on a lot; None where it may (Q6.14)."""
    if name not in t.edition.spaces:
        return None
    if not order.get(name):
        return f"{seat} orders nothing more on {t.title(name)} (Q6.14)."
    group = t.edition.spaces[name].group
    if not is_even(t, seat, group, {name: 1}):
        return f"The {group_words(group)} lots would not be even with it (Q6.14)."
    return None


def place_unit(t: Opoly, seat: Seat, kind: str, order: Order) -> Flow[str]:
    """Let the winner place its unit on a lot of its own order (Q6.14)."""
    spaces = placeable(t, seat, order)
    lowest = min(spaces, key=lambda space: t.edition.spaces[space].number)
    if len(spaces) == 1:
        return lowest
    moves = [Move(space, space=space) for space in spaces]
    answer = yield from t.ask(
        seat,
        "place_unit",
        moves,
        rule="Q6.14",
        default=lowest,
        about={"kind": kind},
        why=partial(refuse_place, t, seat, order),
    )
    return answer.move
