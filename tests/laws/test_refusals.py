"""Every game refuses with reasons."""

from classkit.testing.refusals import *
