"""The button of a turning point: futures with and without it, and who may see them."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo
from classkit.engine.events import INSTRUCTOR
from classkit.widgets.turning_point_weights import start_weight
from tests.widgets.pages import Page

FEW = 4


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play in this process: what is shown does not depend on where it is played."""
    monkeypatch.setenv("CLASSKIT_PROCESSES", "1")


def ended(game: str = "economicon", **options: object) -> classkit.Match:
    return classkit.new(game, seats=4, seed=11, options=options).play(until="end")


def find_number(page: Page, label: str) -> int:
    turns = page.now["end"]["turns"]
    return 1 + next(at for at, one in enumerate(turns) if one["label"] == label)


def test_a_gain_is_called_largest_until_it_is_weighed() -> None:
    page = Page.of(ended(final_valuation="spot"), bots=None)
    for one in page.now["end"]["turns"]:
        assert "decisive" not in one["text"] and "decided" not in one["text"]
    assert page.now["weights"] == []
    number = find_number(page, "largest lasting gain")
    page.do("weigh", point=number, n=50)
    (weight,) = page.now["weights"]
    assert weight["key"] == page.now["end"]["turns"][number - 1]["key"]
    assert (weight["state"], weight["done"], weight["n"]) == ("done", 100, 100)
    name = page.match.say().seat(page.match.winners[0])
    assert weight["decisive"] and weight["words"].startswith(
        f"Decisive: without it {name} wins 0 of 50 futures, with it 50; then "
    )


def test_a_weight_stays_at_its_point_and_goes_with_the_match() -> None:
    page = Page.of(ended(final_valuation="spot"), bots=None)
    for number in (1, 2):
        page.do("weigh", point=number, n=FEW)
    keys = [one["key"] for one in page.now["weights"]]
    assert keys == [one["key"] for one in page.now["end"]["turns"][:2]]
    page.do("back")
    assert page.now["end"] is None and page.now["weights"] == []
    page.do("forward")
    assert [one["key"] for one in page.now["weights"]] == keys
    page.do("new_seed")
    assert page.now["weights"] == []


def test_what_is_unknown_is_refused() -> None:
    page = Page.of(ended())
    controller = page.sight.controller
    with pytest.raises(NothingToDo, match="no turning point 30"):
        start_weight(controller, None, 30)
    controller.match.undo()
    with pytest.raises(NothingToDo, match="when the match is over"):
        start_weight(controller, None, 1)


def test_sentences_about_a_whole_race_have_no_button() -> None:
    bots = dict(zip("ABCD", ["appraiser", "empire_builder", "banker", "appraiser"], strict=True))
    match = classkit.new("opoly", seats=4, seed=1).play(until="end", bots=bots)
    page = Page.of(match)
    first = page.now["end"]["turns"][0]
    assert "from the beginning to the end" in first["text"] and first["key"] == ""
    with pytest.raises(ClasskitError, match="does not report a change"):
        start_weight(page.sight.controller, None, 1)


def test_hidden_cards_are_kept_from_the_class() -> None:
    """Economy: futures follow cards that lie face-down. Only the instructor may see them."""
    match = ended("economy")
    page = Page.of(match)
    controller = page.sight.controller
    with pytest.raises(IllegalMove, match="would reveal hidden information"):
        start_weight(controller, None, 1)
    _, job = start_weight(controller, INSTRUCTOR, 1, FEW)
    job.collect_outcomes(wait=True)
    assert job.only_for == INSTRUCTOR
    assert job.is_visible(INSTRUCTOR) and not job.is_visible(None) and not job.is_visible("A")
