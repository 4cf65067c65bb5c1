"""`classkit purge`: delete matches that dashboards have stored, by age."""

from __future__ import annotations

import argparse
import sys

from classkit.engine.errors import ClasskitError
from classkit.engine.words import how_many

from .common import number


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "purge",
        help="delete the matches that dashboards have stored, by age",
        description="Delete the matches that dashboards have stored on this machine for this user, "
        "with the names of their seats, if nobody has played them for some days. Records saved "
        "from a page, exports and homework stay where you put them.",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    about = "matches not played for this many days, such as 30 or 0.5"
    which.add_argument("--older-than", type=number, metavar="DAYS", help=about)
    which.add_argument("--all", action="store_true", help="every match stored")
    parser.add_argument(
        "--dry-run", action="store_true", help="only print what would be deleted, and where it lies"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print what would be deleted, ask, and delete it."""
    from classkit.hosting.store import Store

    days = 0.0 if chosen.all else chosen.older_than
    if not 0 <= days < 100_000:
        raise ClasskitError(
            f"--older-than must be a number of days from 0 to 99,999, not {days:g}."
        )
    store = Store()
    found = store.older_than(days)
    unit = "day" if days == 1 else "days"
    age = "" if chosen.all else f" not played for {days:g} {unit}"
    told = f"{how_many(len(found), 'match', 'matches')}{age} in {store.directory}"
    if not chosen.dry_run and not found:
        store.remove_older_than(days)  # clear leftovers of matches that are gone
    if chosen.dry_run or not found:
        print(f"{told}; {how_many(store.count(), 'match', 'matches')} stored in all.")
        return 0
    if not chosen.yes and not agreed(
        f"Delete {told}? This cannot be undone. [y/N] ", "--yes, or with --dry-run"
    ):
        print("Nothing was deleted.")
        return 1
    print(f"Deleted {how_many(store.remove_older_than(days), 'match', 'matches')}.")
    return 0


def agreed(question: str, instead: str = "--yes") -> bool:
    """Ask, and return True for yes.

    Where nobody can be asked, raise ClasskitError, which names what to repeat it with ``instead``.
    """
    if not sys.stdin.isatty():
        raise ClasskitError(f"Nobody can be asked here: repeat it with {instead}.")
    return input(question).strip().lower() in ("y", "yes")
