"""How often each shipped bot wins: ``python -m tests.bench.bots [CASE ...] [--matches 600]``.

Four seats, the usual length, and four of the game's bots in every match. Where a game has more
than four bots, every four of them; where it has three, one of them sits twice, each in turn. Every
order of seats occurs equally often, or once more: the arrangements are dealt in a fixed shuffled
order, over and over, and each match has a seed of its own.

The share of a bot is the number of wins of its seats divided by the number of its seats. A tie is
split among those who share it. A match without a winner counts for nobody: its seats are counted
and its wins are 0, so the shares of four seats add up to the share of matches that were won. The
standard error of a share near 25 % over 600 matches is 1.8 points.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

from classkit import study
from classkit.engine.registry import find

from .cases import title_of
from .rows import Goal, Measure, Row, add_write_option, report

SEATS = 4
MATCHES = 600
FIRST_SEED = 20_001
LEAST, MOST = 15, 35
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "poleconomy-1": ("poleconomy", {"game": 1}),
    "poleconomy-2": ("poleconomy", {"game": 2}),
    "opoly": ("opoly", {}),
    "economicon-spot": ("economicon", {"final_valuation": "spot"}),
    "economicon-liquidation": ("economicon", {"final_valuation": "liquidation"}),
    "economy": ("economy", {}),
}


class WinShares(NamedTuple):
    """Wins of each bot, the number of its seats, and the matches that ended in each way."""

    matches: int
    wins: dict[str, float]
    seats: dict[str, int]
    endings: dict[str, int]

    @property
    def percents(self) -> dict[str, float]:
        """Share of its seats that each bot won, in percent."""
        return {bot: 100 * self.wins.get(bot, 0) / seats for bot, seats in self.seats.items()}


def list_arrangements(bots: list[str]) -> list[tuple[str, ...]]:
    """Return every order in which four of these bots can sit, in a fixed shuffled order."""
    spare = max(SEATS - len(bots), 0)
    tables = [
        (*some, *more)
        for some in combinations(bots, SEATS - spare)
        for more in combinations(bots, spare)
    ]
    found = sorted({order for table in tables for order in permutations(table)})
    random.Random(len(found)).shuffle(found)
    return found


def measure_shares(
    game: str, options: dict[str, Any], matches: int = MATCHES, first_seed: int = 1
) -> WinShares:
    """Play matches by the game's own bots and count who wins."""
    arrangements = list_arrangements(sorted(find(game).policies))
    wins = dict[str, float]()
    seats, endings = Counter[str](), Counter[str]()
    for row in play(game, options, arrangements, matches, first_seed):
        winners = row["winners"].split(", ") if row["winners"] else []
        endings[row["ending"]] += 1
        for seat in "ABCD":
            seats[row[f"bot.{seat}"]] += 1
            if seat in winners:
                bot = row[f"bot.{seat}"]
                wins[bot] = wins.get(bot, 0) + 1 / len(winners)
    return WinShares(matches, wins, dict(sorted(seats.items())), dict(endings))


def play(
    game: str,
    options: dict[str, Any],
    arrangements: list[tuple[str, ...]],
    matches: int,
    first_seed: int,
) -> Iterator[dict[str, Any]]:
    """Play the arrangements in turn, each match with a seed of its own, on one process."""
    step = len(arrangements)
    for place, bots in enumerate(arrangements[:matches]):
        seeds = range(first_seed + place, first_seed + matches, step)
        frame = study.simulate(
            game, bots=list(bots), seats=SEATS, seeds=seeds, options=options, processes=1,
            progress=False,
        )  # fmt: skip
        rows: list[dict[str, Any]] = json.loads(frame.fillna("").to_json(orient="records"))
        yield from rows


def declare(case: str, bot: str) -> Measure:
    """Return the measure of a bot's share in a case."""
    what = f"{title_of(CASES[case])}: {bot.replace('_', ' ')}"
    goal = Goal(least=LEAST, most=MOST)
    return Measure(f"bots.{case}.{bot}", what, "if all bots win equally often", "%", goal, "bots")


def declare_bankrupt(case: str) -> Measure:
    """Return the measure of the matches that end bankrupt."""
    what = f"{title_of(CASES[case])}: matches that end bankrupt"
    return Measure(
        f"bots.{case}.bankrupt", what, "all matches", "%", "depends on the players", "bots"
    )


def list_measures() -> Iterator[Measure]:
    """Yield what is measured in all cases."""
    for case, (game, _) in CASES.items():
        yield from (declare(case, bot) for bot in sorted(find(game).policies))
    yield declare_bankrupt("poleconomy-2")


def measure_rows(cases: list[str], matches: int, first_seed: int) -> Iterator[Row | str]:
    """Yield the share of each bot, in percent of its seats."""
    yield (
        "\nShares of wins of the shipped bots, in percent of their seats: "
        f"{matches} matches of four seats, seeds from {first_seed}"
    )
    for case in cases:
        game, options = CASES[case]
        shares = measure_shares(game, options, matches, first_seed)
        seeds = {"seeds from": str(first_seed)}
        for bot, share in shares.percents.items():
            yield declare(case, bot).row(round(share, 1), 100 / SEATS, conditions=seeds)
        if bankrupt := shares.endings.get("bankrupt"):
            yield declare_bankrupt(case).row(
                round(100 * bankrupt / matches, 1), 100, conditions=seeds
            )
        endings = ", ".join(f"{ending} {number}" for ending, number in shares.endings.items())
        yield f"  {case} ended: {endings}"


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("cases", nargs="*", metavar="case", help=f"of {', '.join(CASES)}")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    add_write_option(parser)
    chosen = parser.parse_args(words)
    for name in chosen.cases:
        if name not in CASES:
            parser.error(f"case must be one of {', '.join(CASES)}, not {name!r}")
    report(measure_rows(chosen.cases or [*CASES], chosen.matches, chosen.first_seed), chosen.write)


if __name__ == "__main__":
    main()
