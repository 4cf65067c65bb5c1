"""The facts of a position in words, for the lists of what may be stated."""

from __future__ import annotations

from collections.abc import Mapping

ABOUT: Mapping[str, str] = {
    "round": "number of the round, from 1",
    "phase": "number of the phase that begins; there is no phase 4 (N6.4)",
    "order": "order of play: all seats clockwise, from any of them (N0.5)",
    "event": "event of the round, from phase 3 on, by id or name (N5.1)",
    "events_used": "events turned up before, by id or name",
    "laws_used": "laws that are neither in a pile nor in force, by id or name",
    "market": "units in the market; at least 1 of all but gold (N1)",
    "trade_volume": "gold value of the payments in this round; for the charts",
    "index_before": "price index at the end of the previous round; for the charts",
    "event_met": "1 if the goal of the last event was met; for the charts",
    "goals": "goals met, and events resolved, so far; for the charts",
    "told": "number of events told so far",
    "reserves": "units in reserve; own means the nation's own currency (N1)",
    "staged": "goods made and not delivered yet, when phase 7 begins (N8.7)",
    "peg": "what its currency is pegged to (N3)",
    "counter": "false for a peg marked without a counter (N3.3)",
    "changed_in": "round of its last change of peg, 0 for none (N6.2)",
    "laws": "laws in force by id or name, or each as [law, last round] (N7.2)",
    "pile": "laws left in its pile (N7.1)",
    "tokens": "volatility tokens (N15)",
    "issue": "units of its currency created, less those destroyed (N11)",
    "counted": "what was counted in this round, for laws and charts (N17.2)",
}
"""Name of a fact -> what it is, with its unit and clause."""
