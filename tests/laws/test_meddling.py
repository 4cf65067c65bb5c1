"""Laws of what is given out, on every game."""

from classkit.testing.aliasing_laws import *
