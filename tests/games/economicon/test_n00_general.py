"""N0 General, N1 Set-up."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import OptionError

from .tables import asked, at_phase, edition_with, held, law, market, moved, refused, told, trading


def new(seats: int = 4, edition=None, **options):
    """A match from its beginning."""
    return classkit.new("economicon", seats=seats, seed=5, edition=edition, options=options)


def test_seats():
    """N0.1: two to four nations, and with max_players = 6 up to six."""
    assert new(2).seats == ("A", "B")
    with pytest.raises(OptionError, match=r"N0.1"):
        new(5)
    assert new(5, max_players=6).seats == tuple("ABCDE")
    edition = edition_with(edition={"players_max": 6})
    assert len(new(6, edition=edition).seats) == 6
    with pytest.raises(OptionError, match=r"N0.1"):
        new(5, edition=edition, max_players=4)
    with pytest.raises(OptionError, match="at least 3"):
        new(2, edition=edition_with(edition={"players_min": 3}))


def test_accounts():
    """N0.2: reserve, peg and staged of each nation, market and supply; nothing is lost."""
    m = new(3)
    accounts = set(m.ledger.balances["gold"])
    assert accounts == {"market", "supply"} | {
        f"{kind}:{seat}" for kind in ("reserve", "peg", "staged") for seat in "ABC"
    }
    assert m.ledger.totals() == {
        "gold": 400, "grain": 360, "oil": 360, "tech": 360,
        "cur:A": 160, "cur:B": 160, "cur:C": 160, "token": 24,
    }  # fmt: skip
    before = m.ledger.totals()
    m.play(bots="random")
    assert m.ledger.totals() == before
    row = told(m, "moved")[0]
    assert {"unit", "qty", "from", "to", "reason", "round", "phase", "seq"} <= set(row)


def test_units_are_conserved_after_every_event():
    """N0.2: the movements told explain every balance, for every unit, at any moment."""
    m = new(4)
    totals = m.ledger.totals()
    balances: dict[tuple[str, str], int] = {}
    for unit, total in totals.items():
        balances[unit, "stock" if unit == "token" else "supply"] = total
    m.play(bots="random")
    for facts in told(m, "moved"):
        balances[facts["unit"], facts["from"]] -= facts["qty"]
        to = (facts["unit"], facts["to"])
        balances[to] = balances.get(to, 0) + facts["qty"]
        assert balances[facts["unit"], facts["from"]] >= 0
        assert (
            sum(n for (unit, _), n in balances.items() if unit == facts["unit"])
            == totals[facts["unit"]]
        )
    for (unit, account), number in balances.items():
        if unit != "token":
            assert m.ledger.balance(account, unit) == number


def test_supply_runs_dry():
    """N0.3: only what is there is moved, in seat order, and nothing is owed."""
    m = at_phase(1, A={"reserves": {"gold": 200}}, B={"reserves": {"gold": 50}},
                 market={"gold": 105}, luck=[6, 6, 6, 6, ["E09"]])  # fmt: skip
    # 400 gold: 105 + 200 + 50 + 18 + 17 and 4 on pegs leave 6
    assert moved(m, "mined") == [("gold", 6, "supply", "reserve:A")]
    assert m.ledger.balance("supply", "gold") == 0


def test_nothing_is_negative_and_nobody_is_out():
    """N0.4: one with empty reserves keeps playing."""
    empty = {"gold": 0, "grain": 0, "oil": 0, "tech": 0, "own": 0}
    m = at_phase(3, round=9, B={"reserves": empty})
    m.play(bots="passive")
    assert m.is_over
    assert min(n for accounts in m.ledger.balances.values() for n in accounts.values()) >= 0
    assert [facts["nation"] for facts in told(m, "passed")].count("B") == 2


def test_order_with_new_ties():
    """N0.5: those who tie for the highest roll again among themselves."""
    same = {seat: {"reserves": {"gold": 9}} for seat in "ABCD"}
    m = at_phase(3, luck=[4, 6, 6, 1, 2, 5], **same)
    assert m.table.order == ("C", "D", "A", "B")
    assert [facts["nation"] for facts in told(m, "die_rolled")] == list("ABCDBC")
    assert told(m, "order_set")[0]["order"] == ["C", "D", "A", "B"]


def test_order_is_fixed_for_its_phase():
    """N0.5: in phases 3 and 7, and in 6 when orders are given in turn."""
    m = at_phase(3)
    assert [facts["phase"] for facts in told(m, "order_set")] == [3]
    m.play(until="turn", bots="passive")
    assert [facts["phase"] for facts in told(m, "order_set")] == [3]
    m.play(until="turn", bots="passive")
    assert [facts["phase"] for facts in told(m, "order_set")] == [3, 7]
    m = at_phase(6, options={"production_order": "in_turn"})
    assert [facts["phase"] for facts in told(m, "order_set")] == [6]


def test_what_is_open_and_what_is_hidden():
    """N0.6: reserves, pegs, laws, tokens and market are open; sealed orders are not."""
    m = at_phase(6, A={"laws": ["L01"]})
    view = m.view("B")
    assert view.held("A", "gold") == 20 and [card.id for card in view.laws("A")] == ["L01"]
    before = m.digest()
    m.answer("order", seat="A", grain=1, oil=2, tech=3)
    assert m.digest() == before
    assert view.staged("A", "oil") == 0 and view.held("A", "gold") == 20


MODES = ({"production_order": "together"}, {"production_order": "in_turn"})


@pytest.mark.parametrize("options", MODES, ids=["together", "in turn"])
def test_the_instructor_sees_orders_as_they_come_in(options: dict[str, str]):
    """N0.6: in every mode the instructor's view shows sealed orders; each nation's its own."""
    m = at_phase(6, options=options)
    first = {"grain": 1, "oil": 0, "tech": 0}
    m.answer("order", seat="A", **first)
    for viewer, known in (("instructor", True), ("A", True), ("B", False), (None, False)):
        view = m.view(viewer)
        assert view.orders == ({"A": first} if known else {})
        assert [entry.value for entry in view.answers] == ([first] if known else [])
    second = {"grain": 0, "oil": 1, "tech": 0}
    m.answer("order", seat="B", **second)
    assert m.view("instructor").orders == {"A": first, "B": second}
    assert m.view("B").orders == {"B": second} and m.view("C").orders == {}


def test_an_order_taken_back_is_shown_to_nobody():
    """N0.6: the instructor sees the order that stands."""
    m = at_phase(6)
    m.answer("order", seat="A", grain=1, oil=0, tech=0).withdraw("A")
    assert m.view("instructor").orders == m.view("A").orders == {}
    m.answer("order", seat="A", grain=2, oil=0, tech=0)
    assert m.view("instructor").orders == {"A": {"grain": 2, "oil": 0, "tech": 0}}


@pytest.mark.parametrize("options", MODES, ids=["together", "in turn"])
def test_orders_are_open_to_all_when_the_goods_are_on_the_table(options: dict[str, str]):
    """N0.6: in phase 7, answers included; and they stay open while the next are given."""
    m = at_phase(6, options=options)
    orders = [{"grain": number, "oil": 1, "tech": 0} for number in (1, 2, 1, 0)]
    for seat, given in zip("ABCD", orders, strict=True):
        m.answer("order", seat=seat, **given)
    assert m.table.phase == 7
    for viewer in (None, "A", "D", "instructor"):
        assert [entry.value for entry in m.view(viewer).answers] == orders
        assert m.view(viewer).orders == {}
    while m.table.phase != 6:
        m.play(until="decision", bots="passive")
    m.answer("order", seat=m.requests()[0].seat, grain=1, oil=1, tech=0)
    for viewer in (None, "D"):
        opened = [entry.value for entry in m.view(viewer).answers if entry.name == "order"]
        assert opened == orders


def test_orders_in_turn_are_asked_in_private():
    """N0.6: what a nation is asked shows what it can pay for."""
    m = at_phase(6, options={"production_order": "in_turn"})
    assert m.request.private and m.game.has_secrets(m.table)


def test_orders_in_turn_may_be_open():
    """N0.6, N8.6: without production_hidden nothing is secret."""
    options = {"production_order": "in_turn", "production_hidden": False}
    m = at_phase(6, options=options)
    assert not m.request.private and not m.game.has_secrets(m.table)
    m.answer("order", grain=1, oil=0, tech=0)
    assert m.view("B").answers[-1].value == {"grain": 1, "oil": 0, "tech": 0}
    assert m.view("B").staged("A", "grain") == 1


def test_every_decision_is_put():
    """N0.7: also when only one answer is legal; an illegal one changes nothing."""
    empty = {"gold": 0, "grain": 0, "oil": 0, "tech": 0, "own": 0}
    m = at_phase(7, **{seat: {"reserves": empty} for seat in "ABCD"}, luck=[4, 3, 2, 1])
    for seat in "ABCD":
        assert asked(m) == (seat, "release_goods")
        refused(m, "release", "0", grain=1, oil=0, tech=0)
        m.answer("release", grain=0, oil=0, tech=0)
    assert [move.name for move in m.legal_moves()] == ["pass"]
    refused(m, "buy", "afford", unit="grain", quantity=1, pay_with="gold")


# --- N1 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "places"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_opening(seats: int, places: int):
    """N1.1: reserves of each, market times T, of every nation's currency; no foreign notes."""
    m = classkit.new("economicon", seats=seats, options={"max_players": 6}, luck="by_hand")
    assert held(m, "B", "gold", "grain", "oil", "tech", "cur:B") == [16, 5, 5, 5, 10]
    assert held(m, "B", "cur:A") == 0
    assert market(m, "gold", "grain", "oil", "tech") == [n * places for n in (15, 36, 30, 24)]
    assert market(m, "cur:A", "cur:B") == [15 * places] * 2
    assert m.ledger.totals()["gold"] == 100 * places
    assert m.ledger.totals()["token"] == 6 * places


