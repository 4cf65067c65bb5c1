"""Moves as forms: what the page draws for them, built from their fields alone.

Nothing here knows a game: a new game needs no code for its forms, its previews or the place in
a form where a reason belongs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from classkit.engine.moves import Amount, Bundle, Field, ListOf, Move, OneOf, Preview
from classkit.engine.words import Say

from .labels import MONEY, in_names, option_label, quantity
from .shapes import (
    AmountForm,
    BundleForm,
    Example,
    FactTable,
    Form,
    GoesWith,
    Judged,
    ListForm,
    OneOfForm,
    SomeOfForm,
)
from .shapes import Field as FieldForm
from .shapes import Move as MoveForm

Places = Mapping[str, str]
"""Space -> the name by which it is offered as a choice."""

NOWHERE: Places = {}


def move_form(
    move: Move,
    decision: str,
    say: Say,
    places: Places = NOWHERE,
    rule: str = "",
    whole: bool = True,
) -> MoveForm:
    """Return one move as the page draws it: a button, a form, or greyed with the reason.

    ``rule`` is the clause of the decision, which goes without saying. Unless ``whole`` is wanted,
    a large form or a table is only announced: the page asks for it when somebody opens it.
    """
    label = say.move(decision, move.name)
    space = move.space or (move.name if label == say.spaces.get(move.name) else "")
    data: MoveForm = {"name": move.name, "label": label, "fields": []}
    if space:
        data["space"] = space
    if move.barred:  # its fields are not drawn, so they are not sent
        data["barred"] = in_names(say, move.barred)
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
        field_form(name, field, decision, say, places) for name, field in move.fields.items()
    ]
    return data


def is_large(field: Field) -> bool:
    """Return whether a field holds rows of forms, so that it is sent only when wanted."""
    if isinstance(field, Bundle):
        return any(is_large(part) for part in field.fields.values())
    return isinstance(field, ListOf) and isinstance(field.item, (Bundle, ListOf))


def name_only(form: MoveForm) -> MoveForm:
    """Return a move without its fields."""
    return {**form, "fields": []}


def field_form(
    name: str,
    field: Field,
    decision: str,
    say: Say,
    places: Places = NOWHERE,
    suggest: bool = True,
) -> FieldForm:
    """Return one field: its label, its form, and for amounts a few sensible values."""
    label = say.seats.get(name) or say.field(name)
    data: FieldForm = {
        "name": name,
        "label": label,
        "form": plain_form(field, decision, say, places),
    }
    if suggest and isinstance(field, Amount) and (values := suggestions(field)):
        data["suggest"] = values
    if isinstance(field, OneOf) and field.usual:
        data["suggest"] = [field.usual]
    return data


def suggestions(field: Amount) -> list[int | Example]:
    """Return the values worth offering: numbers, or ``{"value", "title"}`` with a title."""
    titles = {value: title for title, value in field.offered() if title}
    return [
        {"value": value, "title": titles[value]} if value in titles else value
        for value in field.suggest()
    ]


def plain_form(field: Field, decision: str, say: Say, places: Places = NOWHERE) -> Form:
    """Return a field's form with words for its options, and without what is empty.

    Bundles have the names of their optional parts, and their whole examples with titles.
    """
    if isinstance(field, Bundle):
        parts = [
            field_form(name, part, decision, say, places, suggest=False)
            for name, part in field.fields.items()
        ]
        data: BundleForm = {"kind": "bundle", "fields": parts}
        if field.optional:
            data["optional"] = list(field.optional)
        if field.goes_with:
            data["goes_with"] = cast(GoesWith, field.parts_by_choice())
        if field.examples:
            data["examples"] = [
                {"title": example_title(title, say), "value": value}
                for title, value in field.examples.items()
            ]
        return data
    form: Any = field.form()
    notes = form.pop("notes", {})
    if isinstance(field, ListOf):
        listed: ListForm = {
            "kind": "list_of",
            "form": plain_form(field.item, decision, say, places),
            "at_least": form["at_least"],
            "at_most": form["at_most"],
        }
        return listed
    if "options" not in form and form["kind"] != "amount":
        other: Form = form
        return other
    if form["kind"] == "amount":
        given = {key: value for key, value in form.items() if value not in ([], {}, "")}
        amount: Any = {**given, **unit_words(form["unit"], say)}
        return cast(AmountForm, amount)
    chosen: Any = {key: value for key, value in form.items() if value != ""}
    named = {"space": places, "seat": say.seats}.get(form["of"])
    words = field.titles
    chosen["options"] = [
        {
            "value": value,
            "label": noted(
                words.get(value) or option_label(say, decision, value)
                if named is None
                else named.get(value, str(value)),
                notes.get(value, ""),
            ),
        }
        for value in form["options"]
    ]
    return cast("OneOfForm | SomeOfForm", chosen)


def noted(label: str, note: str) -> str:
    """Return the label of an option with what there is to know of it.

    >>> noted("Dye formula", "Chemistry, 3 points"), noted("Pass", "")
    ('Dye formula · Chemistry, 3 points', 'Pass')
    """
    return f"{label} · {note}" if note else label


def example_title(title: str, say: Say) -> str:
    """Return the title of an example: the words for a name, or a title as people write it.

    >>> example_title("4 Savings protected up to 2_000_000", Say())
    '4 Savings protected up to 2,000,000'
    """
    if title.isidentifier():
        return say.words.moves.get(title, title)
    return re.sub(r"(?<=\d)_(?=\d)", ",", title)


def unit_words(unit: str, say: Say) -> dict[str, str]:
    """Return the words for an amount of this unit: for many, and for one if it differs."""
    if not unit or unit in MONEY or unit == say.currency:
        return {}
    one, many = say.unit(unit, 1), say.unit(unit)
    return {"unit": many, **({"one": one} if one != many else {})}


# --- what an answer would bring, and why it is refused -------------------------------------------


def preview_table(preview: Preview, say: Say, of_rules: bool = False) -> FactTable:
    """Return a preview as texts: ``{"columns", "rows", "note"}``; seats by their names.

    One that comes ``of_rules`` speaks in ids throughout.
    """

    def read(text: str) -> str:
        return in_names(say, text) if of_rules else text

    def head(text: str) -> str:
        return say.seats.get(text) or read(text)

    rows = [
        [head(str(first)), *(cell_text(cell, preview.unit, say, read) for cell in row)]
        for first, *row in preview.rows
    ]
    columns = [head(column) for column in preview.columns]
    return {"columns": columns, "rows": rows, "note": read(preview.note)}


def cell_text(cell: str | int, unit: str, say: Say, read: Callable[[str], str] = str) -> str:
    """Return one cell: an amount in the table's unit, or a text."""
    return read(cell) if isinstance(cell, str) else quantity(say, cell, unit)


