"""Laws in words, for `bill_voted` and for readers (P19)."""

from __future__ import annotations

from .laws import Bracket, Condition, Subsidy, TaxLaw

FIGURE_WORDS = {
    "basic_income": ("Basic Income", "Basic Income"),
    "companies": ("company", "companies"),
    "adverts": ("advertising square", "advertising squares"),
    "squares": ("square", "squares"),
    "savings": ("savings card", "savings cards"),
    "bonds": ("bond", "bonds"),
    "life": ("life policy", "life policies"),
    "business": ("business policy", "business policies"),
}
RATE_WORDS = {
    "per_company": "for each company",
    "per_advert": "for each advertising square",
    "per_savings": "for each savings card",
    "per_bond": "for each bond",
}
FREE_WORDS = {
    "free_companies": "companies",
    "free_adverts": "advertising squares",
    "free_squares": "squares",
}
DEDUCTION_WORDS = {
    "life_deduction": "less for each life policy",
    "business_deduction": "less for each business policy",
}
ALL_OF_THEM = 20
"""The upper end from which a condition reads as open: "3 or more"."""


def money(amount: int) -> str:
    """Return an amount as it is written in a law."""
    return f"${amount:,}"


def condition_text(one: Condition) -> str:
    """Return a condition in words.

    >>> condition_text(Condition("companies", 3, 45))
    '3 or more companies'
    """
    single, several = FIGURE_WORDS[one.field]
    if one.field == "basic_income":
        return f"a {single} of {money(one.min)} to {money(one.max)}"
    if one.min == one.max:
        return f"{one.min or 'no'} {single if one.min == 1 else several}"
    if one.max >= ALL_OF_THEM:
        return f"{one.min} or more {several}"
    return f"{one.min} to {one.max} {several}"


def whom(when: tuple[Condition, ...], everybody: str) -> str:
    """Return whom the conditions meet, in words."""
    return f"with {' and '.join(map(condition_text, when))}" if when else everybody


def bracket_text(bracket: Bracket) -> str:
    """Return what players in a bracket owe, in words.

    >>> bracket_text(Bracket(flat=30_000, per_company=50_000, free_companies=2))
    '$30,000 and $50,000 for each company, 2 companies free'
    """
    parts = [money(bracket.flat)] if bracket.flat else []
    parts += [
        f"{money(rate)} {words}"
        for name, words in RATE_WORDS.items()
        if (rate := getattr(bracket, name))
    ]
    if not parts:
        return "nothing"
    free = [
        f"{count} {words} free"
        for name, words in FREE_WORDS.items()
        if (count := getattr(bracket, name))
    ]
    return ", ".join([" and ".join(parts), *free])


def law_text(law: TaxLaw) -> str:
    """Return a tax law in words.

    >>> law_text(TaxLaw((Bracket((Condition("basic_income", 20_000, 40_000),)), \
Bracket(per_company=50_000)), savings_shield=200_000))
    'with a Basic Income of $20,000 to $40,000: nothing; all others: $50,000 for each company; \
savings cards worth $200,000 are protected'
    """
    last = "all others" if len(law.brackets) > 1 else "everybody"
    parts = [f"{whom(b.when, last)}: {bracket_text(b)}" for b in law.brackets]
    if law.savings_shield:
        parts.append(f"savings cards worth {money(law.savings_shield)} are protected")
    parts += [
        f"{money(amount)} {words}"
        for name, words in DEDUCTION_WORDS.items()
        if (amount := getattr(law, name))
    ]
    return "; ".join(parts)


def subsidy_text(subsidy: Subsidy) -> str:
    """Return a subsidy in words.

    >>> subsidy_text(Subsidy("exports", (Condition("companies", 0, 0),), 100_000, 0))
    '$100,000 for exports to everybody with no companies, at once'
    """
    when = "at once"
    if subsidy.delay_rounds:
        when = f"in {subsidy.delay_rounds} round{'s' * (subsidy.delay_rounds > 1)}"
    to = f"everybody {whom(subsidy.when, '')}".strip()
    return f"{money(subsidy.amount)} for {purpose_text(subsidy.purpose)} to {to}, {when}"


PURPOSES = {"stimulate_investment": "investment"}
"""Purposes that are read otherwise than they are written, after "for"."""


def purpose_text(purpose: str) -> str:
    """Return a purpose as it is read: listed ones are names, others the words that were said.

    >>> purpose_text("disaster_relief"), purpose_text("A road to the north, at last")
    ('disaster relief', 'A road to the north, at last')
    """
    return purpose if " " in purpose else PURPOSES.get(purpose, purpose.replace("_", " "))
