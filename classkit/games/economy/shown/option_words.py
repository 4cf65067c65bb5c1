"""The options of Economy as a teacher reads them in the form of a new match (section 8)."""

from __future__ import annotations

OPTION_WORDS = {
    "allow_two_players": "Two players may play",
    "target_points": "Points that end the game",
    "target_points.auto": "By the number of players",
    "cards_per_sector": "Cards of each sector",
    "placement": "Cards are placed",
    "placement.players": "by the players",
    "placement.random": "by chance",
    "placement.demo": "as laid out for demonstrations",
    "spacing": "Cards of one sector may not lie",
    "spacing.orthogonal": "side by side",
    "spacing.king": "side by side or corner to corner",
    "spacing.none": "(no limit)",
    "first_player": "Who begins",
    "first_player.roll": "whoever rolls highest",
    "first_player.seat_a": "seat A",
    "entry_corner": "A piece that was put out enters again",
    "entry_corner.sent_to": "at the corner it was sent to",
    "entry_corner.any": "at any corner",
    "part1_turn_limit": "Part 1 lasts at most (turns)",
    "turn_limit": "The game lasts at most (turns)",
    "tie_break": "A tie at the top",
    "tie_break.property": "is won by the greater property",
    "tie_break.shared": "is a shared win",
    "tie_break.play_on": "is played on",
    "open_memory": "Face-down cards are shown to all",
}
"""Labels by the name of the option, and of its values by "option.value"."""
