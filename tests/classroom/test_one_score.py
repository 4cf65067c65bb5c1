"""One measure of a seat, under one name, on phone, wall, standings, end screen, and in tables."""

from __future__ import annotations

import pytest

import classkit
from classkit.attribution.metric_selection import race_metrics
from classkit.classroom.class_overview import build_overview
from classkit.classroom.room_archive import RoomArchive
from classkit.widgets.choice_labels import format_quantity
from classkit.widgets.end_screen import build_end

from .rooms import Page
from .test_headlines import answer, seated

GAMES = pytest.mark.parametrize("game", ["poleconomy", "economy", "opoly", "economicon"])


@GAMES
def test_the_metric_of_a_race_has_its_name_its_unit_and_its_values(game: str) -> None:
    m = classkit.new(game, seats=3, seed=3).play("round").play("round")
    for viewer in (None, *m.seats):
        for title, metric in race_metrics(m, viewer).items():
            lines = m.as_seen_by(viewer).races[title]
            assert metric.label == title
            assert {line.unit for line in lines} <= {metric.unit}
            assert {line.seat: line.score for line in lines} == m.metrics()[metric.key]


@GAMES
def test_phone_wall_and_standings_show_one_score_from_the_beginning_to_the_end(game: str) -> None:
    """Seen: "0 points" on the phone, and "worth 1" on the wall."""
    live, teacher, phones = seated(game, 3)
    for _ in range(9):
        match = live.get_table(1).place.match
        say, title = match.say(), match.game.score_title(match.table)
        words = {one.seat: format_quantity(say, one.score, one.unit) for one in match.standings()}
        for page in (teacher, *phones):
            page.ask(do="snapshot")
            assert {one["seat"]: one["text"] for one in page.now["standings"]} == words
            assert not any({"instead", "figure"} & one.keys() for one in page.now["standings"])
        (wall,) = build_overview(live)["tables"]
        named = {live.get_table(1).controller.say.seat(seat): text for seat, text in words.items()}
        assert wall["measure"] == title
        assert all(named[one["name"]] == one["text"] for one in wall["ahead"])
        if not live.get_table(1).list_asked_seats():
            break
        answer(phones)


@pytest.mark.sweep(1)
@GAMES
def test_the_end_screen_and_the_tables_of_a_class_have_the_same_scores(game: str) -> None:
    live, _, phones = seated(game, 3)
    place = live.get_table(1).place
    place.match.play("end", bots="random")
    live.get_table(1).publish_all()
    say, end = place.match.say(), build_end(place.match, place.match.say(), None)
    assert end is not None and phones
    rows = RoomArchive(live.store, live.code).build_result_rows(names=False)
    for race, (title, lines) in zip(
        end["races"], place.match.as_seen_by(None).races.items(), strict=True
    ):
        shown = {one.seat: format_quantity(say, one.score, one.unit) for one in lines}
        assert race["title"] == title
        assert {seat: text for seat, text, _ in race["lines"]} == shown
        kept = {one["seat"]: (one["score"], one["unit"]) for one in rows if one["race"] == title}
        assert kept == {one.seat: (one.score, one.unit) for one in lines}


def test_a_covered_score_is_on_no_wall() -> None:
    live, teacher, phones = seated("economy", 3)
    teacher.ask(room="ask", place=0, figure="points", at=9)
    (wall,) = build_overview(live)["tables"]
    assert (wall["measure"], wall["ahead"]) == ("", [])
    assert isinstance(phones[0], Page)
