"""Forms for moves, built from the fields of the moves.

This module contains no code for particular games: forms, previews and error positions work for new
games without any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from classkit.charts.chart_style import describe_currency
from classkit.engine.id_names import replace_ids
from classkit.engine.moves import Amount, Field, FieldGroup, ListOf, Move, OneOf, Preview
from classkit.engine.rulebook_text import TextFormatter

from .choice_labels import format_quantity, option_label
from .wire_types import (
    AmountFormData,
    BundleFormData,
    ExampleData,
    FactTableData,
    FieldsByChoiceData,
    FormData,
    ListFormData,
    OneOfFormData,
    SomeOfFormData,
    VerdictData,
)
from .wire_types import FieldData as FieldForm
from .wire_types import MoveData as MoveForm

PlaceNames = Mapping[str, str]
"""Space -> its name in a list of choices."""

NO_PLACES: PlaceNames = {}


def build_move(
    move: Move,
    decision: str,
    say: TextFormatter,
    places: PlaceNames = NO_PLACES,
    rule: str = "",
    whole: bool = True,
) -> MoveForm:
    """Return a move as page data: a button, a form, or disabled with the reason.

    Args:
        move: The move.
        decision: Name of the decision.
        say: The text formatter.
        places: Names of the spaces.
        rule: Clause of the decision; the move's own clause is omitted if it is the same.
        whole: If False, a large form or table is only marked as ``large``; the page requests it
            when it is opened.
    """
    label = say.move_label(decision, move.name)
    space = move.space or (move.name if label == say.spaces.get(move.name) else "")
    data: MoveForm = {"name": move.name, "label": label, "fields": []}
    if space:
        data["space"] = space
    if move.barred:  # the fields of a barred move are not shown, so they are not sent
        data["barred"] = replace_ids(say, move.barred)
        return data
    if move.rule and move.rule != rule:
        data["rule"] = move.rule
    if move.preview is not None or move.grid is not None:
        data["preview"] = True
    rows = move.grid is not None or any(is_large(field) for field in move.fields.values())
    if not whole and rows:
        data["large"] = True
        return data
    data["fields"] = [
        build_field(name, field, decision, say, places) for name, field in move.fields.items()
    ]
    return data


def is_large(field: Field) -> bool:
    """Return whether a field contains a list of forms, and so is sent only on request."""
    if isinstance(field, FieldGroup):
        return any(is_large(part) for part in field.fields.values())
    return isinstance(field, ListOf) and isinstance(field.item, (FieldGroup, ListOf))


def without_fields(form: MoveForm) -> MoveForm:
    """Return a form without the fields of its move."""
    return {**form, "fields": []}


def build_field(
    name: str,
    field: Field,
    decision: str,
    say: TextFormatter,
    places: PlaceNames = NO_PLACES,
    suggest: bool = True,
) -> FieldForm:
    """Return a field with its label, its form and its suggested values, if any."""
    label = say.seats.get(name) or say.field_label(name)
    data: FieldForm = {
        "name": name,
        "label": label,
        "form": build_form(field, decision, say, places),
    }
    if suggest and isinstance(field, Amount) and (values := suggested_values(field, say)):
        data["suggest"] = values
    if isinstance(field, OneOf) and field.usual:
        data["suggest"] = [field.usual]
    return data


def suggested_values(field: Amount, say: TextFormatter) -> list[int | ExampleData]:
    """Return the values to suggest: numbers, or ``{"value", "title"}`` if they have a title."""
    titles = {value: say.rename(title) for title, value in field.sensible_amounts() if title}
    return [
        {"value": value, "title": titles[value]} if value in titles else value
        for value in field.suggest()
    ]


def build_form(
    field: Field, decision: str, say: TextFormatter, places: PlaceNames = NO_PLACES
) -> FormData:
    """Return a field's form with labels for its options, omitting empty entries.

    The form of a field group lists its optional fields, and complete examples with titles.
    """
    if isinstance(field, FieldGroup):
        parts = [
            build_field(name, part, decision, say, places, suggest=False)
            for name, part in field.fields.items()
        ]
        data: BundleFormData = {"kind": "bundle", "fields": parts}
        if field.optional:
            data["optional"] = list(field.optional)
        if field.goes_with:
            data["goes_with"] = cast(FieldsByChoiceData, field.describe_dependent_fields())
        if field.examples:
            data["examples"] = [
                {"title": example_title(title, say), "value": value}
                for title, value in field.examples.items()
            ]
        return data
    form: Any = field.form_schema()
    notes = form.pop("notes", {})
    if isinstance(field, ListOf):
        listed: ListFormData = {
            "kind": "list_of",
            "form": build_form(field.item, decision, say, places),
            "at_least": form["at_least"],
            "at_most": form["at_most"],
        }
        return listed
    if "options" not in form and form["kind"] != "amount":
        other: FormData = form
        return other
    if form["kind"] == "amount":
        given = {key: value for key, value in form.items() if value not in ([], {}, "")}
        amount: Any = {**given, **unit_words(form["unit"], say)}
        return cast(AmountFormData, amount)
    chosen: Any = {key: value for key, value in form.items() if value != ""}
    named = {"space": places, "seat": say.seats}.get(form["of"])
    words = field.titles
    chosen["options"] = [
        {
            "value": value,
            "label": label_with_note(
                say.fill_seat_names(say.rename(words.get(value, "")))
                or option_label(say, decision, value)
                if named is None
                else named.get(value, str(value)),
                say.rename(notes.get(value, "")),
            ),
        }
        for value in form["options"]
    ]
    return cast("OneOfFormData | SomeOfFormData", chosen)


def label_with_note(label: str, note: str) -> str:
    """Return the label of an option, followed by its note if there is one.

    >>> label_with_note("Dye formula", "Chemistry, 3 points"), label_with_note("Pass", "")
    ('Dye formula · Chemistry, 3 points', 'Pass')
    """
    return f"{label} · {note}" if note else label


def example_title(title: str, say: TextFormatter) -> str:
    """Return the title of an example: the label of a move, or text with readable numbers.

    >>> example_title("4 Savings protected up to 2_000_000", TextFormatter())
    '4 Savings protected up to 2,000,000'
    """
    if title.isidentifier():
        return say.fill_seat_names(say.words.moves.get(title, title))
    return re.sub(r"(?<=\d)_(?=\d)", ",", say.rename(title))


def unit_words(unit: str, say: TextFormatter) -> dict[str, Any]:
    """Return a unit's plural, and its singular if it differs or, for money, the currency."""
    if not unit:
        return {}
    money = say.read_unit(unit)
    if (currency := describe_currency(money)) is not None:
        return {"unit": str(money), "currency": currency}
    one, many = say.unit(unit, 1), say.unit(unit, 2)
    return {"unit": many, **({"one": one} if one != many else {})}


