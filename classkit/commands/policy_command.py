"""`classkit policy`: writes a template for a policy, or checks a policy."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from shlex import quote

from .command_options import add_option, add_rules, parse_int, parse_options, print_isolation


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "policy",
        help="create or check your own policy",
        description="A policy is a Python file with a function policy(view, decision) that returns "
        "a seat's answer: the name of a move, or a pair of the name and its fields.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="write a commented file with a policy that plays")
    new.add_argument("file", type=Path)
    add_option(new, "--game", usual="poleconomy")
    new.set_defaults(run=create_policy)
    check = actions.add_parser(
        "check",
        help="play a hundred matches against bots, and explain errors",
        description="Play a policy against bots, in a separate process with the limits of a "
        "tournament. For each error, print the line of the file, the decision, the turn, and "
        "the command that replays the match. The exit status is 0 if there are no errors, "
        "otherwise 1.",
    )
    check.add_argument("file", type=Path)
    option = partial(add_option, check)
    option("--game", "game (default: GAME in the file, or poleconomy)")
    option("--matches", "number of matches", 100)
    option("--seats", "number of seats", read=parse_int)
    option("--seat", "seat of the policy (default: each seat in turn)")
    option(
        "--seed", "seed of the first match; each further match uses the next number", read=parse_int
    )
    add_rules(check)
    option("--answer-time", "seconds for one answer", 1.0, unit="SECONDS")
    check.add_argument("--quiet", action="store_true", help="no progress bar")
    check.set_defaults(run=run)


def create_policy(chosen: argparse.Namespace) -> int:
    """Write the template of a policy."""
    from classkit.study.arena.policy_file import write_policy

    path = write_policy(chosen.file, chosen.game)
    print(
        f"{path}: a working policy. Change it, then run: classkit policy check {quote(str(path))}"
    )
    return 0


def run(chosen: argparse.Namespace) -> int:
    """Check a policy. Return 0 if no problem was found."""
    from tqdm import tqdm

    from classkit.study.arena.limits import Limits
    from classkit.study.arena.policy_check import check_policy

    print_isolation()
    with tqdm(
        total=chosen.matches, unit=" matches", disable=chosen.quiet or None, file=sys.stderr
    ) as bar:
        check = check_policy(
            chosen.file,
            chosen.game,
            n=chosen.matches,
            seats=chosen.seats,
            seat=chosen.seat,
            seed=chosen.seed,
            edition=chosen.edition,
            limits=Limits(answer=chosen.answer_time, failures=1_000, restarts=10),
            progress=lambda played: bar.update(),
            options=parse_options(chosen.set),
        )
    print(check)
    return 0 if check.ok else 1
