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
        description="Write a folder of static files for any web host or a USB stick: a live "
        "table for each game, which runs in the reader's browser, and the documentation with "
        "lessons, rules and sheets to print. Search works offline.",
    )
    parser.add_argument(
        "out",
        type=Path,
        help="output folder; if it contains an earlier site, that site is replaced",
    )
    add_list(parser, "--only", "PART", "write only this part: tables or docs")
    parser.add_argument(
        "--record",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="add a page for this saved match; anybody with the page can read the whole match, "
        "including secrets; may be repeated",
    )
    parser.add_argument(
        "--names",
        action="store_true",
        help="show the names that are stored with saved matches",
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FOLDER",
        help="folder with Pyodide's unpacked npm package (default: download it once)",
    )
    parser.add_argument(
        "--packages",
        type=Path,
        metavar="FOLDER",
        help="folder with the unpacked full Pyodide release; required if lesson cells import "
        "numpy, pandas or scipy. Browsers download a package when a cell imports it",
    )
    parser.add_argument(
        "--no-run",
        action="store_true",
        help="show the lessons without charts instead of running them; running takes a few "
        "minutes, once for each version of a lesson",
    )
    parser.add_argument(
        "--answers",
        action="store_true",
        help="also publish the teachers' plans and the pages about answer keys; everybody who has "
        "the address can read them",
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
