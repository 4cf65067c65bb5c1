"""Whatever is put on a table is complete, or nothing changes (issue 15, 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import classkit
from classkit.charts.rows import RowCache
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.serialization import format_record
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_constants, build_state
from tests.widgets.pages import Page, apart

GAMES = ["poleconomy", "economy", "opoly", "economicon"]


def played(game: str, seats: int = 3, /, *, seed: int = 5, turns: int = 2, **options: Any) -> Match:
    match = classkit.new(game, seats=seats, seed=seed, options=options)
    for _ in range(turns):
        match.play("turn")
    return match


def record(match: Match) -> str:
    return format_record(match.to_record())


def opens(page: Page, text: str) -> dict[str, Any]:
    """Open a record and, where it is of another game, take the offer."""
    answer = page.do("open", file=text)
    if "offer" in answer:
        answer = page.do("open", file=text, game=answer["offer"]["game"])
    return answer


def state(page: Page) -> Any:
    """All that must be as before: the desk, its branches and players, and the page."""
    desk = page.desk
    branches = [
        (branch.name, branch.by_itself, dict(branch.marks), branch.match.digest(),
         branch.match.step, branch.match.last_step)
        for branch in desk.branches
    ]  # fmt: skip
    return (
        branches,
        desk.branches.active.name,
        dict(desk.players),
        dict(desk.names),
        list(page.sight.covered),
        desk.is_playing,
        page.sight.seen_as,
        page.now,
        page.fixed,
        build_state(page.sight) | {"asked": 0},
        build_constants(page.sight),
    )


@pytest.fixture
def page() -> Page:
    page = Page.of(played("poleconomy", 4), bots="saver")
    page.do("name", seat="A", name="Ada")
    page.do("bookmark", label="here")
    page.do("fork", name="What if")
    page.do("step", until="turn")
    page.do("cover", chart="inflation", on=True)
    return page


# --- another game ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES[1:])
def test_a_record_of_another_game_is_refused_with_an_offer(page: Page, game: str) -> None:
    before = state(page)
    answer = page.do("open", file=record(played(game)))
    title = classkit.engine.registry.find(game).title
    assert answer["kind"] == "refused"
    assert answer["reason"] == f"This is a match of {title}; this table plays Poleconomy."
    assert answer["offer"] == {"game": game, "label": f"Open as a table of {title}"}
    assert state(page) == before
    assert page.do("step")["kind"] == "step"


@pytest.mark.parametrize("here", GAMES)
@pytest.mark.parametrize("there", GAMES)
def test_the_table_becomes_one_of_the_other_game_and_goes_back(here: str, there: str) -> None:
    page = Page.of(played(here), bots=None)
    left, players = page.match.digest(), dict(page.desk.players)
    match = played(there, 4)
    assert opens(page, record(match))["kind"] == "snapshot"
    assert page.fixed["game"] == there and page.match.digest() == match.digest()
    for _ in range(3):
        assert page.do("step")["kind"] == "step", "Step is not dead"
    assert page.match.step > match.step
    page.do("branch", name="Main")
    assert page.fixed["game"] == here and page.match.digest() == left
    if here != there:
        assert page.desk.players == players, "those who sat here sit here again"
    assert page.do("step")["kind"] == "step"
    other = next(name for name in page.desk.branches.all if name != "Main")
    assert page.do("drop_branch", name=other)["kind"] == "step"
    assert [branch["name"] for branch in page.now["branches"]] == ["Main"]


def test_only_the_game_that_was_offered_is_opened(page: Page) -> None:
    answer = page.do("open", file=record(played("opoly")), game="economy")
    assert answer["kind"] == "refused" and answer["offer"]["game"] == "opoly"


def test_covered_charts_are_covered_still_when_the_class_comes_back(page: Page) -> None:
    opens(page, record(played("economy")))
    page.do("branch", name="What if")
    assert page.now["covered"] == ["inflation"]


def test_in_a_notebook_the_refusal_says_what_to_run() -> None:
    table = classkit.table(played("poleconomy"))
    with pytest.raises(ClasskitError, match=r"Economy.*classkit\.table\(classkit\.load"):
        table.open(record(played("economy")))
    assert table.branches == ["Main"]


# --- the same game, otherwise -------------------------------------------------------------------


def disagreeing(match: Match) -> str:
    """The record of a match with a wrong fingerprint half-way."""
    whole = match.to_record()
    marks = [line for line in whole["log"] if "digest" in line]
    marks[len(marks) // 2]["digest"] = "0" * len(marks[0]["digest"])
    return format_record(whole)


def of_other_rules(match: Match) -> str:
    return format_record({**match.to_record(), "rules": "0.1"})


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda: record(played("poleconomy", 2)), id="fewer seats"),
        pytest.param(lambda: record(played("poleconomy", 6)), id="more seats"),
        pytest.param(lambda: record(played("poleconomy", 4, game=2)), id="other options"),
        pytest.param(lambda: record(played("poleconomy").play("end")), id="over"),
        pytest.param(lambda: disagreeing(played("poleconomy", turns=6)), id="disagrees half-way"),
        pytest.param(lambda: disagreeing(played("economy", turns=6)), id="another game's, too"),
        pytest.param(lambda: of_other_rules(played("poleconomy")), id="another version"),
        pytest.param(lambda: record(played("poleconomy", turns=5).goto(turn=2)), id="gone back"),
    ],
)
def test_whatever_can_be_opened_is_whole(page: Page, text: Callable[[], str]) -> None:
    left = page.match.digest()
    assert opens(page, text())["kind"] in ("snapshot", "step")
    opened = page.desk.branches.active.name
    assert set(page.desk.players) >= set(page.match.seats)
    assert page.now["branch"] == opened and opened not in ("Main", "What if")
    if not page.match.is_over:
        assert page.do("step")["kind"] == "step"
    page.do("branch", name="What if")
    assert page.match.digest() == left and page.desk.names == {"A": "Ada"}
    assert page.do("step")["kind"] == "step"
    page.do("branch", name=opened)
    assert page.do("back")["kind"] == "step"


def test_names_belong_to_the_class_in_every_branch(page: Page) -> None:
    opens(page, record(played("economicon", 2)))
    page.do("name", seat="B", name="Bo")
    assert page.now["seats"]["A"]["name"] == "Ada"
    page.do("branch", name="Main")
    assert [page.now["seats"][seat]["name"] for seat in "AB"] == ["Ada", "Bo"]


# --- failures on the way ------------------------------------------------------------------------

CHANGES: dict[str, dict[str, Any]] = {
    "open": {"do": "open", "file": lambda: record(played("poleconomy", 2))},
    "open another game's": {
        "do": "open",
        "file": lambda: record(played("economy")),
        "game": "economy",
    },
    "reset": {"do": "reset"},
    "new_seed": {"do": "new_seed"},
    "new": {"do": "new", "seats": 5, "options": {"quick_start": True}},
    "fork": {"do": "fork", "name": "Another"},
    "branch": {"do": "branch", "name": "Main"},
}

STEPS: dict[str, tuple[Any, str]] = {
    "play": (Match, "__init__"),
    "seating": (MatchController, "reseat_players"),
    "names": (MatchController, "say"),
    "branches": (PageView, "get_branch_rows"),
    "charts": (RowCache, "get_current_rows"),
    "standings": (Match, "as_seen_by"),
    "keeping": (Match, "to_record"),
}
"""One place to break for each step on the way to a page that shows the new match."""


@pytest.mark.sweep(12)
@pytest.mark.parametrize("broken", STEPS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_failure_at_any_step_leaves_everything_as_it_was(
    page: Page, change: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    page.channel.hub.play_listeners.append(lambda: told.append(True))
    other = Page(page.channel.hub)
    other.do("snapshot")
    action = {key: value() if callable(value) else value for key, value in CHANGES[change].items()}
    before, seen, others = state(page), page.now, len(other.messages)

    def fails(*_: Any, **__: Any) -> Any:
        raise KeyError("shelf")

    with monkeypatch.context() as patch:
        owner, name = STEPS[broken]
        patch.setattr(owner, name, property(fails) if name == "say" else fails)
        page.channel.receive_message(*apart({**action, "id": 77}))
    if page.last["kind"] != "refused":
        assert (change, broken) in UNTOUCHED, "this change does without that step"
        return
    assert "shelf" in page.last["reason"]
    assert page.now is seen and state(page) == before
    assert len(other.messages) == others and not told, "nobody is told, nothing is stored"
    assert page.do("step")["kind"] == "step", "and the match goes on"


UNTOUCHED = {("fork", "play"), ("branch", "play")}
"""Changes that do without a step: no match is made."""
