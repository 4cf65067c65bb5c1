"""What the page of one seat shows: its own question and belongings, and nothing of others."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Decision, Sealed
from classkit.engine.match import Match
from classkit.engine.question_brief import describe_belongings
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.seat_page import build_own_data
from classkit.widgets.wire_types import OwnData
from tests.engine.tiny import Tiny

GAMES = ("economicon", "economy", "opoly", "poleconomy")


def own(match: Match, seat: str, shows_usual: bool = True) -> OwnData:
    view = PageView(MatchController(match), seat)
    return build_own_data(view, seat, shows_usual=shows_usual)


def play_to(game: str, decision: str, **settings: Any) -> Match:
    """Play a match of bots to a decision."""
    match = classkit.new(game, seats=4, seed=39, **settings)
    bots = match.game.default_bots(match.seats)
    for _ in range(2_000):
        asked = match.requests()
        if asked and asked[0].name == decision:
            return match
        match.play("decision", bots)
    raise AssertionError(f"nobody is asked {decision}")


def test_a_square_for_sale_is_told_with_price_profit_and_what_is_usual() -> None:
    match = play_to("poleconomy", "buy_square")
    asked = match.requests()[0]
    square, price = asked.about["square"], asked.about["price"]
    shown = own(match, asked.seat)
    assert (shown["space"], shown["question"]) == (square, f"Buy {match.say().space(square)}?")
    assert shown["facts"][0] == ("Price today", match.say().money(price))
    assert [label for label, _ in shown["usual"]][-1] == "Its price, usual in 10 turns"
    assert shown["costs"] == {"yes": {"amount": price, "words": "After buying you keep"}}
    scale = shown["scale"]
    assert scale and [cell[0] for cell in scale["cells"] if cell[2]] == [str(match.table.number)]
    assert shown["belongings"]["amount"] == match.table.cash(asked.seat)


def test_the_teacher_can_hide_what_is_usual() -> None:
    match = play_to("poleconomy", "buy_square")
    seat = match.requests()[0].seat
    assert own(match, seat)["usual"] and not own(match, seat, shows_usual=False)["usual"]


@pytest.mark.parametrize(("game", "decision"), [("opoly", "bid_english"), ("economicon", "trade"),
                                                ("economy", "choose_destination")])  # fmt: skip
def test_other_games_declare_their_questions_too(game: str, decision: str) -> None:
    match = play_to(game, decision)
    shown = own(match, match.requests()[0].seat)
    assert shown["facts"] or shown["scale"]
    assert shown["usual"]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_told_nothing_of_what_others_are_asked(game: str) -> None:
    """Neither the facts of their questions nor what they hold in hand."""
    match = classkit.new(game, seats=3, seed=5)
    bots = match.game.default_bots(match.seats)
    for _ in range(60):
        asked = {decision.seat for decision in match.requests()}
        for seat in set(match.seats) - asked:
            shown = own(match, seat)
            assert not any(shown[key] for key in ("space", "facts", "costs", "usual", "scale"))
        for seat in asked:
            assert len(own(match, seat)["facts"]) <= 4
        if match.is_over:
            return
        match.play("decision", bots)


def test_a_sealed_answer_is_told_to_its_seat_alone_until_it_is_opened() -> None:
    match = play_to("poleconomy", "bid")
    assert isinstance(match.request, Sealed)
    first, second = list(match.request.decisions)[:2]
    match.answer("bid", seat=first, amount=0)
    assert own(match, first)["sent"] == "Bid $0"
    assert not own(match, first)["sent_by_bot"]
    assert own(match, second)["sent"] == ""
    MatchController(match).bot_answers_once(second, "passive")
    assert own(match, second)["sent"] and own(match, second)["sent_by_bot"]


def test_a_game_without_declarations_has_its_piece_and_what_the_ledger_says() -> None:
    def ask(t: Any) -> Any:
        yield from t.ask("A", "go", [classkit.Move("go")], rule="X1", default="go")

    match = classkit.new(Tiny(ask), seats=2, seed=1)
    assert isinstance(match.request, Decision)
    shown = own(match, "A")
    assert (shown["space"], shown["facts"], shown["usual"]) == ("", [], [])
    held = describe_belongings(match.table, "A", match.say())
    assert shown["belongings"]["things"] == list(held.things)
