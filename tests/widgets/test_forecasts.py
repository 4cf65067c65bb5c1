"""Futures and compared moves on a table: drawn as they come, and never more than may be known."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Sealed
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo, UnknownName
from classkit.engine.game import Game
from classkit.widgets import connection_protocol, forecasts
from classkit.widgets import table as make_table
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from tests.every_game import for_every_game
from tests.widgets.pages import Page


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Played in this process: what is shown does not depend on where it is played."""
    monkeypatch.setenv("CLASSKIT_PROCESSES", "1")


def match(turns: int = 6, **options: Any) -> classkit.Match:
    options = {"game": 1, **options}
    m = classkit.new("poleconomy", seats=["Ada", "Bo", "<b>Cy"], seed=7, options=options)
    while m.turn < turns:
        m.play("turn", "tycoon")
    return m


# --- what the page is told ---------------------------------------------


def test_where_futures_begin_is_told_as_the_timeline_counts() -> None:
    """Economicon counts rounds: nobody has seen a turn 6 there (issue 19, 6)."""
    m = classkit.new("economicon", seats=3, seed=7)
    while m.turn < 6:
        m.play("turn", "random")
    page = Page.of(m)
    page.do("futures", n=2, horizon=1)
    where = m.game.moment_title(m.table)
    assert where.startswith("Round 1 of")
    told = page.now["futures"]["head"]
    assert told == f"Futures from r{where[1:]}, the current bots"
    page.do("step", until="turn")
    assert page.now["futures"]["stale"].endswith(f"This was simulated in r{where[1:]}.")


def test_the_page_is_told_chances_and_fans_in_words_and_numbers() -> None:
    page = Page.of(match())
    assert page.now["futures"] == {} and page.fan is None and page.now["moves"] == {}
    answer = page.do("futures", n=8, metrics=["inflation_number", "net_worth"])
    assert answer["kind"] == "step"
    told = page.now["futures"]
    assert (told["state"], told["done"], told["n"], told["turn"]) == ("done", 8, 8, 6)
    assert told["head"] == "Futures from turn 6, the current bots"
    kinds = [chance[0] for chance in told["chances"]]
    assert kinds == ["win", "win", "win", "ending"], "the only way in which it ends comes last"
    sentences = [chance[3] for chance in told["chances"]]
    assert any(sentence.startswith("<b>Cy wins: ") for sentence in sentences), "text as it is"
    fan = page.fan
    assert fan["n"] == 8 and fan["turn"] == 6
    own = fan["by"]["turn"]
    assert own["x"][0] == 6
    assert set(own["figures"]) == {"inflation_number", "net_worth"}
    assert set(own["figures"]["net_worth"]) == {"A", "B", "C"}
    five = own["figures"]["inflation_number"][""]
    assert len(five) == 5 and all(len(line) == len(own["x"]) for line in five)
    for at in range(len(own["x"])):
        assert [line[at] for line in five] == sorted(line[at] for line in five)
    assert page.now["said"].startswith("In 8 futures from here ")


@for_every_game
def test_every_game_shows_fans_behind_its_lines(game: Game[Any]) -> None:
    seats = 3 if 3 in game.seat_numbers else 4
    page = Page.of(classkit.new(game, seats=seats, seed=3).play("round", "passive"))
    page.do("seen_as", seen_as="instructor")
    answer = page.do("futures", n=3, horizon=2, unit="round")
    assert answer["kind"] == "step", answer
    charts = {chart["key"]: chart for chart in page.fixed["charts"]}
    fitting = [c for c in charts.values() if c["kind"] in ("line", "step") and not c["now"]]
    shown = {key for unit in page.fan["by"].values() for key in unit["figures"]}
    assert shown & {key for chart in fitting for key in chart["metrics"]}
    if page.now["asks"]:
        answer = page.do("moves", n=2, horizon=1, seat=page.now["asks"][0]["seat"])
        assert answer["kind"] == "step", answer
        assert page.now["moves"]["rows"] and page.now["moves"]["columns"][0] == "Answer"
        json.dumps(page.now["moves"], allow_nan=False)


def test_compared_moves_are_a_table_in_words_with_what_was_given_up() -> None:
    m = match()
    while not (m.request and getattr(m.request, "name", "") == "buy_square"):
        m.play("decision", "tycoon")
    m.answer("no").undo()
    page = Page.of(m)
    page.do("moves", n=10)
    told = page.now["moves"]
    assert told["columns"] == ["Answer", "Net worth on average", "Against the highest", "Wins"]
    assert {row[0] for row in told["rows"]} == {"Buy", "No (made)"} or len(told["rows"]) == 2
    assert [row for row in told["rows"] if row[0].endswith("(made)")]
    assert told["rows"][0][2] == "highest" and told["rows"][0][1].startswith("$")
    assert re.fullmatch(r"\d+ of \d+", told["rows"][0][3])
    assert told["words"].startswith("By net worth on average, ") and "$" not in told["words"]
    assert told["done"] == told["n"] == 20


