"""What is seen: board, scene, words, rulebook and views."""

from __future__ import annotations

import itertools
import json

import pytest

import classkit
from classkit.engine.requests import Decision, Sealed
from classkit.games.poleconomy import GAME
from classkit.games.poleconomy.board import board_of
from classkit.games.poleconomy.edition_file import read_edition

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
}
"""Section 6: the facts of each event. The seed of ``game_started`` is no part of the table."""
DECISIONS = {
    "set_arrow", "choose_move", "choose_circuit", "buy_square", "bid", "direct_visitor",
    "accept_share", "own_advert", "opportunity", "royal_bank", "buy_life", "buy_business",
    "takeover_target", "second_target", "answer_trade", "end_turn", "agree_end",
}  # fmt: skip
REASONS = {
    "start", "income", "savings_interest", "buy_company", "buy_advert", "auction",
    "company_profit", "own_company", "advert_share", "tax", "bond_interest", "salary",
    "buy_savings", "cash_savings", "buy_bonds", "cash_bonds", "buy_life", "surrender_life",
    "buy_business", "takeover_fee", "takeover_price", "trade", "loan_repaid", "disaster",
}  # fmt: skip


def test_spaces_do_not_overlap():
    """P1.2: every space on the board, apart from every other."""
    board = board_of(read_edition().rules)
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
    """P1.2: each beside one inner and one outer corner income square."""
    board = {space.id: space for space in board_of(read_edition().rules).spaces}
    for corner in read_edition().rules.corners.values():
        here, inner, outer = board[corner.id], board[corner.inner], board[corner.outer]
        assert min(inner.x, outer.x) < here.x < max(inner.x, outer.x)
        assert min(inner.y, outer.y) < here.y < max(inner.y, outer.y)


def test_titles_are_legible():
    """At 1366 x 768 the board is about 660 high: no word may be wider than its square."""
    board = board_of(read_edition().rules)
    scale = 660 / board.height
    for space in board.spaces:
        assert space.title and space.w * scale >= 55
        longest = max(len(word) for word in space.title.replace("-", " ").split())
        assert longest * 5.2 <= space.w * scale * 0.95, (space.id, space.title)


def test_scene():
    """Owners, prices, beavers, marker and arrow."""
    m = at_turn([(3, 4)], marker=2, arrow="anticlockwise", B={"squares": ["I01"], "at": "C2"})
    m.answer("throw")
    scene = GAME.scene(m.table)
    assert scene.looks["I01"].owner == "B" and scene.looks["I07"].owner is None
    assert (scene.looks["I07"].text, scene.looks["I01"].text) == ("$300k", "$60k")
    places = {piece.id: piece.space for piece in scene.pieces}
    assert places == {"beaver.A": "I07", "beaver.B": "C2", "beaver.C": "I00", "marker": "N02"}
    assert [sign.text for sign in scene.signs][:2] == [
        "Inflation Number 3",
        "Arrow ↺ anticlockwise",
    ]
    assert scene.path == tuple(f"I{n:02}" for n in range(8))
    known = {space.id for space in GAME.board(m.table).spaces}
    assert set(places.values()) | set(scene.looks) | set(scene.path) <= known
    json.dumps(scene.plain()), json.dumps(GAME.board(m.table).plain())


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
    data = {"extends": "poleconomy-canada", "price": {"company_per_point": 500_000}}
    m = classkit.new("poleconomy", seats=2, seed=1, edition=data, position={"marker": 2})
    assert GAME.scene(m.table).looks["I07"].text == "$1.5M"


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
    m = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=seed, **options)
    bots = {"A": "random", "B": "random", "C": "politician"}
    clauses = set(GAME.rulebook.clauses)
    say = m.say()
    while not m.is_over:
        request = m.request
        assert isinstance(request, (Decision, Sealed))
        for decision in m.requests():
            assert decision.name in DECISIONS and decision.rule in clauses
            question = say.question(decision.name, decision.seat, decision.about)
            assert question.endswith(("?", ".")), question
            labels = [say.move(decision.name, move.name) for move in decision.moves]
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
        sentence = say.event(event)
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
    """Whoever knows the seed knows every throw to come."""
    m = classkit.new("poleconomy", seats=2, seed=424242)
    assert "424242" not in str(m.view("A").events) + str(m.events)
