"""The bots of Poleconomy."""

from .financier import Financier
from .politician import Politician
from .saver import Saver
from .tycoon import Tycoon

__all__ = ["Financier", "Politician", "Saver", "Tycoon"]
