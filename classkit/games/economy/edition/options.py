"""The options of Economy (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.fields import Amount, Flag, OneOf
from classkit.engine.options import AUTO, Option

OPTIONS = (
    Option("allow_two_players", False, "E7.1", "Two players may play", Flag()),
    Option(
        "target_points", AUTO, "E5.1", "Points that end the game",
        Amount(10, 200, also={AUTO: "By the number of players"}),
    ),
    Option(
        "cards_per_sector", 4, "E0.2", "Cards of each sector",
        OneOf({4: "4", 3: "3, in twelve sectors with one shop each"}),
    ),
    Option(
        "placement", "players", "E1.5", "Cards are placed",
        OneOf({
            "players": "by the players",
            "random": "by chance",
            "demo": "as laid out for demonstrations",
        }),
    ),
    Option(
        "spacing", "orthogonal", "E1.4", "Cards of one sector may not be placed",
        OneOf({
            "orthogonal": "side by side",
            "king": "side by side or corner to corner",
            "none": "(no limit)",
        }),
    ),
    Option(
        "first_player", "roll", "E1.1", "Who begins",
        OneOf({"roll": "the player who rolls highest", "seat_a": "seat A"}),
    ),
    Option(
        "entry_corner", "sent_to", "E2.4", "A piece that was put out re-enters",
        OneOf({"sent_to": "at the corner it was sent to", "any": "at any corner"}),
    ),
    Option(
        "part1_turn_limit", 0, "E3.8", "Part 1 lasts at most (turns)",
        Amount(1, 300, also={0: "no limit"}),
    ),
    Option(
        "turn_limit", 0, "E5.4", "The game lasts at most (turns)",
        Amount(1, 1000, also={0: "no limit"}),
    ),
    Option(
        "tie_break", "property", "E5.3", "A tie at the top",
        OneOf({
            "property": "is won by the greater property",
            "shared": "is a shared win",
            "play_on": "is played on",
        }),
    ),
    Option(
        "skip_only_answers", False, "E2.1",
        "Roll the die without asking when there is no other choice",
        Flag(),
    ),
    Option("open_memory", False, "E6.3", "Face-down cards are shown to all", Flag()),
)  # fmt: skip

CLASSROOM_OPTIONS = {"placement": "random"}
"""A class starts at the first turn: placing all cards takes 36 decisions (E1.3, E1.5)."""
