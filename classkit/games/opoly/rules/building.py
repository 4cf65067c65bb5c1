"""Building: sealed orders, even building, and the auction of scarce units (Q6.11 to Q6.14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Amount, Field, FieldGroup, ListOf, Move, OneOf, RandomGenerator
from classkit.mechanics.affordability import unaffordable_reason

from ..effect_kinds import BUILD_COST_PCT
from ..rules_data import HOTEL_LEVEL, OpolyRules, format_group
from ..state import BANK, OpolyState
from .holdings import is_supported, refuse_not_held, set_level
from .internal_cards import attach_waiting_flagship
from .lot_auctions import hold_auction
from .management_actions import is_even
from .offers import PASS_MOVE

Order = dict[str, int]
"""Levels to add on each space, in the order listed."""
Levels = Mapping[str, int]
"""Level of each built space when the action window opened (Q6.12, Q7.3)."""
MAX_HOUSES = HOTEL_LEVEL - 1


def run_building(t: OpolyState, opened: Levels) -> Flow[None]:
    """Ask all seats that can build for sealed orders, and build hotels first (Q6.13)."""
    if t.turn <= t.no_building_until:
        return
    groups = [group for group in t.edition.house_cost if is_supported(t, group)]
    asked = [
        Decision(
            seat, "build_order", (make_order_move(t, seat, lots, opened), PASS_MOVE),
            "Q6.11", "pass", {"lots": lots, "hotels": list_hotel_lots(t, seat, opened)},
        )
        for seat in t.lead_order
        if t.is_charged(seat) and (lots := list_buildable_lots(t, seat, groups, opened))
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
    hotels = drop_empty_orders({seat: extract_hotels(t, order) for seat, order in orders.items()})
    houses = drop_empty_orders(
        {seat: subtract_order(order, hotels.get(seat, {})) for seat, order in orders.items()}
    )
    waiting: dict[Seat, Order] = {}
    if is_house_shortage(t, hotels, houses):
        waiting = drop_empty_orders(
            {seat: find_uneven_hotels(t, seat, order) for seat, order in hotels.items()}
        )
        hotels = drop_empty_orders(
            {seat: subtract_order(order, waiting.get(seat, {})) for seat, order in hotels.items()}
        )
    yield from build_kind(t, "hotel", hotels)
    yield from build_kind(t, "house", houses)
    for seat, order in waiting.items():
        lapsing = find_uneven_hotels(t, seat, order)
        build_seat_order(t, seat, "hotel", subtract_order(order, lapsing))


# --- orders ----------------------------------------------------------------------------------


def list_buildable_lots(
    t: OpolyState, seat: Seat, groups: Sequence[str], opened: Levels
) -> list[str]:
    """Return the lots in these groups on which one more level could be ordered (Q6.11, Q6.12).

    The result agrees with :func:`refuse_order`. Skipping whole groups makes it faster, because
    every seat is checked in every turn.
    """
    lots: list[str] = []
    titles, cash = t.ledger.titles, t.cash(seat)
    for group in groups:
        whole = t.edition.groups[group]
        own = [space for space in whole if titles[space] == seat]
        if not own:
            continue
        listed = t.edition.house_cost[group]
        if listed > cash and get_level_cost(t, seat, listed) > cash:
            continue
        if t.mortgaged and any(lot in t.mortgaged for lot in whole):
            continue
        lowest = min([t.level(space) for space in own])
        if lowest == HOTEL_LEVEL or lowest >= get_max_level(t, group, opened):
            continue
        at_lowest = [space for space in own if t.level(space) == lowest]
        if lowest == MAX_HOUSES:
            at_lowest = [space for space in at_lowest if can_have_hotel(t, space, opened)]
        lots += at_lowest
    return lots


def can_have_hotel(t: OpolyState, space: str, opened: Levels) -> bool:
    """Return whether a lot has four houses, and had them when the window opened (Q6.12)."""
    return t.level(space) == opened.get(space, 0) == MAX_HOUSES


def list_hotel_lots(t: OpolyState, seat: Seat, opened: Levels) -> list[str]:
    """Return the seat's lots on which a hotel may replace four houses (Q6.12)."""
    return [lot for lot in opened if t.owner(lot) == seat and can_have_hotel(t, lot, opened)]


def get_max_level(t: OpolyState, group: str, opened: Levels) -> int:
    """Return the highest level for a lot. Level building adds one to the lowest (Q7.3).

    The levels are those at the opening of the window, so that sales do not bind other parties.
    """
    alliance = t.alliances.get(group)
    if alliance is None or alliance.building == "free":
        return HOTEL_LEVEL
    return min(opened.get(lot, 0) for lot in t.edition.groups[group]) + 1


def get_level_cost(t: OpolyState, seat: Seat, cost: int) -> int:
    """Return the cost of a level for the seat, reduced by Lean Construction (Q6.11)."""
    return t.reduce_cost(seat, cost, BUILD_COST_PCT)


