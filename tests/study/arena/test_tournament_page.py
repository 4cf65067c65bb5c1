"""The page of a tournament shows strangers' words as text, and leaves out what nobody knows."""

from __future__ import annotations

from typing import Any

from classkit.study.arena.tournament_page import render_page, render_tables
from classkit.study.race_results import OVERALL_TITLE, RaceResult

HOSTILE = "<script>alert('1')</script>"
WORTH, FAME = (RaceResult(title, True, (), (), ()) for title in ("Worth", HOSTILE))


def row(kind: str, **known: Any) -> dict[str, Any]:
    """A row of the table of which only what is given is known."""
    measured = ("rating", "win_share", "place")
    bounds = {f"{key}_{end}": None for key in measured for end in ("low", "high")}
    usual = {"rank": 1, "policy": HOSTILE, "kind": kind, "rating": 25.0, "place": 1.5}
    return {**bounds, "win_share": None, "forfeits": 0, "remark": HOSTILE, **usual, **known}


def test_what_strangers_wrote_is_text() -> None:
    forfeit = dict.fromkeys(("policy", "kind", "reason", "decision", "seat", "where"), HOSTILE)
    shown = render_page(
        HOSTILE, {HOSTILE: [row("policy")]}, [FAME],
        [{**forfeit, "times": 1, "match": 1, "turn": 1}], [HOSTILE],
    )  # fmt: skip
    assert "<script" not in shown and shown.count("&lt;script&gt;") == 13
    assert "<script" not in render_tables(
        {OVERALL_TITLE: [row("bot")], HOSTILE: [row("bot")]}, [FAME]
    )


def test_numbers_and_intervals() -> None:
    known = {
        "rating_low": 24.04, "rating_high": 30.0, "win_share": 0.256, "win_share_low": 0.1,
        "win_share_high": 0.4, "place_low": 1.0, "place_high": 2.0, "forfeits": 1200,
    }  # fmt: skip
    told = render_tables({"Worth": [row("policy", **known)]}, [WORTH])
    for words in ("24.0 to 30.0", "<b>26</b>", "10 to 40", "1.0 to 2.0", "1,200", 'class="bad"'):
        assert words in told
    assert "<circle" in told and "<rect" not in told
    bot = render_tables({"Worth": [row("bot")]}, [WORTH])
    assert " to " not in bot.partition("<tbody>")[2], "no interval where none is known"
    assert "<rect" in bot and "<circle" not in bot and ">bot</span>" in bot


def test_each_race_has_a_table_and_the_first_says_what_went_wrong() -> None:
    """By what is rated stands over each; what a policy did in all races stands there once."""
    tables = {OVERALL_TITLE: [row("policy")], "Worth": [row("policy")], "Fame": [row("policy")]}
    races = [WORTH, FAME._replace(title="Fame")]
    told = render_tables(tables, races)
    assert told.count("<table") == 3 and told.count("What went wrong most") == 1
    assert "Ratings by the mean place in “Worth” and “Fame”" in told
    assert "Ratings by the place in “Worth”" in told and "<b>Overall</b>" in told
    alone = render_tables({"Worth": [row("policy")]}, races[:1])
    assert "<b>Worth</b>" not in alone and "Ratings by the place in “Worth”" in alone
