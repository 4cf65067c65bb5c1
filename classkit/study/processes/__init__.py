"""Worker processes that play matches on this machine or on a cluster."""
