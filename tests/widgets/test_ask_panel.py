"""What is asked: when it still is the same question, so that a half-filled form outlasts it."""

from __future__ import annotations

import classkit
from classkit.engine.decisions import Draw, Roll, Sealed
from classkit.widgets.ask_panel import DecisionNumbers
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from tests.engine.tiny import asides_of, ask, ask_sealed, match, silent
from tests.widgets.pages import Page


def asked(page: Page) -> int:
    number: int = page.now["asked"]
    return number


def test_what_is_done_aside_is_no_other_question() -> None:
    """By another seat, and by one that asks a question of its own meanwhile."""
    m = match(ask("A"), ask("A"), asides=asides_of(("B", "note", silent), ("C", "deal", ask("C"))))
    page = Page.of(m, bots="person")
    first = asked(page)
    page.do("aside", seat="B", move="note")
    assert asked(page) == first and m.table.notes == ["silent"]
    page.do("aside", seat="C", move="deal")
    assert page.now["asks"][0]["seat"] == "C" and asked(page) != first
    page.do("answer", seat="C", move="yes")
    assert asked(page) == first
    page.do("answer", seat="A", move="yes")
    assert asked(page) not in (first, 0)


def test_of_others_only_what_they_can_do_is_shown() -> None:
    """What is barred to the deciding seat is shown with its reason; the pegged cannot float."""
    facts = {"phase": 3, "B.peg": "none", "A.reserves.gold": 30}
    m = classkit.new("economicon", seats=3, seed=1, position=facts)
    (ask,) = Page.of(m, bots="person").now["asks"]
    assert [form["name"] for form in ask["asides"]] == ["float_money"]
    assert [other["seat"] for other in ask["others"]] == ["B"]


def test_sealed_answers_of_others_are_no_other_question() -> None:
    page = Page.of(match(ask_sealed("A", "B", "C"), ask("A")), bots="person")
    first = asked(page)
    page.do("answer", seat="B", move="yes")
    page.do("withdraw", seat="B")
    page.do("answer", seat="B", move="no")
    assert asked(page) == first


def test_the_same_name_after_an_answer_is_another_question() -> None:
    facts = {"mover": "A", "prime_minister": "A", "government": ["A"], "A.votes": 9, "B.votes": 8}
    page = Page.of(
        classkit.new("poleconomy", seats=2, options={"game": 2}, position=facts), bots="person"
    )
    first = asked(page)
    assert page.now["asks"][0]["name"] == "pm_action"
    page.do("answer", seat="A", move="issue_bonds", **{"with": {"count": 1}})
    assert page.now["asks"][0]["name"] == "pm_action" and asked(page) > first


def test_a_look_at_another_branch_is_no_other_question() -> None:
    page = Page.of(match(ask("A"), ask("B")), bots="person")
    page.do("answer", seat="A", move="yes")
    first = asked(page)
    page.do("fork", name="What if")
    assert asked(page) != first
    page.do("branch", name="Main")
    assert asked(page) == first


def test_nothing_is_asked_when_the_match_is_over() -> None:
    page = Page.of(match(ask("A")), bots="person")
    page.do("answer", seat="A", move="yes")
    assert asked(page) == 0 and page.now["asks"] == []


def test_each_turn_to_trade_is_a_question_of_its_own() -> None:
    """Also where nobody else is left: a second click on Buy buys nothing more."""
    facts = {"round": 2, "phase": 7, "A.reserves.gold": 17}
    m = classkit.new("economicon", seats=2, seed=7, position=facts)
    while m.request.name == "release_goods":
        m.answer(m.request.default.move, **m.request.default.fields)
    questions, numbers = DecisionNumbers(), []
    while m.request.seat != "A":
        m.answer("pass")
    for _ in range(3):
        assert (m.request.seat, m.request.name) == ("A", "trade")
        numbers.append(questions.get_number(m))
        m.answer("buy", unit="grain", quantity=1, pay_with="gold")
        while m.request.seat != "A":
            m.answer("pass")
    assert len(set(numbers)) == 3


def test_what_is_asked_in_a_branch_is_another_question_in_every_game() -> None:
    """Whatever a rule asks, and with whatever object."""
    for game in classkit.list_games():
        m = classkit.new(game, seats=3, seed=2)
        questions, seen = DecisionNumbers(), set()
        for _ in range(60):
            if m.is_over or isinstance(m.request, Sealed):
                break
            twin = m.fork()
            assert questions.get_number(m) != questions.get_number(twin), (game, m.request)
            assert questions.get_number(m) == questions.get_number(m)
            seen.add(m.request.name)
            m.play(until="decision", bots="passive")
        assert seen


def test_the_same_request_in_another_turn_is_another_question() -> None:
    """A rule may ask for a seat's roll with one and the same object, turn after turn."""
    m = classkit.new("economy", seats=3, seed=2).play(until="turn", bots="passive")
    questions, numbers, turns = DecisionNumbers(), [], []
    while len(turns) < 8:
        if m.request.name == "roll":
            numbers.append(questions.get_number(m))
            turns.append(m.turn)
            assert questions.get_number(m) == numbers[-1]
        m.play(until="turn", bots="passive")
    assert len(set(numbers)) == len(set(turns)) == 8


def test_each_throw_by_hand_is_a_question_of_its_own() -> None:
    """Who is level throws again (E1.1): a second click on the first throw is not taken for it."""
    m = classkit.new("economy", seats=3, seed=1, luck="by_hand")
    questions, numbers = DecisionNumbers(), []
    while len(numbers) < 6:
        if isinstance(m.request, Draw):
            m.answer(list(m.request.bag[: m.request.count]))
            continue
        assert isinstance(m.request, Roll)
        numbers.append(questions.get_number(m))
        m.answer([3])
    assert len(set(numbers)) == 6


def test_a_default_is_said_with_its_unit() -> None:
    """Label: "Bid $0", as its button says it, and not the name of a field."""
    m = classkit.new(
        "opoly", seats=["Ada", "Bo", "Cy"], seed=7, options={"auction_format": "second_price"}
    )
    page = Page.of(m)
    assert page.do("look", seat="A")["data"]["default"] == "Bid $0"


def test_a_standing_bid_stands_in_place_of_the_least() -> None:
    """Once somebody has bid, the least bid of the opening is another (Q2.2)."""
    m = classkit.new("opoly", seats=["Ada", "Bo", "Cy"], seed=7)
    opening = build_state(PageView(MatchController(m)))["asks"][0]["facts"]["rows"]
    assert opening == [["Appraised value", "$60"], ["Minimum bid", "$1"]]
    m.answer("bid", amount=60)
    raised = build_state(PageView(MatchController(m)))["asks"][0]["facts"]["rows"]
    assert raised == [["Appraised value", "$60"], ["Standing bid", "$60"]]
