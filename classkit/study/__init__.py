"""Studies of many matches: simulations, futures from the present position, tournaments.

Each part is loaded when it is first used, and none loads pandas or numpy before it needs them, so
that playing processes stay small and the command line answers at once.

>>> import classkit
>>> from classkit import study
>>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
>>> study.futures(m, n=4, horizon=2, processes=1).wait().done
4
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .ahead.arguments import fan_charts as fan_charts
    from .ahead.compare import Comparison as Comparison
    from .ahead.compare import compare_moves as compare_moves
    from .ahead.futures import Futures as Futures
    from .ahead.futures import futures as futures
    from .arena.limits import Limits as Limits
    from .arena.policy_check import Check as Check
    from .arena.policy_check import check_policy as check_policy
    from .arena.policy_file import write_policy as write_policy
    from .arena.result import Tournament as Tournament
    from .arena.tournament import tournament as tournament
    from .batch.result_lines import ResultsError as ResultsError
    from .batch.results import read_results as read_results
    from .batch.simulation import simulate as simulate
    from .processes.worker import JobError as JobError

PLACES = {
    "Check": ".arena.policy_check",
    "Comparison": ".ahead.compare",
    "Futures": ".ahead.futures",
    "JobError": ".processes.worker",
    "Limits": ".arena.limits",
    "ResultsError": ".batch.result_lines",
    "Tournament": ".arena.result",
    "check_policy": ".arena.policy_check",
    "compare_moves": ".ahead.compare",
    "fan_charts": ".ahead.arguments",
    "futures": ".ahead.futures",
    "read_results": ".batch.results",
    "simulate": ".batch.simulation",
    "tournament": ".arena.tournament",
    "write_policy": ".arena.policy_file",
}
"""The module of each name."""

__all__ = list(PLACES)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load a public name with everything that it needs.

        Type checkers are told of each above: to them any other name would exist as well.
        """
        if name not in PLACES:
            raise AttributeError(f"module 'classkit.study' has no attribute {name!r}")
        return getattr(import_module(PLACES[name], __name__), name)

    def __dir__() -> list[str]:
        """List the public names, also those that are not loaded yet."""
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
