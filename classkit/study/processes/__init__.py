"""Where many matches are played: this machine's cores, or a cluster."""
