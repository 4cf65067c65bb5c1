"""The plan of a sheet: what it asks, and who makes each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .drawing import Drawing
from .question import Question

Maker: TypeAlias = Callable[[Drawing], Question]


@dataclass(frozen=True)
class Plan:
    """The plan of a sheet: its name, its title, and a maker for each question."""

    name: str
    title: str
    makers: Mapping[str, Maker]
