"""Studies of many matches: simulations, futures from the current position, tournaments.

Each part is loaded when it is first used. pandas and numpy are loaded only when they are needed, so
that worker processes stay small and the command line starts quickly.

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
    from .arena.limits import Limits as Limits
    from .arena.policy_check import Check as Check
    from .arena.policy_check import check_policy as check_policy
    from .arena.policy_file import write_policy as write_policy
    from .arena.tournament_result import Tournament as Tournament
    from .arena.tournament_runner import tournament as tournament
    from .batch.results_file import read_results as read_results
    from .batch.results_jsonl import ResultsError as ResultsError
    from .batch.simulation import simulate as simulate
    from .processes.worker import JobError as JobError
    from .rollouts.futures import Futures as Futures
    from .rollouts.futures import futures as futures
    from .rollouts.move_comparison import Comparison as Comparison
    from .rollouts.move_comparison import compare_moves as compare_moves
    from .rollouts.rollout_arguments import fan_charts as fan_charts
    from .rollouts.turning_point_weight import TurningPointWeight as TurningPointWeight
    from .rollouts.turning_point_weight import weigh_turning_point as weigh_turning_point

EXPORT_MODULES = {
    "Check": ".arena.policy_check",
    "Comparison": ".rollouts.move_comparison",
    "Futures": ".rollouts.futures",
    "JobError": ".processes.worker",
    "Limits": ".arena.limits",
    "ResultsError": ".batch.results_jsonl",
    "Tournament": ".arena.tournament_result",
    "TurningPointWeight": ".rollouts.turning_point_weight",
    "check_policy": ".arena.policy_check",
    "compare_moves": ".rollouts.move_comparison",
    "fan_charts": ".rollouts.rollout_arguments",
    "futures": ".rollouts.futures",
    "read_results": ".batch.results_file",
    "simulate": ".batch.simulation",
    "tournament": ".arena.tournament_runner",
    "weigh_turning_point": ".rollouts.turning_point_weight",
    "write_policy": ".arena.policy_file",
}
"""Maps each public name to its module, relative to this package."""

__all__ = list(EXPORT_MODULES)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load a public name and its module.

        Hidden from type checkers, which would otherwise accept every name.
        """
        if name not in EXPORT_MODULES:
            raise AttributeError(f"module 'classkit.study' has no attribute {name!r}")
        return getattr(import_module(EXPORT_MODULES[name], __name__), name)

    def __dir__() -> list[str]:
        """List the public names, including those that are not loaded yet."""
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
