"""Every game is held to the laws of going back and forth."""

from classkit.testing.moments import *
