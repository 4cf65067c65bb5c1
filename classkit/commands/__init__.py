"""The subcommands of `classkit`, one module each. Heavy imports stay inside `run`."""
