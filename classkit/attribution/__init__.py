"""Explanation of metrics: changes split into contributions, and turning points of a match.

A change is explained by the contribution of each part, as statistical offices explain growth:
transfers by their reason, and changes in the worth of the rest. The parts come from the ledger and
from the components that a game declares for its metrics; they sum to the change.
"""
