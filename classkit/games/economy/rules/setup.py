"""Set-up: first player, deal, placement, and property cards on their locations (E1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.ledger import Ledger
from classkit.engine.moves import Answer, Field, Move, OneOf, RandomGenerator
from classkit.engine.options import Options
from classkit.engine.randomness import RandomStream
from classkit.engine.rulebook_text import format_count

from ..grid_paths import OUTSIDE, is_outside
from ..rules_data import EconomyRules
from ..state import (
    BANK,
    BOX,
    PIECE_TITLES,
    PLAYER_ACCOUNTS,
    POINTS,
    SCORE_ACCOUNTS,
    EconomyState,
    get_space_account,
)


def create_state(seats: tuple[Seat, ...], options: Options, edition: EconomyRules) -> EconomyState:
    """Create the initial state: an empty board, pieces outside, and no points (E1.6)."""
    deck = edition.decks[options.cards_per_sector]
    titles = {PIECE_TITLES[seat]: OUTSIDE for seat in seats} | dict.fromkeys(deck.ids, BOX)
    points = {BANK: 0, **{SCORE_ACCOUNTS[seat]: 0 for seat in seats}}
    empty = (
        *map(get_space_account, edition.grid.spaces),
        *(PLAYER_ACCOUNTS[seat] for seat in seats),
    )
    return EconomyState(
        seats=seats,
        options=options,
        ledger=Ledger.open({POINTS: points}, titles, (BANK,), empty),
        edition=edition,
        deck=deck,
        mover=seats[0],
        sent_to=dict.fromkeys(seats, ""),
        scored={seat: dict.fromkeys(deck.sectors, 0) for seat in seats},
        put_outs={seat: [0, 0] for seat in seats},
        take_overs={seat: [0, 0] for seat in seats},
    )


def set_up(t: EconomyState) -> Flow[None]:
    """Choose the first player, then deal hands or place all cards (E1.1, E1.2, E1.5)."""
    t.tell("game_set_up", "E1.6", seats=list(t.seats), target=t.target, options=dict(t.options))
    if t.options.first_player == "roll":
        t.mover = yield from roll_starter(t)
    if t.options.placement == "players":
        yield from deal_cards(t)
        t.phase = "placing"
        return
    if t.options.placement == "demo":
        for space, card in sorted(t.edition.demo.items()):
            place_location(t, None, card, space, "E1.5")
    else:
        yield from place_randomly(t)
    start_part1(t, t.mover)


def roll_starter(t: EconomyState) -> Flow[Seat]:
    """Roll a die for each seat. The highest number begins, and ties roll again (E1.1)."""
    rolling = list(t.seats)
    while len(rolling) > 1:
        values: dict[Seat, int] = {}
        for seat in rolling:
            (value,) = yield from t.roll(
                1, purpose="start", rule="E1.1", seat=seat, sides=t.edition.die
            )
            t.tell("start_rolled", "E1.1", seat, value=value)
            values[seat] = value
        highest = max(values.values())
        rolling = [seat for seat in rolling if values[seat] == highest]
    return rolling[0]


def deal_cards(t: EconomyState) -> Flow[None]:
    """Deal the shuffled cards one at a time, clockwise from the starting player (E1.2).

    Draw the whole deck in one event, since a second draw would show which cards are already dealt.
    Each seat sees only its own hand.
    """
    order, deck = t.clockwise(t.mover), t.deck.ids
    pile = yield from t.draw(deck, purpose="deal", rule="E1.2", count=len(deck), seen_by=())
    for place, seat in enumerate(order):
        t.hands[seat] = sorted(pile[place :: len(order)])
        if t.hands[seat]:
            t.tell("hand_dealt", "E1.2", seat, seen_by=(seat,), cards=list(t.hands[seat]))


def place_next_card(t: EconomyState) -> Flow[None]:
    """Ask the mover to place one card from hand face-up on a free space (E1.3)."""
    seat = t.mover
    answer = yield Decision(
        seat, "place_location", (build_place_move(t, seat),), "E1.3",
        partial(get_default_placement, t, seat), {"left": len(t.hands[seat])}, private=True,
    )  # fmt: skip
    card, space = answer.fields["card"], answer.fields["space"]
    t.hands[seat].remove(card)
    place_location(t, seat, card, space, "E1.3")
    if not any(t.hands.values()):
        start_part1(t, get_starter(t))
        return
    t.mover = t.next_seat(seat)
    while not t.hands[t.mover]:  # skip players without cards
        t.mover = t.next_seat(t.mover)


def get_starter(t: EconomyState) -> Seat:
    """Return the seat that was dealt the first card (E1.2, E1.3)."""
    # The mover received the last card: count the deal back from there.
    seats = t.seats
    last = (len(t.deck.ids) - 1) % len(seats)
    return seats[(seats.index(t.mover) - last) % len(seats)]


def build_place_move(t: EconomyState, seat: Seat) -> Move:
    """Build the move that places a card from hand on a free space (E1.3)."""
    return Move(
        "place",
        form=partial(build_place_form, t, seat),
        refuse=partial(refuse_placement, t, seat),
        sample=partial(sample_placement, t, seat),
        card=OneOf(t.deck.ids),
        space=OneOf(t.edition.grid.spaces, of="space", why=refuse_outside),
    )


def build_place_form(t: EconomyState, seat: Seat) -> dict[str, Field]:
    """Build the fields: the cards in hand, and the free spaces."""
    return {
        "card": OneOf(
            t.hands[seat],
            of="card",
            why=partial(refuse_card, t, seat),
            notes=describe_hand(t, seat),
        ),
        "space": OneOf(get_free_spaces(t), of="space", why=partial(refuse_space, t)),
    }


def describe_hand(t: EconomyState, seat: Seat) -> dict[str, str]:
    """Return the sector and points of each card in a hand (E0.4)."""
    cards = [t.deck.cards[card] for card in t.hands[seat]]
    return {
        card.id: f"{t.edition.sectors[card.sector].name}, {format_count(card.points, 'point')}"
        for card in cards
    }


def refuse_placement(t: EconomyState, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return why a card may not be placed on a space, or None (E1.3, E1.4)."""
    card, space = values["card"], values["space"]
    return refuse_card(t, seat, card) or refuse_space(t, space) or refuse_neighbour(t, card, space)


