"""Containers: Caddy, servers that share rooms and matches, and PostgreSQL."""
