"""The facts of a position in words, for the lists of what may be stated."""

from __future__ import annotations

from collections.abc import Mapping

ABOUT: Mapping[str, str] = {
    "part": "part of the game; by default 2 once no card is free (E3.7, E3.8)",
    "turn": "number of the turn that begins, from 1",
    "mover": "whose turn it is",
    "cards": "location cards by space; one that has to make room goes where the other came from",
    "face_down": "spaces whose location card lies face-down (E6)",
    "turned_down": "the seat that turned a card down before everybody's eyes, by space (E6)",
    "scorings": "sectors scored so far",
    "landing": "the last landing, as the board shows it",
    "at": "space of the piece, or outside (E2.4)",
    "corner": "corner to which the piece was sent, if it was (E2.4)",
    "properties": "property cards held, by id or product (E0.2)",
    "points": "points scored (E0.3)",
    "points_by_sector": "points scored by sector; at most those of the seat",
    "put_outs": "how often it put a piece out, and was put out; for the charts",
    "take_overs": "how often it took a card over, and lost one; for the charts",
}
"""Name of a fact -> what it is, with its unit and clause."""
