"""Every game is held to the laws of sentences."""

from classkit.testing.sentence_laws import *
