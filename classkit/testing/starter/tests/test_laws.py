"""The laws that every game must satisfy."""

import pytest
from classkit.testing.laws import *  # noqa: F403

from orchard import GAME


@pytest.fixture
def game():
    return GAME
