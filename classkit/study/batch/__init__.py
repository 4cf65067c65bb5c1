"""Whole matches by the thousand: a design of options, bots, seats and editions over seeds."""
