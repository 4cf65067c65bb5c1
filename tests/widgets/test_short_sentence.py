"""The sentence over a table fits its row, and stands for itself, after each step of a match.

All seeds run with --deep, or with ``python -m tests.short_sentences 200``.
"""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.game import Game
from classkit.widgets.short_sentence import MAX_SENTENCE
from tests.every_game import for_every_game
from tests.short_sentences import find_fault, find_faults, list_sentences

MATCHES, ALL_MATCHES = 6, 200
LONG = "The team of the third row by the window of the new building"


@pytest.mark.sweep(2)
@for_every_game
def test_no_sentence_is_cut_or_empty_or_names_a_rule_or_a_letter(
    game: Game[Any], deep: bool
) -> None:
    count, faults = find_faults(game, range(ALL_MATCHES if deep else MATCHES))
    assert count > 10 * MATCHES
    assert not faults, "\n".join(" | ".join(map(str, one)) for one in faults)


@for_every_game
def test_long_names_are_cut_so_that_the_sentence_fits(game: Game[Any]) -> None:
    names = {seat: f"{seat} {LONG}"[:60] for seat in "ABCDEF"}
    texts = [one.text for one in list_sentences(game, 2, names)]
    assert all(0 < len(text) <= MAX_SENTENCE for text in texts)
    assert not any(name in text for name in names.values() for text in texts)
    assert any("A The team of the…" in text for text in texts)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Turn 18.", "no news"),
        ("Nothing new. Turn 28.", "no news"),
        ("1 turn passes.", "no news"),
        ("Ada buys the…", "cut"),
        ("Prices rise (P4.1).", "the number of a rule"),
        ("Ada pays. Bruno gains.", "several sentences"),
        ("B pays $5.", "a bare letter"),
        ("Ada pays A $5.", "a bare letter"),
        ("A pays $5.", "a bare letter"),
        ("A recession begins.", ""),
        ("B. & O. Railroad brings Ada $25.", ""),
    ],
)
def test_faults_are_found(text: str, fault: str) -> None:
    assert find_fault(classkit.new("opoly", seats=3, seed=1).say(), text) == fault
