"""Decisions, moves and fields as data for a policy's process, and their reconstruction there.

A field checks by itself whatever it can. What only the rules can tell (a whole form, a sample, the
form of a move made on demand) is asked of the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from classkit.engine.fields import Amount, Bundle, Field, ListOf, OneOf, SomeOf, Text
from classkit.engine.luck import Stream
from classkit.engine.moves import Answer, Grid, Move, Preview
from classkit.engine.requests import Decision

Data = dict[str, Any]
OF_DECISION = "decision."
"""The prefix of questions about the decision, as opposed to those to the view."""


class RefereeLine(Protocol):
    """The policy's line to the referee, for questions about the waiting decision."""

    def ask(self, what: str, **values: Any) -> Any:
        """Return the referee's answer."""

    def recall(self, what: str) -> Any:
        """Return the answer to a question without values, which may have come with the decision."""


# --- the referee's side --------------------------------------------------------------------------


def describe_field(field: Field) -> Data:
    """Return a field as data; raise TypeError for an unknown kind."""
    if isinstance(field, Amount):
        return {
            "kind": "amount", "low": field.low, "high": field.high, "step": field.step,
            "also": list(field.also), "unit": field.unit, "reasoned": bool(field.why),
        }  # fmt: skip
    if isinstance(field, OneOf):
        return {
            "kind": "one_of", "options": list(field.options), "of": field.of,
            "usual": field.usual, "reasoned": bool(field.rule or field.why),
        }  # fmt: skip
    if isinstance(field, SomeOf):
        return {
            "kind": "some_of", "options": list(field.options), "least": field.at_least,
            "most": field.at_most, "of": field.of,
            "reasoned": bool(field.one.rule or field.one.why),
        }  # fmt: skip
    if isinstance(field, Text):
        return {"kind": "text", "longest": field.longest}
    if isinstance(field, Bundle):
        return {
            "kind": "bundle", "judged": field._refuse is not None,
            "optional": list(field.optional), "examples": dict(field.examples),
            "fields": [[name, describe_field(inner)] for name, inner in field.fields.items()],
        }  # fmt: skip
    if isinstance(field, ListOf):
        return {
            "kind": "list_of", "item": describe_field(field.item), "least": field.at_least,
            "most": field.at_most,
        }  # fmt: skip
    raise TypeError(f"a field of kind {type(field).__name__} cannot be sent to a policy")


def describe_move(move: Move) -> Data:
    """Return a move as data, without its form if that is made on demand."""
    form: Data = {"name": move.name, "rule": move.rule}
    if move.space:
        form["space"] = move.space
    for what, there in (
        ("judged", move._refuse), ("drawn", move._sample), ("shown", move.preview),
        ("gridded", move.grid),
    ):  # fmt: skip
        if there is not None:
            form[what] = True
    if move.is_late:
        return {**form, "late": True}
    return {**form, **describe_form(move)}


def describe_form(move: Move) -> Data:
    """Return as data the fields of a move, and why it cannot be made now."""
    form: Data = {}
    if move.barred:
        form["barred"] = move.barred
    if move.fields:
        form["fields"] = [[name, describe_field(field)] for name, field in move.fields.items()]
    return form


def describe_decision(decision: Decision) -> Data:
    """Return a decision as data, without its moves if they are computed on demand."""
    form: Data = {
        "seat": decision.seat, "name": decision.name, "rule": decision.rule,
        "about": dict(decision.about),
    }  # fmt: skip
    if decision.private:
        form["private"] = True
    if not callable(decision._moves):
        form["moves"] = [describe_move(move) for move in decision.moves]
    if isinstance(decision._default, str):
        form["default"] = decision._default
    return form


def find_field(move: Move, path: list[Any]) -> Field:
    """Return the field of a move at a path: names of fields, and None for the items of a list."""
    field = move.fields[path[0]]
    for step in path[1:]:
        if isinstance(field, Bundle):
            field = field.fields[step]
        elif isinstance(field, ListOf):
            field = field.item
    return field


