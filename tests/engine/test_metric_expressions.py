"""One expression gives the value, the terms, and what else reveals it."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import classkit
from classkit.attribution.decomposition import decompose_metric
from classkit.engine.ledger import Ledger
from classkit.engine.metrics import GivesAway, Metric, compute_row, find_disclosures
from classkit.engine.metrics.counters import counted_from, set_by
from classkit.engine.metrics.expressions import (
    Expression,
    cache_rows,
    holding,
    parts_of,
    same_for_seats,
    total_of,
)
from classkit.engine.metrics.formulas import concentration_of, ratio_of
from classkit.engine.metrics.titles import titles
from classkit.testing.starter.orchard import GAME as ORCHARD

LOT_NAMES = ("mill", "inn", "farm")
LOTS = titles(lambda t: LOT_NAMES, worth=lambda t, lot: {"mill": 30}.get(lot, 10))
WEALTH = total_of(cash=holding("dollars"), bonds=holding("bond", worth=100), lots=LOTS)


def state() -> Any:
    book = Ledger.open(
        {"dollars": {"A": 50, "B": 10, "bank": 5}, "bond": {"A": 2, "B": 0}},
        {"mill": "A", "inn": "B", "farm": "bank"},
    )
    return SimpleNamespace(ledger=book, worked_out=None, seats=("A", "B"), turn=1, round=1)


@pytest.mark.parametrize(
    ("made", "value"),
    [
        (holding("dollars"), 50), (holding("bond", worth=100), 200), (LOTS, 30), (WEALTH, 280),
        (ratio_of(LOTS, WEALTH, 100, digits=1), 10.7),
        (ratio_of(LOTS, same_for_seats(lambda t: 45), 100, digits=1), 66.7),
        (ratio_of(LOTS, same_for_seats(lambda t: 0)), 0),
        (holding("dollars", {"A": "bank", "B": "A"}), 5),
        (holding("dollars", lambda t, seat: (*t.seats, "bank")), 65),
        (titles(lambda t: LOT_NAMES), 1), (titles(lambda t: LOT_NAMES, worth=7, minus=True), -7),
        (titles(lambda t: LOT_NAMES, {"A": "C", "B": "bank"}), 0),
    ],
)  # fmt: skip
def test_the_terms_come_to_the_value(made: Expression, value: float) -> None:
    t = state()
    assert made.value(t, "A") == value and made.components is not None
    assert float(made.components(t, "A").total) == pytest.approx(value, abs=0.05)
    metric = Metric("it", "It", "$", "seat", made)
    row = compute_row((metric,), t)["it"]
    assert row == {seat: made.value(t, seat) for seat in t.seats}


def test_rows_share_what_is_kept_and_frozen() -> None:
    t, known = state(), dict[Any, Any]()
    computed: list[str] = []

    def compute(t: Any, seat: str) -> int:
        computed.append(seat)
        return 3

    kept = cache_rows(Expression(compute), lambda t: known)
    metric = Metric("it", "It", "$", "seat", kept)
    rows = [compute_row((metric,), t)["it"] for _ in range(3)]
    assert rows[0] == {"A": 3, "B": 3} and computed == ["A", "B"]
    assert rows[0] is rows[1] is rows[2]


def test_parts_are_the_terms_of_the_total() -> None:
    t, parts = state(), parts_of(WEALTH)
    assert parts.value(t, "A") == {"cash": 50, "bonds": 200, "lots": 30}
    assert parts.components is not None
    assert [parts.components(t, "A", part).total for part in ("cash", "bonds")] == [50, 200]


def test_a_formula_is_exact_in_its_terms_and_rounded_in_its_value() -> None:
    t = state()
    made = concentration_of(LOTS, kind="share", digits=0)
    assert made.value(t) == round(100**2 * (0.75**2 + 0.25**2))
    assert made.components is not None
    assert made.components(t).total == Fraction(6250)
    t.ledger.move_title("inn", "B", "A")
    assert made.value(t) == 10_000


def test_metrics_that_share_a_leaf_give_each_other_away() -> None:
    metrics = [
        Metric("cash", "Cash", "$", "seat", holding("dollars")),
        Metric("bank", "Bank", "$", "table", holding("dollars", "bank")),
        Metric("wealth", "Wealth", "$", "seat", WEALTH),
        Metric("share", "Share", "%", "seat", ratio_of(LOTS, WEALTH, 100)),
        Metric("parts", "Parts", "$", "seat_parts", parts_of(WEALTH)),
        Metric("word", "Word", "", "table", set_by("named", value=lambda t: "")),
        Metric("own", "Own", "", "table", lambda t: 1),
    ]
    found = find_disclosures(metrics, {"word": GivesAway(signs=("word",))})
    figures = {key: {*tells.figures} for key, tells in found.items()}
    assert figures == {
        "cash": {"bank", "parts"}, "bank": {"cash", "parts"}, "wealth": {"share", "parts"},
        "share": {"wealth", "parts"}, "parts": {"wealth", "share"}, "word": set(),
    }  # fmt: skip
    assert found["word"] == GivesAway(signs=("word",), events=("named",))


def test_a_metric_of_a_new_game_explains_itself() -> None:
    """Orchard declares its money by an expression, and nothing else about it."""
    sold = counted_from(
        lambda t, seat: t.ledger.balance(seat), ("sold",), target=lambda t, seat: (seat,)
    )
    assert sold.events == () and sold.components is not None
    m = classkit.new(ORCHARD, seats=3, seed=5).play(until="round", bots="careful")
    split = decompose_metric(m, "money", "A", since=0)
    assert {part.name for part in split.parts} == {"costs", "sold"}
    assert sum(part.amount for part in split.parts) == split.change != 0
    assert "goods are sold at" in str(m.why("price", since=0))
