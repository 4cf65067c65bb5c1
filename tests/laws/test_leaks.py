"""Every game is held to the laws of leaks."""

from classkit.testing.leak_laws import *
