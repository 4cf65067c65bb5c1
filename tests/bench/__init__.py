"""Measurements: run by hand, printed as ratios, never asserted as wall time."""
