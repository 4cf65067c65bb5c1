"""`classkit site`: write tables that need no server, and what one reads beside them."""

from __future__ import annotations

import argparse
from pathlib import Path

from .common import add_list, add_option


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "site",
        help="write a folder for any web host, whose tables play in the reader's browser",
        description="Write a folder of static files for any web host: its tables play in the "
        "reader's browser, without a server of their own, and without a network once opened.",
    )
    parser.add_argument("out", type=Path, help="the folder; an earlier site in it is replaced")
    add_list(parser, "--only", "PART", "write this part alone")
    add_option(
        parser,
        "--pyodide",
        "a folder with Pyodide (default: it is fetched from the npm registry, once)",
        unit="FOLDER",
        read=Path,
    )
    parser.add_argument(
        "--no-run",
        action="store_true",
        help="show the lessons without their charts, instead of running them (some minutes; what "
        "has been run is kept until classkit or the lesson changes)",
    )
    parser.add_argument(
        "--no-answers",
        action="store_true",
        help="leave out the teachers' plans of the lessons, which have the answers",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the site and say where it is."""
    from classkit.site.build import write_site

    index = write_site(
        chosen.out,
        chosen.only,
        chosen.pyodide,
        run=not chosen.no_run,
        answers=not chosen.no_answers,
    )
    print(index)
    return 0
