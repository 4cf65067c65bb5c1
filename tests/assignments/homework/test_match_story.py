"""The story of a homework: five turns first, the rest in a fold, each payment once."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import classkit
from classkit.assignments.homework.match_story import (
    MAX_SENTENCES,
    MAX_TURNS,
    build_story,
    find_max_changes,
    find_repeated,
    format_paragraph,
    group_sentences,
)
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.assignments.homework.story_sentences import join_sentences

from .matches import GAMES, past_of


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


@pytest.mark.parametrize("game", GAMES)
def test_five_turns_are_told_and_the_rest_is_folded(game: str) -> None:
    """In the order of play, each in at most eight sentences; the fold has every turn."""
    past = past_of(game)
    first, whole = build_story(past)
    assert first.startswith("### The five turns that mattered most")
    turns = [int(turn) for turn in re.findall(r"^\*\*Turn (\d+):", first, re.M)]
    assert len(turns) == MAX_TURNS and turns == sorted(set(turns))
    assert whole.startswith("<details>") and whole.endswith("</details>")
    told = [int(turn) for turn in re.findall(r"^\*\*Turn (\d+):", whole, re.M)]
    assert told == [turn for turn in group_sentences(past) if turn]


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_change_of_a_score_is_among_the_five(game: str) -> None:
    """A sentence says whose it is and how large, and no more: causes are asked about."""
    past = past_of(game)
    largest = find_max_changes(past)
    first = build_story(past)[0]
    size = max(change.size for change in largest.values())
    assert any(f"**Turn {turn}:" in first for turn in largest if largest[turn].size == size)
    key = past.score.key if past.score else ""
    rows = {row["turn"]: row[key] for row in past.rows}
    for turn, change in largest.items():
        moved = {seat: rows[turn][seat] - rows[turn - 1][seat] for seat in past.seats}
        assert change.size == pytest.approx(max(map(abs, moved.values())))
        assert change.text.startswith(past.say.seat(change.seat)) and "including" not in change.text


def test_a_match_that_goes_on_is_told_by_its_largest_changes() -> None:
    match = classkit.new("poleconomy", seats=3, seed=7)
    for _ in range(3):
        match.play(until="turn")
    first, _ = build_story(PlayedMatch(match))
    assert first.startswith("### The two turns that mattered most")
    assert "Ada gains" in first and "Bruno gains" in first


def test_short_sentences_become_longer_ones() -> None:
    """Those of one player: of one verb as a list of objects, of several as a list of deeds."""
    told = [
        "Ada delivers 4 grain to the market.", "Ada delivers 4 oil to the market.",
        "Ada pays the Bank $20,000.", "The pawn moves.", "The pawn stops.", "Bo says: “No.”",
        "Bo bids.", "Bo and Ada receive $5 each.", "Bo throws a 3.",
    ]  # fmt: skip
    joined = join_sentences(told, ["Ada", "Bo"])
    assert [one.text for one in joined] == [
        "Ada delivers 4 grain and 4 oil to the market and pays the Bank $20,000.",
        "The pawn moves.", "The pawn stops.", "Bo says: “No.”", "Bo bids.",
        "Bo and Ada receive $5 each.", "Bo throws a 3.",
    ]  # fmt: skip
    assert sum(one.sources for one in joined) == len(told)


@pytest.mark.parametrize("game", GAMES)
def test_joining_loses_no_sentence_and_no_word(game: str) -> None:
    """Every word of a sentence is in the longer one that it became a part of."""
    past = past_of(game)
    names = [past.say.seat(seat) for seat in past.seats]
    for sentences in group_sentences(past).values():
        left = list(sentences)
        for one in join_sentences(sentences, names):
            words = set(re.findall(r"[\w$.]+", one.text.rstrip(".")))
            for part in left[: one.sources]:
                assert set(re.findall(r"[\w$.]+", part.rstrip("."))) <= words | {
                    part.split()[-1][:-1]
                }
            left = left[one.sources :]
        assert left == []


def test_long_turns_are_cut_and_say_by_how_much() -> None:
    past = past_of("opoly")
    for sentences in group_sentences(past).values():
        joined = join_sentences(sentences, [past.say.seat(seat) for seat in past.seats])
        if len(joined) > MAX_SENTENCES:
            more = sum(one.sources for one in joined[MAX_SENTENCES:])
            break
    assert f"({more} more lines in `work.events`)" in build_story(past)[1]


def test_a_turn_that_is_cut_keeps_what_the_player_did_whose_score_changed() -> None:
    """Not only the first sentences, which may all be about others."""
    others = [f"The pawn stops at {at}." for at in range(MAX_SENTENCES)]
    told = format_paragraph(3, [*others, "Bo sells oil."], ["Ada", "Bo"], "Bo gains $5.", "Bo")
    assert told.startswith("**Turn 3:** *Bo gains $5.*".replace("$", "<span>&#36;</span>"))
    assert "Bo sells oil. *(1 more line in `work.events`)*" in told
    assert "stops at 6" in told and "stops at 7" not in told