def test_all_begin_on_gold():
    """N1.2: a new gold unit on each peg counter, which is no change of peg."""
    m = new(3)
    assert [m.ledger.balance(f"peg:{seat}", "gold") for seat in "ABC"] == [1, 1, 1]
    assert told(m, "peg_changed") == []
    assert [m.table.nations[seat].peg for seat in "ABC"] == ["gold"] * 3


@pytest.mark.parametrize(("seats", "pile"), [(2, 12), (3, 8), (4, 6), (5, 4), (6, 4)])
def test_piles_of_laws(seats: int, pile: int):
    """N1.3: equal piles, leftovers out of play."""
    m = classkit.new("economicon", seats=seats, options={"max_players": 6}, luck="by_hand")
    assert [nation.pile for nation in m.table.nations.values()] == [pile] * seats


def test_decks_are_shuffled():
    """N1.3: which event or law comes up is luck, and no card comes twice."""
    firsts = set()
    for seed in range(12):
        m = classkit.new(
            "economicon", seats=2, seed=seed, options={"law_rounds": list(range(1, 11))}
        )
        m.play(bots="passive")
        events = [facts["id"] for facts in told(m, "event_drawn")]
        laws = [facts["id"] for facts in told(m, "law_ratified")]
        assert len(set(events)) == 10 and len(laws) == len(set(laws)) == 20
        firsts.add((events[0], laws[0]))
    assert len(firsts) > 6


