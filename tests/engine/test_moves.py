"""Fields and moves: what they allow and why not, what they sample, suggest, and tell a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Decision
from classkit.engine.errors import IllegalMove
from classkit.engine.fields import Field
from classkit.engine.moves import (
    ANY_AMOUNT,
    Amount,
    FieldGroup,
    FreeText,
    ListOf,
    Move,
    OneOf,
    Preview,
    SomeOf,
)
from classkit.engine.randomness import RandomStream


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (30, None),
        (0, None),
        (10, None),
        (50, None),
        (5, "must be a whole number from 10 to 50 in steps of 10, or 0, not 5."),
        (60, "must be a whole number from 10 to 50 in steps of 10, or 0, not 60."),
        (35, "must be a whole number from 10 to 50 in steps of 10, or 0, not 35."),
        (-10, "must be a whole number from 10 to 50 in steps of 10, or 0, not -10."),
        (30.0, "must be a whole number from 10 to 50 in steps of 10, or 0, not 30.0: write 30."),
        (True, "must be a whole number from 10 to 50 in steps of 10, or 0, not True."),
        ("30", "must be a whole number from 10 to 50 in steps of 10, or 0, not '30'."),
        (None, "must be a whole number from 10 to 50 in steps of 10, or 0, not None."),
        ([30], "must be a whole number from 10 to 50 in steps of 10, or 0, not [30]."),
        (10**40, f"must be a whole number from 10 to 50 in steps of 10, or 0, not {10**40:,}."),
    ],
)
def test_an_amount_says_why_not(value: Any, reason: str | None) -> None:
    assert Amount(10, 50, 10, also=(0,)).refuse(value) == reason


def test_an_amount_whose_high_is_below_its_low_allows_only_what_is_also_allowed() -> None:
    nothing_else = Amount(100, 40, 10, also=(0,))
    assert nothing_else.refuse(0) is None
    assert nothing_else.refuse(100) == "must be 0, not 100."
    assert nothing_else.suggest() == [0] and nothing_else.sample_value(RandomStream("x")) == 0
    nothing = Amount(100, 40)
    assert nothing.refuse(100) == "No amount is possible." and nothing.suggest() == []


def test_an_amount_ends_where_its_steps_do() -> None:
    assert Amount(5, 48, 10).high == 45
    assert (
        Amount(5, 48, 10).refuse(12)
        == "must be a whole number from 5 to 45 in steps of 10, not 12."
    )
    assert (
        Amount(0, 48, 10).refuse(12)
        == "must be a whole number from 0 to 40 in steps of 10, not 12."
    )


def test_one_of_says_why_not() -> None:
    colours = OneOf(("red", "blue"))
    assert colours.refuse("red") is None
    assert colours.refuse("green") == "must be one of red, blue, not 'green'."
    assert OneOf(()).refuse("red") == "No choices are available now."
    assert OneOf((1, 2)).refuse(True) is not None, "True is no number of anything"
    many = OneOf(tuple(f"I{n}" for n in range(40)))
    reason = many.refuse("x" * 10_000)
    assert reason is not None and len(reason) < 200 and reason.endswith("….")
    for odd in (None, 1.0, [], {}, b"red"):
        assert colours.refuse(odd)


def test_a_rule_says_what_is_offered_and_why_the_rest_is_not() -> None:
    """Reasons are made when something is refused; a stranger's value never reaches the rule."""
    asked: list[Any] = []

    def law(unit: Any) -> str | None:
        asked.append(unit)
        return None if unit == "oil" else f"B has no {unit} (N9.1)."

    units = OneOf(("gold", "oil"), of="unit", rule=law)
    assert asked == [] and units.refuse("oil") is None and asked == ["oil"]
    assert units.refuse("gold") == "B has no gold (N9.1)." and units.options == ["oil"]
    assert units.contains_value("gold") and not units.contains_value("golf")
    assert units.refuse("golf") == "must be one of gold, oil, not 'golf'; did you mean 'gold'?"
    some = SomeOf(("gold", "oil"), of="unit", rule=law)
    assert some.refuse(["oil"]) is None and some.refuse(["gold"]) == "B has no gold (N9.1)."
    assert some.at_most == 1 and some.options == ["oil"]
    asked.clear()
    for odd in (None, 1.5, ["oil"], {"oil": 1}, object()):
        assert units.refuse(odd) and some.refuse([odd])
    assert asked == []


