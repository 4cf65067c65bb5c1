"""Worked examples 1 to 17 of the rules file, with exact amounts."""

from __future__ import annotations

import classkit

from .tables import asked, at_turn, cash, last, payments, refused, told


def test_1_set_up():
    """P2.3, P2.4, P2.6, P2.7: Basic Incomes, starting capital, and a tie in the election."""
    throws = [(3, 4), (6, 6), (1, 1), (5, 5), (6, 4), (2, 3), (1, 2), (2, 2)]
    m = classkit.new("poleconomy", seats=3, luck=throws, options={"game": 1})
    assert [m.table.players[s].basic_income for s in "ABC"] == [70_000, 120_000, 20_000]
    assert cash(m, "A", "B", "C", "bank") == [580_000, 780_000, 380_000, 58_060_000]
    assert m.table.prime_minister == "B"
    assert asked(m) == ("B", "set_arrow")
    assert told(m, "disaster") == []


def test_2_first_buy():
    """P3.3, P6.1: a 7 from Start reaches I.P. Sharp."""
    m = at_turn([(3, 4)], mover="B", B={"basic_income": 120_000})
    bank = cash(m, "bank")
    m.answer("throw")
    assert asked(m) == ("B", "buy_square")
    assert m.request.about["square"] == "I07" and m.request.about["price"] == 100_000
    m.answer("yes")
    assert cash(m, "B", "bank") == [680_000, bank + 100_000]
    assert m.ledger.holder("I07") == "B"


def test_3_marker():
    """P4.1, P4.2, P4.7: the marker moves, prices follow, the PM is paid."""
    m = at_turn([(1, 2)], mover="C", pm="B", marker=0)
    before = cash(m, "B")
    m.answer("throw")
    assert last(m, "beaver_moved").facts["to"] == "I03"
    assert (m.table.marker, m.table.number) == (2, 3)
    assert last(m, "marker_moved").facts["kind"] == "salary"
    assert cash(m, "B") == before + 100_000
    assert (m.table.company_price, m.table.advert_price) == (300_000, 60_000)


def test_4_anticlockwise():
    """P4.1: positions are counted round the ring in the arrow's direction."""
    m = at_turn([(2, 2)], marker=1, arrow="anticlockwise", A={"at": "O36"})
    assert m.table.number == 2
    m.answer("throw")
    assert last(m, "beaver_moved").facts["to"] == "O40"
    assert (m.table.marker, m.table.number) == (10, 5)
    assert last(m, "marker_moved").facts["kind"] == "salary"


def test_5_cannot_pay():
    """P14.1: savings are cashed, the rest lapses."""
    m = at_turn([(3, 4)], marker=1, A={"cash": 20_000, "savings": 1}, B={"squares": ["I07"]})
    before = cash(m, "B")
    m.answer("throw")
    assert cash(m, "A", "B") == [0, before + 120_000]
    assert m.ledger.balance("A", "savings") == 0
    facts = last(m, "profit_due").facts
    assert (facts["due"], facts["paid"], facts["lapsed"]) == (200_000, 120_000, 80_000)


def test_6_no_more_cards_than_needed():
    """P14.1: change stays with the payer."""
    m = at_turn([(3, 4)], marker=2, A={"cash": 50_000, "savings": 4}, B={"squares": ["I07"]})
    m.answer("throw")
    assert cash(m, "A") == 50_000
    assert m.ledger.balance("A", "savings") == 1
    assert ("A", "B", 300_000, "company_profit") in payments(m)


def test_7_taxation():
    """P4.5, P14.1: tax is never taken from bonds."""
    m = at_turn(
        [(1, 2)], mover="B", marker=1,
        A={"cash": 100_000, "bonds": 3, "squares": ["I02", "I07", "I01", "I05", "I06"]},
    )  # fmt: skip
    m.answer("throw")  # I03 moves the marker by 2, to position 3
    assert m.table.marker == 3
    facts = next(e.facts for e in m.events if e.name == "tax_assessed" and e.seat == "A")
    assert (facts["due"], facts["paid"], facts["lapsed"]) == (130_000, 100_000, 30_000)
    assert cash(m, "A") == 0
    assert m.ledger.balance("A", "bond") == 3


def test_8_savings_interest():
    """P5.1, P5.3: Basic Income times the number, and interest on savings cards."""
    m = at_turn([(2, 3)], A={"at": "I07", "basic_income": 50_000, "savings": 3, "cash": 0})
    m.answer("throw")
    assert last(m, "beaver_moved").facts["to"] == "I12"
    assert payments(m) == [
        ("bank", "A", 200_000, "income"), ("bank", "A", 300_000, "savings_interest"),
    ]  # fmt: skip
    assert cash(m, "A") == 500_000


def test_9_opportunity_to_times_20():
    """P9.1, P9.2: the income of both squares."""
    m = at_turn([(3, 4)], A={"at": "O04", "cash": 0})
    m.answer("throw")
    assert cash(m, "A") == 700_000 and asked(m) == ("A", "opportunity")
    m.answer("O00")
    assert cash(m, "A") == 2_100_000


