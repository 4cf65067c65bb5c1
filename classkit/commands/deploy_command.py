"""`classkit deploy`: writes the files with which a server is set up."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from classkit.engine.errors import ClasskitError
from classkit.hosting.config import PORT

from .command_options import add_option

ONE_MACHINE, COMPOSE, JUPYTERHUB = "one-machine", "compose", "jupyterhub"


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "deploy",
        help="write the files for a server that runs all year",
        description="Write a folder of files that set up `classkit serve` for a department: "
        "services, nginx or Caddy in front of them, and the steps to install them. The command "
        "changes nothing else on this computer.",
    )
    parser.add_argument("folder", type=Path, help="new folder for the files")
    parser.add_argument(
        "--for",
        dest="kind",
        choices=[ONE_MACHINE, COMPOSE, JUPYTERHUB],
        required=True,
        help="where the server runs: on one Linux machine with systemd, in containers with "
        "PostgreSQL, or as a service of a JupyterHub, which gives students JupyterLab",
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
    option("--servers", "for compose: number of servers that share the visitors", 2)
    option(
        "--lti",
        "for jupyterhub: students come from an LMS by LTI 1.3; canvas, or a Moodle's address",
        unit="LMS",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the files, and say which one to read first."""
    from classkit.hosting.deployment.files import Deployment, write_deployment

    if chosen.lti is not None and chosen.kind != JUPYTERHUB:
        raise ClasskitError("--lti works only with --for jupyterhub, which has the logins.")
    deployment = Deployment.create(
        chosen.name, chosen.base_url, chosen.port, chosen.lti, chosen.servers
    )
    written = write_deployment(chosen.kind, deployment, chosen.folder)
    print(f"Wrote {', '.join(path.name for path in written)} to {chosen.folder}.")
    secret = "" if chosen.kind == JUPYTERHUB else " classkit.env contains the token."
    print(f"Read {chosen.folder / 'README.md'} first.{secret}")
    return 0
