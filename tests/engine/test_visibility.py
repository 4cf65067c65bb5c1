"""Sealed and private answers: what a seat may know of other answers."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Aside, Decision, Flow
from classkit.engine.errors import UnknownName
from classkit.engine.events import EVERYBODY, HIDDEN, INSTRUCTOR, Entry
from classkit.engine.moves import Amount, Move
from classkit.engine.registry import loads
from classkit.engine.serialization import format_record
from classkit.engine.views import read_viewer
from classkit.engine.visibility import Secrecy
from tests.toy import GAME

from .tiny import Tiny, TinyTable


def bids(t: TinyTable) -> Flow[None]:
    """A sealed bid by all, then a private question to A, then an open one to B."""
    bid = [Move("bid", amount=Amount(0, 9))]
    yield from t.ask_all(Decision(seat, "bid", bid, "X1", "bid") for seat in t.seats)
    hand = [Move("put", card=Amount(1, 5))]
    yield from t.ask("A", "put", hand, rule="X2", default="put", private=True)
    yield from t.ask("B", "end", [Move("yes")], rule="X3", default="yes")


def known(m: classkit.Match, seat: str | None) -> list[tuple[str | None, str, object]]:
    """What a seat knows of the answers."""
    return [(entry.seat, entry.name, entry.value) for entry in m.view(seat).answers]


def test_of_what_others_sealed_nothing_is_listed_before_the_last_is_in() -> None:
    m = classkit.new(Tiny(bids), seats=2, seed=1)
    m.answer("bid", amount=4, seat="A")
    assert known(m, "A") == known(m, INSTRUCTOR) == [("A", "bid", {"amount": 4})]
    assert known(m, "B") == known(m, None) == []
    m.withdraw("A").answer("bid", amount=5, seat="A")
    assert known(m, "B") == []
    m.answer("bid", amount=6, seat="B")
    assert known(m, "B") == [("A", HIDDEN, {}), ("B", "bid", {"amount": 6})]
    assert known(m, INSTRUCTOR) == [("A", "bid", {"amount": 5}), ("B", "bid", {"amount": 6})]


def test_sealed_answers_that_the_rules_do_not_open_stay_secret() -> None:
    """A second round of sealed bids begins while those of the first are still closed."""

    def in_two_rounds(t: TinyTable) -> Flow[None]:
        bid = [Move("bid", amount=Amount(0, 9))]
        for unopened in ((), t.seats):
            yield from t.ask_all((Decision(seat, "bid", bid, "X1", "bid") for seat in t.seats),
                                 unopened)  # fmt: skip
        yield from t.ask("B", "end", [Move("yes")], rule="X3", default="yes")

    m = classkit.new(Tiny(in_two_rounds), seats=2, seed=1)
    m.answer("bid", amount=4, seat="A").answer("bid", amount=5, seat="B")
    assert known(m, "A") == [("A", "bid", {"amount": 4})]
    assert known(m, "B") == [("B", "bid", {"amount": 5})]
    assert known(m, None) == []
    m.answer("bid", amount=6, seat="A").answer("bid", amount=7, seat="B")
    for seat in (*m.seats, None):
        shown = [("A", 4), ("B", 5), ("A", 6), ("B", 7)]
        assert known(m, seat) == [
            (who, "bid", {"amount": bid}) if who == seat else (who, HIDDEN, {})
            for who, bid in shown
        ], seat
    assert [entry.value["amount"] for entry in m.view(INSTRUCTOR).answers] == [4, 5, 6, 7]


@pytest.mark.parametrize("game", [GAME, "poleconomy"])
def test_of_secret_answers_others_see_only_that_they_were_given(game: Any) -> None:
    """In games whose sealed answers stay secret; one's own answers one sees as they were."""
    m = classkit.new(game, seats=3, seed=3)
    while not m.is_over and m.turn < 12:
        m.play(until="turn", bots="random")
    hidden = 0
    for seat in (*m.seats, None):
        for number, shown in m.view(seat).numbered_answers.items():
            entry = m.answers[number - 1]
            if entry.secret and entry.seat != seat:
                assert (shown.seat, shown.name, shown.value) == (entry.seat, HIDDEN, {})
                hidden += 1
            else:
                assert shown == entry
    assert hidden > 10


