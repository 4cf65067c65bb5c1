"""Many matches: simulations, futures from here, tournaments.

Nothing here loads pandas or numpy before it is called for, so that the processes which play
stay small.
"""

from __future__ import annotations

from .limits import Limits
from .policy_check import Check, check_policy
from .policy_file import write_policy

__all__ = ["Check", "Limits", "check_policy", "write_policy"]
