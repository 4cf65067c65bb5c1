"""Parts of Economy on paper: location cards, property cards, pieces, and the records (E0.2)."""

from __future__ import annotations

from classkit.engine.board import Scene
from classkit.engine.print_kit import CardSet, PrintedCard, PrintKit, RecordForm, make_pieces
from classkit.engine.rulebook_text import format_count

from ..rules_data import Card, EconomyRules
from ..state import EconomyState
from .board import build_board

SETUP = (
    "Shuffle the location cards and deal them out. In turn, each player places one face-up on a "
    "free space, not next to a card of the same sector (E1.2, E1.3, E1.4).",
    "Write the location of every card on the set-up sheet.",
    "Put each property card on its own location. All pieces start outside the board (E1.6).",
    "Each player rolls the die; the highest number begins (E1.1).",
    "When a piece is sent out, turn the face-up location under it over; its back shows nothing "
    "(E3.3, E4.3, E6.1).",
)


def build_print_kit(t: EconomyState) -> PrintKit:
    """Return the parts for the edition, the options and the seats of a state."""
    cards = t.deck.cards.values()
    target = format_count(t.target, "point")
    return PrintKit(
        board=build_board(t.edition, t.deck),
        scene=Scene(),
        cards=(
            CardSet(
                "Location",
                tuple(print_card(t.edition, card, "Location: stays here (E0.2)") for card in cards),
                "Place them on the board.",
                "Face-down",
                on_board=True,
            ),
            CardSet(
                "Property",
                tuple(print_card(t.edition, card, describe_score(card)) for card in cards),
                "Put each on its location, for the player who takes it.",
                on_board=True,
            ),
        ),
        pieces=make_pieces(t.seats),
        records=(
            RecordForm(
                "Set-up: the card on each space",
                (("Space", 1.0), ("Card", 3.0)) * SPACE_COLUMNS,
                note="Write the small letters at the bottom of each location card, such as "
                f"{t.deck.ids[0]}. Empty spaces stay empty.",
                copies=1,
                first=t.edition.grid.spaces,
            ),
            RecordForm(
                "Record of the match",
                (("Turn", 1.0), ("Player", 1.1), ("Die", 0.9), ("Lands on", 1.4),
                 ("Sends out: who, to which corner", 2.6), ("Card taken", 2.4),
                 *((f"Points {seat}", 1.1) for seat in t.seats)),
                note="Write one line for each turn. A turn without a move is a line with a die and "
                "nothing else. Points are the totals after the turn, in part 2 only; the game ends "
                f"at {target}.",
            ),
        ),
        bring=(f"1 die with {t.edition.die} sides",),
        setup=SETUP,
    )  # fmt: skip


SPACE_COLUMNS = 4
"""Number of spaces side by side on the set-up sheet."""


def print_card(edition: EconomyRules, card: Card, text: str) -> PrintedCard:
    """Return a card on paper, with its sector, its category and its points."""
    sector, category = edition.sectors[card.sector], edition.categories[card.category]
    return PrintedCard(
        card.title, (category.name, text), sector.name, str(card.points), sector.colour, card.id
    )


def describe_score(card: Card) -> str:
    """Return what a property card earns (E4.1)."""
    return f"Property: {format_count(card.points, 'point')} for a landing in the sector (E4.1)"
