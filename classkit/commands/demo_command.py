"""`classkit demo`: opens a table in the browser."""

from __future__ import annotations

import argparse
import sys
import threading
import webbrowser
from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.hosting.config import PORT, ServerSettings, is_port_free

from .command_options import add_option, parse_int


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "demo",
        help="open a live table in the browser",
        description="Start a server that only this computer can reach, and open a live table "
        "in the browser.",
    )
    parser.add_argument("game", nargs="?", default="poleconomy", help="game (default: %(default)s)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    add_option(parser, "--port", "port (default: 8866, or any free port)", read=parse_int)
    parser.add_argument(
        "--check",
        action="store_true",
        help="only test: start the server, open the table, play ten turns, and stop",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serve the dashboards and open the game's dashboard, or only check that this works."""
    from classkit.hosting.dashboards import prepare_dashboards

    with prepare_dashboards() as folder:
        if not (folder / f"{chosen.game}.ipynb").is_file():
            there = ", ".join(sorted(path.stem for path in folder.glob("*.ipynb"))) or "none"
            raise ClasskitError(f"There is no dashboard for {chosen.game!r}. Choose from: {there}.")
        if chosen.check:
            from classkit.hosting.smoke_test import run_smoke_test

            return run_smoke_test(chosen.game)
        return serve_dashboards(chosen, folder)


def serve_dashboards(chosen: argparse.Namespace, folder: Path) -> int:
    """Serve the dashboards of a folder and open the game's dashboard."""
    from classkit.hosting.machine_resources import provide_writable_folders
    from classkit.hosting.server import serve

    port = (PORT if is_port_free(PORT) else 0) if chosen.port is None else chosen.port
    serving = ServerSettings(folder, port=port).validate_settings()

    def ready(url: str, port: int) -> None:
        address = serving.build_url(port, f"voila/render/{chosen.game}.ipynb")
        print(f"The table is at {address}\nAll tables:     {url}")
        print(f"Try the network: {serving.build_self_test_url(port)}")
        print("Stop with Ctrl+C.", flush=True)
        if not chosen.no_browser:
            # in a thread: a slow browser must not block the server that it is about to contact
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()

    with provide_writable_folders() as sentences:
        for sentence in sentences:
            print(f"classkit demo: {sentence}", file=sys.stderr)
        serve(serving, ready)
    print("Stopped.")
    return 0


def open_browser(address: str) -> None:
    """Open the URL in a browser, or print a request to open it."""
    try:
        opened = webbrowser.open(address, new=2)
    except webbrowser.Error:
        opened = False
    if not opened:
        print("No browser could be started. Open the address above in a browser.", flush=True)
