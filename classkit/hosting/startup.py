"""Parts of Jupyter that the server leaves out, so that it starts sooner."""

from __future__ import annotations

import sys


def leave_out_address_grammars() -> None:
    """Keep jsonschema from building its grammars of web addresses, most of the server's start.

    No schema that the server or a kernel uses asks for that format. Call this before Jupyter's
    modules are imported; where they are already, nothing changes.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # refuses the import
