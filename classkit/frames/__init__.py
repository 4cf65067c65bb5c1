"""Tables of a match: history, ledger, events and answers, for pandas, spreadsheets and files.

Rows are lists of dicts and require only the standard library. Functions with names ending in
``_frame`` load pandas. `describe` returns the type, unit and meaning of each column. Seats are
identified by letters. ``names=True`` adds their names.

>>> import classkit
>>> from classkit.frames import history_rows
>>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
>>> sorted(history_rows(m)[0])
['label', 'metric', 'part', 'round', 'seat', 'text', 'turn', 'unit', 'value']
"""

from __future__ import annotations

from .columns import Column, describe
from .file_export import export_files, to_csv, to_data
from .history_tables import history_frame, history_rows, history_table
from .log_tables import (
    answer_rows,
    answers_frame,
    event_rows,
    events_frame,
    ledger_frame,
    ledger_rows,
)

__all__ = [
    "Column",
    "answer_rows",
    "answers_frame",
    "describe",
    "event_rows",
    "events_frame",
    "export_files",
    "history_frame",
    "history_rows",
    "history_table",
    "ledger_frame",
    "ledger_rows",
    "to_csv",
    "to_data",
]
