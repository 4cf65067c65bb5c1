"""Plan of a sheet: its questions, and the functions that make them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .random_draw import QuestionRandom
from .sheet_question import SheetQuestion

QuestionMaker: TypeAlias = Callable[[QuestionRandom], SheetQuestion]


@dataclass(frozen=True)
class SheetPlan:
    """Plan of a sheet: its name, its title, and a function for each question."""

    name: str
    title: str
    makers: Mapping[str, QuestionMaker]
