"""Worked examples 18 to 25 of the rules file, with exact amounts."""

from __future__ import annotations

import pytest

from .tables import (
    asked,
    bonds,
    by_hand,
    cash,
    condition,
    everybody,
    in_country,
    independents,
    last,
    law,
    payments,
    refused,
    told,
)


def test_18_votes_and_coalition():
    """P16.3 to P16.8: exploding votes, a coalition, the member with most votes, a new Banker."""
    m = independents(by_hand((3, 3), (2, 5), (4, 6), (1, 5)))
    assert m.table.votes == {"A": 13, "B": 10, "C": 6}
    assert asked(m) == ("A", "propose_coalition")
    assert m.request.about["needed"] == 15
    m.answer("propose", units=["A", "C"])
    assert [(d.seat, d.name) for d in m.requests()] == [("C", "join_coalition")]
    m.answer("yes", seat="C")
    m.answer("A", seat="A").answer("C", seat="C")
    assert told(m, "pm_elected") == [{"seat": "A", "game": 2, "how": "most_votes"}]
    assert told(m, "banker_changed") == [{"seat": "B"}]
    assert (m.table.prime_minister, m.table.banker, m.table.government) == ("A", "B", ("A", "C"))
    assert asked(m) == ("A", "pm_action")


def test_19_automatic_issue():
    """P17.4, P18.4: the smallest sufficient number of bonds."""
    m = in_country(
        [(1, 2)], marker=3, mover="B", treasury=60_000,
        votes={"A": 10, "B": 9, "C": 8}, government=["A", "B", "C"],
        A={"salary": 150_000}, B={"post": "Finance", "salary": 100_000},
        C={"post": "Energy", "salary": 50_000},
    )  # fmt: skip
    m.answer("throw")  # I03: position 5, Salary
    assert last(m, "bonds_issued").facts == {
        "count": {"bank": 3}, "automatic": True, "unissued": 27,
    }  # fmt: skip
    assert cash(m, "treasury") == 60_000 and bonds(m, "bank", "treasury") == [3, 27]
    assert payments(m) == [
        ("bank", "treasury", 300_000, "bond_issue"), ("treasury", "A", 150_000, "salary"),
        ("treasury", "B", 100_000, "salary"), ("treasury", "C", 50_000, "salary"),
    ]  # fmt: skip


def test_20_interest():
    """P17.4, P17.6: bonds issued to pay the bill bear no interest this time."""
    m = in_country(
        [(1, 2)], marker=2, mover="B", treasury=650_000, unissued=20, B={"bonds": 3, "cash": 0}
    )  # fmt: skip
    assert bonds(m, "bank", "B", "treasury") == [7, 3, 20]
    bank = cash(m, "bank")
    m.answer("throw")  # I03: position 4, Bonds
    assert cash(m, "treasury", "B") == [50_000, 300_000]
    assert cash(m, "bank") == bank - 400_000 + 700_000
    assert bonds(m, "bank", "B", "treasury") == [11, 3, 16]


def test_21_bankruptcy():
    """P17.5, P15.5: nothing is paid, the game is over, nobody wins."""
    m = in_country([(1, 2)], marker=2, mover="B", treasury=2_700_000, unissued=1)
    m.answer("throw")
    assert told(m, "treasury_bankrupt") == [
        {"bill": 2_900_000, "cash": 2_700_000, "unissued": 1}
    ]  # fmt: skip
    assert payments(m) == [] and (m.ending, m.winners) == ("bankrupt", ())
    ended = last(m, "game_ended")
    assert ended.facts["winners"] == [] and ended.rule == "P15.5"


