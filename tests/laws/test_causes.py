"""Every game is held to the laws of causes."""

from classkit.testing.attribution_laws import *
