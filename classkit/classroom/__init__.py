"""Live rooms: a class joins in by telephone, at as many tables as it needs.

- ``log.py``: a room is the rows of its log, which are appended and never changed.
- ``codes.py``: how a room is called.
- ``store.py``: where the rows lie: SQLite, or PostgreSQL by its address.
- ``room.py``: what the rows of a room say: people, tables, seats, settings.
- ``seating.py``: how a class is spread over tables.
- ``commands.py``: what may be asked of a room, and the rows that carry it out.
- ``place.py``: one table, folded from its rows; what is done there becomes rows.
- ``live.py``: a room as one process has it: folds kept up to date, and all lines that look on.
- ``lines.py``: what a telephone and the teacher's desk may ask over their lines.
- ``wall.py``: all tables at a glance.

Nothing here knows of a server; ``classkit.hosting.rooms`` has the pages and the websockets.
"""

from __future__ import annotations

from importlib.util import find_spec

REMEDY = "For a class that joins in: pip install 'classkit[rooms]'"


def is_installed() -> bool:
    """Return whether what rooms need is there: the extra ``rooms``."""
    return bool(find_spec("sqlalchemy") and find_spec("segno"))
