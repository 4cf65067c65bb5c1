"""Subcommands of `classkit`, one module each. Put slow imports inside `run`."""
