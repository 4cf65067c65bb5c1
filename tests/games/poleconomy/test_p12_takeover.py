"""P12: takeovers."""

from __future__ import annotations

import pytest

from .tables import asked, at_turn, cash, last, moves, options_of, payments, refused, told

RIVALS = {"B": {"squares": ["O05", "O07"]}, "C": {"squares": ["I07"]}}


def test_fee_and_value_must_be_held():
    """P12.1: one square of another player; fee plus value in cash when naming it."""
    m = at_turn(marker=1, A={"cash": 229_999 // 10_000 * 10_000, "squares": ["I21"]}, **RIVALS)
    m.answer("C2")
    assert options_of(m, "target") == ["O07"]
    refused(m, "target", "needs $230,000, fee included (P12.1)", square="O05")
    refused(m, "target", "I21 belongs to A, not", square="I21")
    refused(m, "target", "I02 belongs to the Bank, not", square="I02")
    m = at_turn(marker=1, A={"cash": 230_000}, **RIVALS)
    m.answer("C2")
    assert options_of(m, "target") == ["I07", "O05", "O07"]


@pytest.mark.parametrize("dollars", [0, 40_000, 80_000, 220_000, 230_000])
def test_a_target_is_judged_without_the_list_as_with_it(dollars: int):
    """P12.1: bots name a square that has not been listed; the list would allow the same."""
    m = at_turn(marker=1, A={"cash": dollars, "squares": ["I21"]}, **RIVALS)
    m.answer("C2")
    target = m.request.moves[1]
    listed = target.fields["square"].options
    for square in m.table.edition.squares:
        assert (target.refusal({"square": square}) is None) == (square in listed)
    for values in ({}, {"square": ["O07"]}, {"square": "O07", "more": 1}, {"place": "O07"}):
        assert target.refusal(values)


def test_passing_costs_nothing():
    """P12.1: he may simply sit there; the fee is paid on naming."""
    m = at_turn(**RIVALS)
    m.answer("C2").answer("pass")
    assert payments(m) == [] and asked(m) == ("A", "end_turn")


def test_nothing_to_name():
    """P12.1, P1.8: nobody else owns a square, or none is affordable; he is asked all the same."""
    m = at_turn(A={"squares": ["I07"]})
    m.answer("C2")
    assert moves(m) == ["pass"]
    refused(m, "target", "No other player owns a square (P12.1)", square="I07")
    m = at_turn(A={"cash": 40_000}, **RIVALS)
    m.answer("C2")
    refused(m, "target", "A has $40,000 and needs at least $50,000", square="O07")


def test_no_double_on_two_throws():
    """P12.2: the bid fails, the fee is gone, the move is over."""
    m = at_turn([(1, 2), (3, 4)], **RIVALS)
    m.answer("C2").answer("I07")
    assert payments(m) == [("A", "bank", 30_000, "takeover_fee")]
    assert told(m, "takeover_bid") == [
        {
            "bidder": "A", "owner": "C", "square": "I07", "value": 100_000,
            "throws": [[1, 2], [3, 4]], "won": False,
        }
    ]  # fmt: skip
    assert asked(m) == ("A", "end_turn")


def test_double_on_the_second_throw():
    """P12.2: wins too, at current value, paid to the owner; no roll is left for a second."""
    m = at_turn([(1, 2), (4, 4)], marker=2, **RIVALS)
    m.answer("C2").answer("I07")
    assert payments(m)[1:] == [("A", "C", 300_000, "takeover_price")]
    assert m.ledger.holder("I07") == "A" and asked(m) == ("A", "end_turn")


def test_second_square_with_the_remaining_throw():
    """P12.3: of the same owner; its value must be held; no second fee."""
    m = at_turn([(1, 1), (1, 2)], A={"cash": 250_000}, **RIVALS)
    m.answer("C2").answer("O05")
    assert cash(m, "A") == 120_000 and asked(m) == ("A", "second_target")
    assert options_of(m, "target") == ["I07", "O07"]
    m.answer("O07")
    assert cash(m, "A") == 120_000 and m.ledger.holder("O07") == "B"
    assert [f["won"] for f in told(m, "takeover_bid")] == [True, False]
    assert last(m, "takeover_bid").facts["throws"] == [[1, 2]]


def test_second_square_may_be_left():
    """P12.3."""
    m = at_turn([(1, 1)], **RIVALS)
    m.answer("C2").answer("O05").answer("pass")
    assert len(told(m, "dice_thrown")) == 1 and asked(m) == ("A", "end_turn")


def test_second_fee_by_option():
    """P12.3: second_takeover_fee = 30000, to be held as well."""
    options = {"second_takeover_fee": 30_000}
    m = at_turn([(1, 1), (2, 2)], A={"cash": 250_000}, options=options, **RIVALS)
    m.answer("C2").answer("O05")
    assert cash(m, "A") == 120_000 and options_of(m, "target") == ["O07"]
    m.answer("O07")
    assert cash(m, "A") == 120_000 - 30_000 - 20_000
    assert m.request.name == "end_turn"


def test_double_six_wins_and_is_no_disaster():
    """P12.4: business insurance is not touched."""
    m = at_turn([(6, 6), (1, 2)], A={"business": 1}, **RIVALS)
    m.answer("C2").answer("I07").answer("pass")
    assert m.ledger.holder("I07") == "A" and told(m, "disaster") == []
    assert m.ledger.balance("A", "business") == 1
