"""Every game is held to the laws of going back and forth."""

from classkit.testing.undo_laws import *