def verdict(move: Move, values: Mapping[str, Any]) -> Judged:
    """Return why these values would be refused, and where in the form that is.

    ``{"reason", "at"}``: the sentence, None when nothing stands against them; and the way to the
    field it speaks of: names of fields, numbers of rows from 0.

    >>> from classkit.engine.moves import Amount
    >>> dice = Move("roll", dice=ListOf(Amount(1, 6), 2, 2))
    >>> verdict(dice, {"dice": [3, 7]})
    {'reason': 'Must be a whole number from 1 to 6, not 7.', 'at': ['dice', 1]}
    """
    reason = move.refusal(values)
    if reason is None:
        return {"reason": None, "at": []}
    whole = Bundle(None, (), **move.fields)
    at, rest = place_of(reason, whole)
    return {"reason": rest[:1].upper() + rest[1:], "at": at}


def place_of(reason: str, field: Field) -> tuple[list[str | int], str]:
    """Return the path to the field that a reason names, and the reason without that path."""
    head, colon, rest = reason.partition(": ")
    if colon and isinstance(field, Bundle) and head in field.fields:
        way, rest = place_of(rest, field.fields[head])
        return [head, *way], rest
    if colon and isinstance(field, ListOf) and head.startswith("number "):
        way, rest = place_of(rest, field.item)
        return [int(head.removeprefix("number ")) - 1, *way], rest
    return [], reason
