"""`classkit purge`: moves old stored matches to the trash, and restores or deletes them."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from typing import TYPE_CHECKING

from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import format_count
from classkit.hosting.config import TRASH_DAYS

from .command_options import parse_float

if TYPE_CHECKING:
    from classkit.hosting.trash import Trash


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "purge",
        help="remove stored matches by age, or restore them",
        description="Move matches that dashboards have stored on this computer, including seat "
        "names, to the trash if nobody has played them for a number of days. They stay in "
        f"the trash for {TRASH_DAYS:.0f} days. To restore one, use `classkit purge "
        "--restore=CODE`; to restore all, use --restore=all. Records saved from a page, "
        "exports and homework are kept. If this computer's clock seems to be wrong, nothing "
        "is removed by age.",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    about = "minimum number of days since somebody played a match, such as 30 or 0.5"
    which.add_argument("--older-than", type=parse_float, metavar="DAYS", help=about)
    which.add_argument("--all", action="store_true", help="all stored matches")
    which.add_argument(
        "--restore",
        metavar="CODE",
        help="restore a match from the trash by the code in its address, or `all`",
    )
    which.add_argument("--empty-trash", action="store_true", help="delete everything in the trash")
    which.add_argument(
        "--trust-clock",
        action="store_true",
        help="confirm that this computer's clock is right",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only print what would be removed, and where it is"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Remove old matches after asking for confirmation, or restore them."""
    from classkit.hosting.match_store import MatchStore
    from classkit.hosting.trash import Trash

    trash = Trash(MatchStore())
    if chosen.restore is not None and restore_room(trash, chosen.restore):
        return 0
    if chosen.restore is not None:
        count = trash.restore_matches(chosen.restore)
        print(f"Restored {format_matches(count)} to {trash.store.directory}.")
        return 0
    if chosen.trust_clock:
        trash.trust_clock()
        print("The clock of this computer is now trusted.")
        return 0
    if chosen.empty_trash:
        return empty_trash(trash, chosen)
    return purge_matches(trash, chosen)


def restore_room(trash: Trash, code: str) -> bool:
    """Restore a room from the trash. Return False if no room with this code is there."""
    if importlib.util.find_spec("sqlalchemy") is None:  # rooms require SQLAlchemy
        return False
    from classkit.hosting.room_database import open_room_store
    from classkit.hosting.room_retention import ROOM_SUFFIX, RoomRetention

    code = code.upper()
    if not any(
        folder.joinpath(f"{code}{ROOM_SUFFIX}").is_file() for folder in trash.store.list_purges()
    ):
        return False
    RoomRetention(open_room_store(), trash).restore_room(code)
    print(f"Restored room {code}.")
    return True


def purge_matches(trash: Trash, chosen: argparse.Namespace) -> int:
    """Move old matches to the trash after asking for confirmation."""
    from classkit.hosting.trash import describe_purge

    store, days = trash.store, 0.0 if chosen.all else chosen.older_than
    if not 0 <= days < 100_000:
        raise ClasskitError(
            f"--older-than must be a number of days from 0 to 99,999, not {days:g}."
        )
    found = store.list_old_matches(days)
    unit = "day" if days == 1 else "days"
    age = "" if chosen.all else f" not played for {days:g} {unit}"
    about = f"{format_matches(len(found))}{age} in {store.directory}"
    if chosen.dry_run:
        in_trash = len(trash.list_codes())
        print(
            f"{about}; {format_matches(store.count_matches())} stored in all, {in_trash} more in "
            "the trash."
        )
        if days and (refusal := trash.get_refusal()):
            print(refusal)
        return 0
    if (
        found
        and not chosen.yes
        and not confirm_action(f"Move {about} to the trash? [y/N] ", "--yes, or with --dry-run")
    ):
        print("Nothing was removed.")
        return 1
    done = trash.purge(days)
    if done.refusal:
        raise ClasskitError(done.refusal)
    told = describe_purge(done, days)
    if told or not done.failure:
        print(told or f"{about}; {format_matches(store.count_matches())} stored in all.")
    if done.failure:
        raise ClasskitError(done.failure)
    return 0


def empty_trash(trash: Trash, chosen: argparse.Namespace) -> int:
    """Empty the trash after asking for confirmation."""
    about = f"{format_matches(len(trash.list_codes()))} in {trash.directory}"
    if chosen.dry_run:
        print(f"{about}.")
        return 0
    if not chosen.yes and not confirm_action(
        f"Delete {about}? This cannot be undone. [y/N] ", "--yes, or with --dry-run"
    ):
        print("Nothing was deleted.")
        return 1
    print(f"Deleted {format_matches(trash.empty_trash())}.")
    return 0


def format_matches(count: int) -> str:
    """Return a number of matches in words."""
    return format_count(count, "match", "matches")


def confirm_action(question: str, instead: str = "--yes") -> bool:
    """Ask for confirmation, and return True for yes.

    Without a terminal, raise ClasskitError, which names the option ``instead``.
    """
    if not sys.stdin.isatty():
        raise ClasskitError(f"Cannot ask for confirmation here. Repeat the command with {instead}.")
    return input(question).strip().lower() in ("y", "yes")
