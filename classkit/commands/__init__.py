"""Subcommands of `classkit`, one module each. Heavy imports belong inside `run`."""
