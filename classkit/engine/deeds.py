"""Deeds: what somebody does by a move, from its label: "B buys", "D throws the dice"."""

from __future__ import annotations

COMMANDS = """
abandon abstain accept act agree aim appeal ask auction award bet bid borrow break build
burn buy call cancel change choose claim close collect copy create cut deal decide decline
delay deliver destroy do draw drop end enter exchange float fold free give go hold invest
join keep leave lend let lift lower make mortgage move name offer open oppose order pass
pay peg place play poach produce promise propose put raise redeem refuse release repay
reverse roll save sell send set shed shift spend split start stay stop support swap take
tax throw trade turn vote wait withdraw
"""
VERBS = frozenset(COMMANDS.split())
"""The verbs with which a label commands: any other label is quoted as it is."""

ENDS_IN_A_HISS = ("s", "x", "z", "ch", "sh", "o")


def does(label: str) -> str | None:
    """Return a command as what somebody does; None where the label is no command.

    >>> does("Throw the dice"), does("Pass"), does("Do not buy: auction it")
    ('throws the dice', 'passes', 'does not buy: auction it')
    >>> does("Take over a square"), does("Carry on"), does("Yes")
    ('takes over a square', None, None)
    """
    verb, space, rest = label.partition(" ")
    verb = verb.lower()
    return f"{third_person(verb)}{space}{rest}" if verb in VERBS else None


def third_person(verb: str) -> str:
    """Return a verb as it stands after "she".

    >>> [third_person(verb) for verb in ("buy", "pass", "go", "deny", "raise")]
    ['buys', 'passes', 'goes', 'denies', 'raises']
    """
    if verb.endswith(ENDS_IN_A_HISS):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
