"""Sentences for the events of Game 2."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.rulebook_text import (
    NOTABLE,
    TURNING_POINT,
    Sentence,
    TextFormatter,
    Weight,
    choose_sentence,
)

from ..law_words import format_purpose, law_text
from ..laws import read_law
from ..state import BANK
from .nouns import Facts, format_stock_count


def tell_votes(say: TextFormatter, facts: Facts) -> str:
    votes = [f"{say.seat(seat)} {count}" for seat, count in facts["votes"].items()]
    total = sum(facts["votes"].values())
    return f"Votes: {', '.join(votes)}; a majority is {total // 2 + 1} of {total}."


def tell_coalition(say: TextFormatter, facts: Facts) -> str:
    units = say.format_list([get_unit_name(say, unit) for unit in facts["units"]])
    refused = [say.seat(seat) for seat, answer in facts["answers"].items() if answer == "no"]
    verdict = f"{say.format_list(refused)} will not join" if refused else "all agree"
    return f"{say.seat(facts['leader'])} proposes a coalition of {units}: {verdict}."


def get_unit_name(say: TextFormatter, unit: str) -> str:
    """Return the name of a party or of an independent."""
    return say.seats.get(unit, unit)


def tell_government(say: TextFormatter, facts: Facts) -> str:
    """Return who governs now, alone or together."""
    forced = "All talks have failed, so the largest are joined. " if facts["forced"] else ""
    members = [say.seat(seat) for seat in facts["members"]]
    if len(members) == 1:
        return f"{forced}{members[0]} now governs alone."
    return f"{forced}The Government is now {say.format_list(members)}."


def format_holders(say: TextFormatter, count: Facts) -> str:
    """Return the holders of bonds, each with a number, as text."""
    parts = [
        f"{format_stock_count(number, 'bond')} of {say.account(holder)}"
        for holder, number in count.items()
    ]
    return say.format_list(parts)


def tell_issue(say: TextFormatter, facts: Facts) -> str:
    count = format_stock_count(facts["count"][BANK], "bond")
    unissued = facts["unissued"]
    left = f"{unissued or 'none'} {'is' if unissued == 1 else 'are'} left to issue"
    if facts["automatic"]:
        return f"Cash is short: the Treasury issues {count} to the Bank; {left}."
    return f"The Treasury issues {count} to the Bank; {left}."


def tell_redemption(say: TextFormatter, facts: Facts) -> str:
    return f"The Treasury redeems {format_holders(say, facts['count'])}."


def tell_vote(say: TextFormatter, facts: Facts) -> str:
    kind = {"tax": "tax law", "subsidy": "subsidy", "salary": "salary"}[facts["kind"]]
    verdict = "passes" if facts["passed"] else "is defeated"
    votes = f"by {facts['yes']} votes to {facts['no']}"
    return f"The bill for a {kind} ({facts['text']}) {verdict} {votes}."


def tell_law(say: TextFormatter, facts: Facts) -> str:
    text = law_text(read_law(facts["law"]))
    return f"A new tax law is in force. {text[:1].upper()}{text[1:]}."


def tell_subsidy(say: TextFormatter, facts: Facts) -> str:
    purpose = format_purpose(facts["purpose"])
    seats = [say.seat(seat) for seat in facts["seats"]]
    if not seats:
        return f"Nobody meets the conditions of the subsidy for {purpose}."
    amount = say.money(facts["amount"])
    capped = ", less what is above the limit of a turn" if facts["capped"] else ""
    return f"The subsidy for {purpose}: {amount} for {say.format_list(seats)}{capped}."


def tell_bankruptcy(say: TextFormatter, facts: Facts) -> str:
    return f"The Treasury {describe_shortfall(say, facts, '')}"


def describe_shortfall(say: TextFormatter, facts: Facts, purpose: str) -> str:
    """Describe the bill that the Treasury cannot pay, as what follows "The Treasury" (P17.5)."""
    cash, unissued = say.money(facts["cash"]), format_stock_count(facts["unissued"], "bond")
    return (
        f"owes {say.money(facts['bill'])}{purpose}, has {cash} and can issue {unissued}: that is "
        "too little."
    )


EVENTS: Mapping[str, str | Sentence] = {
    "party_changed": choose_sentence(
        "party",
        {"independent": "{seat:seat} stays independent."},
        "{seat:seat} is in {party}.",
    ),
    "votes_counted": tell_votes,
    "coalition_proposed": tell_coalition,
    "government_formed": tell_government,
    "banker_changed": "{seat:seat} is now the Banker.",
    "cabinet_changed": choose_sentence(
        "position",
        {None: "{seat:seat} leaves the Cabinet."},
        "{seat:seat} joins the Cabinet ({position}).",
    ),
    "salary_set": "{seat:seat}'s salary changes from {old:money} to {new:money}.",
    "bonds_issued": tell_issue,
    "bonds_redeemed": tell_redemption,
    "bill_voted": tell_vote,
    "tax_law_set": tell_law,
    "subsidy_paid": tell_subsidy,
    "confidence_vote": (
        "{mover:seat} calls a vote of no confidence: {for:of votes} for the Prime Minister, "
        "{against} against; the Prime Minister {survived:?stays in office}{survived:!loses}."
    ),
    "treasury_bankrupt": tell_bankruptcy,
}

WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("bonds_issued", "bill_voted", "tax_law_set"), NOTABLE),
    **dict.fromkeys(("government_formed", "treasury_bankrupt"), TURNING_POINT),
    "confidence_vote": lambda _, facts: NOTABLE if facts["survived"] else TURNING_POINT,
}
