"""Tests of the three bots of section 9."""

from __future__ import annotations

import re

import pytest

import classkit
from classkit.games.economy import GAME
from classkit.games.economy.bots import Harvester, Insider, Raider

from .simulated import play_all, summary
from .tables import at_turn, owned, with_facts

ALL = {"harvester": Harvester, "raider": Raider, "insider": Insider}


def says(bot, m):
    """Return the only field of a bot's answer to the current decision."""
    decision = m.request
    policy = ALL[bot]()
    if hasattr(policy, "recall"):
        policy.recall(m.game.secrecy.get_memory(m.table, decision.seat))
    answer = policy(m.view(decision.seat), decision)
    (value,) = answer.fields.values()
    return value


def test_bots_by_name():
    """The game's own bots, default and random; each has a description."""
    assert set(GAME.bots()) == {"harvester", "raider", "insider", "passive", "random"}
    for bot in ALL.values():
        assert bot.__doc__ and len(bot.__doc__) > 200


@pytest.mark.parametrize("bot", ALL)
def test_inventions_first(bot):
    """Part 1: then factories, then shops, with a bonus for sectors in which it owns."""
    m = at_turn([2], A={"at": "b5"}).answer("roll")  # reaches a4 a6 b3 c4 c6 d5, b7
    assert says(bot, m) == "d5"  # media-3 before chemicals-2 and construction-1b
    m = at_turn([2], A={"at": "b5"}, B={"properties": ["media-3"]}).answer("roll")
    assert says(bot, m) == "b3"
    m = at_turn([1], A={"at": "e7", "properties": ["motor-3"]}).answer("roll")
    assert says(bot, m) == "e8"  # motor-1a before textile-1b: it owns in Motor


@pytest.mark.parametrize("bot", ALL)
def test_toward_the_nearest_free_card(bot):
    """Part 1: where none can be reached."""
    facts = owned(rest="D")
    facts["D"]["properties"].remove("construction-2")  # on h7
    m = at_turn([2], **with_facts(facts, A={"at": "d4"})).answer("roll")
    assert says(bot, m) in ("e5", "d6", "f4") and says(bot, m) == "d6"


def test_where_it_earns_most():
    """Part 2: own points minus a quarter of the best rival's; face-down cards count 1.5."""
    facts = owned(A="motor-2 motor-1a textile-1a", B="textile-3", C="energy-3", rest="D")
    m = at_turn([1], **with_facts(facts, A={"at": "f2"})).answer("roll")
    assert says("harvester", m) == "f3"
    m = at_turn([1], **with_facts(owned(rest="D"), A={"at": "f2"}), face_down=["f3"])
    m.answer("roll")
    assert says("harvester", m) == "f3"


def test_harvester_ignores_other_pieces():
    """It does not see that nobody would score."""
    facts = with_facts(owned(A="motor-2 motor-1a", rest="D"), A={"at": "f2"}, C={"at": "f3"})
    m = at_turn([1], **facts).answer("roll")
    assert says("harvester", m) == "f3" and says("insider", m) != "f3"
    m.answer("f3")
    assert says("harvester", m) == "a1"


def test_raider_turns_rivals_cards_down():
    """In both parts, inventions and factories; never its own, nor shops."""
    for part in (1, 2):
        facts = with_facts(owned(B="motor-2 health-3", rest="D"), A={"at": "f2"}, C={"at": "f3"})
        m = at_turn([1], part=part, **facts).answer("roll")
        assert says("raider", m) == "f3"
    facts = with_facts(owned(A="motor-2", rest="D"), A={"at": "f2"}, C={"at": "f3"})
    assert says("raider", at_turn([1], part=1, **facts).answer("roll")) != "f3"


def test_raider_comes_back_for_what_it_turned_down_itself():
    """The raider remembers only its own; the insider remembers all that it has seen."""
    facts = owned(A="textile-3 textile-2", B="health-3", rest="D")  # d1 would bring A 5 points
    facts = with_facts(facts, A={"at": "d2"})
    for by, raider, insider in (("A", "d3", "d3"), ("C", "d1", "d3"), (None, "d1", "d1")):
        turned = {"d3": by} if by else {}
        m = at_turn([1], face_down=["d3"], turned_down=turned, **facts).answer("roll")
        assert (says("raider", m), says("insider", m)) == (raider, insider)
        assert GAME.secrecy.get_memory(m.table, "A") == ({"d3": ("health-3", by)} if by else {})


