"""What may be typed on a page is what the kernel takes: their limits are equal."""

from __future__ import annotations

import re

from classkit.classroom.poll_model import MAX_NUMBER_LENGTH, MAX_QUESTION_LENGTH
from classkit.engine.events import MAX_NAME_LENGTH
from classkit.engine.serialization import MAX_BYTES
from classkit.widgets.asset_loader import PAGE_FOLDER
from classkit.widgets.match_clock import MAX_MINUTES
from classkit.widgets.predictions import MAX_TIME

LIMITS = {
    "LONGEST_NAME": MAX_NAME_LENGTH,
    "MOST_MINUTES": MAX_MINUTES,
    "LONGEST_QUESTION": MAX_QUESTION_LENGTH,
    "LONGEST_NUMBER": MAX_NUMBER_LENGTH,
    "LARGEST_RECORD": MAX_BYTES,
    "LATEST": MAX_TIME,
}
STATED = re.compile(r"^export const (\w+) = ([\d_]+);$", re.MULTILINE)


def test_the_limits_of_the_page_are_those_of_the_kernel() -> None:
    stated = STATED.findall((PAGE_FOLDER / "basics" / "limits.js").read_text("utf-8"))
    assert {name: int(number) for name, number in stated} == LIMITS


def test_no_field_of_the_page_states_its_own_length() -> None:
    """A number of its own would stay as it is when the limit changes."""
    own = re.compile(r"maxlength=[\"'{$]*\d")
    found = [
        module.name for module in PAGE_FOLDER.rglob("*.js") if own.search(module.read_text("utf-8"))
    ]
    assert found == []
