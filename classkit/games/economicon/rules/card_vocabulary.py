"""The fixed vocabulary of cards (N17.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from classkit.engine.decisions import append_clause
from classkit.engine.fields import choice_error
from classkit.engine.schema import ErrorPath, TextReader, Whole

from ..rules_data import COMMODITIES, UNITS

MAX_CARD_NUMBER = 10_000
"""The largest number that a card may contain."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words allowed in one field of a card. Any other word is an error (N17.6)."""

    words: tuple[str, ...]
    why: str = ""

    def __call__(self, place: ErrorPath, value: Any, about: Any) -> str:
        word: str = TextReader(40)(place, value, about)
        if word not in self.words:
            raise place.make_error(
                append_clause(choice_error(word, self.words, why=self.why), "N17.6")
            )
        return word


COUNT, CHANGE = Whole(0, MAX_CARD_NUMBER), Whole(-MAX_CARD_NUMBER, MAX_CARD_NUMBER)
GOOD, UNIT = Vocabulary(COMMODITIES), Vocabulary(UNITS)
GOOD_OR_ALL = Vocabulary((*COMMODITIES, "all"))


def read_goods(place: ErrorPath, value: Any, about: Any) -> str:
    """Return one commodity, or "" for ``all``."""
    word = GOOD_OR_ALL(place, value, about)
    return "" if word == "all" else word
