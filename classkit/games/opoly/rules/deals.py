"""Deals: exchanges between two companies, at once and without conditions (Q6.6 to Q6.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from classkit.engine.moves import (
    Amount,
    Answer,
    Bundle,
    Chance,
    Field,
    ListOf,
    Move,
    OneOf,
    Preview,
    SomeOf,
)
from classkit.engine.requests import Decision, Flow, Seat
from classkit.engine.table import copy

from ..contents import percent_up
from ..state import BANK, Opoly
from ..vocabulary import COPY
from .acts import lift, lift_cost
from .alliances import alliance_move, propose_alliance, shared_groups
from .deal_preview import carry_out, compare
from .holdings import built_on, excess, follow_deal, hand_property, refuse_partner
from .internal import win_card
from .offers import PASS, put_to

BASIS_MAX = 10**6
HIGHEST_BASIS = "no cost basis is entered higher (Q6.7)"
ROUND_SUMS = (50, 100, 200, 500)
"""Sums of cash that the form of a deal offers."""


class Side(NamedTuple):
    """The things that one seat receives in a deal."""

    seat: Seat
    cash: int
    spaces: list[str]
    cards: list[str]


def propose_all(t: Opoly) -> Flow[None]:
    """Let each active seat make its offers, in lead order (Q6.1)."""
    groups = shared_groups(t)
    active = t.active
    for seat in active:
        partners = [other for other in active if other != seat]
        for _ in range(t.options.proposals_per_window):
            own = [group for group, owners in groups.items() if seat in owners]
            made = yield from propose(t, seat, partners, own)
            if not made:
                break
            groups = shared_groups(t)


def propose(t: Opoly, seat: Seat, partners: Sequence[Seat], groups: list[str]) -> Flow[bool]:
    """Let a seat make one offer, answered at once; return whether it made one (Q6.1)."""
    moves = proposals(t, seat, partners, groups)
    answer: Answer = yield Decision(
        seat, "propose", moves, "Q6.1", "pass", {"groups": groups}, why=partial(why_no_offer, seat)
    )
    if answer.move == "pass":
        return False
    if answer.move == "alliance":
        yield from propose_alliance(t, seat, answer.fields)
    else:
        yield from propose_deal(t, seat, answer.fields)
    return True


def proposals(
    t: Opoly, seat: Seat, partners: Sequence[Seat], groups: list[str]
) -> tuple[Move, ...]:
    """List what may be proposed: a deal, an alliance over a group, or nothing."""
    deal = deal_move(t, seat, partners)
    return (PASS, deal, alliance_move(t, seat, groups)) if groups else (PASS, deal)


def why_no_offer(seat: Seat, name: str) -> str | None:
    """Return why no alliance may be offered if none is listed (Q7.1)."""
    if name != "alliance":
        return None
    return f"No group whose lots are all sold is shared by {seat} and others (Q7.1)."


def tradable(t: Opoly, seats: Sequence[Seat]) -> list[str]:
    """List the cards with an appraised value in these hands; a copier has none (Q6.6, Q8.5)."""
    hands = [card for seat in seats for card in t.hand(seat)]
    return [card for card in hands if refuse_card(t, seats, card) is None]


def refuse_card(t: Opoly, seats: Sequence[Seat], card: str) -> str | None:
    """Say why none of these seats can give a card in a deal; None where one can (Q6.6, Q8.5)."""
    kind = t.edition.cards.get(card)
    if kind is None:
        return None
    if t.ledger.titles[card] not in seats:
        return f"{kind.name} is not in the hand of {giver(seats)} (Q6.6)."
    if kind.effect == COPY.word:
        return f"{kind.name} is never traded (Q8.5)."
    if not kind.appraised:
        return f"{kind.name} has no appraised value and is not traded (Q6.6)."
    return None


def giver(seats: Sequence[Seat]) -> str:
    """Return who could give something in a deal, in words."""
    return seats[0] if len(seats) == 1 else "a company that deals here"


def refuse_space(t: Opoly, seats: Sequence[Seat], rule: str, name: str) -> str | None:
    """Say why none of these seats can give a space in a deal; None where one can (Q6.6)."""
    if name not in t.edition.deeds:
        return t.edition.no_property(name, rule)
    owner = t.owner(name)
    if owner not in seats:
        whose = "the bank" if owner == BANK else owner
        return f"{t.title(name)} belongs to {whose}, not to {giver(seats)} ({rule})."
    return None


def refuse_lift(t: Opoly, seats: Sequence[Seat], name: str) -> str | None:
    """Say why no mortgage can be lifted in a deal; None where one can (Q6.8)."""
    if reason := refuse_space(t, seats, "Q6.8", name):
        return reason
    if name not in t.edition.spaces or name in t.mortgaged:
        return None
    return f"{t.title(name)} is not mortgaged (Q6.8)."


def deal_move(t: Opoly, seat: Seat, partners: Sequence[Seat]) -> Move:
    """Return the offer of a deal (Q6.6)."""
    return Move(
        "deal",
        form=partial(deal_form, t, seat, partners),
        refuse=lambda values: refuse_deal(t, seat, values),
        sample=partial(sample_deal, t, seat, partners),
        preview=lambda values: preview_deal(t, seat, values),
        rule="Q6.6",
    )


def deal_form(t: Opoly, seat: Seat, partners: Sequence[Seat]) -> dict[str, Field]:
    """Return the fields of a deal; without bases the cash paid is split (Q6.7)."""
    own, theirs = t.properties_of(seat), [s for p in partners for s in t.properties_of(p)]
    cards, both = tradable(t, partners), [seat, *partners]
    space = OneOf(own + theirs, of="space", why=partial(refuse_space, t, both, "Q6.7"))
    basis = Bundle(space=space, amount=Amount(0, BASIS_MAX, unit="$", why=HIGHEST_BASIS))
    return {
        "partner": OneOf(partners, of="seat", why=partial(refuse_partner, t, seat, "Q6.6")),
        "give_cash": Amount(
            0, t.cash(seat), unit="$", sensible=round_sums, why=f"{seat} has no more cash (Q6.6)"
        ),
        "give_spaces": SomeOf(own, of="space", why=partial(refuse_space, t, [seat], "Q6.6")),
        "give_cards": SomeOf(tradable(t, [seat]), why=partial(refuse_card, t, [seat])),
        "get_cash": Amount(
            0, max(t.cash(p) for p in partners), unit="$", sensible=round_sums,
            why="no partner has more cash (Q6.6)",
        ),
        "get_spaces": SomeOf(
            theirs, of="space", given=("partner", holders(t, theirs)),
            why=partial(refuse_space, t, partners, "Q6.6"),
        ),
        "get_cards": SomeOf(
            cards, given=("partner", holders(t, cards)), why=partial(refuse_card, t, partners)
        ),
        "bases": ListOf(basis, 0, max(len(own + theirs), 1)),
        "lift_now": SomeOf(
            [s for s in own + theirs if s in t.mortgaged], of="space",
            why=partial(refuse_lift, t, both),
        ),
    }  # fmt: skip


def holders(t: Opoly, titles: Sequence[str]) -> list[str]:
    """Return the holder of each of these titles."""
    return [t.ledger.titles[title] for title in titles]


def round_sums(low: int, high: int) -> list[tuple[str, int]]:
    """Return sums that people name in a deal, within the range."""
    return [("", low), *(("", value) for value in ROUND_SUMS if value < high), ("All", high)]


def preview_deal(t: Opoly, seat: Seat, terms: Mapping[str, Any]) -> Preview:
    """Preview what both companies earn, have, hold and score, now and with the deal (Q6.6).

    The deal is carried out on a copy of the table; choices that cards bring are made by default.
    """
    trial = copy(t)
    carry_out(exchange(trial, seat, terms))
    return compare(t, trial, (seat, terms["partner"]))


def sides(seat: Seat, terms: Mapping[str, Any]) -> tuple[Side, Side]:
    """Return what the proposer and the partner receive."""
    partner = terms["partner"]
    gets = Side(seat, terms["get_cash"], list(terms["get_spaces"]), list(terms["get_cards"]))
    gives = Side(partner, terms["give_cash"], list(terms["give_spaces"]), list(terms["give_cards"]))
    return gets, gives


def refuse_deal(t: Opoly, seat: Seat, terms: Mapping[str, Any]) -> str | None:
    """Refuse a deal that a side could not carry out (Q6.6, Q6.7)."""
    partner = terms["partner"]
    gets, gives = sides(seat, terms)
    if not any((*gets[1:], *gives[1:])):
        return "The deal is empty (Q6.6)."
    moving = {**dict.fromkeys(gets.spaces, seat), **dict.fromkeys(gives.spaces, partner)}
    for item in (*gets.spaces, *gets.cards):
        if t.ledger.titles[item] != partner:
            return f"{partner} does not hold {t.title(item)} (Q6.6)."
    for space, taker in moving.items():
        if reason := refuse_transfer(t, space, taker):
            return reason
    named = [item["space"] for item in terms["bases"]]
    if len(set(named)) < len(named) or any(space not in moving for space in named):
        return "A cost basis is entered once for a property that changes hands (Q6.7)."
    if any(space not in moving for space in terms["lift_now"]):
        return "Only the mortgage of a property that changes hands is lifted (Q6.8)."
    for mine, yours in ((gets, gives), (gives, gets)):
        if reason := refuse_side(t, mine, yours, terms["lift_now"]):
            return reason
    return None


def refuse_transfer(t: Opoly, space: str, taker: Seat) -> str | None:
    """Refuse property with a building in its group, or out of an alliance (Q6.7)."""
    if reason := built_on(t, space, "Q6.7"):
        return reason
    alliance = t.alliances.get(t.edition.spaces[space].group)
    if alliance is not None and taker not in alliance.parties:
        return f"{t.title(space)} is under an alliance to which {taker} is no party (Q6.7)."
    return None


def refuse_side(
    t: Opoly, receives: Side, gives: Side, lifted: Sequence[str]
) -> str | None:  # fmt: skip
    """Refuse a deal after which a seat's cash or limit is not legal (Q6.6, Q6.8)."""
    seat = receives.seat
    due = mortgage_dues(t, receives, lifted)
    if gives.cash > t.cash(seat):
        return f"{seat} has only ${t.cash(seat):,} (Q6.6)."
    if t.cash(seat) - gives.cash + receives.cash < due:
        return f"{seat} could not pay the ${due:,} due for mortgaged property (Q6.8)."
    if above_limit(t, receives, gives):
        limit = t.limit_of(seat, receives.cards, gives.cards)
        return f"{seat} would hold more properties than its limit of {limit} (Q6.6)."
    return None


