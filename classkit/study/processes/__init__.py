"""Worker processes that play many matches on this machine or on a cluster."""
