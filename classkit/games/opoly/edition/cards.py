"""Both decks as data: a closed vocabulary of effects, each with the figures that it needs.

A row of a deck whose effect is not listed here, or that lacks a figure or a place to go, is
refused with file, key and reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.reading import Section

from .contents import RESERVED, BoardSpace, CardKind

MONEY = (0, 100_000)
PERCENT = (0, 1_000)
CARDS_MAX = 60


class Effect(NamedTuple):
    """An effect: its figures with their limits, and the places where its card may go."""

    figures: Mapping[str, tuple[int, int]]
    after: tuple[str, ...]
    target: bool = False
    """True if the card names a kind of space to move to."""
    optional: tuple[str, ...] = ()


USUAL = ("bottom", "removed")
STAYS: tuple[str, ...] = ()
"""No place to go: the card stays in the hand until its clause says otherwise."""

EXTERNAL: Mapping[str, Effect] = {
    "start_recession": Effect({}, USUAL),
    "start_depression": Effect({}, USUAL),
    "ethics": Effect({}, ("removed_if_used", "bottom", "removed")),
    "environment": Effect(
        {
            "per_house": MONEY, "per_hotel": MONEY, "per_railroad": MONEY,
            "electric_owner": MONEY, "oppose_multiplier": (1, 10),
        },
        USUAL,
    ),
    "merger_or_nothing": Effect({}, USUAL),
    "lay_on_table": Effect({"grant": MONEY}, ("table",)),
    "limit_all": Effect({"amount": (-5, 5)}, USUAL),
    "limit_largest": Effect({"amount": (-5, 5)}, USUAL),
    "move_to": Effect({"space": (0, 199)}, USUAL),
    "move_to_next": Effect(
        {"rent_multiplier": (1, 10), "dice_multiplier": (1, 100)}, USUAL, target=True,
        optional=("rent_multiplier", "dice_multiplier"),
    ),
    "move_back": Effect({"spaces": (1, 39)}, USUAL),
    "charge_buildings": Effect({"per_house": MONEY, "per_hotel": MONEY}, USUAL),
    "grant_buildings": Effect({"per_house": MONEY, "per_hotel": MONEY}, USUAL),
    "grant_each": Effect({"amount": MONEY}, USUAL),
    "charge_property": Effect({"amount": MONEY}, USUAL),
    "grant_cards": Effect({"amount": MONEY}, USUAL),
    "charge_cash_pct": Effect({"pct": (0, 100)}, USUAL),
    "no_building": Effect({"turns": (1, 100)}, USUAL),
    "charge_mortgaged": Effect({"amount": MONEY}, USUAL),
    "auction_top_unowned": Effect({}, USUAL),
}  # fmt: skip
"""The effects of external cards (Q8.4, Q8.9 to Q8.15)."""

INTERNAL: Mapping[str, Effect] = {
    "shift_pawn": Effect({"reach": (1, 6)}, STAYS),
    "end_recession": Effect({}, USUAL),
    "exempt_one_in_line": Effect({}, STAYS),
    "limit": Effect({"amount": (1, 5)}, STAYS),
    "preempt": Effect({"price_pct": PERCENT}, STAYS),
    "copy": Effect({}, STAYS),
    "hotel_rent_pct": Effect({"pct": (100, 1_000)}, STAYS),
    "tax_pct": Effect({"pct": (0, 100)}, STAYS),
    "build_cost_pct": Effect({"pct": (1, 100)}, STAYS),
    "rail_rent_pct": Effect({"pct": (100, 1_000)}, STAYS),
    "all_rent_pct": Effect({"pct": (100, 1_000)}, STAYS),
    "poach": Effect({"fee": MONEY}, USUAL),
    "go_bonus": Effect({"amount": MONEY}, STAYS),
    "recession_pct": Effect({"pct": (0, 100)}, STAYS),
}
"""The effects of internal cards (Q4.2, Q6.9, Q8.1 to Q8.8, Q8.16)."""

VOCABULARY = {"external": EXTERNAL, "internal": INTERNAL}


def read_decks(files: Files, board: tuple[BoardSpace, ...]) -> dict[str, CardKind]:
    """Read both decks, row by row (Q3.11, Q3.12)."""
    kinds: dict[str, CardKind] = {}
    singles: dict[str, CardKind] = {}
    for deck in VOCABULARY:
        table = files.section(deck)
        table.only("cards")
        for section in table.sections("cards"):
            kind = read_card(section, deck, board)
            if kind.id in kinds:
                raise section.refuse("id", f"{kind.id!r} is the id of another card already.")
            for single in single_ids(kind):
                if single in singles:
                    other = singles[single].name
                    reason = f"{single!r} is a single card of {other!r} already; take another id."
                    raise section.refuse("id", reason)
                singles[single] = kind
            kinds[kind.id] = kind
        total = sum(kind.count for kind in kinds.values() if kind.deck == deck)
        if total > CARDS_MAX:
            reason = f"has {total} cards; at most {CARDS_MAX} can be played with."
            raise EditionError(table.file, f"{deck}.cards", reason)
    return kinds


def read_card(section: Section, deck: str, board: tuple[BoardSpace, ...]) -> CardKind:
    """Read one row of a deck, whose effect says which other keys it has."""
    name = section.text("id", 40)
    if not name.isascii() or not name.isidentifier() or not name.islower():
        raise section.refuse("id", f"must be lower-case letters and _, not {shorten(name)}.")
    if name in RESERVED:
        raise section.refuse("id", f"{name!r} has a meaning of its own in the game; take another.")
    word = section.text("effect", among=tuple(VOCABULARY[deck]))
    effect = VOCABULARY[deck][word]
    internal = ("appraised",) if deck == "internal" else ()
    target = ("kind",) if effect.target else ()
    section.only("id", "name", "count", "effect", "after", *internal, *target, *effect.figures)
    figures = {
        key: section.whole(key, *limits)
        for key, limits in effect.figures.items()
        if key in section or key not in effect.optional
    }
    if word == "move_to" and figures["space"] >= len(board):
        raise section.refuse("space", f"the board has spaces 0 to {len(board) - 1}.")
    if word == "merger_or_nothing" and section.whole("count", 0, CARDS_MAX) > 1:
        raise section.refuse("count", "there is at most one such card (Q9.1).")
    goal = section.text("kind", among=("railroad", "utility", "street")) if effect.target else ""
    if goal and all(space.kind != goal for space in board):
        raise section.refuse("kind", f"there is no {goal} on the board.")
    return CardKind(
        id=name,
        deck=deck,
        name=section.text("name", 60),
        count=section.whole("count", 0, CARDS_MAX),
        effect=word,
        after=read_after(section, word, effect),
        appraised=section.whole("appraised", *MONEY) if internal else 0,
        figures=figures,
        target=goal,
    )


def read_after(section: Section, word: str, effect: Effect) -> str:
    """Read where the card goes afterwards; a card that stays in the hand says nothing."""
    if not effect.after:
        if "after" in section:
            reason = f"a card with the effect {word} stays in the hand; leave this key out."
            raise section.refuse("after", reason)
        return ""
    if "after" not in section:
        reason = f"is missing: say where the card goes ({' or '.join(effect.after)})."
        raise section.refuse("after", reason)
    return section.text("after", among=effect.after)


def single_cards(kinds: Mapping[str, CardKind], deck: str) -> dict[str, CardKind]:
    """Return every single card of a deck by its own id, such as "recession_2" of several."""
    dealt = [kind for kind in kinds.values() if kind.deck == deck]
    return {single: kind for kind in dealt for single in single_ids(kind)}


def single_ids(kind: CardKind) -> list[str]:
    """Return the ids of the single cards of a row."""
    if kind.count == 1:
        return [kind.id]
    return [f"{kind.id}_{number}" for number in range(1, kind.count + 1)]
