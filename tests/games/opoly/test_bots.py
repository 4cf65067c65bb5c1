"""Tests of the bots of section 9, with the opportunist and the hoarder."""

from __future__ import annotations

from collections import Counter

import pytest

import classkit
from classkit.games.opoly.bots import Appraiser, Banker, EmpireBuilder, Hoarder, Opportunist
from classkit.games.opoly.bots.valuation import EFFECT_VALUES
from classkit.games.opoly.effect_kinds import INTERNAL_EFFECTS

from .tables import BLUES, RAILS, asked, at_turn, on

ALL = {"A": "appraiser", "B": "empire_builder", "C": "banker", "D": "appraiser"}


def answer(bot, m, seat="A"):
    """Return the answer of a bot to the current decision."""
    (decision,) = m.requests(seat)
    reply = bot()(m.view(seat), decision)
    return reply if isinstance(reply, str) else (reply[0], dict(reply[1]))


@pytest.mark.parametrize("form", ["english", "first_price", "second_price", "third_price"])
@pytest.mark.parametrize("seats", [3, 8])
def test_they_play_whole_games(form, seats):
    """In every format, with few and many seats."""
    bots = dict(zip("ABCDEFGH", list(ALL.values()) * 2, strict=True))
    m = classkit.new(
        "opoly", seats=seats, seed=3, options={"auction_format": form, "play_rolls": 25}
    )
    m.play(bots={seat: bots[seat] for seat in m.seats})
    assert m.is_over


def limit(bot, cash=1500, **facts):
    """Return the maximum bid of a bot for Boardwalk."""
    m = on("boardwalk", A={"cash": cash, **facts.pop("A", {})}, turn=61, **facts)
    (decision,) = m.requests("A")
    return bot().get_max_bid(m.view("A"), "A", decision.about)


def test_every_effect_of_internal_cards_has_a_worth():
    """Bots value every effect, and rank the cards to poach or copy."""
    assert set(EFFECT_VALUES) == set(INTERNAL_EFFECTS)
    ranks = [worth.rank for worth in EFFECT_VALUES.values() if worth.rank]
    assert len(set(ranks)) == len(ranks)


def test_what_they_bid():
    """Appraised value, the rent expected over the turns left, the group, and a reserve."""
    rent = 0.028 * 14 * 50
    assert limit(Appraiser) == int(0.95 * 400 + 0.70 * rent)
    assert limit(Banker) == int(0.72 * 400 + 0.30 * rent)
    assert limit(Appraiser, cash=500) == 250 and limit(Banker, cash=600) == 100
    assert limit(EmpireBuilder, cash=300) == 200
    owner = {"A": {"properties": BLUES[:1]}}
    assert limit(EmpireBuilder, **owner) > limit(EmpireBuilder) > limit(Appraiser)


def test_they_decline_unethical_acts_and_take_the_lesser_tax():
    """All three."""
    m = on("chance_external", (3, 4), luck=["ethical_opportunity"], B={"properties": BLUES})
    for bot in (Appraiser, EmpireBuilder, Banker):
        assert answer(bot, m)[0] == "decline"
    m = on("income_tax", A={"cash": 1000})
    for bot in (Appraiser, EmpireBuilder, Banker):
        assert answer(bot, m)[0] == "percent"


def test_the_levy():
    """Support up to $40."""
    for rails, vote in ((RAILS, "support"), ([*RAILS, "electric_company"], "oppose")):
        m = on("chance_external", (3, 4), luck=["environmental_opportunity_1"],
               A={"properties": rails})  # fmt: skip
        assert {answer(bot, m) for bot in (Appraiser, EmpireBuilder, Banker)} == {vote}


def test_the_banker_votes_for_stimulus_and_plays_puts():
    """At a payment of $50 and more."""
    for held, move in ((BLUES, "pass"), ([*RAILS, "boardwalk"], "bernanke_put")):
        m = at_turn([(4, 6)], recession="recession",
                    A={"properties": held, "cards": ["bernanke_put"]})  # fmt: skip
        assert asked(m) == ("A", "play_put")
        reply = answer(Banker, m)
        assert (reply if isinstance(reply, str) else reply[0]) == move
    m = at_turn([(4, 6)], recession="recession", on_table=["fiscal_stimulus_1"])
    assert answer(Banker, m) == "yes"


def test_alliances():
    """Bots accept own rents, and shares only if they match the rents of their lots."""
    facts = {"A": {"properties": BLUES[:1]}, "B": {"properties": BLUES[1:]}}
    m = on("free_parking", **facts)
    while asked(m) != ("A", "propose"):
        m.answer(m.request.default.move)
    assert answer(EmpireBuilder, m)[1]["group"] == "dark_blue"
    half, little = {"A": 40, "B": 60}, {"A": 95, "B": 5}
    for split, reply in (({}, "accept"), (little, "refuse"), (half, "accept")):
        fork = m.fork()
        fork.answer("alliance", group="dark_blue", split=split, building="free", fee={}, note="")
        assert answer(Appraiser, fork, "B") == reply


def test_the_builder_mortgages_when_poor():
    """Under $150 it mortgages its cheapest idle property."""
    m = on("free_parking", A={"cash": 120, "properties": ["baltic_avenue", "boardwalk"]})
    assert answer(EmpireBuilder, m) == (
        "manage", {"acts": [{"act": "mortgage", "space": "baltic_avenue"}]}
    )  # fmt: skip