# --- the policy's side ---------------------------------------------------------------------------


def make_field(line: RefereeLine, form: Data, at: Data, path: list[Any]) -> Field:
    """Rebuild a field; ``at`` names its move, and ``path`` the field's place in it."""
    kind = form["kind"]

    def judge(value: Any) -> str | None:
        reason: str | None = line.ask("field", **at, path=path, value=value)
        return reason

    def judge_one(value: Any) -> str | None:
        return judge([value])

    reasoned = form.get("reasoned")  # the referee says why something else may not be chosen
    if kind == "amount":
        low, high, step, also = form["low"], form["high"], form["step"], form["also"]
        return Amount(low, high, step, also, form["unit"], why=judge if reasoned else "")
    if kind == "one_of":
        options, why = tuple(form["options"]), judge if reasoned else ""
        return OneOf(options, form["of"], usual=form["usual"], why=why)
    if kind == "some_of":
        options, why = tuple(form["options"]), judge_one if reasoned else ""
        return SomeOf(options, form["least"], form["most"], form["of"], why=why)
    if kind == "text":
        return Text(form["longest"])
    if kind == "list_of":
        item = make_field(line, form["item"], at, [*path, None])
        return ListOf(item, form["least"], form["most"])
    inner = {name: make_field(line, f, at, [*path, name]) for name, f in form["fields"]}
    return Bundle(
        judge if form["judged"] else None, tuple(form["optional"]), form["examples"], **inner
    )


def counter_of(chance: Any) -> int:
    """Return the state of a random source; a foreign one gives random bits instead."""
    return chance._counter if isinstance(chance, Stream) else int(chance.random() * (1 << 53))


def make_move(line: RefereeLine, form: Data, at: Data) -> Move:
    """Rebuild a move; ``at`` names its place in the waiting decision."""
    name, rule = form["name"], form.get("rule", "")

    is_late = "late" in form

    @cache
    def looked_into() -> Data:
        return line.ask("move", **at) if is_late else form

    def fields() -> dict[str, Field]:
        listed = looked_into().get("fields", ())
        return {key: make_field(line, each, at, [key]) for key, each in listed}

    def barred() -> str:
        reason: str = looked_into().get("barred", "")
        return reason

    def refuse(values: Mapping[str, Any]) -> str | None:
        reason: str | None = line.ask("refusal", **at, values=values)
        return reason

    def sample(chance: Any) -> dict[str, Any]:
        counter = counter_of(chance)
        values, after = line.ask("sample", **at, counter=counter)
        if isinstance(chance, Stream):
            chance._counter = after
        drawn: dict[str, Any] = values
        return drawn

    def preview(values: Mapping[str, Any]) -> Preview:
        shown: Preview = line.ask("preview", **at, values=values)
        return shown

    def grid() -> Grid:
        shown: Grid = line.ask("grid", **at)
        amounts = {row: make_field(line, f, at, [row]) for row, f in shown.amounts.items()}  # type: ignore[arg-type]  # sent as data
        return shown._replace(amounts=amounts)  # type: ignore[arg-type]  # amounts they are

    return Move(
        name,
        form=fields if is_late or "fields" in form else None,
        refuse=refuse if form.get("judged") else None,
        sample=sample if form.get("drawn") else None,
        barred=barred if is_late else barred(),
        space=form.get("space", ""),
        rule=rule,
        preview=preview if form.get("shown") else None,
        grid=grid if form.get("gridded") else None,
    )


def make_decision(line: RefereeLine, form: Data) -> Decision:
    """Rebuild a decision that looks to a policy like the one that the referee has."""

    def moves() -> list[Move]:
        listed = form["moves"] if "moves" in form else line.recall("moves")
        return [make_move(line, each, {"at": place}) for place, each in enumerate(listed)]

    def default() -> Answer:
        answer: Answer = line.recall("default")
        return answer

    return Decision(
        form["seat"],
        form["name"],
        moves,
        form["rule"],
        form.get("default", default),
        form["about"],
        form.get("private", False),
    )
