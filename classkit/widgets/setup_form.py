"""Form of a new match: the number of seats and the options of the game.

The page shows it in the Match tab. :func:`classkit.new` validates the submitted values as usual, so
an invalid option is refused with its clause.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from classkit.engine.fields import Amount, format_as_text
from classkit.engine.match import Match
from classkit.engine.options import Option
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.seats import SEAT_LETTERS

from .choice_labels import option_label
from .forms import build_form
from .wire_types import FormData, OneOfFormData, OptionFieldData, SetupFormData


def build_setup_form(match: Match, say: TextFormatter) -> SetupFormData:
    """Return seats and options as form fields, filled in with the values of this match.

    Returns:
        ``{"seats": field, "options": [field, ...]}``. Each field has a ``value``. An option also
        has ``about``, the meaning of special numbers, and ``rule``, its clause.
    """
    numbers = match.game.seat_numbers
    seats: OptionFieldData = {
        "name": "seats",
        "label": "Seats",
        "form": build_choice_form([(number, str(number)) for number in numbers]),
        "value": len(match.seats),
    }
    first = (
        match.game.classroom_options
    )  # list the other options in the game's order, collapsed if there are many
    listed = sorted(match.game.options, key=lambda option: option.name not in first)
    options = [build_option_field(option, match, say) for option in listed]
    return {"seats": seats, "options": options}


def build_option_field(option: Option, match: Match, say: TextFormatter) -> OptionFieldData:
    """Return an option as a form field that explains its special numbers."""
    value = match.options[option.name]
    typed = worded_numbers(option)
    numbers = (f"{number}: {words}" for number, words in option.words.items() if number in typed)
    return {
        "name": option.name,
        "label": option.label,
        "form": build_option_form(option, match, say),
        "value": format_as_text(value) if isinstance(value, list) else value,
        "about": ", ".join(numbers),
        "rule": option.clause,
    }


def build_option_form(option: Option, match: Match, say: TextFormatter) -> FormData:
    """Return the form of an option's value, including a list that is the current value."""
    form = build_form(option.get_field(SEAT_LETTERS[: match.game.seat_numbers[-1]]), "", say)
    value = match.options[option.name]
    if isinstance(value, list) and form["kind"] == "one_of":
        text = format_as_text(value)
        if text not in [one["value"] for one in form["options"]]:
            form["options"].append({"value": text, "label": text})
    return form


def worded_numbers(option: Option) -> Collection[Any]:
    """Return the special numbers that an option accepts outside its range."""
    values = option.values
    return [n for n in values.also if isinstance(n, int)] if isinstance(values, Amount) else []


def format_option_value(option: Option, value: Any, say: TextFormatter) -> str:
    """Format an option's value: as the game's title for it, or else as its name."""
    if isinstance(value, list):
        return format_as_text(value)
    return option.values.titles.get(value) or option_label(say, "", value)


def build_choice_form(options: list[tuple[Any, str]]) -> OneOfFormData:
    """Return the form for choosing one of the (value, label) pairs."""
    return {"kind": "one_of", "options": [{"value": v, "label": label} for v, label in options]}
