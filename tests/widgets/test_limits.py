"""What may be typed on a page is what the kernel takes: their limits are equal."""

from __future__ import annotations

import re

from classkit.classroom.questions import LONGEST_NUMBER, LONGEST_QUESTION
from classkit.engine.log import LONGEST_NAME
from classkit.engine.record import MAX_BYTES
from classkit.widgets.clock import MOST_MINUTES
from classkit.widgets.expected import LATEST
from classkit.widgets.loader import MODULES

LIMITS = {
    "LONGEST_NAME": LONGEST_NAME,
    "MOST_MINUTES": MOST_MINUTES,
    "LONGEST_QUESTION": LONGEST_QUESTION,
    "LONGEST_NUMBER": LONGEST_NUMBER,
    "LARGEST_RECORD": MAX_BYTES,
    "LATEST": LATEST,
}
STATED = re.compile(r"^export const (\w+) = ([\d_]+);$", re.MULTILINE)


def test_the_limits_of_the_page_are_those_of_the_kernel() -> None:
    stated = STATED.findall((MODULES / "basics" / "limits.js").read_text("utf-8"))
    assert {name: int(number) for name, number in stated} == LIMITS


def test_no_field_of_the_page_states_its_own_length() -> None:
    """A number of its own would stay as it is when the limit changes."""
    own = re.compile(r"maxlength=[\"'{$]*\d")
    found = [
        module.name for module in MODULES.rglob("*.js") if own.search(module.read_text("utf-8"))
    ]
    assert found == []
