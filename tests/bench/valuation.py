"""How matches of Economicon are decided under each valuation of reserves (N16.1).

Of matches of the game's own bots: how often the leader after round 9 does not win, how often the
winner's worth exceeds all gold in existence, and the largest worth of a winner.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import classkit

from .rows import Measure, Row, add_write_option, report

SEATS = 4
MATCHES = 40
REFERENCE = "at market prices (`spot`, the author's formula)"
REASON = "shows what the option changes"


def declare(name: str, what: str, unit: str) -> Measure:
    """Return a measure of the valuation where a class plays."""
    return Measure(f"valuation.{name}", what, REFERENCE, unit, REASON, "valuation")


MEASURES = (
    declare("overtaken", "the leader after round 9 does not win", f"of {MATCHES} matches"),
    declare("beyond", "the winner's worth exceeds all the gold", f"of {MATCHES} matches"),
    declare("largest", "highest worth of any winner", "gold"),
)


def measure(valuation: str, matches: int) -> tuple[int, int, float]:
    """Return both counts and the largest worth of a winner, for seeds from 1."""
    overtaken, beyond, largest = 0, 0, 0.0
    for seed in range(1, matches + 1):
        m = classkit.new(
            "economicon", seats=SEATS, seed=seed, options={"final_valuation": valuation}
        ).play(until="end")
        before = next(row for row in reversed(m.history) if row["round"] == 9)["worth"]
        worth = max(m.metrics()["worth"][seat] for seat in m.winners)
        overtaken += max(before, key=before.__getitem__) not in m.winners
        beyond += worth > m.ledger.totals()["gold"]
        largest = max(largest, worth)
    return overtaken, beyond, largest


def measure_rows(matches: int) -> Iterator[Row | str]:
    """Yield both counts and the largest worth, if reserves are valued as if they were sold."""
    yield f"\nEconomicon, reserves valued as if sold (`liquidation`), {matches} matches"
    found = (measure(valuation, matches) for valuation in ("liquidation", "spot"))
    for which, sold, market in zip(MEASURES, *found, strict=True):
        yield which.row(round(sold), round(market))


def list_measures() -> Iterator[Measure]:
    """Yield what is measured."""
    yield from MEASURES


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.valuation", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    add_write_option(parser)
    chosen = parser.parse_args(given)
    report(measure_rows(chosen.matches), chosen.write)


if __name__ == "__main__":
    main()
