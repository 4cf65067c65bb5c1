"""Copies and fingerprints of states."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from classkit.engine.state import copy, digest


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
    twin = copy(state)
    twin.numbers.append(9)
    twin.nested["a"]["b"].append(9)
    assert state.numbers == [1, 2] and state.nested["a"]["b"] == [3]
    assert twin.nested["f"] is frozen and twin.shared is edition and twin.passing is None


@pytest.mark.parametrize(
    "odd",
    [{1}, frozenset({1}), 1.5, b"x", NoSlots(), object(), iter([]), lambda: 0, bytearray(), 1j],
)
def test_what_a_state_may_not_hold_is_refused(odd: Any) -> None:
    with pytest.raises(TypeError, match=r"a state may not hold a"):
        copy(State([odd], {}))
    if isinstance(odd, NoSlots):
        return  # refused by the copy, which comes first
    with pytest.raises(TypeError, match=r"a state may not hold a"):
        digest(State([odd], {}))


def test_equal_states_have_equal_digests() -> None:
    one = State([1], {"a": 1, "b": Fraction(1, 3)}, "x", "y")
    other = State([1], {"b": Fraction(2, 6), "a": 1}, "other edition", None)
    assert digest(one) == digest(other) and len(digest(one)) == 16
    for changed in (State([2], {"a": 1, "b": Fraction(1, 3)}), State([1], {"a": 1})):
        assert digest(changed) != digest(one)


def test_a_digest_is_the_same_on_every_machine() -> None:
    """A change of this figure makes records of older versions unreadable."""
    assert digest(State([1, 2], {"ä": None, "t": (True, "x")})) == DIGEST


DIGEST = "00cb743020d66b4f"
