"""Forced answers are not asked, by an option of the game; the record says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.engine.errors import RecordError
from classkit.engine.events import FORCED_KIND
from classkit.engine.match import Match
from classkit.engine.registry import loads
from classkit.engine.serialization import format_record
from classkit.engine.views import INSTRUCTOR

SKIPPING = {"placement": "random", "skip_only_answers": True}


def economy(skip: bool = True, luck: Any = None, **options) -> Match:
    """A match of Economy, whose roll has one answer only."""
    chosen = {**SKIPPING, "skip_only_answers": skip, **options}
    return classkit.new("economy", 3, seed=5, luck=luck, options=chosen)


def test_the_same_match_is_played_with_fewer_answers():
    """The order of the rules stays: the same rolls, the same events, the same end."""
    asked, skipped = economy(skip=False).play(), economy().play()
    assert skipped.events[1:] == asked.events[1:] and skipped.standings() == asked.standings()
    rolls = sum(entry.name == "roll" for entry in asked.answers)
    assert rolls > 30 and skipped.step == asked.step - rolls
    taken = [e for _, entries in skipped.entries for e in entries if e.kind == FORCED_KIND]
    assert [(e.seat, e.name) for e in taken] == [
        (e.seat, e.name) for e in asked.answers if e.name == "roll"
    ]


def test_step_and_back_do_not_stop_there():
    """A step is what somebody gave; going back and forth ends where it began."""
    m = economy()
    assert m.request.name == "choose_destination" and m.step == 0
    seen = [m.digest()]
    for _ in range(30):
        m.play("decision")
        assert m.request.name != "roll"
        seen.append(m.digest())
    for step in reversed(range(31)):
        assert (m.step, m.digest()) == (step, seen[step])
        if step:
            m.undo()
    assert m.redo(30).digest() == seen[30]
    assert m.goto(turn=5).request.name == "choose_destination"


def test_the_record_says_that_the_rules_answered():
    """It opens to the same match, and so does one that stands in the middle."""
    m = economy().play("round").play("round")
    m.undo(2)
    lines = [line for line in m.to_record()["log"] if FORCED_KIND in line]
    assert lines[0] == {"seat": lines[0]["seat"], FORCED_KIND: "roll"}
    again = loads(m.record_text())
    assert again.to_record() == m.to_record() and again.request.name == m.request.name
    assert again.redo(2).play().digest() == m.fork().redo(2).play().digest()


def test_a_record_of_when_all_was_asked_stays_what_it_was():
    """Its log says who answered; where it ends the option takes over."""
    record = economy(skip=False).play("round").to_record()
    record["options"]["skip_only_answers"] = True
    m = loads(format_record(record))
    assert sum(entry.name == "roll" for entry in m.answers) == 3
    m.answer("roll")
    m.play("decision")
    assert m.request.name == "choose_destination"
    m.goto(step=0)
    assert m.request.name == "roll"


def test_a_record_cannot_have_the_rules_answer_what_is_asked():
    """What somebody has to decide is no answer of the rules."""
    record = json.loads(economy().play("round").record_text())
    at = next(n for n, line in enumerate(record["log"]) if line.get("move") == "go")
    record["log"][at] = {"seat": record["log"][at]["seat"], FORCED_KIND: "go"}
    with pytest.raises(RecordError, match="'go' is not the only possible answer"):
        loads(json.dumps(record))


def test_positions_points_and_forks_go_on_alike():
    """Taken up elsewhere, in mid-turn too, the same is asked."""
    m = economy().play("round").play("decision")
    fork, point = m.fork(), Match.at(m.point(), m.seed, classkit.Keep.nothing())
    placed = classkit.new("economy", 3, seed=m.seed, position=m.position(), options=SKIPPING)
    for other in (fork, point, placed):
        assert other.position() == m.position() and other.request.name == m.request.name
    assert fork.digest() == point.digest() == m.digest()
    assert fork.play().digest() == m.play().digest()


def test_a_position_that_lists_the_roll_opens_too():
    """It was made while all was asked."""
    m = economy(skip=False).play("round").answer("roll")
    placed = classkit.new("economy", 3, seed=m.seed, position=m.position(), options=SKIPPING)
    assert placed.request.name == "choose_destination" and placed.position() == m.position()


def test_a_private_decision_is_asked():
    """Not asking would tell what a hand holds: whoever places the last card is asked, too."""
    m = classkit.new("economy", 3, seed=5, options={"skip_only_answers": True})
    placed = 0
    while m.request.name == "place_location":
        m.play("decision")
        placed += 1
    assert placed == 36


def test_thrown_by_hand():
    """The room rolls; a forced answer is not a step."""
    m = economy(luck="by_hand", first_player="seat_a", placement="demo")
    assert m.request.name == "roll" and m.request.purpose == "move" and m.step == 0
    m.answer([3])
    assert m.step == 1 and m.request.name == "choose_destination"
    assert loads(m.record_text()).to_record() == m.to_record()


def test_everybody_may_know_who_was_not_asked():
    """The log of a seat leaves it out as an answer, and the instructor's entries have it."""
    m = economy().play("round")
    assert all(entry.kind == "answer" for entry in m.view("A").answers)
    assert all(entry.kind == "answer" for entry in m.view(INSTRUCTOR).answers)
    assert FORCED_KIND in {entry.kind for _, entries in m.entries for entry in entries}
