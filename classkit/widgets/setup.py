"""A new match as a form: how many seats, and the options that the game declares.

The page shows it in the Match tab; what it sends is judged where options are always judged, by
:func:`classkit.new`, so that a wrong one is refused with its clause.
"""

from __future__ import annotations

from typing import Any

from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.words import LETTERS, Say

from .labels import option_label
from .shapes import AmountForm, Form, OneOfForm, OptionField, SetupForm

FEW = 12
"""So many whole numbers are offered as a choice; more are typed."""


def setup_form(match: Match, say: Say) -> SetupForm:
    """Return seats and options as fields of a form, with the values of this match.

    ``{"seats": field, "options": [field, ...]}``; each field has ``value``, and an option also
    ``about``, what a number stands for, and ``rule``, its clause.
    """
    numbers = match.game.seat_numbers
    seats: OptionField = {
        "name": "seats",
        "label": "Seats",
        "form": choice([(number, str(number)) for number in numbers]),
        "value": len(match.seats),
    }
    options = [option_field(option, match, say) for option in match.game.options]
    return {"seats": seats, "options": options}


def option_field(option: Option, match: Match, say: Say) -> OptionField:
    """Return an option as a field: a choice, or a number with words that may stand in its place."""
    value = match.options[option.name]
    return {
        "name": option.name,
        "label": option.label,
        "form": option_form(option, match, say),
        "value": listed(value) if isinstance(value, list) else value,
        "about": ", ".join(
            f"{value}: {words}"
            for value, words in option.words.items()
            if value in option.also and isinstance(value, int)
        ),
        "rule": option.clause,
    }


def option_form(option: Option, match: Match, say: Say) -> Form:
    """Return the form of an option's value, from its declaration."""
    if option.kind == "bool":
        return choice([(True, "Yes"), (False, "No")])
    if option.kind == "seat":
        letters = LETTERS[: match.game.seat_numbers[-1]]
        return choice([(seat, say.seats.get(seat, seat)) for seat in letters])
    if option.kind == "numbers":
        value = match.options[option.name]
        some = [*option.examples, *([value] if isinstance(value, list) else [])]
        texts = dict.fromkeys(listed(numbers) for numbers in some)
        also = [(word, value_words(option, word, say)) for word in option.also]
        return choice([*also, *((text, text or "none") for text in texts)])
    allowed = option.allowed
    if isinstance(allowed, range) and len(allowed) > FEW:
        numbers = [value for value in option.also if isinstance(value, int)]
        words = {
            value: value_words(option, value, say)
            for value in option.also
            if isinstance(value, str)
        }
        form: AmountForm = {
            "kind": "amount",
            "low": allowed[0],
            "high": allowed[-1],
            "step": allowed.step,
        }
        if numbers:
            form["also"] = numbers
        if words:
            form["words"] = words
        return form
    return choice([
        (value, value_words(option, value, say)) for value in (*option.also, *allowed)
    ])  # fmt: skip


def value_words(option: Option, value: Any, say: Say) -> str:
    """Return a value of an option in words: the game's own, else its name."""
    if isinstance(value, list):
        return listed(value)
    return option.words.get(value) or option_label(say, "", value)


def listed(numbers: list[int]) -> str:
    """Return numbers as a text that an option reads.

    >>> listed([1, 3, 6])
    '1, 3, 6'
    """
    return ", ".join(str(number) for number in numbers)


def choice(options: list[tuple[Any, str]]) -> OneOfForm:
    """Return the form of a choice of one of these."""
    return {"kind": "one_of", "options": [{"value": v, "label": label} for v, label in options]}
