"""Every game is held to the law of money and units."""

from classkit.testing.money_laws import *
