"""Live rooms: a class joins in by telephone, at as many tables as it needs.

- ``log.py``: a room is the rows of its log, which are appended and never changed.
- ``codes.py``: how a room is called, and a person in what is exported.
- ``store.py``: where the rows lie: SQLite, or PostgreSQL by its address.
- ``room.py``: what the rows of a room say: people, tables, seats, settings.
- ``seating.py``: how a class is spread over tables and teams.
- ``teams.py``: how the answer of a team comes of what its people propose; ``huddle.py`` is what
  they see of it.
- ``questions.py``: what a teacher asks the class, and who answered what; ``asking.py`` judges it.
- ``covering.py``: which charts of a table are covered for it, and what is expected of them.
- ``results.py``: what came of a question; ``asked.py`` is what pages show of all of them.
- ``treatments.py``: groups of tables that play by other options or editions.
- ``starting.py``: the form that opens a class.
- ``silence.py``: a database that does not answer, and how long it is waited for;
  ``databases.py``: addresses of databases, and the file of one.
- ``commands.py``: what may be asked of a room, and the rows that carry it out.
- ``place.py``: one table, folded from its rows; what is done there becomes rows.
- ``live.py``: a room as one process has it: folds kept up to date, and all lines that look on.
- ``invented.py``: a class without telephones, for a rehearsal.
- ``lines.py``: what a telephone and the teacher's desk may ask of the room over their lines;
  ``table_lines.py``: what they may do at a table.
- ``wall.py``: all tables at a glance; ``course.py`` is the small chart of each.
- ``figures.py``: the figures of a class, one number a turn or a round from each table.
- ``contrast.py``: what groups of tables differ by, and whether that may be luck.
- ``picture.py``: the class as charts; ``charts.py`` keeps them up to date.
- ``kept.py``: a room afterwards: its tables as frames and files (``columns.py``), and its records.
- ``sittings.py``: who sat where at which time; ``decisions.py``: who decided what, and how fast.
- ``own_story.py``: what somebody decided, what it brought, and how that stands in the class.

Nothing here knows of a server; ``classkit.hosting.rooms`` has the pages and the websockets.
"""

from __future__ import annotations

from importlib.util import find_spec

from classkit.engine.errors import ClasskitError

REMEDY = "For a class that joins in: pip install 'classkit[rooms]'"


def is_installed() -> bool:
    """Return whether what rooms need is there: the extra ``rooms``."""
    return all(map(find_spec, ("sqlalchemy", "segno", "scipy")))


def check_installed() -> None:
    """Refuse to go on without the extra ``rooms``."""
    if not is_installed():
        raise ClasskitError(f"What rooms need is not installed. {REMEDY}.")
