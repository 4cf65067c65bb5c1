"""Deals: immediate and unconditional exchanges between two companies (Q6.6 to Q6.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import (
    Amount,
    Answer,
    Field,
    FieldGroup,
    ListOf,
    Move,
    OneOf,
    Preview,
    RandomGenerator,
    SomeOf,
)
from classkit.engine.state import copy_state

from ..effect_kinds import COPY
from ..rules_data import ceil_percent
from ..state import BANK, OpolyState
from .alliances import build_alliance_move, get_shared_groups, propose_alliance
from .deal_preview import compare_states, run_defaults
from .holdings import (
    get_excess,
    refuse_built,
    refuse_partner,
    settle_deal_alliances,
    transfer_property,
)
from .internal_cards import win_card
from .management_actions import get_lift_cost, repay_mortgage
from .offers import PASS_MOVE, ask_partner

MAX_BASIS = 10**6
MAX_BASIS_TEXT = "a cost basis cannot be higher (Q6.7)"
ROUND_SUMS = (50, 100, 200, 500)
"""Amounts of cash that the deal form suggests."""


class DealSide(NamedTuple):
    """The cash, properties and cards that one seat receives in a deal."""

    seat: Seat
    cash: int
    spaces: list[str]
    cards: list[str]


def run_proposals(t: OpolyState) -> Flow[None]:
    """Ask each active seat for its offers, in lead order (Q6.1)."""
    groups = get_shared_groups(t)
    active = t.active
    for seat in active:
        partners = [other for other in active if other != seat]
        for _ in range(t.options.proposals_per_window):
            own = [group for group, owners in groups.items() if seat in owners]
            made = yield from ask_proposal(t, seat, partners, own)
            if not made:
                break
            groups = get_shared_groups(t)


def ask_proposal(
    t: OpolyState, seat: Seat, partners: Sequence[Seat], groups: list[str]
) -> Flow[bool]:
    """Ask a seat for one offer and resolve it. Return whether the seat made one (Q6.1)."""
    moves = list_proposals(t, seat, partners, groups)
    answer: Answer = yield Decision(
        seat, "propose", moves, "Q6.1", "pass", {"groups": groups}, why=partial(refuse_offer, seat)
    )
    if answer.move == "pass":
        return False
    if answer.move == "alliance":
        yield from propose_alliance(t, seat, answer.fields)
    else:
        yield from propose_deal(t, seat, answer.fields)
    return True


def list_proposals(
    t: OpolyState, seat: Seat, partners: Sequence[Seat], groups: list[str]
) -> tuple[Move, ...]:
    """Return the moves of a proposal: a deal, an alliance over a group, or a pass."""
    deal = build_deal_move(t, seat, partners)
    return (PASS_MOVE, deal, build_alliance_move(t, seat, groups)) if groups else (PASS_MOVE, deal)


def refuse_offer(seat: Seat, name: str) -> str | None:
    """Return why an alliance is not among the moves (Q7.1)."""
    if name != "alliance":
        return None
    return f"{seat} shares no group whose lots are all sold with another company (Q7.1)."


def list_tradable_cards(t: OpolyState, seats: Sequence[Seat]) -> list[str]:
    """Return the cards in these hands that may be traded (Q6.6, Q8.5)."""
    hands = [card for seat in seats for card in t.hand(seat)]
    return [card for card in hands if refuse_card(t, seats, card) is None]


def refuse_card(t: OpolyState, seats: Sequence[Seat], card: str) -> str | None:
    """Return why none of these seats can trade a card, or None (Q6.6, Q8.5)."""
    kind = t.edition.cards.get(card)
    if kind is None:
        return None
    if t.ledger.titles[card] not in seats:
        return f"{kind.name} is not in the hand of {format_giver(seats)} (Q6.6)."
    if kind.effect == COPY.word:
        return f"{kind.name} cannot be traded (Q8.5)."
    if not kind.appraised:
        return f"{kind.name} has no appraised value, so it cannot be traded (Q6.6)."
    return None


def format_giver(seats: Sequence[Seat]) -> str:
    """Return the seats that could give an item in a deal, as text."""
    return seats[0] if len(seats) == 1 else "a company in this deal"


def refuse_space(t: OpolyState, seats: Sequence[Seat], rule: str, name: str) -> str | None:
    """Return why none of these seats can trade a space, or None (Q6.6)."""
    if name not in t.edition.deeds:
        return t.edition.refuse_property(name, rule)
    owner = t.owner(name)
    if owner not in seats:
        whose = "the bank" if owner == BANK else owner
        return f"{t.get_title(name)} belongs to {whose}, not to {format_giver(seats)} ({rule})."
    return None


def refuse_lift(t: OpolyState, seats: Sequence[Seat], name: str) -> str | None:
    """Return why a mortgage cannot be lifted in a deal, or None (Q6.8)."""
    if reason := refuse_space(t, seats, "Q6.8", name):
        return reason
    if name not in t.edition.spaces or name in t.mortgaged:
        return None
    return f"{t.get_title(name)} is not mortgaged (Q6.8)."


def build_deal_move(t: OpolyState, seat: Seat, partners: Sequence[Seat]) -> Move:
    """Build the move that offers a deal (Q6.6)."""
    return Move(
        "deal",
        form=partial(build_deal_form, t, seat, partners),
        refuse=lambda values: refuse_deal(t, seat, values),
        sample=partial(sample_deal, t, seat, partners),
        preview=lambda values: preview_deal(t, seat, values),
        rule="Q6.6",
    )


def build_deal_form(t: OpolyState, seat: Seat, partners: Sequence[Seat]) -> dict[str, Field]:
    """Build the fields of a deal. Without ``bases``, the cash paid is split (Q6.7)."""
    own, theirs = t.get_properties(seat), [s for p in partners for s in t.get_properties(p)]
    cards, both = list_tradable_cards(t, partners), [seat, *partners]
    space = OneOf(own + theirs, of="space", why=partial(refuse_space, t, both, "Q6.7"))
    basis = FieldGroup(
        space=space, amount=Amount(0, MAX_BASIS, unit=t.currency, why=MAX_BASIS_TEXT)
    )
    return {
        "partner": OneOf(partners, of="seat", why=partial(refuse_partner, t, seat, "Q6.6")),
        "give_cash": Amount(
            0, t.cash(seat), unit=t.currency, sensible=suggest_sums,
            why=f"{seat} has no more cash (Q6.6)",
        ),
        "give_spaces": SomeOf(own, of="space", why=partial(refuse_space, t, [seat], "Q6.6")),
        "give_cards": SomeOf(list_tradable_cards(t, [seat]), why=partial(refuse_card, t, [seat])),
        "get_cash": Amount(
            0, max(t.cash(p) for p in partners), unit=t.currency, sensible=suggest_sums,
            why="no partner has more cash (Q6.6)",
        ),
        "get_spaces": SomeOf(
            theirs, of="space", given=("partner", get_holders(t, theirs)),
            why=partial(refuse_space, t, partners, "Q6.6"),
        ),
        "get_cards": SomeOf(
            cards, given=("partner", get_holders(t, cards)), why=partial(refuse_card, t, partners)
        ),
        "bases": ListOf(basis, 0, max(len(own + theirs), 1)),
        "lift_now": SomeOf(
            [s for s in own + theirs if s in t.mortgaged], of="space",
            why=partial(refuse_lift, t, both),
        ),
    }  # fmt: skip


def get_holders(t: OpolyState, titles: Sequence[str]) -> list[str]:
    """Return the holder of each of these titles."""
    return [t.ledger.titles[title] for title in titles]


def suggest_sums(low: int, high: int) -> list[tuple[str, int]]:
    """Suggest amounts of cash within the range."""
    return [("", low), *(("", value) for value in ROUND_SUMS if value < high), ("All", high)]


def preview_deal(t: OpolyState, seat: Seat, terms: Mapping[str, Any]) -> Preview:
    """Preview rents, cash, holdings and scores of both companies, now and after the deal (Q6.6).

    The deal is executed on a copy of the table, with default answers to card choices.
    """
    trial = copy_state(t)
    run_defaults(execute_deal(trial, seat, terms))
    return compare_states(t, trial, (seat, terms["partner"]))


def get_sides(seat: Seat, terms: Mapping[str, Any]) -> tuple[DealSide, DealSide]:
    """Return the sides of the proposer and of the partner."""
    partner = terms["partner"]
    gets = DealSide(seat, terms["get_cash"], list(terms["get_spaces"]), list(terms["get_cards"]))
    gives = DealSide(
        partner, terms["give_cash"], list(terms["give_spaces"]), list(terms["give_cards"])
    )
    return gets, gives


def refuse_deal(t: OpolyState, seat: Seat, terms: Mapping[str, Any]) -> str | None:
    """Return why a deal is illegal, or None (Q6.6, Q6.7)."""
    partner = terms["partner"]
    gets, gives = get_sides(seat, terms)
    if not any((*gets[1:], *gives[1:])):
        return "The deal is empty: give or get something (Q6.6)."
    moving = {**dict.fromkeys(gets.spaces, seat), **dict.fromkeys(gives.spaces, partner)}
    for item in (*gets.spaces, *gets.cards):
        if t.ledger.titles[item] != partner:
            return f"{partner} does not hold {t.get_title(item)} (Q6.6)."
    for space, taker in moving.items():
        if reason := refuse_transfer(t, space, taker):
            return reason
    named = [item["space"] for item in terms["bases"]]
    if len(set(named)) < len(named) or any(space not in moving for space in named):
        return "Enter a cost basis once, for a property that changes hands (Q6.7)."
    if any(space not in moving for space in terms["lift_now"]):
        return "Only the mortgage of a property that changes hands can be lifted (Q6.8)."
    for mine, yours in ((gets, gives), (gives, gets)):
        if reason := refuse_side(t, mine, yours, terms["lift_now"]):
            return reason
    return None


def refuse_transfer(t: OpolyState, space: str, taker: Seat) -> str | None:
    """Return why a property may not change hands: buildings or an alliance (Q6.7)."""
    if reason := refuse_built(t, space, "Q6.7"):
        return reason
    alliance = t.alliances.get(t.edition.spaces[space].group)
    if alliance is not None and taker not in alliance.parties:
        return f"{t.get_title(space)} is in an alliance, and {taker} is not a party to it (Q6.7)."
    return None


def refuse_side(
    t: OpolyState, receives: DealSide, gives: DealSide, lifted: Sequence[str]
) -> str | None:  # fmt: skip
    """Return why a seat lacks the cash or the slots for a deal, or None (Q6.6, Q6.8)."""
    seat = receives.seat
    due = sum_mortgage_dues(t, receives, lifted)
    if gives.cash > t.cash(seat):
        return f"{seat} has only {t.currency.write(t.cash(seat))} (Q6.6)."
    if t.cash(seat) - gives.cash + receives.cash < due:
        return (
            f"{seat} could not pay the {t.currency.write(due)} due for mortgaged property (Q6.8)."
        )
    if is_above_limit(t, receives, gives):
        limit = t.get_limit(seat, receives.cards, gives.cards)
        return f"{seat} would hold more properties than its limit of {limit} (Q6.6)."
    return None


def is_above_limit(t: OpolyState, receives: DealSide, gives: DealSide) -> bool:
    """Return whether a deal would put a seat above its property limit (Q6.6)."""
    return (
        get_excess(t, receives.seat, receives.spaces, gives.spaces, receives.cards, gives.cards) > 0
    )


def sum_mortgage_dues(t: OpolyState, receives: DealSide, lifted: Sequence[str]) -> int:
    """Return the total due to the bank for mortgaged property received (Q6.8)."""
    return sum(get_mortgage_due(t, space, space in lifted) for space in receives.spaces)


def get_mortgage_due(t: OpolyState, space: str, lifted: bool) -> int:
    """Return the amount due to the bank for a mortgaged property, in dollars (Q6.8)."""
    if space not in t.mortgaged:
        return 0
    if lifted:
        return get_lift_cost(t, space)
    return ceil_percent(t.edition.spaces[space].mortgage, t.edition.mortgage_interest_pct)


def sample_deal(
    t: OpolyState, seat: Seat, partners: Sequence[Seat], chance: RandomGenerator
) -> dict[str, Any]:  # fmt: skip
    """Return a random deal: at most one property each way, cards from the proposer, and cash.

    If limits or mortgages make this deal illegal, return a deal for cash alone.
    """
    # Two seats without cash may have nothing to exchange.
    partners = [p for p in partners if t.cash(seat) or t.cash(p)] or partners
    partner = partners[chance.below(len(partners))]
    own = [s for s in t.get_properties(seat) if refuse_transfer(t, s, partner) is None]
    theirs = [s for s in t.get_properties(partner) if refuse_transfer(t, s, seat) is None]
    give = [own[chance.below(len(own))]] if own and chance.below(3) else []
    get = [theirs[chance.below(len(theirs))]] if theirs and chance.below(3) else []
    cards = [card for card in list_tradable_cards(t, [seat]) if not chance.below(3)]
    lifted = [s for s in give + get if s in t.mortgaged and chance.below(2)]
    gets, gives = DealSide(seat, 0, get, []), DealSide(partner, 0, give, cards)
    low, high = get_cash_bounds(t, gets, gives, lifted)
    if low > high or is_above_limit(t, gets, gives) or is_above_limit(t, gives, gets):
        give, get, cards, lifted = [], [], [], []
        low, high = -t.cash(partner), t.cash(seat)
    paid = low + chance.below(high - low + 1)
    if not (give or get or cards or paid):
        paid = high or low  # an empty deal is illegal (Q6.6)
    return {
        "partner": partner,
        "give_cash": max(paid, 0),
        "give_spaces": give,
        "give_cards": cards,
        "get_cash": max(-paid, 0),
        "get_spaces": get,
        "get_cards": [],
        "bases": [],
        "lift_now": lifted,
    }


def get_cash_bounds(
    t: OpolyState, gets: DealSide, gives: DealSide, lifted: Sequence[str]
) -> tuple[int, int]:
    """Return the minimum and maximum cash that the proposer may pay, in dollars (Q6.8).

    A negative amount is paid by the partner. If the minimum exceeds the maximum, no amount is
    legal.
    """
    least = sum_mortgage_dues(t, gives, lifted) - t.cash(gives.seat)
    return least, t.cash(gets.seat) - sum_mortgage_dues(t, gets, lifted)


# --- execution ------------------------------------------------------------------------------


def propose_deal(t: OpolyState, seat: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Ask the partner to accept or refuse (Q6.6)."""
    facts = {key: value for key, value in terms.items() if key != "partner"}
    about = {"proposer": seat, "partner": terms["partner"], **facts}
    t.tell("deal_offered", "Q6.6", seat, form="deal", **about)
    partner: Seat = terms["partner"]
    outcome = preview_deal(t, seat, terms)
    about["outcome"] = [list(outcome.columns), *map(list, outcome.rows)]
    accepted = yield from ask_partner(t, partner, "answer_deal", "deal", about, "Q6.6")
    if accepted:
        yield from execute_deal(t, seat, terms)


