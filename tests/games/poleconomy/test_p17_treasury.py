"""P17: the Treasury, bonds, interest, redemption and bankruptcy."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.randomness import RandomStream
from classkit.games.poleconomy.presentation import event_text
from classkit.games.poleconomy.rules.treasury import build_redemption_move, sample_redemption

from .tables import (
    asked,
    at_turn,
    bonds,
    cash,
    in_country,
    last,
    moves,
    payments,
    refused,
    told,
)


def test_the_treasury_begins_empty_and_passes_to_a_new_pm():
    """P17.1: cash 0 and 30 unissued bonds; no seat's money."""
    m = in_country()
    assert cash(m, "treasury") == 0 and m.table.unissued == 30 and m.table.issued == 0
    assert m.metrics()["net_worth"]["A"] == m.metrics()["net_worth"]["B"]  # P15.3
    m = in_country([(4, 5), (1, 2), (3, 6), (1, 2)], marker=13, mover="C", treasury=500_000)
    m.answer("throw").answer("independent").answer("independent").answer("independent")
    assert m.table.prime_minister == "B" and cash(m, "treasury") == 500_000


def test_what_the_treasury_receives_and_pays():
    """P17.2, P4.5, P4.7: tax and salaries are the Treasury's; the Bank has no part in them."""
    m = in_country([(1, 2)], marker=1, mover="B", A={"squares": ["I07"]})
    bank = cash(m, "bank")
    m.answer("throw")  # position 3, Taxation
    assert payments(m) == [("A", "treasury", 50_000, "tax")] and cash(m, "bank") == bank
    m = in_country([(1, 2)], marker=3, mover="B", treasury=100_000)
    m.answer("throw")  # position 5, Salary
    assert payments(m) == [("treasury", "A", 100_000, "salary")] and cash(m, "treasury") == 0
    (offer,) = [aside for aside in m.asides() if aside.move.name == "propose_trade"]
    assert "treasury" not in offer.move.fields["partner"].options


def test_issue():
    """P17.3: any number, without consent or deficit, up to those that exist."""
    m = in_country(treasury=1_000_000)
    bank = cash(m, "bank")
    m.answer("issue_bonds", count=12)
    assert cash(m, "treasury", "bank") == [2_200_000, bank - 1_200_000]
    assert bonds(m, "bank", "treasury") == [12, 18]
    assert last(m, "bonds_issued").facts == {
        "count": {"bank": 12}, "automatic": False, "unissued": 18,
    }  # fmt: skip
    refused(m, "issue_bonds", "19 is more than 18", count=19)
    m.answer(18)
    refused(m, "issue_bonds", "All bonds have already been issued (P17.3)", count=1)


def poor_bank(dollars, **facts):
    """A table on which the Bank has only so much left."""
    m = in_country(options={"bank_cash": 2_400_000}, A={"cash": 0}, B={"cash": 0},
                   C={"cash": 2_400_000 - dollars}, **facts)  # fmt: skip
    assert cash(m, "bank") == dollars
    return m


def test_issue_within_the_banks_cash():
    """P17.3, P14.3: paid in full; its last dollar ends the game."""
    m = poor_bank(250_000)
    refused(m, "issue_bonds", "3 is more than 2", count=3)
    m.answer("issue_bonds", count=2)
    assert asked(m) == ("A", "pm_action") and cash(m, "bank") == 50_000
    refused(m, "issue_bonds", "cannot pay for a bond (P17.3)", count=1)
    m = poor_bank(200_000)
    m.answer("issue_bonds", count=2)
    assert m.ending == "bank" and bonds(m, "bank") == [2] and m.winners == ("C",)


def test_automatic_issue_only_for_what_is_short():
    """P17.4: the smallest sufficient number; none when there is cash."""
    m = in_country([(1, 2)], marker=3, mover="B", treasury=90_000)
    m.answer("throw")
    assert last(m, "bonds_issued").facts["count"] == {"bank": 1}
    assert cash(m, "treasury") == 90_000
    m = in_country([(1, 2)], marker=3, mover="B", treasury=100_000)
    m.answer("throw")
    assert told(m, "bonds_issued") == []


@pytest.mark.parametrize(("dollars", "issued"), [(90_000, 0), (100_000, 1)])
def test_a_bank_that_cannot_pay_for_them(dollars, issued):
    """P17.4, P14.3: none is issued, or its last dollar goes; the bill stays unpaid."""
    m = poor_bank(dollars, marker=3, mover="B", luck=[(1, 2)])
    m.answer("throw")
    assert m.ending == "bank" and bonds(m, "bank") == [issued]
    assert [reason for *_, reason in payments(m)] == ["bond_issue"] * issued
    assert m.winners == ("C",)


def test_the_largest_bill_that_is_no_bankruptcy():
    """P17.5: cash + 100,000 x unissued; cash 0 alone is none."""
    m = in_country([(1, 2)], marker=2, mover="B", treasury=2_800_000, unissued=1)
    m.answer("throw")
    assert m.ending is None and cash(m, "treasury") == 0 and m.table.unissued == 0
    m.answer("done")
    assert m.ending is None


