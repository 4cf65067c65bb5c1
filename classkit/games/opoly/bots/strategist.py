"""The class from which the bots are built: how they value, bid, build and answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.policy import Decider, Reply
from classkit.engine.requests import Decision, Seat

from ..contents import HOTEL
from ..shown.view import OpolyView
from .values import (
    LANDING,
    card_value,
    copy_rank,
    expected_rent,
    gain_by_signing,
    landing_gain,
)

PASS = Answer("pass")


class Strategist(Decider):
    """A company that values what it could buy, keeps a reserve, and builds what pays."""

    price_share = 1.0
    """The share of a property's appraised value that it is ready to pay."""
    rent_share = 1.0
    """The share of the rent expected over the turns left that it is ready to pay on top."""
    group_bonus = 0.0
    """The bonus for owning part of the group, as a share of the appraised value."""
    reserve = 250
    """The cash in dollars that it keeps when it bids."""
    building_reserve = 300
    """The cash in dollars that it keeps when it builds."""
    payback = 0.5
    """The share of a level's cost that the rent expected from it must exceed."""
    rush = 0
    """The houses left in stock from which it builds on half its reserve."""
    short = 0
    """The houses left in stock from which it builds no hotel, which would give four back."""
    end = 10
    """The rolls left from which it builds hotels all the same: nobody is hindered any more."""
    pledges = True
    yields_to = 0.6
    """The share of what its own lots bring for which it keeps a contract that is under notice.

    Without the contract the lots bring less still: what it has built there is sunk (lesson 6).
    """
    put_at = 60
    """The payment in dollars from which it plays a put."""
    stimulus_at = 60

    # --- what things are worth ------------------------------------------------------------------

    def worth(self, view: OpolyView, me: Seat, space: str) -> int:
        """Return what a property is worth to this company, in dollars."""
        price = view.edition.spaces[space].price
        value = self.price_share * price + self.rent_share * expected_rent(view, me, space)
        return int(value + self.bonus(view, me, space) * price)

    def bonus(self, view: OpolyView, me: Seat, space: str) -> float:
        """Return what the group adds, as a share of the appraised value."""
        if not self.group_bonus:
            return 0.0
        group = view.edition.spaces[space].group
        return self.group_bonus if me in view.lot_owners(group) else 0.0

    def lot_worth(self, view: OpolyView, me: Seat, about: Mapping[str, Any]) -> int:
        """Return what a lot is worth, in dollars: a property, a card, or a scarce building."""
        lot: str = about["lot"]
        if about["kind"] == "property":
            return self.worth(view, me, lot)
        if about["kind"] == "card":
            return int(self.price_share * card_value(view, me, lot))
        return int(about["minimum"] * 1.2)

    # --- auctions -----------------------------------------------------------------------------

    def highest_bid(self, view: OpolyView, me: Seat, about: Mapping[str, Any]) -> int:
        """Return its highest bid for a lot in dollars: what it is worth, above the reserve."""
        return min(self.lot_worth(view, me, about), view.cash(me) - self.reserve)

    def bid_english(self, view: OpolyView, decision: Decision) -> Reply:
        """Open at half of its own limit, then raise by the least; pass above the limit."""
        me, about = decision.seat, decision.about
        if about["holder"] is None:
            most, least = self.highest_bid(view, me, about), about["minimum"]
            return Answer("bid", {"amount": max(most // 2, least)}) if most >= least else PASS
        bid = about["standing"] + view.options.bid_increment
        if view.cash(me) - self.reserve < bid or self.lot_worth(view, me, about) < bid:
            return PASS
        return Answer("bid", {"amount": bid})

    def bid_sealed(self, view: OpolyView, decision: Decision) -> Reply:
        """Bid its own limit; where the winner pays its bid, less by one part in the bidders."""
        me, about = decision.seat, decision.about
        most = self.highest_bid(view, me, about)
        if view.options.auction_format == "first_price":
            rivals = max(len(view.seats), 2)
            most = most * (rivals - 1) // rivals
        return Answer("bid", {"amount": most if most >= about["minimum"] else 0})

    def pledge_property(self, view: OpolyView, decision: Decision) -> Reply:
        """Give up the cheapest lot for a dearer one that is worth $40 more than its least bid."""
        if not self.pledges:
            return PASS
        me, lot = decision.seat, decision.about["lot"]
        spaces = [move.name for move in decision.legal if move.name != "pass"]
        weakest = min(spaces, key=lambda space: self.worth(view, me, space))
        minimum = view.landing_minimum(lot)
        most = min(self.worth(view, me, lot), view.cash(me) - self.reserve)
        gain = most - self.worth(view, me, weakest)
        return weakest if gain >= 40 and most - minimum >= 40 else PASS

    def use_first_mover(self, view: OpolyView, decision: Decision) -> Reply:
        """Buy where there is a slot; pledge only for something dearer."""
        me, about = decision.seat, decision.about
        if view.cash(me) - about["price"] < self.reserve // 2:
            return "decline"
        names = [move.name for move in decision.legal]
        if "buy" in names:
            return "buy"
        weakest = min(names[:-1], key=lambda space: self.worth(view, me, space))
        better = self.worth(view, me, about["space"]) > self.worth(view, me, weakest) + 40
        return weakest if better else "decline"

    # --- recession and votes ------------------------------------------------------------------

    def play_put(self, view: OpolyView, decision: Decision) -> Reply:
        """Play a put when a payment would hurt."""
        exposed = decision.about["exposure"] >= self.put_at
        return decision.legal[0].name if exposed else PASS

    def stimulus_vote(self, view: OpolyView, decision: Decision) -> Reply:
        """Vote yes when a payment would cost more than waiting for doubles is worth."""
        return "yes" if decision.about["exposures"][decision.seat] >= self.stimulus_at else "no"

    def environment_vote(self, view: OpolyView, decision: Decision) -> Reply:
        """Support a levy that costs it at most $40."""
        return "support" if decision.about["levy"] <= 40 else "oppose"

    # --- alliances and deals ----------------------------------------------------------------------

    def propose(self, view: OpolyView, decision: Decision) -> Reply:
        """Offer an alliance, each with its own rents, once a group is complete."""
        for group in decision.about["groups"]:
            if not view.is_allied(group):
                return Answer("alliance", own_rents(group))
        return "pass"

    def answer_alliance(self, view: OpolyView, decision: Decision) -> Reply:
        """Accept own rents; accept shares only if they give about what the own lots bring."""
        me, about = decision.seat, decision.about
        fee = about["fee"]
        if fee and fee["payer"] == me:
            spare = max(view.cash(me) - self.reserve, 0)
            if fee["amount"] > min(spare, gain_by_signing(view, me, about["group"])):
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
        """Accept what is worth at least a tenth more than it gives."""
        me, about = decision.seat, decision.about
        gets = about["give_cash"] + self.goods(view, me, about["give_spaces"], about["give_cards"])
        gives = about["get_cash"] + self.goods(view, me, about["get_spaces"], about["get_cards"])
        safe = view.cash(me) - about["get_cash"] + about["give_cash"] >= self.reserve
        return "accept" if safe and gets >= 1.1 * gives else "refuse"

    def goods(self, view: OpolyView, me: Seat, spaces: list[str], cards: list[str]) -> int:
        """Return what properties and cards are worth to it, in dollars."""
        worth = sum(
            self.worth(view, me, space) // (2 if view.mortgaged(space) else 1) for space in spaces
        )
        return worth + sum(card_value(view, me, card) for card in cards)

    # --- management and building --------------------------------------------------------------

    def manage(self, view: OpolyView, decision: Decision) -> Reply:
        """Lift a mortgage when there is money for it; take or name a card."""
        me = decision.seat
        for space in view.mortgages(me):
            if view.cash(me) - view.lift_cost(space) >= self.building_reserve + 100:
                return Answer("manage", {"acts": [{"act": "lift", "space": space}]})
        act = self.use_card(view, me)
        return Answer("manage", {"acts": [act]}) if act else "pass"

    def use_card(self, view: OpolyView, me: Seat) -> dict[str, Any] | None:
        """Take the best card of another company, or name one to copy."""
        for effect, kind in (("poach", "poach"), ("copy", "name_copy")):
            if not view.has_effect(me, effect):
                continue
            if effect == "poach" and view.cash(me) < self.reserve + 100:
                continue
            offered = [
                (copy_rank(view, card), seat, card)
                for seat in view.others
                for card in view.hand(seat)
                if view.status(seat) in ("active", "bankrupt")
            ]
            if offered and max(offered)[0] > 0:
                _, seat, card = max(offered)
                return {"act": kind, "seat": seat, "card": card}
        return None

    def build_order(self, view: OpolyView, decision: Decision) -> Reply:
        """Build by levels where a dollar earns most rent, while it pays and cash is left."""
        me = decision.seat
        budget = view.cash(me) - self.kept_when_building(view, me)
        if budget <= 0:
            return "pass"
        lots = self.lots_to_build(view, me, decision.about, budget)
        spaces = view.edition.spaces
        levels = {space: view.level(space) for space in lots}
        chance = LANDING * max(view.rolls_left, 6)
        order: dict[str, int] = {}
        while True:
            best, best_ratio = "", self.payback
            for space, (cost, top) in lots.items():
                level = levels[space]
                if cost > budget or level >= top:
                    continue
                ratio = spaces[space].rent[level + 1] * chance / cost
                if ratio > best_ratio and lowest(view, levels, space):
                    best, best_ratio = space, ratio
            if not best:
                break
            order[best] = order.get(best, 0) + 1
            levels[best] += 1
            budget -= lots[best][0]
        order = {space: more for space, more in order.items() if stands_evenly(view, levels, space)}
        if not order:
            return "pass"
        listed = [{"space": space, "levels": levels} for space, levels in order.items()]
        return Answer("order", {"orders": listed})

    def kept_when_building(self, view: OpolyView, me: Seat) -> int:
        """Return the cash in dollars that it keeps when it builds now."""
        if view.left("house") <= self.rush:
            return self.building_reserve // 2
        return self.building_reserve

    def lots_to_build(
        self, view: OpolyView, me: Seat, about: Mapping[str, Any], budget: int
    ) -> dict[str, tuple[int, int]]:
        """Return the own lots where it may build: cost of a level, and the highest level."""
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
            ceiling = min(view.level(space) for space in whole) + 1 if level_up else HOTEL
            for space in whole:
                if view.owner(space) == me:
                    top = HOTEL if space in hotels else HOTEL - 1
                    lots[space] = (cost, min(top, ceiling))
        return lots

    # --- cards ---------------------------------------------------------------------------------

    def shift_pawn(self, view: OpolyView, decision: Decision) -> Reply:
        """Shift the landing if that is worth at least $20 to it."""
        me, about = decision.seat, decision.about
        total, landings = about["total"], about["landings"]
        stay = landing_gain(view, me, view.ahead(total))
        gains = {by: landing_gain(view, me, space) for by, space in landings.items()}
        best = max(gains, key=lambda by: (gains[by], -abs(by)))
        if gains[best] >= stay + 20:
            return Answer("shift", {"spaces": best})
        return PASS

    def copy_target(self, view: OpolyView, decision: Decision) -> Reply:
        """Copy the card with the most useful effect."""
        cards = [card for seat in view.others for card in view.hand(seat)]
        offered = [(copy_rank(view, card), card) for card in cards]
        rank, card = max(offered)
        return Answer("copy", {"card": card}) if rank > 0 else PASS

    def diversify_line(self, view: OpolyView, decision: Decision) -> Reply:
        """Choose the line in which it holds most."""
        held = view.properties_of(decision.seat)
        edition = view.edition
        counts = {
            line: sum(edition.spaces[space].group in groups for space in held)
            for line, groups in edition.lines.items()
        }
        return Answer("line", {"line": max(counts, key=lambda line: counts[line])})


def own_rents(group: str) -> dict[str, Any]:
    """Return the terms of an alliance in which each keeps its own rents."""
    return {"group": group, "split": {}, "building": "free", "fee": {}, "note": ""}


def may_answer_back(view: OpolyView, me: Seat, proposer: Seat) -> bool:
    """Return whether it may make an offer of its own after this one, in the same window (Q6.1)."""
    seats = view.seats
    first = seats.index(view.lead)
    turn_of = {seat: (place - first) % len(seats) for place, seat in enumerate(seats)}
    return turn_of[me] > turn_of[proposer]


def stands_evenly(view: OpolyView, levels: Mapping[str, int], space: str) -> bool:
    """Return whether the own lots of its group would differ by one level at most (Q6.12).

    After a shortage they may differ by more, and the money may not reach to even them again.
    """
    group = view.edition.groups[view.edition.spaces[space].group]
    own = [levels[lot] for lot in group if lot in levels]
    return max(own) - min(own) <= 1


def lowest(view: OpolyView, levels: Mapping[str, int], space: str) -> bool:
    """Return whether a lot is among the lowest of its group, so that one more level is even."""
    group = view.edition.groups[view.edition.spaces[space].group]
    return all(levels[lot] >= levels[space] for lot in group if lot in levels)
