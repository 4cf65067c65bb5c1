"""Every game is held to the laws of play."""

from classkit.testing.play_laws import *
