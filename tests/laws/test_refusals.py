"""Every game refuses with reasons."""

from classkit.testing.illegal_move_laws import *
