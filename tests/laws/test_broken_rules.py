"""Every game is held to the laws of what happens when a rule breaks."""

from classkit.testing.exception_laws import *
