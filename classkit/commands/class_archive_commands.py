"""Actions of `classkit class` after a lesson: export, homework and deletion."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.engine.rulebook_text import format_count

from .command_options import check_output_folder, parse_int
from .purge_command import confirm_action


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add these actions to the parser."""
    exports = verbs.add_parser(
        "export",
        help="export a room's participation, decisions, results, records and stories",
        description="Write tables of participants, decisions with response times, predictions, "
        "polls, results, treatments and class figures; a note on the design; a notebook that "
        "reproduces the group comparison; a record of each match; and a page with each "
        "student's story. People are identified by codes.",
    )
    exports.add_argument("code", help="room code")
    exports.add_argument(
        "folder", nargs="?", type=Path, help="where to write (default: class-CODE in this folder)"
    )
    exports.add_argument(
        "--names", action="store_true", help="include the names that students typed"
    )
    exports.add_argument(
        "--format", choices=("csv", "parquet"), default="csv", help="default: %(default)s"
    )
    exports.add_argument(
        "--excel", action="store_true", help="also write the tables as one Excel workbook"
    )
    exports.set_defaults(run=export_room)
    homework = verbs.add_parser(
        "homework",
        help="write homework about each table's match",
        description="Write two notebooks about each table, as `classkit homework` does: one for "
        "the table's students and one with the answers.",
    )
    homework.add_argument("code", help="room code")
    homework.add_argument(
        "folder", nargs="?", type=Path, help="where to write (default: class-CODE in this folder)"
    )
    homework.add_argument("--table", type=parse_int, metavar="N", help="only this table")
    homework.add_argument(
        "--names",
        action="store_true",
        help="use the names that players typed instead of the seat names (Ada, Bruno, ...)",
    )
    homework.add_argument(
        "--play-on",
        action="store_true",
        help="if a match is too short for five good questions, let bots continue it; by default, "
        "the homework has fewer questions",
    )
    homework.add_argument("--force", action="store_true", help="overwrite existing notebooks")
    homework.set_defaults(run=write_homeworks)
    deletes = verbs.add_parser(
        "delete",
        help="delete a room with all its names and matches",
        description="Delete a room with all its names and matches. This cannot be undone. "
        "Exported files are kept.",
    )
    deletes.add_argument("code", help="room code")
    deletes.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    deletes.set_defaults(run=delete_room)


def export_room(chosen: argparse.Namespace) -> int:
    """Export the results of a room."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.classroom.columns import TABLES
    from classkit.classroom.room_archive import RoomArchive
    from classkit.frames.file_export import write_export
    from classkit.frames.workbook import require_excel, to_xlsx
    from classkit.hosting.room_database import open_room_store

    kept = RoomArchive(open_room_store(), chosen.code)
    folder = choose_folder(chosen, kept.code)
    if not kept.room.closed:
        print(
            "classkit class: the lesson has not ended; this is an intermediate result.",
            file=sys.stderr,
        )
    if chosen.excel:
        require_excel()
    files = kept.export(folder, chosen.format, names=chosen.names)
    if chosen.excel:
        tables = {table: kept.rows(table, names=chosen.names) for table in TABLES}
        files += write_export(folder, {f"class-{kept.code}.xlsx": to_xlsx(tables)})
    print(
        f"{folder}: {format_count(len(files), 'file')} about {kept.describe_people()}, "
        f"{format_count(len(kept.room.tables), 'table')}"
    )
    return 0


def choose_folder(chosen: argparse.Namespace, code: str) -> Path:
    """Return the output folder, after checking that it can be written to."""
    folder: Path = chosen.folder or Path(f"class-{code}")
    check_output_folder("FOLDER", folder)
    return folder


def write_homeworks(chosen: argparse.Namespace) -> int:
    """Write the homework of each table that has one."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.assignments.homework.homework_notebook import find_targets, write_homework
    from classkit.assignments.homework.question_finders import continue_match
    from classkit.assignments.homework.question_variety import describe_low_variety
    from classkit.classroom.room_archive import RoomArchive
    from classkit.hosting.room_database import open_room_store

    kept = RoomArchive(open_room_store(), chosen.code)
    if not kept.room.closed:
        raise ClasskitError(
            "The lesson has not ended, and the notebooks would reveal future dice. End the "
            "lesson on the desk first."
        )
    folder = choose_folder(chosen, kept.code)
    status = 0
    for place in [*kept.room.tables] if chosen.table is None else [chosen.table]:
        match = kept.match(place, names=chosen.names)
        stem = f"table-{place:02}"
        try:
            find_targets(folder, stem, over=chosen.force)  # check this before simulating
            if chosen.play_on and not match.is_over:
                match = continue_match(match)
            written = write_homework(
                match, folder, stem, names=chosen.names, left=True, over=chosen.force
            )
        except ClasskitError as error:
            print(f"classkit class: table {place}: {error}", file=sys.stderr)
            status = 1
            continue
        for path in written:
            print(path)
        if alike := describe_low_variety(match):
            print(f"classkit class: table {place}: {alike}", file=sys.stderr)
    return status


def delete_room(chosen: argparse.Namespace) -> int:
    """Delete a room after asking for confirmation."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.classroom.codes import check_room_code
    from classkit.hosting.match_store import MatchStore
    from classkit.hosting.room_database import open_room_store
    from classkit.hosting.room_retention import RoomRetention
    from classkit.hosting.trash import Trash

    store, code = open_room_store(), check_room_code(chosen.code)
    retention = RoomRetention(store, Trash(MatchStore()))
    if not store.has_room(code):
        if code in retention.list_removed_rooms() and chosen.yes:
            retention.delete_copies(code)
            print(f"Deleted room {code} from the trash.")
            return 0
        if code in retention.list_removed_rooms():
            raise ClasskitError(f"Room {code} is in the trash. To delete it there, add --yes.")
        store.erase_deleted_rows()  # an interrupted deletion may have left some
        raise ClasskitError(
            f"Unknown room {code}. `classkit class list` lists the rooms on this computer."
        )
    if not chosen.yes and not confirm_action(
        f"Delete room {code}, with all names and matches? This cannot be undone. [y/N] "
    ):
        print("Nothing was deleted.")
        return 1
    store.delete_room(code)
    retention.delete_copies(code)
    print(f"Deleted room {code}. Exported files are kept.")
    return 0
