"""Set-up: the first player, dealing, placing, and property cards on their locations (E1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.ledger import Ledger
from classkit.engine.luck import Stream
from classkit.engine.moves import Answer, Chance, Field, Move, OneOf
from classkit.engine.options import Options
from classkit.engine.requests import Decision, Flow, Seat
from classkit.engine.words import how_many

from ..contents import EditionRules
from ..paths import OUTSIDE, is_outside
from ..state import BANK, BOX, PIECE, PLAYER, POINTS, SCORE, Economy, on


def lay_table(seats: tuple[Seat, ...], options: Options, edition: EditionRules) -> Economy:
    """Return an empty board with all pieces outside and all points 0 (E1.6)."""
    deck = edition.decks[options.cards_per_sector]
    titles = {PIECE[seat]: OUTSIDE for seat in seats} | dict.fromkeys(deck.ids, BOX)
    points = {BANK: 0, **{SCORE[seat]: 0 for seat in seats}}
    empty = (*map(on, edition.grid.spaces), *(PLAYER[seat] for seat in seats))
    return Economy(
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


def set_up(t: Economy) -> Flow[None]:
    """Choose the first player, then deal hands or lay the whole layout (E1.1, E1.2, E1.5)."""
    t.tell("game_set_up", "E1.6", seats=list(t.seats), target=t.target, options=dict(t.options))
    if t.options.first_player == "roll":
        t.mover = yield from roll_for_start(t)
    if t.options.placement == "players":
        yield from deal(t)
        t.phase = "placing"
        return
    if t.options.placement == "demo":
        for space, card in sorted(t.edition.demo.items()):
            put_down(t, None, card, space, "E1.5")
    else:
        yield from place_at_random(t)
    begin_part_1(t, t.mover)


def roll_for_start(t: Economy) -> Flow[Seat]:
    """Roll a die for each, highest first; those tied for highest roll again (E1.1)."""
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


def deal(t: Economy) -> Flow[None]:
    """Deal the shuffled cards out one at a time, clockwise from the starting player (E1.2).

    Deal the whole deck in one draw, since a second draw would show which cards are already dealt.
    Each seat sees its own part of the draw, in its hand.
    """
    order, deck = t.clockwise(t.mover), t.deck.ids
    pile = yield from t.draw(deck, purpose="deal", rule="E1.2", count=len(deck), seen_by=())
    for place, seat in enumerate(order):
        t.hands[seat] = sorted(pile[place :: len(order)])
        if t.hands[seat]:
            t.tell("hand_dealt", "E1.2", seat, seen_by=(seat,), cards=list(t.hands[seat]))


def place_next(t: Economy) -> Flow[None]:
    """Let the player in turn place one card from hand face-up on a free space (E1.3)."""
    seat = t.mover
    answer = yield Decision(
        seat, "place_location", (placing(t, seat),), "E1.3", partial(first_card_anywhere, t, seat),
        {"left": len(t.hands[seat])}, private=True,
    )  # fmt: skip
    card, space = answer.fields["card"], answer.fields["space"]
    t.hands[seat].remove(card)
    put_down(t, seat, card, space, "E1.3")
    if not any(t.hands.values()):
        begin_part_1(t, starter(t))
        return
    t.mover = t.left_of(seat)
    while not t.hands[t.mover]:  # skip a player without cards
        t.mover = t.left_of(t.mover)


def starter(t: Economy) -> Seat:
    """Return who was dealt the first card, from whom set-up goes round (E1.2, E1.3)."""
    # The mover was dealt the last card: count the deal back from there.
    seats = t.seats
    last = (len(t.deck.ids) - 1) % len(seats)
    return seats[(seats.index(t.mover) - last) % len(seats)]


def placing(t: Economy, seat: Seat) -> Move:
    """Return the move that puts a card in hand on a free space (E1.3)."""
    return Move(
        "place",
        form=partial(placing_form, t, seat),
        refuse=partial(refuse_placing, t, seat),
        sample=partial(sample_placing, t, seat),
        card=OneOf(t.deck.ids),
        space=OneOf(t.edition.grid.spaces, of="space", why=refuse_off_board),
    )


def placing_form(t: Economy, seat: Seat) -> dict[str, Field]:
    """Return the fields: the cards in hand, and the free spaces."""
    return {
        "card": OneOf(
            t.hands[seat], of="card", why=partial(refuse_card, t, seat), notes=worth_of(t, seat)
        ),
        "space": OneOf(free_spaces(t), of="space", why=partial(refuse_space, t)),
    }


def worth_of(t: Economy, seat: Seat) -> dict[str, str]:
    """Return the sector and the points of each card in a hand (E0.4)."""
    cards = [t.deck.cards[card] for card in t.hands[seat]]
    return {
        card.id: f"{t.edition.sectors[card.sector].name}, {how_many(card.points, 'point')}"
        for card in cards
    }


def refuse_placing(t: Economy, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return why a card may not be put on a space; None when it may (E1.3, E1.4)."""
    card, space = values["card"], values["space"]
    return refuse_card(t, seat, card) or refuse_space(t, space) or too_close(t, card, space)


