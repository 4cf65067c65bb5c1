"""Going back and forth: segments, forks, and rules that raise errors on the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from classkit.engine.decisions import Flow
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo, RuleError
from classkit.engine.events import Keep
from classkit.engine.history import Timeline
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, compute_row
from classkit.engine.moves import Move

from .tiny import TinyTable, asides_of, ask, match, silent, throw

NO_COPIES = Keep(copies=False)


# --- segments -----------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [None, NO_COPIES])
def test_undo_goes_back_over_the_border_of_segments(keep: Keep | None) -> None:
    m = match(ask("A"), silent, throw(), ask("B"), silent, keep=keep)
    m.answer("yes")
    assert m.turn == 4 and m.request.seat == "B"
    assert m.undo().turn == 1 and m.table.notes == []
    assert m.redo().turn == 4
    m.answer("no")
    assert m.is_over
    assert m.undo().request.seat == "B"
    assert m.undo().request.seat == "A"
    assert m.redo(2).is_over and m.turn == 5
    with pytest.raises(NothingToDo, match=r"no later steps"):
        m.redo()


@pytest.mark.parametrize("keep", [None, NO_COPIES])
def test_where_later_segments_lie_ahead_so_does_the_rest_of_this_one(keep: Keep | None) -> None:
    """So a new answer finds all that it cuts off by what lies ahead in its own segment."""
    m = match(ask("A"), silent, throw(), ask("B"), ask("C"), silent, keep=keep)
    m.answer("yes").answer("no").answer("yes")
    assert m.is_over and m.step == 3
    for step in (0, 2, 1):
        line = m.goto(step=step)._timeline
        assert line.entry_index < len(line.entries) and line.segment_index + 1 < len(line.segments)
        ahead = {0: "yes", 1: "no", 2: "yes"}[step]
        cut = m.fork().answer("no" if ahead == "yes" else "yes")
        line = cut._timeline
        assert line.entry_index == len(line.entries)
        assert len(line.segments) == line.segment_index + len(line.frames)
        assert cut.step == step + 1 and not cut.can_redo


def test_every_segment_has_a_checkpoint_and_without_copies_none() -> None:
    for keep in (None, NO_COPIES):
        m = match(*(200 * [ask("A")]), keep=keep).play(bots="passive")
        kept = [one.checkpoint is not None for one in m._timeline.segments]
        assert kept == 200 * [keep is None]
        for step in (150, 3, 199, 0, 200):
            assert m.goto(step=step).table.notes == step * ["A no"]


def test_a_journey_plays_one_segment_again_however_long_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, apply = [], Timeline.apply_entry

    def counted(line: Timeline, *given: Any) -> None:
        played.append(1)
        apply(line, *given)

    m = match(*(500 * [ask("A")])).play(bots="passive")
    monkeypatch.setattr(Timeline, "apply_entry", counted)
    journeys: list[Callable[[], Any]] = [m.undo, m.redo, m.fork]
    journeys += [partial(m.goto, step=step) for step in (3, 250, 497, 40, 31, 64, 500, 0)]
    for go in (*journeys, m.redo, m.fork, m.undo):
        go()
        assert len(played) <= 1
        played.clear()


@pytest.mark.parametrize("keep", [None, NO_COPIES])
def test_what_is_looked_at_is_the_end_of_each_turn_however_the_past_is_kept(
    keep: Keep | None,
) -> None:
    m = match(*(9 * [ask("A")]), keep=keep).play(bots="passive")
    for step in (9, 4, 0, 9):
        looked = m.goto(step=step).map_turn_ends(lambda t: list(t.notes), 2, 20)
        assert looked == {turn: turn * ["A no"] for turn in range(2, step + 1)}
    assert m.goto(step=5).point().start.notes == 5 * ["A no"]
    assert m.record_text() == match(*(9 * [ask("A")])).play(bots="passive").undo(4).record_text()


def test_looking_back_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Metrics, hashes and components come from the checkpoints."""
    m = match(*(50 * [ask("A")])).play(bots="passive")

    def refuse(line: Timeline, *given: Any) -> None:
        raise AssertionError("it is played again")

    monkeypatch.setattr(Timeline, "begin_segment", refuse)
    assert len(m.history) == 51 and m.to_record()["log"]
    assert m.map_turn_ends(lambda t: t.turn, 0, 50) == {turn: turn for turn in range(51)}


def test_rows_are_made_when_asked_for_and_then_as_play_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []

    def counted(figures: Any, table: Any) -> Any:
        made.append(table.turn)
        return compute_row(figures, table)

    monkeypatch.setattr("classkit.engine.history.turn_stepper.compute_row_lenient", counted)
    m = match(*(40 * [ask("A")]))
    for _ in range(30):
        m.answer("no")
    assert made == [], "nobody has asked"
    assert [row["turn"] for row in m.history] == list(range(31))
    assert len(made) == 31
    m.answer("no")
    assert len(m.history) == 32 and len(made) == 32, "one more for one more turn"
    m.undo(20)
    assert len(m.history) == 12 and len(made) == 32, "and none for going back"


