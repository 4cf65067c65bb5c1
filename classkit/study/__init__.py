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

from .ahead import Futures, futures
from .asked import fan_charts
from .compare import Comparison, compare_moves
from .failures import JobError
from .limits import Limits
from .lines import ResultsError
from .policy_check import Check, check_policy
from .policy_file import write_policy
from .results import read_results
from .simulate import simulate
from .tournament import Tournament, tournament

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
