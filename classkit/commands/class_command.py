"""`classkit class`: serves a classroom that students join by phone."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.rulebook_text import format_count

from . import class_archive_commands
from .command_options import (
    add_class_address,
    add_list,
    add_option,
    add_proxy_options,
    add_rules,
    parse_int,
    parse_options,
    print_self_test,
    split_names,
)

if TYPE_CHECKING:
    from classkit.hosting.config import ServerSettings


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "class",
        help="let a class join by phone",
        description="Open a room that a class joins by phone, or manage this computer's rooms.",
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    opens = verbs.add_parser(
        "open",
        help="serve a room to a class's phones",
        description="Start a server that phones on the same network can reach, and open a room. "
        "The address of the teacher's desk contains a token; phones don't need one.",
    )
    opens.add_argument("game", nargs="?", default="poleconomy", help="game (default: %(default)s)")
    option = partial(add_option, opens)
    option("--seats", "number of seats per table", 4)
    option("--tables", "maximum number of tables; 0 for as many as the class needs", 0)
    option("--absent", "seconds after which a bot answers for an absent student; 0 for never", 60)
    option(
        "--address", "address to listen on; 0.0.0.0 for all addresses of this computer", "0.0.0.0"
    )
    option(
        "--keep-room-days",
        "days after which unused rooms are moved to the trash (see classkit purge)",
        180.0,
        unit="DAYS",
    )
    option("--port", "port (default: 8866, or any free port)", read=parse_int)
    add_proxy_options(opens)
    add_class_address(opens)
    add_rules(opens)
    add_list(
        opens,
        "--compare",
        "OPTION=VALUE,VALUE",
        "split the tables into groups, one for each value, that play with the same dice, as in "
        "auction_format=english,second_price; also works for editions",
    )
    opens.set_defaults(run=open_room)
    verbs.add_parser("list", help="list the rooms on this computer").set_defaults(run=list_rooms)
    class_archive_commands.add(verbs)


def open_room(chosen: argparse.Namespace) -> int:
    """Serve all dashboards with a new room."""
    from classkit.classroom import check_installed

    check_installed()
    from classkit.classroom.open_room_form import create_room as open_in
    from classkit.engine.registry import find
    from classkit.hosting.config import PORT, ServerSettings, create_token, is_port_free
    from classkit.hosting.dashboards import prepare_dashboards
    from classkit.hosting.machine_resources import provide_writable_folders
    from classkit.hosting.room_database import open_room_store

    rules = find(chosen.game)
    options = parse_options(chosen.set) | ({"edition": chosen.edition} if chosen.edition else {})
    compare = parse_compare(chosen.compare)
    with prepare_dashboards() as folder, provide_writable_folders() as sentences:
        for sentence in sentences:
            print(f"classkit class: {sentence}", file=sys.stderr)
        port = (PORT if is_port_free(PORT) else 0) if chosen.port is None else chosen.port
        is_proxied = bool(chosen.proxy or chosen.public_name)
        serving = ServerSettings(
            folder,
            address=chosen.address,
            port=port,
            # a proxy on this computer also forwards requests from strangers, so the desk needs a
            # token
            token=create_token() if is_proxied else None,
            base_url=chosen.base_url,
            public_names=tuple(chosen.public_name),
            proxies=tuple(chosen.proxy),
            class_at=tuple(chosen.class_at),
            keep_room_days=chosen.keep_room_days,
        ).validate_settings()
        from classkit.hosting.server import serve

        code = open_in(
            open_room_store(),
            rules.name,
            chosen.seats,
            tables=chosen.tables,
            options=options,
            compare=compare,
            absent=chosen.absent,
        )

        def ready(_url: str, port: int) -> None:
            print(f"classkit opened room {code} for {rules.title}")
            print(f"  desk   {serving.build_url(port, f'desk/{code}')}")
            print_class_address(serving, port, code)
            print_self_test(serving, port)
            print("  stop   Ctrl+C", flush=True)

        serve(serving, ready)
    print("Stopped. The room is kept: start the server again on this computer to open its desk.")
    return 0


def print_class_address(serving: ServerSettings, port: int, code: str) -> None:
    """Print the address that a class opens, and the requirements for reaching it."""
    from classkit.hosting.ip_addresses import get_lan_address, is_loopback

    if serving.public_names:
        for name in serving.public_names:
            print(f"  class  {name}{serving.base_url}class/{code} (through your proxy)")
        print("  The desk is at the same name, with the path and token above.")
        return
    if serving.proxies:
        print(f"  class  {serving.base_url}class/{code}, after the name of your proxy")
        print("  To see the whole address here, pass the name, as in")
        print("  --public-name play.uni.example.")
        return
    where = get_lan_address() if serving.address == "0.0.0.0" else serving.address
    print(f"  class  http://{where or 'localhost'}:{port}{serving.base_url}class/{code}")
    if is_loopback(serving.address):
        print("  Only this computer can open it: for phones, leave out --address.")
        return
    print("  Phones must be on the same network as this computer, and its firewall must let them")
    print("  in. If they cannot reach it, show the desk and let bots play.")


def parse_compare(pairs: list[str]) -> dict[str, list[Any]]:
    """Parse ``OPTION=VALUE,VALUE`` pairs whose values are written as in ``--set``.

    >>> parse_compare(["game=1,2", "auction_style=sealed,open"])
    {'game': [1, 2], 'auction_style': ['sealed', 'open']}
    """
    found = {}
    for pair in pairs:
        name, equals, values = pair.partition("=")
        if not equals:
            raise ClasskitError(
                "--compare must be OPTION=VALUE,VALUE, as in --compare quick_start=true,false, not "
                f"{truncate_text(pair)}."
            )
        if name == "edition":
            found[name] = [*split_names(values)]
        else:
            found[name] = [parse_options([f"{name}={one}"])[name] for one in split_names(values)]
    return found


def list_rooms(chosen: argparse.Namespace) -> int:
    """Print the stored rooms, the latest first."""
    from classkit.classroom import check_installed

    check_installed()
    import time

    from classkit.classroom.room_archive import RoomArchive
    from classkit.hosting.room_database import open_room_store

    store = open_room_store()
    rooms = store.list_rooms()
    for code, at in rooms:
        kept = RoomArchive(store, code)
        room, tables = kept.room, format_count(len(kept.room.tables), "table")
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
        print(f"{code}  {when}  {room.game}, {kept.describe_people()}, {tables}")
    if not rooms:
        print("There are no rooms.")
    return 0
