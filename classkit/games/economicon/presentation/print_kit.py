"""Parts of Economicon on paper: counters, event cards, law cards and tokens (N0.2, N1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from classkit.engine.board import Board, Scene, SpaceLook
from classkit.engine.print_kit import (
    CardSet,
    CounterSet,
    PrintedCard,
    PrintKit,
    RecordForm,
    split_units,
)
from classkit.engine.rulebook_text import Rulebook, TextFormatter

from ..account_names import CURRENCY, STOCK, TOKEN
from ..state import EconomiconState
from .board import GOODS_COLOURS, NOTE_COLOURS
from .outcomes import describe_outcomes

EVENT_COLOUR, LAW_COLOUR, TOKEN_COLOUR = "#A08050", "#8E5AA8", "#C8401F"


def build_print_kit(t: EconomiconState, board: Board) -> PrintKit:
    """Return the parts for the edition, the options and the seats of a state."""
    edition, number = t.edition, len(t.seats)
    return PrintKit(
        board=board,
        scene=Scene({unit: SpaceLook(colour=colour) for unit, colour in list_colours(t).items()}),
        cards=(
            CardSet(
                "Event",
                tuple(
                    PrintedCard(
                        card.name, (card.text, f"{describe_outcomes(card)}."), "Event",
                        colour=EVENT_COLOUR, code=card.id,
                    )
                    for card in edition.events.values()
                ),
                "Shuffle them (N1.3).",
                "Event",
            ),
            CardSet(
                "Law",
                tuple(
                    PrintedCard(
                        card.name, (card.text,), "Law",
                        f"{card.lasts} rounds" if card.lasts else "", LAW_COLOUR, card.id,
                    )
                    for card in edition.laws.values()
                ),
                f"Shuffle them, and deal {len(edition.laws) // number} face down to each nation; "
                "the others are not used (N1.3).",
                "Law",
            ),
        ),
        counters=tuple(build_counters(t)),
        records=(
            RecordForm(
                "Record of the match",
                (("Round", 1.0), ("Nation", 1.1), ("Mined, event, law", 2.4), ("Peg", 1.2),
                 ("Production: grain, oil, tech", 2.2),
                 ("Purchases: what, how many, paid with; deals; created or destroyed", 6.0),
                 ("Token", 1.0)),
                rows=20,
                note="Write one line for each nation and round, in the order of play, and the "
                "purchases in the order in which they happen. Number them if nations alternate.",
            ),
        ),
        bring=("1 die with " f"{edition.mining.die} sides", "a calculator"),
        setup=tuple(list_setup(t)),
        licence_text=Rulebook("classkit.games.economicon", "OGL.txt").text,
    )  # fmt: skip


def list_colours(t: EconomiconState) -> dict[str, str]:
    """Return the colour of the counters of each unit."""
    notes = {CURRENCY[seat]: NOTE_COLOURS[at] for at, seat in enumerate(t.seats)}
    return {**GOODS_COLOURS, **notes}


def build_counters(t: EconomiconState) -> Iterator[CounterSet]:
    """Yield the counters that the supply contains at the beginning (N0.2, N1.4)."""
    colours = list_colours(t)
    names = {CURRENCY[seat]: f"note of {seat}" for seat in t.seats}
    for unit in t.units:
        supply = sum(t.ledger.balances[unit].values())
        yield CounterSet(names.get(unit, unit), split_units(supply), colours[unit])
    tokens = t.ledger.balance(STOCK, TOKEN)
    yield CounterSet("volatility token", {1: tokens}, TOKEN_COLOUR)


def list_setup(t: EconomiconState) -> Iterator[str]:
    """Yield the steps of the set-up (N1)."""
    market, reserves = asdict(t.edition.market), asdict(t.edition.reserves)
    say = TextFormatter()
    own, each = reserves.pop("own_currency"), market.pop("each_currency")
    opening = say.format_list([f"{count} {unit}" for unit, count in reserves.items()])
    laid = say.format_list([f"{count * t.places} {unit}" for unit, count in market.items()])
    yield f"Each nation takes {opening} and {own} notes of its own (N1.1)."
    yield f"Put {laid} on the market, and {each * t.places} notes of every nation (N1.1)."
    yield "Put one gold counter next to each nation's notes: all are pegged to gold (N1.2)."
    yield "Order production in secret, on slips of paper (N8.6)."
