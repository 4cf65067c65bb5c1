"""Every game is held to the laws of secrecy."""

from classkit.testing.secrets import *
