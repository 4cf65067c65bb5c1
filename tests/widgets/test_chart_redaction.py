"""What gives a covered figure away is covered on the board, in the head and in the news too."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import classkit
from classkit.charts.guesses import TICK
from classkit.engine.game import Game
from classkit.engine.registry import find
from classkit.widgets.chart_redaction import COVERED_MESSAGE
from tests.games.poleconomy.tables import in_country
from tests.widgets.pages import Page

NUMBER = re.compile("(Inflation|The) Number")
GAMES = ("poleconomy", "opoly", "economy", "economicon")


def page_of(game: str, **settings: Any) -> Page:
    match = classkit.new(game, seats=4, seed=7, **settings)
    return Page.of(match, next(iter(match.game.policies), "passive"))


def test_the_number_is_told_nowhere_while_its_chart_is_covered() -> None:
    page = page_of("poleconomy")
    page.do("cover", chart="inflation", on=True)
    for _ in range(12):
        page.do("step", until="turn")
        board = json.dumps(page.now["board"])
        assert "Company" not in board and page.now["board"]["lit"] == [] and "note" not in board
        assert not any(one["id"] == "marker" for one in page.now["board"]["pieces"])
        assert not NUMBER.search(page.now["said"])
        assert not any(NUMBER.search(line["text"]) for line in page.now["news"])
    with_it = page.now["covered_with"]
    told_by = {"prices", "profit", "real_worth", "worth_split", "income"}
    assert told_by <= {*with_it} and {*with_it.values()} == {"Inflation Number"}
    assert "net_worth" not in with_it
    page.do("why", figure="company_price")
    assert page.last["data"] == {"head": COVERED_MESSAGE, "parts": [], "split": False}
    page.do("cover", chart="inflation", on=False)
    assert page.now["covered_with"] == {}
    assert "price.company" in page.now["board"]["signs"] and page.now["board"]["lit"]
    assert any(NUMBER.search(line["text"]) for line in page.now["news"])


def test_nobody_is_called_prime_minister_while_it_is_covered_who_is() -> None:
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7, options={"game": 2}), "politician")
    page.do("cover", chart="pm_terms", on=True)
    for _ in range(12):
        page.do("step", until="turn")
        told = [page.now["said"], *(line["text"] for line in page.now["news"])]
        assert not any("is Prime Minister" in one or "The Government:" in one for one in told)
    page.do("cover", chart="pm_terms", on=False)
    assert any("is Prime Minister" in line["text"] for line in page.now["news"])


ADDS_UP = {
    "poleconomy": "worth_split", "economicon": "worth_parts", "economy": "points_by_sector",
}  # fmt: skip
"""The parts that sum to the figure of the race."""


@pytest.mark.parametrize("name", GAMES)
def test_the_figures_beside_the_seats_are_covered_with_the_chart_of_the_race(name: str) -> None:
    page = page_of(name)
    page.do("step", until="round")
    chart = next(
        chart["key"] for chart in page.fixed["charts"] if page.fixed["raced"][0] in chart["metrics"]
    )
    before = page.now["standings"]
    page.do("cover", chart=chart, on=True)
    rows = page.now["standings"]
    assert [(row["score"], row["text"], row["place"]) for row in rows] == [(None, "covered", 1)] * 4
    assert [row["seat"] for row in rows] == sorted(row["seat"] for row in rows)
    parts = [one["key"] for one in page.fixed["charts"] if ADDS_UP.get(name) in one["metrics"]]
    assert {*parts} <= {*page.now["covered_with"]} and bool(parts) == (name in ADDS_UP)
    page.do("step", until="end")
    assert page.now["end"] is None
    page.do("cover", chart=chart, on=False)
    assert page.now["end"] is not None and before[0]["text"] != "covered"


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_says_gives_a_figure_away_is_there(name: str) -> None:
    """Figures and events by their names, what stands on the board by how its ids begin."""
    game: Game[Any] = find(name)
    known = {metric.key for metric in game.metrics}
    options = {"game": 2} if name == "poleconomy" else {}
    scene = game.scene(classkit.new(name, seats=4, seed=7, options=options).table, None)
    signs = [*(one.id for one in scene.signs), *(one.id for one in scene.gauges)]
    for key, tells in game.gives_away.items():
        assert {key, *tells.figures} <= known
        assert {*tells.events} <= {*game.words.events}
        for starts, ids in ((tells.pieces, [one.id for one in scene.pieces]),
                            (tells.spaces, [*scene.looks]), (tells.signs, signs)):  # fmt: skip
            assert all(any(one.startswith(start) for one in ids) for start in starts), starts


def amounts_in(shown: Any) -> list[str]:
    """Every text with an amount of money in it, wherever it is."""
    if isinstance(shown, str):
        return [shown] if re.search(r"\$\d", shown) else []
    inside = shown.values() if isinstance(shown, dict) else shown
    return [one for part in inside for one in amounts_in(part)] if is_nested(shown) else []


def is_nested(shown: Any) -> bool:
    return isinstance(shown, (dict, list, tuple))


def test_no_price_is_told_in_forms_news_and_ledger_while_the_number_is_covered() -> None:
    """Persons play: what they may buy has its price on the button."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7))
    page.do("step", until="round")
    known = len(page.now["news"])
    asked = [len(amounts_in(page.now["asks"]))]
    page.do("cover", chart="inflation", on=True)
    since = page.now["turn"]
    for _ in range(8):
        assert amounts_in(page.now["asks"]) == [] and amounts_in(page.now["said"]) == []
        late = [line for line in page.now["news"] if line["turn"] >= since]
        assert amounts_in(late) == []
        page.do("step", until="turn")
        asked.append(len(page.now["asks"]))
    assert any(asked) and len(page.now["news"]) > known
    page.do("ledger")
    rows = page.last["rows"] if "rows" in page.last else page.last["data"]["rows"]
    assert rows and all(row["turn"] < since for row in rows)
    page.do("why", figure="net_worth", seat="B")
    assert page.last["data"]["head"] == COVERED_MESSAGE
    page.do("why", figure="net_worth", seat="B", turn=since - 1)
    assert page.last["data"]["head"] != COVERED_MESSAGE, "what was before is known"
    page.do("figures", chart="prices")
    assert page.last["kind"] == "refused" and "covered" in page.last["reason"]
    page.do("cover", chart="inflation", on=False)
    page.do("ledger")
    rows = page.last["rows"] if "rows" in page.last else page.last["data"]["rows"]
    assert any(row["turn"] >= since for row in rows) and amounts_in(page.now["news"])