def test_a_private_answer_is_known_to_its_seat_alone() -> None:
    m = classkit.new(Tiny(bids), seats=2, seed=1)
    m.answer("bid", amount=1, seat="A").answer("bid", amount=2, seat="B")
    assert isinstance(m.request, Decision) and m.request.private
    m.answer("put", card=3)
    assert not m.request.private  # type: ignore[union-attr]  # B is asked
    assert known(m, "A")[-1] == known(m, INSTRUCTOR)[-1] == ("A", "put", {"card": 3})
    assert known(m, "B")[-1] == known(m, None)[-1] == ("A", HIDDEN, {})
    m.answer("yes")
    assert known(m, "A")[-1] == known(m, None)[-1] == ("B", "yes", {})


def test_what_was_secret_is_known_again_after_undo_and_from_a_record() -> None:
    """A record says nothing of secrecy: the rules say it anew (`Entry.secret`)."""
    m = classkit.new(GAME, seats=2, seed=3).play(until="round").play(until="round")
    secret = [entry.secret for entry in m.answers]
    assert True in secret and False in secret
    assert '"secret"' not in format_record(m.to_record())
    again = loads(format_record(m.to_record()), game=GAME)
    assert [entry.secret for entry in again.answers] == secret
    assert again.view("A").answers == m.view("A").answers
    assert [entry.secret for entry in m.goto(step=0).goto(step=m.last_step).answers] == secret


def test_a_private_aside_is_recorded_in_secret() -> None:
    def whispering(t: TinyTable, seat: str) -> Flow[None]:
        yield from ()

    class Asking(Tiny):
        def asides(self, table: TinyTable, decision: Decision) -> list[Aside]:
            move = Move("whisper")
            return [Aside("B", move, lambda: whispering(table, "B"), "X4", private=True)]

    def turn(t: TinyTable) -> Flow[None]:
        yield from t.ask("A", "end", [Move("yes")], rule="X3", default="yes")

    m = classkit.new(Asking(turn), seats=2, seed=1).aside("whisper", seat="B")
    assert known(m, "B") == [("B", "whisper", {})]
    assert known(m, "A") == [("B", HIDDEN, {})]


def test_a_game_may_mask_answers_by_a_rule_of_its_own() -> None:
    class Hiding(Secrecy[TinyTable]):
        def redact_answer(self, entry: Entry, table: TinyTable, seat: str | None) -> Entry | None:
            return None if entry.name == "yes" else entry

    class Telling(Tiny):
        secrecy = Hiding()

    m = classkit.new(Telling(bids), seats=2, seed=1)
    m.answer("bid", amount=1, seat="A").answer("bid", amount=2, seat="B")
    m.answer("put", card=3).answer("yes")
    assert [name for _, name, _ in known(m, None)] == ["bid", "bid", "put"]


@pytest.mark.parametrize(
    ("words", "who"),
    [("A", "A"), (EVERYBODY, None), (None, None), (INSTRUCTOR, INSTRUCTOR)],
)
def test_who_looks_is_named_by_a_word(words: str | None, who: str | None) -> None:
    assert read_viewer(words, ("A", "B")) == who


def test_nobody_looks_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'everybody'"):
        read_viewer("everyone", ("A", "B"))
    with pytest.raises(UnknownName, match=r"Choose from: A, B, everybody, instructor"):
        read_viewer("C", ("A", "B"))


def test_a_game_has_secrets_if_it_masks_unless_it_says_otherwise() -> None:
    class Nothing(Secrecy[TinyTable]):
        def redact_event(self, event: object, table: TinyTable, seat: str | None) -> None:
            return None

    class Masking(Tiny):
        secrecy = Nothing()

    plain, masking = Tiny(bids), Masking(bids)
    table = classkit.new(plain, seats=2, seed=1).table
    assert not plain.has_secrets(table)
    assert masking.has_secrets(table)
    assert GAME.has_secrets(classkit.new(GAME, seats=2).table)
    assert not GAME.has_secrets(classkit.new(GAME, seats=2, options={"open_hands": True}).table)
