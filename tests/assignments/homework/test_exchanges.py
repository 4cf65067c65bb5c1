"""Purchases at the price of a market: for which reason they count, and when they go round."""

from __future__ import annotations

from classkit.assignments.homework.exchanges import caused, went_round
from classkit.causes.parts import Line, Part
from classkit.engine.metrics import Makeup

MADE = Makeup(("A",), (), exchanged=("purchase",))


def purchase(*moved: tuple[str, int, int]) -> Part:
    """The part of purchases in one turn: of each thing its number, and what that is worth."""
    lines = [Line(4, worth, None, unit, held) for unit, held, worth in moved]
    return Part("moved", "purchase", sum(line.amount for line in lines), lines=lines)


def test_what_a_purchase_brought_belongs_to_the_thing() -> None:
    part = purchase(
        ("gold", -6, -6), ("oil", 2, 8),
        ("notes", -3, -9), ("gold", 7, 7),
        ("notes", -1, -3), ("tech", 1, 5),
    )  # fmt: skip
    found = {one.name: (one.kind, one.amount, one.flow) for one in caused([part], MADE, "gold")}
    assert found == {"oil": ("worth", 2, 8), "notes": ("worth", -2, 9), "tech": ("worth", 2, 5)}
    assert not went_round([part], MADE, "gold")
    other = Part("moved", "production", -1, lines=[Line(4, -1, None, "gold", -1)])
    assert [one.key for one in caused([other], MADE, "gold")] == [("moved", "production")]


def test_who_buys_a_thing_and_sells_it_again_goes_round() -> None:
    """Money goes and comes all the time, and is no such thing."""
    pump = purchase(("gold", -19, -19), ("notes", 14, 30), ("notes", -18, -40), ("gold", 38, 38))
    assert went_round([pump], MADE, "gold")
    assert went_round([pump], MADE, "notes"), "of a score in notes gold is a thing"
    assert not went_round([pump], MADE._replace(exchanged=()), "gold")
