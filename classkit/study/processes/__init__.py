"""Processes that play many matches: on this machine's cores, or on a cluster."""
