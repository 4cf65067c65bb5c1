"""Parts of Poleconomy on paper: notes, cards of squares, bonds and policies (P2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from classkit.engine.board import SEAT_COLOURS, TONE_COLOURS
from classkit.engine.print_kit import (
    CardSet,
    CounterSet,
    PrintedCard,
    PrintedNote,
    PrintKit,
    RecordForm,
    make_notes,
    make_pieces,
)

from ..country_state import CountryState
from ..rules_data import PoleconomyRules, Square
from ..state import PoleconomyState
from .board import build_board, build_scene

SETUP = (
    "The Bank takes all money and cards. The bonds belong to it in Game 1, and to the Treasury in "
    "Game 2 (P2.2).",
    "Put all beavers on Start, and the marker on the index position with the number 1 and "
    "Election, with the arrow clockwise (P2.1).",
    "Banker first, everybody rolls two dice: the total times {unit} is the Basic Income. Write it "
    "on the record (P2.3).",
    "The Bank pays everybody {capital} plus {multiple} times the Basic Income (P2.4).",
)
GAME_1_ELECTION = (
    "All roll two dice: the highest is Prime Minister and takes the first turn (P2.6)."
)
GAME_2_ELECTION = "Found parties and form a Government (P2.7)."


def build_print_kit(t: PoleconomyState) -> PrintKit:
    """Return the parts for the edition, the options and the seats of a state."""
    edition, write = t.edition, t.currency.write
    is_country = isinstance(t, CountryState)
    notes = tuple(PrintedNote(note["value"], note["count"]) for note in edition.head.notes)
    setup = [
        line.format(
            unit=write(edition.opening.basic_income_per_pip),
            capital=write(edition.opening.capital),
            multiple=edition.opening.income_multiple,
        )
        for line in SETUP
    ]
    return PrintKit(
        board=build_board(edition),
        scene=build_scene(t),
        cards=tuple(build_cards(t, is_country)),
        notes=tuple(sorted(notes, key=lambda note: -note.value)) or make_notes(edition.bank.cash),
        counters=(
            CounterSet("Marker", {1: 1}, "#222222", note="on the Inflation Index"),
            CounterSet("↻ clockwise", {1: 1}, "#F0E442", note="the arrow of the index"),
            CounterSet("↺ back", {1: 1}, "#F0E442", note="in its place after a reversal (P4.3)"),
            CounterSet("PM", {1: 1}, "#C8401F", note="for the Prime Minister"),
        ),
        pieces=make_pieces(t.seats, "Beaver"),
        records=(
            RecordForm(
                "Record of the match",
                (("Round", 1.0), ("Player", 1.1), ("Dice or corner", 1.6), ("Square", 1.3),
                 ("Bought, auctioned, sent, traded: who, what, price", 5.0),
                 ("Marker, arrow", 1.3), *((f"Cash {seat}", 1.3) for seat in t.seats)),
                note="Write one line for each turn, and one more for each auction, vote, bill, "
                "trade or takeover in it, with every roll. The cash may be left out.",
            ),
        ),
        bring=("2 dice with 6 sides",),
        setup=(*setup, GAME_2_ELECTION if is_country else GAME_1_ELECTION),
    )  # fmt: skip


def build_cards(t: PoleconomyState, is_country: bool) -> Iterator[CardSet]:
    """Yield the sets of cards, the largest first."""
    edition, write = t.edition, t.currency.write
    price, supply = edition.prices, edition.supply
    for kind, title, each, text in (
        ("company", "Companies", price.company_per_point,
         "{price} × Inflation Number: price, and profit of the owner (P6.1, P6.2)"),
        ("advert", "Advertising", price.advert_per_point,
         "{price} × Inflation Number: price. The owner may send visitors to a company (P7.2)"),
    ):  # fmt: skip
        squares = [one for one in edition.squares.values() if one.kind == kind]
        words = text.format(price=write(each))
        yield CardSet(title, tuple(print_square(edition, one, words) for one in squares))
    interest = edition.interest
    stock = (
        ("Savings", supply.savings, price.savings,
         f"Interest {write(interest.savings_per_card)} on marked squares (P5.3)", "green"),
        ("Bond", supply.bonds, price.bond,
         f"Interest {write(interest.bond_per_bond)} on Bonds (P4.6)", "orange"),
        ("Life policy", supply.life, price.life,
         f"Worth {write(price.life_at_end)} at the end (P11.2)", "purple"),
        ("Business policy", supply.business, price.business,
         "Protects from a disaster, once (P11.4)", "sky"),
    )  # fmt: skip
    yield CardSet(
        "Savings, bonds and policies",
        tuple(
            PrintedCard(name, (text,), value=write(cost), colour=TONE_COLOURS[tone], count=count)
            for name, count, cost, text, tone in stock
            if count
        ),
    )
    if is_country:
        politics = edition.politics
        yield CardSet(
            "Parties and Cabinet",
            tuple(PrintedCard(name, head="Party") for name in politics.parties)
            + tuple(PrintedCard(name, head="Cabinet") for name in politics.cabinet),
            "A player takes a party when founding it, and a post when appointed.",
        )


def print_square(edition: PoleconomyRules, square: Square, text: str) -> PrintedCard:
    """Return the card of a square."""
    colour = SEAT_COLOURS[0] if square.kind == "company" else SEAT_COLOURS[4]
    return PrintedCard(square.name, (text,), square.sector, colour=colour, code=square.id)
