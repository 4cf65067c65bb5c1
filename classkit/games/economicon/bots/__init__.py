"""Bots of Economicon (section 9 of the rules file)."""

from .commodity_trader import CommodityTrader
from .gold_anchor import GoldAnchor
from .printing_press import PrintingPress
from .speculator import Speculator

__all__ = ["CommodityTrader", "GoldAnchor", "PrintingPress", "Speculator"]
