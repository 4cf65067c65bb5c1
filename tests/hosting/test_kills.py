"""A server that is killed: nothing that was acknowledged is lost, and nothing counts twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

from .kills import class_that_is_killed

KILLS, DEEP = 3, 100
AT_MOST = 60.0
"""Seconds after which telephones play again on the slowest machine of the tests; the figure of the
bench is measured on a quiet one (``python -m tests.hosting.kills``)."""


def test_a_class_goes_on_after_its_server_is_killed(tmp_path: Path, deep: bool) -> None:
    told = asyncio.run(class_that_is_killed(tmp_path, "opoly", 2, DEEP if deep else KILLS))
    assert told.wrong == []
    assert told.acknowledged > told.kills and len(told.back_after) >= 6 * told.kills
    assert told.back_after[-1] < AT_MOST
