"""Every game is held to the laws of luck."""

from classkit.testing.determinism_laws import *
