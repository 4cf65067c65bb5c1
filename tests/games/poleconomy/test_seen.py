"""Display of Poleconomy: board, scene, texts, rulebook and views."""

from __future__ import annotations

import itertools
import json

import pytest

import classkit
from classkit.engine.decisions import Decision, Sealed
from classkit.games.poleconomy import GAME
from classkit.games.poleconomy.edition.edition_loader import EDITIONS
from classkit.games.poleconomy.presentation.board import build_board

from .tables import at_turn

EVENTS = {
    "game_started": "game seats options",
    "payment": "payer payee amount reason",
    "asset_moved": "asset from to reason",
    "dice_thrown": "seat d1 d2 purpose",
    "basic_income_set": "seat amount old",
    "turn_started": "turn round seat is_pm",
    "beaver_moved": "seat from to by",
    "arrow_set": "pm direction",
    "marker_moved": "by steps from to number kind",
    "tax_assessed": "seat due paid lapsed",
    "profit_due": "visitor owner square due paid lapsed",
    "auction_held": "square bids winner price",
    "visitor_directed": "owner visitor advert company share_asked share_answer",
    "opportunity_used": "seat choice",
    "disaster": "seat insured lost",
    "takeover_bid": "bidder owner square value throws won",
    "trade_proposed": "mover partner give get",
    "trade_done": "mover partner give get",
    "trade_refused": "mover partner give get",
    "debt_changed": "debtor creditor balance",
    "election_started": "cause",
    "pm_elected": "seat game how",
    "game_ended": "cause net_worth winners",
    "party_changed": "seat party",
    "votes_counted": "votes units",
    "coalition_proposed": "leader units answers",
    "government_formed": "members forced",
    "banker_changed": "seat",
    "cabinet_changed": "seat position",
    "salary_set": "seat old new",
    "bonds_issued": "count automatic unissued",
    "bonds_redeemed": "count automatic unissued",
    "bill_voted": "kind text yes no passed",
    "tax_law_set": "law",
    "subsidy_paid": "purpose seats amount capped",
    "confidence_vote": "mover for against survived",
    "treasury_bankrupt": "bill cash unissued",
}
"""Section 6: the facts of each event. The seed of ``game_started`` is no part of the table."""
DECISIONS = {
    "set_arrow", "choose_move", "choose_circuit", "buy_square", "bid", "direct_visitor",
    "accept_share", "own_advert", "opportunity", "royal_bank", "buy_life", "buy_business",
    "takeover_target", "second_target", "answer_trade", "end_turn", "agree_end",
    "choose_party", "admit_member", "propose_coalition", "join_coalition", "choose_pm",
    "pm_action", "vote_bill", "support_pm", "redeem_before_interest",
}  # fmt: skip
REASONS = {
    "start", "income", "savings_interest", "buy_company", "buy_advert", "auction",
    "company_profit", "own_company", "advert_share", "tax", "bond_interest", "salary",
    "buy_savings", "cash_savings", "buy_bonds", "cash_bonds", "buy_life", "surrender_life",
    "buy_business", "takeover_fee", "takeover_price", "trade", "loan_repaid", "disaster",
    "bond_issue", "bond_redemption", "subsidy",
}  # fmt: skip


def test_spaces_do_not_overlap():
    """P1.2: every space on the board, apart from every other."""
    board = build_board(EDITIONS.read().rules)
    assert len(board.spaces) == 32 + 44 + 4 + 14
    for space in board.spaces:
        assert space.w / 2 <= space.x <= board.width - space.w / 2
        assert space.h / 2 <= space.y <= board.height - space.h / 2
    for one, other in itertools.combinations(board.spaces, 2):
        apart = (
            abs(one.x - other.x) >= (one.w + other.w) / 2 - 0.01
            or abs(one.y - other.y) >= (one.h + other.h) / 2 - 0.01
            or (
                one.shape == other.shape == "circle"
                and (one.x - other.x) ** 2 + (one.y - other.y) ** 2
                >= ((one.w + other.w) / 2) ** 2 - 1
            )
        )
        assert apart, (one, other)


