"""Reading an edition, and judging whether it can be played.

>>> list(EDITIONS.shipped)
['classic_us']
>>> EDITIONS.read({"extends": "classic_us", "edition": {"go_pay": -5}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: edition.go_pay: must be 0 to 1,000,000,000, \
not -5.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from classkit.engine.editions import Editions, Files
from classkit.engine.errors import EditionError
from classkit.engine.sections import Section

from .edition import BoardSpace, EditionRules
from .edition_board import groups_of, read_board, read_house_costs, read_lines
from .edition_cards import INTERNAL, read_decks, single_cards

MONEY_MAX = 10**9
FIGURES: Mapping[str, tuple[int, int]] = {
    "start_cash": (0, MONEY_MAX),
    "go_pay": (0, MONEY_MAX),
    "bank_total": (1, MONEY_MAX),
    "bank_total_large": (1, MONEY_MAX),
    "houses": (0, 1_000),
    "hotels": (0, 1_000),
    "initial_properties": (0, 100),
    "initial_internal_cards": (0, 60),
    "landing_min_bid_pct": (1, 100),
    "first_lots_min_bid": (1, 1_000),
    "abandon_fee": (0, 10_000),
    "mortgage_pct": (1, 100),
    "mortgage_interest_pct": (0, 100),
    "building_resale_pct": (0, 100),
    "income_tax_flat": (0, MONEY_MAX),
    "income_tax_pct": (0, 100),
    "luxury_tax": (0, MONEY_MAX),
    "recession_space": (0, 79),
    "max_recession_payments": (1, 20),
    "play_rolls": (10, 300),
    "future_utility_roll": (2, 12),
    "future_divisor": (1, 1_000),
}
"""The figures of the table [edition], each with its least and greatest value."""
RECESSION: Mapping[str, str] = {
    "per_property": "per_property",
    "per_house": "per_house",
    "per_hotel": "per_hotel",
    "depression_multiplier": "depression_multiplier",
}
TABLES = (
    "edition", "slots", "recession", "group_house_cost", "board", "external", "internal",
    "diversification_lines",
)  # fmt: skip
SEATS = range(3, 9)


def read_rules(files: Files) -> EditionRules:
    """The rules of an edition, once everything in it has been found playable."""
    files.only(*TABLES)
    head = files.section("edition")
    head.only("id", "title", "currency", *FIGURES, "rail_rent", "utility_multiplier")
    figures = {key: head.whole(key, *limits) for key, limits in FIGURES.items()}
    board = read_board(files)
    check_figures(head, figures, board)
    groups = groups_of(board)
    kinds = read_decks(files, board)
    external, internal = single_cards(kinds, "external"), single_cards(kinds, "internal")
    if overlap := set(external) & set(internal):
        raise EditionError(files.origin["internal"], "internal.cards", f"two {min(overlap)}.")
    spaces = {space.id for space in board}
    for card in (*external, *internal):
        if card in spaces or card in groups:
            deck = "external" if card in external else "internal"
            reason = f"{card!r} is the name of a space or group of the board already."
            raise EditionError(files.origin[deck], f"{deck}.cards", reason)
    recession = files.section("recession")
    recession.only(*RECESSION)
    return EditionRules(
        **figures,
        rail_rent=rents(head, "rail_rent", len(groups.get("railroad", ()))),
        utility_multiplier=rents(head, "utility_multiplier", len(groups.get("utility", ()))),
        slots=read_slots(files.section("slots")),
        **{key: recession.whole(key, 0, 100_000) for key in RECESSION},
        house_cost=read_house_costs(files, board),
        board=board,
        spaces={space.id: space for space in board},
        properties=tuple(space.id for space in board if space.ownable),
        groups=groups,
        kinds=kinds,
        cards={**external, **internal},
        external=tuple(external),
        internal=tuple(internal),
        by_effect={
            word: tuple(card for card, kind in internal.items() if kind.effect == word)
            for word in INTERNAL
        },
        lines=read_lines(files, groups),
    )


def check_figures(head: Section, figures: Mapping[str, int], board: tuple[BoardSpace, ...]) -> None:
    """What single figures cannot judge."""
    head.text("currency", among=("$",))
    if figures["recession_space"] >= len(board):
        raise head.refuse("recession_space", f"the board has spaces 0 to {len(board) - 1}.")
    there = board[figures["recession_space"]]
    if there.kind != "soft_landing":
        raise head.refuse("recession_space", f"{there.name} is no soft_landing (Q4.1).")
    share = figures["mortgage_pct"]
    lots = [space for space in board if space.ownable]
    if all(space.mortgage != space.price * share // 100 for space in lots):
        named = f"{lots[0].name}: {lots[0].mortgage} of {lots[0].price}"
        reason = f"is {share}, and no property of the board has that mortgage ({named})."
        raise head.refuse("mortgage_pct", reason + " Change the mortgages of the board too.")
    owned = sum(space.ownable for space in board)
    if figures["initial_properties"] > owned:
        raise head.refuse("initial_properties", f"the board has {owned} properties.")


def rents(head: Section, key: str, count: int) -> tuple[int, ...]:
    """One figure for each number of railroads or utilities that an owner may have."""
    figures = head.wholes(key, 0, 100_000)
    if len(figures) < max(count, 1):
        raise head.refuse(key, f"must have {max(count, 1)} figures, one for each number owned.")
    return tuple(figures)


def read_slots(section: Section) -> dict[int, int]:
    """How many properties a seat may hold at the start, by the number of seats (Q1.1)."""
    section.only(*(str(seats) for seats in SEATS))
    return {seats: section.whole(str(seats), 1, 40) for seats in SEATS}


EDITIONS = Editions(Path(__file__).with_name("editions"), read_rules)
