"""Every game is held to the law of mutated records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import classkit
from classkit.engine.errors import NothingToDo, RecordError, UnknownName
from classkit.engine.events import Entry
from classkit.engine.registry import loads
from classkit.testing.record_mutation_laws import *
from tests.every_game import TESTS


@pytest.fixture
def records() -> Path:
    """The folder of golden records."""
    return TESTS / "records"


@pytest.mark.parametrize("seat", ["Q", "", "everybody", "instructor"])
def test_an_aside_by_a_seat_that_is_not_at_the_table_is_refused(seat: str, records: Path) -> None:
    record = json.loads((records / "economicon-four-bots.json").read_text(encoding="utf-8"))
    line = next(line for line in record["log"] if "aside" in line)
    line["seat"] = seat
    with pytest.raises(RecordError, match=r"does not match .* There is no seat") as refused:
        loads(json.dumps(record))
    assert refused.value.match is not None and refused.value.match.step


def test_an_aside_that_is_repeated_is_judged_as_a_new_one() -> None:
    m = classkit.new("economicon", seats=3, seed=7)
    forged = Entry("aside", "Q", "float_money", {"amount": 3})
    with pytest.raises(UnknownName):
        m.repeat(forged)
    with pytest.raises(UnknownName):
        m.aside("float_money", seat="Q", amount=3)
    m.play("end")
    for seat, error in (("Q", UnknownName), ("A", NothingToDo)):
        with pytest.raises(error):
            m.repeat(forged._replace(seat=seat))
        with pytest.raises(error):
            m.aside("float_money", seat=seat, amount=3)
