"""All figures of ``lessons/guide/explanation/measurements.md``, each beside its reference.

``python -m tests.bench`` runs engine, reading, futures, study, afternoon, hosting and page, one
after the other: some twenty minutes. ``python -m tests.bench engine reading`` runs these alone.
rooms and site, which fetch oTree and Pyodide, and valuation, bots and bankruptcies, which measure
games and no speed, run only where they are named.
Each is also started by itself, as ``python -m tests.bench.futures``, and takes arguments of its
own. Quiet machines give quiet figures; compare the ratios.
"""

from __future__ import annotations

import argparse
from importlib import import_module

WHOLE = ("engine", "reading", "futures", "study", "afternoon", "hosting", "page")
BESIDES = ("rooms", "site", "valuation", "bots", "bankruptcies")


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
    chosen = parser.parse_args().parts
    for name in chosen:
        if name not in (*WHOLE, *BESIDES):
            parser.error(f"part must be one of {', '.join((*WHOLE, *BESIDES))}, not {name!r}")
    for name in chosen or WHOLE:
        import_module(f".{name}", __package__).main([])


if __name__ == "__main__":
    main()
