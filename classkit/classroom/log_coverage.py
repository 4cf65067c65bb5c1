"""How an export covers a room's log: the exported tables that contain each kind of row."""

from __future__ import annotations

from collections.abc import Mapping

EXPORTED_KINDS: Mapping[str, tuple[str, ...]] = {
    "opened": ("treatments",),
    "joined": ("participants",),
    "named": ("participants",),
    "table": ("tables", "seatings"),
    "seated": ("seatings",),
    "unseated": ("seatings",),
    "captain": ("seatings",),
    "removed": ("timeline", "seatings"),
    "paused": ("timeline",),
    "absent": ("timeline",),
    "pace": ("timeline",),
    "ends": ("timeline",),
    "names_hidden": ("timeline",),
    "usual_shown": ("timeline",),
    "groups_revealed": ("timeline",),
    "hand": ("timeline",),
    "closed": ("timeline",),
    "asked": ("questions",),
    "told": ("questions",),
    "predicted": ("predictions",),
    "polled": ("polls",),
    "guessed": ("guesses",),
    "entry": ("decisions",),
    "goto": ("timeline", "decisions"),
    "proposed": ("proposals",),
    "decided": ("decisions",),
    "awaited": ("timeline",),
    "handed": ("timeline",),
}
"""The exported tables that contain each kind of row of the log."""

DEVICE_REASON = (
    "It names a phone, which may identify a person. The participant code stays the same."
)
UNEXPORTED_KINDS: Mapping[str, str] = {
    "claimed": DEVICE_REASON,
    "let_in": DEVICE_REASON,
    "turned_away": DEVICE_REASON,
    "reserved": "It names people who have not joined. People who join are in the seatings.",
}
"""The other kinds of rows, each with the reason why it is not exported."""