def test_bankruptcy_wherever_a_bill_falls_due():
    """P17.5: also by salaries; nothing of the bill is paid, the standings have no winner."""
    m = in_country([(1, 2)], marker=3, mover="B", unissued=0, treasury=90_000)
    m.answer("throw")
    assert (m.ending, m.winners, cash(m, "treasury")) == ("bankrupt", (), 90_000)
    assert payments(m) == [] and len(m.standings()) == 3
    assert m.say().event_sentence(last(m, "game_ended")) == "The country is bankrupt. Nobody wins."


def test_interest_to_players_clockwise_then_the_bank():
    """P17.6, P4.6: from the mover; the Bank is paid like any holder."""
    m = in_country(
        [(1, 2)], marker=2, mover="C", treasury=900_000, unissued=25,
        A={"bonds": 1}, B={"bonds": 1}, C={"bonds": 1},
    )  # fmt: skip
    m.answer("throw")
    assert payments(m) == [
        ("treasury", "C", 100_000, "bond_interest"), ("treasury", "A", 100_000, "bond_interest"),
        ("treasury", "B", 100_000, "bond_interest"),
        ("treasury", "bank", 200_000, "bond_interest"),
    ]  # fmt: skip
    assert last(m, "payment").rule == "P17.6"


def test_players_deal_with_the_bank():
    """P17.7, P10.3: only bonds that the Treasury has sold to the Bank; it is not touched."""
    m = in_country(unissued=28, treasury=50_000)
    m.answer("done").answer("C0")
    refused(m, "buy", "bonds: must be a whole number from 0 to 2, not 3", savings=0, bonds=3)
    m.answer("buy", savings=0, bonds=2)
    assert bonds(m, "A", "bank", "treasury") == [2, 0, 28] and cash(m, "treasury") == 50_000
    m.aside("cash_in", savings=0, bonds=1, life=0)
    assert bonds(m, "A", "bank", "treasury") == [1, 1, 28] and cash(m, "treasury") == 50_000


def test_redemption_is_paid_in_cash():
    """P17.8: players cannot refuse; redeemed bonds may be issued again."""
    m = in_country(treasury=500_000, unissued=25, B={"bonds": 2})
    refused(m, "redeem_bonds", "The Treasury has $500,000, but that costs $700,000 (P17.8)",
            from_bank=3, from_players={"B": 2})  # fmt: skip
    refused(
        m,
        "redeem_bonds",
        "Choose at least one bond to redeem (P17.8)",
        from_bank=0,
        from_players={},
    )
    refused(m, "redeem_bonds", "C holds no bonds (P17.8)", from_bank=0, from_players={"C": 1})
    refused(m, "redeem_bonds", "bonds in from_bank (P17.8)", from_bank=0, from_players={"bank": 1})
    m.answer("redeem_bonds", from_bank=1, from_players={"B": 2})
    assert last(m, "bonds_redeemed").facts == {
        "count": {"bank": 1, "B": 2}, "automatic": False, "unissued": 28,
    }  # fmt: skip
    m.answer("issue_bonds", count=28)
    assert bonds(m, "treasury", "bank") == [0, 30]
    m = in_country(treasury=90_000, unissued=29)
    refused(m, "redeem_bonds", "has $90,000 and cannot redeem", from_bank=1, from_players={})
    refused(
        in_country(),
        "redeem_bonds",
        "No bonds have been issued yet (P17.8)",
        from_bank=1,
        from_players={},
    )


def test_own_bonds_only_with_as_many_of_others():
    """P17.9: before or together with them, in the same turn."""
    m = in_country(treasury=2_000_000, unissued=20, A={"bonds": 4}, B={"bonds": 1})
    refused(m, "redeem_bonds", "(P17.9)", from_bank=0, from_players={"A": 1})
    m.answer("redeem_bonds", from_bank=2, from_players={})
    m.answer("redeem_bonds", from_bank=0, from_players={"A": 2})
    refused(m, "redeem_bonds", "(P17.9)", from_bank=0, from_players={"A": 1})
    m.answer("redeem_bonds", from_bank=0, from_players={"A": 1, "B": 1})
    assert bonds(m, "A", "B", "bank") == [1, 0, 3]


def test_redeeming_before_interest():
    """P17.9 by option: the PM is asked before each interest payment, at anybody's turn."""
    facts = {"marker": 2, "mover": "B", "treasury": 900_000, "unissued": 25}
    m = in_country([(1, 2)], options={"redeem_any_time": True}, **facts, A={"bonds": 2})
    m.answer("throw")
    assert asked(m) == ("A", "redeem_before_interest")
    assert m.request.default.fields == {"from_bank": 0, "from_players": {}}
    refused(m, "redeem", "(P17.9)", from_bank=0, from_players={"A": 1})
    m.answer("redeem", from_bank=2, from_players={"A": 2})
    assert bonds(m, "bank", "A", "treasury") == [1, 0, 29] and cash(m, "treasury") == 200_000
    m = in_country([(1, 2)], options={"redeem_any_time": True}, **facts)
    m.answer("throw").answer("redeem", from_bank=0, from_players={})
    assert told(m, "bonds_redeemed") == [] and cash(m, "treasury") == 400_000
    m = in_country([(1, 2)], **facts)
    m.answer("throw")
    assert asked(m) == ("B", "end_turn")


