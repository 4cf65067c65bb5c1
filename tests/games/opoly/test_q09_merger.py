"""Mergers, the end and the scores (Q9 to Q11)."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import classkit
from classkit.engine.errors import NothingToDo
from classkit.engine.events import Entry
from classkit.engine.registry import loads
from classkit.games.opoly.rules.scores import rank_scores

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    asked,
    at_turn,
    cash,
    end_turn,
    last,
    level,
    on,
    owner,
    refused,
    told,
)

MERGERS = {"mergers": True}


def fever(**facts):
    """Play a turn that draws Merger Fever, with the option."""
    return on("chance_external", (3, 4), luck=["merger_fever"], options=MERGERS, **facts)


def test_q9_1_offers():
    """Q9.1: at least three active seats make one offer each, until one is accepted."""
    m = fever()
    assert asked(m) == ("A", "merger_offer")
    refused(m, "merge", "Q9.1", partner="B", survivor="C", share=50)
    refused(m, "merge", "share", partner="B", survivor="B", share=100)
    m.answer("merge", partner="B", survivor="B", share=40)
    assert asked(m) == ("B", "merger_answer")
    m.answer("refuse")
    assert asked(m) == ("B", "merger_offer")
    gone = {"status": "bankrupt"}
    m = fever(C=gone, D=gone)
    assert all(d.name != "merger_offer" for d in m.requests())


def merged(**facts):
    """Merge A into B for 40% of B's scores."""
    m = fever(**facts)
    m.answer("merge", partner="B", survivor="B", share=40)
    return m.answer("accept")


def test_q9_2_the_survivor_receives_everything():
    """Q9.2: cash, properties, buildings, mortgages, alliances, all cards; limits - 1."""
    m = merged(
        A={"properties": ["park_place", *RAILS[:2]], "mortgaged": RAILS[:1],
           "cards": ["risk_management"]},
        B={"properties": ["boardwalk"]}, C={"properties": RAILS[2:]},
        alliances=[{"group": "dark_blue"}, {"group": "railroad", "split": {"A": 30, "C": 70}}],
        buildings={"park_place": 2, "boardwalk": 1},
    )  # fmt: skip
    view = m.view(None)
    assert cash(m, "B") == 3000 and view.limit("B") == 9 and view.status("A") == "merged"
    assert view.mortgaged(RAILS[0]) and owner(m, "risk_management") == "B"
    assert level(m, "park_place") == 2 and not view.is_allied("dark_blue")
    (contract,) = view.alliances()
    assert contract["parties"] == ["B", "C"] and contract["split"] == {"C": 70, "B": 30}


def test_q9_2_the_excess_is_shed():
    """Q9.2: under Q6.10."""
    m = merged(A={"properties": [*ORANGE, *BLUES]}, B={"properties": [*RAILS, "water_works"]})
    assert asked(m) == ("B", "shed_property")


def test_q9_3_scores_are_divided():
    """Q9.3: exact fractions; both seats are ranked; the merged seat decides nothing."""
    m = merged(A={"cash": 1001}, B={"cash": 1000})
    assert m.metrics()["asset_score"] == {"A": 800.4, "B": 1200.6, "C": 1500, "D": 1500}
    while m.turn == 1:
        assert all(d.seat != "A" for d in m.requests())
        first = m.requests()[0]
        m.answer(first.default.move, seat=first.seat, **first.default.fields)


def test_q9_3_bankruptcy_strikes_both():
    """Q9.3: the survivor's status also determines the merged seat's place."""
    facts = {"A": {"status": "merged", "cash": 0}, "mergers": [["B", "A", 40]]}
    m = on("luxury_tax", **facts, B={"cash": 50, "properties": BLUES}, options=MERGERS)
    assert m.view(None).status("B") == "bankrupt"
    places = {line.seat: line.place for line in m.standings()}
    assert places["C"] == places["D"] == 1 and {places["A"], places["B"]} == {3, 4}


def test_q10_1_all_but_one_out():
    """Q10.1: after the batch of charges that caused it; merged seats do not count."""
    m = on("luxury_tax", A={"cash": 5}, B={"cash": 6}, C={"cash": 7})
    assert m.ending == "one_left" and len(told(m, "money_moved")) == 4
    m = on("luxury_tax", **{seat: {"cash": 5} for seat in "ABCD"})
    assert m.ending == "one_left"


def test_q10_1_before_the_pawn_moves():
    """Q10.1: after the bust, before the move."""
    gone = {"status": "bankrupt"}
    m = at_turn([(1, 1), (1, 1), 2], actors=["A"], C=gone, D=gone)
    assert m.ending == "one_left" and told(m, "pawn_moved") == []