@pytest.mark.parametrize("bot", [Appraiser, EmpireBuilder, Banker])
def test_no_order_leaves_lots_uneven(bot):
    """After a shortage lots may differ by two levels, so that one more house is illegal (Q6.12)."""
    orange = ["st_james_place", "tennessee_avenue", "new_york_avenue"]
    levels = dict(zip(orange, (3, 3, 5), strict=True))
    for houses in (1, 2):
        cash = bot.building_reserve + 100 * houses
        m = on("free_parking", A={"cash": cash, "properties": orange}, buildings=levels)
        while "build_order" not in {decision.name for decision in m.requests("A")}:
            m.answer(m.request.default.move)
        said = answer(bot, m)
        if houses == 1:
            assert said == "pass"
        else:
            orders = [{"space": space, "levels": 1} for space in orange[:2]]
            assert said == ("order", {"orders": orders})
            m.answer("order", seat="A", orders=orders)


def test_games_are_about_as_the_rules_file_measures(deep: bool):
    """Sixty games: mostly ended by time, property near its appraised value, few bankruptcies.

    In the short form the first twenty of them.
    """
    endings, prices, turns = Counter(), [], []
    games = 60 if deep else 20
    for seed in range(games):
        m = classkit.new("opoly", seats=4, seed=seed, keep=classkit.Keep(copies=False))
        m.play(bots=ALL)
        endings[m.ending] += 1
        turns.append(m.turn)
        spaces = m.view(None).edition.spaces
        prices += [
            event.facts["price"] / spaces[event.facts["lot"]].price
            for event in m.events
            if event.name == "lot_sold" and event.facts["lot"] in spaces
        ]
    assert 35 / 60 <= endings["time"] / games <= 58 / 60
    assert 70 <= sorted(turns)[games // 2] <= 84
    assert 0.85 <= sum(prices) / len(prices) <= 1.1


def test_the_opportunist_gives_notice_once_partners_have_built():
    """Hold-up: it gives notice, and demands another split in the same window (lesson 6)."""
    facts = {"A": {"properties": BLUES[:1]}, "B": {"properties": BLUES[1:]}}
    pact = [{"group": "dark_blue"}]
    m = on("free_parking", **facts, alliances=pact)
    assert answer(Opportunist, m) == "pass", "nothing is sunk yet"
    m = on("free_parking", **facts, alliances=pact, buildings={"boardwalk": 3})
    notice = {"act": "cancel_alliance", "group": "dark_blue"}
    assert answer(Opportunist, m) == ("manage", {"acts": [notice]})
    m.answer("manage", acts=[notice])
    while asked(m) != ("A", "propose"):
        m.answer(m.request.default.move)
    move, terms = answer(Opportunist, m)
    rents = {"A": 70, "B": 1400}
    assert move == "alliance" and terms["split"]["B"] == int(75 * rents["B"] / sum(rents.values()))
    m.answer(move, **terms)
    assert answer(Appraiser, m, "B") == "accept" and answer(Banker, m, "B") == "accept"


def test_a_greedy_demand_is_refused():
    """Late in the game it offers 55%; bots renew a contract for 60% or more."""
    facts = {"A": {"properties": BLUES[:1]}, "B": {"properties": BLUES[1:]}}
    m = on("free_parking", **facts, alliances=[{"group": "dark_blue", "ends": 61}],
           buildings={"boardwalk": 3}, turn=60)  # fmt: skip
    while asked(m) != ("A", "propose"):
        m.answer(m.request.default.move)
    move, terms = answer(Opportunist, m)
    m.answer(move, **terms)
    assert answer(Appraiser, m, "B") == "refuse"


def test_the_opportunist_steals_the_dearest():
    """It acts at an Ethical Opportunity if the risk is low: two rolls of 2 in a row (Q8.4)."""
    m = on("chance_external", (3, 4), luck=["ethical_opportunity"], B={"properties": BLUES})
    assert answer(Opportunist, m) == ("act", {"space": "boardwalk"})


def test_the_hoarder_builds_four_houses_and_no_hotel():
    """It builds no hotels, which return four houses, until the last ten rolls."""
    for turn, said in ((20, "pass"), (70, "order")):
        m = on("free_parking", A={"cash": 3000, "properties": BLUES}, turn=turn,
               buildings=dict.fromkeys(BLUES, 4))  # fmt: skip
        while "build_order" not in {decision.name for decision in m.requests("A")}:
            m.answer(m.request.default.move)
        reply = answer(Hoarder, m)
        assert (reply if isinstance(reply, str) else reply[0]) == said


def test_the_hoarder_exchanges_a_single_lot():
    """It offers a single lot and cash for a lot of its own group, to mutual gain."""
    m = on("free_parking", A={"cash": 1500, "properties": ["park_place", "pacific_avenue"]},
           B={"properties": ["boardwalk"]})  # fmt: skip
    while asked(m) != ("A", "propose"):
        m.answer(m.request.default.move)
    move, terms = answer(Hoarder, m)
    assert move == "deal" and terms["get_spaces"] == ["boardwalk"]
    assert terms["give_spaces"] == ["pacific_avenue"] and 100 < terms["give_cash"] < 500
    m.answer(move, **terms)
    assert answer(Banker, m, "B") == "accept"
