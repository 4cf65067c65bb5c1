"""Many matches: simulations, futures from here, tournaments.

Nothing here loads pandas or numpy before it is called for, so that the processes which play
stay small.

>>> import classkit
>>> from classkit import study
>>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
>>> study.futures(m, n=4, horizon=2, processes=1).wait().done
4
"""

from __future__ import annotations

from .ahead.asked import fan_charts
from .ahead.compare import Comparison, compare_moves
from .ahead.futures import Futures, futures
from .arena.limits import Limits
from .arena.policy_check import Check, check_policy
from .arena.policy_file import write_policy
from .arena.result import Tournament
from .arena.tournament import tournament
from .batch.lines import ResultsError
from .batch.results import read_results
from .batch.simulation import simulate
from .processes.failures import JobError

__all__ = [
    "Check",
    "Comparison",
    "Futures",
    "JobError",
    "Limits",
    "ResultsError",
    "Tournament",
    "check_policy",
    "compare_moves",
    "fan_charts",
    "futures",
    "read_results",
    "simulate",
    "tournament",
    "write_policy",
]
