"""Conversion of imperative labels of moves to the third person, as in "D throws the dice"."""

from __future__ import annotations

COMMAND_WORDS = """
abandon abstain accept act agree aim appeal ask auction award bet bid borrow break build
burn buy call cancel change choose claim close collect copy create cut deal decide decline
delay deliver destroy do draw drop end enter exchange float fold free give go hold invest
join keep leave lend let lift lower make mortgage move name offer open oppose order pass
pay peg place play poach produce promise propose put raise redeem refuse release repay
reverse roll save sell send set shed shift spend split start stay stop support swap take
tax throw trade turn vote wait withdraw
"""
VERBS = frozenset(COMMAND_WORDS.split())
"""Verbs that may start an imperative label. Other labels are quoted."""

SIBILANT_ENDINGS = ("s", "x", "z", "ch", "sh", "o")


def third_person_phrase(label: str) -> str | None:
    """Convert an imperative label to the third person, or return None if it is not imperative.

    >>> said = ["Throw the dice", "Pass", "Do not buy: auction it"]
    >>> tuple(map(third_person_phrase, said))
    ('throws the dice', 'passes', 'does not buy: auction it')
    >>> tuple(map(third_person_phrase, ["Take over a square", "Carry on", "Yes"]))
    ('takes over a square', None, None)
    """
    verb, space, rest = label.partition(" ")
    verb = verb.lower()
    return f"{to_third_person(verb)}{space}{rest}" if verb in VERBS else None


def to_third_person(verb: str) -> str:
    """Return the third-person singular form of a verb.

    >>> [to_third_person(verb) for verb in ("buy", "pass", "go", "deny", "raise")]
    ['buys', 'passes', 'goes', 'denies', 'raises']
    """
    if verb.endswith(SIBILANT_ENDINGS):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