def test_corners_lie_between_the_circuits():
    """P1.2: each beside one inner and one outer corner income square, and beside no other's."""
    board = {space.id: space for space in build_board(EDITIONS.read().rules).spaces}

    def apart(one, other):
        across = abs(one.x - other.x) - (one.w + other.w) / 2
        down = abs(one.y - other.y) - (one.h + other.h) / 2
        return max(across, 0) + max(down, 0)

    corners = EDITIONS.read().rules.corners.values()
    for corner in corners:
        here, inner, outer = board[corner.id], board[corner.inner], board[corner.outer]
        assert min(inner.y, outer.y) < here.y < max(inner.y, outer.y)
        assert apart(here, inner) < 10 and apart(here, outer) < 10
        for other in corners:
            if other is not corner:
                assert apart(here, board[other.inner]) > 40 < apart(here, board[other.outer])


def test_names_are_legible():
    """At the least type, 12 pixels at 1366 x 768, each line fits the square's room.

    A line may be set tighter, by a quarter at most.
    """
    board = build_board(EDITIONS.read().rules)
    assert board.width <= 600 and board.height <= 560, "12 pixels of a panel of 585 by 600"
    for space in board.spaces:
        assert space.title and space.lines, space
        bar = space.bar or (0, 0, 0, 0)
        beside = bar[2] if 0 < bar[2] < bar[3] else 0
        longest = max(len(line) for line in space.lines)
        assert longest * 0.57 * board.least * 0.75 <= space.w - beside, (space.id, space.lines)
        high = space.h - (bar[3] if bar[3] < bar[2] else 0)
        assert len(space.lines) * board.least * 1.04 <= high + 0.5, (space.id, space.lines)


def test_beavers_stand_beside_names_and_owners():
    """Their box is the rest of the bar that the owner's badge leaves."""
    for space in build_board(EDITIONS.read().rules).spaces:
        if space.bar is None:
            continue
        (x, y, w, h), (bar_x, bar_y, bar_w, bar_h) = space.stand, space.bar
        assert w * h < bar_w * bar_h
        assert abs(x - bar_x) <= (bar_w - w) / 2 + 0.01 and abs(y - bar_y) <= (bar_h - h) / 2 + 0.01
        assert space.x - space.w / 2 - 0.01 <= bar_x - bar_w / 2
        assert bar_x + bar_w / 2 <= space.x + space.w / 2 + 0.01


def test_scene():
    """Owners, prices, beavers, marker and arrow."""
    m = at_turn([(3, 4)], marker=2, arrow="anticlockwise", B={"squares": ["I01"], "at": "C2"})
    m.answer("throw")
    scene = GAME.scene(m.table)
    assert scene.looks["I01"].owner == "B" and scene.looks["I07"].owner is None
    assert (scene.looks["I07"].note, scene.looks["I01"].note) == ("$300k", "$60k")
    places = {piece.id: piece.space for piece in scene.pieces}
    assert places == {"beaver.A": "I07", "beaver.B": "C2", "beaver.C": "I00", "marker": "N02"}
    assert [sign.text for sign in scene.signs] == [
        "Prices now", "$300,000", "$60,000", "↺ anticlockwise",
    ]  # fmt: skip
    assert [sign.short for sign in scene.signs if sign.role == "price"] == ["$300k", "$60k"]
    assert scene.lit == ("N02",), "the Number stands once: on the lit stop"
    assert scene.path == tuple(f"I{n:02}" for n in range(8))
    known = {space.id for space in GAME.board(m.table).spaces}
    assert set(places.values()) | set(scene.looks) | set(scene.path) <= known
    json.dumps(scene.to_dict()), json.dumps(GAME.board(m.table).to_dict())


def test_path_of_a_chain():
    """From a corner, and by Opportunity: stop by stop."""
    m = at_turn([(1, 2)], A={"at": "C1"})
    m.answer("throw").answer("outer")
    assert GAME.scene(m.table).path == ("C1", "O13")
    m = at_turn([(3, 4)], A={"at": "O04"})
    m.answer("throw").answer("I03")
    assert GAME.scene(m.table).path == (*(f"O{n:02}" for n in range(4, 12)), "I03")


