"""A new match as a form: how many seats, and the options that the game declares.

The page shows it in the Match tab; what it sends is judged where options are always judged, by
:func:`classkit.new`, so that a wrong one is refused with its clause.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from classkit.engine.fields import Amount, as_text
from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.words import LETTERS, Say

from .forms import plain_form
from .labels import option_label
from .shapes import Form, OneOfForm, OptionField, SetupForm


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
    typed = typed_too(option)
    numbers = (f"{number}: {words}" for number, words in option.words.items() if number in typed)
    return {
        "name": option.name,
        "label": option.label,
        "form": option_form(option, match, say),
        "value": as_text(value) if isinstance(value, list) else value,
        "about": ", ".join(numbers),
        "rule": option.clause,
    }


def option_form(option: Option, match: Match, say: Say) -> Form:
    """Return the form of an option's value, from its declaration."""
    form = plain_form(option.among(LETTERS[: match.game.seat_numbers[-1]]), "", say)
    value = match.options[option.name]
    if isinstance(value, list) and form["kind"] == "one_of":
        text = as_text(value)
        if text not in [one["value"] for one in form["options"]]:
            form["options"].append({"value": text, "label": text})
    return form


def typed_too(option: Option) -> Collection[Any]:
    """Return the numbers with words that are typed where others are."""
    values = option.values
    return [n for n in values.also if isinstance(n, int)] if isinstance(values, Amount) else []


def value_words(option: Option, value: Any, say: Say) -> str:
    """Return a value of an option in words: the game's own, else its name."""
    if isinstance(value, list):
        return as_text(value)
    return option.values.titles.get(value) or option_label(say, "", value)


def choice(options: list[tuple[Any, str]]) -> OneOfForm:
    """Return the form of a choice of one of these."""
    return {"kind": "one_of", "options": [{"value": v, "label": label} for v, label in options]}
