"""Cache for values that several metrics in a row share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

StateT = TypeVar("StateT", bound="RowSource")
OtherArguments = TypeVarTuple("OtherArguments")
ResultT = TypeVar("ResultT")
MISSING_VALUE: Any = object()


class RowSource(Protocol):
    """A state for which a row of metrics is computed."""

    worked_out: dict[Any, Any] | None


def once_a_row(
    work_out: Callable[[StateT, *OtherArguments], ResultT],
) -> Callable[[StateT, *OtherArguments], ResultT]:
    """Cache a function while a row is computed, so that metrics share its result.

    ``work_out`` takes the state and additional arguments, such as a seat. Callers must not modify
    its result. Outside a row, nothing is cached.
    """

    @wraps(work_out)
    def found(table: StateT, *of: *OtherArguments) -> ResultT:
        known = table.worked_out
        if known is None:
            return work_out(table, *of)
        key: Any = (work_out, *of) if of else work_out
        there: ResultT = known.get(key, MISSING_VALUE)
        if there is MISSING_VALUE:
            there = known[key] = work_out(table, *of)
        return there

    return found
