"""P18: the Cabinet and salaries."""

from __future__ import annotations

import pytest

from classkit.engine.randomness import RandomStream
from classkit.games.poleconomy.rules.cabinet import refuse_salary, sample_salary

from .tables import asked, everybody, in_country, last, moves, options_of, payments, refused, told

THREE = {"votes": {"A": 10, "B": 9, "C": 8}, "government": ["A", "B", "C"]}


def test_appointing_and_dismissing():
    """P18.1: members of the Government; one position each, one player each, none for the PM."""
    m = in_country(votes={"A": 10, "B": 9, "C": 8}, government=["A", "B"])
    refused(
        m, "appoint", "C is not a member of the Government (P18.1)", player="C", position="Finance"
    )
    refused(
        m,
        "appoint",
        "A is Prime Minister and takes no position in the Cabinet (P18.1)",
        player="A",
        position="Finance",
    )
    m.answer("appoint", player="B", position="Finance")
    assert told(m, "cabinet_changed") == [{"seat": "B", "position": "Finance"}]
    refused(m, "appoint", "Every member of the Government already has a post", player="B",
            position="Energy")  # fmt: skip
    m.answer("dismiss", player="B")
    assert last(m, "cabinet_changed").facts == {"seat": "B", "position": None}
    refused(m, "dismiss", "No minister is in office (P18.1)", player="B")
    m = in_country(**THREE, B={"post": "Finance"})
    refused(m, "appoint", "B holds the position of Finance (P18.1)", player="C", position="Finance")


def test_salaries_at_first():
    """P18.2: PM 100,000 on taking office, ministers 0, nobody else has one."""
    m = in_country(**THREE)
    m.answer("appoint", player="B", position="Finance")
    assert m.table.salaries == {"A": 100_000, "B": 0}
    refused(
        m,
        "set_salary",
        "C is neither Prime Minister nor a minister, and has no salary (P18.2)",
        player="C",
        amount=10_000,
    )
    refused(m, "set_salary", "never less than $100,000 (P18.2)", player="A", amount=90_000)


def test_the_total():
    """P18.2: together never above 500,000."""
    posts = {"B": {"post": "Finance", "salary": 200_000}, "C": {"post": "Energy"}}
    m = in_country(**THREE, A={"salary": 200_000}, **posts)
    m.answer("set_salary", player="C", amount=100_000)
    refused(m, "set_salary", "All salaries together would be $510,000, above $500,000 (P18.2)",
            player="A", amount=210_000)  # fmt: skip
    m.answer("set_salary", player="B", amount=150_000)
    m.answer("set_salary", player="A", amount=250_000)
    assert sum(m.table.salaries.values()) == 500_000


def test_raises_are_counted_from_the_start_of_the_turn():
    """P18.3: lowering is free, a raise at most $100,000, in steps of $10,000."""
    m = in_country(**THREE, A={"salary": 150_000})
    refused(m, "set_salary", "$150,000 at the start of this turn and may be raised by at most "
            "$100,000 (P18.3)", player="A", amount=260_000)  # fmt: skip
    refused(m, "set_salary", "in steps of $10,000, not $155,000", player="A", amount=155_000)
    refused(m, "set_salary", "is already $150,000", player="A", amount=150_000)
    m.answer("set_salary", player="A", amount=250_000)
    assert last(m, "salary_set").facts == {"seat": "A", "old": 150_000, "new": 250_000}
    refused(m, "set_salary", "(P18.3)", player="A", amount=260_000)
    m.answer("set_salary", player="A", amount=100_000).answer("set_salary", player="A",
                                                              amount=250_000)  # fmt: skip


def test_reappointing_does_not_reset_a_raise():
    """P18.3: for a new minister it was 0, also after dismissal and reappointment."""
    m = in_country(**THREE)
    m.answer("appoint", player="B", position="Finance")
    refused(m, "set_salary", "B had $0 at the start", player="B", amount=110_000)
    m.answer("set_salary", player="B", amount=100_000).answer("dismiss", player="B")
    m.answer("appoint", player="B", position="Energy")
    refused(m, "set_salary", "B had $0 at the start", player="B", amount=110_000)
    m.answer("set_salary", player="B", amount=100_000)
    m = in_country(**THREE, B={"post": "Finance", "salary": 80_000})
    m.answer("dismiss", player="B")
    assert last(m, "salary_set").facts == {"seat": "B", "old": 80_000, "new": 0}
    m.answer("appoint", player="B", position="Finance")
    assert m.table.salaries["B"] == 0
    refused(m, "set_salary", "B had $80,000 at the start", player="B", amount=190_000)
    m.answer("set_salary", player="B", amount=180_000)


