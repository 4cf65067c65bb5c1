"""Start-up steps of classkit's processes, before they do anything else."""

from __future__ import annotations

import os
import sys


def open_standard_files() -> None:
    """Open the null device in place of standard input, output or error if it is closed.

    Otherwise the next file or connection that is opened would get its descriptor, and with it the
    output of this process and its children.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free: this one


def block_address_grammars() -> None:
    """Keep jsonschema from building its grammars of URLs, which takes 1.0 s of 1.5 s of imports.

    No schema of the server, a kernel or nbgrader uses that format. Call this before Jupyter's
    modules are imported; afterwards it has no effect.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # refuses the import
