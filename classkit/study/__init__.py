"""Many matches: simulations, futures from here, tournaments.

Nothing here loads pandas or numpy before it is called for, so that the processes which play
stay small.
"""

from __future__ import annotations

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
    "JobError",
    "Limits",
    "ResultsError",
    "Tournament",
    "check_policy",
    "read_results",
    "simulate",
    "tournament",
    "write_policy",
]