def get_lot_cost(t: OpolyState, seat: Seat, space: str) -> int:
    """Return the cost of one level on a lot for the seat, in dollars."""
    return get_level_cost(t, seat, t.edition.house_cost[t.edition.spaces[space].group])


def make_order_move(t: OpolyState, seat: Seat, lots: Sequence[str], opened: Levels) -> Move:
    """Build the move that orders levels on lots (Q6.11)."""
    return Move(
        "order",
        form=partial(make_order_form, t, seat),
        refuse=lambda values: refuse_order_list(t, seat, values["orders"], opened),
        sample=partial(sample_order, lots),
        orders=make_any_orders(t.edition),
    )


def make_any_orders(edition: OpolyRules) -> ListOf:
    """Build the form field for any order of levels on streets."""
    streets = edition.streets
    space = OneOf(streets, of="street", why=edition.refuse_street)
    levels = Amount(1, HOTEL_LEVEL, why="a hotel is the fifth and last level (Q6.12)")
    return ListOf(FieldGroup(space=space, levels=levels), 1, len(streets))


def make_order_form(t: OpolyState, seat: Seat) -> dict[str, Field]:
    """Build the form field for orders on the seat's own lots."""
    own = [s for s in t.get_properties(seat) if t.edition.spaces[s].kind == "street"]
    item = FieldGroup(space=OneOf(own, of="space"), levels=Amount(1, HOTEL_LEVEL))
    return {"orders": ListOf(item, 1, max(len(own), 1))}


def sample_order(lots: Sequence[str], chance: RandomGenerator) -> dict[str, Any]:
    """Return a random order of one level."""
    return {"orders": [{"space": lots[chance.below(len(lots))], "levels": 1}]}


def refuse_order_list(
    t: OpolyState, seat: Seat, listed: Sequence[Mapping[str, Any]], opened: Levels
) -> str | None:  # fmt: skip
    """Return why a list of spaces and levels is not a legal order, or None."""
    order: Order = {}
    for item in listed:
        if item["space"] in order:
            return f"{item['space']} is named twice (Q6.11)."
        order[item["space"]] = item["levels"]
    return refuse_order(t, seat, order, opened)


def refuse_order(t: OpolyState, seat: Seat, order: Order, opened: Levels) -> str | None:
    """Return why an order is illegal, or None (Q6.11, Q6.12, Q7.3)."""
    total = 0
    for space, levels in order.items():
        group = t.edition.spaces[space].group
        level = t.level(space)
        if reason := refuse_not_held(t, seat, space, "Q6.11"):
            return reason
        if not is_supported(t, group):
            return (
                f"{seat} may not build on {t.get_title(space)}: its group is not complete (Q6.11)."
            )
        if any(lot in t.mortgaged for lot in t.edition.groups[group]):
            return f"A lot in the group of {t.get_title(space)} is mortgaged (Q6.11)."
        if level + levels > HOTEL_LEVEL:
            return (
                f"{t.get_title(space)} has {level} levels; a hotel is the fifth and last (Q6.12)."
            )
        if level + levels == HOTEL_LEVEL and not can_have_hotel(t, space, opened):
            sold = level == MAX_HOUSES
            stood = "sold its hotel in this window" if sold else f"has {level} houses"
            return (
                f"{t.get_title(space)} {stood}; a hotel needs four houses when the window opens "
                "(Q6.12)."
            )
        highest = get_max_level(t, group, opened)
        if level + levels > highest:
            return f"Under level building, {t.get_title(space)} may reach level {highest} (Q7.3)."
        total += levels * get_lot_cost(t, seat, space)
    for group in dict.fromkeys(t.edition.spaces[space].group for space in order):
        if not is_even(t, seat, group, order):
            return f"The {format_group(group)} lots would not be built evenly (Q6.12)."
    return unaffordable_reason(t, seat, "the order", total, "Q6.11")


def extract_hotels(t: OpolyState, order: Order) -> Order:
    """Return the hotels in an order, which are the fifth levels (Q6.12)."""
    return {space: 1 for space, levels in order.items() if t.level(space) + levels == HOTEL_LEVEL}


def subtract_order(order: Order, part: Order) -> Order:
    """Subtract the levels of ``part`` from an order."""
    left = {space: levels - part.get(space, 0) for space, levels in order.items()}
    return {space: levels for space, levels in left.items() if levels}


def drop_empty_orders(orders: Mapping[Seat, Order]) -> dict[Seat, Order]:
    """Return the nonempty orders."""
    return {seat: order for seat, order in orders.items() if order}


def count_ordered(orders: Mapping[Seat, Order]) -> int:
    """Return the total number of units ordered."""
    return sum(sum(order.values()) for order in orders.values())


