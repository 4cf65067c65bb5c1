"""The bots of Poleconomy."""

from .politician import Politician
from .saver import Saver
from .tycoon import Tycoon

__all__ = ["Politician", "Saver", "Tycoon"]
