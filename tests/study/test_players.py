"""Who plays: one reader and one sentence, wherever bots are named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import classkit
from classkit import study
from classkit.engine.errors import ClasskitError
from classkit.study.arena.entrants import read_entrants


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played in this process: who plays does not depend on where."""
    monkeypatch.setenv("CLASSKIT_PROCESSES", "1")


def match() -> classkit.Match:
    return classkit.new("poleconomy", seats=["Ada", "Bo"], seed=7).play("round")


def simulated(**given: Any) -> Any:
    quiet: dict[str, Any] = {"n": 1, "horizon": 1, "progress": False}
    return study.simulate("poleconomy", seats=["Ada", "Bo"], **quiet, **given)


WITH_PEOPLE: dict[str, Callable[[Any], Any]] = {
    "match": lambda bots: match().play("turn", bots),
    "table": lambda bots: classkit.table(match(), bots=bots).step("turn"),
}
STUDIES: dict[str, Callable[[Any], Any]] = {
    "futures": lambda bots: study.futures(match(), 1, bots, 1, processes=1).wait(),
    "compared": lambda bots: study.compare_moves(match(), 1, bots, horizon=1, processes=1).wait(),
    "futures of a table": lambda bots: classkit.table(match()).show_futures(1, bots, 1),
    "compared at a table": lambda bots: classkit.table(match()).compare_moves(1, bots, horizon=1),
    "simulated": lambda bots: simulated(bots=bots),
    "varied": lambda bots: simulated(vary={"bots": [bots]}),
}
PLACES = {**WITH_PEOPLE, **STUDIES}


class Usual:
    """A policy that notes who was asked."""

    asked: ClassVar[set[str]] = set()

    def __call__(self, view: Any, decision: Any) -> Any:
        self.asked.add(decision.seat)
        return decision.default


def usual(view: Any, decision: Any) -> Any:
    return Usual()(view, decision)


person = type("Usual", (Usual,), {"__name__": "person"})()
"""A policy that is called as a person is."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "bots",
    [Usual, [Usual, usual], {"A": Usual(), "B": Usual}, [usual], person],
    ids=["class", "class and function", "instance and class", "function", "called person"],
)
def test_policies_and_their_classes_play_everywhere(bots: Any, place: str) -> None:
    Usual.asked.clear()
    PLACES[place](bots)
    assert Usual.asked


def one_argument(view: Any) -> Any:
    return "pass"


class AskedWithOne:
    def __call__(self, view: Any) -> Any:
        return "pass"


@pytest.mark.parametrize(
    "bots",
    [
        *(7, [], "", 0, False, [None], {"B": 7}, dict, "tycon", "mine.py", ["saver"] * 3),
        *(one_argument, AskedWithOne, [one_argument], {"B": AskedWithOne}, {"Bo": "saver"}),
    ],
)
def test_what_cannot_play_is_refused_in_one_sentence(bots: Any) -> None:
    sentences = set()
    for place in PLACES.values():
        with pytest.raises(ClasskitError) as refused:
            place(bots)
        sentences.add(str(refused.value).replace(" person,", ""))
    assert len(sentences) == 1


@pytest.mark.parametrize("bots", ["person", {"B": "person"}, {"B": None}, ["person", "saver"]])
def test_no_person_plays_in_a_study(bots: Any) -> None:
    for ask in STUDIES.values():
        with pytest.raises(ClasskitError, match=r"^'person' \(or None\) is not possible here"):
            ask(bots)
    for play in WITH_PEOPLE.values():
        play(bots)


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        ({"A": "saver"}, r"names of the game's bots, such as \['random'\], not {'A': 'saver'}"),
        ([usual], r"not of <function usual .*: pass your own policies in the first argument"),
        (usual, r"^bots must be a list of names of the game's bots"),
        (["person"], r"^'person' \(or None\) is not possible"),
        (["tycon"], r"Did you mean 'tycoon'"),
    ],
)
def test_a_tournament_takes_names_of_the_games_bots_alone(bots: Any, reason: str) -> None:
    with pytest.raises(ClasskitError, match=reason):
        read_entrants([], match().game, bots)
