"""How fast the kernel is: ``python -m tests.bench.engine [GAME ...] [--openspiel PYTHON]``.

Answers a second and core for whole matches of bots, with events and ledger kept and copies off;
how long undo, goto and fork take in a match of 500 turns, early and late. ``--option game=2`` (or
another option of the games) measures that game instead.

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
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from statistics import median
from typing import Any

import classkit
from classkit.engine.events import Keep
from classkit.engine.fields import Amount
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import find, list_games
from classkit.engine.seats import SEAT_LETTERS
from classkit.study.processes.worker import tune_collector
from tests.toy import GAME

from .reference import OpenSpiel, per_second, plain_tic_tac_toe

SEATS = 4
ROUNDS = 7
MIX = "one of each"
LEAN = Keep(copies=False, history=False)
KEPT = (("answers alone", Keep.nothing()), ("events and ledger", LEAN), ("everything", Keep()))


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


def report_speed(
    game: Game[Any], reference: Callable[[], float], of: str, options: Mapping[str, Any]
) -> None:
    """Answers a second by bot and by what is kept, with two ratios.

    That of events and ledger to the reference, and that of everything to events and ledger.
    """
    print(f"\n{game.title}: answers a second and core, {SEATS} seats{named(options)}")
    print(
        f"  {'bots':<12}"
        + "".join(f"{name:>20}" for name, _ in KEPT)
        + f"   ratio to {of}, of everything"
    )
    for bots in (*sorted(game.bots()), *([MIX] if game.policies else [])):
        matches = 40 if whole_matches(game, bots, LEAN, 1, options) < 300 else 10
        runs = [partial(whole_matches, game, bots, keep, matches, options) for _, keep in KEPT]
        rounds = [(reference(), *map(per_second, runs)) for _ in range(ROUNDS)]
        _, *speeds = (median(column) for column in zip(*rounds, strict=True))
        ratios = sorted(lean / peer for peer, _, lean, _ in rounds)
        whole = median(everything / lean for _, _, lean, everything in rounds)
        figures = "".join(f"{speed:>20,.0f}" for speed in speeds)
        spread = f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
        print(f"  {bots:<12}{figures}   {median(ratios):.2f} {spread}, {whole:.2f}")


def named(options: Mapping[str, Any]) -> str:
    """The options measured, as the end of a heading."""
    return "".join(f", {name} = {value}" for name, value in options.items())


def report_journeys(game: Game[Any], turns: int, options: Mapping[str, Any]) -> None:
    """Undo, goto and fork, early, in the middle and late."""
    m = long_match(game, turns, options)
    whole, twin = milliseconds(lambda: replayed(m), lambda: None, times=3), m.fork()
    print(f"\n{game.title}: milliseconds in a match of {m.turn} turns and {m.step} answers")
    print(f"  playing all of it again, from its answers: {whole:.1f}")
    first = milliseconds(lambda: twin.history, lambda: None, times=1)
    after = milliseconds(lambda: twin.history, lambda: None)
    print(f"  its history, asked for the first time: {first:.1f}, and afterwards: {after:.2f}")
    print(f"  {'at turn':<10}{'undo':>10}{'redo':>10}{'goto':>10}{'fork':>10}")
    for share in (0.02, 0.5, 0.98):
        turn = max(1, int(m.last_turn * share))
        m.goto(turn=turn)
        step = m.step + 1
        here, before = partial(m.goto, step=step), partial(m.goto, step=step - 1)
        undo = milliseconds(m.undo, here)
        redo = milliseconds(m.redo, before)
        goto = milliseconds(here, lambda: m.goto(turn=m.last_turn))
        fork = milliseconds(m.fork, here)
        print(f"  {turn:<10}{undo:>10.2f}{redo:>10.2f}{goto:>10.2f}{fork:>10.2f}")


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
    chosen = parser.parse_args(arguments)
    options = dict(chosen.option)
    games = [GAME, *map(find, list_games())]
    if chosen.games:
        games = [game for game in games if game.name in chosen.games]
    tune_collector()
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    with ExitStack() as stack:
        peer = stack.enter_context(OpenSpiel(chosen.openspiel))
        reference, of = plain_speed, "plain tic-tac-toe"
        steps = median(plain_speed() for _ in range(ROUNDS))
        print(f"plain tic-tac-toe without any kernel:   {steps:>10,.0f} steps a second")
        if peer.is_here:
            reference, of = peer.speed, "OpenSpiel"
            steps = median(peer.speed() for _ in range(ROUNDS))
            print(f"OpenSpiel's tic-tac-toe in Python:      {steps:>10,.0f} steps a second")
        else:
            print("OpenSpiel is not installed here (--openspiel PYTHON names where it is)")
        for game in games:
            known = {option.name for option in game.options}
            asked = {name: value for name, value in options.items() if name in known}
            report_speed(game, reference, of, asked)
            report_journeys(game, 500, asked)


def plain_speed() -> float:
    """Steps a second of tic-tac-toe without any kernel, over some tenths of a second."""
    return per_second(partial(plain_tic_tac_toe, 3000))


def read_option(text: str) -> tuple[str, Any]:
    """The name and the value of ``game=2``."""
    name, _, value = text.partition("=")
    return name, int(value) if value.isdigit() else value


if __name__ == "__main__":
    main(sys.argv[1:])
