"""Messages: of bounded length, and fit to be printed, whatever they are about."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.engine.errors import (
    MAX_SENTENCE,
    ClasskitError,
    EditionError,
    IllegalMove,
    PositionError,
    UnknownName,
    format_int,
    truncate_text,
)
from classkit.engine.fields import Amount


class Hostile:
    """Raises whatever is done to show it."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __len__ = __iter__ = __repr__  # type: ignore[assignment]


class HostileList(list[Any]):
    """A list that will not say how long it is."""

    def __len__(self) -> int:
        raise RuntimeError("no")


class Trap(type):
    """Makes classes that will not say how they are called."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]  # on purpose
        raise RuntimeError("no")


class Endless:
    """Shown, it is longer than any page."""

    def __repr__(self) -> str:
        return "x\n" * 1_000_000


class HostileText(str):
    """A text that answers every question about itself with an error."""

    def __getitem__(self, key: Any) -> str:
        raise RuntimeError("no")

    def __len__(self) -> int:
        raise RuntimeError("no")


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


ENDLESS = [
    10**5000,
    -(10**5000),
    [10**5000, {"a": (10**5000,)}],
    {10**5000: 1},
    "x" * 4_000_000,
    ["x" * 4_000_000] * 8,
    b"x" * 4_000_000,
    list(range(1_000_000)),
    nested(100_000),
    "\ud800",
    ["\ud800"],
    ValueError("\ud800" * 4_000_000),
    Hostile(),
    [Hostile()],
    HostileList([1]),
    HostileText("a"),
    Endless(),
    Trap("Trapped", (Hostile,), {})(),
    type("", (Hostile,), {})(),
    type("", (), {})(),
    float("nan"),
    object(),
]


@pytest.mark.parametrize("at", range(len(ENDLESS)))
def test_anything_can_be_quoted(at: int) -> None:
    value = ENDLESS[at]
    for limit in (10, 60, 200):
        text = truncate_text(value, limit)
        assert 0 < len(text) <= limit
        text.encode()
        assert "\n" not in text
    assert truncate_text(Hostile()) == "a Hostile"


@given(st.recursive(st.integers() | st.text() | st.floats(), st.lists))
def test_what_is_short_is_quoted_as_python_writes_it(value: Any) -> None:
    text = truncate_text(value, 10_000)
    assert len(text) <= 10_000
    if isinstance(value, (int, float)):
        assert text == repr(value) or "digits" in text


@pytest.mark.parametrize("at", range(len(ENDLESS)))
def test_messages_are_bounded_and_can_be_printed(at: int) -> None:
    value = ENDLESS[at]
    errors = [
        UnknownName("option", value, ["rounds"]),
        UnknownName("option", "x", ["\ud800" * 10_000]),
        ClasskitError("\ud800" * 1_000_000),
        IllegalMove("x" * 1_000_000),
        EditionError("e.toml", "k" * 1_000_000, f"no {truncate_text(value)}"),
        PositionError("\ud800\n" * 1_000_000, "no"),
    ]
    for error in errors:
        text = str(error)
        assert len(text) <= MAX_SENTENCE
        text.encode()
    assert str(pickle.loads(pickle.dumps(errors[2]))) == str(errors[2])


def test_numbers_that_nobody_reads_are_told_by_their_length() -> None:
    assert format_int(-1_200) == "-1,200"
    for number in (10**5000, -(10**5000)):
        told = "must be a whole number from 0 to 10, not a number of about 5,001 digits."
        assert Amount(0, 10).refuse(number) == told
    with pytest.raises(ClasskitError, match=r"seats must be .* a number of about 5,001 digits"):
        classkit.new("poleconomy", seats=10**5000)
    with pytest.raises(ClasskitError, match=r"not a number of about 5,001 digits"):
        classkit.new("poleconomy", seed=10**5000)
    with pytest.raises(EditionError, match=r"more than 20 digits"):
        classkit.new("poleconomy", edition={"index": {"start": 10**5000}})
    with pytest.raises(PositionError, match=r"more than 20 digits"):
        classkit.new("poleconomy", position={"A.cash": 10**5000})


@pytest.mark.parametrize("key", ["\x1b[2J", "\x9b2J", "a\x07", "\x7f"])
def test_a_key_of_somebody_else_steers_no_terminal(key: str) -> None:
    for named in (PositionError(key, "is not a fact."), EditionError("a.toml", key, "is missing.")):
        assert str(named).isprintable()
    for about in ({key: 1}, {"A": {key: 1}}):
        with pytest.raises(PositionError) as refused:
            classkit.new("economy", seats=3, position=about)
        assert str(refused.value).isprintable()


def test_a_key_may_be_a_number_that_python_does_not_write() -> None:
    for about in ({10**5000: 1}, {"A": {10**5000: 1}}):
        with pytest.raises(PositionError, match="more than 20 digits"):
            classkit.new("economy", seats=3, position=about)
