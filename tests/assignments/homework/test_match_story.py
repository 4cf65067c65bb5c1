"""The story of a homework tells each payment once."""

from __future__ import annotations

from collections import Counter

import pytest

import classkit
from classkit.assignments.homework.match_story import find_repeated, group_sentences
from classkit.assignments.homework.played_match import PlayedMatch


def test_a_payment_is_not_told_twice() -> None:
    """Regression: "Ada pays Chiara $100,000 (Company Profit). Ada pays Chiara $100,000 at ..."."""
    match = classkit.new("poleconomy", seats=4, seed=601).play(until="end")
    (paid,) = [one for one in match.transfers if one.turn == 8]
    assert (paid.source, paid.target, paid.amount) == ("A", "C", 100_000)
    told = [one for one in group_sentences(PlayedMatch(match))[8] if "$100,000" in one]
    assert told == ["Ada pays Chiara $100,000 at Toboggan Motors."]


@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economicon", "economy"])
def test_each_reported_row_stays_in_the_story(game: str) -> None:
    match = classkit.new(game, seats=4, seed=2).play(until="end")
    say, links = match.say(), match.links
    told = {at: one for at, one in enumerate(match.events, 1) if say.event_sentence(one)}
    left = told.keys() - find_repeated(match, told)
    rows = Counter(row for number in left for row in links.get_rows(number))
    assert {*rows} == {row for number in told for row in links.get_rows(number)}
