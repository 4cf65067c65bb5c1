"""Cost of opening a record, counted, and where a long one stops agreeing."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.engine.errors import RecordError
from classkit.engine.history import log_cursor, timeline, turn_stepper
from classkit.engine.match import Match
from classkit.engine.registry import loads, record_replay
from tests.toy import GAME

from .tiny import ask, match, silent, throw

TURNS = 300


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count copies of the state, hashes, and rows of metrics."""
    made = dict.fromkeys(("copy_state", "hash_state", "compute_row"), 0)

    def counting(name: str, work: Any) -> Any:
        def count(*values: Any) -> Any:
            made[name] += 1
            return work(*values)

        return count

    for module in (log_cursor, timeline, turn_stepper):
        for name in made:
            if work := getattr(module, name, None):
                monkeypatch.setattr(module, name, counting(name, work))
    return made


def long_match() -> Match:
    return match(*(TURNS * [ask("A")])).play(bots="passive")


def test_a_long_record_is_compared_now_and_then(
    counted: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_replay, "MAX_COMPARED_SEGMENTS", 20)
    m = long_match()
    text, game = json.dumps(m.to_record()), m.game
    counted.update(dict.fromkeys(counted, 0))
    again = loads(text, game=game)
    assert again.step == TURNS and again.digest() == m.digest()
    assert counted["compute_row"] == 0, "nobody has asked for figures"
    assert counted["copy_state"] <= TURNS + 1, "one at the start of each segment"
    assert counted["hash_state"] <= 22 + TURNS // record_replay.COMPARISON_INTERVAL
    assert again.to_record() == m.to_record(), "its fingerprints are those of the record"
    assert counted["hash_state"] <= 22 + TURNS // record_replay.COMPARISON_INTERVAL


def test_a_record_of_usual_length_is_compared_at_every_turn(counted: dict[str, int]) -> None:
    m = long_match()
    text, game = json.dumps(m.to_record()), m.game
    counted.update(dict.fromkeys(counted, 0))
    loads(text, game=game)
    assert TURNS <= counted["hash_state"] <= TURNS + 1


@pytest.mark.parametrize("first", [0, 1, 20, 21, 57, 250, TURNS - 1])
def test_the_turn_is_found_at_which_a_long_record_stops_agreeing(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By other rules every table would be another from some turn on."""
    monkeypatch.setattr(record_replay, "MAX_COMPARED_SEGMENTS", 20)
    m = long_match()
    record = m.to_record()
    marks = [line for line in record["log"] if "digest" in line]
    for mark in marks[first:]:
        mark["digest"] = "0" * 16
    with pytest.raises(RecordError, match=f"from turn {first + 1} on: the state differs") as error:
        loads(json.dumps(record), game=m.game)
    there = error.value.match
    assert there is not None and error.value.turn == there.turn == first + 1
    assert there.step == first and not there.can_redo
    assert there.digest() == m.goto(step=first).digest()
    assert there.play(bots="passive").is_over


def test_an_answer_that_does_not_fit_is_traced_to_where_the_tables_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record_replay, "MAX_COMPARED_SEGMENTS", 0)
    m = long_match()
    record = m.to_record()
    lines = record["log"]
    marks = [at for at, line in enumerate(lines) if "digest" in line]
    lines[marks[75] + 1]["move"] = "perhaps"
    for at in marks[70:76]:
        lines[at]["digest"] = "0" * 16
    with pytest.raises(RecordError, match="from turn 71 on: the state differs"):
        loads(json.dumps(record), game=m.game)
    for at in marks[70:76]:
        lines[at]["digest"] = ""
    with pytest.raises(RecordError, match="from turn 76 on: 'perhaps' is not an answer"):
        loads(json.dumps(record), game=m.game)


@pytest.mark.parametrize("place", [0, 1, 7, 40])
def test_one_fingerprint_changed_by_hand_is_found(place: int) -> None:
    record = classkit.new(GAME, seats=3, seed=5).play(bots="random").to_record()
    marks = [line for line in record["log"] if "digest" in line and "over" not in line]
    place = min(place, len(marks) - 1)
    marks[place]["digest"] = "f" * 16
    with pytest.raises(RecordError, match="the state differs from the record"):
        loads(json.dumps(record), game=GAME)


@pytest.mark.parametrize("place", range(7))
def test_the_turn_is_named_also_where_it_asks_nothing(place: int) -> None:
    """No match stands in such a turn; the one that can be opened stands at the next question."""
    m = match(ask("A"), silent, throw(), silent, ask("B"), throw(), ask("C"))
    record = m.play(bots="passive").to_record()
    marks = [line for line in record["log"] if "digest" in line and "over" not in line]
    marks[place]["digest"] = "f" * 16
    with pytest.raises(RecordError, match=f"from turn {place + 1} on: the state differs") as error:
        loads(json.dumps(record), game=m.game)
    assert error.value.turn == place + 1
    assert error.value.match is not None
    assert error.value.match.turn == (1, 5, 5, 5, 5, 7, 7)[place]


@pytest.mark.parametrize("place", [0, 1])
def test_the_turn_is_named_in_which_a_throw_does_not_fit(place: int) -> None:
    """Also where the turn asks nobody, so that no match stands in it."""
    m = match(ask("A"), silent, throw(), silent, ask("B"), throw(), ask("C"))
    record = m.play(bots="passive").to_record()
    throws = [line for line in record["log"] if "roll" in line]
    throws[place]["roll"] = [1, 2, 3]
    with pytest.raises(RecordError, match=f"rules from turn {(3, 6)[place]} on: ") as error:
        loads(json.dumps(record), game=m.game)
    assert error.value.turn == (3, 6)[place]
