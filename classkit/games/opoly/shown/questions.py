"""The questions that decisions put, as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Preview
from classkit.engine.words import Facts, Say, Sentence

from ..rules.alliances import fee_rows
from .news_auctions import for_sale, lot_name, standing_bid
from .news_contracts import alliance_words, deal_words

About = Mapping[str, Any]


def ask_english(say: Say, about: About) -> str:
    """Ask for the next bid in an open auction."""
    if about.get("holder") is None:
        return f"{for_sale(say, about)}. Your bid?"
    standing = standing_bid(say, about["standing"], about["holder"])
    return f"{lot_name(say, about['lot'])}: {standing}. Raise, or pass?"


def ask_sealed(say: Say, about: About) -> str:
    lot, least = lot_name(say, about["lot"]), say.money(about["minimum"])
    return f"What do you bid in secret for {lot}? At least {least}, or 0 for no bid."


def ask_trustee(say: Say, about: About) -> str:
    """Ask for a trustee's bid."""
    if "holder" in about:
        return "As trustee: " + ask_english(say, about)
    return "As trustee: " + ask_sealed(say, about)


def ask_deal(say: Say, about: About) -> str:
    return f"{say.seat(about['proposer'])} offers you {deal_words(say, about)}. Accept?"


def ask_alliance(say: Say, about: About) -> str:
    return f"{say.seat(about['proposer'])} offers {alliance_words(say, about)}. Accept?"


def ask_place(say: Say, about: About) -> str:
    """Ask where the unit goes."""
    return f"Where do you place {lot_name(say, about['kind'])}?"


def lot_facts(say: Say, about: About) -> Preview | None:
    """Return the facts of a lot that are known before bidding; of sealed bids, for which lot."""
    note = "" if "holder" in about else f"Sealed bids for {lot_name(say, about['lot'])}."
    if not about.get("appraised"):
        return Preview((), (), note=note) if note else None
    standing = about.get("standing")
    price = ("Standing bid", standing) if standing else ("Least bid", about["minimum"])
    rows = (("Appraised value", about["appraised"]), price)
    return Preview(("", "Amount"), rows, note=note)


def shift_facts(say: Say, about: About) -> Preview:
    """Return where each shift would lead (Q8.1)."""
    landings = about["landings"]
    return Preview(
        ("Spaces", *(f"{by:+}" for by in landings)),
        (("Lands on", *(say.space(at) for at in landings.values())),),
    )


def alliance_facts(say: Say, about: About) -> Preview | None:
    """Preview what a landing on each lot, and the fee, would bring each party by the contract."""
    columns, *rows = about["rents"]
    rows += fee_rows(about["parties"], about["fee"])
    return Preview(tuple(columns), tuple(tuple(row) for row in rows), note="Rent from one landing.")


def deal_facts(say: Say, about: About) -> Preview | None:
    """Preview what both companies would earn, have, hold and score with the deal offered."""
    columns, *rows = about["outcome"]
    return Preview(tuple(columns), tuple(tuple(row) for row in rows), note="Rent from one landing.")


DECISIONS: Mapping[str, str | Sentence] = {
    "pledge_property": (
        "You have no slot. Pledge a property for {fee:money} to bid for {lot:space}?"
    ),
    "bid_english": ask_english,
    "bid_sealed": ask_sealed,
    "trustee_bid": ask_trustee,
    "income_tax_choice": "Income Tax: the flat sum, or a tenth of your total worth?",
    "play_put": (
        "Play a put and end the recession for all? A payment would cost you {exposure:money}."
    ),
    "stimulus_vote": "Use the Fiscal Stimulus to end the recession?",
    "raise_cash": (
        "You owe {owed:money} ({reason:reason}) and have less. Sell buildings or mortgage first?"
    ),
    "manage": "Sell, mortgage, lift, abandon, give notice, or use a card?",
    "propose": "Offer a deal or an alliance?",
    "answer_deal": ask_deal,
    "answer_alliance": ask_alliance,
    "build_order": "Order buildings? You may build on {lots:space}.",
    "place_unit": ask_place,
    "shed_property": ("You hold {over:of property} too many. Which goes, to whom, at what price?"),
    "answer_shed": "{seller:seat} must give up {space:space} and asks {price:money}. Buy it?",
    "shift_pawn": "The roll is {total}. Shift the landing?",
    "use_first_mover": (
        "Buy {space:space} for {price:money} before anybody bids? Otherwise the card is lost."
    ),
    "ethics": "Ethical Opportunity: decline, or take a property of another company?",
    "ethics_shed": ("You hold {over:of property} too many. Which do you abandon or auction?"),
    "copy_target": "Second Mover: which card of another company do you copy?",
    "flagship_choice": "Which hotel becomes your flagship?",
    "diversify_line": "Into which line of business do you diversify?",
    "environment_vote": (
        "Support the environmental levy? You would pay {levy:money}; opposers pay double."
    ),
    "merger_offer": "Merger Fever: offer a merger?",
    "merger_answer": (
        "{proposer:seat} offers a merger into {survivor:seat}, {share}% of the final scores for "
        "{proposer:seat}. Accept?"
    ),
}
FACTS: Mapping[str, str | Facts] = {
    **dict.fromkeys(("bid_english", "bid_sealed", "trustee_bid"), lot_facts),
    "ethics": "Ethical Opportunity: who takes a property of another company?",
    "build_order": "Who orders buildings?",
    "income_tax_choice": "Income Tax: who pays the flat sum, who a tenth of total worth?",
    "environment_vote": "Environmental levy: who supports it?",
    "stimulus_vote": "Fiscal Stimulus: who uses it to end the recession?",
    "answer_alliance": alliance_facts,
    "answer_deal": deal_facts,
    "shift_pawn": shift_facts,
}
