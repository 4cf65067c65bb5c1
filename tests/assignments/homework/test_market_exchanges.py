"""Purchases at the price of a market: for which reason they count, and when they go round."""

from __future__ import annotations

from classkit.assignments.homework.market_exchanges import has_round_trip, sum_causes
from classkit.attribution.contributions import Contribution, ContributionSource
from classkit.engine.metrics import Components

MADE = Components(("A",), (), exchanged=("purchase",))


def purchase(*moved: tuple[str, int, int]) -> Contribution:
    """The part of purchases in one turn: of each thing its number, and what that is worth."""
    lines = [ContributionSource(4, worth, None, unit, held) for unit, held, worth in moved]
    return Contribution("moved", "purchase", sum(line.amount for line in lines), lines=lines)


def test_what_a_purchase_brought_belongs_to_the_thing() -> None:
    part = purchase(
        ("gold", -6, -6), ("oil", 2, 8),
        ("notes", -3, -9), ("gold", 7, 7),
        ("notes", -1, -3), ("tech", 1, 5),
    )  # fmt: skip
    found = {one.name: (one.kind, one.amount, one.flow) for one in sum_causes([part], MADE, "gold")}
    assert found == {"oil": ("worth", 2, 8), "notes": ("worth", -2, 9), "tech": ("worth", 2, 5)}
    assert not has_round_trip([part], MADE, "gold")
    other = Contribution(
        "moved", "production", -1, lines=[ContributionSource(4, -1, None, "gold", -1)]
    )
    assert [one.key for one in sum_causes([other], MADE, "gold")] == [("moved", "production")]


def test_who_buys_a_thing_and_sells_it_again_goes_round() -> None:
    """Money goes and comes all the time, and is no such thing."""
    pump = purchase(("gold", -19, -19), ("notes", 14, 30), ("notes", -18, -40), ("gold", 38, 38))
    assert has_round_trip([pump], MADE, "gold")
    assert has_round_trip([pump], MADE, "notes"), "of a score in notes gold is a thing"
    assert not has_round_trip([pump], MADE._replace(exchanged=()), "gold")
