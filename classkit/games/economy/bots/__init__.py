"""The bots of Economy."""

from .harvester import Harvester
from .insider import Insider
from .raider import Raider

__all__ = ["Harvester", "Insider", "Raider"]
