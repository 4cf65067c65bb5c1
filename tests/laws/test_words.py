"""Every game is held to the laws of words."""

from classkit.testing.text_laws import *
