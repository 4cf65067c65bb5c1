"""Every figure of every game is held to the laws of figures."""

from classkit.testing.metric_laws import *
