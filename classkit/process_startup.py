"""Start-up steps for classkit's processes, which run before everything else."""

from __future__ import annotations

import gc
import os
import sys

GC_THRESHOLD = 10_000
"""Number of new containers after which the garbage collector runs in a process of many matches."""


def open_standard_files() -> None:
    """Replace closed standard input, output or error with the null device.

    Otherwise, the next file or connection to be opened would reuse the descriptor, and would
    receive the output of this process and its children.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free descriptor, which is this one


def block_address_grammars() -> None:
    """Prevent jsonschema from building its URL grammars, which take 1.0 of 1.5 s of imports.

    No schema of the server, a kernel or nbgrader uses this format. Call this function before
    importing Jupyter's modules; afterwards, it has no effect.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # refuses the import


def tune_collector() -> None:
    """Run the garbage collector less often, and exclude all objects loaded so far.

    Few objects of a match are part of a reference cycle. With Python's defaults, collection takes
    1/16 of the time to play a match and 1/5 of the time to process an answer in a room.

    >>> before = gc.get_threshold()
    >>> tune_collector()
    >>> gc.get_threshold()[0], gc.get_freeze_count() > 0
    (10000, True)
    >>> gc.unfreeze(); gc.set_threshold(*before)
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
