"""Tournaments of students' policies against each other and the game's bots."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.game import Game
from classkit.engine.options import copy_options
from classkit.engine.registry import find, find_call_options, is_registered, read_seed
from classkit.engine.untrusted_input import read_int
from classkit.platform_features import require_processes
from classkit.sandbox.fork_client import FOLDER_PREFIX

from ..processes.job_runner import run
from .entrants import DEFAULT_GAME, PolicySource, get_seat_count, read_entrants, read_policies
from .limits import Limits, read_limits
from .pairings import Pairing, plan_pairings
from .ratings import need_packages, rate_races
from .tournament_file import TournamentFile, build_design
from .tournament_match import Arena, MatchResult
from .tournament_result import Tournament
from .warm_start import describe_game

DEFAULT_MATCHES = 300


@with_typed_keywords(find_call_options)
def tournament(
    policies: Path | str | Sequence[PolicySource],
    /,
    game: str | Game[Any] = DEFAULT_GAME,
    *,
    n: int = DEFAULT_MATCHES,
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

    All entrants play the same number of matches in every seat, and all matches of a round have the
    same seed. Each policy runs in its own process, within ``limits``. If it is slow, crashes,
    answers illegally or tries to cheat, it forfeits that answer: the default replaces the answer,
    and the table names the policy and the reason.

    Entrants are rated by their places in each race of the game. If several races decide a match, as
    ASSET and FUTURE EARNINGS do in 487-opoly, there is also an overall rating, based on the mean
    place in these races; equal means share a place. A win of such a match is divided equally among
    its races.

    Security: policies run as your user. On Linux (x86-64, 64-bit ARM) the kernel denies them other
    processes, the network, writing files, and reading any files but Python's own. On other systems
    a malicious policy can do whatever you can. The sandbox is not a virtual machine: run untrusted
    files in a container. See :data:`classkit.study.arena.limits.NOT_PROTECTED`; ``shields`` of the
    result lists the isolation layers that were active.

    Args:
        policies: Folder with one Python file for each policy, or a list of files, functions and
            classes. Functions and classes (for example from a notebook) are exported with
            everything they use.
        game: Name of a game, or a game that is registered under its name.
        n: Number of matches, rounded up to whole rounds.
        seats: Number of seats in a match, by default up to four.
        bots: Names of the game's bots that take part. By default, all bots do; ``[]`` means none.
        seed: Seed of the pairings and of every roll. A policy that can guess the seed can predict
            the rolls, so omit the seed when the result counts.
        edition: Same as in :func:`classkit.new`.
        options: Same as in :func:`classkit.new`.
        limits: Limits of each policy.
        processes: Number of worker processes, by default one per core.
        title: Title of the page and the table.
        progress: Called with the number of matches played and the number planned.
        out: File to which each match is written as it ends. Repeat the same call to resume an
            interrupted tournament with its seed. An error is raised if a policy, an argument, or
            the code of the game or its bots has changed.
        stop_early: True to return the matches played so far on an interrupt (Ctrl-C), provided that
            every entrant has played.

    Returns:
        The result, available as data frames, rows, files and an HTML page.

    Raises:
        ClasskitError: If an argument or policy is invalid, or a package is missing.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     for name, reply in {"ada": "decision.default", "bo": "'fly'"}.items():
        ...         text = f"def policy(view, decision):\\n    return {reply}\\n"
        ...         _ = Path(folder, f"{name}.py").write_text(text)
        ...     played = tournament(folder, seats=2, bots=[], n=2, seed=7, processes=1)
        >>> {row["policy"]: row["forfeits"] > 0 for row in played.table_rows}["bo"]
        True
    """
    n = read_int("n", n, high=100_000)
    require_processes("A tournament")
    need_packages()
    if seed is not None:
        seed = read_seed(seed)
    if out is not None and not isinstance(out, (str, Path)):
        raise ClasskitError(f"out must be the name of a file, not {truncate_text(out)}.")
    rules = find(game)
    refuse_unregistered(rules)
    files, left_out = read_policies(policies)
    entrants = read_entrants(files, rules, bots)
    count = get_seat_count(rules, seats, len(entrants))
    arena = Arena(rules.name, edition, copy_options(options), read_limits(limits), entrants)
    # a trial match raises the errors for invalid arguments
    trial = arena.begin_match(plan_pairings(len(entrants), count, 1, 0)[0])
    arena = replace(arena, edition=describe_game(trial)["edition"])
    design = build_design(arena, trial, count, n)
    with TournamentFile(None if out is None else Path(out), design, seed) as kept:
        plan = plan_pairings(len(entrants), count, n, kept.seed)
        played = kept.read_matches(plan)
        stopped = play_plan(arena, plan, played, kept, processes, progress)
    whole = [played[number] for number in sorted(played)]
    counted = [match for match in whole if not match.void]
    there = {seat.entrant for match in counted for seat in match.seated}
    if stopped is not None and not (stop_early and len(there) == len(entrants)):
        raise stopped
    if not counted:
        raise ClasskitError(f"no match reached its end: {whole[0].void}")
    rated = rate_races(len(entrants), counted, kept.seed)
    return Tournament(
        rules, entrants, whole, rated, arena.limits, dict(trial.options), count, kept.seed,
        title or f"Tournament of {rules.title}", left_out, len(plan),
    )  # fmt: skip


def refuse_unregistered(rules: Game[Any]) -> None:
    """Raise ClasskitError if other processes cannot find the game by its name."""
    if not is_registered(rules):
        raise ClasskitError(
            "Every process of a tournament must find the game by its name, but "
            f"{rules.name!r} is not the name of this game ({type(rules).__name__:.40}). Give "
            "it a unique name and install it as a package; `classkit game new` creates one."
        )


def play_plan(
    arena: Arena,
    plan: Sequence[Pairing],
    played: dict[int, MatchResult],
    kept: TournamentFile,
    processes: int | None,
    progress: Callable[[int, int], object] | None,
) -> KeyboardInterrupt | None:
    """Play and store the missing matches of a plan.

    Return the interrupt that stopped it, if any.
    """
    missing = [pairing for pairing in plan if pairing.number not in played]
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as empty:
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
