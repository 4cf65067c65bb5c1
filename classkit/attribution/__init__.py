"""Explanations of metrics: changes split into contributions, and turning points of a match.

A change is split into contributions, in the same way as statistical offices explain growth:
transfers grouped by reason, and changes in the value of holdings. The contributions are computed
from the ledger and from the components that a game declares for its metrics. They add up to the
change.
"""