@pytest.mark.parametrize("keep", [None, NO_COPIES])
def test_every_turn_can_be_gone_to(keep: Keep | None) -> None:
    m = match(ask("A"), silent, ask("B"), ask("C"), keep=keep)
    m.answer("yes").answer("yes").answer("yes")
    assert m.goto(turn=1).request.seat == "A"
    assert m.goto(turn=4).request.seat == "C"
    assert m.goto(turn=2).request.seat == "B", "turn 2 asks nothing: the first request after it"
    assert m.goto(turn=0).request.seat == "A"
    with pytest.raises(NothingToDo, match=r"Turn 5 has not been played; the last one is 4"):
        m.goto(turn=5)
    with pytest.raises(ClasskitError, match=r"turn must be a whole number, 0 or more, not -1"):
        m.goto(turn=-1)
    with pytest.raises(NothingToDo, match=r"Step 4 has not been made"):
        m.goto(step=4)
    with pytest.raises(ClasskitError, match=r"a turn or a step"):
        m.goto()
    with pytest.raises(ClasskitError, match=r"a turn or a step"):
        m.goto(turn=1, step=1)


def test_a_match_that_is_over_at_once_can_still_be_looked_at() -> None:
    for m in (match(), match(silent, throw())):
        assert m.is_over and m.request is None and m.requests() == []
        assert m.legal_moves() == [] and m.asides() == []
        assert m.goto(step=0).is_over and m.goto(turn=0).is_over
        assert m.fork().digest() == m.digest()
        for verb in (m.undo, m.redo, lambda m=m: m.answer("yes"), lambda m=m: m.signal("bell")):
            with pytest.raises(NothingToDo):
                verb()


def test_a_fork_goes_its_own_way_from_any_moment() -> None:
    m = match(ask("A"), ask("B"), ask("C"))
    m.answer("yes").answer("yes").answer("yes").undo(2)
    other = m.fork()
    assert other.last_step == 3
    assert other.redo(2).table.notes == ["A yes", "B yes", "C yes"]
    other.goto(step=1).answer("no")
    assert m.redo(2).table.notes == ["A yes", "B yes", "C yes"]
    assert other.table.notes == ["A yes", "B no"]
    assert other.last_step == 2


def test_history_has_a_row_for_the_beginning_and_one_for_each_turn() -> None:
    m = match(ask("A"), silent, ask("B"))
    assert [(row["turn"], row["notes"]) for row in m.history] == [(0, 0)]
    m.answer("yes").answer("no")
    assert [(row["turn"], row["notes"]) for row in m.history] == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert [row["turn"] for row in m.undo().history] == [0, 1, 2]
    assert match(ask("A"), keep=Keep(history=False)).answer("yes").history == []


def test_history_has_the_figures_asked_for_and_computes_no_others() -> None:
    for figures, row in (((), {}), (("notes",), {"notes": 1}), (("none",), {})):
        m = match(ask("A"), keep=Keep(figures=figures)).answer("yes")
        assert m.history[1:] == [{"turn": 1, "round": 0, **row}]


def test_what_is_not_kept_is_not_made() -> None:
    m = match(ask("A"), ask("B"), keep=Keep.nothing())
    m.answer("yes").answer("yes")
    assert (m.events, m.transfers, m.history) == ([], [], [])
    assert m.undo().table.notes == ["A yes"]


# --- rules that break ---------------------------------------------------------------------------


def broken(how: Any) -> Any:
    def flow(t: TinyTable) -> Flow[None]:
        yield from t.ask("B", "before", (Move("on"),), rule="X7", default="on")
        t.notes.append("half")
        t.pay("bank", "B", 5, "gift", "X7")
        t.tell("half_done", "X8")
        how(t)

    return flow


def raise_illegal(t: TinyTable) -> None:
    raise IllegalMove("rules decide before they do")


def give_too_much(t: TinyTable) -> None:
    t.pay("A", "B", 10_000, "gift", "X7")


def hold_a_set(t: TinyTable) -> None:
    t.notes.append({1, 2})


def stop_iterating(t: TinyTable) -> None:
    next(iter(()))


