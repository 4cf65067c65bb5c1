"""The law of shared states finds a game that promises too much."""

from __future__ import annotations

from typing import ClassVar

import pytest

import classkit
from classkit.engine.randomness import RandomStream
from classkit.testing.shared_state_laws import check_shared_states
from tests.toy.game import Harbour, HarbourSecrecy
from tests.toy.state import HarbourTable


class AllAlike(HarbourSecrecy):
    """Promises that all seats see the same, though each sees what it has drawn (T1.3)."""

    def hides_alike(self, table: HarbourTable) -> bool:
        return True


class Promising(Harbour):
    """Harbour with that promise."""

    secrecy: ClassVar[HarbourSecrecy] = AllAlike()


@pytest.mark.parametrize(("game", "is_true"), [(Harbour(), True), (Promising(), False)])
def test_a_false_promise_is_found(game: Harbour, is_true: bool) -> None:
    m, chance = classkit.new(game, seats=3, seed=7), RandomStream("promise")
    if is_true:
        check_shared_states(m, chance)
    else:
        with pytest.raises(AssertionError, match=r"Secrecy\.hides_alike must return False"):
            check_shared_states(m, chance)