def is_house_shortage(
    t: OpolyState, hotels: Mapping[Seat, Order], houses: Mapping[Seat, Order]
) -> bool:  # fmt: skip
    """Return whether some ordered houses will lapse, even if all hotels return houses (Q6.13).

    If several seats order more hotels than are in stock, the hotels are auctioned instead, and
    placed only where lots stay even (Q6.14).
    """
    left = t.get_stock("hotel")
    if len(hotels) > 1 and count_ordered(hotels) > left:
        return False
    returned = MAX_HOUSES * min(count_ordered(hotels), left)
    return count_ordered(houses) > t.get_stock("house") + returned


def find_uneven_hotels(t: OpolyState, seat: Seat, order: Order) -> Order:
    """Return the hotels of an order that would leave a lot two levels lower (Q6.13)."""
    groups = t.edition.spaces
    return {
        space: 1
        for space in order
        if not is_even(t, seat, groups[space].group, filter_group(t, order, groups[space].group))
    }


def filter_group(t: OpolyState, order: Order, group: str) -> Order:
    """Return the part of an order that applies to one group."""
    return {space: n for space, n in order.items() if t.edition.spaces[space].group == group}


# --- building ----------------------------------------------------------------------------------


def build_kind(t: OpolyState, kind: str, orders: dict[Seat, Order]) -> Flow[None]:
    """Build the orders of one kind, or auction the remaining stock (Q6.13, Q6.14)."""
    if count_ordered(orders) <= t.get_stock(kind) or len(orders) == 1:
        for seat, order in orders.items():
            build_seat_order(t, seat, kind, order)
    else:
        costs = t.edition.house_cost
        dearest = max(costs[t.edition.spaces[s].group] for order in orders.values() for s in order)
        yield from auction_units(t, kind, orders, dearest)


def build_seat_order(t: OpolyState, seat: Seat, kind: str, order: Order) -> None:
    """Build one seat's units at normal cost, lowest lot first, while stock lasts (Q6.13)."""
    left = dict(order)
    while left and t.get_stock(kind):
        space = min(left, key=t.level)  # ties: in listed order
        cost = get_lot_cost(t, seat, space)
        if cost > t.cash(seat):
            del left[space]  # the seat can no longer pay, so the order lapses
            continue
        build_level(t, seat, space, cost, "Q6.13")
        left[space] -= 1
        if not left[space]:
            del left[space]


def build_level(t: OpolyState, seat: Seat, space: str, cost: int, rule: str) -> None:
    """Pay for one level and build it."""
    t.pay(seat, BANK, cost, "build", rule)
    set_level(t, space, t.level(space) + 1, "built", rule, paid=cost)
    if t.level(space) == HOTEL_LEVEL:
        attach_waiting_flagship(t, seat, space)


def auction_units(t: OpolyState, kind: str, orders: dict[Seat, Order], dearest: int) -> Flow[None]:
    """Auction the remaining units, one at a time, among seats that still want one (Q6.14)."""
    left = {seat: dict(order) for seat, order in orders.items()}
    for _ in range(t.get_stock(kind)):
        wanting = [
            seat for seat in t.lead_order if list_placeable_lots(t, seat, left.get(seat, {}))
        ]
        if not wanting:
            return
        units = t.get_stock(kind)
        t.tell("scarce_unit_auction", "Q6.14", kind=kind, units_left=units, minimum=dearest)
        about = {"lot": kind, "kind": kind, "minimum": dearest, "units_left": units}
        bidders = [seat for seat in wanting if t.is_active(seat)]
        trustees = [seat for seat in wanting if seat not in bidders]
        sale = yield from hold_auction(t, about, dearest, bidders, trustees, "Q6.14")
        if sale.winner is None:
            continue
        winner, order = sale.winner, left[sale.winner]
        space = yield from place_unit(t, winner, kind, order)
        with t.link_rows("lot_sold"):
            build_level(t, winner, space, sale.price, "Q6.14")
        order[space] -= 1


def list_placeable_lots(t: OpolyState, seat: Seat, order: Order) -> list[str]:
    """Return the lots of an order that stay even with one more unit (Q6.14)."""
    return [space for space in order if refuse_place(t, seat, order, space) is None]


def refuse_place(t: OpolyState, seat: Seat, order: Order, name: str) -> str | None:
    """Return why a scarce unit may not be placed on a lot, or None (Q6.14)."""
    if name not in t.edition.spaces:
        return None
    if not order.get(name):
        return f"{seat} has no order left for {t.get_title(name)} (Q6.14)."
    group = t.edition.spaces[name].group
    if not is_even(t, seat, group, {name: 1}):
        return f"The {format_group(group)} lots would no longer be built evenly (Q6.14)."
    return None


def place_unit(t: OpolyState, seat: Seat, kind: str, order: Order) -> Flow[str]:
    """Ask the winner to choose a lot of its order for the unit (Q6.14)."""
    spaces = list_placeable_lots(t, seat, order)
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
