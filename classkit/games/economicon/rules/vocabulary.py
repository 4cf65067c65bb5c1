"""The closed vocabulary of cards: a word outside it is refused (N17.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from classkit.engine.errors import shorten
from classkit.engine.reading import Place, Text, Whole

from ..contents import COMMODITIES, UNITS

MOST = 10_000
"""The largest number that a card may name."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One word of the vocabulary; any other is refused (N17.6)."""

    words: tuple[str, ...]
    why: str = ""

    def __call__(self, place: Place, value: Any, about: Any) -> str:
        word: str = Text(40)(place, value, about)
        if word not in self.words:
            reason = f"{shorten(word)} is not in the vocabulary of cards (N17.6){self.why}"
            raise place.refuse(f"{reason}: {', '.join(self.words)}.")
        return word


COUNT, CHANGE = Whole(0, MOST), Whole(-MOST, MOST)
GOOD, GOODS, UNIT = Vocabulary(COMMODITIES), Vocabulary((*COMMODITIES, "all")), Vocabulary(UNITS)