def test_large_prices_in_short():
    """Editions may have other prices."""
    data = {"based_on": "poleconomy-canada", "price": {"company_per_point": 500_000}}
    m = classkit.new(
        "poleconomy", seats=2, seed=1, edition=data, position={"marker": 2}, options={"game": 1}
    )
    assert GAME.scene(m.table).looks["I07"].note == "$1.5M"


def test_words_for_everything():
    """Sections 5 and 6: every name has words."""
    words = GAME.words
    assert set(words.events) == set(EVENTS) and set(words.decisions) == DECISIONS
    assert set(words.reasons) >= REASONS
    assert set(words.asides) == {"cash_in", "repay_loan", "propose_trade"}
    assert set(words.signals) == set(GAME.signals)


@pytest.mark.parametrize("seed", range(12))
def test_every_event_and_question_is_a_sentence(seed):
    """Said with the names of the seats, under a clause that exists, in known names."""
    options = {"auction_style": "open"} if seed % 2 else {"quick_start": True}
    options |= {"game": 1 + seed // 2 % 2, "redeem_any_time": seed % 4 == 3}
    m = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=seed, options=options)
    bots = {"A": "random", "B": "random" if seed % 3 else "passive", "C": "politician"}
    clauses = set(GAME.rulebook.clauses)
    say = m.say()
    while not m.is_over:
        request = m.request
        assert isinstance(request, (Decision, Sealed))
        for decision in m.requests():
            assert decision.name in DECISIONS and decision.rule in clauses
            question = say.decision_question(decision.name, decision.seat, decision.about)
            assert question.endswith(("?", ".")), question
            labels = [say.move_label(decision.name, move.name) for move in decision.moves]
            assert all(labels)
            for move in decision.moves:
                assert all(field in GAME.words.fields for field in move.fields)
        for aside in m.asides():
            assert aside.rule in clauses
        m.play(until="decision", bots=bots)
    for event in m.events:
        assert event.rule in clauses
        known = set(EVENTS[event.name].split())
        if event.name == "asset_moved":
            known.add("ids" if event.facts["asset"] in ("company", "advert") else "count")
        assert set(event.facts) == known
        sentence = say.event_sentence(event)
        assert sentence and sentence[0].isupper() and sentence.endswith((".", ")")), sentence
        if event.name == "payment":
            assert event.facts["reason"] in REASONS and event.facts["amount"] > 0
    assert {row.rule for row in m.transfers} <= clauses


def test_rulebook():
    """Every clause P1.1 to P20.3 can be read."""
    clauses = list(GAME.rulebook.clauses)
    assert clauses[0] == "P1.1" and clauses[-1] == "P20.3" and len(clauses) == 119
    m = at_turn()
    assert m.rule("P6.1").startswith("Unowned: the landing player may buy it")


def test_view_is_the_table():
    """Game 1 hides nothing but sealed answers."""
    m = at_turn(marker=3, A={"squares": ["I07", "I01"], "savings": 2, "debts": {"B": 10_000}})
    view = m.view("A")
    assert (view.number, view.marker, view.arrow) == (4, 3, "clockwise")
    assert (view.company_price, view.advert_price, view.price("I01")) == (400_000, 80_000, 80_000)
    assert (view.prime_minister, view.banker, view.mover) == ("C", "A", "A")
    assert view.at("A") == "I00" and view.basic_income("A") == 70_000
    assert view.companies_of("A") == ["I07"] and view.adverts_of("A") == ["I01"]
    assert view.squares_of("A") == ["I01", "I07"] and view.owner("I07") == "A"
    assert view.count("A", "savings") == 2 and view.left("savings") == 18
    assert view.debts("A") == {"B": 10_000}
    assert view.net_worth("A") == m.metrics()["net_worth"]["A"]
    assert view.cash("bank") == m.ledger.balance("bank")
    assert view.edition.start == "I00"


def test_seed_is_in_no_event():
    """Whoever knows the seed knows every roll to come."""
    m = classkit.new("poleconomy", seats=2, seed=424242, options={"game": 1})
    assert "424242" not in str(m.view("A").events) + str(m.events)


def sentences(m):
    """What the news says of the last few events."""
    say = m.say()
    return [say.event_sentence(event) for event in m.events]


