"""Groups of tables that play by other rules: named in words, refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.charts.number_parser import parse_number
from classkit.classroom import room_commands
from classkit.classroom.open_room_form import build_start_form
from classkit.classroom.room import Room
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.classroom.treatments import begin_match, list_room_units
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import usable_games
from classkit.hosting.table_catalog import list_catalog_tables

from .rooms import CODE, Page, opened


def room_of(game: str, people: int = 12, seats: int = 3, **settings: Any) -> RoomRuntime:
    """A room in which people have come and sit at tables."""
    live = RoomRuntime(opened(None, game, seats, **settings), CODE)
    for number in range(people):
        Page(live, f"p{number}").join()
    Page(live, teacher=True).ask(room="seat_all")
    return live


def test_two_auctions_are_compared_under_the_same_luck() -> None:
    formats = {"auction_format": ["english", "second_price"]}
    live = room_of("opoly", people=13, seats=4, compare=formats)
    tables = live.room.tables
    english, sealed = (name for name, _ in live.room.groups)
    assert english == "English: bids rise aloud" and "second highest" in sealed
    assert [one.group for one in tables.values()] == [english, sealed] * 2
    assert [len(one.seats) - len(one.free_seats) for one in tables.values()] == [4, 3, 3, 3]
    assert tables[1].seed == tables[2].seed != tables[3].seed == tables[4].seed
    formats_played = [live.get_table(at).place.match.options["auction_format"] for at in (1, 2)]
    assert formats_played == ["english", "second_price"]


def test_few_play_at_a_table_of_each_group_and_the_others_look_on() -> None:
    compare = {"auction_style": ["sealed", "open"]}
    live = RoomRuntime(opened(None, "poleconomy", 2, compare=compare), CODE)
    for number in range(6):
        Page(live, f"p{number}").join()
    Page(live, teacher=True).ask(room="seat_all", tables=1)
    tables = live.room.tables.values()
    assert [one.group for one in tables] == [name for name, _ in live.room.groups]
    assert [len(one.free_seats) for one in tables] == [1, 1] and len(live.room.waiting) == 4


def test_a_room_from_before_game_2_was_the_default_plays_on_as_game_1() -> None:
    """Its rows state neither the game nor the rules that their options refer to."""
    (draft,) = room_commands.open_room("poleconomy", 3, seed=7)
    assert draft.body["options"] == {}
    old = {key: value for key, value in draft.body.items() if key != "rules"}
    for body, game in ((old, 1), (draft.body, 2)):
        store = RoomStore("sqlite://")
        store.append_rows(CODE, ROOM_STREAM, 0, [draft._replace(body=body)])
        live = RoomRuntime(store, CODE)
        Page(live, "p1").join()
        Page(live, teacher=True).ask(room="seat_all")
        assert live.get_table(1).place.match.options["game"] == game


def test_several_options_meet_each_other() -> None:
    compare = {"quick_start": [False, True], "auction_style": ["sealed", "open"]}
    (draft,) = room_commands.open_room("poleconomy", 3, seed=1, compare=compare)
    names = [name for name, _ in draft.body["groups"]]
    assert len(names) == 4 and names[3].endswith("yes; aloud, in turn")
    assert draft.body["groups"][2][1] == {"quick_start": True, "auction_style": "sealed"}


def test_an_edition_of_ones_own_is_compared_and_kept_whole(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('based_on = "economicon-classic"\n[edition]\nid = "mine"\ntitle = "Mine"\n')
    (draft,) = room_commands.open_room(
        "economicon", 3, seed=1, compare={"edition": ["economicon-classic", str(mine)]}
    )
    (first, classic), (second, own) = json.loads(json.dumps(draft.body["groups"]))
    assert (first, second) == ("Economicon", "Mine") and classic["edition"] == "economicon-classic"
    mine.unlink()
    assert begin_match("economicon", 3, 1, own).edition.title == "Mine"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"compare": {"auction_format": ["english", "english"]}}, "two different"),
        ({"compare": {"auction_format": "english"}}, "compare must be a mapping"),
        ({"compare": 7}, "compare must be a mapping from options to lists of values, not 7"),
        ({"compare": {"auction_format": ["english", "dutch"]}}, "auction_format"),
        ({"compare": {"play_rolls": [20, 30, 40, 50, 60]}}, "at most 4 groups"),
        ({"compare": {"nothing": [1, 2]}}, "nothing"),
        ({"options": {"seed": 3}}, "no option 'seed'"),
        ({"options": {"luck": "by_hand"}}, "no option 'luck'"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(
    settings: dict[str, Any], said: str
) -> None:
    with pytest.raises(ClasskitError, match=said):
        room_commands.open_room("opoly", 4, seed=1, **settings)


def test_each_table_that_is_offered_has_a_form_of_all_its_options() -> None:
    games = {game.name: game for game in usable_games()}
    for table in list_catalog_tables():
        form = build_start_form(table.name, table.title, table.game, table.options)
        named = [field["name"] for field in form["options"]]
        assert {option.name for option in games[table.game].options} <= {*named}
        for field in form["options"]:
            assert table.options.get(field["name"], field["value"]) == field["value"]


def test_a_room_is_opened_in_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")
    code = classkit.room(
        "opoly", 4, compare={"clock": ["rolls", "minutes"]}, options={"play_rolls": 30}
    )
    from classkit.classroom.room_store import RoomStore

    room = RoomRuntime(RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite"), code).room
    assert len(room.groups) == 2 and room.options == {"play_rolls": 30}


def test_a_room_reads_the_words_of_its_own_editions() -> None:
    euro = {"sign": "€", "one": "euro", "many": "euros", "after": True, "thousands": "."}
    own = {"edition": {"based_on": "poleconomy-canada", "currency": euro}}
    named = list_room_units(Room(CODE, game="poleconomy", options=own))
    assert parse_number("1.250 €", named) == 1_250 and parse_number("$5", named) is None
    both = list_room_units(Room(CODE, game="poleconomy", groups=[("a", own), ("b", {})]))
    assert [parse_number(typed, both) for typed in ("5 €", "$5", "1.250 €")] == [5, 5, None]
    usual = list_room_units(Room(CODE, game="poleconomy"))
    assert parse_number("$5", usual) == 5 and parse_number("5 €", usual) is None
