"""Events that reveal sealed bids, orders, choices and votes."""

from __future__ import annotations

from classkit.engine.visibility import Reveal

BIDS = tuple(
    Reveal(bid, event, rule)
    for bid in ("bid_sealed", "trustee_bid")
    for event in ("bid_made", "bid_passed", "lot_sold", "lot_unsold")
    for rule in ("Q2.1", "Q6.14")
)
REVEALS = (
    *BIDS,
    Reveal("bid_sealed", "trustee_bid", "Q2.10"),
    Reveal("income_tax_choice", "money_moved", "Q3.13"),
    Reveal("stimulus_vote", "vote_counted", "Q4.3"),
    Reveal("build_order", "money_moved", "Q6.13"),
    Reveal("build_order", "buildings_changed", "Q6.13"),
    Reveal("build_order", "scarce_unit_auction", "Q6.14"),
    Reveal("ethics", "theft", "Q8.4"),
    Reveal("ethics", "dice_rolled", "Q8.4"),
    Reveal("environment_vote", "vote_counted", "Q8.9"),
)
"""The ways in which answers become public.

For example, a trustee is asked only if at most one other seat has bid (Q2.10).
"""