# --- previews and refusals -----------------------------------------------------------------------


def build_preview(preview: Preview, say: TextFormatter, of_rules: bool = False) -> FactTableData:
    """Return a preview as text that names the seats.

    If the rules produced it (``of_rules``), all ids in its text are replaced with names.
    """

    def read(text: str) -> str:
        return replace_ids(say, text) if of_rules else say.rename(text)

    def head(text: str) -> str:
        return say.seats.get(text) or read(text)

    rows = [
        [head(str(first)), *(format_cell(cell, preview.unit, say, read) for cell in row)]
        for first, *row in preview.rows
    ]
    columns = [head(column) for column in preview.columns]
    return {"columns": columns, "rows": rows, "note": read(preview.note)}


def format_cell(
    cell: str | int, unit: str, say: TextFormatter, read: Callable[[str], str] = str
) -> str:
    """Format one cell as text. Numbers get the table's unit."""
    return read(cell) if isinstance(cell, str) else format_quantity(say, cell, unit)


def check_values(move: Move, values: Mapping[str, Any]) -> VerdictData:
    """Return why these values would be refused, and at which field.

    ``reason`` is a sentence, or None if the values are accepted. ``at`` is the path to the field:
    names of fields, and indexes of rows from 0.

    >>> from classkit.engine.moves import Amount
    >>> dice = Move("roll", dice=ListOf(Amount(1, 6), 2, 2))
    >>> check_values(dice, {"dice": [3, 7]})
    {'reason': 'Must be a whole number from 1 to 6, not 7.', 'at': ['dice', 1]}
    """
    reason = move.refusal(values)
    if reason is None:
        return {"reason": None, "at": []}
    whole = FieldGroup(None, (), **move.fields)
    at, rest = locate_field(reason, whole)
    return {"reason": rest[:1].upper() + rest[1:], "at": at}


def locate_field(reason: str, field: Field) -> tuple[list[str | int], str]:
    """Return the path to the field that a reason names, and the reason without the path."""
    head, colon, rest = reason.partition(": ")
    if colon and isinstance(field, FieldGroup) and head in field.fields:
        way, rest = locate_field(rest, field.fields[head])
        return [head, *way], rest
    if colon and isinstance(field, ListOf) and head.startswith("number "):
        way, rest = locate_field(rest, field.item)
        return [int(head.removeprefix("number ")) - 1, *way], rest
    return [], reason
