"""The options of Economy (section 8 of the rules file)."""

from __future__ import annotations

from classkit.engine.options import Option

OPTIONS = (
    Option("allow_two_players", "bool", False, "E7.1", "two players may play"),
    Option(
        "target_points", "int", "auto", "E5.1", "points that end the game; by players if left",
        allowed=range(10, 201), also=("auto",),
    ),
    Option(
        "cards_per_sector", "int", 4, "E0.2", "3: twelve sectors with one shop each",
        allowed=(4, 3),
    ),
    Option(
        "placement", "text", "players", "E1.5", "who places the locations",
        allowed=("players", "random", "demo"),
    ),
    Option(
        "spacing", "text", "orthogonal", "E1.4", "neighbours that may not share a sector",
        allowed=("orthogonal", "king", "none"),
    ),
    Option(
        "first_player", "text", "roll", "E1.1", "who begins", allowed=("roll", "seat_a"),
    ),
    Option(
        "entry_corner", "text", "sent_to", "E2.4", "where a piece that was put out may enter",
        allowed=("sent_to", "any"),
    ),
    Option(
        "part1_turn_limit", "int", 0, "E3.8", "turns after which part 2 starts anyway; 0 for none",
        allowed=range(301),
    ),
    Option(
        "turn_limit", "int", 0, "E5.4", "turns after which the game ends; 0 for none",
        allowed=range(1001),
    ),
    Option(
        "tie_break", "text", "property", "E5.3", "what settles a tie at the top",
        allowed=("property", "shared", "play_on"),
    ),
    Option("open_memory", "bool", False, "E6.3", "face-down cards are shown to all"),
)  # fmt: skip
