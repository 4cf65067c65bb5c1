"""Examples of the rules of Orchard."""

import classkit

from orchard import GAME


def test_all_goods_are_sold_at_one_price():
    """Five goods sell at 15 - 5 = $10 (R3.1, R3.2), cost $2 each (R2.2), and are gone (R3.3)."""
    match = classkit.new(GAME, seats=2)
    match.answer("make", count=3)
    match.answer("make", count=2)
    assert match.table.price == 10
    assert match.table.cash("A") == 20 - 6 + 30
    assert match.table.cash("B") == 20 - 4 + 20
    assert match.table.on_market() == 0


def test_the_careful_bot_looks_at_what_is_on_the_market():
    match = classkit.new(GAME, seats=2).answer("make", count=5)
    match.play(until="decision", bots="careful")
    assert match.answers[-1].value == {"count": 4}


def test_a_match_ends_with_its_last_round():
    """After two rounds of three seats, the richest seat has won (R1.2, R4.1, R4.2)."""
    match = classkit.new(GAME, seats=3, options={"rounds": 2}).play(until="end", bots="careful")
    assert match.turn == 6
    richest = max(match.seats, key=match.table.cash)
    assert richest in match.winners
