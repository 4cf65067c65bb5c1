"""`classkit tournament`: students' policies against each other and the bots."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError
from classkit.study.arena.limits import NOT_PROTECTED, Limits

from .common import add_option, add_rules, names_of_bots, read_options, tell_shields, whole

if TYPE_CHECKING:
    from classkit.study.arena.result import Tournament

USUAL = Limits()
ABOUT = """\
Let policies play against each other. FOLDER holds one Python file for each, with a function
policy(view, decision) that returns a seat's answer. All play equally often, and equally often in
every seat; all matches of a round have the same luck. The results are a page to project
(tournament.html) and three tables (table.csv, matches.csv, forfeits.csv). A game with several races
is rated in each, and overall by the mean of the places in those that decide a match.

Each policy runs in a process of its own, with limits on time, memory, output and files. A policy
that is slow, crashes, answers illegally or tries to cheat forfeits that answer: the default stands
in, and the page names the policy and the reason. The others are not harmed.

Each match is kept as it ends, in unfinished.jsonl. An interrupted tournament shows its results so
far, once everybody has played, and goes on with the same command. If a policy, a bot, the rules or
a setting has changed in the meantime, it says which, and plays nothing.
"""


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "tournament",
        help="let students' policies play against each other and the bots",
        description=ABOUT,
        epilog=NOT_PROTECTED,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    option = partial(add_option, parser)
    option("--game", usual="poleconomy")
    option("--matches", "play at least this many", 300)
    option("--seats", "seats at a table (default: 4)", read=whole)
    option(
        "--bots",
        'bots that play too (default: all the game has; "none" for none)',
        unit="BOT[,BOT...]",
    )
    add_rules(parser)
    option("--seed", "repeats a tournament; leave it out when it counts", read=whole)
    option("--title", "the heading of the page", "")
    option("--to", "where to write (default: tournament-GAME here)", unit="FOLDER", read=Path)
    option("--processes", "default: one for each core", read=whole)
    option("--answer-limit", "time for one answer", USUAL.answer, unit="SECONDS")
    option("--match-limit", "time for all answers of a match", USUAL.match, unit="SECONDS")
    option("--memory-limit", "memory of one policy", USUAL.memory, unit="MB")
    parser.add_argument(
        "--anew", action="store_true", help="discard an interrupted tournament and begin again"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, write the files, and print the table."""
    target = chosen.to or Path(f"tournament-{chosen.game}")
    unfinished = target / "unfinished.jsonl"
    if chosen.anew:
        forget(unfinished)
    tell_shields()
    try:
        played = play(chosen, unfinished)
    except KeyboardInterrupt:
        if not unfinished.exists():
            raise
        print(f"Stopped early. {how_to_go_on(unfinished)}", file=sys.stderr)
        return 130
    print(played)
    for path in played.write(target):
        print(path)
    if played.stopped:
        print(how_to_go_on(unfinished), file=sys.stderr)
        return 130
    forget(unfinished)
    return 0


def play(chosen: argparse.Namespace, unfinished: Path) -> Tournament:
    """Play, with a progress bar. Raise KeyboardInterrupt if stopped before everybody has played."""
    from tqdm import tqdm

    from classkit.study.arena.tournament import tournament

    bots = names_of_bots(chosen.bots)
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
            options=read_options(chosen.set),
        )


def how_to_go_on(unfinished: Path) -> str:
    """Return the sentence that tells how to continue an interrupted tournament."""
    return (
        f"What was played is kept in {unfinished}: the same command goes on, --anew begins again."
    )


def forget(unfinished: Path) -> None:
    """Delete the matches kept from an interrupted run."""
    try:
        unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise ClasskitError(
            f"{unfinished} cannot be deleted ({error.strerror or error})."
        ) from error