def test_a_function_says_why_a_thing_is_not_offered() -> None:
    def why(name: Any) -> str | None:
        return f"{name} is the bank's (X1)." if name in {"I05", "I06"} else None

    square = OneOf(("I07",), of="space", why=why)
    assert square.refuse("I05") == "I05 is the bank's (X1)." and square.contains_value("I05")
    assert square.refuse("I77") == "must be one of I07, not 'I77'; did you mean 'I07'?"
    for odd in (None, ["I05"], {}, object()):
        assert square.refuse(odd)
    bid = Amount(10, 50, 10, why=lambda n: f"{n} is not there (X2).")
    assert bid.refuse(60) == "60 is not there (X2)." and bid.refuse(30) is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (["B"], None),
        (["C", "B"], None),
        (("B",), None),
        ([], "must have 1 to 2 entries, not 0."),
        (["B", "C", "D"], "must have 1 to 2 entries, not 3."),
        (["B", "B"], "'B' is listed twice."),
        (["Q"], "must be one of B, C, D, not 'Q'."),
        ("B", "must be a list of 1 to 2 entries, not 'B'."),
        ([["B"]], "must be one of B, C, D, not ['B']."),
        (None, "must be a list of 1 to 2 entries, not None."),
    ],
)
def test_some_of_says_why_not(value: Any, reason: str | None) -> None:
    assert SomeOf(("B", "C", "D"), at_least=1, at_most=2).refuse(value) == reason


def test_a_bundle_says_which_part_is_wrong() -> None:
    def balanced(value: Any) -> str | None:
        return None if value["cash"] or value["cards"] else "Give something."

    give = FieldGroup(balanced, cash=Amount(0, 50), cards=SomeOf(("x", "y")))
    assert give.refuse({"cash": 1, "cards": []}) is None
    assert give.refuse({"cash": 0, "cards": []}) == "Give something."
    assert give.refuse({"cash": 1}) == "cards is missing."
    assert give.refuse({"cash": 1, "cards": [], "z": 1}) == (
        "'z' is not a field; the fields are: cash, cards."
    )
    assert give.refuse({"cash": 99, "cards": []}).endswith(
        "cash: must be a whole number from 0 to 50, not 99."
    )
    assert give.refuse([1]) == "must be a form with cash, cards, not [1]."


def test_a_list_says_which_item_is_wrong() -> None:
    dice = ListOf(Amount(1, 6), 2, 3)
    assert dice.refuse([1, 6]) is None
    assert dice.refuse([1]) == "must have 2 to 3 entries, not 1."
    assert dice.refuse([1, 7]) == "number 2: must be a whole number from 1 to 6, not 7."
    assert dice.refuse(5) == "must be a list of 2 to 3 entries, not 5."


AMOUNTS = st.builds(
    Amount, st.integers(-50, 50), st.integers(-50, 200), st.integers(1, 30), st.just((0,))
)
OPTIONS = st.lists(st.text(min_size=1, max_size=3), min_size=1, max_size=6, unique=True).map(tuple)
FIELDS: st.SearchStrategy[Field] = st.recursive(
    AMOUNTS
    | OPTIONS.map(OneOf)
    | OPTIONS.flatmap(
        lambda options: st.builds(
            lambda low, high: SomeOf(options, min(low, high), max(low, high)),
            st.integers(0, len(options)),
            st.integers(0, len(options)),
        )
    ),
    lambda inner: (
        st.builds(lambda a, b: FieldGroup(a=a, b=b), inner, inner)
        | st.builds(lambda item: ListOf(item, 1, 3), inner)
    ),
    max_leaves=4,
)


@given(FIELDS, st.integers(0, 2**32))
def test_every_field_allows_what_it_samples_and_suggests(field: Field, seed: int) -> None:
    chance = RandomStream(str(seed))
    for _ in range(20):
        value = field.sample_value(chance)
        assert field.refuse(value) is None
        assert field.refuse(json.loads(json.dumps(value))) is None
    for value in field.suggest():
        assert field.refuse(value) is None
    assert json.loads(json.dumps(field.form_schema()))["kind"]


