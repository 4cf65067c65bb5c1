"""Simulating many matches: a design of options, bots, seats and editions, played over seeds."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.game import Game
from classkit.engine.metrics import Metric
from classkit.engine.options import tells_keywords
from classkit.engine.registry import options_of

from ..code.fingerprint import not_compared
from ..players import Bots
from .design import LIMIT, read_design
from .layout import to_frame
from .measure import By
from .runs import Files, play_design

if TYPE_CHECKING:
    import pandas as pd


@tells_keywords(options_of)
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
    limit: int = LIMIT,
    options: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Play many matches and return their results as a pandas frame.

    ``bots``
        One bot for all seats, a list whose bots take the seats in turn, or a mapping from seats; a
        bot is a name, a policy ``policy(view, decision)`` or a class of policies. By default the
        game's own bots in turn; nobody can be a person. A policy is made anew for each match, so it
        carries nothing over in its attributes; whatever it keeps in a module stays there, and would
        decide by chance what comes next: keep nothing there that matters.
    ``n``, ``seeds``
        ``n`` matches of each variant, by default 100, with the seeds 1 to n; ``seeds`` is another
        first seed, or a list of seeds. A seed decides all throws and draws, and seeds ``random``,
        ``numpy.random`` and the generators that a policy, or a game of your own, keeps anywhere
        (``rng = random.Random(5)``), so the same call gives the same frame. Nothing seeds the
        clock, ``secrets``, ``os.urandom``, ``random.SystemRandom``, threads, a generator that is
        made as a match is played or lies in a running ``yield``, or the order of a set of texts
        and their ``hash()``.
    ``vary``
        A mapping from names to lists of values: options of the game, "bots", "seats", "edition",
        "position", and single facts of a position by their names ("marker", "mover",
        "A.basic_income"). Every combination is played with the same seeds: the variants differ by
        what is varied and not by luck, and can be compared match by match. A position of None is
        the ordinary beginning.
    ``seats``, ``edition``, ``position``, ``options``
        As in :func:`classkit.new`: how many play, on which edition, from which position, and with
        which options. Facts that are varied take the place of those that ``position`` states.
    ``by``
        What a row is: a "match"; a "seat" of a match; or a "turn" of a match, with its figures.
    ``metrics``
        Keys of figures of the game, at the end of the match or of each turn; "all" for all; and
        figures of one's own, ``classkit.Metric(key, label, unit, scope, compute)``. Nothing else is
        computed, and no history, event or ledger row is kept.
    ``horizon``
        Stop matches after so many turns; by default each is played to its end.
    ``out``
        A file ``NAME.jsonl`` for the results. Each match is written into it as it ends: the same
        call goes on where an interrupted one stopped, one with a larger ``n`` plays only what is
        missing, and one with a smaller ``n`` gives the first of those there. Where the design or
        the code (rules, bots, edition, kernel) is another than that of the file, the error names
        what differs, and the file is kept. A memo that a policy is seen to write itself is not
        compared, and a warning names it. ``NAME.csv`` or ``NAME.parquet`` also writes a table at
        the end, beside the ``NAME.jsonl`` of the same name.
    ``processes``, ``client``
        So many processes of this machine, by default one for each core; or the cluster of a
        ``dask.distributed.Client`` (``classkit[dask]``), which may lose workers on the way. They
        play with the code that is loaded here: where a module was changed after it had been loaded,
        all is played in this process, with a warning that names it, and a cluster refuses.
    ``progress``
        Show a bar with the rate and the time left.
    ``limit``
        Refuse a design of more matches than this, and say how many it means.

    Columns by match: match (a number from 1), one for each name in ``vary``, seed, bot.A, bot.B,
    ...; winners ("A", "A, C", or nothing), score.A, ... in the unit of the game's standings,
    place.A, ... (1 is best; equals share a place), turns, rounds, ending (the game's word for why
    it ended; None at the horizon); then what each match began with, the game's starting facts, such
    as ``first_mover`` and ``basic_income.A``; then the figures: ``bank_cash`` of the table,
    ``net_worth.A`` of a seat, ``ownership.bank`` of parts, ``worth_split.A.cash`` of both. By seat:
    match, ..., seed, seat, bot, score, place, won (in any race that decides a match: of 487-opoly
    ASSET or FUTURE EARNINGS), turns, rounds, ending, starting facts and figures without the seat's
    letter. By turn: match, ..., seed, bot.A, ..., turn, round, starting
    facts, figures at the end of that turn. Where a match has no such seat or figure the cell is
    empty.
    ``frame.attrs["columns"]`` has the unit and the meaning of each; ``classkit games NAME
    --figures`` lists starting facts and figures.

    Raises ClasskitError, before anything is played, for arguments that cannot be; JobError, with
    the match and its seed, if a match breaks.

    >>> from classkit import study
    >>> runs = study.simulate("poleconomy", bots=["saver", "tycoon"], n=4, seats=2, progress=False)
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
    are_there = out is not None and Files.of(out).matches()
    done = play_design(design, out, processes=processes, client=client, progress=progress)
    if are_there and (kept := not_compared(design.game, design.bots)):
        warnings.warn(
            f"{out}: results of this study were there already; {kept}. If you have changed it "
            "yourself since, choose another file (out).",
            stacklevel=2,
        )
    return to_frame(design.layout, done, design.about)
