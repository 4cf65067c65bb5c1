"""`classkit site`: writes a static site that needs no server."""

from __future__ import annotations

import argparse
from pathlib import Path

from .command_options import add_list


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "site",
        help="write live tables and the documentation as a folder for any web host",
        description="Write a folder of static files for any web host, or any small server on a "
        "stick: a live table of each game, which plays in the reader's browser, the guide, the "
        "lessons with their charts, the rules, sheets to print and the reference, with a search "
        "that needs no network.",
    )
    parser.add_argument("out", type=Path, help="the folder; an earlier site in it is replaced")
    add_list(parser, "--only", "PART", "write this part alone: tables or docs")
    parser.add_argument(
        "--record",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="add a page for this saved match, to go through, fork and ask for futures; whoever "
        "has the page can read all of the match, what was secret too; may be given again",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="show on the pages of saved matches the names that lie beside them",
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FOLDER",
        help="the unpacked npm package of Pyodide, which is fetched and kept otherwise",
    )
    parser.add_argument(
        "--packages",
        type=Path,
        metavar="FOLDER",
        help="the release of Pyodide with all its packages, unpacked: cells of lessons then have "
        "numpy, pandas and scipy, which a browser fetches when a cell needs them",
    )
    parser.add_argument(
        "--no-run",
        action="store_true",
        help="show the lessons without their charts, instead of running them (some minutes; what "
        "has been run is kept until classkit or the lesson changes)",
    )
    parser.add_argument(
        "--answers",
        action="store_true",
        help="publish the teachers' plans of the lessons and the pages on answer keys as well; "
        "everybody who has the address can read them",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the site and print its path."""
    from classkit.site.build import write_site

    index = write_site(
        chosen.out,
        chosen.only,
        run=not chosen.no_run,
        answers=chosen.answers,
        pyodide=chosen.pyodide,
        packages=chosen.packages,
        records=chosen.record,
        names=chosen.names,
    )
    print(index)
    return 0