def test_a_new_ministers_first_salary_by_option():
    """P18.3: any salary within the total, for one who held no post at the start of the turn."""
    m = in_country(
        options={"minister_first_salary_free": True}, **THREE, C={"post": "Energy"}
    )  # fmt: skip
    m.answer("appoint", player="B", position="Finance")
    refused(m, "set_salary", "(P18.3)", player="C", amount=110_000)
    refused(m, "set_salary", "above $500,000", player="B", amount=410_000)
    m.answer("set_salary", player="B", amount=400_000)
    m.answer("set_salary", player="B", amount=10_000).answer("dismiss", player="C")
    m.answer("appoint", player="C", position="Energy")
    refused(m, "set_salary", "(P18.3)", player="C", amount=110_000)


@pytest.mark.parametrize(
    ("options", "highest"),
    [({}, 100_000), ({"minister_first_salary_free": True}, 250_000),
     ({"salaries_need_consent": True, "bills_per_turn": 0}, 0)],
)  # fmt: skip
def test_the_highest_salary_is_the_last_that_is_not_refused(options, highest):
    """P18.2, P18.3, P18.5: bots and forms ask the law for it."""
    m = in_country(options=options, **THREE, A={"salary": 250_000})
    m.answer("appoint", player="B", position="Finance")
    assert m.view(None).highest_salary("B") == highest
    refused(m, "set_salary", "(P18.", player="B", amount=highest + 10_000)
    if highest:
        m.answer("set_salary", player="B", amount=highest)


def test_salaries_are_one_bill():
    """P18.4: to the PM, then ministers clockwise from him; a dismissed minister has none."""
    m = in_country(
        [(1, 2)], marker=3, mover="B", pm="C", votes={"A": 10, "B": 9, "C": 8},
        government=["A", "B", "C"], treasury=10_000,
        A={"post": "Finance", "salary": 20_000}, B={"post": "Energy", "salary": 30_000},
    )  # fmt: skip
    m.answer("throw")
    assert payments(m)[1:] == [
        ("treasury", "C", 100_000, "salary"), ("treasury", "A", 20_000, "salary"),
        ("treasury", "B", 30_000, "salary"),
    ]  # fmt: skip
    assert last(m, "bonds_issued").facts["count"] == {"bank": 2}


def test_no_vote_on_appointments_and_salaries():
    """P18.5: by default they need none."""
    m = in_country(**THREE)
    m.answer("set_salary", player="A", amount=200_000)
    assert asked(m) == ("A", "pm_action") and told(m, "bill_voted") == []


def test_raises_by_consent():
    """P18.5 by option: each raise is a bill and counts as one; lowering is free."""
    m = in_country(
        options={"salaries_need_consent": True, "bills_per_turn": 2}, **THREE, A={"salary": 200_000}
    )  # fmt: skip
    m.answer("set_salary", player="A", amount=150_000)
    assert told(m, "bill_voted") == []
    m.answer("set_salary", player="A", amount=250_000)
    everybody(m, A="yes")
    voted = last(m, "bill_voted")
    assert voted.facts["kind"] == "salary" and voted.facts["passed"] is False
    assert voted.rule == "P18.5" and m.table.salaries["A"] == 150_000
    m.answer("set_salary", player="A", amount=250_000)
    everybody(m, A="yes", B="yes")
    assert m.table.salaries["A"] == 250_000
    refused(
        m,
        "set_salary",
        "2 of 2 bills have been tabled in this turn (P18.5)",
        player="A",
        amount=260_000,
    )
    assert "propose_tax" not in moves(m)
    m.answer("set_salary", player="A", amount=100_000)


def salaries(m):
    """The move that sets salaries, and the table as which it is shown."""
    (move,) = [move for move in m.legal_moves() if move.name == "set_salary"]
    return move, move.grid()


def legal(grid):
    """The least and the most of each row."""
    return {row: (amount.low, amount.high) for row, amount in grid.amounts.items()}


def test_what_a_salary_would_cost_before_it_is_answered():
    """P18.4: what all would have, what it costs the Treasury, and how it could pay (P17.4)."""
    m = in_country(**THREE, B={"post": "Finance", "salary": 50_000}, treasury=30_000)
    move, grid = salaries(m)
    shown = move.preview({"player": "B", "amount": 150_000})
    assert shown.columns == ("Each payment", "Now", "Then")
    assert shown.rows == (
        ("A", 100_000, 100_000), ("B", 50_000, 150_000), ("The Treasury pays", 150_000, 250_000),
    )  # fmt: skip
    assert "$250,000 of at most $500,000" in shown.note
    assert "The Treasury has $30,000: 3 bonds would be issued for it (P17.4)." in shown.note
    assert grid.preview({"A": 200_000, "B": 0}).rows == (
        ("A", 100_000, 200_000), ("B", 50_000, 0), ("The Treasury pays", 150_000, 200_000),
    )  # fmt: skip
    assert grid.preview({"B": 0}).note.endswith("1 bond would be issued for it (P17.4).")
    assert options_of(m, "dismiss") == ["B"]


