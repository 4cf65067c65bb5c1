"""The bots of 487-opoly (section 9 of the rules)."""

from .appraiser import Appraiser
from .banker import Banker
from .empire_builder import EmpireBuilder
from .hoarder import Hoarder
from .opportunist import Opportunist

__all__ = ["Appraiser", "Banker", "EmpireBuilder", "Hoarder", "Opportunist"]
