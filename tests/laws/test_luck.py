"""Every game is held to the laws of luck."""

from classkit.testing.luck import *
