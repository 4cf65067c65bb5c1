"""Every game is held to the laws of positions."""

from classkit.testing.position_laws import *
