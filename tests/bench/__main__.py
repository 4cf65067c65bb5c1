"""All measured figures of the README, each beside its reference: ``python -m tests.bench``.

``python -m tests.bench.engine``, ``.reading``, ``.study``, ``.afternoon``, ``.hosting``,
``.futures``, ``.rooms``, ``.site`` and ``.page`` measure one part each and take arguments of their
own. Quiet machines give quiet figures; compare the ratios.
"""

from __future__ import annotations

import sys

from . import afternoon, engine, hosting, page, reading, study

if __name__ == "__main__":
    sys.argv = sys.argv[:1]
    engine.main([])
    reading.main([])
    study.main([])
    afternoon.main([])
    hosting.main([])
    page.main()
