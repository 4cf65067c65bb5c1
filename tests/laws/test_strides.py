"""Every game is held to the laws of stepping both ways."""

from classkit.testing.navigation_laws import *
