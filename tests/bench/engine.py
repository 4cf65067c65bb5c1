"""How fast the kernel is: ``python -m tests.bench.engine [GAME ...] [--openspiel PYTHON]``.

Answers a second and core for whole matches of bots, with events and ledger kept and copies off;
how long undo, goto and fork take in a match of 500 turns, early and late; both beside references
measured in the same run. Processor time, the best of a few tries.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import classkit
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import find, list_games
from classkit.engine.segments import Keep
from tests.toy import GAME

from .reference import openspiel, per_second, plain_tic_tac_toe

SEATS = 4
LEAN = Keep(copies=False, history=False)
KEPT = (("answers alone", Keep.nothing()), ("events and ledger", LEAN), ("everything", Keep()))


def whole_matches(game: Game[Any], bots: str, keep: Keep, matches: int) -> int:
    """So many matches of bots; gives the number of answers.

    Where a game has a limit of turns it is set: some bots would never come to an end.
    """
    limits = {o.name: 300 for o in game.options if o.name == "turn_limit"}
    return sum(
        classkit.new(game, seats=SEATS, seed=seed, keep=keep, **limits).play("end", bots).step
        for seed in range(matches)
    )


def long_match(game: Game[Any], turns: int) -> Match:
    """A match of so many turns, if the game's options allow it, by bots."""
    longest = {}
    for option in game.options:
        if option.kind == "int" and isinstance(option.allowed, range) and "round" in option.name:
            longest[option.name] = option.allowed[-1]
    m = classkit.new(game, seats=SEATS, seed=1, **longest)
    while m.turn < turns and not m.is_over:
        m.play(until="turn", bots="default")
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


def report_speed(game: Game[Any], reference: float, of: str) -> None:
    """Answers a second by bot and by what is kept."""
    print(f"\n{game.title}: answers a second and core, {SEATS} seats")
    print(f"  {'bots':<12}" + "".join(f"{name:>20}" for name, _ in KEPT) + f"   ratio to {of}")
    for bots in sorted(game.bots()):
        matches = 40 if whole_matches(game, bots, LEAN, 1) < 300 else 10
        speeds = [per_second(partial(whole_matches, game, bots, keep, matches)) for _, keep in KEPT]
        figures = "".join(f"{speed:>20,.0f}" for speed in speeds)
        print(f"  {bots:<12}{figures}   {speeds[1] / reference:.2f}")


def report_journeys(game: Game[Any], turns: int) -> None:
    """Undo, goto and fork, early, in the middle and late."""
    m = long_match(game, turns)
    whole = milliseconds(lambda: replayed(m), lambda: None, times=3)
    print(f"\n{game.title}: milliseconds in a match of {m.turn} turns and {m.step} answers")
    print(f"  playing all of it again, from its answers: {whole:.1f}")
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
    from classkit.engine.replay import replay

    return replay(m.to_record(), partial=False, keep=LEAN, game=m.game)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="by default the toy and all that are installed")
    parser.add_argument("--openspiel", default=sys.executable, help="a Python with OpenSpiel")
    chosen = parser.parse_args(arguments)
    games = [GAME, *map(find, list_games())]
    if chosen.games:
        games = [game for game in games if game.name in chosen.games]
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    plain = per_second(lambda: plain_tic_tac_toe(3000))
    peer = openspiel(chosen.openspiel)
    print(f"plain tic-tac-toe without any kernel:   {plain:>10,.0f} steps a second and core")
    if peer is None:
        print("OpenSpiel is not installed here (--openspiel PYTHON names where it is)")
    else:
        print(f"OpenSpiel's Python tic-tac-toe:         {peer:>10,.0f} steps a second and core")
    for game in games:
        report_speed(game, peer or plain, "OpenSpiel" if peer else "plain tic-tac-toe")
        report_journeys(game, 500)


if __name__ == "__main__":
    main(sys.argv[1:])
