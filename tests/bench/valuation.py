"""How matches of Economicon are decided under each valuation of reserves (N16.1).

Of matches of the game's own bots: how often the leader after round 9 does not win, how often the
winner's worth exceeds all gold in existence, and the largest worth of a winner.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import classkit

SEATS = 4


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


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.valuation", description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    matches = parser.parse_args(given).matches
    for valuation in ("spot", "liquidation"):
        overtaken, beyond, largest = measure(valuation, matches)
        print(
            f"{valuation}: of {matches} matches the leader after round 9 does not win {overtaken}, "
            f"the winner is worth more than all gold in {beyond}, at most {largest:,.0f} gold"
        )


if __name__ == "__main__":
    main()
