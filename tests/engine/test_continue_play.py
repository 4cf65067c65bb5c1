"""Playing on repeats what lies ahead; a different decision discards it."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Decision, Roll
from classkit.engine.match import Match
from classkit.engine.navigation import UNTIL_VALUES
from tests.toy import GAME

from .tiny import asides_of, ask, ask_sealed, match, silent, throw


def typed(*answers: str) -> Match:
    """Return a match of as many questions and two more, in which people have answered."""
    m = match(*[ask(seat) for seat in "ABCAB"[: len(answers) + 2]])
    for answer in answers:
        m.answer(answer)
    return m


# --- no bots named: what lies ahead is repeated, then the game's own bots play --------------------


def test_without_bots_the_games_own_play_in_turn() -> None:
    """Seat A has the first bot that the game lists, B the second, and then round again (18.2)."""
    m = classkit.new("poleconomy", seats=4, seed=7).play("round")
    by = {entry.seat: entry.by for entry in m.answers if entry.kind == "answer"}
    assert by == {"A": "tycoon", "B": "financier", "C": "politician", "D": "saver"}
    assert classkit.bots("poleconomy")[:3] == ["tycoon", "financier", "politician"]
    same = classkit.new("poleconomy", seats=4, seed=7).play(
        "round", bots=m.game.default_bots("ABCD")
    )
    assert same.digest() == m.digest()


def test_where_a_game_has_no_bots_the_random_one_plays() -> None:
    m = match(ask("A"), ask("B")).play()
    assert [entry.by for entry in m.answers] == ["random", "random"]


@pytest.mark.parametrize(
    ("until", "stops"),
    [("decision", [1, 2, 3, 4]), ("turn", [1, 2, 3, 4]), ("end", [4])],
)
def test_what_people_typed_is_repeated_and_then_bots_go_on(until: str, stops: list[int]) -> None:
    m = typed("yes", "no").goto(step=0)
    found = []
    while not m.is_over:
        found.append(m.play(until).step)
    assert found == stops and not m.truncation_count
    assert m.table.notes[:2] == ["A yes", "B no"], "as typed"
    assert [bool(entry.by) for entry in m.answers] == [False, False, True, True]


@pytest.mark.parametrize("until", UNTIL_VALUES)
@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economy", "economicon"])
def test_going_on_after_goto_loses_nothing(game: str, until: str) -> None:
    m = classkit.new(game, seats=4, seed=3)
    for _ in range(3):
        m.play("round")
    last, end = m.last_step, m.digest()
    m.goto(turn=2)
    while m.step < last:
        before = m.step
        m.play(until)
        assert m.step > before
        if until == "end":
            assert m.is_over, 'until="end" reaches the end'
            assert m.goto(step=last).digest() == end
    assert m.step == last and m.digest() == end and not m.truncation_count


def test_a_turn_that_is_ahead_in_part_is_gone_on_with_to_its_end() -> None:
    """Not only to where the match was left."""
    m = classkit.new("poleconomy", seats=3, seed=7).play("round").play("decision")
    left, turn = m.step, m.turn
    m.goto(turn=turn).play("turn")
    assert m.turn == turn + 1 and m.step > left and not m.truncation_count
    assert m.back("turn").turn == turn and m.forward("turn").turn == turn + 1


def test_the_end_is_reached_though_a_stride_to_it_had_stopped_for_a_person() -> None:
    m = match(*[ask(seat) for seat in "ABCA"])
    m.play("end", bots={"A": "random", "B": None})
    assert m.step == 1, "B is a person"
    m.answer("yes").answer("yes").goto(step=0)
    assert m.play("end").is_over and m.step == 4


def test_sealed_answers_asides_and_signals_that_lie_ahead_are_repeated() -> None:
    m = match(
        ask("A"), ask_sealed("A", "B", "C"), ask("A"), asides=asides_of(("B", "note", silent))
    )
    m.aside("note", seat="B").answer("yes")
    m.answer("no", seat="C").answer("yes", seat="A").withdraw("C").answer("yes", seat="C")
    m.signal("bell")
    last, notes = m.step, list(m.table.notes)
    m.goto(step=0).play("end")
    assert m.is_over and not m.truncation_count
    m.goto(step=last)
    assert m.table.notes == notes and m.answered_seats == ("A", "C")
    kinds = [entry.kind for entry in m.answers]
    assert kinds == ["aside", "answer", "answer", "answer", "withdraw", "answer", "signal"]
    m.play("decision")
    assert m.step == last + 1 and m.table.notes[-1] != notes[-1], "B's bot answers, and all open"


def test_throws_of_the_room_that_lie_ahead_are_repeated() -> None:
    m = match(throw(), ask("A"), throw(dice=1), ask("B"), throw(), luck="by_hand")
    m.answer([3, 4]).answer("yes").answer([5]).goto(step=0).play("end")
    assert m.table.notes[:3] == [(3, 4), "A yes", (5,)] and not m.truncation_count
    assert isinstance(m.request, Roll) and m.step == 4, "the next throw is the room's"


# --- bots named: they decide from here on ---------------------------------------------------------


@pytest.mark.parametrize("until", UNTIL_VALUES)
def test_named_bots_that_decide_as_before_lose_nothing(until: str) -> None:
    m = classkit.new("poleconomy", seats=3, seed=7).play("round", bots="saver")
    m.play("round", bots="saver")
    last, end = m.last_step, m.digest()
    m.goto(turn=2).play(until, bots="saver")
    assert not m.truncation_count and m.last_step >= last
    assert m.goto(step=last).digest() == end


def test_named_bots_that_decide_otherwise_cut_it_off() -> None:
    m = typed("yes", "yes", "yes").goto(step=0)
    m.play("end", bots=lambda view, decision: "yes" if decision.seat == "A" else "no")
    assert m.truncation_count == 1 and m.is_over
    assert m.table.notes == ["A yes", "B no", "C no", "A yes", "B no"]
    assert [entry.name for entry in m.answers] == ["yes", "no", "no", "yes", "no"]


def test_a_person_among_named_bots_is_waited_for_though_an_answer_lies_ahead() -> None:
    m = typed("yes", "yes", "yes").goto(step=0)
    m.play("end", bots={"A": lambda view, decision: "yes", "B": None, "C": "random"})
    assert m.request.seat == "B" and m.step == 1 and m.last_step == 3


def test_what_the_room_threw_stands_for_named_bots_until_they_decide_otherwise() -> None:
    def says(word: str) -> Any:
        return lambda view, decision: word

    m = match(throw(), ask("A"), throw(dice=1), ask("B"), luck="by_hand")
    m.answer([3, 4]).answer("yes").answer([5]).goto(step=0)
    same = m.fork().play("end", bots=says("yes"))
    assert same.table.notes == [(3, 4), "A yes", (5,), "B yes"] and not same.truncation_count
    other = m.fork().play("end", bots=says("no"))
    assert other.table.notes == [(3, 4), "A no"] and isinstance(other.request, Roll)


def test_bots_that_act_aside_repeat_their_asides() -> None:
    class Noting:
        """Writes a note beside each of its decisions."""

        beside_own = frozenset({"question"})

        def __call__(self, view: Any, decision: Decision) -> str:
            return "no"

        def aside(self, view: Any, decision: Decision, open_asides: Any) -> str | None:
            return None if view.events and view.events[-1].name == "noted" else "note"

    def noted(t: Any) -> Any:
        yield from silent(t)
        t.tell("noted", "X4")

    m = match(ask("A"), ask("A"), asides=asides_of(("A", "note", noted)))
    m.play("end", bots={"A": Noting()})
    end, last = m.digest(), m.last_step
    m.goto(step=0).play("end", bots={"A": Noting()})
    assert m.digest() == end and m.last_step == last == 4 and not m.truncation_count


def test_the_figures_of_what_is_repeated_are_its_own_after_a_rule_broke_beyond_it() -> None:
    """Another answer had closed the turn, and been taken back, before the same was given again."""

    def notes_more_for_no(t: Any) -> Any:
        yield from ask("A")(t)
        if t.notes[-1] == "A no":
            t.notes.append("and more")

    def breaks_after_no(t: Any) -> Any:
        if len(t.notes) > 1:
            raise ZeroDivisionError
        yield from ask("B")(t)

    m = match(notes_more_for_no, breaks_after_no).answer("yes")
    rows = m.history
    assert [row["notes"] for row in rows] == [0, 1]
    with pytest.raises(classkit.RuleError):
        m.undo().answer("no")
    assert m.fork().redo().history == rows == m.answer("yes").history


# --- answers, asides, withdrawals, signals, throws ------------------------------------------------


def test_the_very_answer_that_lies_ahead_is_repeated() -> None:
    m = typed("yes", "no", "yes").goto(step=1)
    m.answer("no")
    assert m.last_step == 3 and not m.truncation_count
    m.answer("no")
    assert m.last_step == 3 == m.step and m.truncation_count == 1


def test_sealed_answers_may_be_repeated_in_another_order() -> None:
    """They are opened together: who says first what he had said decides nothing otherwise."""
    m = match(ask_sealed("A", "B", "C"), ask("A"))
    m.answer("no", seat="A").answer("yes", seat="B").answer("no", seat="C").answer("yes")
    end = m.digest()
    m.goto(step=0).answer("yes", seat="B")
    assert m.answered_seats == ("B",) and not m.truncation_count and m.last_step == 4
    assert m.goto(step=4).digest() == end
    m.goto(step=1)
    assert m.answered_seats == ("B",)
    m.answer("yes", seat="C")
    assert m.truncation_count == 1 and m.last_step == 2 and m.answered_seats == ("B", "C")


def test_an_answer_sealed_anew_after_a_withdrawal_is_another_line() -> None:
    m = match(ask_sealed("A", "B"), ask("A"))
    m.answer("no", seat="A").withdraw("A").answer("yes", seat="A").answer("no", seat="B")
    m.goto(step=0).answer("yes", seat="A")
    assert m.truncation_count == 1 and m.last_step == 1


@pytest.mark.parametrize("way", ["aside", "signal", "withdraw", "roll"])
def test_whatever_is_given_again_is_repeated_and_another_cuts(way: str) -> None:
    if way == "roll":
        m = match(throw(), ask("A"), luck="by_hand").answer([3, 4]).answer("yes").goto(step=0)
        m.fork().answer([3, 4])
        assert m.fork().answer([3, 4]).last_step == 2
        assert m.fork().answer([4, 3]).last_step == 1
        return
    m = match(
        ask_sealed("A", "B") if way == "withdraw" else ask("A"),
        asides=asides_of(("B", "note", silent), ("C", "note", silent)),
    )
    if way == "withdraw":
        m.answer("no", seat="A").withdraw("A").answer("no", seat="B").goto(step=1)
        assert m.fork().withdraw("A").last_step == 3
        assert m.fork().answer("yes", seat="B").last_step == 2
    elif way == "aside":
        m.aside("note", seat="B").answer("yes").goto(step=0)
        assert m.fork().aside("note", seat="B").last_step == 2
        assert m.fork().aside("note", seat="C").last_step == 1
    else:
        m.signal("bell").answer("yes").goto(step=0)
        assert m.fork().signal("bell").last_step == 2
        assert m.fork().answer("yes").last_step == 1


def test_a_record_says_who_decided_it_last() -> None:
    m = match(ask("A"), ask("B")).play(bots=lambda view, decision: "yes")
    m.goto(step=0).answer("yes")
    assert [entry.by for entry in m.goto(step=2).answers] == ["", "<lambda>"]
    assert not m.truncation_count


def test_a_saved_match_goes_on_like_the_one_that_was_saved(tmp_path: Any) -> None:
    m = classkit.new(GAME, seats=3, seed=5).play("round").play("round").goto(turn=2)
    again = classkit.load(m.save(tmp_path / "m.json"), game=GAME)
    assert again.step == m.step and again.last_step == m.last_step
    assert again.play("end").digest() == m.play("end").digest()
    assert not again.truncation_count and not m.truncation_count
