"""Questions and labels of Game 2."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.moves import Preview
from classkit.engine.rulebook_text import PreviewFunction as TellFacts
from classkit.engine.rulebook_text import Sentence, TextFormatter, make_labels

from ..law_words import DEDUCTION_WORDS, FREE_WORDS, RATE_WORDS
from .event_text_game2 import format_law_sentence, get_unit_name
from .nouns import Facts

MOTION_TEXT = "{moved_by:seat} calls a vote of no confidence in {pm:seat}."


def ask_party(say: TextFormatter, about: Facts) -> str:
    if about["refused_by"]:
        refused = say.format_list(list(about["refused_by"]))
        return f"{refused} will not accept you. Found a party, join another, or stay independent?"
    return "Found a party, join one, or stay independent?"


def ask_joining(say: TextFormatter, about: Facts) -> str:
    units = say.format_list([get_unit_name(say, unit) for unit in about["units"]])
    return f"{say.seat(about['leader'])} proposes a Government of {units}. Join it?"


def ask_bill(say: TextFormatter, about: Facts) -> str:
    return f"{describe_bill(say, about)} Yes or no?"


def describe_bill(say: TextFormatter, about: Facts) -> str:
    text = about["text"]
    if about["kind"] == "salary":
        terms = about["bill"]
        text = f"a salary of {say.money(terms['amount'])} for {say.seat(terms['player'])}"
    return f"{say.seat(about['tabled_by'])} tables a bill: {format_law_sentence(text)}."


# --- previews of votes ---------------------------------------------------------------------------


def preview_votes(
    say: TextFormatter, votes: Facts, note: str, needed: int = 0, holder: str = "Player"
) -> Preview:
    """Preview each seat's votes, and the votes needed."""
    rows = [(get_unit_name(say, unit), count) for unit, count in votes.items()]
    rows.append(("All", sum(votes.values())))
    if needed:
        rows.append(("Needed", needed))
    return Preview((holder, "Votes"), tuple(rows), "", note)


def preview_bill_votes(say: TextFormatter, about: Facts) -> Preview:
    """Preview the bill, the votes on it, and the votes needed (P19.1)."""
    return preview_votes(say, about["votes"], describe_bill(say, about), about["needed"])


def preview_motion_votes(say: TextFormatter, about: Facts) -> Preview:
    """Preview the motion, the votes on it, and the votes that the Prime Minister needs (P20.1)."""
    note = say.fill_sentence(f"{MOTION_TEXT} Who supports the Prime Minister?", about)
    return preview_votes(say, about["votes"], note, about["needed"])


def preview_unit_votes(say: TextFormatter, about: Facts) -> Preview:
    """Preview the votes of parties and independents, and the votes needed (P16.5)."""
    return preview_votes(say, about["units"], "Who governs together?", about["needed"], "Party")


def preview_coalition_votes(say: TextFormatter, about: Facts) -> Preview:
    """Preview the proposed coalition and the votes (P16.5)."""
    note = ask_joining(say, about).removesuffix(" Join it?")
    return preview_votes(say, about["votes"], note, sum(about["votes"].values()) // 2 + 1, "Party")


def preview_member_votes(say: TextFormatter, about: Facts) -> Preview:
    """Preview the votes of the Government's members (P16.7)."""
    return preview_votes(say, about["votes"], "The Government chooses its Prime Minister.")


FACTS: Mapping[str, str | TellFacts] = {
    "admit_member": "{applicant:seat} asks to join {party}.",
    "vote_bill": preview_bill_votes,
    "support_pm": preview_motion_votes,
    "propose_coalition": preview_unit_votes,
    "join_coalition": preview_coalition_votes,
    "choose_pm": preview_member_votes,
}
DECISIONS: Mapping[str, str | Sentence] = {
    "choose_party": ask_party,
    "admit_member": "{applicant:seat} asks to join {party}. Do you agree?",
    "propose_coalition": "With whom do you form a Government? It needs {needed} votes.",
    "join_coalition": ask_joining,
    "choose_pm": (
        "Who should be Prime Minister? If members disagree, the one with the most votes is chosen."
    ),
    "pm_action": (
        "The Treasury has {treasury:money} and {unissued:of bond} to issue. What do you do?"
    ),
    "vote_bill": ask_bill,
    "support_pm": f"{MOTION_TEXT} Do you support the Prime Minister?",
    "redeem_before_interest": (
        "Interest is due on {issued:of bond}; the Treasury has {treasury:money}. Redeem some first?"
    ),
}
MOVES = {
    **make_labels("issue_bonds", "redeem_bonds"),
    "independent": "Stay independent",
    "found": "Found a party",
    "join": "Join a party",
    "propose": "Propose a coalition",
    "name": "Name a member",
    "reverse_arrow": "Reverse the arrow",
    "appoint": "Appoint a minister",
    "dismiss": "Dismiss a minister",
    "set_salary": "Set salaries",
    "propose_tax": "Table a tax law",
    "propose_subsidy": "Table a subsidy",
    "redeem": "Redeem bonds",
    "no_confidence": "Call a vote of no confidence",
    "pm_action.done": "Finish politics and move",
}
FIELDS = {
    **make_labels("companies", "party", "member", "player", "position", "purpose"),
    "basic_income": "Basic Income",
    "adverts": "Advertising squares",
    "units": "Coalition",
    "count": "Bonds",
    "from_bank": "Held by the Bank",
    "from_players": "Held by players",
    "law": "Tax law",
    "bracket": "Who owes what",
    "relief": "Relief for all",
    "when": "Only with",
    "field": "Figure",
    "min": "From",
    "max": "To",
    "flat": "Each pays",
    **{name: words.capitalize() for name, words in (RATE_WORDS | DEDUCTION_WORDS).items()},
    **{name: f"{words.capitalize()} free" for name, words in FREE_WORDS.items()},
    "savings_shield": "Savings protected",
    "purpose_words": "Or in your own words",
    "delay_rounds": "Rounds until paid",
}
REASONS = {
    "bond_issue": "bonds issued",
    "bond_redemption": "bonds redeemed",
    "subsidy": "subsidy",
}
