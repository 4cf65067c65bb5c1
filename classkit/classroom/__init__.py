"""Live classrooms: students join by phone and play at as many tables as the class needs.

The log:

- ``room_events.py``: the rows of a room's log. Rows are appended and never changed.
- ``room_store.py``: the database that stores the rows: SQLite, or PostgreSQL by its address.
- ``database_addresses.py``: database addresses, and the file of a SQLite database.
- ``database_timeouts.py``: time limits for a database that does not respond.
- ``db_notifications.py``: notifications about rows that other processes have written.

A room and its tables:

- ``room.py``: the state of a room, rebuilt from its rows: people, tables, seats, settings.
- ``room_commands.py``: a room's commands, and the rows that carry them out.
- ``room_table.py``: one table, rebuilt from its rows. Actions there become rows.
- ``room_runtime.py``: a room in one process: its state, its tables and its connections.
- ``codes.py``: codes of rooms, and of people in exported data.
- ``open_room_form.py``: the form that opens a room.
- ``treatments.py``: groups of tables that play with different options or editions.
- ``seat_allocation.py``: distribution of a class over tables and teams.
- ``teams.py``: answers of teams, chosen from proposals; ``team_view.py``: what a team sees.
- ``simulated_participants.py``: simulated participants, for rehearsing a lesson.

Connections:

- ``room_connections.py``: requests of phones and of the teacher's desk about the room.
- ``table_connections.py``: their requests at a table.
- ``absence_report.py``: what happened at a table while a page was away.
- ``class_overview.py``: all tables at a glance; ``sparkline.py``: the small chart of each.

Questions to the class:

- ``poll_model.py``: questions and answers; ``poll_commands.py``: asking and answering.
- ``poll_results.py``: the result of a question; ``poll_view.py``: questions as pages show them.
- ``covered_charts.py``: charts that are covered while the class predicts them.

Results:

- ``class_metrics.py``: metrics of the class, one number per turn or round and table.
- ``class_charts.py``: charts of the class; ``class_chart_cache.py`` keeps them up to date.
- ``paired_difference.py``: differences between groups of tables, with intervals;
  ``conclusions.py``: the same in words.
- ``room_archive.py``: a stored room as data frames, files and records (``columns.py``), with the
  rows of ``archive_comparisons.py``, ``archive_questions.py`` and ``archive_timeline.py``.
- ``log_coverage.py``: which exported table contains each kind of row in the log.
- ``design_note.py``: the experimental design of a lesson as a page.
- ``comparison.ipynb``: an export's notebook that recomputes the group comparison.
- ``seat_history.py``: who sat where and when; ``decision_recorder.py``: who decided what.
- ``student_report.py``: a student's own report.

Nothing here depends on a server: ``classkit.hosting`` has the pages (``room_handlers``) and the
websockets (``room_sockets``).
"""

from __future__ import annotations

from importlib.util import find_spec

from classkit.engine.errors import ClasskitError

REMEDY = "Run: pip install 'classkit[rooms]'"


def is_installed() -> bool:
    """Return True if the extra ``rooms`` is installed."""
    return all(map(find_spec, ("sqlalchemy", "segno", "scipy")))


def check_installed() -> None:
    """Raise ClasskitError unless the extra ``rooms`` is installed."""
    if not is_installed():
        raise ClasskitError(f"Rooms need packages that are not installed. {REMEDY}.")
