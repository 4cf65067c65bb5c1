"""`classkit tournament`: plays students' policies against each other and the bots."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError
from classkit.study.arena.limits import NOT_PROTECTED, Limits

from .command_options import (
    add_option,
    add_rules,
    check_output_folder,
    parse_bot_names,
    parse_int,
    parse_options,
    print_isolation,
)

if TYPE_CHECKING:
    from classkit.study.arena.tournament_result import Tournament

DEFAULT_LIMITS = Limits()
DESCRIPTION = """\
Let policies play against each other. FOLDER contains one Python file for each policy, with a
function policy(view, decision) that returns a seat's answer. All policies play equally often, and
equally often in every seat. All matches of a round have the same dice. The results are a page to
project (tournament.html) and three tables (table.csv, matches.csv, forfeits.csv). If a game
has several races, policies are rated in each race, and overall by their mean place in the races
that decide a match.

Each policy runs in a separate process, with limits on time, memory, output and files. A policy
that is slow, crashes, answers illegally or tries to cheat forfeits that answer: the default answer
counts, and the page names the policy and the reason. Other policies are not affected.

Finished matches are kept in unfinished.jsonl. An interrupted tournament shows its results so far,
if everybody has played. Run the same command to continue. If a policy, a bot, the rules or a
setting has changed in the meantime, the command names the change and plays nothing.
"""


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "tournament",
        help="let students' policies play against each other and against bots",
        description=DESCRIPTION,
        epilog=NOT_PROTECTED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    option = partial(add_option, parser)
    option("--game", usual="poleconomy")
    option("--matches", "minimum number of matches", 300)
    option("--seats", "number of seats (default: 4)", read=parse_int)
    option(
        "--bots",
        'bots that also play (default: all bots of the game; "none" for none)',
        unit="BOT[,BOT...]",
    )
    add_rules(parser)
    option(
        "--seed",
        "seed that makes a tournament reproducible; do not set it if the result counts",
        read=parse_int,
    )
    option("--title", "heading of the page", "")
    option(
        "--to", "where to write (default: tournament-GAME in this folder)", unit="FOLDER", read=Path
    )
    option("--processes", "number of processes (default: one for each core)", read=parse_int)
    option("--answer-limit", "seconds for one answer", DEFAULT_LIMITS.answer, unit="SECONDS")
    option(
        "--match-limit", "seconds for all answers of a match", DEFAULT_LIMITS.match, unit="SECONDS"
    )
    option("--memory-limit", "memory limit of one policy", DEFAULT_LIMITS.memory, unit="MB")
    parser.add_argument(
        "--anew", action="store_true", help="discard an interrupted tournament and start over"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, write the files, and print the table."""
    target = chosen.to or Path(f"tournament-{chosen.game}")
    check_output_folder("--to", target)
    unfinished = target / "unfinished.jsonl"
    if chosen.anew:
        delete_unfinished(unfinished)
    print_isolation()
    try:
        played = play_tournament(chosen, unfinished)
    except KeyboardInterrupt:
        if not unfinished.exists():
            raise
        print(f"Stopped early. {resume_hint(unfinished)}", file=sys.stderr)
        return 130
    print(played)
    for path in played.write(target):
        print(path)
    if played.stopped:
        print(resume_hint(unfinished), file=sys.stderr)
        return 130
    delete_unfinished(unfinished)
    return 0


def play_tournament(chosen: argparse.Namespace, unfinished: Path) -> Tournament:
    """Play and show a progress bar. Raise KeyboardInterrupt if interrupted before the end."""
    from tqdm import tqdm

    from classkit.study.arena.tournament_runner import tournament

    bots = parse_bot_names(chosen.bots)
    bar: Any = tqdm(unit=" matches", disable=chosen.quiet or None, file=sys.stderr)

    def progress(played: int, all_: int) -> None:
        bar.total = all_
        bar.update(played - bar.n)

    with bar:
        return tournament(
            chosen.folder,
            chosen.game,
            n=chosen.matches,
            seats=chosen.seats,
            bots=[] if bots == ["none"] else bots,
            seed=chosen.seed,
            edition=chosen.edition,
            limits=Limits(
                answer=chosen.answer_limit, match=chosen.match_limit, memory=chosen.memory_limit
            ),
            processes=chosen.processes,
            title=chosen.title,
            progress=progress,
            out=unfinished,
            stop_early=True,
            options=parse_options(chosen.set),
        )


def resume_hint(unfinished: Path) -> str:
    """Return a sentence on how to continue an interrupted tournament."""
    return (
        f"The matches so far are in {unfinished}. Run the same command to continue, or add --anew "
        "to start over."
    )


def delete_unfinished(unfinished: Path) -> None:
    """Delete the file of an interrupted run."""
    try:
        unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise ClasskitError(
            f"{unfinished} cannot be deleted ({error.strerror or error})."
        ) from error
