"""Play: asides, sealed answers, signals and random outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.decisions import Aside, Decision, Draw, Flow, Roll, Sealed
from classkit.engine.errors import ClasskitError, IllegalMove, LuckError, NothingToDo, UnknownName
from classkit.engine.moves import Amount, Move

from .tiny import TinyTable, asides_of, ask, ask_sealed, match, silent, throw

# --- asides -------------------------------------------------------------------------------------


def test_an_aside_is_carried_out_and_the_decision_still_waits() -> None:
    m = match(ask("A"), asides=asides_of(("B", "note", silent)))
    waiting = m.request
    m.aside("note", seat="B")
    assert m.request is waiting
    assert m.table.notes == ["silent"]
    assert m.answer("yes").table.notes == ["silent", "A yes"]


def test_asides_nest_in_the_decisions_of_asides() -> None:
    """An aside may ask; while that waits, others may act aside again, three deep."""
    m = match(ask("A"), asides=asides_of(("B", "deeper", ask("B")), ("C", "deepest", ask("C"))))
    m.aside("deeper", seat="B").aside("deepest", seat="C").aside("deeper", seat="B")
    assert m.request.seat == "B"
    m.answer("yes").answer("no").answer("yes")
    assert m.table.notes == ["B yes", "C no", "B yes"]
    assert m.request.seat == "A"
    moments = [m.fork().goto(step=step).request.seat for step in range(7)]
    assert moments == ["A", "B", "C", "B", "C", "B", "A"]
    m.undo(3)
    assert m.request.seat == "B" and m.table.notes == []
    assert m.redo(3).table.notes == ["B yes", "C no", "B yes"]


def test_moves_are_computed_again_after_an_aside() -> None:
    """A purchase that has just become affordable is offered; a default may change too."""

    def shop(t: TinyTable) -> Flow[None]:
        def moves() -> list[Move]:
            poor = "" if t.cash("A") >= 15 else "A has too little (X5)."
            return [Move("buy", barred=poor), Move("leave")]

        def default() -> str:
            return "buy" if t.cash("A") >= 15 else "leave"

        answer = yield from t.ask("A", "shop", moves, rule="X5", default=default)
        t.notes.append(answer.move)

    def cash_in(t: TinyTable) -> Flow[None]:
        t.pay("bank", "A", 5, "interest", "X4")
        yield from ()

    m = match(shop, asides=asides_of(("A", "cash_in", cash_in)))
    with pytest.raises(IllegalMove, match=r"(?m)^A has too little \(X5\)\.$"):
        m.answer("buy")
    assert m.request.default.move == "leave"
    assert [move.name for move in m.aside("cash_in").legal_moves()] == ["buy", "leave"]
    assert m.request.default.move == "buy"
    assert [move.name for move in m.undo().legal_moves()] == ["leave"]


def test_an_aside_that_is_not_open_says_what_is() -> None:
    m = match(ask("A"), ask_sealed("A", "B"), asides=asides_of(("B", "note", silent)))
    with pytest.raises(IllegalMove, match=r"(?m)B cannot do dance now. Possible: note \(X1\)\.$"):
        m.aside("dance", seat="B")
    with pytest.raises(IllegalMove, match=r"A cannot do note now"):
        m.aside("note")
    with pytest.raises(ClasskitError, match=r"no seat 'Q'"):
        m.aside("note", seat="Q")
    with pytest.raises(ClasskitError, match=r"name of an aside must not be empty\.$"):
        m.aside("")
    m.answer("yes")
    assert m.asides() == []
    with pytest.raises(IllegalMove, match=r"Name the seat"):
        m.aside("note")
    with pytest.raises(IllegalMove):
        m.aside("note", seat="B")
    m.answer("yes", seat="A").answer("yes", seat="B")
    with pytest.raises(NothingToDo, match=r"The match is over"):
        m.aside("note", seat="B")


@pytest.mark.parametrize("odd", [object(), b"x", {1}, 2.5, None, [object()]])
def test_an_aside_with_nonsense_is_refused_like_any_answer(odd: Any) -> None:
    def listed(t: TinyTable, decision: Decision) -> list[Aside]:
        return [Aside("A", Move("give", n=Amount(1, 9)), lambda n: silent(t), "X4")]

    m = match(ask("A"), asides=listed)
    with pytest.raises(IllegalMove, match=r"\(X4\)\.$"):
        m.aside("give", n=odd)
    assert m.aside("give", n=3).step == 1


def test_an_aside_may_end_the_match_at_once() -> None:
    def stop(t: TinyTable) -> Flow[None]:
        yield from ()
        t.ending = "stopped"

    m = match(ask("A"), ask("B"), asides=asides_of(("C", "stop", stop)))
    assert m.aside("stop", seat="C").is_over
    assert m.ending == "stopped"
    assert m.undo().request.seat == "A"
    assert m.redo().is_over and m.ending == "stopped"


def test_an_aside_may_throw_dice() -> None:
    m = match(ask("A"), asides=asides_of(("B", "gamble", throw(dice=1, seat="B"))), luck=[4])
    assert m.aside("gamble", seat="B").table.notes == [(4,)]
    assert m.undo().redo().table.notes == [(4,)]


# --- sealed -------------------------------------------------------------------------------------


def test_sealed_answers_come_in_any_order_and_open_together() -> None:
    m = match(ask_sealed("A", "B", "C"))
    m.answer("yes", seat="C").answer("no", seat="A")
    assert m.answered_seats == ("C", "A") and [d.seat for d in m.requests()] == ["B"]
    assert m.table.notes == []
    m.answer("yes")  # one is left, so the seat need not be said
    assert m.table.notes == [["A no", "B yes", "C yes"]], "in the order asked"


def test_a_sealed_answer_may_be_withdrawn_until_the_last_is_in() -> None:
    m = match(ask_sealed("A", "B"), ask("A"))
    m.answer("yes", seat="A").withdraw("A").answer("no", seat="A")
    with pytest.raises(IllegalMove, match=r"A has already answered. Withdraw the answer first"):
        m.answer("yes", seat="A")
    with pytest.raises(IllegalMove, match=r"B has no sealed answer"):
        m.withdraw("B")
    m.answer("yes", seat="B")
    assert m.table.notes == [["A no", "B yes"]]
    with pytest.raises(IllegalMove, match=r"A has no sealed answer"):
        m.withdraw("A")
    assert m.undo().answered_seats == ("A",)
    assert m.undo(2).answered_seats == ("A",), "as before the withdrawal"
    assert m.undo().answered_seats == ()


def test_where_several_are_asked_the_seat_must_be_said() -> None:
    m = match(ask_sealed("B", "C"))
    with pytest.raises(
        IllegalMove, match=r'Several seats must decide .B, C.. Name one, as in seat="B"'
    ):
        m.answer("yes")
    with pytest.raises(
        IllegalMove, match=r"(?m)^A has nothing to decide .*, but B, C do \(X2\)\.$"
    ):
        m.answer("yes", seat="A")


def test_partly_answered_sealed_decisions_survive_undo_fork_and_goto() -> None:
    m = match(ask("A"), ask_sealed("A", "B", "C"), ask("B"))
    m.answer("yes").answer("yes", seat="B")
    other = m.fork()
    assert other.answered_seats == ("B",)
    other.answer("no", seat="A").answer("no", seat="C")
    assert other.request.seat == "B" and m.answered_seats == ("B",)
    assert other.goto(step=2).answered_seats == ("B",)


def test_nobody_asked_is_nobody_waited_for() -> None:
    m = match(ask_sealed(), ask("A"))
    assert m.table.notes == [[]] and m.request.seat == "A"


# --- signals ------------------------------------------------------------------------------------


def test_a_signal_is_an_entry_that_can_be_undone() -> None:
    m = match(ask("A"), ask_sealed("A", "B"))
    m.signal("bell")
    assert m.table.notes == ["bell"] and m.request.seat == "A"
    assert m.undo().table.notes == [] and m.redo().table.notes == ["bell"]
    m.answer("yes").answer("no", seat="B").signal("bell")
    assert m.answered_seats == ("B",), "sealed answers stay in"
    with pytest.raises(ClasskitError, match=r"There is no signal 'gong'. .*bell"):
        m.signal("gong")


def test_moves_are_computed_again_after_a_signal() -> None:
    def flow(t: TinyTable) -> Flow[None]:
        def moves() -> list[Move]:
            return [Move("late" if "bell" in t.notes else "early")]

        asked = [Decision(seat, "when", moves, "X2", "early") for seat in ("A", "B")]
        yield from t.ask_all(asked)

    m = match(flow)
    assert m.legal_moves("A")[0].name == "early"
    assert m.signal("bell").legal_moves("A")[0].name == "late"


def test_a_signal_may_end_the_match() -> None:
    def stop(t: TinyTable) -> None:
        t.ending = "bell"

    m = match(ask_sealed("A", "B"), ask("B"), signal=stop)
    m.answer("yes", seat="A").signal("bell")
    assert m.is_over and m.ending == "bell"
    with pytest.raises(NothingToDo):
        m.signal("bell")
    assert m.undo().answered_seats == ("A",)


# --- random outcomes ------------------------------------------------------------------------------


def test_luck_by_hand_is_typed_in() -> None:
    m = match(throw(), ask("A"), throw(dice=1), luck="by_hand")
    assert isinstance(m.request, Roll)
    assert m.legal_moves()[0].name == "roll"
    for wrong in ([3], [3, 7], [0, 1], "34", [3, 4, 5], [True, 2]):
        with pytest.raises(IllegalMove):
            m.answer("roll", dice=wrong)
    with pytest.raises(IllegalMove, match=r"Roll the dice first: .* 2 numbers from 1 to 6"):
        m.answer("yes")
    with pytest.raises(UnknownName, match="no seat 'Zed'"):
        m.answer([3, 4], seat="Zed")
    with pytest.raises(IllegalMove, match=r"B cannot decide yet: the roll of 2 dice .* first"):
        m.answer([3, 4], seat="B")
    m.answer("roll", dice=[3, 4], seat="A").answer("yes").answer([5])
    assert m.table.notes == [(3, 4), "A yes", (5,)] and m.is_over
    assert isinstance(m.undo().request, Roll)
    assert isinstance(m.goto(step=0).request, Roll)
    assert m.redo().request.seat == "A"
    assert m.goto(step=3).table.notes == [(3, 4), "A yes", (5,)]


def test_another_throw_by_hand_replaces_what_lay_ahead() -> None:
    m = match(throw(), ask("A"), luck="by_hand")
    m.answer([3, 4]).answer("yes").goto(step=0).answer([1, 1])
    assert m.table.notes == [(1, 1)] and m.last_step == 1


def draw_two(t: TinyTable) -> Flow[None]:
    drawn = yield from t.draw(("x", "y", "y"), purpose="pick", rule="X6", count=2, seat="A")
    t.notes.append(drawn)


def test_draws_by_hand_take_what_is_left_in_the_bag() -> None:
    m = match(draw_two, luck="by_hand")
    assert isinstance(m.request, Draw)
    with pytest.raises(IllegalMove, match=r"'x' is not in the bag \(X6\)\."):
        m.answer("draw", items=["x", "x"])
    with pytest.raises(IllegalMove):
        m.answer("draw", items=["z", "y"])
    with pytest.raises(IllegalMove):
        m.answer("draw", items=["x"])
    assert m.answer("draw", items=["y", "y"]).table.notes == [("y", "y")]


def test_a_script_that_runs_short_names_the_request_and_the_match_stands() -> None:
    m = match(throw(), ask("A"), throw(dice=1), ask("B"), luck=[(3, 4)])
    before = m.digest()
    with pytest.raises(
        LuckError, match=r"the script has only 1 outcome, but the roll of 1 die .* needs another"
    ):
        m.answer("yes")
    assert m.digest() == before and m.request.seat == "A" and m.step == 0
    assert m.events == []


def test_a_script_that_does_not_fit_names_the_request() -> None:
    with pytest.raises(LuckError, match=r"outcome 1 of the script.*the roll of 2 dice .*X3"):
        match(throw(), luck=["I07"])
    with pytest.raises(LuckError, match=r"from 1 to 6, not 7"):
        match(throw(), luck=[(7, 1)])
    with pytest.raises(LuckError, match=r"is not in the bag"):
        match(draw_two, luck=[("q", "x")])


@pytest.mark.parametrize("script", ["34", 5, b"ab", {"a": 1}, [2.5], [object()], [[["x"]]]])
def test_what_is_no_script_is_refused(script: Any) -> None:
    with pytest.raises(ClasskitError, match=r"script|luck"):
        match(throw(), luck=script)


def test_a_script_may_be_any_iterable_and_is_kept_for_the_record() -> None:
    m = match(throw(), ask("A"), luck=iter([(3, 4)]))
    assert m.to_record()["luck"] == [[3, 4]]


def test_a_positions_luck_comes_before_the_script() -> None:
    position = {"played": 0, "luck": [[1, 2]]}
    m = match(throw(), throw(), ask("A"), position=position, luck=[(5, 6)])
    assert m.table.notes == [(1, 2), (5, 6)]


def test_a_positions_luck_comes_before_the_room_throws() -> None:
    position = {"luck": [[1, 2]]}
    m = match(throw(), ask("A"), throw(), ask("B"), position=position, luck="by_hand")
    assert m.request.seat == "A" and m.step == 0, "what a position brings is no step"
    m.answer("yes").answer([6, 6])
    assert m.goto(step=1).request.purpose == "move"
    assert m.goto(step=0).table.notes == [(1, 2)]


def test_amounts_are_read_as_they_are_typed() -> None:
    def flow(t: TinyTable) -> Flow[None]:
        bid = Move("bid", amount=Amount(10, 50, 10))
        answer = yield from t.ask("A", "bid", (bid,), rule="X1", default="bid")
        t.notes.append(answer.fields["amount"])

    assert match(flow).answer(30).table.notes == [30]
    with pytest.raises(IllegalMove, match=r"from 10 to 50 in steps of 10, not 35.*X1"):
        match(flow).answer(35)
    with pytest.raises(IllegalMove, match=r"amount is missing"):
        match(flow).answer("bid")
    assert isinstance(match(ask_sealed("A", "B")).request, Sealed)
