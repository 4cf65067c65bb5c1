"""Every figure of every game is held to the laws of figures (issue 18, item 1)."""

from classkit.testing.metric_laws import *
