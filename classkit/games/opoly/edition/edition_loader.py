"""Loader for editions. It checks that they are playable.

>>> list(EDITIONS.shipped)
['classic_us']
>>> EDITIONS.read({"based_on": "classic_us", "edition": {"go_pay": -5}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition.go_pay: must be a whole number from 0 to \
1,000,000,000, not -5.
"""

from __future__ import annotations

from pathlib import Path

from classkit.engine.edition_inheritance import AtomicTables
from classkit.engine.editions import EditionFiles, Editions
from classkit.engine.errors import EditionError
from classkit.engine.schema import Section

from ..effect_kinds import INTERNAL_EFFECTS
from ..rules_data import CardKind, OpolyRules, RecessionCosts
from .board import group_properties, read_board, read_house_costs, read_lines
from .cards import get_single_cards, read_decks

TABLES = (
    "edition", "slots", "recession", "group_house_cost", "board", "external", "internal",
    "diversification_lines",
)  # fmt: skip
SEAT_RANGE = range(3, 9)


def read_rules(files: EditionFiles) -> OpolyRules:
    """Read and check the rules of an edition."""
    files.forbid_extra(*TABLES)
    board = read_board(files)
    groups = group_properties(board)
    kinds = read_decks(files, board)
    external, internal = get_single_cards(kinds, "external"), get_single_cards(kinds, "internal")
    rules = files.get_section("edition").read(
        OpolyRules,
        slots=read_slots(files.get_section("slots")),
        recession=files.read_table("recession", RecessionCosts),
        house_cost=read_house_costs(files, board),
        board=board,
        groups=groups,
        kinds=kinds,
        cards={**external, **internal},
        external=tuple(external),
        internal=tuple(internal),
        by_effect={
            word: tuple(card for card, kind in internal.items() if kind.effect == word)
            for word in INTERNAL_EFFECTS
        },
        lines=read_lines(files, groups),
    )
    check_names(files, rules, external, internal)
    check_board_fit(files.get_section("edition"), rules)
    return rules


def check_names(
    files: EditionFiles,
    rules: OpolyRules,
    external: dict[str, CardKind],
    internal: dict[str, CardKind],
) -> None:
    """Raise EditionError for a card with the id of another card, a space or a group."""
    if overlap := set(external) & set(internal):
        reason = f"{min(overlap)!r} is also the id of an external card."
        raise EditionError(files.origin["internal"], "internal.cards", reason)
    for card in rules.cards:
        if card in rules.spaces or card in rules.groups:
            deck = "external" if card in external else "internal"
            reason = f"{card!r} is already the name of a space or group of the board."
            raise EditionError(files.origin[deck], f"{deck}.cards", reason)


def check_board_fit(head: Section, rules: OpolyRules) -> None:
    """Raise EditionError for amounts and spaces that do not fit the board."""
    board = rules.board
    if rules.recession_space >= len(board):
        raise head.make_error("recession_space", f"the board has spaces 0 to {len(board) - 1}.")
    there = board[rules.recession_space]
    if there.kind != "soft_landing":
        raise head.make_error("recession_space", f"{there.name} is not a soft_landing (Q4.1).")
    share = rules.mortgage_pct
    lots = [space for space in board if space.is_ownable]
    if all(space.mortgage != space.price * share // 100 for space in lots):
        named = f"{lots[0].name}: {lots[0].mortgage} of {lots[0].price}"
        reason = f"is {share}, but no property on the board has that mortgage ({named})."
        raise head.make_error("mortgage_pct", reason + " Change the mortgages of the board too.")
    if rules.initial_properties > len(lots):
        raise head.make_error("initial_properties", f"the board has {len(lots)} properties.")
    for key, group in (("rail_rent", "railroad"), ("utility_multiplier", "utility")):
        count = max(len(rules.groups.get(group, ())), 1)
        if len(getattr(rules, key)) < count:
            raise head.make_error(key, f"must have {count} values, one for each number owned.")


def read_slots(section: Section) -> dict[int, int]:
    """Return the initial property limit of each seat, by number of seats (Q1.1)."""
    section.forbid_extra(*(str(seats) for seats in SEAT_RANGE))
    return {seats: section.get_int(str(seats), 1, 40) for seats in SEAT_RANGE}


ATOMIC_TABLES = AtomicTables(kinds={"external.cards": "effect", "internal.cards": "effect"})
"""A card with a different effect replaces the inherited card, because its parameters differ."""
EDITIONS = Editions(Path(__file__).with_name("shipped"), read_rules, values=ATOMIC_TABLES)
