"""Every game is held to the laws of twins."""

from classkit.testing.twins import *
