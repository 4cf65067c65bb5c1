"""Whether an answer was forced: one move, whose fields leave no choice."""

from __future__ import annotations

import pytest

from classkit.engine.decisions import Decision
from classkit.engine.fields import Amount, Field, OneOf
from classkit.engine.moves import Move
from classkit.frames.decision_replay import is_forced


@pytest.mark.parametrize(
    ("field", "forced"),
    [
        (Amount(3, 3), True),
        (Amount(3, 4), False),
        (Amount(10, 19, 10), True),
        (Amount(10, 20, 10), False),
        (Amount(3, 3, also=(0,)), False),
        (Amount(1, 0, also=(0,)), True),
        (Amount(1, 0, also=(0, "all")), False),
        (Amount(1, 0), False),
        (OneOf(["north"]), True),
        (OneOf(["north", "south"]), False),
    ],
)
def test_a_field_leaves_no_choice_if_one_value_fits(field: Field, forced: bool) -> None:
    """Numbers of the range count, and what is allowed besides: 3 or 0 is a choice."""
    move = Move("pay", amount=field)
    assert is_forced(Decision("A", "due", [move], "T1", "pay")) is forced


def test_of_several_moves_each_is_a_choice() -> None:
    both = [Move("pass"), Move("pay", amount=Amount(3, 3))]
    assert not is_forced(Decision("A", "due", both, "T1", "pass"))