def test_raider_sends_victims_far_away():
    """The corner farthest from the nearest free card; in part 2 from a face-down location."""
    facts = owned(rest="D")
    facts["D"]["properties"].remove("construction-2")  # free on h7
    facts = with_facts(facts, A={"at": "c1"}, B={"at": "c2"})
    m = at_turn([1], **facts).answer("roll").answer("c2")
    assert says("raider", m) == "a1"
    facts = with_facts(owned(rest="D"), A={"at": "c1"}, B={"at": "c2"})
    m = at_turn([1], face_down=["b1"], **facts).answer("roll").answer("c2")
    assert says("raider", m) == "h8"


def test_insider_takes_what_it_remembers():
    """Its worth times three plus the sector's swing; its own it guards."""
    facts = with_facts(owned(A="health-2", B="health-3", rest="D"), A={"at": "d2"})
    m = at_turn([1], face_down=["d3"], turned_down={"d3": "C"}, **facts).answer("roll")
    assert says("insider", m) == "d3"
    facts = with_facts(owned(A="health-3", rest="D"), A={"at": "d2"})
    m = at_turn([1], face_down=["d3"], turned_down={"d3": "C"}, **facts).answer("roll")
    assert says("insider", m) == "d3"


@pytest.mark.parametrize("bot", ["harvester", "raider", "insider"])
def test_a_rival_is_denied_the_target(bot):
    """Unless it wins by the landing itself."""
    facts = owned(A="motor-2 motor-1a motor-1b", B="motor-3", rest="D")
    m = at_turn([1], **with_facts(facts, A={"at": "f2"}, B={"points": 34})).answer("roll")
    assert says(bot, m) != "f3"
    m = at_turn([1], **with_facts(facts, A={"at": "f2", "points": 34}, B={"points": 34})).answer(
        "roll"
    )
    assert says(bot, m) == "f3"


def test_notes_follow_from_the_table():
    """A fork and an undone line repeat the bots that remember; positions have been seen by none."""
    m = classkit.new("economy", seats=3, seed=6, options={"placement": "random"})
    for _ in range(25):
        m.play(until="round", bots="raider")
    there = m.step
    m.play(until="round", bots="insider")
    other = m.fork().goto(step=there)
    assert other.play(until="round", bots="insider").digest() == m.digest()
    assert GAME.secrecy.get_memory(at_turn(face_down=["c5"]).table, "A") == {}


def test_one_bot_for_all_seats_keeps_notes_apart():
    """The same object for several seats plays as several would."""
    shared = classkit.new("economy", seats=3, seed=8, options={"placement": "random"}).play(
        bots=Insider()
    )
    apart = classkit.new("economy", seats=3, seed=8, options={"placement": "random"}).play(
        bots="insider"
    )
    assert shared.digest() == apart.digest()


def stated(seats):
    """Return the numbers in the rules' line for ``players`` players."""
    text = GAME.rulebook.text.partition("## Bots")[2]
    line = re.search(rf"^\| {seats} \|(.*)\|$", text, re.MULTILINE)[1]
    return [[float(n) for n in re.findall(r"[\d.]+", cell)] for cell in line.split("|")]


def test_the_rules_describe_each_bot():
    """Section 9: the rules describe each bot."""
    text = GAME.rulebook.text.partition("## Bots")[2]
    for name in ALL:
        assert f"*{name.title()}.*" in text


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_rules_state_the_statistics_of_the_bots(seats):
    """Section 9 and E7.3: medians, ends and wins of 120 other matches, in the bands stated."""
    turns, part_1, most, given, put_outs, take_overs, together, wins = stated(seats)
    found = summary(play_all(seats, range(1_200, 1_320)))
    assert found["ending"] == {"target": 120}
    for key, (told, *_), band in (
        ("turns", turns, 6), ("part_1", part_1, 6), ("given", given, 8), ("most", most, 2),
    ):  # fmt: skip
        assert abs(found[key][0] - told) <= band, (key, found[key], told)
    assert abs(found["put_outs"] - put_outs[0]) <= 1.5
    assert abs(found["take_overs"] - take_overs[0]) <= 1.5
    assert (found["together"] == 0) == (together == [0])
    for share, told in zip(found["wins"].values(), wins, strict=True):
        assert abs(share - told) <= 15, (found["wins"], wins)
