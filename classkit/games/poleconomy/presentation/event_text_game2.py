"""Sentences for the events of Game 2."""

from __future__ import annotations

import re
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
    """Return the members of the current Government, alone or together."""
    forced = (
        "All coalition talks fail, so the largest sides are joined. " if facts["forced"] else ""
    )
    members = [say.seat(seat) for seat in facts["members"]]
    if len(members) == 1:
        return f"{forced}{members[0]} now governs alone."
    return f"{forced}{say.format_list(members)} now form the Government."


def format_holders(say: TextFormatter, count: Facts) -> str:
    """Return the bondholders, each with a number of bonds, as text."""
    parts = [
        f"{format_stock_count(number, 'bond')} held by {say.account(holder)}"
        for holder, number in count.items()
    ]
    return say.format_list(parts)


def tell_issue(say: TextFormatter, facts: Facts) -> str:
    count = format_stock_count(facts["count"][BANK], "bond")
    treasury = "Short of cash, the Treasury" if facts["automatic"] else "The Treasury"
    return f"{treasury} issues {count} to the Bank, leaving {facts['unissued'] or 'none'} to issue."


def tell_redemption(say: TextFormatter, facts: Facts) -> str:
    return f"The Treasury redeems {format_holders(say, facts['count'])}."


def tell_vote(say: TextFormatter, facts: Facts) -> str:
    kind = {"tax": "tax law", "subsidy": "subsidy", "salary": "salary"}[facts["kind"]]
    verdict = "passes" if facts["passed"] else "is defeated"
    votes = f"by {facts['yes']} votes to {facts['no']}"
    return f"The bill for a {kind} ({format_law_sentence(facts['text'])}) {verdict} {votes}."


FLAT_AND_RATE = re.compile(r"(: (?:(?! per | and |;).)+) and ")
"""Matches a tax that everybody in a bracket owes, before the first rate."""


def format_law_sentence(text: str) -> str:
    """Return the text of a tax law with verbs.

    >>> format_law_sentence("with 3 companies: nothing; all others: $50,000 for each company")
    'players with 3 companies owe nothing; all others owe $50,000 per company'
    >>> format_law_sentence("everybody: $30,000 and $50,000 for each company and $5 for each bond")
    'everybody owes $30,000, plus $50,000 per company and $5 per bond'
    """
    text = FLAT_AND_RATE.sub(r"\1, plus ", text.replace(" for each ", " per "))
    text = re.sub(r"(^|; )with ([^;]*?): ", r"\1players with \2 owe ", text)
    return text.replace("everybody: ", "everybody owes ").replace("all others: ", "all others owe ")


def tell_law(say: TextFormatter, facts: Facts) -> str:
    text = format_law_sentence(law_text(read_law(facts["law"]), say.currency))
    return f"A new tax law is in force. {text[:1].upper()}{text[1:]}."


def tell_subsidy(say: TextFormatter, facts: Facts) -> str:
    purpose = format_purpose(facts["purpose"])
    seats = [say.seat(seat) for seat in facts["seats"]]
    if not seats:
        return f"Nobody meets the conditions of the subsidy for {purpose}."
    amount = say.money(facts["amount"])
    capped = ", less what is above the limit of a turn" if facts["capped"] else ""
    verb, each = ("receives", "") if len(seats) == 1 else ("receive", " each")
    names = say.format_list(seats)
    return f"{names} {verb} {amount}{each} as the subsidy for {purpose}{capped}."


def tell_bankruptcy(say: TextFormatter, facts: Facts) -> str:
    return f"The Treasury {describe_shortfall(say, facts, '')}"


def describe_shortfall(say: TextFormatter, facts: Facts, purpose: str) -> str:
    """Describe the bill that the Treasury cannot pay, as a clause after "The Treasury" (P17.5)."""
    cash, left = say.money(facts["cash"]), facts["unissued"]
    unissued = format_stock_count(left, "bond") if left else "no bonds"
    return (
        f"cannot pay {say.money(facts['bill'])}{purpose}: it has {cash} in cash and {unissued} "
        "left to issue."
    )


def tell_salary(say: TextFormatter, facts: Facts) -> str:
    verb = "rises" if facts["new"] > facts["old"] else "falls"
    old, new = say.money(facts["old"]), say.money(facts["new"])
    return f"{say.seat(facts['seat'])}'s salary {verb} from {old} to {new}."


EVENTS: Mapping[str, str | Sentence] = {
    "party_changed": choose_sentence(
        "party",
        {"independent": "{seat:seat} stays independent."},
        "{seat:seat} is now a member of {party}.",
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
    "salary_set": tell_salary,
    "bonds_issued": tell_issue,
    "bonds_redeemed": tell_redemption,
    "bill_voted": tell_vote,
    "tax_law_set": tell_law,
    "subsidy_paid": tell_subsidy,
    "confidence_vote": (
        "{mover:seat} calls a vote of no confidence: {for:of votes} for the Prime Minister, "
        "{against} against; the Prime Minister {survived:?stays in office}{survived:!loses office}."
    ),
    "treasury_bankrupt": tell_bankruptcy,
}

WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("bonds_issued", "bill_voted", "tax_law_set"), NOTABLE),
    **dict.fromkeys(("government_formed", "treasury_bankrupt"), TURNING_POINT),
    "confidence_vote": lambda _, facts: NOTABLE if facts["survived"] else TURNING_POINT,
}
