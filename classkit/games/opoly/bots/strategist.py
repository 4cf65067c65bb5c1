"""Base class of the bots. It values properties, bids, builds and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Decision, Seat
from classkit.engine.moves import Answer
from classkit.engine.policy import Decider, Reply

from ..presentation.view import OpolyView
from ..rules_data import HOTEL_LEVEL
from .valuation import (
    LANDING_CHANCE,
    evaluate_card,
    evaluate_landing,
    get_copy_rank,
    get_expected_rent,
    get_signing_gain,
)

PASS_ANSWER = Answer("pass")


class Strategist(Decider):
    """A company that values assets, keeps a reserve, and builds where it pays."""

    price_share = 1.0
    """Share of a property's appraised value that it is willing to pay."""
    rent_share = 1.0
    """Share of the rent expected over the remaining turns that it is willing to pay in addition."""
    group_bonus = 0.0
    """Bonus for owning part of the group, as a share of the appraised value."""
    reserve = 250
    """Cash in dollars that it keeps when bidding."""
    building_reserve = 300
    """Cash in dollars that it keeps when building."""
    payback = 0.5
    """Share of a level's cost that its expected rent must exceed."""
    rush = 0
    """Number of houses in stock at or below which it builds on half its reserve."""
    short = 0
    """Number of houses in stock at or below which it builds no hotel, to keep houses scarce."""
    end = 10
    """Number of remaining rolls below which it builds hotels even if houses are scarce."""
    pledges = True
    yields_to = 0.6
    """Share of its own lots' rents for which it renews a contract under notice.

    Without the contract the lots earn even less, because the buildings are sunk costs (lesson 6).
    """
    put_at = 60
    """Minimum recession payment in dollars for which it plays a put."""
    stimulus_at = 60

    # --- valuation ------------------------------------------------------------------------------

    def evaluate_property(self, view: OpolyView, me: Seat, space: str) -> int:
        """Return the value of a property to this company, in dollars."""
        price = view.edition.spaces[space].price
        value = self.price_share * price + self.rent_share * get_expected_rent(view, me, space)
        return int(value + self.get_bonus_share(view, me, space) * price)

    def get_bonus_share(self, view: OpolyView, me: Seat, space: str) -> float:
        """Return the bonus for the group, as a share of the appraised value."""
        if not self.group_bonus:
            return 0.0
        group = view.edition.spaces[space].group
        return self.group_bonus if me in view.lot_owners(group) else 0.0

    def evaluate_lot(self, view: OpolyView, me: Seat, about: Mapping[str, Any]) -> int:
        """Return the value of a lot in dollars: a property, a card, or a scarce building."""
        lot: str = about["lot"]
        if about["kind"] == "property":
            return self.evaluate_property(view, me, lot)
        if about["kind"] == "card":
            return int(self.price_share * evaluate_card(view, me, lot))
        return int(about["minimum"] * 1.2)

    # --- auctions -----------------------------------------------------------------------------

    def get_max_bid(self, view: OpolyView, me: Seat, about: Mapping[str, Any]) -> int:
        """Return its maximum bid in dollars: the lot's value, or the cash above its reserve."""
        return min(self.evaluate_lot(view, me, about), view.cash(me) - self.reserve)

    def bid_english(self, view: OpolyView, decision: Decision) -> Reply:
        """Open at half of its maximum, then raise by the increment until the maximum, then pass."""
        me, about = decision.seat, decision.about
        if about["holder"] is None:
            most, least = self.get_max_bid(view, me, about), about["minimum"]
            return (
                Answer("bid", {"amount": max(most // 2, least)}) if most >= least else PASS_ANSWER
            )
        bid = about["standing"] + view.options.bid_increment
        if view.cash(me) - self.reserve < bid or self.evaluate_lot(view, me, about) < bid:
            return PASS_ANSWER
        return Answer("bid", {"amount": bid})

    def bid_sealed(self, view: OpolyView, decision: Decision) -> Reply:
        """Bid its maximum. If the winner pays its own bid, shade it by the number of bidders."""
        me, about = decision.seat, decision.about
        most = self.get_max_bid(view, me, about)
        if view.options.auction_format == "first_price":
            rivals = max(len(view.seats), 2)
            most = most * (rivals - 1) // rivals
        return Answer("bid", {"amount": most if most >= about["minimum"] else 0})

    def pledge_property(self, view: OpolyView, decision: Decision) -> Reply:
        """Pledge the least valuable lot for one worth at least $40 more."""
        if not self.pledges:
            return PASS_ANSWER
        me, lot = decision.seat, decision.about["lot"]
        spaces = [move.name for move in decision.legal if move.name != "pass"]
        weakest = min(spaces, key=lambda space: self.evaluate_property(view, me, space))
        minimum = view.landing_minimum(lot)
        most = min(self.evaluate_property(view, me, lot), view.cash(me) - self.reserve)
        gain = most - self.evaluate_property(view, me, weakest)
        return weakest if gain >= 40 and most - minimum >= 40 else PASS_ANSWER

    def use_first_mover(self, view: OpolyView, decision: Decision) -> Reply:
        """Buy if it has a slot. Pledge only for a property worth at least $40 more."""
        me, about = decision.seat, decision.about
        if view.cash(me) - about["price"] < self.reserve // 2:
            return "decline"
        names = [move.name for move in decision.legal]
        if "buy" in names:
            return "buy"
        weakest = min(names[:-1], key=lambda space: self.evaluate_property(view, me, space))
        better = (
            self.evaluate_property(view, me, about["space"])
            > self.evaluate_property(view, me, weakest) + 40
        )
        return weakest if better else "decline"

    # --- recession and votes ------------------------------------------------------------------

    def play_put(self, view: OpolyView, decision: Decision) -> Reply:
        """Play a put if the payment is at least ``put_at``."""
        exposed = decision.about["exposure"] >= self.put_at
        return decision.legal[0].name if exposed else PASS_ANSWER

    def stimulus_vote(self, view: OpolyView, decision: Decision) -> Reply:
        """Vote yes if the payment is at least ``stimulus_at``."""
        return "yes" if decision.about["exposures"][decision.seat] >= self.stimulus_at else "no"

    def environment_vote(self, view: OpolyView, decision: Decision) -> Reply:
        """Support a levy that costs it at most $40."""
        return "support" if decision.about["levy"] <= 40 else "oppose"

    # --- alliances and deals ----------------------------------------------------------------------

    def propose(self, view: OpolyView, decision: Decision) -> Reply:
        """Offer an alliance that splits rents "own", over the first group without an alliance."""
        for group in decision.about["groups"]:
            if not view.is_allied(group):
                return Answer("alliance", get_own_terms(group))
        return "pass"

    def answer_alliance(self, view: OpolyView, decision: Decision) -> Reply:
        """Accept a split "own", or percentages close to the rents of its own lots."""
        me, about = decision.seat, decision.about
        fee = about["fee"]
        if fee and fee["payer"] == me:
            spare = max(view.cash(me) - self.reserve, 0)
            if fee["amount"] > min(spare, get_signing_gain(view, me, about["group"])):
                return "refuse"
        split = about["split"]
        if split:
            lots = view.edition.groups[about["group"]]
            rents = {space: view.rent(space) for space in lots}
            own = sum(rent for space, rent in rents.items() if view.owner(space) == me)
            noticed = any(c["group"] == about["group"] and c["ends"] for c in view.alliances())
            least = self.yields_to if noticed else 0.95
            if split[me] * sum(rents.values()) < 100 * least * own:
                return "refuse"
        return "accept"

    def answer_deal(self, view: OpolyView, decision: Decision) -> Reply:
        """Accept a deal that is worth at least a tenth more than it costs."""
        me, about = decision.seat, decision.about
        gets = about["give_cash"] + self.evaluate_goods(
            view, me, about["give_spaces"], about["give_cards"]
        )
        gives = about["get_cash"] + self.evaluate_goods(
            view, me, about["get_spaces"], about["get_cards"]
        )
        safe = view.cash(me) - about["get_cash"] + about["give_cash"] >= self.reserve
        return "accept" if safe and gets >= 1.1 * gives else "refuse"

    def evaluate_goods(self, view: OpolyView, me: Seat, spaces: list[str], cards: list[str]) -> int:
        """Return the value of properties and cards to it, in dollars."""
        worth = sum(
            self.evaluate_property(view, me, space) // (2 if view.mortgaged(space) else 1)
            for space in spaces
        )
        return worth + sum(evaluate_card(view, me, card) for card in cards)

    # --- management and building --------------------------------------------------------------

    def manage(self, view: OpolyView, decision: Decision) -> Reply:
        """Lift a mortgage if cash allows. Otherwise, poach or copy a card."""
        me = decision.seat
        for space in view.mortgages(me):
            if view.cash(me) - view.lift_cost(space) >= self.building_reserve + 100:
                return Answer("manage", {"acts": [{"act": "lift", "space": space}]})
        act = self.choose_card_act(view, me)
        return Answer("manage", {"acts": [act]}) if act else "pass"

    def choose_card_act(self, view: OpolyView, me: Seat) -> dict[str, Any] | None:
        """Return the act that poaches or copies the best card of another company, if any."""
        for effect, kind in (("poach", "poach"), ("copy", "name_copy")):
            if not view.has_effect(me, effect):
                continue
            if effect == "poach" and view.cash(me) < self.reserve + 100:
                continue
            offered = [
                (get_copy_rank(view, card), seat, card)
                for seat in view.others
                for card in view.hand(seat)
                if view.status(seat) in ("active", "bankrupt")
            ]
            if offered and max(offered)[0] > 0:
                _, seat, card = max(offered)
                return {"act": kind, "seat": seat, "card": card}
        return None

    def build_order(self, view: OpolyView, decision: Decision) -> Reply:
        """Build level by level where a dollar earns most rent, while that pays."""
        me = decision.seat
        budget = view.cash(me) - self.get_building_reserve(view, me)
        if budget <= 0:
            return "pass"
        lots = self.get_building_lots(view, me, decision.about, budget)
        spaces = view.edition.spaces
        levels = {space: view.level(space) for space in lots}
        chance = LANDING_CHANCE * max(view.rolls_left, 6)
        order: dict[str, int] = {}
        while True:
            best, best_ratio = "", self.payback
            for space, (cost, top) in lots.items():
                level = levels[space]
                if cost > budget or level >= top:
                    continue
                ratio = spaces[space].rent[level + 1] * chance / cost
                if ratio > best_ratio and is_lowest(view, levels, space):
                    best, best_ratio = space, ratio
            if not best:
                break
            order[best] = order.get(best, 0) + 1
            levels[best] += 1
            budget -= lots[best][0]
        order = {space: more for space, more in order.items() if is_even(view, levels, space)}
        if not order:
            return "pass"
        listed = [{"space": space, "levels": levels} for space, levels in order.items()]
        return Answer("order", {"orders": listed})

    def get_building_reserve(self, view: OpolyView, me: Seat) -> int:
        """Return the cash in dollars that it keeps when building now."""
        if view.left("house") <= self.rush:
            return self.building_reserve // 2
        return self.building_reserve

    def get_building_lots(
        self, view: OpolyView, me: Seat, about: Mapping[str, Any], budget: int
    ) -> dict[str, tuple[int, int]]:
        """Return the cost of a level and the maximum level of each own lot open to building."""
        lots: dict[str, tuple[int, int]] = {}
        edition, hotels = view.edition, about["hotels"]
        if view.left("house") <= self.short and view.rolls_left >= self.end:
            hotels = []
        for group in dict.fromkeys([edition.spaces[space].group for space in about["lots"]]):
            whole = edition.groups[group]
            cost = view.level_cost(me, whole[0])
            if cost > budget:
                continue
            level_up = view.builds_level(group)
            ceiling = min(view.level(space) for space in whole) + 1 if level_up else HOTEL_LEVEL
            for space in whole:
                if view.owner(space) == me:
                    top = HOTEL_LEVEL if space in hotels else HOTEL_LEVEL - 1
                    lots[space] = (cost, min(top, ceiling))
        return lots

    # --- cards ---------------------------------------------------------------------------------

    def shift_pawn(self, view: OpolyView, decision: Decision) -> Reply:
        """Shift the landing if that gains at least $20."""
        me, about = decision.seat, decision.about
        total, landings = about["total"], about["landings"]
        stay = evaluate_landing(view, me, view.ahead(total))
        gains = {by: evaluate_landing(view, me, space) for by, space in landings.items()}
        best = max(gains, key=lambda by: (gains[by], -abs(by)))
        if gains[best] >= stay + 20:
            return Answer("shift", {"spaces": best})
        return PASS_ANSWER

    def copy_target(self, view: OpolyView, decision: Decision) -> Reply:
        """Copy the card with the most useful effect."""
        cards = [card for seat in view.others for card in view.hand(seat)]
        offered = [(get_copy_rank(view, card), card) for card in cards]
        rank, card = max(offered)
        return Answer("copy", {"card": card}) if rank > 0 else PASS_ANSWER

    def diversify_line(self, view: OpolyView, decision: Decision) -> Reply:
        """Choose the line that contains most of its properties."""
        held = view.properties_of(decision.seat)
        edition = view.edition
        counts = {
            line: sum(edition.spaces[space].group in groups for space in held)
            for line, groups in edition.lines.items()
        }
        return Answer("line", {"line": max(counts, key=lambda line: counts[line])})


def get_own_terms(group: str) -> dict[str, Any]:
    """Return the terms of an alliance in which each party keeps its own rents."""
    return {"group": group, "split": {}, "building": "free", "fee": {}, "note": ""}


def can_counter_offer(view: OpolyView, me: Seat, proposer: Seat) -> bool:
    """Return whether it can still make an offer in the same window (Q6.1)."""
    seats = view.seats
    first = seats.index(view.lead)
    turn_of = {seat: (place - first) % len(seats) for place, seat in enumerate(seats)}
    return turn_of[me] > turn_of[proposer]


def is_even(view: OpolyView, levels: Mapping[str, int], space: str) -> bool:
    """Return whether its lots in the group would differ by at most one level (Q6.12).

    After a shortage they may differ by more, and cash may not suffice to even them out.
    """
    group = view.edition.groups[view.edition.spaces[space].group]
    own = [levels[lot] for lot in group if lot in levels]
    return max(own) - min(own) <= 1


def is_lowest(view: OpolyView, levels: Mapping[str, int], space: str) -> bool:
    """Return whether a lot is among the lowest of its group."""
    group = view.edition.groups[view.edition.spaces[space].group]
    return all(levels[lot] >= levels[space] for lot in group if lot in levels)
