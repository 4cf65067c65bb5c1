"""Every game is held to the laws of accounts."""

from classkit.testing.account_laws import *
