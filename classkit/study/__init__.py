"""Many matches: simulations, futures from here, tournaments.

Nothing here loads pandas or numpy before it is called for, so that the processes which play
stay small.
"""

from __future__ import annotations

from .failures import JobError
from .lines import ResultsError
from .results import read_results
from .simulate import simulate

__all__ = ["JobError", "ResultsError", "read_results", "simulate"]
