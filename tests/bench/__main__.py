"""Measure classkit beside its references, and write the page of measurements.

``python -m tests.bench`` runs engine, reading, futures, study, afternoon, hosting and page, one
after the other: some twenty minutes. ``python -m tests.bench engine reading`` runs these alone.
rooms and site, which fetch oTree and Pyodide, and valuation, bots and bankruptcies, which measure
games and no speed, run only where they are named. Each row that is measured replaces its entry in
``lessons/guide/explanation/measurements.json``, and the tables of ``measurements.md`` beside it are
drawn again. ``--declared`` measures nothing: it brings words and goals of the rows up to date.

Each part is also started by itself, as ``python -m tests.bench.futures``, and takes arguments of
its own; it writes with ``--write`` only. Quiet machines give quiet figures; compare the ratios.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module

from .rows import Measure, renew_declared

WHOLE = ("engine", "reading", "futures", "study", "afternoon", "hosting", "page")
BESIDES = ("rooms", "site", "valuation", "bots", "bankruptcies")


def list_measures() -> Iterator[Measure]:
    """Yield what all parts declare for the page."""
    for name in (*WHOLE, *BESIDES):
        part = import_module(f".{name}", __package__)
        yield from (measure for measure in part.list_measures() if measure.table)


def main() -> None:
    """Run the parts that are named, or all of the whole."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="part",
        help=f"by default {', '.join(WHOLE)}; also {', '.join(BESIDES)}",
    )
    parser.add_argument(
        "--declared", action="store_true", help="measure nothing; bring words and goals up to date"
    )
    given = parser.parse_args()
    if given.declared:
        renew_declared(list_measures())
        return
    chosen = given.parts
    for name in chosen:
        if name not in (*WHOLE, *BESIDES):
            parser.error(f"part must be one of {', '.join((*WHOLE, *BESIDES))}, not {name!r}")
    for name in chosen or WHOLE:
        import_module(f".{name}", __package__).main(["--write"])


if __name__ == "__main__":
    main()
