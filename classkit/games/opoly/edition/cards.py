"""Reading both decks: cards whose effects are those of a closed vocabulary.

A row of a deck with another effect, or that lacks a figure or a place to go, is refused with file,
key and reason.
"""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.editions import Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.reading import Section

from ..contents import RESERVED, BoardSpace, CardKind
from ..rules.external import EXTERNAL
from ..vocabulary import CARDS_MAX, INTERNAL, MONEY, CardEffect

VOCABULARY: Mapping[str, Mapping[str, CardEffect]] = {"external": EXTERNAL, "internal": INTERNAL}
"""Deck -> the kinds of effects that its cards may have, by their words."""


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
    section.only("id", "name", "count", "effect", "after", *internal, *effect.keys)
    figures = effect.read(section)
    if effect.unfit and (refusal := effect.unfit(board, figures)):
        raise section.refuse(*refusal)
    title, count = section.text("name", 60), section.whole("count", 0, CARDS_MAX)
    if count > effect.most:
        raise section.refuse("count", "there is at most one such card (Q9.1).")
    target = figures.pop("kind", "")
    return CardKind(
        id=name,
        deck=deck,
        name=title,
        count=count,
        effect=word,
        after=read_after(section, word, effect),
        appraised=section.take("appraised", MONEY) if internal else 0,
        figures=figures,
        target=target,
    )


def read_after(section: Section, word: str, effect: CardEffect) -> str:
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
