"""Rules that decide when sealed bids and votes become visible."""

from __future__ import annotations

from classkit.engine.visibility import Reveal

REVEALS = (
    Reveal("bid", "auction_held", "P8.1"),
    Reveal("agree_end", "game_ended", "P15.1"),
    Reveal("admit_member", "party_changed", "P16.2"),
    Reveal("admit_member", "choose_party", "P16.2"),
    Reveal("join_coalition", "coalition_proposed", "P16.5"),
    Reveal("choose_pm", "pm_elected", "P16.7"),
    Reveal("vote_bill", "bill_voted", "P18.5"),
    Reveal("vote_bill", "bill_voted", "P19.1"),
    Reveal("support_pm", "confidence_vote", "P20.2"),
    Reveal("support_pm", "confidence_vote", "P20.3"),
)
"""The ways in which answers become public.

For example, a player whom a party does not admit chooses again, without that party (P16.2).
"""
