"""What lessons 7 and 8 speak of happens in default matches, and no bot runs away."""

from __future__ import annotations

from classkit.games.economicon import GAME
from tests.games.mechanics import default_matches, field_of, named, shares


def pegged(to):
    """A nation takes a peg of this kind."""
    return lambda e: e.name == "peg_changed" and e.facts["new"].split(":")[0] in to


def bought(own):
    """A nation buys currency: its own back, or another's."""
    return lambda e: (
        e.name == "bought"
        and e.facts["unit"].startswith("cur:")
        and (e.facts["unit"] == f"cur:{e.facts['nation']}") == own
    )


MECHANICS = {
    "goods are bought for gold (lesson 7, N9.3)": named("bought", pay_with="gold"),
    "a nation floats (lessons 7 and 8, N11)": pegged(("none",)),
    "notes are created (lesson 7, N11.1)": named("moved", reason="currency_created"),
    "notes are bought back (lesson 7, question 1, N9.8)": bought(own=True),
    "notes of others are bought (lesson 8, question 1, N2.4)": bought(own=False),
    "a peg to a commodity (lesson 8, N3.1)": pegged(("grain", "oil", "tech")),
    "a peg to a neighbour (lesson 8, N3.4)": pegged(("cur",)),
    "back to gold (lesson 7, N11.5)": pegged(("gold",)),
    "two changes in two rounds (lesson 8, N6.2)": named("peg_changed", repeat=True),
    "partners trade directly (N10)": named("deal_answered", accepted=True),
    "tokens (lesson 8, N15)": named("token_changed"),
    "an event fails (N14)": named("event_resolved", met=False),
    "gold is mined (lesson 7, N4)": named("moved", reason="mined"),
}

ASKED_ABOUT = {
    "the market runs out of gold (lesson 8, question 5, N9.5)": named("gold_depleted"),
}
"""What a question names as an example, and no lesson waits for."""


def test_what_lessons_speak_of_happens_in_every_second_match():
    found = shares(default_matches(GAME), {**MECHANICS, **ASKED_ABOUT})
    rare = {name for name, share in found.items() if share < 0.5}
    assert rare <= {*ASKED_ABOUT}
    assert all(found[name] > 0.1 for name in ASKED_ABOUT)


def test_no_bot_runs_away(deep):
    """Between 15 and 40 % of four-seat matches, and the leader late: in --deep over 400 matches."""
    field = field_of(GAME, range(1_000, 1_100 if deep else 1_010))
    low, high = (0.15, 0.40) if deep else (0.05, 0.55)
    assert all(low <= share <= high for share in field.wins.values()), field
    assert field.settled > 0.5
