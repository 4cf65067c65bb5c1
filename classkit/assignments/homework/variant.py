"""What a finder returns: the variants of a question, of which each student gets one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from classkit.assignments.question import Question

Variant: TypeAlias = Callable[[], Question]
"""Makes the question, with its answer, when it is drawn."""
