"""What classkit's processes see to before they do anything else."""

from __future__ import annotations

import os
import sys


def open_standard_files() -> None:
    """Open the null device in place of input, output or error if it is closed.

    Otherwise the next file or connection that is opened would get its number, and with it
    whatever the process and those that it starts have to say.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free: this one


def leave_out_address_grammars() -> None:
    """Keep jsonschema from building its grammars of web addresses.

    They take 1.0 of the 1.5 s of the server's imports, and no schema of the server, a kernel or
    nbgrader asks for that format. Call this before Jupyter's modules are imported;
    afterwards it changes nothing.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # refuses the import
