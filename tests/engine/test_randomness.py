"""Random sources: seeded under labels, scripted; random streams."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Draw, Roll
from classkit.engine.randomness import (
    ManualRandom,
    RandomStream,
    ScriptedRandom,
    SeededRandom,
    hash_key,
    new_seed,
)

TWO = Roll(2, 6, "move", "X1", "A")


def test_an_outcome_depends_on_seed_and_label_alone() -> None:
    one = SeededRandom(7).outcome(TWO, "1|A|move|0", 0)
    assert one == SeededRandom(7).outcome(TWO, "1|A|move|0", 99)
    many = {SeededRandom(7).outcome(TWO, f"1|A|move|{n}", 0) for n in range(50)}
    assert len(many) > 15
    assert len({SeededRandom(n).outcome(TWO, "1|A|move|0", 0) for n in range(50)}) > 15


def test_dice_are_fair() -> None:
    faces = Counter(
        face for n in range(6000) for face in SeededRandom(n).outcome(TWO, "1|A|move|0", 0)
    )
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(1800 < count < 2200 for count in faces.values())


def test_a_draw_takes_from_what_is_left() -> None:
    bag = ("a", "a", "b", "c")
    for n in range(50):
        drawn = SeededRandom(n).outcome(Draw(bag, 4, "deal", "X1"), "x", 0)
        assert sorted(drawn) == sorted(bag)
    firsts = Counter(
        SeededRandom(n).outcome(Draw(bag, 1, "deal", "X1"), "x", 0)[0] for n in range(4000)
    )
    assert 1800 < firsts["a"] < 2200


def test_many_dice_of_many_sides() -> None:
    faces = SeededRandom(3).outcome(Roll(30, 100, "big", "X1", None), "x", 0)
    assert len(faces) == 30 and all(1 <= face <= 100 for face in faces)


@given(st.text(max_size=20), st.integers(1, 10**12))
def test_a_stream_stays_within_its_limits(key: str, n: int) -> None:
    chance = RandomStream(key)
    assert all(0 <= chance.below(n) < n for _ in range(5))
    assert 0 <= chance.random() < 1
    assert RandomStream(key).below(n) == RandomStream(key).below(n)


def test_a_stream_shuffles_without_loss_and_refuses_nothing_to_draw_from() -> None:
    assert sorted(RandomStream("x").permutation(range(20))) == list(range(20))
    assert RandomStream("x").choice(["only"]) == "only"
    with pytest.raises(ValueError):
        RandomStream("x").below(0)


def test_a_scripts_place_is_given_and_not_remembered() -> None:
    """So that going back and forks need no copy of it."""
    script = ScriptedRandom([(1, 2), (3, 4)])
    assert script.outcome(TWO, "", 1) == (3, 4)
    assert script.outcome(TWO, "", 0) == (1, 2)


def test_a_seed_nobody_can_guess() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
    assert all(0 <= new_seed() < 2**64 for _ in range(20))
    assert ManualRandom().outcome(TWO, "", 0) is None and ManualRandom.by_hand


@given(st.text(), st.text(), st.integers(1, 6), st.integers(1, 1000))
def test_dice_are_numbers_below_their_sides(begin: str, end: str, count: int, sides: int) -> None:
    """Thrown together or drawn one by one, from a key given whole or begun before: the same."""
    together = RandomStream(end, hash_key(begin))
    one_by_one = RandomStream(begin + end)
    assert together.roll_dice(count, sides) == tuple(
        one_by_one.below(sides) + 1 for _ in range(count)
    )
    assert together.next_bits() == one_by_one.next_bits()
