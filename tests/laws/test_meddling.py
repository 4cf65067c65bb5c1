"""Laws of what is given out, on every game."""

from classkit.testing.meddling import *
