"""What `classkit class` does after a lesson: export, homework, and deleting it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.engine.words import how_many

from .common import whole
from .purge import agreed


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe these verbs."""
    exports = verbs.add_parser(
        "export",
        help="write participation, decisions, results, records and stories of a room",
        description="Write who took part, all decisions with the seconds that they took, results, "
        "treatments and the figures of the class as tables, each match as a record, and each "
        "student's own story as a page. People go by codes.",
    )
    exports.add_argument("code", help="the code of the room")
    exports.add_argument(
        "folder", nargs="?", type=Path, help="where to write; default: class-CODE here"
    )
    exports.add_argument(
        "--names", action="store_true", help="write the names as they were typed, too"
    )
    exports.add_argument(
        "--format", choices=("csv", "parquet"), default="csv", help="default: %(default)s"
    )
    exports.set_defaults(run=export)
    homework = verbs.add_parser(
        "homework",
        help="write a homework about the match of each table",
        description="Write two notebooks about each table, as `classkit homework` does: one for "
        "those who sat there, and one with the answers.",
    )
    homework.add_argument("code", help="the code of the room")
    homework.add_argument(
        "folder", nargs="?", type=Path, help="where to write; default: class-CODE here"
    )
    homework.add_argument("--table", type=whole, metavar="N", help="of this table alone")
    homework.add_argument(
        "--names", action="store_true", help="call seats by their names in the story"
    )
    homework.add_argument(
        "--play-on",
        action="store_true",
        help="where a match is too short for five good questions, let bots play on until it has "
        "them; without it there are fewer",
    )
    homework.add_argument("--force", action="store_true", help="overwrite notebooks that exist")
    homework.set_defaults(run=write_homeworks)
    deletes = verbs.add_parser(
        "delete",
        help="delete a room, with all names and matches in it",
        description="Delete a room for good: the names of who was there, and all matches played. "
        "What was exported stays where you put it.",
    )
    deletes.add_argument("code", help="the code of the room")
    deletes.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    deletes.set_defaults(run=delete_room)


def export(chosen: argparse.Namespace) -> int:
    """Write what a room leaves."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.classroom.kept import KeptRoom
    from classkit.hosting.kept_rooms import store_here

    kept = KeptRoom(store_here(), chosen.code)
    folder = chosen.folder or Path(f"class-{kept.code}")
    if not kept.room.closed:
        print("classkit class: the lesson goes on; this is how it stands.", file=sys.stderr)
    files = kept.export(folder, chosen.format, names=chosen.names)
    people, tables = len(kept.room.people), len(kept.room.tables)
    print(
        f"{folder}: {how_many(len(files), 'file')} about {how_many(people, 'person', 'people')} "
        f"and {how_many(tables, 'table')}"
    )
    return 0


def write_homeworks(chosen: argparse.Namespace) -> int:
    """Write the homework of each table, as far as there is one."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.assignments.homework.finders import play_on
    from classkit.assignments.homework.notebook import write_homework
    from classkit.assignments.homework.variety import too_alike
    from classkit.classroom.kept import KeptRoom
    from classkit.hosting.kept_rooms import store_here

    kept = KeptRoom(store_here(), chosen.code)
    if not kept.room.closed:
        raise ClasskitError(
            "The lesson goes on, and the notebooks hold the luck to come. End it at its desk first."
        )
    folder = chosen.folder or Path(f"class-{kept.code}")
    status = 0
    for place in [*kept.room.tables] if chosen.table is None else [chosen.table]:
        match = kept.match(place, names=chosen.names)
        stem = f"table-{place:02}"
        try:
            if chosen.play_on and not match.is_over:
                match = play_on(match)
            written = write_homework(
                match, folder, stem, names=chosen.names, left=True, over=chosen.force
            )
        except ClasskitError as error:
            print(f"classkit class: table {place}: {error}", file=sys.stderr)
            status = 1
            continue
        for path in written:
            print(path)
        if alike := too_alike(match):
            print(f"classkit class: table {place}: {alike}", file=sys.stderr)
    return status


def delete_room(chosen: argparse.Namespace) -> int:
    """Delete a room, after a question."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.classroom.codes import check_room_code
    from classkit.hosting.kept_rooms import store_here

    store, code = store_here(), check_room_code(chosen.code)
    if not store.exists(code):
        store.wipe()  # of what was deleted before, all may not have left the files
        raise ClasskitError(f"No room {code} is kept here.")
    if not chosen.yes and not agreed(
        f"Delete room {code}, with all names and matches? This cannot be undone. [y/N] "
    ):
        print("Nothing was deleted.")
        return 1
    store.delete(code)
    print(f"Deleted room {code}. What was exported stays where you put it.")
    return 0
