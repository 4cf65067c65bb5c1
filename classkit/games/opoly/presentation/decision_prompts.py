"""Prompts for decisions, and the facts shown with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from classkit.engine.events import Event
from classkit.engine.moves import Preview
from classkit.engine.rulebook_text import PreviewFunction, Sentence, StepSummary, TextFormatter

from ..rules.alliances import build_fee_rows
from .auction_event_text import format_lot, format_standing_bid
from .contract_event_text import format_alliance, format_deal

About = Mapping[str, Any]


def format_english_prompt(say: TextFormatter, about: About) -> str:
    if about.get("holder") is None:
        lot, least = format_lot(say, about["lot"]), say.money(about["minimum"])
        return f"Bid for {lot}? Bids start at {least}."
    standing = format_standing_bid(say, about["standing"], about["holder"])
    return f"{format_lot(say, about['lot'])}: {standing}. Raise or pass?"


def tell_english_lead(
    say: TextFormatter, about: About, events: Sequence[Event]
) -> StepSummary | None:
    """Return the standing bid of an open auction, and the bidders that have passed (Q2.2)."""
    opened = next((one for one in reversed(events) if one.name == "lot_opened"), None)
    if opened is None or opened.facts["lot"] != about["lot"]:
        return None
    since = [*takewhile(lambda one: one is not opened, reversed(events))][::-1]
    passed = [one for one in since if one.name == "bid_passed"]
    bids = [one for one in since if one.name == "bid_made"][-1:]
    if not bids and not passed:
        return None
    told = [f"{say.seat(one.seat)} bids {say.money(one.facts['amount'])}" for one in bids]
    if passed:
        verb = "passes" if len(passed) == 1 else "pass"
        told.append(f"{say.format_list([say.seat(one.seat) for one in passed])} {verb}")
    lot = format_lot(say, about["lot"])
    text = f"{lot[:1].upper()}{lot[1:]} is on the block: {', '.join(told)}."
    return StepSummary(text, [opened, *bids, *passed])


def format_sealed_prompt(say: TextFormatter, about: About) -> str:
    lot, least = format_lot(say, about["lot"]), say.money(about["minimum"])
    return f"What do you bid in secret for {lot}? At least {least}, or 0 for no bid."


def format_trustee_prompt(say: TextFormatter, about: About) -> str:
    if "holder" in about:
        return "As trustee: " + format_english_prompt(say, about)
    return "As trustee: " + format_sealed_prompt(say, about)


def format_deal_prompt(say: TextFormatter, about: About) -> str:
    return f"{say.seat(about['proposer'])} offers you {format_deal(say, about)}. Accept?"


def format_alliance_prompt(say: TextFormatter, about: About) -> str:
    return f"{say.seat(about['proposer'])} offers {format_alliance(say, about)}. Accept?"


def format_place_prompt(say: TextFormatter, about: About) -> str:
    return f"Where do you place {format_lot(say, about['kind'])}?"


def build_lot_preview(say: TextFormatter, about: About) -> Preview | None:
    """Preview the facts of a lot that are known before bidding."""
    note = "" if "holder" in about else f"Sealed bids for {format_lot(say, about['lot'])}."
    if not about.get("appraised"):
        return Preview((), (), note=note) if note else None
    standing = about.get("standing")
    price = ("Standing bid", standing) if standing else ("Minimum bid", about["minimum"])
    rows = (("Appraised value", about["appraised"]), price)
    return Preview(("", "Amount"), rows, note=note)


def build_shift_preview(say: TextFormatter, about: About) -> Preview:
    """Preview the space that each shift leads to (Q8.1)."""
    landings = about["landings"]
    return Preview(
        ("Spaces", *(f"{by:+}" for by in landings)),
        (("Lands on", *(say.space(at) for at in landings.values())),),
    )


def build_alliance_preview(say: TextFormatter, about: About) -> Preview | None:
    """Preview the rents and the fee of each party under the contract."""
    columns, *rows = about["rents"]
    rows += build_fee_rows(about["parties"], about["fee"])
    return Preview(tuple(columns), tuple(tuple(row) for row in rows), note="Rent from one landing.")


def build_deal_preview(say: TextFormatter, about: About) -> Preview | None:
    """Preview rents, cash, holdings and scores of both companies under the offered deal."""
    columns, *rows = about["outcome"]
    return Preview(tuple(columns), tuple(tuple(row) for row in rows), note="Rent from one landing.")


DECISIONS: Mapping[str, str | Sentence] = {
    "pledge_property": (
        "You have no free slot. Pledge a property for {fee:money} to bid for {lot:space}?"
    ),
    "bid_english": format_english_prompt,
    "bid_sealed": format_sealed_prompt,
    "trustee_bid": format_trustee_prompt,
    "income_tax_choice": "Income Tax: do you pay the flat sum, or a tenth of your total worth?",
    "play_put": (
        "Play a put to end the recession for everybody? A payment would cost you {exposure:money}."
    ),
    "stimulus_vote": "Use the Fiscal Stimulus to end the recession?",
    "raise_cash": (
        "You owe {owed:money} ({reason:reason}) and have less. Sell buildings or mortgage first?"
    ),
    "manage": "Do you sell, mortgage, lift a mortgage, abandon, give notice, or use a card?",
    "propose": "Do you offer a deal or an alliance?",
    "answer_deal": format_deal_prompt,
    "answer_alliance": format_alliance_prompt,
    "build_order": "Order buildings? You may build on {lots:space}.",
    "place_unit": format_place_prompt,
    "shed_property": (
        "You hold {over:of property} too many. Which do you give up, to whom, and at what price?"
    ),
    "answer_shed": "{seller:seat} must give up {space:space} and asks {price:money}. Buy it?",
    "shift_pawn": "The roll is {total}. Shift the landing?",
    "use_first_mover": (
        "Buy {space:space} for {price:money} before anybody bids? Otherwise the card is lost."
    ),
    "ethics": "Ethical Opportunity: decline, or take a property from another company?",
    "ethics_shed": ("You hold {over:of property} too many. Which do you abandon or auction?"),
    "copy_target": "Second Mover: which card do you copy from another company?",
    "flagship_choice": "Which hotel becomes your flagship?",
    "diversify_line": "Into which line of business do you diversify?",
    "environment_vote": (
        "Support the environmental levy? You would pay {levy:money}; those who oppose it would pay "
        "double."
    ),
    "merger_offer": "Merger Fever: offer a merger?",
    "merger_answer": (
        "{proposer:seat} offers a merger into {survivor:seat}, with {share}% of the final scores "
        "for {proposer:seat}. Accept?"
    ),
}
FACTS: Mapping[str, str | PreviewFunction] = {
    **dict.fromkeys(("bid_english", "bid_sealed", "trustee_bid"), build_lot_preview),
    "ethics": "Ethical Opportunity: who takes a property from another company?",
    "build_order": "Who orders buildings?",
    "income_tax_choice": "Income Tax: who pays the flat sum, and who a tenth of total worth?",
    "environment_vote": "Environmental levy: who supports it?",
    "stimulus_vote": "Fiscal Stimulus: who uses it to end the recession?",
    "answer_alliance": build_alliance_preview,
    "answer_deal": build_deal_preview,
    "shift_pawn": build_shift_preview,
}
