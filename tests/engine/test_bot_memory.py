"""Memory of bots, names of edition things, and freely named fields."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.events import Event
from classkit.engine.moves import Amount, Move, OneOf
from classkit.engine.policy import passive_policy
from classkit.engine.rulebook_text import TextFormatter, Words
from tests.toy import GAME
from tests.toy.game import Harbour, HarbourSecrecy


class Remembered(HarbourSecrecy):
    """Something that seats remember."""

    def get_memory(self, table: Any, seat: str) -> dict[str, Any]:
        return {"turn": table.turn, "seat": seat}


class Watched(Harbour):
    """The toy, with that."""

    secrecy = Remembered()


class Noting:
    """A bot that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self.memory: dict[str, Any] = {}

    def recall(self, memory: Any) -> None:
        self.memory = memory

    def __call__(self, view: Any, decision: Any) -> Any:
        self.told.append((view.seat, self.memory["seat"]))
        assert self.memory["turn"] == view.turn
        return passive_policy(view, decision)


def test_a_bot_is_reminded_before_each_decision() -> None:
    """Each seat of its own memory, also where one bot plays several seats."""
    bot = Noting()
    classkit.new(Watched(), seats=3, seed=1).play(
        until="round", bots={"A": bot, "B": bot, "C": bot}
    )
    assert {seat for seat, _ in bot.told} == set("ABC")
    assert all(seat == told for seat, told in bot.told)


def test_notes_are_looked_up_when_they_are_read() -> None:
    """A bot that reads none costs no look; one that does finds them as the table is."""
    asked: list[str] = []

    class LookedUp(Remembered):
        def get_memory(self, table: Any, seat: str) -> dict[str, Any]:
            asked.append(seat)
            return super().get_memory(table, seat)

    class Looked(Watched):
        secrecy = LookedUp()

    class Careless(Noting):
        def __call__(self, view: Any, decision: Any) -> Any:
            return passive_policy(view, decision)

    m, bot = classkit.new(Looked(), seats=2, seed=1), Careless()
    m.play(until="round", bots={"A": bot, "B": "passive"})
    assert not asked
    now = {"turn": m.turn, "seat": "A"}
    assert bot.memory == now == dict(bot.memory.items()) and repr(bot.memory) == repr(now)
    assert list(bot.memory) == list(now) and len(bot.memory) == 2 and asked


def test_a_game_remembers_nothing_by_default() -> None:
    assert GAME.secrecy.get_memory(classkit.new(GAME, seats=2, seed=1).table, "A") == {}


def test_memory_is_in_no_view() -> None:
    """It goes to the policy alone."""
    view = classkit.new(Watched(), seats=2, seed=1).view("A")
    assert not any("memory" in name or "recall" in name for name in dir(view))


def test_things_of_an_edition_have_titles() -> None:
    """Cards and the like, beside the spaces of the board."""

    class Named(Harbour):
        def thing_titles(self, table: Any) -> dict[str, str]:
            return {"motor-2": "Car plant", "sector": "Motor"}

    say = classkit.new(Named(), seats=2, seed=1).say()
    assert say.unit("motor-2") == "Car plant" and say.reason("sector") == "Motor"
    assert say.part_label("sector") == "Motor" and say.part_label("other") == "Other"


def test_accounts_of_a_kind() -> None:
    """Accounts such as "points:A" get the words of their kind and the name of seat or space."""
    words = Words(accounts={"points:": "{}'s points", "space:": "space {}", "bank": "the Bank"})
    say = TextFormatter({"A": "Ada"}, {"c5": "C 5"}, words)
    assert say.account("points:A") == "Ada's points" and say.account("points:B") == "B's points"
    assert say.account("space:c5") == "space C 5"
    assert say.account("bank") == "the Bank" and say.account("box:A") == "box:A"


def test_a_field_may_be_called_space() -> None:
    """And a move may still point at a space of the board."""
    move = Move("place", card=OneOf(("x",)), space=OneOf(("a1", "a2")))
    assert list(move.fields) == ["card", "space"] and move.space == ""
    assert move.refusal({"card": "x", "space": "a1"}) is None
    assert move.refusal({"card": "x"}) == "space is missing."
    assert Move("go", space="a1", amount=Amount(1, 2)).space == "a1"


def test_ways_are_worked_out_when_a_page_asks() -> None:
    """Not before: bots do without."""
    asked = []

    def ways() -> dict[str, tuple[str, ...]]:
        asked.append(1)
        return {"b2": ("a2", "b2")}

    field = OneOf(("b2",), of="space", ways=ways)
    assert field.refuse("b2") is None and field.suggest() == ["b2"] and asked == []
    assert field.form_schema()["ways"] == {"b2": "a2 b2"} and asked == [1]


def test_a_sentence_may_be_written_as_text() -> None:
    """Each fact is said as the text asks; what it does not ask stands as it is."""
    words = Words(
        events={"paid": "{payer:seat} pays {amount:money} at {at:space} ({part:.0%} of {of})."},
        units={"bond": ("bond", "bonds")},
    )
    say = TextFormatter({"A": "Ada {B}"}, {"I07": "I.P. Sharp"}, words)
    facts = {"payer": "A", "amount": 1_200, "at": "I07", "part": 0.5, "of": "{amount:money}"}
    event = Event("paid", facts, "X1", 1, "A")
    assert say.event_sentence(event) == "Ada {B} pays $1,200 at I.P. Sharp (50% of {amount:money})."
