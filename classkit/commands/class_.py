"""`classkit class`: a class joins in by telephone, from this machine."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Any

from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.words import how_many

from . import class_afterwards
from .common import (
    add_class_at,
    add_list,
    add_option,
    add_rules,
    read_options,
    split_names,
    whole,
)


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "class",
        help="let a class join in by telephone",
        description="Open a room that a class joins by telephone, or look after the rooms that "
        "this machine keeps.",
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    opens = verbs.add_parser(
        "open",
        help="serve a room to the telephones of a class",
        description="Start a server that telephones in the same network reach, and open a room. "
        "The teacher's desk opens by an address with a token; telephones need none.",
    )
    opens.add_argument("game", nargs="?", default="poleconomy", help="default: %(default)s")
    option = partial(add_option, opens)
    option("--seats", "how many sit at a table", 4)
    option("--tables", "so many tables at most; 0 for as many as the class needs", 0)
    option("--absent", "after so many seconds a bot answers for the absent; 0 for never", 60)
    option("--address", "the address to listen on; 0.0.0.0 is every one", "0.0.0.0")
    option("--port", "default: 8866, or any free one", read=whole)
    add_class_at(opens)
    add_rules(opens)
    add_list(
        opens,
        "--compare",
        "OPTION=VALUE,VALUE",
        "split the class into groups of tables with the same luck, one for each of these values, "
        "such as auction_format=english,second_price; an edition is compared in the same way",
    )
    opens.set_defaults(run=open_room)
    verbs.add_parser("list", help="list the rooms that are kept").set_defaults(run=list_rooms)
    class_afterwards.add(verbs)


def open_room(chosen: argparse.Namespace) -> int:
    """Serve all dashboards, with a room that has just been opened."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.classroom.starting import open_room as open_in
    from classkit.engine.registry import find
    from classkit.hosting.config import PORT, Serving, is_free
    from classkit.hosting.dashboards import dashboards_of_all_games
    from classkit.hosting.kept_rooms import store_here
    from classkit.hosting.machine import folders_to_write
    from classkit.hosting.rooms import own_address
    from classkit.startup import leave_out_address_grammars

    rules = find(chosen.game)
    options = read_options(chosen.set) | ({"edition": chosen.edition} if chosen.edition else {})
    compare = read_compare(chosen.compare)
    with dashboards_of_all_games() as folder, folders_to_write() as sentences:
        for sentence in sentences:
            print(f"classkit class: {sentence}", file=sys.stderr)
        port = (PORT if is_free(PORT) else 0) if chosen.port is None else chosen.port
        serving = Serving(
            folder, address=chosen.address, port=port, class_at=tuple(chosen.class_at)
        ).checked()
        leave_out_address_grammars()
        from classkit.hosting.server import serve

        code = open_in(
            store_here(),
            rules.name,
            chosen.seats,
            tables=chosen.tables,
            options=options,
            compare=compare,
            absent=chosen.absent,
        )

        def ready(_url: str, port: int) -> None:
            print(f"classkit opened room {code} for {rules.title}")
            print(f"  desk   {serving.url(port, f'desk/{code}')}")
            where = own_address() if serving.address == "0.0.0.0" else serving.address
            print(f"  class  http://{where or 'localhost'}:{port}{serving.base_url}class/{code}")
            print("  Telephones must be in this machine's network, and its firewall must let them")
            print("  in. Where they are not: show the desk, and let bots play.")
            print("  stop   Ctrl+C", flush=True)

        serve(serving, ready)
    print("Stopped. The room is kept: open its desk again from the same machine.")
    return 0


def read_compare(pairs: list[str]) -> dict[str, list[Any]]:
    """Read ``OPTION=VALUE,VALUE`` pairs: each value as ``--set`` reads it.

    >>> read_compare(["game=1,2", "auction_style=sealed,open"])
    {'game': [1, 2], 'auction_style': ['sealed', 'open']}
    """
    found = {}
    for pair in pairs:
        name, equals, values = pair.partition("=")
        if not equals:
            raise ClasskitError(
                "--compare must be OPTION=VALUE,VALUE, as in --compare quick_start=true,false, not "
                f"{shorten(pair)}."
            )
        if name == "edition":
            found[name] = [*split_names(values)]
        else:
            found[name] = [read_options([f"{name}={one}"])[name] for one in split_names(values)]
    return found


def list_rooms(chosen: argparse.Namespace) -> int:
    """Print the rooms that are kept, the latest first."""
    from classkit.classroom import check_installed

    check_installed()
    import time

    from classkit.classroom.kept import KeptRoom
    from classkit.hosting.kept_rooms import store_here

    store = store_here()
    rooms = store.rooms()
    for code, at in rooms:
        room = KeptRoom(store, code).room
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
        people, tables = how_many(len(room.people), "person", "people"), len(room.tables)
        print(f"{code}  {when}  {room.game}, {people}, {how_many(tables, 'table')}")
    if not rooms:
        print("No rooms are kept.")
    return 0
