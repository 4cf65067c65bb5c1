"""Simulations of many matches that vary options, bots, seats and editions over seeds."""
