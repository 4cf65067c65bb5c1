"""Templates for one machine: a systemd service behind nginx or Caddy."""