def above_limit(t: Opoly, receives: Side, gives: Side) -> bool:
    """Return whether a seat would hold more properties than its limit after a deal (Q6.6)."""
    return excess(t, receives.seat, receives.spaces, gives.spaces, receives.cards, gives.cards) > 0


def mortgage_dues(t: Opoly, receives: Side, lifted: Sequence[str]) -> int:
    """Return what a seat pays the bank for all mortgaged property that it receives (Q6.8)."""
    return sum(mortgage_due(t, space, space in lifted) for space in receives.spaces)


def mortgage_due(t: Opoly, space: str, lifted: bool) -> int:
    """Return what the receiver of a mortgaged property pays the bank, in dollars (Q6.8)."""
    if space not in t.mortgaged:
        return 0
    if lifted:
        return lift_cost(t, space)
    return percent_up(t.edition.spaces[space].mortgage, t.edition.mortgage_interest_pct)


def sample_deal(
    t: Opoly, seat: Seat, partners: Sequence[Seat], chance: Chance
) -> dict[str, Any]:  # fmt: skip
    """Return a small random deal: cards and one property each way, with cash one way or none.

    Where limits or mortgages rule that out, it is of cash alone.
    """
    # Two without cash may have nothing to exchange.
    partners = [p for p in partners if t.cash(seat) or t.cash(p)] or partners
    partner = partners[chance.below(len(partners))]
    own = [s for s in t.properties_of(seat) if refuse_transfer(t, s, partner) is None]
    theirs = [s for s in t.properties_of(partner) if refuse_transfer(t, s, seat) is None]
    give = [own[chance.below(len(own))]] if own and chance.below(3) else []
    get = [theirs[chance.below(len(theirs))]] if theirs and chance.below(3) else []
    cards = [card for card in tradable(t, [seat]) if not chance.below(3)]
    lifted = [s for s in give + get if s in t.mortgaged and chance.below(2)]
    gets, gives = Side(seat, 0, get, []), Side(partner, 0, give, cards)
    low, high = cash_bounds(t, gets, gives, lifted)
    if low > high or above_limit(t, gets, gives) or above_limit(t, gives, gets):
        give, get, cards, lifted = [], [], [], []
        low, high = -t.cash(partner), t.cash(seat)
    paid = low + chance.below(high - low + 1)
    if not (give or get or cards or paid):
        paid = high or low  # a deal of nothing is none (Q6.6)
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