def test_a_step_carries_no_fan_and_the_table_says_that_the_match_has_gone_on() -> None:
    page = Page.of(match())
    page.do("futures", n=8)
    fan = page.fan
    answer = page.do("step", until="decision")
    assert "fan" not in answer["change"]["in"]
    assert "The match has moved on" in page.now["futures"]["stale"]
    assert len(json.dumps(answer)) < 8_000
    again = page.do("step", until="turn")
    assert "fan" not in again["change"]["in"] and "futures" not in again["change"]["in"], (
        "said once"
    )
    assert page.fan == fan
    page.do("goto", step=page.match.step - 1)
    while page.match.turn > 6 or page.now["timeline"]["step"] > page.desk.studies.futures.step:
        page.do("back", until="decision")
    assert "stale" not in page.now["futures"], "where they began they hold again"
    page.do("clear_study")
    assert page.fan is None and page.now["futures"] == {}


def test_futures_belong_to_the_branch_they_were_asked_on() -> None:
    page = Page.of(match())
    page.do("futures", n=4, horizon=2)
    page.do("fork", name="What if")
    assert page.fan is None
    page.do("branch", name="Main")
    assert page.fan["n"] == 4
    page.do("reset")
    assert page.fan is None


# --- while they come ---------------------------------------------


def test_the_table_goes_on_while_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a kernel nothing waits: the loop looks now and then, and steps go on between."""
    monkeypatch.setattr(connection_protocol, "POLL_MIN", 0.005)

    async def lesson() -> None:
        page = Page.of(match())
        page.do("futures", n=60)
        assert page.now["futures"]["state"] == "running"
        page.do("step", until="turn")
        assert page.match.turn == 7 and page.now["futures"]["state"] == "running"
        while page.now["futures"]["state"] == "running":
            await asyncio.sleep(0.005)
        assert page.now["futures"]["state"] == "done" and page.now["futures"]["done"] == 60
        assert page.fan["n"] == 60
        assert "The match has moved on" in page.now["futures"]["stale"]
        assert "from here" not in json.dumps(page.now["said"]), "the class is elsewhere"

    asyncio.run(lesson())


def test_they_can_be_cancelled_and_what_has_come_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_protocol, "POLL_MIN", 0.005)

    async def lesson() -> None:
        page = Page.of(match())
        page.do("futures", n=1000)
        while not page.now["futures"].get("done"):
            await asyncio.sleep(0.005)
        page.do("cancel_study")
        assert page.now["futures"]["state"] == "cancelled"
        done = page.now["futures"]["done"]
        assert 0 < done < 1000 and page.fan["n"] == done
        await asyncio.sleep(0.05)
        assert page.now["futures"]["done"] == done
        page.do("moves", n=5, horizon=1)
        while page.now["moves"].get("state") == "running":
            await asyncio.sleep(0.005)
        assert page.now["moves"]["state"] == "done"
        assert page.now["futures"]["state"] == "cancelled", "both stand side by side"

    asyncio.run(lesson())


def test_what_is_larger_than_luck_is_told_of_a_whole_study_alone() -> None:
    """Whoever may stop when a lead looks good finds one by luck more often than they think."""
    rich = classkit.new(
        "poleconomy", seats=2, seed=7, position={"A": {"cash": 5_000_000}}, options={"game": 1}
    )
    whole = forecasts.start_futures(MatchController(rich), None, n=12, horizon=1)
    while whole.state == "running":
        whole.collect_outcomes(wait=True)
    assert "Ada over Bruno is too large to be luck (95% confidence)" in whole.summary_text()
    stopped = forecasts.start_futures(MatchController(rich), None, n=300, horizon=1)
    for _ in range(12):
        stopped.study.record_outcome(*stopped.outcome_queue.get())
    for _ in range(2):
        assert "Ada over Bruno looks too large to be luck so far" in stopped.summary_text()
        stopped.stop()


def test_who_asks_for_the_whole_frame_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def cell() -> None:
        page = Page.of(match())
        page.do("futures", n=30)
        asked: Any = page.desk.studies.futures.study  # type: ignore[union-attr]  # it is there
        assert asked.done < 30
        assert asked.rows()[0]["futures"] == 30
        assert page.desk.studies.futures.state == "done"  # type: ignore[union-attr]  # likewise
        page.do("futures", n=1000)
        other: Any = page.desk.studies.futures.study  # type: ignore[union-attr]  # likewise
        next(iter(other))
        other.cancel()
        assert page.desk.studies.futures.state == "cancelled"  # type: ignore[union-attr]  # likewise

    asyncio.run(cell())


def test_a_policy_that_breaks_is_told_and_the_table_goes_on() -> None:
    def broken(view: Any, decision: Any) -> Any:
        raise KeyError("no plan")

    m = match()
    page = Page.of(m, {"A": broken, "B": "tycoon", "C": "tycoon"})
    answer = page.do("futures", n=4)
    assert answer["kind"] == "step"
    assert page.now["futures"]["state"] == "failed"
    assert "KeyError: 'no plan'" in page.now["futures"]["problem"]
    page.do("futures", n=4, bots="saver", horizon=1)
    assert page.now["futures"]["state"] == "done"
    assert page.now["futures"]["head"].endswith("Saver in all seats")


def test_who_waits_for_futures_is_told_why_one_could_not_be_played() -> None:
    live = make_table(match()).show_futures(3, lambda view, decision: "fly")
    assert live.futures.done == 0
    for _ in range(2):
        with pytest.raises(ClasskitError, match=r"refused: 'fly' is not an answer"):
            live.futures.wait()
    with pytest.raises(ClasskitError, match=r"refused: 'fly' is not an answer"):
        live.futures.frame()


def test_a_mapping_leaves_the_other_seats_to_those_who_sit_there() -> None:
    table = make_table(match(), bots={"A": "passive", "B": "person", "C": "random"})
    table.show_futures(1, {"C": "saver"}, 1)
    assert table.futures.plan.bots == {"A": "passive", "B": "financier", "C": "saver"}
    table.compare_moves(1, {"A": "saver"}, horizon=1)
    assert table.comparison.plan.bots == {"A": "saver", "B": "financier", "C": "random"}


def test_an_empty_choice_of_the_page_is_none_and_of_a_program_refused() -> None:
    page = Page.of(match(), "passive")
    assert page.do("futures", n=1, bots="", horizon=0, unit="turn", metrics=[])["kind"] == "step"
    assert page.now["futures"]["head"].endswith("the current bots")
    table = make_table(page.match)
    for ask in (table.show_futures, table.compare_moves):
        with pytest.raises(ClasskitError, match=r"^horizon must be a whole number from 1 to"):
            ask(1, horizon=0)
    assert table.futures is None and table.comparison is None


# --- what may be known ---------------------------------------------


def test_where_something_lies_hidden_only_the_instructor_is_shown_what_may_come() -> None:
    """A fan about cards that lie face-down would tell what they are."""
    page = Page.of(classkit.new("economy", seats=3, seed=3).play("round", "passive"))
    assert page.now["futures"] == {"barred": forecasts.HIDDEN_REASON}
    refused = page.do("futures", n=3)
    assert refused["kind"] == "refused" and "is hidden" in refused["reason"]
    assert page.do("moves", n=3)["kind"] == "refused"
    page.do("seen_as", seen_as="A")
    assert page.do("futures", n=3)["kind"] == "refused", "nor a seat"
    page.do("seen_as", seen_as="instructor")
    assert page.do("futures", n=3, horizon=2, unit="round")["kind"] == "step"
    assert page.fan["n"] == 3
    assert page.do("moves", n=2, horizon=1)["kind"] == "step"
    assert page.now["moves"]["rows"]
    for viewer in ("everybody", "A"):
        page.do("seen_as", seen_as=viewer)
        assert page.fan is None and page.now["futures"] == {"barred": forecasts.HIDDEN_REASON}
        assert page.now["moves"] == {}
        assert "from here" not in json.dumps(page.now["said"])
    page.do("seen_as", seen_as="instructor")
    assert page.fan["n"] == 3 and page.now["moves"]["rows"]


def test_what_is_sealed_is_no_part_of_the_futures_that_everybody_sees() -> None:
    m = match(turns=1)
    while not isinstance(m.request, Sealed):
        m.play("decision", "tycoon")
    first = m.requests()[0]
    before = MatchController(m.fork(), "tycoon")
    before.show_futures(None, n=4, horizon=2)
    m.answer(first.default.move, seat=first.seat, **first.default.fields)
    for viewer, entries in (("everybody", 0), ("instructor", 1)):
        desk = MatchController(m, "tycoon")
        sight = PageView(desk, viewer)
        desk.show_futures(sight.viewer, n=4, horizon=2)
        point = desk.studies.futures.study.plan.point  # type: ignore[union-attr]  # it is there
        assert len(point.entries) == len(before.studies.futures.study.plan.point.entries) + entries  # type: ignore[union-attr]  # likewise
        desk.collect_outcomes(wait=True)
        assert desk.studies.build_forecast(m, sight.viewer)["fan"] is not None
        sight.set_seen_as("everybody")
        assert (desk.studies.build_forecast(m, sight.viewer)["fan"] is None) == (
            viewer == "instructor"
        )
        if viewer == "everybody":
            with pytest.raises(IllegalMove, match="secret"):
                desk.compare_moves(sight.viewer, n=2)


# --- as methods, and what is refused ---------------------------------------------


def test_each_control_is_a_method_too() -> None:
    table = make_table(match())
    assert table.futures is None and table.comparison is None
    table.show_futures(6, "saver", 2, unit="round", metrics=["prices"])
    assert table.futures.done == 6
    assert {row["metric"] for row in table.futures.rows()} == {"company_price", "advert_price"}
    table.compare_moves(3, horizon=1)
    assert table.comparison.rows()[0]["n"] == 3
    assert table.cancel_study().clear_study().futures is None
    with pytest.raises(UnknownName, match="Did you mean 'tycoon'"):
        table.show_futures(5, "tycon")
    over = make_table(match(round_limit=2).play("end", "passive"))
    with pytest.raises(NothingToDo, match="over"):
        over.show_futures()
    assert build_state(over.page_view)["futures"]["barred"].startswith("The match is over")


@pytest.mark.parametrize(
    "asked",
    [
        {"n": 0},
        {"n": 1001},
        {"n": "200"},
        {"metrics": "net_worth"},
        {"metrics": ["net_wort"]},
        {"metrics": ["x" * 61]},
        {"metrics": ["net_worth"] * 61},
        {"horizon": -1},
        {"unit": "year"},
        {"bots": "nobody"},
        {"processes": 64},
        {"seed": 5},
    ],
)
def test_a_page_that_asks_for_what_is_not_there_is_refused(asked: dict[str, Any]) -> None:
    page = Page.of(match())
    assert page.do("futures", **asked)["kind"] == "refused"
    assert page.now["futures"] == {}


def test_a_kernel_that_looks_ahead_loads_neither_numpy_nor_pandas_nor_plotly() -> None:
    code = (
        "import sys, classkit\n"
        "table = classkit.table('poleconomy', seats=4, seed=7)\n"
        "table._channel.receive_message({'do': 'snapshot', 'id': 1})\n"
        "table.step('round').show_futures(8, horizon=3).compare_moves(3, horizon=2)\n"
        "assert table.futures.done == 8\n"
        "print(sorted({'numpy', 'pandas', 'plotly'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True
    )
    assert done.stdout.strip() == "[]"


def test_in_a_notebook_a_cell_does_not_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a real kernel, with processes of their own, and with a policy of the notebook."""
    from jupyter_client.manager import start_new_kernel

    monkeypatch.setenv("CLASSKIT_PROCESSES", "2")
    manager, client = start_new_kernel(kernel_name="python3")
    told: list[str] = []

    def hear(message: dict[str, Any]) -> None:
        told.append(message["content"].get("text", ""))

    def run(code: str) -> str:
        told.clear()
        answer = client.execute_interactive(code, timeout=600, output_hook=hear)
        assert answer["content"]["status"] == "ok", answer["content"]
        return "".join(told).strip()

    try:
        run("import asyncio, classkit")
        run("game_1 = {'options': {'game': 1}}")
        run("def cautious(view, decision):\n    return decision.default")
        run("table = classkit.table('poleconomy', seats=4, seed=7, bots='tycoon', **game_1)")
        run("table = table.step('round')")
        state = run(
            "table.show_futures(30, {'A': cautious})\nprint(table.controller.studies.futures.state)"
        )
        assert state == "running"
        assert run("table.step('turn')\nprint(table.turn)") == "6"
        for _ in range(200):
            run("await asyncio.sleep(0.05)")
            if run("print(table.controller.studies.futures.state)") != "running":
                break
        assert run("print(table.controller.studies.futures.state, table.futures.done)") == "done 30"
        assert run("print(len(table.futures.sentences()) > 4)") == "True"
        code = "print(len(table.show_futures(12, horizon=2).futures.outcomes_frame()))"
        assert run(code) == "48", "whoever asks for the whole of it waits"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_it_stands_alone_in_a_lesson_and_follows_its_table() -> None:
    from classkit.widgets import futures

    table = make_table(match())
    part = futures(table)
    assert part.part == "ahead"
    part.show_futures(4, horizon=2)
    assert table.futures is part.futures and table.futures.done == 4