def list_points(chart: dict[str, Any]) -> list[int]:
    """The turns of everything that a chart of lines draws."""
    return [turn for one in chart["traces"].values() for turn in one["x"]]


def test_a_covered_chart_ends_before_the_turn_of_its_question() -> None:
    """So do those that would give it away, also after going back; its labels say nothing."""
    page = page_of("poleconomy")
    for _ in range(4):
        page.do("step", until="turn")
    page.do("charts", charts=["inflation", "prices", "net_worth"], numbers=["inflation"])
    page.do("cover", chart="inflation", on=True)
    since = page.now["turn"]
    page.do("predict", chart="inflation", value="4.5", who="Bo")
    for _ in range(3):
        page.do("step", until="turn")
    assert page.now["filled"] == ["inflation", "net_worth", "prices"]
    for key in ("inflation", "prices"):
        chart = page.now["charts"][key]
        assert max(list_points(chart)) == since - 1
        assert chart["head"]["figure"] == "?" and chart["splits"] == {}
        known = [one for name, one in chart["labels"].items() if not name.startswith("guess.")]
        assert {(one["value"], one["change"]) for one in known} == {("", "")}
    chart = page.now["charts"]["inflation"]
    assert max(at for table in chart["numbers"] for at in table["at"]) == since - 1
    assert [(one["y0"], one["x0"], one["x1"]) for one in chart["layout"]["shapes"]] == [
        (4.5, TICK, 1)
    ]
    assert chart["axes"]["ahead"] == since + 10
    assert chart["labels"]["guess.0"]["value"] == "4.5"
    assert max(list_points(page.now["charts"]["net_worth"])) == page.now["turn"]
    back = since - 2
    page.do("goto", turn=back)
    for _ in range(3):
        page.do("step", until="turn")
    assert max(list_points(page.now["charts"]["inflation"])) < back
    page.do("cover", chart="inflation", on=False)
    assert max(list_points(page.now["charts"]["inflation"])) == page.now["turn"]


