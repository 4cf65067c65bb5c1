"""The code that results depend on: what is reached in memory, what stands in files, and both told
apart by name."""