def test_10_forcing_an_election():
    """P9.3: an inflation square is chosen for its number."""
    for square in ("I14", "O09", "O24", "O42"):
        m = at_turn([(3, 4), (1, 1), (2, 2), (3, 3)], marker=11, A={"at": "O04"})
        assert m.table.number == 4
        m.answer("throw").answer(square)
        assert m.table.marker == 0 and m.table.prime_minister == "C"
        assert told(m, "election_started") == [{"cause": "index"}]
    for square in ("I25", "O06", "O30"):
        m = at_turn(
            [(3, 4), (1, 1), (2, 2), (3, 3)], marker=11, arrow="anticlockwise", A={"at": "O04"}
        )
        m.answer("throw").answer(square)
        assert m.table.marker == 7 and told(m, "election_started") == [{"cause": "index"}]


def test_11_leaving_a_corner():
    """P3.4: the corner income square beside the corner counts as 1."""
    for corner, circuit, square in (
        ("C2", "inner", "I24"),
        ("C2", "outer", "O30"),
        ("C3", "inner", "I00"),
        ("C3", "outer", "O41"),
    ):
        m = at_turn([(4, 5)], A={"at": corner})
        m.answer("throw").answer(circuit)
        assert last(m, "beaver_moved").facts["to"] == square


DISASTER = {
    "cash": 400_000, "squares": ["I07"], "savings": 2, "bonds": 1, "life": 1,
}  # fmt: skip


def test_12_disaster_uninsured():
    """P11.4, P11.5, P11.7: all but life policies is lost, then the move is made."""
    m = at_turn([(6, 6)], A=DISASTER)
    m.answer("throw")
    assert told(m, "disaster") == [
        {
            "seat": "A",
            "insured": False,
            "lost": {"cash": 400_000, "company": 1, "savings": 2, "bond": 1},
        }
    ]
    assert m.ledger.holder("I07") == "bank"
    assert cash(m, "A") == 280_000
    assert [m.ledger.balance("A", unit) for unit in ("savings", "bond", "life")] == [0, 0, 1]
    assert m.metrics()["net_worth"]["A"] == 1_280_000


def test_13_disaster_insured():
    """P11.6: one business policy is returned and everything kept."""
    m = at_turn([(6, 6)], A={**DISASTER, "business": 2})
    m.answer("throw")
    assert cash(m, "A") == 880_000
    assert m.ledger.balance("A", "business") == 1
    assert m.ledger.holder("I07") == "A"


def test_14_takeover():
    """P12.1 to P12.4: a fee, two rolls, two squares."""
    m = at_turn(
        [(3, 3), (6, 6)], marker=1, pm="B",
        A={"cash": 500_000}, B={"squares": ["O05"]}, C={"squares": ["O07"]},
    )  # fmt: skip
    before = cash(m, "B", "C")
    m.answer("C2").answer("O05")
    assert cash(m, "A", "B") == [270_000, before[0] + 200_000]
    assert asked(m) == ("A", "second_target")
    m.answer("O07")
    assert cash(m, "A", "C") == [230_000, before[1] + 40_000]
    assert [m.ledger.holder(s) for s in ("O05", "O07")] == ["A", "A"]
    assert told(m, "disaster") == []


def test_15_auction():
    """P8.1, P8.2: a tie goes to the first clockwise from the landing player."""
    m = at_turn([(1, 2)], mover="C", pm="A", C={"at": "O11"})
    bank = cash(m, "bank")
    m.answer("throw").answer("no")
    m.answer("bid", seat="A", amount=120_000).answer("bid", seat="B", amount=120_000)
    assert m.ledger.holder("O14") == "A"
    assert cash(m, "A", "B", "bank") == [460_000, 580_000, bank + 120_000]


def test_16_advertising_deal():
    """P7.4: the owner of the company passes on the smaller of share and payment."""
    for held, paid, share in ((250_000, 250_000, 150_000), (90_000, 90_000, 90_000)):
        m = at_turn(
            [(1, 1)], marker=3, A={"at": "I20", "cash": held},
            B={"squares": ["I22"]}, C={"squares": ["I21"]},
        )  # fmt: skip
        before = cash(m, "B", "C")
        m.answer("throw")
        assert asked(m) == ("B", "direct_visitor")
        m.answer("direct", company="I21", share_ask=150_000)
        assert asked(m) == ("C", "accept_share")
        m.answer("yes")
        assert cash(m, "A", "B", "C") == [0, before[0] + share, before[1] + paid - share]
        assert last(m, "profit_due").facts["lapsed"] == 400_000 - paid


def test_17_valuation():
    """P15.3: net worth at the current Number; business policies count nothing."""
    m = at_turn(
        marker=4,
        A={
            "cash": 310_000, "savings": 4, "bonds": 2, "life": 1, "business": 1,
            "squares": ["I02", "I07", "I01", "I05", "I06"],
        },
        B={"debts": {"A": 200_000}},
    )  # fmt: skip
    assert m.table.number == 5
    assert m.metrics()["net_worth"]["A"] == 3_410_000
    assert m.metrics()["net_worth"]["B"] == 580_000 - 200_000
    refused(m, "second_target", "not an answer")