def execute_deal(t: OpolyState, seat: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Exchange both sides, then settle mortgages (Q6.6 to Q6.8)."""
    gets, gives = get_sides(seat, terms)
    entered = {item["space"]: item["amount"] for item in terms["bases"]}
    with t.link_rows("deal_answered"):
        t.pay(seat, gives.seat, gives.cash, "deal", "Q6.6")
        t.pay(gives.seat, seat, gets.cash, "deal", "Q6.6")
        for receives, paid in ((gets, gives.cash), (gives, gets.cash)):
            bases = get_default_bases(t, receives.spaces, paid) | entered
            for space in receives.spaces:
                transfer_property(t, space, receives.seat, bases[space], "deal", "Q6.7")
    settle_deal_alliances(t, [*gets.spaces, *gives.spaces])
    for receives, paid in ((gets, gives.cash), (gives, gets.cash)):
        bases = get_card_bases(t, receives, paid)
        for card in receives.cards:
            yield from win_card(
                t, receives.seat, card, bases[card], "Q6.6", "deal", "deal_answered"
            )
    with t.link_rows("deal_answered"):
        for receives in (gets, gives):
            for space in receives.spaces:
                settle_mortgage(t, receives.seat, space, space in terms["lift_now"])


def settle_mortgage(t: OpolyState, seat: Seat, space: str, lifted: bool) -> None:
    """Charge the receiver the transfer interest, or lift the mortgage (Q6.8)."""
    if space not in t.mortgaged:
        return
    if lifted:
        repay_mortgage(t, seat, space, "Q6.8")
    else:
        t.pay(seat, BANK, get_mortgage_due(t, space, False), "transfer_interest", "Q6.8")


def get_default_bases(t: OpolyState, spaces: Sequence[str], paid: int) -> dict[str, int]:
    """Split the cash paid by appraised value. The last gets the remainder (Q6.7)."""
    return split_by_value({space: t.edition.spaces[space].price for space in spaces}, paid)


def get_card_bases(t: OpolyState, receives: DealSide, paid: int) -> dict[str, int]:
    """Split the cash paid over the received cards. Each is 0 if properties are received too."""
    values = {card: t.edition.cards[card].appraised for card in receives.cards}
    return split_by_value(values, 0 if receives.spaces else paid)


def split_by_value(values: Mapping[str, int], paid: int) -> dict[str, int]:
    """Split a payment in proportion to values, rounded down. The last gets the remainder.

    >>> split_by_value({"patent_portfolio": 150, "land_bank": 100}, 101)
    {'patent_portfolio': 60, 'land_bank': 41}
    """
    if not values:
        return {}
    whole = sum(values.values())
    bases = {asset: paid * value // whole for asset, value in values.items()}
    bases[list(bases)[-1]] += paid - sum(bases.values())
    return bases
