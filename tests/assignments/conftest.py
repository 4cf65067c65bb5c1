"""What the tests of assignments share."""

from __future__ import annotations

import pytest

from classkit.assignments.tries import forget


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    """Begin every test as if no student had answered anything yet."""
    forget()