def test_political_acts_are_limited():
    """P17.10: bills among them; then only done."""
    m = in_country(options={"pm_actions_max": 3})
    for _ in range(3):
        assert len(moves(m)) > 1
        m.answer("issue_bonds", count=1)
    assert moves(m) == ["done"]
    refused(m, "reverse_arrow", "3 political acts have been made in this turn (P17.10)")
    m.answer("done")
    assert asked(m) == ("A", "choose_move")


def test_the_arrow_in_game_2():
    """P4.3, P3.1: one of the powers, once in his turn."""
    m = in_country()
    m.answer("reverse_arrow")
    assert m.table.arrow == "anticlockwise" and told(m, "arrow_set")[0]["pm"] == "A"
    refused(m, "reverse_arrow", "already been reversed in this turn (P4.3)")


def test_side_actions_between_political_acts():
    """P3.8: cash_in while pm_action waits; the bonds of the Bank can then be redeemed."""
    m = in_country(treasury=300_000, unissued=29, A={"bonds": 1})
    refused(
        m,
        "redeem_bonds",
        "1 own, 0 other",
        from_bank=1,
        from_players={},
    )
    m.aside("cash_in", savings=0, bonds=1, life=0)
    m.answer("redeem_bonds", from_bank=1, from_players={})
    assert m.table.unissued == 30


def test_an_election_at_the_wrong_time_is_none():
    """P2.6: Game 1 knows no Treasury; P17.1 to P17.10 are Game 2's."""
    m = at_turn()
    assert "treasury" not in m.ledger.balances["dollars"]
    assert m.view("A").unissued == 0 and m.view("A").government == ()


def test_a_treasury_with_means_from_an_edition():
    """P17.1, P1.1: an edition may give it cash from the Bank's, and fewer bonds."""
    data = {"based_on": "poleconomy-canada", "treasury": {"cash": 500_000, "bonds": 12}}
    m = classkit.new("poleconomy", seats=2, seed=1, edition=data, options={"game": 2}, position={})
    assert cash(m, "treasury") == 500_000 and m.table.unissued == 12
    assert m.ledger.totals()["dollars"] == 59_800_000
    charts = {chart.key: chart for chart in m.game.active_charts(m.table)}
    assert charts["debt"].lines[0][0] == 12


def test_redemption_where_players_are_paid_less_than_the_bank():
    """P17.8: the cheapest bond decides whether the Treasury can redeem one."""
    prices = {"redeem_from_bank": 200_000, "redeem_from_player": 100_000}
    data = {"based_on": "poleconomy-canada", "treasury": prices}
    m = in_country(edition=data, treasury=100_000, unissued=20, B={"bonds": 3})
    m.answer("redeem_bonds", from_bank=0, from_players={"B": 1})
    assert cash(m, "treasury") == 0 and bonds(m, "B") == [2]


@pytest.mark.parametrize("move, at_least", [("redeem_bonds", 1), ("redeem", 0)])
def test_redemptions_by_chance_are_legal_from_the_start(move: str, at_least: int) -> None:
    """P17.8, P17.9: within cash and own bonds, and of nothing only where that may be answered."""
    m = in_country(treasury=500_000, unissued=22, A={"bonds": 3}, B={"bonds": 2})
    t, chance, drawn = m.table, RandomStream(move), []
    for _ in range(200):
        values = sample_redemption(t, at_least, chance)
        assert build_redemption_move(t, move, at_least).refusal(values) is None, values
        drawn.append(values["from_bank"] + sum(values["from_players"].values()))
    assert min(drawn) == at_least and max(drawn) > 2


def test_a_bankruptcy_is_told_with_the_bill_that_caused_it() -> None:
    """P17.5, P17.6: what was due comes from the stop of the marker, the amounts from the event."""
    m = in_country([(1, 2)], marker=2, mover="B", treasury=90_000, unissued=5)
    m.answer("throw")
    stop, bankrupt = m.events[-3:-1]
    assert (stop.name, bankrupt.name) == ("marker_moved", "treasury_bankrupt")
    story = event_text.STORIES["marker_moved", "treasury_bankrupt"]
    text = m.say().tell_story(story, stop, bankrupt)
    assert text is not None and text.endswith(
        "The Treasury cannot pay $2,500,000 for interest on its bonds: it has $90,000 in cash and "
        "5 bonds left to issue."
    ), text
    elected = stop._replace(facts={**stop.facts, "kind": "election"})
    assert m.say().tell_story(story, elected, bankrupt) is None
    assert m.say().tell_story(story, stop._replace(turn=stop.turn - 1), bankrupt) is None
