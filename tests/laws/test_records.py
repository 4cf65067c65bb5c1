"""Every game is held to the laws of records."""

from classkit.testing.record_laws import *
