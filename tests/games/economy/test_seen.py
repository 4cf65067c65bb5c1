"""Tests of the presentation: board, scene, texts, metrics and charts."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

import classkit
from classkit.engine.events import HIDDEN, INSTRUCTOR
from classkit.frames import to_data
from classkit.games.economy import GAME
from classkit.widgets.choice_labels import format_transfer
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.record_sheets import get_sheet

from .tables import DEMO, at_turn, go, last, owned, with_facts

EVENTS = {
    "game_set_up": "seats target options",
    "start_rolled": "seat value",
    "hand_dealt": "seat cards",
    "location_placed": "seat space card",
    "die_rolled": "seat value",
    "piece_moved": "seat from to path",
    "no_move": "seat value",
    "piece_put_out": "seat by from to",
    "location_turned_down": "space card",
    "location_turned_up": "space card",
    "property_taken": "card from to",
    "property_taken_over": "space card from to",
    "property_secured": "seat space card",
    "part_started": "first_turn reason",
    "sector_scored": "space sector mover total",
    "points_scored": "payer payee amount space reason total",
    "nothing_happened": "seat space why",
    "game_ended": "winners points tie_break reason",
}
"""Section 6: the facts of each event, except its part."""
DECISIONS = {"place_location", "roll", "choose_destination", "choose_corner"}


def test_words_for_everything():
    """Sections 5 and 6: every name has words."""
    assert set(GAME.words.events) == set(EVENTS)
    assert set(GAME.words.decisions) == DECISIONS
    assert set(GAME.words.signals) == set(GAME.signals)


def test_the_ledger_calls_a_thing_by_its_name():
    """Cards and pieces are unique, so that the ledger shows no count."""
    m = classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=3).play(bots="harvester")
    say = m.say()
    pieces = {
        format_transfer(say, row.unit, row.amount)
        for row in m.transfers
        if row.unit.startswith("piece")
    }
    assert pieces == {"Ada's piece", "Bo's piece", "Cy's piece"}
    cards = [row for row in m.view("B").ledger if row.unit in (*m.ledger.titles, HIDDEN)]
    assert cards and not any(format_transfer(say, row.unit, 1)[0].isdigit() for row in cards)
    assert format_transfer(say, "points", 1) == "1 point"


@pytest.mark.parametrize("seed", range(6))
def test_facts_of_events(seed):
    """Section 6: exactly these, and each is a sentence with the names of the seats."""
    m = classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=seed)
    m.play(bots={"A": "raider", "B": "insider", "C": "random"})
    say = m.say()
    for event in m.events:
        assert set(event.facts) == {*EVENTS[event.name].split(), "part"}, event
        assert event.facts["part"] in (0, 1, 2)
        sentence = say.event_sentence(event)
        assert sentence.endswith(".") and "hidden" not in sentence
        assert "player:" not in sentence and "points:" not in sentence
    text = " ".join(say.event_sentence(event) for event in m.events)
    assert "Ada" in text and "Bo takes" in text and "Showroom" in text
    rows = {say.account(row.target) for row in m.transfers}
    assert {"Ada", "Bo's points"} <= rows and any(name.startswith("space ") for name in rows)
    masked = " ".join(say.event_sentence(event) for event in m.view(None).events)
    assert not m.table.face_down or "is now face-down" in masked


def test_questions_and_titles():
    """Section 5: questions, and the titles of cards and sectors."""
    m = classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=1)
    say = m.say()
    decision = m.request
    assert say.decision_question(decision.name, decision.seat, decision.about) == (
        "Place one of your 12 cards on a free space."
    )
    assert say.unit("motor-2") == "Car plant" and say.space("motor") == "Motor"
    assert say.account("space:c5") == "space c5" and say.reason("c5") == "c5"
    m = at_turn([1], A={"at": "c1"}, B={"at": "c2"}).answer("roll")
    say = m.say()
    about = m.request.about
    assert (
        say.decision_question("choose_destination", "A", about) == "Move exactly 1 space: where to?"
    )
    m.answer("c2")
    asked = say.decision_question("choose_corner", "A", m.request.about)
    assert "You send Bruno's piece outside" in asked


@pytest.mark.parametrize("size", [(8, 8), (2, 2), (26, 2), (2, 9)])
def test_spaces_do_not_overlap(size):
    """Every space lies on the board, apart from every other, and letters name the columns."""
    columns, rows = size
    last_letter = "abcdefghijklmnopqrstuvwxyz"[columns - 1]
    corners = ["a1", f"a{rows}", f"{last_letter}1", f"{last_letter}{rows}"]
    data = {
        "based_on": "economy-classic",
        "board": {"columns": columns, "rows": rows, "corners": corners},
        "deck": {"sectors": 1},
    }
    m = classkit.new("economy", seats=3, seed=1, edition=data)
    board = GAME.board(m.table)
    assert len(board.spaces) == columns * rows + 5
    for one, other in combinations(board.spaces, 2):
        apart = (
            abs(one.x - other.x) >= (one.w + other.w) / 2 - 0.01
            or abs(one.y - other.y) >= (one.h + other.h) / 2 - 0.01
        )
        assert apart, (one, other)
    for space in board.spaces:
        assert space.w / 2 <= space.x <= board.width - space.w / 2
        assert space.h / 2 <= space.y <= board.height - space.h / 2
    places = {space.id: space for space in board.spaces}
    assert places["a1"].x < places["b1"].x and places["a1"].y > places["a2"].y


def test_scene():
    """Products, sectors, owners, pieces, and who waits where."""
    m = go(at_turn([3], B={"corner": "h8"}), "a3")
    scene = m.game.scene(m.table, None)
    look = scene.looks["a3"]
    assert (look.title, look.subtitle, look.sign) == ("Canning process", "Food · Invention", "Fo")
    assert (look.lines, look.mark, look.text) == (("Canning",), "apple", "3")
    assert (look.owner, look.emblem, look.colour) == ("A", "bulb", "#f39c12")
    assert scene.looks["f3"].owner is None and scene.looks["f3"].note == "2 points, still free"
    assert scene.looks["f3"].emblem == "factory" and set(scene.looks) == set(DEMO)
    places = {piece.seat: piece.space for piece in scene.pieces}
    assert places == {"A": "a3", "B": "outside:h8", "C": "outside", "D": "outside"}
    assert scene.path == ("outside", "a1", "a2", "a3")
    assert scene.told == "{A} lands on a3, Canning process. {A} takes the property card."
    json.dumps(scene.to_dict()), json.dumps(GAME.board(m.table).to_dict())


def test_the_last_landing_and_whom_it_paid():
    """The last landing names a face-down card only for viewers who may know it."""
    facts = with_facts(owned(A="motor-2", rest="B"), C={"at": "f2"}, D={"at": "f4"})
    m = go(at_turn([1, 1], mover="C", face_down=["f3"], **facts), "f3")
    assert m.game.scene(m.table, "B").told == (
        "{C} lands on f3, Car plant. {C} takes over the property card from {A}. "
        "It pays in Motor: {B} +5, {C} +2."
    )
    go(m, "f3", "a1")
    assert m.game.scene(m.table, "B").told == (
        "{D} lands on f3 and sends {C}'s piece outside. The card is turned face-down, and nobody "
        "scores."
    )
    assert "Car plant" in m.game.scene(m.table, INSTRUCTOR).told


def test_property_cards_are_public():
    """E0.5, E6.2: all viewers see the property cards of each player, also of hidden locations."""
    facts = with_facts(owned(A="motor-2 food-3", rest="C"))
    m = at_turn(part=2, face_down=["f3"], **facts)
    for who in ("everybody", "B", "instructor"):
        sight = PageView(MatchController(m, dict.fromkeys(m.seats)), who)
        told = get_sheet(sight, "properties", "A")
        assert [column["label"] for column in told["columns"]] == [
            "Title", "Sector", "Category", "Points",
        ]  # fmt: skip
        assert told["rows"] == [
            ["Car plant", "Motor", "Factory", "2"],
            ["Canning process", "Food", "Invention", "3"],
        ]
        assert get_sheet(sight)["total"] == 36 and to_data(m, who)["sheets"]["properties"][0] == {
            "seat": "A", "card": "motor-2", "title": "Car plant", "sector": "motor",
            "category": "Factory", "points": 2,
        }  # fmt: skip
    assert at_turn().game.sheets(at_turn().table, ()) == {"properties": []}
    (columns,) = m.game.sheet_columns().values()
    assert set(columns) == set(to_data(m)["sheets"]["properties"][0])


def test_metrics():
    """Section 7: definitions of the metrics, on a known position."""
    facts = with_facts(owned(A="motor-3 food-3", B="motor-2 motor-1a"), A={"points": 8})
    facts["D"]["properties"].remove("motor-1b")
    m = at_turn(part=2, face_down=["c5"], **facts)
    m.table.scorings, m.table.put_outs["A"] = 4, [1, 2]
    row = m.metrics()
    assert row["points"] == {"A": 8, "B": 0, "C": 0, "D": 0}
    assert row["property_worth"] == {"A": 6, "B": 3, "C": 0, "D": 53}
    assert row["cards_held"]["A"] == {"3": 2, "2": 0, "1": 0}
    assert row["sector_share"]["A"]["motor"] == 50 and row["sector_share"]["C"]["motor"] == 0
    assert row["sector_hhi"]["motor"] == 5000
    assert row["sector_hhi"]["food"] == pytest.approx((300 / 7) ** 2 + (400 / 7) ** 2)
    others = 7 * 10_000
    assert row["market_hhi"] == pytest.approx((5000 + row["sector_hhi"]["food"] + others) / 9)
    total = 62
    assert row["overall_hhi"] == pytest.approx(
        sum((100 * worth / total) ** 2 for worth in (6, 3, 53))
    )
    assert row["swing"]["A"]["motor"] == 0 and row["swing"]["C"]["food"] == -4
    assert (row["cards_free"], row["face_down"]) == (1, 1)
    assert row["put_outs"]["A"] == {"done": 1, "suffered": 2}
    assert row["income_per_landing"]["A"] == 2


def test_metrics_of_nothing():
    """Section 7: empty before a card is owned, and before the first scoring."""
    row = at_turn().metrics()
    assert row["sector_hhi"]["motor"] is None and row["sector_share"]["A"]["motor"] is None
    assert row["market_hhi"] is None and row["overall_hhi"] is None
    assert row["income_per_landing"] == dict.fromkeys("ABCD")


def test_points_by_sector_add_up():
    """Section 7: the parts of the points."""
    m = classkit.new("economy", seats=3, seed=3, options={"placement": "demo"}).play(
        bots="harvester"
    )
    row = m.metrics()
    for seat in m.seats:
        assert sum(row["points_by_sector"][seat].values()) == row["points"][seat]
    count = sum(event.name == "sector_scored" for event in m.events)
    assert m.table.scorings == count
    assert row["income_per_landing"]["A"] == row["points"]["A"] / count


def test_charts():
    """Section 7: race with the target, heat maps of now, concentration."""
    charts = {chart.key: chart for chart in GAME.active_charts(at_turn().table)}
    assert charts["points"].lines == ((36.0, "the target, 36"),)
    assert charts["sector_share"].kind == charts["swing"].kind == "heat_map"
    assert charts["sector_hhi"].now and charts["points_by_sector"].kind == "stacked_bar"
    assert charts["concentration"].metrics == ("market_hhi", "overall_hhi")
    assert {metric.key for metric in GAME.metrics} == {
        key for chart in charts.values() for key in chart.metrics
    }


def test_no_landing_is_shown_without_a_move():
    """A turn without a move shows no landing."""
    around = {"A": {"at": "a1"}, "B": {"at": "a2"}, "C": {"at": "b1"}}
    m = at_turn([2], **around).answer("roll")
    scene = m.game.scene(m.table, None)
    assert scene.told == "" and scene.path == () and last(m, "no_move")
