"""All measured figures of the README, each beside its reference: ``python -m tests.bench``.

``python -m tests.bench.engine``, ``python -m tests.bench.study`` and ``python -m tests.bench.page``
measure one part each and take arguments of their own. Quiet machines give quiet figures; compare
the ratios.
"""

from __future__ import annotations

import sys

from . import engine, page, study

if __name__ == "__main__":
    sys.argv = sys.argv[:1]
    engine.main([])
    study.main([])
    page.main()