def test_q10_2_cards_and_the_bank():
    """Q10.2: a closing card (Q4.6) and an empty bank (Q5.6) end the game immediately."""
    m = at_turn([(1, 2), "recession_1"], recession="recession", payments=2)
    assert m.ending == "card" and last(m, "game_ended").rule == "Q4.6"


@pytest.mark.parametrize(("turn", "over"), [(75, False), (76, True)])
def test_q10_3_time(turn, over):
    """Q10.3: after turn 75 the next doubles end the game unresolved, also in a recession."""
    m = at_turn([(5, 5)], turn=turn)
    assert m.is_over is over and (told(m, "pawn_moved") == []) is over
    m = at_turn([(5, 5)], turn=turn, recession="recession")
    assert m.is_over is over
    m = at_turn([(4, 6)], turn=turn)
    assert not m.is_over


def test_q10_3_the_option_and_the_edition():
    """Q10.3: play_rolls as an option, or as the edition says."""
    assert at_turn([(5, 5)], turn=11, options={"play_rolls": 10}).ending == "time"
    short = {"based_on": "classic_us", "edition": {"play_rolls": 45}}
    assert at_turn([(5, 5)], turn=46, edition=short).ending == "time"
    for rolls in (45, 75):
        stated = {"edition": short, "options": {"play_rolls": rolls}}
        assert not at_turn([(5, 5)], turn=rolls, **stated).is_over
        assert at_turn([(5, 5)], turn=rolls + 1, **stated).ending == "time"


@pytest.mark.parametrize(("rules", "rolls"), [("2", "auto"), ("3", 75)])
def test_q10_3_rolls_of_an_earlier_record(rules, rolls):
    """Q10.3: rules 2 wrote 75 where nothing was chosen, and meant the edition's rolls."""
    short = {"based_on": "classic_us", "edition": {"play_rolls": 45}}
    record = classkit.new(
        "opoly", seats=3, seed=4, edition=short, options={"play_rolls": 75}
    ).to_record()
    m = loads(json.dumps({**record, "rules": rules}))
    assert m.options.play_rolls == rolls
    assert loads(m.record_text()).to_record() == m.to_record()
    m.play(bots="passive")
    assert m.ending != "time" or m.turn > (75 if rolls == 75 else 45)


def test_q10_3_minutes():
    """Q10.3: with the minutes clock the host reports the time; a time-out runs to the roll."""
    minutes = {"clock": "minutes"}
    assert not at_turn([(5, 5)], turn=200, options=minutes).is_over
    m = at_turn([(4, 6), (5, 5)], options=minutes)
    m.signal("time_out")
    assert m.table.timed_out
    m.signal("time_up")
    end_turn(m)
    assert m.ending == "time" and not m.table.timed_out
    for name in ("time_out", "time_up"):
        with pytest.raises(NothingToDo, match=r"counts rolls.*Q10\.3"):
            at_turn([(4, 6), (5, 5)]).signal(name)
        m = at_turn(options=minutes).signal(name)
        with pytest.raises(NothingToDo, match=r"already.*Q10\.3"):
            m.signal(name)


def test_q10_3_records_that_call_time_in_vain_still_open():
    """Q10.3: earlier versions accepted the signal with the rolls clock, without effect."""
    m = at_turn([(4, 6), (5, 5)])
    m.repeat(Entry("signal", None, "time_up"))
    end_turn(m)
    assert not m.is_over
    assert [entry.name for entry in loads(m.record_text()).answers if entry.kind == "signal"] == [
        "time_up"
    ]


@pytest.mark.parametrize(("turn", "over"), [(300, False), (301, True)])
def test_q10_3_time_that_nobody_calls(turn, over):
    """Q10.3: the first doubles after turn 300 end the game in any case."""
    minutes = {"clock": "minutes"}
    assert at_turn([(5, 5)], turn=turn, options=minutes).is_over is over
    assert not at_turn([(4, 6)], turn=turn, options=minutes).is_over


def test_q11_1_asset():
    """Q11.1: a hotel counts as five houses at half cost; mortgaged property counts zero."""
    a = {"cash": 100, "properties": [*BLUES, "short_line"], "mortgaged": ["short_line"],
         "cards": ["greenspan_put", "risk_management"]}  # fmt: skip
    m = on("free_parking", A=a, buildings={"boardwalk": 5, "park_place": 4})
    assert m.view(None).asset("A") == 100 + 750 + 900 + 50