def test_what_the_treasury_could_not_pay_is_said():
    """P17.5, P18.4: enough cash, and not even enough bonds."""
    m = in_country(**THREE, treasury=100_000)
    assert salaries(m)[1].preview({}).note.endswith("The Treasury has $100,000.")
    m = in_country(**THREE, treasury=10_000, unissued=0)
    note = salaries(m)[1].preview({}).note
    assert "$10,000 and 0 bonds to issue: it would be bankrupt (P17.5)." in note


def test_salaries_are_a_table_with_a_row_for_each_office():
    """P18.2: the Prime Minister and the ministers, with what they have now."""
    m = in_country(**THREE, A={"salary": 120_000}, C={"post": "Energy", "salary": 30_000})
    grid = salaries(m)[1]
    assert grid.columns == ("Holder", "Office", "Salary now", "New salary")
    assert grid.cells == {"A": ("Prime Minister", 120_000), "C": ("Energy", 30_000)}
    assert grid.now == {"A": 120_000, "C": 30_000}


def test_each_row_has_the_amounts_that_are_legal_there():
    """P18.2, P18.3: the minimum, the largest raise since the turn began, the total, the step."""
    posts = {"B": {"post": "Finance", "salary": 200_000}, "C": {"post": "Energy"}}
    m = in_country(**THREE, A={"salary": 230_000}, **posts)
    grid = salaries(m)[1]
    assert legal(grid) == {"A": (100_000, 300_000), "B": (0, 270_000), "C": (0, 70_000)}
    assert {amount.step for amount in grid.amounts.values()} == {10_000}
    m.answer("set_salary", player="B", amount=100_000)
    assert legal(salaries(m)[1]) == {"A": (100_000, 330_000), "B": (0, 270_000), "C": (0, 100_000)}
    m.answer("set_salary", player="A", amount=330_000)
    assert legal(salaries(m)[1])["A"] == (100_000, 330_000)


def test_each_amount_of_a_row_is_legal_and_none_beyond():
    """P18.3: the ends of every row are accepted by the rules, a step further is refused."""
    posts = {"B": {"post": "Finance", "salary": 160_000}, "C": {"post": "Energy"}}
    for options in ({}, {"minister_first_salary_free": True}):
        m = in_country(options=options, **THREE, A={"salary": 150_000}, **posts)
        move, grid = salaries(m)
        for seat, amount in grid.amounts.items():
            for value in amount.suggest():
                answer = {"player": seat, "amount": value}
                assert value == grid.now[seat] or move.refusal(answer) is None, answer
            for value in (amount.low - 10_000, amount.high + 10_000):
                assert move.refusal({"player": seat, "amount": value}), (seat, value)


def test_a_new_ministers_row_by_option():
    """P18.3: any salary within the total for one who held no post when the turn began."""
    m = in_country(options={"minister_first_salary_free": True}, **THREE)
    m.answer("appoint", player="B", position="Finance")
    assert legal(salaries(m)[1]) == {"A": (100_000, 200_000), "B": (0, 400_000)}


def test_no_raise_is_offered_when_no_bill_is_left():
    """P18.5 by option: rows then end at what is paid now."""
    options = {"salaries_need_consent": True, "bills_per_turn": 1}
    m = in_country(options=options, **THREE, A={"salary": 200_000})
    assert legal(salaries(m)[1]) == {"A": (100_000, 300_000)}
    m.answer("set_salary", player="A", amount=250_000)
    everybody(m)
    assert legal(salaries(m)[1]) == {"A": (100_000, 200_000)}
    refused(
        m,
        "set_salary",
        "1 of 1 bill has been tabled in this turn (P18.5)",
        player="A",
        amount=210_000,
    )


def test_salaries_by_chance_are_changes_within_the_limits():
    """P18.2, P18.3: none is left as it is, and B, who can get no more and no less, is left out."""
    m = in_country(**THREE, A={"salary": 500_000}, B={"post": "Finance", "salary": 0})
    t, chance, drawn = m.table, RandomStream("salaries"), set()
    for _ in range(200):
        values = sample_salary(t, chance)
        assert refuse_salary(t, values) is None, values
        drawn.add((values["player"], values["amount"]))
    assert drawn == {("A", amount) for amount in range(100_000, 500_000, 10_000)}
