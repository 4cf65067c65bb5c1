"""What a class expects: the question, several answers, and what came (design 7)."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import loads
from classkit.widgets.predictions import parse_line, parse_prediction
from classkit.widgets.stored_predictions import record_prediction_rows
from tests.widgets.pages import Page


def page_of(**settings: Any) -> Page:
    return Page.of(
        classkit.new("poleconomy", seats=3, seed=7, **settings, options={"game": 1}), "tycoon"
    )


def step_to(page: Page, turn: int) -> None:
    while page.match.turn < turn:
        page.do("step", until="turn")


def test_a_covered_chart_asks_a_whole_question_by_default() -> None:
    page = page_of()
    page.do("cover", chart="inflation", on=True)
    asked = page.now["predictions"]["inflation"]
    assert asked["question"] == "What will the Inflation Number be at turn 11?"
    page.do("ask", chart="inflation", at=4, unit="round")
    asked = page.now["predictions"]["inflation"]
    assert asked["question"] == "What will the Inflation Number be at round 4?"
    page.do("ask", chart="net_worth", at=6, unit="turn", seat="B")
    asked = page.now["predictions"]["net_worth"]
    assert asked["question"] == "What will the net worth of Bruno be at turn 6?"
    assert page.now["covered"] == ["inflation", "net_worth"]


def test_several_answer_and_what_came_is_said_once_it_is_uncovered() -> None:
    page = page_of()
    page.do("ask", chart="inflation", at=6, unit="turn")
    page.do("predict", chart="inflation", value="7")
    page.do("predict", chart="inflation", value="4.5", who="Bo")
    page.do("predict", chart="inflation", value="9", who="Bo")
    page.do("predict", chart="inflation", value="it falls", who="Cy")
    step_to(page, 7)
    shown = page.now["predictions"]["inflation"]
    assert [(one["who"], one["value"]) for one in shown["guesses"]] == [
        ("", "7"), ("Bo", "9"), ("Cy", "it falls")
    ]  # fmt: skip
    assert shown["came"] == "" and "why" not in shown, "it is covered"
    page.do("cover", chart="inflation", on=False)
    came = next(row for row in page.match.history if row["turn"] == 6)["inflation_number"]
    near = min((("you", 7), ("Bo", 9)), key=lambda one: abs(one[1] - came))
    shown = page.now["predictions"]["inflation"]
    assert (
        shown["came"] == f"{came}; you said 7; Cy said it falls; nearest: {near[0]} with {near[1]}"
    )
    page.do("why", figure="inflation_number", **shown["why"])
    assert page.last["what"] == "why"


def test_what_is_expected_is_drawn_to_the_turn_that_was_asked_about() -> None:
    page = page_of()
    page.do("charts", charts=["inflation"])
    page.do("ask", chart="inflation", at=6, unit="turn")
    page.do("predict", chart="inflation", value="7", who="Bo")
    page.do("cover", chart="inflation", on=False)
    chart = page.now["charts"]["inflation"]
    (line,), label = chart["layout"]["shapes"], chart["labels"]["guess.0"]
    assert (line["xref"], line["x0"], line["x1"], line["y0"]) == ("x", page.match.turn, 6, 7)
    assert (label["x"], label["at"], label["name"], label["value"]) == (6, 7, "Bo", "7")


def test_nothing_has_come_before_the_turn_is_over_nor_after_going_back() -> None:
    page = page_of()
    page.do("predict", chart="inflation", value="7")
    page.do("ask", chart="inflation", at=3)
    page.do("predict", chart="inflation", value="7")
    page.do("cover", chart="inflation", on=False)
    step_to(page, 3)
    assert page.now["predictions"]["inflation"]["came"] == ""
    step_to(page, 4)
    assert page.now["predictions"]["inflation"]["came"]
    page.do("goto", turn=2)
    assert page.now["predictions"]["inflation"]["came"] == ""


def test_an_end_before_the_time_is_said() -> None:
    page = page_of()
    page.do("ask", chart="inflation", at=1_000)
    page.do("predict", chart="inflation", value="7")
    page.do("step", until="end")
    page.do("cover", chart="inflation", on=False)
    words = page.now["predictions"]["inflation"]["came"]
    assert f"as the match ended in turn {page.match.turn}" in words


def test_many_answers_are_told_by_their_middle_and_drawn_as_a_field() -> None:
    page = page_of()
    page.do("ask", chart="inflation", at=2)
    for value in range(1, 10):
        page.do("predict", chart="inflation", value=str(value), who=f"S{value}")
    page.do("cover", chart="inflation", on=False)
    page.do("charts", charts=["inflation"])
    chart = page.now["charts"]["inflation"]
    (field,) = [one for one in chart["layout"]["shapes"] if one["type"] == "rect"]
    assert (field["y0"], field["y1"]) == (7, 3)
    label = chart["labels"]["guess.0"]
    assert (label["name"], label["value"]) == ("Middle of 9 answers", "5")
    step_to(page, 3)
    words = page.now["predictions"]["inflation"]["came"]
    assert "9 answers with 5 in the middle, at least half of them from 3 to 7; nearest: S" in words


def test_each_of_a_few_answers_is_a_line_with_its_name() -> None:
    page = page_of()
    page.do("predict", chart="inflation", value="4", who="<b>Bo</b>")
    page.do("predict", chart="inflation", value="6")
    page.do("charts", charts=["inflation"])
    labels = page.now["charts"]["inflation"]["labels"]
    guesses = [(one["name"], one["value"]) for key, one in labels.items() if "guess." in key]
    assert guesses == [("<b>Bo</b>", "4"), ("The class", "6")]


def test_a_line_is_drawn_on_the_chart() -> None:
    page = page_of()
    page.do("predict", chart="inflation", value="6", line=[[1, 1], [5, 8.5], [9, 6]])
    page.do("charts", charts=["inflation"])
    (path,) = [
        one for one in page.now["charts"]["inflation"]["layout"]["shapes"] if one["type"] == "path"
    ]
    assert path["path"] == "M1,1L5,8.5L9,6" and path["y0"] == 8.5
    (row,) = page.sight.prediction_rows()
    assert json.loads(row["drawn"]) == [[1, 1], [5, 8.5], [9, 6]]


def test_a_line_along_rounds_lies_where_these_end_among_the_turns() -> None:
    """Economicon counts rounds, of nine turns each: what is drawn to round 3 ends with turn 27."""
    page = Page.of(classkit.new("economicon", seats=4, seed=7), "gold_anchor")
    step_to(page, 12)
    assert page.match.round == 2
    page.do("ask", chart="worth", at=3, seat="A")
    page.do("predict", chart="worth", value="60", line=[[2, 30], [3, 60]])
    page.do("cover", chart="worth", on=False)
    page.do("charts", charts=["worth"])
    shapes = page.now["charts"]["worth"]["layout"]["shapes"]
    (path,) = [one for one in shapes if one["type"] == "path"]
    assert path["path"] == "M12,30L27,60"
    (line,) = [one for one in shapes if one["type"] == "line" and one["y0"] == 60]
    assert (line["x0"], line["x1"]) == (12, 27)


@pytest.mark.parametrize(
    "line", [[[1, 1]], [[2, 1], [1, 1]], [[1, "M0"], [2, 1]], [[1, 1, 1], [2, 1]], "M0,0", [1, 2]]
)
def test_what_is_no_line_is_refused(line: Any) -> None:
    with pytest.raises(ClasskitError, match="A drawn line"):
        parse_line(line)


@pytest.mark.parametrize(
    ("about", "reason"),
    [
        ({"at": 0}, "whole number|turn or round 1"),
        ({"unit": "year"}, "unit"),
        ({"figure": "net_worth"}, "figure"),
        ({"seat": "A"}, "measured for the whole table"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(about: dict[str, Any], reason: str) -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    with pytest.raises(ClasskitError, match=reason):
        table.ask("inflation", **about)
    assert table.page_view.covered == []


def test_a_question_is_put_away_with_the_cover_when_nobody_answered() -> None:
    page = page_of()
    page.do("cover", chart="inflation", on=True)
    page.do("cover", chart="inflation", on=False)
    assert page.desk.predictions == {}


def test_an_answer_is_taken_back_by_whoever_gave_it_and_all_at_once() -> None:
    page = page_of()
    page.do("predict", chart="inflation", value="4", who="Bo")
    page.do("predict", chart="inflation", value="5", who="Cy")
    page.do("predict", chart="inflation", value="", who="Bo")
    assert [one["who"] for one in page.now["predictions"]["inflation"]["guesses"]] == ["Cy"]
    page.do("predict", chart="inflation", value="")
    assert page.now["predictions"] == {}


def test_a_stored_prediction_is_read_again_and_one_of_an_older_version_too() -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    table.predict("inflation", "4,5", who="Zoë", line=[[1, 2], [3, 4]]).predict("inflation", 7)
    stored = json.loads(json.dumps(table.controller.predictions["inflation"]))
    assert json.loads(json.dumps(parse_prediction(stored))) == stored
    older = parse_prediction({"turn": 2, "value": "about 3,5"})
    assert older["turn"] == 2 and older["guesses"] == [{"who": "", "value": "about 3,5"}]


REFUSED = {
    "2.125": "'2.125' may be 2.125 or 2,125: write 2.1250 or 2125.",
    "1.600k": "'1.600k' may be 1.6k or 1,600k: write 1.6k or 1600k.",
    "5 below zero": "or words without digits, not '5 below zero'.",
    "12abc": "or words without digits, not '12abc'.",
    "1e3": "or words without digits, not '1e3'.",
    "about 3,5": "or words without digits, not 'about 3,5'.",
    "٣": "or words without digits, not '٣'.",
    "x" * 61: "A prediction must be at most 60 characters long, not 61.",
    True: "A prediction must be a number or words, not True.",
    None: "A prediction must be a number or words, not None.",
    float("nan"): "A prediction must be a number or words, not nan.",
    10**16: "A number must be at most 1,000,000,000,000,000, not 10000000000000000.",
}


@pytest.mark.parametrize("value", REFUSED, ids=repr)
def test_what_is_no_number_and_no_words_is_refused_and_nothing_is_stored(value: Any) -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    with pytest.raises(ClasskitError) as refused:
        table.predict("inflation", value)
    assert str(refused.value).endswith(REFUSED[value])
    assert table.predictions().empty and table.expected("inflation") == ""


def test_a_page_is_told_why_a_prediction_is_refused() -> None:
    page = page_of()
    page.do("ask", chart="inflation", at=6)
    told = page.do("predict", chart="inflation", value="100.000")
    assert told["kind"] == "refused"
    assert told["reason"] == "'100.000' may be 100 or 100,000: write 100 or 100000."
    assert page.now["predictions"]["inflation"]["guesses"] == []


def test_a_number_of_python_is_that_number() -> None:
    table = classkit.table("poleconomy", seats=3, seed=7, options={"game": 1})
    for who, number in {"Ada": 2.125, "Bo": 1500, "Cy": 1e-7, "Di": -0.5}.items():
        table.predict("inflation", number, who=who)
    assert list(table.predictions()["number"]) == [2.125, 1500, 1e-7, -0.5]
    assert list(table.predictions()["answer"]) == ["2.1250", "1500", "0.0000001", "-0.5"]


def test_an_old_record_keeps_what_was_typed_and_scores_no_number_that_may_be_two() -> None:
    older = {"turn": 2, "guesses": [{"who": "Bo", "value": "2.125"}]}
    assert parse_prediction(older)["guesses"] == [{"who": "Bo", "value": "2.125"}]
    match = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
    match.predictions = {"inflation": {**parse_prediction(older), "figure": "inflation_number"}}
    (row,) = record_prediction_rows(match, "instructor", names=True)
    assert (row["answer"], row["number"]) == ("2.125", None)


@pytest.mark.parametrize(
    "damaged",
    [
        None, [], {}, {"turn": "2"}, {"turn": 2, "at": -1}, {"turn": 2, "unit": ["turn"]},
        {"turn": 2, "figure": 3}, {"turn": 2, "top": float("nan")}, {"turn": 2, "guesses": 5},
    ],
)  # fmt: skip
def test_a_damaged_prediction_is_refused(damaged: Any) -> None:
    with pytest.raises(ClasskitError):
        parse_prediction(damaged)


@pytest.mark.parametrize(
    "damaged",
    [
        "7", {"value": 7}, {"value": "x" * 61}, {"value": "7", "who": 5},
        {"value": "7", "who": "a\u0000b"}, {"value": "7", "line": [[1, 1]]},
    ],
)  # fmt: skip
def test_of_a_stored_prediction_only_the_damaged_answer_is_left_out(damaged: Any) -> None:
    """The others are there when its record is opened, and when it is saved again."""
    page = page_of()
    page.do("ask", chart="inflation", at=4, unit="turn")
    for who, value in (("Ada", "5"), ("Bo", "it rises")):
        page.do("predict", chart="inflation", value=value, who=who)
    record = json.loads(page.do("save")["data"]["text"])
    record["predictions"]["inflation"]["guesses"].insert(1, damaged)
    again = Page.of(loads(json.dumps(record)))
    resaved = json.loads(again.do("save")["data"]["text"])
    for kept in (again.now["predictions"], resaved["predictions"]):
        answers = [(one["who"], one["value"]) for one in kept["inflation"]["guesses"]]
        assert answers == [("Ada", "5"), ("Bo", "it rises")]


def test_a_stored_question_stays_where_its_only_answer_is_damaged() -> None:
    for stated in ({"value": "\u0007"}, {"guesses": [{"value": "\u0007"}]}):
        assert parse_prediction({"turn": 1, "at": 4, **stated})["guesses"] == []


def test_who_gave_the_only_number_is_told_beside_answers_in_words() -> None:
    page = page_of()
    page.do("ask", chart="inflation", at=1, unit="turn")
    guesses = {"Bo": "1", "Di": "it rises"}
    for who, value in guesses.items():
        page.do("predict", chart="inflation", value=value, who=who)
    step_to(page, 2)
    page.do("cover", chart="inflation", on=False)
    assert page.now["predictions"]["inflation"]["came"] == "1; Bo said 1; Di said it rises"
    for who in ("Ed", "Flo", "Gus"):
        page.do("predict", chart="inflation", value="it falls", who=who)
    assert page.now["predictions"]["inflation"]["came"] == "1; Bo said 1; 4 answers in words"


# --- kept and taken along ----------------------------------------------------------------------


def asked_table() -> Any:
    table = classkit.table(
        "poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, bots="tycoon", options={"game": 1}
    )
    table.ask("inflation", at=2).predict("inflation", "7")
    table.predict("inflation", "=it rises", who="@Bo")
    for _ in range(3):
        table.step(until="turn")
    return table


def test_predictions_and_what_came_are_a_frame() -> None:
    table = asked_table()
    assert table.predictions()["came"].isna().all(), "the chart is covered"
    table.cover("inflation", on=False)
    frame = table.predictions()
    came = next(row for row in table.match.history if row["turn"] == 2)["inflation_number"]
    assert list(frame["who"]) == ["", "@Bo"] and list(frame["came"]) == [came, came]
    assert frame["error"][0] == 7 - came and frame["error"].isna()[1]
    assert frame.attrs["columns"]["error"]["about"]


def test_what_is_taken_along_has_them_safe_for_a_spreadsheet(tmp_path: Path) -> None:
    table = asked_table().cover("inflation", on=False)
    with zipfile.ZipFile(table.take_home(tmp_path / "mine.zip")) as files:
        names = files.namelist()
        rows = list(csv.DictReader(io.StringIO(files.read("tables/predictions.csv").decode())))
        columns = files.read("tables/columns.csv").decode()
    assert [(row["who"], row["answer"]) for row in rows] == [("", "7"), ("'@Bo", "'=it rises")]
    assert rows[0]["came"] and "predictions,error" in columns
    assert not any("predictions.json" in name for name in names), "the record has them"


def test_predictions_are_in_the_record_however_it_is_saved_and_opened(tmp_path: Path) -> None:
    """From the page and from Python, and opened by either."""
    page = page_of()
    page.do("ask", chart="inflation", at=2, unit="turn")
    page.do("predict", chart="inflation", value="7", line=[[1, 1.5], [2, 7]])
    page.do("predict", chart="inflation", value="4.5", who="Bo")
    step_to(page, 3)
    wanted = json.dumps(page.desk.predictions)
    saved = page.do("save")["data"]
    assert "Bo" in saved["text"] and "names that people entered" in saved["note"]
    path = tmp_path / "monday.classkit.json"
    path.write_text(saved["text"], encoding="utf-8")

    def kept_by(table: Any) -> str:
        return json.dumps(table.controller.predictions)

    table = classkit.table(classkit.load(path))
    assert kept_by(table) == wanted and table.expected("inflation").startswith("1; you said 7")
    other = page_of()
    other.do("open", file=saved["text"])
    assert json.dumps(other.desk.predictions) == wanted
    table.save(path)
    for source in (path, path.read_text(encoding="utf-8")):
        assert (
            kept_by(classkit.table("poleconomy", seats=3, seed=1, options={"game": 1}).open(source))
            == wanted
        )
    table.predict("inflation", "").predict("inflation", "", who="Bo")
    assert classkit.load(table.save(path)).predictions["inflation"]["guesses"] == []


def test_what_has_not_come_yet_is_covered_in_a_record_that_is_opened(tmp_path: Path) -> None:
    """Whoever opens it may ask the next class as well; what came is told."""
    t = classkit.table("poleconomy", seats=["Ada", "Bo"], seed=5, options={"game": 1})
    t.ask("inflation", at=9)
    t.predict("inflation", "7", who="Cy")
    for _ in range(2):
        t.step(until="turn")
    saved = t.save(tmp_path / "monday.classkit.json")
    for again in (
        classkit.table(classkit.load(saved)),
        classkit.table("poleconomy", options={"game": 1}).open(saved),
    ):
        assert again.page_view.covered == ["inflation"]
    while t.match.turn < 11:
        t.step(until="turn")
    t.cover("inflation", on=False)
    t.save(saved)
    assert classkit.table(classkit.load(saved)).page_view.covered == []


def test_a_record_with_more_drawn_than_can_be_opened_keeps_the_answers() -> None:
    page = page_of()
    line = [[at, 1234567.890123] for at in range(200)]
    for chart in ("inflation", "net_worth"):
        page.do("ask", chart=chart, at=2, unit="turn")
        for number in range(200):
            page.desk.predict(chart, "7", f"Bo {number}", line)
    saved = page.do("save")["data"]
    assert len(saved["text"]) < 200_000 and saved["note"].endswith(
        "so it contains only the answers."
    )
    other = page_of()
    other.do("open", file=saved["text"])
    assert len(other.desk.predictions["inflation"]["guesses"]) == 200


@pytest.mark.parametrize("named", [[], ["--names"]])
def test_predictions_and_what_came_are_exported_with_their_match(
    tmp_path: Path, named: list[str]
) -> None:
    """Who answered is written only where names are asked for."""
    saved = asked_table().save(tmp_path / "monday.classkit.json")
    to = tmp_path / "out"
    assert main(["export", str(saved), "--to", str(to), "--format", "all", *named]) == 0
    rows = list(csv.DictReader((to / "monday-predictions.csv").open(encoding="utf-8")))
    history = classkit.load(saved).history
    came = next(row for row in history if row["turn"] == 2)["inflation_number"]
    assert [row["who"] for row in rows] == ["", "'@Bo" if named else ""]
    assert [(row["question"][:8], row["answer"], row["came"]) for row in rows] == [
        ("What wil", "7", str(came)), ("What wil", "'=it rises", str(came))
    ]  # fmt: skip
    assert "predictions,error" in (to / "monday-columns.csv").read_text(encoding="utf-8")
    told = json.loads((to / "monday.json").read_text(encoding="utf-8"))["predictions"]
    assert [row["came"] for row in told] == [came, came]
    assert (to / "monday-predictions.parquet").exists()


def test_an_export_without_predictions_is_as_it_was(tmp_path: Path) -> None:
    saved = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).save(
        tmp_path / "monday.classkit.json"
    )
    assert main(["export", str(saved)]) == 0
    assert not list(tmp_path.glob("*predictions*"))
    columns = (tmp_path / "monday-columns.csv").read_text(encoding="utf-8")
    assert "predictions" not in columns
    assert "predictions" not in json.loads((tmp_path / "monday.json").read_text(encoding="utf-8"))


def test_an_export_tells_no_seat_what_came_of_a_figure_that_it_may_not_see(tmp_path: Path) -> None:
    """No table asks for such a figure, but the file may be of anybody."""
    match = classkit.new("economy", seats=3, seed=7).play(until=lambda m: m.turn > 2, bots="raider")
    asked = {"turn": 1, "figure": "market_hhi", "at": 1, "guesses": [{"who": "", "value": "5"}]}
    match.predictions = {"concentration": asked}
    opened = classkit.load(match.save(tmp_path / "m.classkit.json"))
    (told,), (hidden,) = (record_prediction_rows(opened, whom) for whom in ("instructor", "B"))
    assert told["came"] is not None and hidden["came"] is None


@pytest.mark.parametrize(
    "damaged", ["", "{", "[]", '{"inflation": 5}', '{"no_chart": {"turn": 1, "value": "7"}}'],
)  # fmt: skip
def test_damaged_predictions_are_passed_over(tmp_path: Path, damaged: str) -> None:
    """In a record, and in the file beside one of an older version."""
    path = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).save(
        tmp_path / "m.classkit.json"
    )
    (tmp_path / "m.predictions.json").write_text(damaged, encoding="utf-8")
    assert classkit.table(classkit.load(path)).controller.predictions == {}
    if damaged.startswith("{") and damaged.endswith("}"):
        record = {
            **json.loads(path.read_text(encoding="utf-8")),
            "predictions": json.loads(damaged),
        }
        assert classkit.table(loads(json.dumps(record))).controller.predictions == {}


def test_an_older_version_kept_them_in_a_file_of_their_own(tmp_path: Path) -> None:
    path = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).save(
        tmp_path / "m.classkit.json"
    )
    stated = {"inflation": {"turn": 1, "value": "7"}}
    (tmp_path / "m.predictions.json").write_text(json.dumps(stated), encoding="utf-8")
    table = classkit.table("poleconomy", seats=3, seed=1, options={"game": 1}).open(path)
    assert table.controller.predictions["inflation"]["guesses"] == [{"who": "", "value": "7"}]
    table.save(path)
    assert not (tmp_path / "m.predictions.json").exists()
    assert classkit.load(path).predictions["inflation"]["guesses"][0]["value"] == "7"
