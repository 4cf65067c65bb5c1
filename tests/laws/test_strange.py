"""Every game is held to the laws of strange values."""

from classkit.testing.hostile_input_laws import *