def cash_bounds(t: Opoly, gets: Side, gives: Side, lifted: Sequence[str]) -> tuple[int, int]:
    """Return the least and the most that the proposer may pay its partner, in dollars (Q6.8).

    Below 0 the partner pays. If the least is above the most, no cash makes the deal legal.
    """
    least = mortgage_dues(t, gives, lifted) - t.cash(gives.seat)
    return least, t.cash(gets.seat) - mortgage_dues(t, gets, lifted)


# --- carrying it out ------------------------------------------------------------------------


def propose_deal(t: Opoly, seat: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Ask the partner to accept or refuse (Q6.6)."""
    facts = {key: value for key, value in terms.items() if key != "partner"}
    about = {"proposer": seat, "partner": terms["partner"], **facts}
    t.tell("deal_offered", "Q6.6", seat, form="deal", **about)
    partner: Seat = terms["partner"]
    outcome = preview_deal(t, seat, terms)
    about["outcome"] = [list(outcome.columns), *map(list, outcome.rows)]
    accepted = yield from put_to(t, partner, "answer_deal", "deal", about, "Q6.6")
    if accepted:
        yield from exchange(t, seat, terms)


def exchange(t: Opoly, seat: Seat, terms: Mapping[str, Any]) -> Flow[None]:
    """Hand over what both sides give, then settle mortgages (Q6.6 to Q6.8)."""
    gets, gives = sides(seat, terms)
    entered = {item["space"]: item["amount"] for item in terms["bases"]}
    t.pay(seat, gives.seat, gives.cash, "deal", "Q6.6")
    t.pay(gives.seat, seat, gets.cash, "deal", "Q6.6")
    for receives, paid in ((gets, gives.cash), (gives, gets.cash)):
        bases = default_bases(t, receives.spaces, paid) | entered
        for space in receives.spaces:
            hand_property(t, space, receives.seat, bases[space], "deal", "Q6.7")
    follow_deal(t, [*gets.spaces, *gives.spaces])
    for receives, paid in ((gets, gives.cash), (gives, gets.cash)):
        bases = card_bases(t, receives, paid)
        for card in receives.cards:
            yield from win_card(t, receives.seat, card, bases[card], "Q6.6", "deal")
    for receives in (gets, gives):
        for space in receives.spaces:
            settle_mortgage(t, receives.seat, space, space in terms["lift_now"])


def settle_mortgage(t: Opoly, seat: Seat, space: str, lifted: bool) -> None:
    """Pay 10% of the mortgage value for the receiver, or lift the mortgage (Q6.8)."""
    if space not in t.mortgaged:
        return
    if lifted:
        lift(t, seat, space, "Q6.8")
    else:
        t.pay(seat, BANK, mortgage_due(t, space, False), "transfer_interest", "Q6.8")


def default_bases(t: Opoly, spaces: Sequence[str], paid: int) -> dict[str, int]:
    """Split the cash paid by appraised value, the remainder to the last (Q6.7)."""
    return split_by_value({space: t.edition.spaces[space].price for space in spaces}, paid)


def card_bases(t: Opoly, receives: Side, paid: int) -> dict[str, int]:
    """Return what the cards of a deal cost: all that was paid, unless property comes too."""
    values = {card: t.edition.cards[card].appraised for card in receives.cards}
    return split_by_value(values, 0 if receives.spaces else paid)


def split_by_value(values: Mapping[str, int], paid: int) -> dict[str, int]:
    """Split a sum over what it bought, rounded down; the remainder goes to the last.

    >>> split_by_value({"patent_portfolio": 150, "land_bank": 100}, 101)
    {'patent_portfolio': 60, 'land_bank': 41}
    """
    if not values:
        return {}
    whole = sum(values.values())
    bases = {asset: paid * value // whole for asset, value in values.items()}
    bases[list(bases)[-1]] += paid - sum(bases.values())
    return bases
