"""`classkit policy`: begin a policy of one's own, or check one."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from shlex import quote

from .common import add_option, add_rules, read_options, tell_shields, whole


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "policy",
        help="begin a policy of your own, or check one",
        description="A policy is a Python file with a function policy(view, decision) that returns "
        "a seat's answer: the name of a move, or a pair of the name and its fields.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="write a file to begin with, commented and working")
    new.add_argument("file", type=Path)
    add_option(new, "--game", usual="poleconomy")
    new.set_defaults(run=begin)
    check = actions.add_parser(
        "check",
        help="let it play a hundred matches against bots, and explain what goes wrong and where",
        description="Play a policy against bots, in a process of its own with the limits of a "
        "tournament, and explain what goes wrong: the line of the file, the decision, the "
        "turn, and the command that plays that match again. The exit status is "
        "0 if nothing does, else 1.",
    )
    check.add_argument("file", type=Path)
    option = partial(add_option, check)
    option("--game", 'default: what the file says, GAME = "...", or poleconomy')
    option("--matches", "how many", 100)
    option("--seats", "number of seats", read=whole)
    option("--seat", "the seat it plays (default: each in turn)")
    option("--seed", "seed of the first match; the others follow it", read=whole)
    add_rules(check)
    option("--answer-time", "the time for one answer", 1.0, unit="SECONDS")
    check.add_argument("--quiet", action="store_true", help="no progress bar")
    check.set_defaults(run=run)


def begin(chosen: argparse.Namespace) -> int:
    """Write the template of a policy."""
    from classkit.study.arena.policy_file import write_policy

    path = write_policy(chosen.file, chosen.game)
    print(f"{path}: a policy that plays. Change it, then: classkit policy check {quote(str(path))}")
    return 0


def run(chosen: argparse.Namespace) -> int:
    """Check a policy; exit with 0 if nothing is wrong."""
    from tqdm import tqdm

    from classkit.study.arena.limits import Limits
    from classkit.study.arena.policy_check import check_policy

    tell_shields()
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
            options=read_options(chosen.set),
        )
    print(check)
    return 0 if check.ok else 1
