"""How fast the kernel is: ``python -m tests.bench.engine [GAME ...] [--openspiel PYTHON]``.

Answers a second and core for whole matches of bots, with events and ledger kept and copies off;
how long undo, goto and fork take in a match of 500 turns, early and late. ``--option game=2`` (or
another option of the games) measures the games with that option instead.

A machine is not equally fast all the time. So the reference and the bots are measured in turn,
round after round, each over some tenths of a second of processor time; what is printed is the
median of the rounds, and the median, the lowest and the highest of the ratios within each round.
The collector is set as in the processes that play the matches of a study.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle
from statistics import median
from typing import Any

import classkit
from classkit.engine.events import Keep
from classkit.engine.fields import Amount
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import find
from classkit.engine.seats import SEAT_LETTERS
from classkit.study.processes.worker import tune_collector
from tests.toy import GAME

from .cases import CASES, LEAN, SEATS, Case, id_of, title_of
from .reference import OpenSpiel, per_second, plain_tic_tac_toe
from .rows import Goal, Measure, Row, add_write_option, report

ROUNDS = 7
MIX = "one of each"
LEAN_NAME = "events and ledger"
KEPT = (("answers alone", Keep.nothing()), (LEAN_NAME, LEAN), ("everything", Keep()))
OPENSPIEL = "OpenSpiel's tic-tac-toe"
REPLAY = "replay the whole match"
PER_SECOND = "per second"
GOAL = 0.9
GOALS = {"poleconomy-1": 1.3}
"""The least ratio to OpenSpiel's speed, where it is another than for all games."""
TITLES = {GAME.name: GAME.title}
"""The toy of the tests, which is not installed."""
LONG_CASE = "poleconomy-1"
"""The case whose long match is on the page."""


def whole_matches(
    game: Game[Any], bots: str, keep: Keep, matches: int, options: Mapping[str, Any]
) -> int:
    """So many matches of bots; gives the number of answers.

    Where a game has a limit of turns it is set: some bots would never come to an end.
    """
    limits = {option.name: 300 for option in game.options if option.name == "turn_limit"}
    chosen = {**limits, **options}
    players: Any = bots
    if bots == MIX:
        players = dict(zip(SEAT_LETTERS[:SEATS], cycle(sorted(game.policies)), strict=False))
    return sum(
        classkit.new(game, seats=SEATS, seed=seed, keep=keep, options=chosen)
        .play("end", players)
        .step
        for seed in range(matches)
    )


def long_match(game: Game[Any], turns: int, options: Mapping[str, Any]) -> Match:
    """A match of so many turns, if the game's options allow it, by bots."""
    longest = dict(options)
    for option in game.options:
        if isinstance(option.values, Amount) and "round" in option.name:
            longest[option.name] = option.values.high
    m = classkit.new(game, seats=SEATS, seed=1, options=longest)
    while m.turn < turns and not m.is_over:
        m.play(until="turn", bots="passive")
    return m


def milliseconds(verb: Callable[[], Any], back: Callable[[], Any], times: int = 25) -> float:
    """How long a verb takes, in the median."""
    took = []
    for _ in range(times):
        back()
        start = time.perf_counter()
        verb()
        took.append(1000 * (time.perf_counter() - start))
    return median(took)


def declare_speed(case: Case, bots: str, of: str) -> Measure:
    """Return the measure of a game's speed with its bots; the page has those beside OpenSpiel."""
    game, _ = case
    name = f"engine.{id_of(case)}.{bots.replace(' ', '_')}"
    what = f"{TITLES.get(game) or title_of(case)}: {bots.replace('_', ' ')}"
    if bots in ("passive", "random") or game in TITLES or of != OPENSPIEL:
        return Measure(name, what, of, PER_SECOND)
    goal = Goal("ratio", least=GOALS.get(id_of(case), GOAL))
    return Measure(name, what, of, PER_SECOND, goal, "engine")


def declare_journeys(case: Case) -> tuple[Measure, Measure]:
    """Return the measures of a long match: going anywhere, and reading its history."""
    table = "match" if id_of(case) == LONG_CASE else ""
    name = f"engine.{id_of(case)}"
    return (
        Measure(
            f"{name}.journeys", "the slowest of undo, redo, go to a turn and fork, at any point",
            REPLAY, "ms", Goal(most=5), table,
        ),
        Measure(
            f"{name}.history", "read the history for the first time", REPLAY, "ms",
            Goal(most=150), table,
        ),
    )  # fmt: skip


def list_measures() -> Iterator[Measure]:
    """Yield what the page has of the engine."""
    for case in CASES:
        for bots in list_bots(find(case[0])):
            yield declare_speed(case, bots, OPENSPIEL)
        yield from declare_journeys(case)


def list_bots(game: Game[Any]) -> list[str]:
    """Return the bots of a game, and one of each together where the game brings its own."""
    return [*sorted(game.bots()), *([MIX] if game.policies else [])]


def list_options(case: Case) -> str:
    """Return the options of a case, as the end of a heading."""
    return "".join(f", {name} = {value}" for name, value in case[1].items())


