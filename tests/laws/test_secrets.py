"""Every game is held to the laws of secrecy."""

from classkit.testing.visibility_laws import *