def test_sentences_of_a_deal():
    """P7.4 in words, asked and told."""
    m = at_turn([(2, 3)], B={"squares": ["I05"]}, C={"squares": ["I07"]})
    m.answer("throw")
    (asked,) = m.requests()
    assert m.say().decision_question(asked.name, asked.seat, asked.about) == (
        "Ada has landed on your Polar Scarf Outfitters. Let them stay, or direct them to a company?"
    )
    m.answer("direct", company="I07", share_ask=40_000).answer("no")
    m.answer("direct", company="I07", share_ask=30_000).answer("yes")
    told = sentences(m)
    ask = "Bruno asks for ${} to direct Ada to I.P. Sharp Associates, {}."
    assert ask.format("40,000", "but the owner refuses") in told
    assert ask.format("30,000", "and the owner agrees") in told
    assert "Ada pays Chiara $100,000 at I.P. Sharp Associates." in told
    assert "Chiara pays Bruno $30,000 as a share of a directed visitor's payment." in told


def test_sentences_of_lapsed_payments_and_losses():
    """P14.1, P11.5, P13.6 in words."""
    m = at_turn([(3, 4)], A={"cash": 40_000}, B={"squares": ["I07"]})
    m.answer("throw")
    lapsed = "Ada owes Bruno $100,000 at I.P. Sharp Associates and pays $40,000; "
    lapsed += "the remaining $60,000 lapses."
    assert lapsed in sentences(m)
    m = at_turn([(6, 6)], A={"bonds": 1, "squares": ["I07"]}, B={"debts": {"A": 20_000}})
    m.answer("throw")
    told = sentences(m)
    loss = "Ada loses $580,000, 1 company, 1 bond and claims of $20,000."
    assert f"Double 6, a business disaster: {loss}" in told
    assert "Bruno no longer owes Ada anything." in told and "Bruno owes the Bank $20,000." in told
    m = at_turn([(1, 2)], marker=1, A={"cash": 0, "squares": ["I07"]})
    m.answer("throw")
    assert "Ada owes $50,000 in tax but has no money: the tax lapses." in sentences(m)
    assert "Bruno owes no tax." in sentences(m)


def test_sentences_of_a_trade():
    """P13.1: both sides in words."""
    m = at_turn(A={"squares": ["I07"], "business": 1})
    give = {"cash": 0, "squares": ["I07"], "business": 1, "debt": 50_000}
    get = {"cash": 0, "squares": [], "business": 0, "debt": 0}
    m.aside("propose_trade", partner="B", give=give, get=get)
    given = "I.P. Sharp Associates, 1 business policy and a promise to pay $50,000"
    (asked,) = m.requests()
    question = m.say().decision_question(asked.name, asked.seat, asked.about)
    assert question == f"Ada offers you {given} for nothing. Accept?"
    m.answer("refuse")
    assert f"Ada offers Bruno {given} for nothing." in sentences(m)
    assert "Bruno refuses the trade." in sentences(m)


def test_sentence_of_a_new_basic_income():
    """P9.4."""
    m = at_turn([(3, 4), (1, 2)], A={"at": "O04"})
    m.answer("throw").answer("rethrow")
    assert "Ada has a Basic Income of $30,000 instead of $70,000." in sentences(m)
    m = at_turn([(3, 4)], A={"at": "O04"})
    m.answer("throw").answer("O00")
    assert "Ada takes the opportunity to go to Income ×20." in sentences(m)


def test_advertising_is_told_from_companies_without_colour():
    """Printed in black and white, and below an owner's tint."""
    rules = EDITIONS.read().rules
    board = build_board(rules)
    slanted = {space.id for space in board.spaces if space.slanted}
    assert slanted == {one.id for one in rules.squares.values() if one.kind == "advert"}
    assert slanted and "advert" in dict(board.legend)


def test_the_names_of_corners_lie_within_the_ring_of_a_choice():
    """Two lines of the least type, and the ring that says that the corner may be chosen."""
    board = build_board(EDITIONS.read().rules)
    corners = [space for space in board.spaces if space.kind == "corner"]
    assert len(corners) == 4
    for corner in corners:
        assert corner.h >= 2 * 1.04 * board.least + 2 * 1.8, corner.title
