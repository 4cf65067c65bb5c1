"""Students' policies: validation, sandboxed processes, and tournaments."""