def refuse_card(t: EconomyState, seat: Seat, card: Any) -> str | None:
    """Return why a card is not in the seat's hand, or None if it is or is unknown (E1.3)."""
    if card not in t.deck.ids or card in t.hands[seat]:
        return None
    return f"{card} is not in the hand of {seat} (E1.3)."


def refuse_space(t: EconomyState, space: Any) -> str | None:
    """Return why no card may be placed on a space, or None (E1.3)."""
    if isinstance(space, str) and space in t.cards:
        return f"{space} already has a card (E1.3)."
    return refuse_outside(space)


def sample_placement(t: EconomyState, seat: Seat, chance: RandomGenerator) -> dict[str, Any]:
    """Return a random card from the hand with a random legal space."""
    hand = t.hands[seat]
    card = hand[chance.below(len(hand))]
    legal = get_legal_spaces(t, card)
    return {"card": card, "space": legal[chance.below(len(legal))]}


def get_default_placement(t: EconomyState, seat: Seat) -> Answer:
    """Return the default: the first card in hand by id, on a random legal space (E1.3).

    The space depends only on hand and board, so the default is reproducible.
    """
    hand = t.hands[seat]
    chance = RandomStream(f"place|{' '.join(hand)}|{t.edition.grid.encode_spaces(t.cards)}")
    legal = get_legal_spaces(t, hand[0])
    return Answer("place", {"card": hand[0], "space": legal[chance.below(len(legal))]})


def refuse_outside(space: Any) -> str | None:
    """Return the error for a place outside the board, or None (E1.3)."""
    return "Choose a space of the board (E1.3)." if is_outside(space) else None


def get_free_spaces(t: EconomyState) -> tuple[str, ...]:
    """Return the spaces without a card, in board order."""
    return tuple([space for space in t.edition.grid.spaces if space not in t.cards])


def get_legal_spaces(t: EconomyState, card: str) -> tuple[str, ...]:
    """Return the spaces for a card, if possible not adjacent to its sector (E1.4)."""
    closed = get_sector_neighbours(t, t.deck.sector_of[card]) | t.cards.keys()
    legal = [space for space in t.edition.grid.spaces if space not in closed]
    return tuple(legal) or get_free_spaces(t)


def get_sector_neighbours(t: EconomyState, sector: str) -> set[str]:
    """Return the spaces adjacent to a sector's cards, by the option spacing (E1.4)."""
    if t.options.spacing == "none":
        return set()
    grid, sector_of = t.edition.grid, t.deck.sector_of
    near = grid.king_neighbours if t.options.spacing == "king" else grid.neighbours
    lying = [near[space] for space, card in t.cards.items() if sector_of[card] == sector]
    return set().union(*lying)


def refuse_neighbour(t: EconomyState, card: str, space: str) -> str | None:
    """Return why a card may not be placed on a free space, or None (E1.4)."""
    sector = t.deck.sector_of[card]
    if space not in get_sector_neighbours(t, sector) or space in get_legal_spaces(t, card):
        return None
    name = t.edition.sectors[sector].name
    return (
        f"{space} is next to a card of the sector {name}. Choose a free space that is not next "
        "to one (E1.4)."
    )


def place_randomly(t: EconomyState) -> Flow[None]:
    """Place cards in shuffled order on random legal spaces (E1.5)."""
    pile = yield from t.draw(t.deck.ids, purpose="shuffle", rule="E1.5", count=len(t.deck.ids))
    for card in pile:
        (space,) = yield from t.draw(get_legal_spaces(t, card), purpose="place", rule="E1.5")
        place_location(t, None, card, space, "E1.5")


def place_location(t: EconomyState, seat: Seat | None, card: str, space: str, rule: str) -> None:
    """Place a location card face-up on a space (E0.2)."""
    t.cards[space] = card
    t.tell("location_placed", rule, seat, space=space, card=card)


def start_part1(t: EconomyState, first: Seat) -> None:
    """Move each property card to its location, and begin part 1 (E1.6)."""
    # In board order, because the order of entries must not reveal where a card is.
    t.sort_cards()
    for space, card in t.cards.items():
        t.move_title(card, BOX, get_space_account(space), "set_up", "E1.6")
    t.hands.clear()
    t.mover, t.phase, t.part = first, "play", 1
