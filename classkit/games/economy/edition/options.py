"""The options of Economy (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

OPTIONS = (
    Option("allow_two_players", "bool", False, "E7.1", "Two players may play"),
    Option(
        "target_points", "int", "auto", "E5.1", "Points that end the game", allowed=range(10, 201),
        also={"auto": "By the number of players"},
    ),
    Option(
        "cards_per_sector", "int", 4, "E0.2", "Cards of each sector",
        allowed={4: "4", 3: "3, in twelve sectors with one shop each"},
    ),
    Option(
        "placement", "text", "players", "E1.5", "Cards are placed",
        allowed={
            "players": "by the players",
            "random": "by chance",
            "demo": "as laid out for demonstrations",
        },
    ),
    Option(
        "spacing", "text", "orthogonal", "E1.4", "Cards of one sector may not lie",
        allowed={
            "orthogonal": "side by side",
            "king": "side by side or corner to corner",
            "none": "(no limit)",
        },
    ),
    Option(
        "first_player", "text", "roll", "E1.1", "Who begins",
        allowed={"roll": "whoever rolls highest", "seat_a": "seat A"},
    ),
    Option(
        "entry_corner", "text", "sent_to", "E2.4", "A piece that was put out enters again",
        allowed={"sent_to": "at the corner it was sent to", "any": "at any corner"},
    ),
    Option(
        "part1_turn_limit", "int", 0, "E3.8", "Part 1 lasts at most (turns)",
        allowed=range(1, 301), also={0: "no limit"},
    ),
    Option(
        "turn_limit", "int", 0, "E5.4", "The game lasts at most (turns)", allowed=range(1, 1001),
        also={0: "no limit"},
    ),
    Option(
        "tie_break", "text", "property", "E5.3", "A tie at the top",
        allowed={
            "property": "is won by the greater property",
            "shared": "is a shared win",
            "play_on": "is played on",
        },
    ),
    Option(
        "skip_only_answers", "bool", False, "E2.1",
        "The die is rolled without asking, as nothing else can be answered",
    ),
    Option("open_memory", "bool", False, "E6.3", "Face-down cards are shown to all"),
)  # fmt: skip
