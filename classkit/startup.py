"""Parts of Jupyter that classkit's processes leave out, so that they start sooner."""

from __future__ import annotations

import sys


def leave_out_address_grammars() -> None:
    """Keep jsonschema from building its grammars of web addresses.

    They take 1.0 of the 1.5 s of the server's imports, and no schema of the server, a kernel or
    nbgrader asks for that format. Call this before Jupyter's modules are imported;
    afterwards it changes nothing.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # refuses the import
