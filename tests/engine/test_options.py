"""Options: typed, with defaults, checked by name."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.errors import OptionError, UnknownName
from classkit.engine.fields import Amount, Flag, OneOf, Rising
from classkit.engine.options import AnySeat, Option, Options, read_options

ROUNDS = Option("rounds", "auto", "X1", "", Amount(10, 100, 10, also=("auto", 0)))
COLOUR = Option("colour", "red", "X2", "", OneOf(("red", "blue")))
FREE = Option("free", 0, "X3", "", Amount(-9, 9))
SEAT = Option("first", "A", "X4", "", AnySeat())
FLAG = Option("flag", False, "X5", "", Flag())


@pytest.mark.parametrize(
    ("option", "value"),
    [(ROUNDS, 10), (ROUNDS, "auto"), (ROUNDS, 0), (COLOUR, "blue"), (FREE, -5), (SEAT, "B")],
)  # fmt: skip
def test_what_is_allowed_is_read(option: Option, value: Any) -> None:
    assert option.read(value, ("A", "B")) == value


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        (
            ROUNDS,
            15,
            "must be a whole number from 10 to 100 in steps of 10, or 'auto', or 0, not 15 .X1.",
        ),
        (ROUNDS, False, "not False"),
        (ROUNDS, "0", "not '0'"),
        (ROUNDS, 10.0, "not 10.0"),
        (COLOUR, "green", "must be one of red, blue, not 'green'"),
        (COLOUR, None, "not None"),
        (FREE, "x", "must be a whole number"),
        (SEAT, "C", "must be one of A, B, not 'C'"),
        (FLAG, 1, "must be true or false, not 1"),
        (FLAG, "yes", "must be true or false"),
        (COLOUR, "x" * 10_000, "…"),
        (COLOUR, [], "not"),
    ],
)
def test_what_is_not_allowed_is_named_with_the_clause(
    option: Option, value: Any, words: str
) -> None:
    with pytest.raises(OptionError, match=words) as refusal:
        option.read(value, ("A", "B"))
    assert option.clause in str(refusal.value) and len(str(refusal.value)) < 200


def test_options_are_read_by_name_with_defaults() -> None:
    options = read_options((ROUNDS, FLAG), {"flag": True}, ("A",))
    assert options.flag is True and options.rounds == "auto" and dict(options)["rounds"] == "auto"
    with pytest.raises(UnknownName, match=r"no option 'round'. Did you mean 'rounds'"):
        read_options((ROUNDS,), {"round": 10}, ("A",))


def test_options_never_change() -> None:
    options = Options({"flag": True})
    for change in (lambda: setattr(options, "flag", False), lambda: setattr(options, "new", 1)):
        with pytest.raises(AttributeError):
            change()
    with pytest.raises(TypeError):
        options["flag"] = False  # type: ignore[index]  # meant
    with pytest.raises(AttributeError, match=r"unknown option 'flg'"):
        options.flg  # noqa: B018  # reading it is the test


def test_numbers_are_a_list_of_their_own() -> None:
    """From a list, a tuple or a text; refused with an example of what is meant."""
    when = Option("when", "auto", "X1", "", Rising(1, 10, also={"auto": "As it comes"}))
    given = [2, 5]
    read = when.read(given)
    assert read == [2, 5] and read is not given
    assert when.read("2, 5") == when.read((2, 5)) == [2, 5]
    assert when.read("auto") == "auto" and when.read("") == when.read([]) == []
    for wrong in (
        [5, 2],
        [2, 2],
        [0],
        [11],
        [True],
        [2.0],
        "2; 5",
        "²",
        5,
        None,
        [[2]],
        "1," * 500,
    ):
        with pytest.raises(OptionError, match=r"ascending order.*\(X1\)"):
            when.read(wrong)


def test_an_option_may_be_called_like_a_method_of_mappings() -> None:
    options = Options({"items": 3, "flag": True})
    assert options["items"] == 3 and dict(options.items()) == {"items": 3, "flag": True}
