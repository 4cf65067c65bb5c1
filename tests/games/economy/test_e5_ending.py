"""E5: the end, ties and limits."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import OptionError
from classkit.engine.events import Keep

from .tables import asked, at_turn, go, last, owned, points, told, with_facts


@pytest.mark.parametrize(
    ("seats", "target", "options"),
    [(2, 60, {"allow_two_players": True}), (3, 45, {}), (4, 36, {}), (5, 32, {}), (6, 30, {})],
)
def test_target_by_players(seats, target, options):
    """E5.1: 60, 45, 36, 32, 30."""
    m = classkit.new("economy", seats=seats, seed=1, options={"placement": "demo", **options})
    assert m.table.target == m.view(None).target == target
    charts = {chart.key: chart for chart in m.game.active_charts(m.table)}
    assert charts["points"].lines[0][0] == target


def test_target_of_ones_own():
    """E5.1: 10 to 200, fixed before play."""
    m = classkit.new("economy", seats=4, seed=1, options={"target_points": 25})
    assert m.table.target == 25
    for wrong in (9, 201, 25.0):
        with pytest.raises(OptionError, match="target_points"):
            classkit.new("economy", seats=4, options={"target_points": wrong})


def test_it_ends_once_all_owners_are_credited():
    """E5.1, E5.2: whoever reached it first in the order of the seats."""
    facts = owned(A="motor-2", D="motor-3 motor-1a", rest="C")
    facts = with_facts(facts, A={"points": 34, "at": "f2"}, D={"points": 33})
    m = go(at_turn([1], **facts), "f3")
    assert points(m) == [36, 0, 1, 37] and m.winners == ("D",)
    ending = last(m, "game_ended")
    assert ending.facts == {
        "winners": ["D"], "points": {"A": 36, "B": 0, "C": 1, "D": 37}, "tie_break": None,
        "reason": "target", "part": 2,
    }  # fmt: skip
    assert m.request is None and ending.rule == "E5.1"


def test_a_landing_that_scores_nothing_does_not_end_it():
    """E5.1: the end is looked for after a scoring."""
    facts = with_facts(owned(rest="D"), A={"points": 50, "at": "c1"})
    m = go(at_turn([1], **facts), "c2")
    assert not m.is_over


def tie(tie_break, **options):
    """A and B on the way to 37 points each, with property worth 6 each."""
    facts = owned(A="motor-3 food-2 food-1a", B="motor-2 motor-1a food-3", rest="C")
    facts = with_facts(facts, A={"points": 34}, B={"points": 34}, C={"at": "f2"})
    return at_turn([1, 1, 1, 1], mover="C", options={"tie_break": tie_break, **options}, **facts)


def test_equal_property_shares_the_win():
    """E5.3: worth 6 each."""
    m = go(tie("property"), "f3")
    assert m.table.worth("A") == m.table.worth("B") == 6
    assert m.winners == ("A", "B") and last(m, "game_ended").facts["tie_break"] == "property"
    assert [(line.seat, line.place) for line in m.standings()][:3] == [("A", 1), ("B", 1), ("C", 3)]


def test_play_on():
    """E5.3: it goes on, past the target, until one is alone at the top."""
    m = go(tie("play_on"), "f3")
    assert points(m, "AB") == [37, 37] and not m.is_over and asked(m) == ("D", "roll")
    go(m, "a1")  # D enters and scores nothing: still not over
    assert not m.is_over
    facts = with_facts(
        owned(A="motor-3", rest="C"), A={"points": 40}, B={"points": 40}, C={"at": "f2"}
    )
    m = go(at_turn([1], mover="C", options={"tie_break": "play_on"}, **facts), "f3")
    assert m.is_over and m.winners == ("A",)
    assert last(m, "game_ended").facts["tie_break"] is None


def test_play_on_at_the_turn_limit():
    """E5.4: there it acts as `property`, so that the game does end."""
    facts = with_facts(
        owned(A="motor-3", B="motor-2 motor-1a food-3", rest="C"),
        A={"points": 34}, B={"points": 34}, C={"at": "f2"},
    )  # fmt: skip
    options = {"tie_break": "play_on", "turn_limit": 2}
    m = go(at_turn([1, 1], mover="C", options=options, **facts), "f3")
    assert not m.is_over
    go(m, "a1")
    assert m.is_over and m.winners == ("B",)
    ending = last(m, "game_ended")
    assert (ending.facts["reason"], ending.facts["tie_break"]) == ("turn_limit", "property")
    assert ending.rule == "E5.4"


@pytest.mark.parametrize("limit", [1, 7, 60])
def test_turn_limit(limit):
    """E5.4: in whichever part; most points win."""
    m = classkit.new("economy", seats=4, seed=2, options={"turn_limit": limit, "placement": "demo"})
    m.play(bots="harvester")
    assert m.turn == limit and m.ending == "turn_limit"
    most = max(points(m))
    assert [seat for seat in m.winners if m.table.points(seat) == most] == list(m.winners)


def test_no_limit():
    """E5.4: with nobody at the target the game goes on."""
    m = classkit.new("economy", seats=4, seed=2, options={"placement": "demo"}).play(
        bots="harvester"
    )
    assert m.ending == "target" and max(points(m)) >= 36


def test_the_host_calls_time():
    """E5.4: as a turn limit: at once before a roll, else after the turn."""
    m = at_turn([3]).signal("time_up")
    assert m.is_over and m.ending == "host" and told(m, "game_ended")
    m = at_turn([3]).answer("roll").signal("time_up")
    assert not m.is_over
    m.answer("a3")
    assert m.is_over and m.winners == ("A",)  # all have 0 points, and A owns the invention
    m = classkit.new("economy", seats=3, seed=1).signal("time_up")
    assert m.is_over and m.winners == ("A", "B", "C")


@pytest.mark.parametrize("seats", range(2, 7))
def test_default_answers_alone_come_to_an_end(seats, deep):
    """Section 5: they go for free cards, so that part 1 ends, and then the match."""
    for seed in range(200 if deep else 12):
        m = classkit.new(
            "economy",
            seats=seats,
            seed=seed,
            options={"allow_two_players": seats == 2},
            keep=Keep.nothing(),
        )
        m.play(bots="passive")
        assert m.turn < 250
