"""Simulations of many matches: a design of options, bots, seats and editions, over seeds."""