@given(FIELDS, st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_every_field_explains_what_it_refuses(field: Field, value: Any) -> None:
    reason = field.refuse(value)
    assert reason is None or (reason[0].strip() and reason[-1] == ".")


def test_a_move_that_is_barred_says_so_whatever_is_filled_in() -> None:
    barred = Move("yes", barred="Too dear (X1).", n=Amount(1, 2))
    assert barred.refusal({"n": 1}) == "Too dear (X1)." == barred.refusal({})
    assert barred.draw(RandomStream("x")) is None
    assert barred.form()["barred"] == "Too dear (X1)."


def test_a_move_judges_the_whole_after_its_fields() -> None:
    def odd(values: Any) -> str | None:
        return None if (values["a"] + values["b"]) % 2 else "The sum must be odd."

    move = Move("odd", refuse=odd, a=Amount(0, 9), b=Amount(0, 9))
    assert move.refusal({"a": 1, "b": 2}) is None
    assert move.refusal({"a": 1, "b": 1}) == "The sum must be odd."
    assert move.refusal({"a": 99, "b": 1}) == "a: must be a whole number from 0 to 9, not 99."
    assert all(odd(move.draw(RandomStream(str(n))).fields) is None for n in range(30))


def test_a_move_that_fields_alone_would_seldom_fit_draws_by_itself() -> None:
    exact = Move(
        "exact",
        refuse=lambda values: None if values["n"] == 123_456 else "No.",
        sample=lambda chance: {"n": 123_456},
        n=Amount(0, 10**9),
    )
    assert exact.draw(RandomStream("x")).fields == {"n": 123_456}
    never = Move("never", refuse=lambda values: "No.", n=Amount(0, 9))
    assert never.draw(RandomStream("x")) is None


def test_a_move_without_fields_may_be_refused_too() -> None:
    move = Move("go", refuse=lambda values: "Not now.")
    assert move.refusal({}) == "Not now." and move.draw(RandomStream("x")) is None
    assert Move("go").refusal({"x": 1}) == "'x' is not a field; there are no fields."


def test_parts_of_a_bundle_may_be_left_out_and_examples_are_suggested() -> None:
    """A form of many parts of which few are wanted, such as a law."""
    examples = {"Half": {"rate": 5}, "Flat": {"rate": 0, "flat": 2}}
    law = FieldGroup(None, ("flat",), examples, rate=Amount(0, 9), flat=Amount(0, 3))
    assert law.refuse({"rate": 5}) is None and law.refuse({"rate": 5, "flat": 3}) is None
    assert law.refuse({"flat": 3}) == "rate is missing."
    too_much = law.refuse({"rate": 5, "flat": 4})
    assert too_much == "flat: must be a whole number from 0 to 3, not 4."
    extra = law.refuse({"rate": 5, "name": "x"})
    assert extra == "'name' is not a field; the fields are: rate, flat."
    assert law.suggest() == [{"rate": 5}, {"rate": 0, "flat": 2}]
    assert law.form_schema()["titles"] == ["Half", "Flat"]
    assert (
        law.form_schema()["optional"] == ["flat"]
        and "optional" not in FieldGroup(a=Amount(0, 1)).form_schema()
    )


def test_a_move_may_preview_what_it_would_bring_about() -> None:
    """The form says that there is one; a clause of its own is told as well."""
    tax = Move(
        "tax", rule="X1.2", rate=Amount(0, 9),
        preview=lambda values: Preview(("Seat", "Owes"), (("A", 10 * values["rate"]),)),
    )  # fmt: skip
    assert tax.preview is not None and tax.preview({"rate": 3}).rows == (("A", 30),)
    assert tax.form()["preview"] is True and tax.form()["rule"] == "X1.2"
    assert not {"preview", "rule"} & set(Move("done").form())


def test_free_words() -> None:
    """A text: short enough, on one line, and nothing else."""
    note = FreeText(5)
    assert note.refuse("hello") is None and note.refuse("") is None
    assert note.refuse("hello!") == "must be at most 5 characters long, not 6."
    assert note.refuse("a\nb") == "must be one line without control characters, not 'a\\nb'."
    assert note.refuse(5) == "must be text, not 5."
    assert note.sample_value(RandomStream("x")) == "" and note.suggest() == [""]
    assert note.form_schema() == {"kind": "text", "longest": 5}


def test_a_form_is_made_once_and_when_looked_into() -> None:
    made = []

    def form() -> dict[str, Field]:
        made.append(1)
        return {"amount": Amount(0, 9)}

    late = Move("bid", form=form, rule="X1", preview=lambda values: Preview(("", "$"), ()))
    assert (late.name, late.rule, late.barred, late.is_free, made) == ("bid", "X1", "", False, [])
    assert late.is_lazy and late.preview is not None and late.grid is None
    assert late.refusal({"amount": 5}) is None and late.refusal({"amount": 50})
    assert late.draw(RandomStream("x")) is not None and late.form()["name"] == "bid"
    assert list(late.fields) == ["amount"] and made == [1] and not late.is_lazy


def test_a_field_may_be_called_space() -> None:
    """Beside the board space that a move points at."""
    move = Move("take", space=OneOf(("I07",), of="space"))
    assert move.space == "" and move.refusal({"space": "I07"}) is None
    assert Move("take", space="I07").space == "I07"


def test_an_answer_is_judged_by_the_law_without_the_form() -> None:
    looked = []

    def form() -> dict[str, Field]:
        looked.append("form")
        return {"amount": Amount(0, 80)}

    def law(values: Mapping[str, Any]) -> str | None:
        return None if values["amount"] <= 80 else "A has 80 (X1)."

    bid = Move("bid", form=form, refuse=law, space="I07", amount=ANY_AMOUNT)
    assert bid.refusal({"amount": 80}) is None and bid.refusal({"amount": 81}) == "A has 80 (X1)."
    assert bid.refusal({}) == "amount is missing."
    assert bid.refusal({"amount": "1"}) == "amount: must be a whole number, 0 or more, not '1'."
    assert (bid.space, bid.is_free, looked) == ("I07", False, [])
    assert bid.form()["fields"][0]["form"]["high"] == 80 and looked == ["form"]


def test_why_a_late_move_is_barred_is_found_when_somebody_asks() -> None:
    asked = []

    def broke() -> str:
        asked.append(1)
        return "A is broke (X1)."

    law, amount = (lambda values: "That is too much."), ANY_AMOUNT
    bid = Move(
        "bid", form=lambda: {"amount": Amount(0, 0)}, barred=broke, refuse=law, amount=amount
    )
    assert bid.is_lazy and asked == []
    assert bid.refusal({"amount": 5}) == bid.barred == "A is broke (X1)." and asked == [1]
    assert bid.draw(RandomStream("x")) is None
    assert Decision("A", "auction", [bid], "X1", "bid").legal == []
    unjudged = Move("bid", form=lambda: {"amount": Amount(0, 9)}, barred=broke)
    assert unjudged.refusal({"amount": 5}) == "A is broke (X1)."


@pytest.mark.parametrize("barred", ["A is broke (X1).", lambda: "A is broke (X1)."])
def test_a_barred_move_is_refused_also_where_its_law_allows_it(barred) -> None:
    bid = Move(
        "bid", form=lambda: {"amount": Amount(0, 9)}, barred=barred, refuse=lambda values: None,
        amount=ANY_AMOUNT,
    )  # fmt: skip
    assert bid.refusal({"amount": 5}) == "A is broke (X1)." == bid.barred
    with pytest.raises(IllegalMove, match="A is broke"):
        Decision("A", "auction", [bid, Move("pass")], "X1", "pass").read("bid", {"amount": 5})


def test_why_a_law_allows_nothing_is_found_when_somebody_asks() -> None:
    asked = []

    def why_none() -> str:
        asked.append(1)
        return "A is broke (X1)."

    def law(values: Mapping[str, Any]) -> str | None:
        return None if values["amount"] == 7 else "That is too much."

    bid = Move(
        "bid", form=lambda: {"amount": Amount(0, 9)}, why_none=why_none, refuse=law,
        amount=ANY_AMOUNT,
    )  # fmt: skip
    assert bid.is_lazy and bid.refusal({"amount": 7}) is None and asked == []
    assert bid.refusal({"amount": 5}) == bid.barred == "A is broke (X1)." and asked == [1]
    assert bid.refusal({"amount": 7}) == "A is broke (X1).", "what is shown as barred is barred"


@pytest.mark.parametrize("late", [False, True])
def test_a_move_may_be_answered_without_its_optional_fields(late):
    """Whether its form is made early or late; the others are needed, and no stranger is taken."""
    fields = {"amount": Amount(0, 9), "words": FreeText(20)}
    form = (lambda: fields) if late else None
    speak = Move("speak", optional=("words",), form=form, **fields)
    assert speak.refusal({"amount": 3}) is None
    assert speak.refusal({"amount": 3, "words": "Hear!"}) is None
    assert speak.refusal({"words": "Hear!"}) == "amount is missing."
    assert speak.refusal({"amount": 3, "words": 7}).startswith("words: ")
    assert speak.refusal({"amount": 3, "loud": True}) is not None
