"""Start-up steps for classkit's processes, which run before everything else."""

from __future__ import annotations

import os
import sys


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