def refuse_card(t: Economy, seat: Seat, card: Any) -> str | None:
    """Return why a card of the deck may not be placed: others hold it, or it lies (E1.3)."""
    if card not in t.deck.ids or card in t.hands[seat]:
        return None
    return f"{card} is not in the hand of {seat} (E1.3)."


def refuse_space(t: Economy, space: Any) -> str | None:
    """Return why no card may be put on a space: one lies there already (E1.3)."""
    if isinstance(space, str) and space in t.cards:
        return f"A card lies on {space} already (E1.3)."
    return refuse_off_board(space)


def sample_placing(t: Economy, seat: Seat, chance: Chance) -> dict[str, Any]:
    """Draw a card in hand and a space where it may go."""
    hand = t.hands[seat]
    card = hand[chance.below(len(hand))]
    legal = legal_spaces(t, card)
    return {"card": card, "space": legal[chance.below(len(legal))]}


def first_card_anywhere(t: Economy, seat: Seat) -> Answer:
    """Return the default: the first card in hand by id, on a random legal space (E1.3).

    The space follows from the hand and the board, so that the default is the same whenever it
    is asked for.
    """
    hand = t.hands[seat]
    chance = Stream(f"place|{' '.join(hand)}|{t.edition.grid.bits(t.cards)}")
    legal = legal_spaces(t, hand[0])
    return Answer("place", {"card": hand[0], "space": legal[chance.below(len(legal))]})


def refuse_off_board(space: Any) -> str | None:
    """Return why no card may be put outside (E1.3)."""
    return "Cards are placed on spaces of the board (E1.3)." if is_outside(space) else None


def free_spaces(t: Economy) -> tuple[str, ...]:
    """Return spaces without a card, in the order of the board."""
    return tuple([space for space in t.edition.grid.spaces if space not in t.cards])


def legal_spaces(t: Economy, card: str) -> tuple[str, ...]:
    """Return where a card may go: away from its own sector while that is possible (E1.4)."""
    closed = beside_sector(t, t.deck.sector_of[card]) | t.cards.keys()
    legal = [space for space in t.edition.grid.spaces if space not in closed]
    return tuple(legal) or free_spaces(t)


def beside_sector(t: Economy, sector: str) -> set[str]:
    """Return the neighbours of the sector's cards, as far as the option counts them (E1.4)."""
    if t.options.spacing == "none":
        return set()
    grid, sector_of = t.edition.grid, t.deck.sector_of
    near = grid.touching if t.options.spacing == "king" else grid.beside
    lying = [near[space] for space, card in t.cards.items() if sector_of[card] == sector]
    return set().union(*lying)


def too_close(t: Economy, card: str, space: str) -> str | None:
    """Return why a card may not be put on a free space; None when it may (E1.4)."""
    sector = t.deck.sector_of[card]
    if space not in beside_sector(t, sector) or space in legal_spaces(t, card):
        return None
    name = t.edition.sectors[sector].name
    return (
        f"Beside {space} lies a card of the sector {name} already, and there are free spaces "
        "without such a neighbour (E1.4)."
    )


def place_at_random(t: Economy) -> Flow[None]:
    """Lay cards in shuffled order, each on a random legal space (E1.5)."""
    pile = yield from t.draw(t.deck.ids, purpose="shuffle", rule="E1.5", count=len(t.deck.ids))
    for card in pile:
        (space,) = yield from t.draw(legal_spaces(t, card), purpose="place", rule="E1.5")
        put_down(t, None, card, space, "E1.5")


def put_down(t: Economy, seat: Seat | None, card: str, space: str, rule: str) -> None:
    """Lay a location card face-up on a space, where it stays (E0.2)."""
    t.cards[space] = card
    t.tell("location_placed", rule, seat, space=space, card=card)


def begin_part_1(t: Economy, first: Seat) -> None:
    """Put each property card face-up on its own location, and begin part 1 (E1.6)."""
    # By spaces, since the order of these entries must not tell which card lies where.
    t.sort_cards()
    for space, card in t.cards.items():
        t.hand_over(card, BOX, on(space), "set_up", "E1.6")
    t.hands.clear()
    t.mover, t.phase, t.part = first, "play", 1
