"""The closed vocabulary of cards: a word outside it is refused (N17.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from classkit.engine.fields import not_among
from classkit.engine.reading import Place, Text, Whole
from classkit.engine.requests import with_clause

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
            raise place.refuse(with_clause(not_among(word, self.words, why=self.why), "N17.6"))
        return word


COUNT, CHANGE = Whole(0, MOST), Whole(-MOST, MOST)
GOOD, UNIT = Vocabulary(COMMODITIES), Vocabulary(UNITS)
GOOD_OR_ALL = Vocabulary((*COMMODITIES, "all"))


def read_goods(place: Place, value: Any, about: Any) -> str:
    """Return one commodity, or an empty text for ``all``."""
    word = GOOD_OR_ALL(place, value, about)
    return "" if word == "all" else word
