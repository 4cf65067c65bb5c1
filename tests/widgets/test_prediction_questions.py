"""Questions for which no chart can be covered: what would tell the answer waits for the class."""

from __future__ import annotations

import pytest

import classkit
from classkit import lessons
from classkit.engine.errors import ClasskitError
from classkit.widgets import live_table as live_module
from classkit.widgets import prediction_questions, prediction_wait


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook that somebody looks at."""
    for module in (live_module, prediction_questions):
        monkeypatch.setattr(module, "is_interactive", lambda: True)


def test_without_people_nothing_waits_and_the_question_is_a_sentence() -> None:
    guess = lessons.ask("Who wins <most>?")
    assert guess.once_answered(lambda: 7) == 7
    shown = guess._mime_bundle()
    assert shown == {"text/plain": "Who wins <most>?", "text/html": shown["text/html"]}
    assert "&lt;most&gt;" in shown["text/html"]


@pytest.mark.usefixtures("people")
def test_what_would_tell_waits_and_what_was_said_stays() -> None:
    guess, came = lessons.ask("How many of forty?"), list[int]()
    cell = guess.once_answered(lambda: came.append(18))
    assert isinstance(cell, prediction_wait.WaitingCell) and came == []
    guess.answer_line.value, guess.who_line.value = "12", "<b>Bo</b>"
    guess.note_button.click()
    guess.note_button.click()
    assert guess.answers == [("12", "<b>Bo</b>")], "an empty line says nothing"
    guess.answer_line.value = "about a third"
    guess.done_button.click()
    assert came == [18] and guess.is_answered
    assert [said.answer for said in guess.answers] == ["12", "about a third"]
    assert (
        "&lt;b&gt;Bo" in guess.answers_html.value and "<b>Bo</b>:" not in guess.answers_html.value
    )
    assert guess.once_answered("at once") == "at once"


@pytest.mark.usefixtures("people")
def test_a_class_may_go_on_without_an_answer() -> None:
    guess, came = lessons.ask("How many?"), list[int]()
    guess.once_answered(lambda: came.append(1)).button.click()
    assert came == [1] and guess.answers == []


@pytest.mark.usefixtures("people")
def test_one_question_comes_after_another_and_after_a_table() -> None:
    """What the second tells may need what the first has played."""
    table = classkit.table("poleconomy", seats=3, seed=7).ask("inflation", at=1)
    first = lessons.ask("And then?", after=table)
    second = lessons.ask("And in the end?", after=first)
    assert first.form_box.layout.display == second.form_box.layout.display == "none"
    assert prediction_questions.ANSWER_FIRST_TEXT in second.answers_html.value
    table.cover("inflation", on=False)
    assert first.form_box.layout.display is None and second.form_box.layout.display == "none"
    first.reveal_outcome()
    assert second.form_box.layout.display is None and second.answers_html.value == ""


@pytest.mark.usefixtures("people")
def test_several_things_are_shown_one_below_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(prediction_wait, "display", shown.append)
    guess = lessons.ask("How many?")
    guess.once_answered("one", lambda: "two", "three")
    guess.reveal_outcome()
    assert shown == ["one", "two", "three"]


@pytest.mark.parametrize("wrong", ["", "  ", 7, None])
def test_a_question_is_a_sentence(wrong: object) -> None:
    with pytest.raises(ClasskitError, match="a question must be a sentence"):
        lessons.ask(wrong)  # type: ignore[arg-type]


def test_an_answer_says_something_and_there_are_not_too_many() -> None:
    guess = lessons.ask("How many?")
    with pytest.raises(ClasskitError, match="an answer must not be empty"):
        guess.answer(" ")
    for number in range(prediction_questions.MAX_ANSWERS):
        guess.answer(str(number))
    with pytest.raises(ClasskitError, match="reached the limit"):
        guess.answer("one more")


@pytest.mark.usefixtures("people")
def test_a_saved_notebook_tells_what_was_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The widget is alone until then; afterwards the sentence stands beside it, in its place."""
    shown: list[tuple[dict[str, str], str, bool]] = []

    def show(data: dict[str, str], *, raw: bool, display_id: str, update: bool) -> None:
        assert raw
        shown.append((data, display_id, update))

    monkeypatch.setattr(prediction_questions, "display", show)
    guess = lessons.ask("Who wins <most>?")
    guess._ipython_display_()
    guess.answer("<i>A</i>", who="Bo")
    guess.reveal_outcome()
    (before, place, first), (after, again, second) = shown
    assert (first, second, again) == (False, True, place)
    widget = "application/vnd.jupyter.widget-view+json"
    assert widget in before and "text/html" not in before
    assert widget in after and "Bo: &lt;i&gt;A&lt;/i&gt;" in after["text/html"]


def test_what_was_answered_is_a_frame_and_a_question_asked_anew_begins_anew() -> None:
    lessons.ask("Which falls first?").answer("sterling", who="Bo").answer("1992")
    lessons.ask("And when?").answer("in autumn")
    lessons.ask("Which falls first?").answer("the lira")
    frame = lessons.answers()
    rows = [
        row for row in frame.itertuples(index=False) if row.question.endswith(("first?", "when?"))
    ]
    assert rows == [
        ("Which falls first?", "the lira", ""),
        ("And when?", "in autumn", ""),
    ]
