"""Every game is held to the laws of states that seats share."""

from classkit.testing.shared_state_laws import *