def measure_speed(
    case: Case, game: Game[Any], reference: Callable[[], float], of: str, versions: dict[str, str]
) -> Iterator[Row | str]:
    """Yield answers per second by bot, beside the reference.

    What is printed with them: the same without events and ledger, and with everything recorded.
    """
    yield f"\n{game.title}{list_options(case)}: answers per second and core, {SEATS} seats"
    for bots in list_bots(game):
        options = case[1]
        matches = 40 if whole_matches(game, bots, LEAN, 1, options) < 300 else 10
        runs = [partial(whole_matches, game, bots, keep, matches, options) for _, keep in KEPT]
        rounds = [(reference(), *map(per_second, runs)) for _ in range(ROUNDS)]
        peer, *speeds = (median(column) for column in zip(*rounds, strict=True))
        ratios = sorted(lean / peer for peer, _, lean, _ in rounds)
        whole = median(everything / lean for _, _, lean, everything in rounds)
        others = ", ".join(
            f"{name} {speed:,.0f}"
            for (name, _), speed in zip(KEPT, speeds, strict=True)
            if name != LEAN_NAME
        )
        yield declare_speed(case, bots, of).row(
            speeds[1],
            peer,
            median(ratios),
            f"{ratios[0]:.2f} to {ratios[-1]:.2f}; {others}, {whole:.2f} of events and ledger",
            versions,
        )


def measure_journeys(case: Case, game: Game[Any], turns: int) -> Iterator[Row | str]:
    """Yield how long undo, redo, goto and fork take, early, in the middle and late."""
    m = long_match(game, turns, case[1])
    whole, twin = milliseconds(lambda: replayed(m), lambda: None, times=3), m.fork()
    long = f"a match of {m.turn} turns and {m.step} answers"
    yield f"\n{game.title}{list_options(case)}: milliseconds in {long}"
    first = milliseconds(lambda: twin.history, lambda: None, times=1)
    after = milliseconds(lambda: twin.history, lambda: None)
    journeys, history = declare_journeys(case)
    yield history.row(first, whole, spread=f"afterwards {after:.2f} ms")
    yield f"  {'at turn':<10}{'undo':>10}{'redo':>10}{'goto':>10}{'fork':>10}"
    slowest = 0.0
    for share in (0.02, 0.5, 0.98):
        turn = max(1, int(m.last_turn * share))
        m.goto(turn=turn)
        step = m.step + 1
        here, before = partial(m.goto, step=step), partial(m.goto, step=step - 1)
        undo = milliseconds(m.undo, here)
        redo = milliseconds(m.redo, before)
        goto = milliseconds(here, lambda: m.goto(turn=m.last_turn))
        fork = milliseconds(m.fork, here)
        slowest = max(slowest, undo, redo, goto, fork)
        yield f"  {turn:<10}{undo:>10.2f}{redo:>10.2f}{goto:>10.2f}{fork:>10.2f}"
    yield journeys.row(slowest, whole)


def replayed(m: Match) -> Match:
    """The whole match played again from its record."""
    from classkit.engine.registry import replay

    return replay(m.to_record(), partial=False, keep=LEAN, game=m.game)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default the toy and all that are installed")
    parser.add_argument("--openspiel", default=sys.executable, help="a Python with OpenSpiel")
    parser.add_argument(
        "--option", action="append", default=[], type=read_option, help="an option: game=2"
    )
    add_write_option(parser)
    chosen = parser.parse_args(arguments)
    cases: list[Case] = [(GAME.name, {}), *CASES]
    if chosen.option:
        asked = dict(chosen.option)
        cases = [
            (name, {key: value for key, value in asked.items() if key in known_options(name)})
            for name in dict.fromkeys(name for name, _ in cases)
        ]
    if chosen.games:
        cases = [case for case in cases if case[0] in chosen.games]
    tune_collector()
    report(measure_rows(cases, chosen.openspiel), chosen.write)


def known_options(name: str) -> set[str]:
    """Return the names of a game's options."""
    return {option.name for option in find_game(name).options}


def find_game(name: str) -> Game[Any]:
    """Return an installed game, or the toy of the tests."""
    return GAME if name == GAME.name else find(name)


def measure_rows(cases: list[Case], python: str) -> Iterator[Row | str]:
    """Yield the rows of all cases."""
    yield f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}"
    with OpenSpiel(python) as peer:
        reference, of, versions = plain_speed, "plain tic-tac-toe", dict[str, str]()
        steps = median(plain_speed() for _ in range(ROUNDS))
        yield f"plain tic-tac-toe without any kernel:   {steps:>10,.0f} steps per second"
        if peer.is_here:
            reference, of, versions = peer.speed, OPENSPIEL, {"OpenSpiel": peer.version}
            steps = median(peer.speed() for _ in range(ROUNDS))
            yield f"OpenSpiel's tic-tac-toe in Python:      {steps:>10,.0f} steps per second"
        else:
            yield (
                "OpenSpiel is not installed here (--openspiel PYTHON names where it is): "
                "no speed is stored"
            )
        for case in cases:
            yield from measure_speed(case, find_game(case[0]), reference, of, versions)
            yield from measure_journeys(case, find_game(case[0]), 500)


def plain_speed() -> float:
    """Steps a second of tic-tac-toe without any kernel, over some tenths of a second."""
    return per_second(partial(plain_tic_tac_toe, 3000))


def read_option(text: str) -> tuple[str, Any]:
    """The name and the value of ``game=2``."""
    name, _, value = text.partition("=")
    return name, int(value) if value.isdigit() else value


if __name__ == "__main__":
    main(sys.argv[1:])
