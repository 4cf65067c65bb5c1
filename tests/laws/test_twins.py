"""Every game is held to the laws of twins."""

from classkit.testing.noninterference_laws import *