@pytest.mark.parametrize(
    "how", [raise_illegal, give_too_much, hold_a_set, stop_iterating, lambda t: 1 // 0]
)
@pytest.mark.parametrize("keep", [None, NO_COPIES])
def test_a_rule_that_breaks_leaves_no_trace(how: Any, keep: Keep | None) -> None:
    """Whatever escapes; also what shows only when the next segment is to begin."""
    if how is hold_a_set and keep is NO_COPIES:
        return  # nothing is copied, so nothing is refused
    m = match(ask("A"), broken(how), ask("C"), keep=keep)
    m.answer("yes")
    before = (m.digest(), m.events, m.transfers, m.history, m.step, m.to_record())
    with pytest.raises(RuleError, match=r"rules of tiny failed near X8") as error:
        m.answer("on")
    assert error.value.clause == "X8"
    assert (m.digest(), m.events, m.transfers, m.history, m.step, m.to_record()) == before
    assert m.request.name == "before" and m.table.notes == ["A yes"]
    assert m.undo().request.seat == "A"


def test_a_broken_rule_keeps_what_lies_ahead() -> None:
    fail = [False]

    def moody(t: TinyTable) -> None:
        if fail[0]:
            raise ZeroDivisionError

    m = match(ask("A"), broken(moody), ask("C"))
    m.answer("yes").answer("on").answer("no").undo(2)
    fail[0] = True
    with pytest.raises(RuleError):
        m.answer("on")
    fail[0] = False
    assert m.last_step == 3
    assert m.redo(2).is_over


def test_a_rule_that_breaks_on_the_way_back_leaves_the_match_where_it_is() -> None:
    """Rules edited while a match is open, say."""
    fail = [False]

    def moody(t: TinyTable) -> Flow[None]:
        yield from ask("B")(t)
        if fail[0]:
            raise ZeroDivisionError
        yield from ask("C")(t)

    m = match(ask("A"), moody, ask("A"))
    m.answer("yes").answer("no").answer("yes")
    before = (m.digest(), m.step, m.turn, m.events, m.history, m.last_step)
    fail[0] = True
    for verb in (m.undo, lambda: m.goto(step=2)):
        with pytest.raises(RuleError, match=r"ZeroDivisionError"):
            verb()
        assert (m.digest(), m.step, m.turn, m.events, m.history, m.last_step) == before
    assert m.goto(step=1).request.seat == "B" and m.last_step == 3
    with pytest.raises(RuleError):
        m.redo()
    assert m.step == 1 and m.last_step == 3
    fail[0] = False
    assert m.redo(2).answer("no").is_over


def test_a_rule_that_forgets_yield_from_is_named() -> None:
    def forgetful(t: TinyTable) -> Flow[None]:
        yield t.ask("A", "q", (Move("x"),), rule="X1", default="x")  # type: ignore[misc]  # meant

    with pytest.raises(RuleError, match=r"yield from"):
        match(forgetful)


def test_a_bag_that_holds_too_little_is_a_broken_rule() -> None:
    def flow(t: TinyTable) -> Flow[None]:
        yield from t.draw(("x",), purpose="pick", rule="X6", count=2)

    with pytest.raises(RuleError):
        match(flow)


def test_what_breaks_before_the_first_question_is_told_when_the_match_begins() -> None:
    with pytest.raises(RuleError, match=r"rules of tiny failed"):
        match(broken(lambda t: None), silent)  # is fine
        match(lambda t: 1 // 0)
    with pytest.raises(RuleError, match=r"ZeroDivisionError"):
        match(lambda t: 1 // 0, position={})


def test_signals_and_asides_that_break_leave_no_trace() -> None:
    def bad_aside(t: TinyTable) -> Flow[None]:
        t.notes.append("half")
        yield from ()
        raise RuntimeError

    def bad_signal(t: TinyTable) -> None:
        t.notes.append("half")
        raise RuntimeError

    m = match(ask("A"), asides=asides_of(("B", "bad", bad_aside)), signal=bad_signal)
    for verb in (lambda: m.aside("bad", seat="B"), lambda: m.signal("bell")):
        with pytest.raises(RuleError):
            verb()
        assert m.table.notes == [] and m.step == 0 and m.request.seat == "A"


def test_a_figure_that_breaks_is_a_broken_rule() -> None:
    m = match(ask("A"), ask("B"))
    m.table.notes = None  # a bug of somebody: the metric cannot count it
    with pytest.raises(RuleError):
        m.answer("yes")
    assert m.request.seat == "A"


def test_a_figure_that_breaks_later_on_locks_nothing() -> None:
    """Its place in the history is empty, and the match plays on and goes everywhere as before."""
    m = match(*[ask("A")] * 8)
    m.game.metrics = (Metric("odd", "Odd", "", "table", lambda t: 1 // (5 - t.turn)),)
    m.play("end")
    for _ in range(2):
        assert [row["odd"] for row in m.history][4:] == [1, None, -1, -1, -1]
        assert m.goto(step=2).goto(step=8).is_over
    assert len(m.goto(step=2).history) == 3


@pytest.mark.parametrize(
    "look",
    [
        Match.fork,
        Match.to_record,
        Match.record_text,
        Match.position,
        lambda m: m.goto(step=1),
    ],
)
def test_a_rule_that_breaks_when_the_past_is_played_again_is_told_as_one(look: Any) -> None:
    """Rules edited while a match is open, say."""
    fail = [False]

    def moody(t: TinyTable) -> Flow[None]:
        if fail[0]:
            raise ZeroDivisionError
        yield from ask("B")(t)

    m = match(ask("A"), moody, ask("C"), ask("D"), keep=NO_COPIES).answer("yes").answer("no")
    before = (m.digest(), m.step, m.events)
    fail[0] = True
    with pytest.raises(RuleError, match="ZeroDivisionError"):
        look(m)
    assert (m.digest(), m.step, m.events) == before
    fail[0] = False
    assert m.answer("yes").step == 3
