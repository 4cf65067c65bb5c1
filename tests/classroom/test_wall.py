"""The wall of a class and its podium: what they show, what they hide, and how little travels."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.charts.instruments import choose_instruments
from classkit.classroom.class_overview import build_overview
from classkit.classroom.podium import build_podium
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated
from classkit.classroom.sparkline import build_present_heights
from classkit.classroom.wall_instrument import COVERED, build_scale
from classkit.engine.registry import new
from classkit.widgets.chart_redaction import build_redaction
from classkit.widgets.match_controller import MatchController

from .rooms import CODE, Page, Watch, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")

GAMES = ("poleconomy", "opoly", "economy", "economicon")


def playing(game: str, people: int = 8, **settings: Any) -> tuple[RoomRuntime, Page]:
    """A room of the invented, who answer at once, and its desk."""
    live = RoomRuntime(opened(None, game, 4, absent=0, **settings), CODE, Watch())
    teacher = Page(live, teacher=True)
    teacher.ask(room="invent", number=people)
    teacher.ask(room="seat_all")
    teacher.ask(room="pace", seconds=0)
    return live, teacher


def play(live: RoomRuntime, turn: int) -> None:
    """Let the invented play until all tables have come to a turn, or are over."""
    for _ in range(600):
        if all(match.turn >= turn or match.is_over for match in live.matches.values()):
            return
        play_simulated(live)
    raise AssertionError("the invented do not get there")


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_has_a_value_a_leader_and_a_picture_of_the_race(game: str) -> None:
    live, _ = playing(game)
    play(live, 12)
    shown = build_overview(live)
    for table in shown["tables"]:
        match = live.matches[table["place"]]
        title = next(
            chart.title
            for chart in match.game.active_charts(match.table)
            if chart.key == choose_instruments(match)[0]
        )
        assert table["instrument"]["label"] == title
        assert 1 <= len(table["instrument"]["text"]) <= 6
        assert table["instrument"]["heat"] in (None, 0, 1, 2, 3, 4)
        assert len(table["ahead"]) == 1 and len(table["ahead"][0]["short"]) <= 7
        assert {*table["course"]} == {*match.seats}
    scale = shown["scale"]
    heats = {heat for _, heat in scale["levels"]}
    assert heats in (set(), {0, 1, 2, 3, 4})
    assert bool(heats) == all(one["instrument"]["heat"] is not None for one in shown["tables"])


def test_nobody_leads_while_all_seats_are_equal() -> None:
    """In Economy all begin without points and cards: the first seat is not ahead of the others."""
    live, _ = playing("economy", 4)
    (table,) = build_overview(live)["tables"]
    assert {line.place for line in live.matches[1].standings()} == {1} and table["ahead"] == []
    play(live, 6)
    (table,) = build_overview(live)["tables"]
    assert bool(table["ahead"]) == ({line.place for line in live.matches[1].standings()} != {1})


def test_the_scale_of_poleconomy_has_each_number() -> None:
    live, _ = playing("poleconomy", 4)
    scale = build_scale(live.matches[1])
    assert scale is not None
    assert [text for text, _ in scale["levels"]] == [*"12345678"]


def test_a_covered_value_is_in_no_cell() -> None:
    live, teacher = playing("poleconomy", options={"game": 2})
    play(live, 8)
    teacher.ask(room="ask", place=0, figure="inflation_number", at=20)
    for table in build_overview(live)["tables"]:
        assert (table["instrument"]["text"], table["instrument"]["heat"]) == (COVERED, None)
    teacher.ask(room="tell", question=1)
    assert all(one["instrument"]["text"] != COVERED for one in build_overview(live)["tables"])


def test_covered_columns_of_what_seats_own_are_in_no_cell() -> None:
    live, _ = playing("economy", 4)
    play(live, 6)
    match = live.matches[1]
    scores = choose_instruments(match)[-1]
    (metric,) = (
        chart.metrics[0] for chart in match.game.active_charts(match.table) if chart.key == scores
    )
    assert any(len(one) == 1 for one in build_overview(live)["tables"][0]["course"].values())
    assert build_present_heights(match, build_redaction(match, [scores])) == {}
    assert metric in build_redaction(match, [scores]).figures


def test_hands_and_people_who_are_away_are_on_the_wall_until_somebody_looks() -> None:
    live = RoomRuntime(opened(None, "economy", 3, absent=30), CODE, Watch())
    teacher, ada = Page(live, teacher=True), Page(live, "ada")
    assert ada.ask(room="hand", on=True)["kind"] == "refused", "without a seat there is no hand"
    ada.join("Ada")
    teacher.ask(room="seat_all")
    assert ada.ask(room="hand", on=True)["hand"]
    assert teacher.room["tables"][0]["hands"] == ["Ada"], "the desk hears of it by itself"
    rows = len(live.store.read_rows(CODE, 0))
    ada.ask(room="hand", on=True)
    assert len(live.store.read_rows(CODE, 0)) == rows
    other = RoomRuntime(live.store, CODE, Watch())
    assert other.room.hands == {"ada"}, "every process knows"
    teacher.ask(room="show", place=1)
    assert not ada.room["hand"] and not live.room.hands, "the teacher has come"
    teacher.ask(room="show", place=0)
    watch = live.clock
    assert isinstance(watch, Watch)
    for _ in range(12):
        watch.now += 40
        live.tick_room()
    assert teacher.room["tables"][0]["away"] == ["Ada"]
    seats = teacher.room["tables"][0]["seats"]
    assert [one["people"] for one in seats if one["away"]] == [["ada"]], "the seat map shows it"
    ada.ask(room="hand", on=True)
    teacher.ask(room="remove", person="ada")
    assert not live.room.hands


def test_time_alone_tells_the_desk_nothing() -> None:
    live = RoomRuntime(opened(None, "economy", 3, absent=0), CODE, Watch())
    teacher, ada = Page(live, teacher=True), Page(live, "ada")
    ada.join("Ada")
    teacher.ask(room="seat_all")
    before = len(teacher.told)
    watch = live.clock
    assert isinstance(watch, Watch)
    watch.now += 500
    live.tick_room()
    live.broadcast_overview()
    assert len(teacher.told) == before
    (table,) = teacher.room["tables"]
    assert watch.now - table["asked_at"] == pytest.approx(500, abs=1)


def test_a_step_costs_as_many_bytes_at_forty_tables_as_at_two() -> None:
    """Seen: each answer sent the whole wall, 40 kB at fifty tables."""
    sizes = {}
    for tables in (2, 40):
        live, teacher = playing("poleconomy", 4 * tables)
        play(live, 6)
        texts = list[str]()

        def hear(text: str, texts: list[str] = texts, page: Page = teacher) -> None:
            texts.append(text)
            page.hear(text)

        teacher.line.send = hear
        table = live.get_table(1)
        for _ in range(4):
            (seat, *_) = table.list_asked_seats()
            table.answer_absent(seat)
        assert texts and teacher.room["tables"] == build_overview(live)["tables"]
        sizes[tables] = max(map(len, texts))
    assert sizes[40] < 1_600 and sizes[40] < 1.3 * sizes[2], sizes


# --- the podium ---------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_podium_has_every_seat_best_first(game: str) -> None:
    live, teacher = playing(game)
    play(live, 15)
    assert teacher.room["podium"] is None
    shown = teacher.ask(room="podium", on=True)["podium"]
    assert shown == build_podium(live)
    scores = [one["score"] for one in shown["seats"]]
    assert len(scores) == sum(len(match.seats) for match in live.matches.values())
    assert scores == sorted(scores, reverse=True)
    match = live.matches[1]
    assert shown["measure"] == match.game.score_title(match.table)
    teacher.ask(room="hide_names", on=True)
    assert {one["name"] for one in build_podium(live)["seats"]} == {""}
    assert teacher.ask(room="show", place=1)["podium"] is None


def test_equal_scores_are_ordered_as_at_their_table() -> None:
    """Nobody has points at first, so that only the tie-break of the table ranks its seats."""
    live, _ = playing("economy")
    play(live, 15)
    shown = build_podium(live)["seats"]
    for place, match in live.matches.items():
        told = [(one["seat"], one["rank"]) for one in shown if one["place"] == place]
        assert told == [(line.seat, line.place) for line in match.standings()]
    assert len({one["score"] for one in shown}) == 1
    assert [one["rank"] for one in shown] == sorted(one["rank"] for one in shown)


def test_a_table_that_nobody_won_has_no_winner_on_the_podium() -> None:
    live, _ = playing("poleconomy", 4, options={"game": 2})
    matches = (
        new("poleconomy", 4, seed=seed, options={"game": 2}).play("end", bots="random")
        for seed in range(21, 60)
    )
    bankrupt = next(match for match in matches if match.is_over and not match.winners)
    live.get_table(1).controller.adopt_state(MatchController(bankrupt))
    shown = build_podium(live)
    assert shown["without_winner"] == 1 and all(one["barred"] for one in shown["seats"])


def test_the_podium_of_a_lesson_that_is_over_is_not_of_so_far() -> None:
    live, teacher = playing("poleconomy", 4)
    assert not build_podium(live)["over"], "the table still plays"
    teacher.ask(room="close")
    assert build_podium(live)["over"]


def test_a_covered_score_is_on_no_podium() -> None:
    live, teacher = playing("poleconomy")
    play(live, 5)
    teacher.ask(room="podium", on=True)
    assert teacher.ask(room="ask", place=1, figure="net_worth", seat="A", at=30)["kind"] == "room"
    shown = teacher.room["podium"]
    assert shown["covered"] == 1 and {one["place"] for one in shown["seats"]} == {2}