def test_22_redemption():
    """P17.8, P17.9: double face value from players; own bonds as many as others at most."""
    m = in_country(treasury=900_000, unissued=21, A={"bonds": 3}, B={"bonds": 1})
    assert bonds(m, "A", "B", "bank") == [3, 1, 5]
    refused(
        m, "redeem_bonds", "2 own, 1 other",
        from_bank=1, from_players={"A": 2},
    )  # fmt: skip
    before = cash(m, "A", "B")
    m.answer("redeem_bonds", from_bank=1, from_players={"A": 2, "B": 1})
    assert cash(m, "treasury") == 200_000
    assert cash(m, "A", "B") == [before[0] + 400_000, before[1] + 200_000]
    assert bonds(m, "A", "B", "bank", "treasury") == [1, 0, 4, 25]


def test_23_tax_law():
    """P19.4: free squares, companies first; a deduction; a shield over savings cards."""
    stated = law(
        {"life_deduction": 50_000, "savings_shield": 200_000},
        free_squares=3, per_company=50_000, per_advert=10_000,
    )  # fmt: skip
    m = in_country(
        [(1, 2)], marker=1, law=stated,
        B={"squares": ["I02", "I07", "I01", "I05", "I06", "I10"], "life": 1},
        C={
            "squares": ["I11", "I15", "I18", "I21", "O01", "O05"], "cash": 20_000, "savings": 3,
        },
    )  # fmt: skip
    m.answer("done").answer("throw")  # I03: position 3, Taxation
    assessed = {f["seat"]: (f["due"], f["paid"], f["lapsed"]) for f in told(m, "tax_assessed")}
    assert assessed["B"] == (0, 0, 0)
    assert assessed["C"] == (150_000, 120_000, 30_000)
    assert cash(m, "C") == 0 and m.ledger.balance("C", "savings") == 2
    assert cash(m, "treasury") == 120_000
    assert m.view("B").tax_due("B", law(free_squares=3, per_company=50_000, per_advert=10_000)) == (
        30_000
    )


def test_24_subsidy():
    """P19.5, P19.6: one bill; nobody above 100,000 in one turn."""
    m = in_country(A={"squares": ["I07"]})
    terms = {"when": [condition("companies", 0, 0)], "amount": 100_000, "delay_rounds": 0}
    m.answer("propose_subsidy", purpose="stimulate_investment", **terms)
    before = cash(m, "A", "B", "C")
    everybody(m, A="yes")
    assert cash(m, "A", "B", "C") == [before[0], before[1] + 100_000, before[2] + 100_000]
    assert last(m, "bonds_issued").facts["count"] == {"bank": 2}
    m.answer("propose_subsidy", purpose="exports", when=[], amount=50_000, delay_rounds=0)
    everybody(m, A="yes")
    assert cash(m, "A", "B", "C") == [
        before[0] + 50_000, before[1] + 100_000, before[2] + 100_000,
    ]  # fmt: skip
    assert last(m, "subsidy_paid").facts == {
        "purpose": "exports", "seats": ["A", "B", "C"], "amount": 50_000,
        "capped": {"B": 50_000, "C": 50_000},
    }  # fmt: skip
    assert bonds(m, "treasury") == [27]


@pytest.mark.parametrize("third", ["yes", "no"])
def test_25_confidence(third):
    """P20.2, P20.3: another majority keeps the Prime Minister; without one an election is held."""
    m = in_country(
        [(1, 2)] * 8, mover="D", seats=4, votes={"A": 9, "B": 8, "C": 7, "D": 6},
        government=["A", "B"], marker=3, B={"post": "Finance", "salary": 50_000},
    )  # fmt: skip
    m.answer("C1").answer("no").answer("no_confidence")
    everybody(m, C=third)
    facts = last(m, "confidence_vote").facts
    if third == "yes":
        assert facts == {"mover": "D", "for": 16, "against": 14, "survived": True}
        assert m.table.government == ("A", "C") and m.table.prime_minister == "A"
        assert m.table.cabinet == {} and m.table.salaries == {"A": 100_000}
        assert asked(m) == ("D", "end_turn")
    else:
        assert facts == {"mover": "D", "for": 9, "against": 21, "survived": False}
        assert told(m, "election_started") == [{"cause": "no_confidence"}]
        assert m.table.marker == 3 and asked(m)[1] == "choose_party"
