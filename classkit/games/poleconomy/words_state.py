"""The words of Game 2: questions and labels."""

from __future__ import annotations

from classkit.engine.words import Say

from .news_state import unit_words
from .nouns import Facts, counted


def ask_party(say: Say, about: Facts) -> str:
    """What `choose_party` asks."""
    if about["refused_by"]:
        refused = say.listing(list(about["refused_by"]))
        return f"{refused} will not have you. Found a party, join another, or stay independent?"
    return "Found a party, join one, or stay independent?"


def ask_admission(say: Say, about: Facts) -> str:
    """What `admit_member` asks."""
    return f"{say.seat(about['applicant'])} asks to join {about['party']}. Admit?"


def vote_counts(say: Say, votes: Facts) -> str:
    """Who holds how many votes."""
    return ", ".join(f"{unit_words(say, unit)} {count}" for unit, count in votes.items())


def ask_proposal(say: Say, about: Facts) -> str:
    """What `propose_coalition` asks."""
    counts = vote_counts(say, about["units"])
    return f"Votes: {counts}. {about['needed']} are needed: with whom would you govern?"


def ask_joining(say: Say, about: Facts) -> str:
    """What `join_coalition` asks."""
    units = say.listing([unit_words(say, unit) for unit in about["units"]])
    return f"{say.seat(about['leader'])} proposes a Government of {units}. Join it?"


def ask_prime_minister(say: Say, about: Facts) -> str:
    """What `choose_pm` asks."""
    counts = vote_counts(say, about["votes"])
    return f"Who shall be Prime Minister? If you do not agree, most votes decide: {counts}."


def ask_action(say: Say, about: Facts) -> str:
    """What `pm_action` asks."""
    cash, bonds = say.money(about["treasury"]), counted(about["unissued"], "bond")
    return f"You govern: the Treasury has {cash}, and {bonds} to issue. What do you do?"


def ask_bill(say: Say, about: Facts) -> str:
    """What `vote_bill` asks: who holds how many votes, and what is needed."""
    counts, text = vote_counts(say, about["votes"]), about["text"]
    if about["kind"] == "salary":
        terms = about["bill"]
        text = f"a salary of {say.money(terms['amount'])} for {say.seat(terms['player'])}"
    return (
        f"{say.seat(about['tabled_by'])} tables: {text}. Yes or no? "
        f"Votes: {counts}; {about['needed']} are needed."
    )


def ask_confidence(say: Say, about: Facts) -> str:
    """What `support_pm` asks."""
    counts = vote_counts(say, about["votes"])
    return (
        f"{say.seat(about['moved_by'])} moves no confidence in {say.seat(about['pm'])}. Do you "
        f"support the Prime Minister? Votes: {counts}; {about['needed']} are needed."
    )


def ask_redemption(say: Say, about: Facts) -> str:
    """What `redeem_before_interest` asks."""
    cash, bonds = say.money(about["treasury"]), counted(about["issued"], "bond")
    return f"Interest is due on {bonds}; the Treasury has {cash}. Redeem some first?"


DECISIONS = {
    "choose_party": ask_party,
    "admit_member": ask_admission,
    "propose_coalition": ask_proposal,
    "join_coalition": ask_joining,
    "choose_pm": ask_prime_minister,
    "pm_action": ask_action,
    "vote_bill": ask_bill,
    "support_pm": ask_confidence,
    "redeem_before_interest": ask_redemption,
}
MOVES = {
    "independent": "Stay independent",
    "found": "Found a party",
    "join": "Join a party",
    "propose": "Propose a coalition",
    "name": "Name a member",
    "reverse_arrow": "Reverse the arrow",
    "appoint": "Appoint a minister",
    "dismiss": "Dismiss a minister",
    "set_salary": "Set a salary",
    "issue_bonds": "Issue bonds",
    "redeem_bonds": "Redeem bonds",
    "propose_tax": "Table a tax law",
    "propose_subsidy": "Table a subsidy",
    "redeem": "Redeem bonds",
    "no_confidence": "Move no confidence",
    "pm_action.done": "Done with politics: move",
}
FIELDS = {
    "party": "Party",
    "units": "Coalition",
    "member": "Member",
    "player": "Player",
    "position": "Position",
    "count": "Bonds",
    "from_bank": "Of the Bank",
    "from_players": "Of players",
    "law": "Tax law",
    "bracket": "Who owes what",
    "relief": "Relief for all",
    "when": "Only with",
    "field": "Figure",
    "min": "From",
    "max": "To",
    "flat": "Each pays",
    "per_company": "For each company",
    "per_advert": "For each advertising square",
    "per_savings": "For each savings card",
    "per_bond": "For each bond",
    "free_companies": "Companies free",
    "free_adverts": "Advertising squares free",
    "free_squares": "Squares free",
    "savings_shield": "Savings protected",
    "life_deduction": "Less for each life policy",
    "business_deduction": "Less for each business policy",
    "purpose": "Purpose",
    "delay_rounds": "Rounds until paid",
}
REASONS = {
    "bond_issue": "bonds issued",
    "bond_redemption": "bonds redeemed",
    "subsidy": "subsidy",
}
