"""`classkit serve`: serves dashboards to other people until it is interrupted."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from classkit.hosting.config import EXTENSIONS, PORT, ServerSettings, is_strong_token
from classkit.hosting.hub_service import get_service_prefix
from classkit.hosting.ip_addresses import is_loopback

from .command_options import (
    add_class_address,
    add_list,
    add_option,
    add_proxy_options,
    parse_int,
    print_self_test,
)


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "serve",
        help="serve a folder of dashboards to a department",
        description="Serve every dashboard in a folder, with an index page. Without --address, "
        "only this computer can reach the server. With an address, visitors need a token; "
        "the command creates one if you do not set it.",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help="folder with dashboards (default: one dashboard for each installed game)",
    )
    option, listed = partial(add_option, parser), partial(add_list, parser)
    option(
        "--address", "address to listen on; 0.0.0.0 for all addresses of this computer", "127.0.0.1"
    )
    option("--port", "port; 0 for any free port", PORT)
    add_proxy_options(parser)
    parser.add_argument(
        "--token",
        default=os.environ.get("CLASSKIT_TOKEN"),
        help="token that visitors need, at least 16 characters; it is safer to set "
        "CLASSKIT_TOKEN, because other users of this computer can read command lines",
    )
    parser.add_argument(
        "--hub-login",
        action="store_true",
        help="visitors log in by the JupyterHub that runs this server as a service; its roles "
        "decide who is a teacher, and phones need no login (see classkit deploy)",
    )
    parser.add_argument(
        "--cookie-secret-file",
        type=Path,
        metavar="FILE",
        help="file with the secret that signs cookies, shared by servers behind one address "
        "(default: it follows from the token)",
    )
    add_class_address(parser)
    listed("--extension", "NAME", "additional JupyterLab extension that your own dashboards need")
    option("--rest", "seconds to keep a kernel after its browser disconnects", 120, unit="SECONDS")
    option("--grace", "seconds to keep a kernel after its page was closed", 15, unit="SECONDS")
    option(
        "--max-kernels",
        "maximum number of open tables (default: as many as fit into memory)",
        unit="N",
        read=parse_int,
    )
    option("--max-kernels-each", "maximum number of open tables per visitor", 6, unit="N")
    listed(
        "--framed-by",
        "SITE",
        "site that may embed tables, such as https://moodle.uni.example",
    )
    option(
        "--keep-days",
        "days after which unused matches are moved to the trash when the server starts (see "
        "classkit purge)",
        180.0,
        unit="DAYS",
    )
    option(
        "--keep-room-days",
        "days after which unused rooms are moved to the trash (see classkit purge)",
        180.0,
        unit="DAYS",
    )
    parser.add_argument("--verbose", action="store_true", help="log the server's activity")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serve a folder of dashboards, by default one for each installed game."""
    from classkit.hosting.dashboards import prepare_dashboards

    if chosen.folder is not None:
        return serve_folder(chosen, chosen.folder)
    with prepare_dashboards() as folder:
        return serve_folder(chosen, folder)


def serve_folder(chosen: argparse.Namespace, folder: Path) -> int:
    """Check the settings, and serve the folder."""
    base_url = chosen.base_url
    if chosen.hub_login and base_url == "/":
        base_url = get_service_prefix() or base_url
    serving = ServerSettings(
        folder=folder,
        address=chosen.address,
        port=chosen.port,
        base_url=base_url,
        token=chosen.token,
        hub_login=chosen.hub_login,
        cookie_secret_file=chosen.cookie_secret_file,
        public_names=tuple(chosen.public_name),
        extensions=(*EXTENSIONS, *chosen.extension),
        rest=chosen.rest,
        keep_days=chosen.keep_days,
        keep_room_days=chosen.keep_room_days,
        max_kernels=chosen.max_kernels,
        max_kernels_each=chosen.max_kernels_each,
        grace=chosen.grace,
        framed_by=tuple(chosen.framed_by),
        proxies=tuple(chosen.proxy),
        class_at=tuple(chosen.class_at),
    ).validate_settings()  # before the slow imports, so that mistakes are reported immediately

    from classkit.hosting.machine_resources import provide_writable_folders

    with provide_writable_folders() as sentences:
        for sentence in sentences:
            print(f"classkit serve: {sentence}", file=sys.stderr)
        return run_server(serving, chosen.verbose, shows_token=chosen.token is None)


def run_server(serving: ServerSettings, verbose: bool, *, shows_token: bool) -> int:
    """Serve until interrupted. The data folders must be writable.

    ``shows_token`` is False for a token that the host has set, which would otherwise get into the
    log of a service or a container.
    """
    from classkit.hosting.match_store import MatchStore
    from classkit.hosting.server import serve
    from classkit.hosting.trash import Trash, describe_purge

    store = MatchStore()
    done = Trash(store).purge(serving.keep_days)
    for complaint in filter(None, (done.refusal, done.failure)):  # tables are served in any case
        print(f"classkit serve: {complaint}", file=sys.stderr)
    if not done.refusal and (told := describe_purge(done, serving.keep_days)):
        print(told)

    def ready(url: str, port: int) -> None:
        shown = url if shows_token else replace(serving, token="").build_url(port)
        print(f"classkit serves {serving.folder}\n  open   {shown}")
        if serving.token and not shows_token:
            print("         visitors need the token that you have set")
        if serving.hub_login:
            print("         visitors log in by JupyterHub; phones need no login")
        print_self_test(serving, port)
        if not is_loopback(serving.address):
            print(f"         from other machines: replace {serving.address} by this machine's name")
            print(
                "  plain http: on a network shared with strangers, put an https proxy in "
                "front of it"
            )
        if serving.token and not is_strong_token(serving.token):
            print("  token  short: after 30 wrong guesses from an address, new visitors from there")
            print("         have to wait. Leave out --token to create a longer one.")
        print(f"  tables at most {serving.max_kernels} at a time (--max-kernels)")
        print(f"  stores matches in {store.directory}\n  stop   Ctrl+C", flush=True)

    serve(serving, ready, verbose=verbose)
    print("Stopped.")
    return 0
