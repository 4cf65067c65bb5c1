"""Simulation of many matches that vary options, bots, seats and editions over seeds."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.engine.registry import find_call_options

from ..players import Bots
from .design_runner import play_design
from .experiment_design import MAX_MATCHES, read_design
from .metrics_collector import By
from .table_columns import to_frame

if TYPE_CHECKING:
    import pandas as pd


@with_typed_keywords(find_call_options)
def simulate(
    game: str | Game[Any],
    /,
    *,
    bots: Bots | None = None,
    n: int | None = None,
    vary: Mapping[str, Sequence[Any]] | None = None,
    seeds: int | Sequence[int] | None = None,
    seats: int | list[str] | tuple[str, ...] | None = None,
    edition: str | Path | Mapping[str, Any] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
    by: By = "match",
    metrics: str | Metric | Sequence[str | Metric] = (),
    horizon: int | None = None,
    out: str | os.PathLike[str] | None = None,
    processes: int | None = None,
    client: Any = None,
    progress: bool = True,
    limit: int = MAX_MATCHES,
    options: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Play many matches and return their results as a pandas data frame.

    Args:
        game: Name of a game, or a game object.
        bots: One bot for every seat, a list assigned to seats in order, or a dict from seat to bot.
            A bot is a name, a policy ``policy(view, decision)`` or a policy class. By default, the
            game's own bots play. A policy is copied for each match, so that its attributes do not
            carry over. Module variables do carry over: do not store anything in them that affects
            decisions.
        n: Number of matches for each variant, by default 100.
        vary: Maps names to lists of values. Names are options of the game, "bots", "seats",
            "edition", "position", and single facts of a position ("marker", "mover",
            "A.basic_income"). Every combination is played with the same seeds, so that variants can
            be compared match by match. A position of None is the usual starting position.
        seeds: First seed, by default 1, or a list of seeds. A seed determines all rolls and draws,
            and seeds ``random``, ``numpy.random`` and the generators that a policy or a custom game
            stores anywhere (``rng = random.Random(5)``), so that the same call returns the same
            frame. A seed does not control the clock, ``secrets``, ``os.urandom``,
            ``random.SystemRandom``, threads, generators created during a match or held in a running
            ``yield``, or the ``hash()`` of strings and their order in sets.
        seats: Same as in :func:`classkit.new`.
        edition: Same as in :func:`classkit.new`.
        position: Same as in :func:`classkit.new`. Varied facts replace the facts of the position.
        by: What a row represents: a "match", a "seat" of a match, or a "turn" of a match.
        metrics: Keys of metrics at the end of the match or of each turn, "all", or custom metrics,
            ``classkit.Metric(key, label, unit, scope, compute)``. Other metrics are not computed,
            and no history, events or ledger rows are kept.
        horizon: Number of turns after which a match is stopped. By default, matches are played to
            their end.
        out: File ``NAME.jsonl`` to which each match is written as it ends. Repeat the same call to
            resume an interrupted study. A larger ``n`` plays only the missing matches, and a
            smaller ``n`` returns the first matches. If the design or the code (rules, bots,
            edition, kernel) differs from the file's, an error names the difference, and the file is
            kept. A list or dict that you change by hand in a running kernel is not noticed. With
            ``NAME.csv`` or ``NAME.parquet``, a table is also written at the end, next to
            ``NAME.jsonl``.
        processes: Number of processes on this machine, by default one per core. They must have the
            same code as this process: if a module was changed after it was loaded, this process
            plays all matches itself and warns, naming the module.
        client: A ``dask.distributed.Client`` (``classkit[dask]``) whose cluster plays the matches
            instead. Lost workers are tolerated. If the cluster's code differs, an error is raised.
        progress: Show a progress bar.
        limit: Maximum number of matches of a design.
        options: Options of the game, the same as in :func:`classkit.new`.

    Returns:
        A data frame whose ``attrs["columns"]`` has the unit and meaning of each column. ``classkit
        games NAME --figures`` lists starting facts and metrics. A cell is empty if the match does
        not have that seat or metric. Columns:

        - by match: match (from 1), one for each name in ``vary``, seed, bot.A, bot.B, ...; winners
          ("A", "A, C", or nothing), score.A, ... in the unit of the standings, place.A, ... (1 is
          best, ties share a place), turns, rounds, ending (None at the horizon); the starting facts
          of the game, such as ``first_mover`` and ``basic_income.A``; then the metrics:
          ``bank_cash`` of the table, ``net_worth.A`` of a seat, ``ownership.bank`` of a part,
          ``worth_split.A.cash`` of both.
        - by seat: match, ..., seed, seat, bot, score, place, won (in any race that decides a match,
          such as ASSET or FUTURE EARNINGS of 487-opoly), turns, rounds, ending, starting facts and
          metrics without the letter of the seat.
        - by turn: match, ..., seed, bot.A, ..., turn, round, starting facts, metrics at the end of
          that turn.

    Raises:
        ClasskitError: If an argument is invalid, before any match is played.
        JobError: If a match fails. The message names the match and its seed.

    Example:
        >>> from classkit import study
        >>> bots = ["saver", "tycoon"]
        >>> runs = study.simulate("poleconomy", bots=bots, n=4, seats=2, progress=False)
        >>> list(runs.columns)[:7]
        ['match', 'seed', 'bot.A', 'bot.B', 'winners', 'score.A', 'score.B']
        >>> sorted(set(runs["first_mover"]))
        ['A', 'B']
        >>> both = study.simulate("poleconomy", n=3, vary={"quick_start": [False, True]}, seats=2,
        ...     metrics=["inflation_number"], progress=False)
        >>> both.groupby("quick_start").inflation_number.count().to_dict()
        {False: 3, True: 3}
        >>> rich = study.simulate("poleconomy", n=3, vary={"A.cash": [100_000, 900_000]}, seats=2,
        ...     position={"marker": 4}, progress=False)
        >>> rich[["A.cash", "seed"]].values.tolist()[:3]
        [[100000, 1], [900000, 1], [100000, 2]]
    """
    design = read_design(
        game,
        bots=bots,
        n=n,
        vary=vary,
        seeds=seeds,
        seats=seats,
        edition=edition,
        position=position,
        by=by,
        metrics=metrics,
        horizon=horizon,
        limit=limit,
        options=options,
    )
    done = play_design(design, out, processes=processes, client=client, progress=progress)
    return to_frame(design.layout, done, design.about)