def fe(options=None, **facts):
    """Return the FUTURE EARNINGS of A."""
    return on("free_parking", options=options, **facts).view(None).future("A")


def test_q11_2_options():
    """Q11.2: alliance doubling, mortgaged and stolen properties may be left out."""
    allied = {
        "A": {"properties": ["boardwalk"]},
        "B": {"properties": ["park_place"]},
        "alliances": [{"group": "dark_blue", "ends": 5, "split": {"A": 10, "B": 90}}],
    }
    assert fe(**allied) == 100 / 40
    assert fe({"future_double": False}, **allied) == 50 / 40
    a = {"properties": ["boardwalk", "short_line"], "mortgaged": ["short_line"],
         "basis": {"boardwalk": "soul"}}  # fmt: skip
    assert fe(A=a) == 50 / 40 * 2
    assert fe({"future_counts_mortgaged": False}, A=a) == 50 / 40
    assert fe({"future_stolen": False}, A=a) == 50 / 40


def test_q11_2_cards():
    """Q11.2: each lot with its cards, rounded down per lot; a voided genius stays void."""
    a = {"properties": ["short_line", "boardwalk"],
         "cards": ["logistics_network", "marketing_genius"]}  # fmt: skip
    assert fe(A=a) == (46 + 62) / 40 * 2


def test_q11_3_two_races():
    """Q11.3: each ranked by itself, equals share; no combined winner, or the sum of places."""
    facts = {"A": {"cash": 5, "properties": BLUES}, "B": {"cash": 3000}, "C": {"cash": 3000}}
    luck = [(5, 5)]
    m = at_turn(luck, turn=80, **facts)
    assert m.winners == ("A", "B", "C")
    places = {e.facts["seat"]: e.facts["places"] for e in m.events if e.name == "scored"}
    assert places["B"] == {"asset": 1, "future": 2} and places["A"]["future"] == 1
    m = at_turn(luck, turn=80, **facts, options={"combined_score": "sum_of_places"})
    assert [(line.seat, line.score) for line in m.standings()][:2] == [("B", 3), ("C", 3)]
    assert m.winners == ("B", "C")


@pytest.mark.parametrize(
    ("scores", "bankrupt", "places"),
    [
        ({"A": 9, "B": 8, "C": 7, "D": 6}, "A", {"B": 1, "A": 2, "C": 3, "D": 4}),
        ({"A": 9, "B": 8, "C": 7, "D": 6}, "AB", {"C": 1, "A": 2, "B": 3, "D": 4}),
        ({"A": 9, "B": 8, "C": 8, "D": 6}, "A", {"B": 1, "C": 1, "A": 3, "D": 4}),
        ({"A": 9, "B": 8, "C": 7, "D": 6}, "D", {"A": 1, "B": 2, "C": 3, "D": 4}),
        ({"A": 9, "B": 8, "C": 7, "D": 6}, "CD", {"A": 1, "B": 2, "C": 3, "D": 4}),
    ],
)
def test_q11_4_swap(scores, bankrupt, places):
    """Q11.4: from the bottom up each changes place with the seat just below."""
    fates = {seat: "bankrupt" if seat in bankrupt else "active" for seat in scores}
    exact = {seat: Fraction(score) for seat, score in scores.items()}
    assert rank_scores(exact, fates, swap=True) == places


def test_q11_4_destroyed_and_disgraced():
    """Q11.4: disgraced seats rank with their frozen score; destroyed seats are last."""
    exact = {seat: Fraction(score) for seat, score in zip("ABCD", (0, 9, 0, 5), strict=True)}
    fates = {"A": "destroyed", "B": "disgraced", "C": "bankrupt", "D": "active"}
    assert rank_scores(exact, fates, swap=True) == {"B": 1, "D": 2, "C": 3, "A": 4}


def test_q11_3_the_two_races_are_separate():
    """Q11.3: each score has its own winner; the standings show both, FUTURE EARNINGS in cents."""
    facts = {"A": {"properties": ORANGE, "cash": 200}, "B": {"cash": 3000}, "C": {"cash": 0}}
    m = at_turn([(5, 5)], turn=80, **facts, D={"cash": 0})
    assert m.is_over and m.winners == ("A", "B")
    assert [(line.seat, line.score) for line in m.standings()][:2] == [("B", 3000), ("A", 760)]
    (race,) = m.races().values()
    assert (race[0].seat, race[0].place, race[0].score) == ("A", 1, 6.6)