def test_tokens_at_the_start():
    """N1.4: none in the nations, 6 times T in the stock."""
    m = new(2)
    assert m.ledger.balance("stock", "token") == 24
    assert [m.table.count_tokens(seat) for seat in m.seats] == [0, 0]


def test_a_law_of_ones_own_comes_up():
    """N1.3: cards that are added are shuffled in."""
    edition = edition_with(laws=[law("Y1")])
    m = classkit.new("economicon", seats=2, seed=1, edition=edition)
    assert "Y1" in m.table.laws_left or "Y1" in [facts["id"] for facts in told(m, "law_ratified")]


def test_bad_quantities_are_refused():
    """N0.7, N9.3: zero, negative, fractional and too many, each with its reason."""
    m = trading()
    for quantity, reason in ((0, "at least 1 unit (N9.3)"), (-3, "at least 1 unit (N9.3)"),
                             (1.5, "whole number"), (True, "whole number"), ("3", "whole number"),
                             (10_000, "holds 144 grain")):  # fmt: skip
        refused(m, "buy", reason, unit="grain", quantity=quantity, pay_with="gold")
    refused(m, "buy", "not 'silver'", unit="silver", quantity=1, pay_with="gold")
    refused(m, "buy", "(N3.2)", unit="grain", quantity=1, pay_with="cur:B")
    refused(m, "buy", "missing", unit="grain", pay_with="gold")
    m = at_phase(6)
    for quantity in (-1, 0.5, 10**6):
        refused(m, "order", "", seat="A", grain=quantity, oil=0, tech=0)
    m = at_phase(7)
    for quantity in (-1, 0.5, 6):
        refused(m, "release", "", grain=quantity, oil=0, tech=0)
