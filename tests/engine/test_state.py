"""The state: its log, its copies and its hash."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from classkit.engine.errors import LedgerError
from classkit.engine.events import ALL_SEATS, Event, EventSink, Transfer
from classkit.engine.ledger import Ledger
from classkit.engine.options import Options
from classkit.engine.state import GameState, copy_state, hash_state


@dataclass(slots=True, kw_only=True, eq=False)
class Telling(GameState):
    """A table some of whose events name their seat among the facts."""

    told_with_seat: ClassVar[frozenset[str]] = frozenset({"moved"})


@pytest.mark.parametrize(
    ("table", "name", "facts"),
    [
        (GameState, "moved", {"to": "I07"}),
        (Telling, "moved", {"to": "I07", "seat": "B"}),
        (Telling, "paid", {"to": "I07"}),
    ],
)
def test_an_event_names_its_seat_where_the_game_says_so(
    table: type[GameState], name: str, facts: dict[str, str]
) -> None:
    """Section 6 of a rules file lists the seat among the facts of some events."""
    t = table(seats=("A", "B"), options=Options({}), ledger=Ledger())
    t.tell(name, "X1", "B", to="I07")  # nobody listens
    t.journal = EventSink(events=True, transfers=False)
    t.tell(name, "X1", "B", to="I07")
    assert t.journal.events is not None
    (event,) = t.journal.events
    assert type(event) is Event and event == Event(name, facts, "X1", 0, "B", ALL_SEATS)


def test_what_is_told_and_moved_is_entered_at_once() -> None:
    """A transfer knows how many events came before it."""
    ledger = Ledger.open({"dollars": {"A": 5, "B": 0}})
    t = GameState(seats=("A", "B"), options=Options({}), ledger=ledger, journal=EventSink())
    t.tell("begun", "X1")
    t.pay("A", "B", 2, "gift", "X2")
    t.mint("dollars", 3, "A", "found", "X3")
    assert t.journal is not None
    assert t.journal.events == [Event("begun", {}, "X1", 0)]
    assert t.journal.transfers == [
        Transfer("dollars", 2, "A", "B", "gift", "X2", 0, ALL_SEATS, 1),
        Transfer("dollars", 3, "nowhere", "A", "found", "X3", 0, ALL_SEATS, 1),
    ]


def test_a_title_is_handed_over_as_one_of_it_is_moved() -> None:
    """By its holder alone; it is entered alike, whether or not events are told."""
    for told in (True, False):
        rows = []
        for hand_over in (
            lambda t: t.move_title("I07", "A", "B", "sold", "X1"),
            lambda t: t.move("I07", 1, "A", "B", "sold", "X1"),
        ):
            ledger = Ledger.open({"dollars": {"A": 5}}, titles={"I07": "A"})
            t = GameState(seats=("A", "B"), options=Options({}), ledger=ledger)
            t.journal = EventSink(events=told)
            t.tell("begun", "X1")
            hand_over(t)
            assert t.ledger.holder("I07") == "B"
            with pytest.raises(LedgerError, match="A does not hold I07, so 1 of it cannot be"):
                hand_over(t)
            assert t.journal.transfers is not None
            rows += t.journal.transfers
        assert rows == 2 * [Transfer("I07", 1, "A", "B", "sold", "X1", 0, ALL_SEATS, int(told))]
    with pytest.raises(LedgerError, match="A does not hold dollars"):
        t.move_title("dollars", "A", "B", "sold", "X1")


# --- copies and hashes ----------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class State:
    numbers: list[int]
    nested: dict[str, Any]
    shared: Any = field(default=None, metadata={"fixed": True})
    passing: Any = field(default=None, metadata={"transient": True})


@dataclass
class NoSlots:
    x: int = 0


@dataclass(frozen=True)
class Frozen:
    x: int = 0


def test_a_copy_is_independent_and_shares_what_never_changes() -> None:
    frozen, edition = Frozen(1), {"big": [1]}
    state = State([1, 2], {"a": {"b": [3]}, "f": frozen, "t": (1, 2)}, edition, object())
    twin = copy_state(state)
    twin.numbers.append(9)
    twin.nested["a"]["b"].append(9)
    assert state.numbers == [1, 2] and state.nested["a"]["b"] == [3]
    assert twin.nested["f"] is frozen and twin.shared is edition and twin.passing is None


@pytest.mark.parametrize(
    "odd",
    [{1}, frozenset({1}), 1.5, b"x", NoSlots(), object(), iter([]), lambda: 0, bytearray(), 1j],
)
def test_what_a_state_may_not_hold_is_refused(odd: Any) -> None:
    with pytest.raises(TypeError, match=r"a state must not contain a"):
        copy_state(State([odd], {}))
    if isinstance(odd, NoSlots):
        return  # refused by the copy, which comes first
    with pytest.raises(TypeError, match=r"a state must not contain a"):
        hash_state(State([odd], {}))


def test_equal_states_have_equal_digests() -> None:
    one = State([1], {"a": 1, "b": Fraction(1, 3)}, "x", "y")
    other = State([1], {"b": Fraction(2, 6), "a": 1}, "other edition", None)
    assert hash_state(one) == hash_state(other) and len(hash_state(one)) == 16
    for changed in (State([2], {"a": 1, "b": Fraction(1, 3)}), State([1], {"a": 1})):
        assert hash_state(changed) != hash_state(one)


def test_a_digest_is_the_same_on_every_machine() -> None:
    """A change of this figure makes records of older versions unreadable."""
    assert hash_state(State([1, 2], {"ä": None, "t": (True, "x")})) == DIGEST


DIGEST = "00cb743020d66b4f"


def test_a_digest_is_that_of_the_plain_state() -> None:
    """Lists, mappings and dataclasses that hold plain values alone are taken as they are."""
    assert hash_state({"A": [1, (2, "x")], 3: {"b": None}}) == hash_state(
        {"3": {"b": None}, "A": [1, [2, "x"]]}
    )
