"""Reading an edition, and checking that it can be played.

>>> list(EDITIONS.shipped)
['classic_us']
>>> EDITIONS.read({"based_on": "classic_us", "edition": {"go_pay": -5}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition.go_pay: must be a whole number from 0 to \
1,000,000,000, not -5.
"""

from __future__ import annotations

from pathlib import Path

from classkit.engine.based_on import Values
from classkit.engine.editions import Editions, Files
from classkit.engine.errors import EditionError
from classkit.engine.reading import Section

from ..contents import CardKind, EditionRules, Recession
from ..vocabulary import INTERNAL
from .board import groups_of, read_board, read_house_costs, read_lines
from .cards import read_decks, single_cards

TABLES = (
    "edition", "slots", "recession", "group_house_cost", "board", "external", "internal",
    "diversification_lines",
)  # fmt: skip
SEATS = range(3, 9)


def read_rules(files: Files) -> EditionRules:
    """Return the rules of an edition after checking that it can be played."""
    files.only(*TABLES)
    board = read_board(files)
    groups = groups_of(board)
    kinds = read_decks(files, board)
    external, internal = single_cards(kinds, "external"), single_cards(kinds, "internal")
    rules = files.section("edition").read(
        EditionRules,
        slots=read_slots(files.section("slots")),
        recession=files.table("recession", Recession),
        house_cost=read_house_costs(files, board),
        board=board,
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
    check_names(files, rules, external, internal)
    check_figures(files.section("edition"), rules)
    return rules


def check_names(
    files: Files,
    rules: EditionRules,
    external: dict[str, CardKind],
    internal: dict[str, CardKind],
) -> None:
    """Refuse a card with the id of another card, of a space, or of a group."""
    if overlap := set(external) & set(internal):
        raise EditionError(files.origin["internal"], "internal.cards", f"two {min(overlap)}.")
    for card in rules.cards:
        if card in rules.spaces or card in rules.groups:
            deck = "external" if card in external else "internal"
            reason = f"{card!r} is the name of a space or group of the board already."
            raise EditionError(files.origin[deck], f"{deck}.cards", reason)


def check_figures(head: Section, rules: EditionRules) -> None:
    """Refuse figures that do not fit the board."""
    board = rules.board
    if rules.recession_space >= len(board):
        raise head.refuse("recession_space", f"the board has spaces 0 to {len(board) - 1}.")
    there = board[rules.recession_space]
    if there.kind != "soft_landing":
        raise head.refuse("recession_space", f"{there.name} is no soft_landing (Q4.1).")
    share = rules.mortgage_pct
    lots = [space for space in board if space.ownable]
    if all(space.mortgage != space.price * share // 100 for space in lots):
        named = f"{lots[0].name}: {lots[0].mortgage} of {lots[0].price}"
        reason = f"is {share}, and no property of the board has that mortgage ({named})."
        raise head.refuse("mortgage_pct", reason + " Change the mortgages of the board too.")
    if rules.initial_properties > len(lots):
        raise head.refuse("initial_properties", f"the board has {len(lots)} properties.")
    for key, group in (("rail_rent", "railroad"), ("utility_multiplier", "utility")):
        count = max(len(rules.groups.get(group, ())), 1)
        if len(getattr(rules, key)) < count:
            raise head.refuse(key, f"must have {count} figures, one for each number owned.")


def read_slots(section: Section) -> dict[int, int]:
    """Return the properties that a seat may hold at the start, by the number of seats (Q1.1)."""
    section.only(*(str(seats) for seats in SEATS))
    return {seats: section.whole(str(seats), 1, 40) for seats in SEATS}


VALUES = Values(kinds={"external.cards": "effect", "internal.cards": "effect"})
"""Cards of another effect have other figures; the kind of a card is the space that it moves to."""
EDITIONS = Editions(Path(__file__).with_name("shipped"), read_rules, values=VALUES)
