"""Entry point of a sandboxed process: connects, then runs the ``main`` of a module.

Arguments: the number of the inherited socket (or ``port:token``), the module whose ``main`` is
called with that socket, the folder that contains the package, and further folders of packages.
"""

from __future__ import annotations

import socket
import sys
from importlib import import_module


def main() -> None:
    """Connect, and run ``main`` of the module."""
    where, module, package, *others = sys.argv[1:]
    sys.path.insert(0, package)
    sys.path += [entry for entry in others if entry not in sys.path]
    port, _, token = where.partition(":")
    if token:
        line = socket.create_connection(("127.0.0.1", int(port)))
        line.sendall(bytes.fromhex(token))
    else:
        line = socket.socket(fileno=int(where))
        line.set_inheritable(False)
    import_module(module).main(line)


if __name__ == "__main__":
    main()
