"""The facts of a position in words, for the lists of what may be stated."""

from __future__ import annotations

from collections.abc import Mapping

ABOUT: Mapping[str, str] = {
    "turn": "number of the turn that begins, from 1 (Q0.1)",
    "pawn": "space of the pawn, by id, number or name (Q1.3)",
    "recession": "recession, depression, or nothing (Q4.1)",
    "payments": "payments made in this recession (Q4.6)",
    "doubles": "doubles in a row outside recession (Q3.3)",
    "rolled": "dice total of the last pawn roll (Q3.8)",
    "emptied": "lots from which all houses, or the hotel, have gone again",
    "printed": "dollars beyond those of the game, with an endless bank (Q5.6)",
    "buildings": "levels by street: 1 to 4 houses, 5 for a hotel (Q6.11)",
    "building_costs": "dollars paid for each level, by street; by default the listed cost (Q1.6)",
    "alliances": "contracts in force (Q7)",
    "past_alliances": "contracts that have ended (Q7)",
    "on_table": "external cards that lie on the table",
    "removed": "cards that are out of play",
    "under": "cards under their decks, in order",
    "shuffled": "cards shuffled again, in the order in which luck picks them",
    "actors": "seats that acted on an Ethical Opportunity (Q8.4)",
    "mergers": "survivor, merged seat, and its per cent of the scores, oldest first (Q9.3)",
    "campaigned": "ad campaigns that shifted the pawn on the last roll (Q8.1)",
    "time_up": "whether the host has reported that the time is over (Q10.3)",
    "timed_out": "whether a time-out runs, until the next roll (Q10.3)",
    "prices": "price and appraised value of the latest properties auctioned; for the charts",
    "no_building_until": "last turn in whose window nobody may build (Q8.15)",
    "left_on_table": "dollars from the second to the winning bid for the last lot; for the charts",
    "recession_turns": "turns in recession so far; for the charts",
    "recession_cost": "dollars that recessions cost so far; for the charts",
    "copies": "kind of card that each Second Mover copies (Q8.5)",
    "lines": "line chosen for each Diversification card (Q8.8)",
    "flagships": "hotel to which each Flagship card is attached (Q8.6)",
    "cash": "dollars in hand; by default the starting cash (Q1.2)",
    "properties": "properties owned, by id, number or name",
    "mortgaged": "those of them that are mortgaged (Q6.3)",
    "cards": "internal cards in hand",
    "limit": "how many properties it may hold (Q6.9)",
    "status": "whether the company is active, or how it went out (Q10.1)",
    "basis": "dollars paid for a property or card, or soul (Q8.4)",
    "rent": "dollars of rent received so far; for the charts",
    "frozen": "its score as it was when it was disgraced (Q8.4)",
}
"""Name of a fact -> what it is, with its unit and clause."""
