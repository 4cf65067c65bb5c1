"""Tournaments: students' policies against each other and the game's bots."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from classkit.abilities import need_processes
from classkit.engine.data import read_whole
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.game import Game
from classkit.engine.options import by_names, tells_keywords
from classkit.engine.registry import find, is_registered, options_of, read_seed
from classkit.sandbox.copies import PREFIX

from ..code.own_doing import watched
from ..processes.workers import run
from .entrants import USUAL_GAME, Given, number_of_seats, read_all, read_entrants
from .limits import Limits, read_limits
from .pairings import Pairing, pair
from .preparation import describe_game
from .ratings import need_packages, rate_races
from .result import Tournament
from .tournament_file import TournamentFile, design_of
from .tournament_match import Arena, Played

USUAL_MATCHES = 300


@tells_keywords(options_of)
def tournament(
    policies: Path | str | Sequence[Given],
    /,
    game: str | Game[Any] = USUAL_GAME,
    *,
    n: int = USUAL_MATCHES,
    seats: int | None = None,
    bots: Sequence[str] | None = None,
    seed: int | None = None,
    edition: Any = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    processes: int | None = None,
    title: str = "",
    progress: Callable[[int, int], object] | None = None,
    out: Path | str | None = None,
    stop_early: bool = False,
) -> Tournament:
    """Let policies play against each other and against the bots of the game.

    ``policies`` is a folder with one Python file for each, or a list of files and of functions and
    classes, such as those of a notebook; these are written out with all that they name. ``bots``
    is a list of names of the game's own bots, by default all of these, ``[]`` for none; a policy
    of your own stands among ``policies``. Everybody plays equally often, in every seat equally
    often, and all matches of a round have the same luck; ``n``, the number of matches, is rounded
    up to whole rounds. ``seed`` fixes the pairings and every throw: leave it out when it counts.
    ``progress`` is called with the number of matches played and the number planned.
    ``edition`` and ``options`` are as in :func:`classkit.new`; ``title`` stands above the table.

    ``out`` is a file into which each match is written as it ends: the same call goes on where an
    interrupted one stopped, with its seed; it is refused by name where a policy, the code of game
    and bots, or a setting has changed since. With ``stop_early`` an interrupt ends the tournament
    instead of the program: the table then shows what was played, provided everybody has played.

    Each policy plays in a process of its own, within ``limits``. A policy that is slow, crashes,
    answers illegally or tries to cheat forfeits that answer: the default stands in, and the table
    names the policy and the reason. Others are not harmed.

    Entrants are rated by their places, in each race of the game. Where several races decide a
    match, as ASSET and FUTURE EARNINGS do in 487-opoly, there is an overall rating too: each match
    then ranks its seats by the mean of their places in these races, all alike, and equal means
    share a place. A win of such a match is shared out over its races in equal parts.

    What this does not protect against: policies run as you. On Linux (x86-64, 64-bit ARM) the
    kernel refuses them other processes, the network, changes to files, and others' files; elsewhere
    a malicious policy can do whatever you can. This is no virtual machine: run strangers' files in
    a container. :data:`classkit.study.arena.limits.NOT_PROTECTED` tells all of it; ``shields`` of
    the result lists the shields that were up.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for name, reply in {"ada": "decision.default", "bo": "'fly'"}.items():
    ...         text = f"def policy(view, decision):\\n    return {reply}\\n"
    ...         _ = Path(folder, f"{name}.py").write_text(text)
    ...     played = tournament(folder, seats=2, bots=[], n=2, seed=7, processes=1)
    >>> [(row["policy"], row["forfeits"] > 0) for row in played.table_rows if row["policy"] == "bo"]
    [('bo', True)]
    """
    n = read_whole("n", n, high=100_000)
    need_processes("A tournament")
    need_packages()
    if seed is not None:
        seed = read_seed(seed)
    if out is not None and not isinstance(out, (str, Path)):
        raise ClasskitError(f"out must be the name of a file, not {shorten(out)}.")
    rules = find(game)
    refuse_unregistered(rules)
    files, left_out = read_all(policies)
    entrants = read_entrants(files, rules, bots)
    count = number_of_seats(rules, seats, len(entrants))
    arena = Arena(rules.name, edition, by_names(options), read_limits(limits), entrants)
    # a match on trial refuses whatever is wrong with the arguments
    trial = arena.begin(pair(len(entrants), count, 1, 0)[0])
    arena = replace(arena, edition=describe_game(trial)["edition"])
    design = design_of(arena, trial, count, n)
    with TournamentFile(None if out is None else Path(out), design, seed) as kept:
        plan = pair(len(entrants), count, n, kept.seed)
        played = kept.played(plan)
        with watched(arena.roots()):
            stopped = play_plan(arena, plan, played, kept, processes, progress)
    whole = [played[number] for number in sorted(played)]
    counted = [match for match in whole if not match.void]
    there = {seat.entrant for match in counted for seat in match.seated}
    if stopped is not None and not (stop_early and len(there) == len(entrants)):
        raise stopped
    if not counted:
        raise ClasskitError(f"no match could be played to its end: {whole[0].void}")
    rated = rate_races(len(entrants), counted, kept.seed)
    return Tournament(
        rules, entrants, whole, rated, arena.limits, dict(trial.options), count, kept.seed,
        title or f"Tournament of {rules.title}", left_out, len(plan),
    )  # fmt: skip


def refuse_unregistered(rules: Game[Any]) -> None:
    """Refuse a game that is not found by its name, as the process of each policy has to find it."""
    if not is_registered(rules):
        raise ClasskitError(
            f"A tournament plays a game that every process finds by its name, and {rules.name!r} "
            f"is not the name of this one ({type(rules).__name__:.40}): give it a name of "
            "its own and install it in a package, as `classkit game new` makes one."
        )


def play_plan(
    arena: Arena,
    plan: Sequence[Pairing],
    played: dict[int, Played],
    kept: TournamentFile,
    processes: int | None,
    progress: Callable[[int, int], object] | None,
) -> KeyboardInterrupt | None:
    """Play and keep the missing matches of a plan. Return the interrupt that ended it, if any."""
    missing = [pairing for pairing in plan if pairing.number not in played]
    with tempfile.TemporaryDirectory(prefix=PREFIX) as empty:
        arena = replace(arena, folder=empty)
        try:
            if progress is not None and played:
                progress(len(played), len(plan))
            with closing(run(missing, arena, processes=processes)) as running:
                for _, match in running:
                    kept.append(match)
                    played[match.pairing.number] = match
                    if progress is not None:
                        progress(len(played), len(plan))
        except KeyboardInterrupt as stop:
            return stop
        finally:
            arena.close()
    return None