def test_without_its_question_a_covered_chart_shows_nothing() -> None:
    page = page_of("poleconomy")
    page.do("charts", charts=["inflation"])
    page.do("step", until="round")
    page.sight.covered = ["inflation"]
    page.do("step", until="turn")
    assert list_points(page.now["charts"]["inflation"]) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_end_does_not_say_who_has_won_while_the_race_is_covered(name: str) -> None:
    options = {"game": 1} if name == "poleconomy" else {}  # nobody wins when Game 2 ends bankrupt
    page = page_of(name, options=options)
    page.do("step", until="round")
    chart = next(
        chart["key"] for chart in page.fixed["charts"] if page.fixed["raced"][0] in chart["metrics"]
    )
    page.do("cover", chart=chart, on=True)
    while not page.now["over"]:
        page.do("step", until="end")
    assert page.now["winners"] == []
    told = page.now["over"] + page.now["said"] + "".join(line["text"] for line in page.now["news"])
    assert page.now["end"] is None and not re.search(r"\b[A-D] wins|\bwins? ASSET|has won", told), (
        told
    )
    page.do("cover", chart=chart, on=False)
    assert page.now["winners"] == list(page.match.winners) != []


def test_no_study_answers_for_the_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen: Compare moves printed averages of the net worth that the class was asked for."""
    monkeypatch.setenv("CLASSKIT_PROCESSES", "1")
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7), "tycoon")
    page.do("step", until="turn")
    page.do("moves", n=2, horizon=1)
    page.do("futures", n=2, horizon=1)
    shown = {name: page.now[name] for name in ("moves", "futures")}
    assert shown["moves"]["rows"] and shown["futures"]["chances"]
    page.do("cover", chart="net_worth", on=True)
    for name, rest in (("moves", "rows"), ("futures", "chances")):
        assert page.now[name]["words"] == COVERED_MESSAGE
        assert rest not in page.now[name] and page.now[name]["state"] == "done"
    page.do("cover", chart="net_worth", on=False)
    assert {name: page.now[name] for name in shown} == shown
    page.do("moves", n=2, horizon=1, outcome="inflation_number")
    page.do("cover", chart="inflation", on=True)
    assert "rows" not in page.now["moves"]
    assert "chances" in page.now["futures"], "who wins does not tell the Number"


def test_coins_that_fly_say_no_price_while_it_is_covered() -> None:
    page = page_of("poleconomy")
    page.do("cover", chart="inflation", on=True)
    flew = []
    for _ in range(16):
        page.do("step", until="turn")
        flew += [words for *_, words in (page.now["paid"] or {}).get("flows", [])]
    assert flew and {*flew} == {"$…"}


def test_who_governs_is_not_told_the_treasury_that_the_class_is_asked_for() -> None:
    page = Page.of(in_country([(1, 2)], treasury=80_000))
    told = "The Treasury has {} and {} bonds to issue. What do you do?"
    assert page.now["asks"][0]["question"] == told.format("$80,000", 30)
    page.do("cover", chart="treasury", on=True)
    assert page.now["asks"][0]["question"] == told.format("$…", "…")
    assert {"budget", "budget_balance"} <= {*page.now["covered_with"]}
    page.do("cover", chart="treasury", on=False)
    page.do("cover", chart="debt", on=True)
    assert "treasury" in page.now["covered_with"], "next interest follows from the debt"


ADD_UP = {
    "opoly": [("cash", "treasury"), ("price_index", "lot_price")],
    "economicon": [
        ("prices", "supply"), ("prices", "inflation"), ("price_index", "prices"),
        ("production", "produced"), ("produced", "production"), ("goals", "goals_share"),
    ],
}  # fmt: skip
"""Charts of which the second tells the first."""


@pytest.mark.parametrize(
    ("game", "chart", "other"), [(game, *two) for game, pairs in ADD_UP.items() for two in pairs]
)
def test_charts_from_which_it_follows_are_covered_too(game: str, chart: str, other: str) -> None:
    page = page_of(game)
    page.do("cover", chart=chart, on=True)
    assert other in page.now["covered_with"]


def test_no_record_sheet_adds_up_what_is_covered() -> None:
    page = page_of("opoly")
    page.do("step", until="round")
    page.do("sheet", name="cash-flow")
    assert page.last["kind"] == "detail"
    page.do("cover", chart="cash", on=True)
    for verb in ("sheet", "sheet_file"):
        page.do(verb, name="cash-flow")
        assert page.last["kind"] == "refused" and "prediction" in page.last["reason"]
