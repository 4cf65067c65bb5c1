"""A server that is killed: nothing that was acknowledged is lost, and nothing counts twice.

How soon telephones play again is measured by ``python -m tests.hosting.kills``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from .kills import class_that_is_killed

KILLS, DEEP = 1, 100


def test_a_class_goes_on_after_its_server_is_killed(tmp_path: Path, deep: bool) -> None:
    told = asyncio.run(class_that_is_killed(tmp_path, "opoly", 2, DEEP if deep else KILLS))
    assert told.wrong == []
    assert told.acknowledged > told.kills and len(told.back_after) >= 6 * told.kills
