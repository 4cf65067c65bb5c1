"""Why figures change: changes split into their parts, and the turning points of a match.

A change of a figure is told as statistical offices tell growth, by what each part contributes:
money and things by the reason for which they moved, and what the rest is worth now. The parts come
from the ledger and from what a game declares its figures to be made of; they sum to the change.
"""
