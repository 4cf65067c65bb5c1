"""`classkit deploy`: writes the files with which a server is set up."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from classkit.hosting.config import PORT

from .command_options import add_option

ONE_MACHINE = "one-machine"


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "deploy",
        help="write the files for a server that runs all year",
        description="Write a folder of files that set up `classkit serve` for a department: a "
        "systemd service, a new token, nginx or Caddy in front of it, and the steps to install "
        "them. The command changes nothing else on this computer.",
    )
    parser.add_argument("folder", type=Path, help="new folder for the files")
    parser.add_argument(
        "--for",
        dest="kind",
        choices=[ONE_MACHINE],
        required=True,
        help="where the server runs: on one Linux machine with systemd",
    )
    parser.add_argument(
        "--name",
        required=True,
        metavar="HOST",
        help="host name under which visitors reach the server, such as games.uni.example",
    )
    option = partial(add_option, parser)
    option("--base-url", "path prefix of all addresses, such as /econ/", "/", unit="PATH")
    option("--port", "port on which the server listens behind its proxy", PORT)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the files, and say which one to read first."""
    from classkit.hosting.deployment.files import Deployment, write_deployment

    deployment = Deployment.create(chosen.name, chosen.base_url, chosen.port)
    written = write_deployment(chosen.kind, deployment, chosen.folder)
    print(f"Wrote {', '.join(path.name for path in written)} to {chosen.folder}.")
    print(f"Read {chosen.folder / 'README.md'} first. classkit.env contains the token.")
    return 0
