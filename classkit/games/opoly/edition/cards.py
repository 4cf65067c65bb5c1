"""Reader for both decks. Effects have a fixed vocabulary.

A row with an unknown effect, or without a parameter or the destination of its effect, raises
EditionError with file, key and reason.
"""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.editions import EditionFiles
from classkit.engine.errors import EditionError, truncate_text
from classkit.engine.schema import Section

from ..effect_kinds import INTERNAL_EFFECTS, MAX_CARDS, MONEY_READER, CardEffect
from ..rules.external_cards import EXTERNAL_EFFECTS
from ..rules_data import RESERVED_WORDS, BoardSpace, CardKind

DECK_EFFECTS: Mapping[str, Mapping[str, CardEffect]] = {
    "external": EXTERNAL_EFFECTS,
    "internal": INTERNAL_EFFECTS,
}
"""Kinds of effects that the cards of each deck may have, by word."""


def read_decks(files: EditionFiles, board: tuple[BoardSpace, ...]) -> dict[str, CardKind]:
    """Read both decks, row by row (Q3.11, Q3.12)."""
    kinds: dict[str, CardKind] = {}
    singles: dict[str, CardKind] = {}
    for deck in DECK_EFFECTS:
        table = files.get_section(deck)
        table.forbid_extra("cards")
        for section in table.get_sections("cards"):
            kind = read_card(section, deck, board)
            if kind.id in kinds:
                raise section.make_error("id", f"{kind.id!r} is already the id of another card.")
            for single in get_single_ids(kind):
                if single in singles:
                    other = singles[single].name
                    reason = f"{single!r} is already a card of {other!r}; choose another id."
                    raise section.make_error("id", reason)
                singles[single] = kind
            kinds[kind.id] = kind
        total = sum(kind.count for kind in kinds.values() if kind.deck == deck)
        if total > MAX_CARDS:
            reason = f"has {total} cards; the maximum is {MAX_CARDS}."
            raise EditionError(table.file, f"{deck}.cards", reason)
    return kinds


def read_card(section: Section, deck: str, board: tuple[BoardSpace, ...]) -> CardKind:
    """Read one row of a deck. Its effect determines the other keys."""
    name = section.get_text("id", 40)
    if not name.isascii() or not name.isidentifier() or not name.islower():
        raise section.make_error(
            "id", f"must be lower-case letters and _, not {truncate_text(name)}."
        )
    if name in RESERVED_WORDS:
        raise section.make_error("id", f"{name!r} is a reserved word; choose another.")
    word = section.get_text("effect", among=tuple(DECK_EFFECTS[deck]))
    effect = DECK_EFFECTS[deck][word]
    internal = ("appraised",) if deck == "internal" else ()
    section.forbid_extra("id", "name", "count", "effect", "after", *internal, *effect.keys)
    parameters = effect.read(section)
    if effect.refuse_board and (refusal := effect.refuse_board(board, parameters)):
        raise section.make_error(*refusal)
    title, count = section.get_text("name", 60), section.get_int("count", 0, MAX_CARDS)
    if count > effect.max_count:
        raise section.make_error("count", f"must be at most {effect.max_count} for {word} (Q9.1).")
    target = parameters.pop("kind", "")
    return CardKind(
        id=name,
        deck=deck,
        name=title,
        count=count,
        effect=word,
        after=read_destination(section, word, effect),
        appraised=section.get_required("appraised", MONEY_READER) if internal else 0,
        parameters=parameters,
        target=target,
    )


def read_destination(section: Section, word: str, effect: CardEffect) -> str:
    """Read the destination of a card after use, or return "" if it stays in the hand."""
    if not effect.after:
        if "after" in section:
            reason = f"must be omitted: a card with the effect {word} stays in the hand."
            raise section.make_error("after", reason)
        return ""
    if "after" not in section:
        reason = f"is missing: state where the card goes ({' or '.join(effect.after)})."
        raise section.make_error("after", reason)
    return section.get_text("after", among=effect.after)


def get_single_cards(kinds: Mapping[str, CardKind], deck: str) -> dict[str, CardKind]:
    """Return the individual cards of a deck by id, such as "recession_2" if there are several."""
    dealt = [kind for kind in kinds.values() if kind.deck == deck]
    return {single: kind for kind in dealt for single in get_single_ids(kind)}


def get_single_ids(kind: CardKind) -> list[str]:
    """Return the ids of the individual cards of a row."""
    if kind.count == 1:
        return [kind.id]
    return [f"{kind.id}_{number}" for number in range(1, kind.count + 1)]
