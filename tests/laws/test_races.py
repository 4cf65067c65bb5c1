"""Every game is held to the laws of races."""

from classkit.testing.race_laws import *
