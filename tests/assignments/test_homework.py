"""Homework about a match that was played: its questions, its notebooks, and who may see what."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

import classkit
from classkit.assignments.feedback import Unanswered
from classkit.assignments.homework import Homework, for_page, notebooks, open_homework
from classkit.assignments.homework.packing import packed, unpacked
from classkit.assignments.homework.story import escaped
from classkit.cli import main
from classkit.engine.errors import ClasskitError, RecordError
from classkit.engine.match import Match
from classkit.engine.record import MAX_BYTES
from classkit.engine.registry import find
from classkit.widgets import table

GAMES = {
    "poleconomy": {},
    "poleconomy 2": {"game": 2},
    "opoly": {},
    "economicon": {},
    "economy": {},
}
SEEDS = range(20)
FEW = 4
"""How many of the seeds the short form plays."""


def played(game: str, seed: int = 5, seats: Any = 4) -> Match:
    name = game.split()[0]
    match = classkit.new(name, seats=seats, seed=seed, **GAMES[game])  # type: ignore[arg-type]
    bots = list(find(name).policies)
    return match.play("end", {seat: bots[n % len(bots)] for n, seat in enumerate(match.seats)})


@pytest.fixture(scope="module", params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    return played(request.param)


# --- every figure once more, from the exported frames alone ---------------------------------------


def turning_point(work: Homework, right: Any) -> None:
    winner = leader_of(work)
    final = {line.seat: line.score for line in work.played.standings()}
    history = work.history[work.history["part"] == ""]
    for _, figure in history[history["seat"] != ""].groupby("metric"):
        wide = figure.pivot(index="turn", columns="seat", values="value")
        last = wide.iloc[-1].to_dict()
        if not wide.isna().any(axis=None) and all(
            abs(last[seat] - final[seat]) < 0.02 for seat in final
        ):
            others = wide.drop(columns=winner).max(axis=1)
            behind = wide.index[wide[winner] <= others]
            assert right == wide.index[wide.index > behind.max()].min()
            return
    raise AssertionError("no figure ends as the standings")


def burden(work: Homework, right: Any) -> None:
    text = work.ask("burden").text
    ledger = work.ledger[work.ledger["source"].isin(work.played.seats)]
    words = text.split("“")[1].split("”")[0]
    paid = ledger[(ledger["text"] == words) & (ledger["unit"] == "dollars")]
    assert paid.groupby("source")["amount"].sum().idxmax() == right


def over_value(work: Homework, right: Any) -> None:
    """For Poleconomy: all rows of auctions, with the price of the square by its kind (P4.2)."""
    if work.played.game.name != "poleconomy":
        return
    ledger, squares = work.ledger, work.played.edition.rules.squares
    prices = work.history[work.history["metric"].isin(["company_price", "advert_price"])]
    over = []
    sold = ledger[(ledger["reason"] == "auction")]
    for _, title in sold[sold["unit"] != "dollars"].iterrows():
        near = sold[(sold["unit"] == "dollars") & (sold["turn"] == title["turn"])]
        paid = near[near["source"] == title["target"]]["amount"]
        before = prices[prices["turn"] < title["turn"]]
        last = before[before["turn"] == before["turn"].max()].set_index("metric")["value"]
        listed = last[f"{squares[title['unit']].kind}_price"]
        over += [price - listed for price in paid]
    assert abs(max(over)) == right


def largest_payment(work: Homework, right: Any) -> None:
    ledger = work.ledger[(work.ledger["turn"] > 0) & (work.ledger["unit"] == money_of(work))]
    target = ledger["target"].str.rpartition(":")[2].isin(work.played.seats)
    source = ledger["source"].str.rpartition(":")[2].isin(work.played.seats)
    some = ledger[target & source] if (target & source).any() else ledger[target]
    largest = some[some["amount"] == some["amount"].max()]
    assert right in set(largest["rule"])


def change(work: Homework, right: Any) -> None:
    label = work.ask("change").text.split("“")[1].split("”")[0]
    history = work.history
    line = history[(history["label"] == label) & (history["seat"] == "")]
    line = line.set_index("turn")["value"]
    assert right == pytest.approx(float(line.iloc[-1] / line.iloc[0] - 1) * 100)


def busiest_clause(work: Homework, right: Any) -> None:
    ledger = work.ledger[(work.ledger["unit"] == money_of(work)) & (work.ledger["turn"] > 0)]
    moved = ledger.groupby("rule")["amount"].sum()
    assert moved[right] == moved.max()


def best_turn(work: Homework, right: Any) -> None:
    wide, winner = score_of(work), leader_of(work)
    gains = wide[winner].diff()
    assert gains[right] == gains.max()


def best_place(work: Homework, right: Any) -> None:
    ledger = work.ledger[work.ledger["unit"] == "points"]
    paid = ledger.groupby("reason")["amount"].sum()
    assert paid[right] == paid.max()


def worst_turn(work: Homework, right: Any) -> None:
    losses = score_of(work).diff().min(axis=1)
    assert losses[right] == losses.min()


def gatherer(work: Homework, right: Any) -> None:
    ledger = work.ledger[(work.ledger["unit"] != money_of(work)) & (work.ledger["turn"] > 0)]
    to, source = (ledger[end].str.rpartition(":")[2] for end in ("target", "source"))
    came = ledger[to.isin(work.played.seats) & (to != source)].groupby(to)["amount"].sum()
    assert came[right] == came.max()


def clause_of_most(work: Homework, right: Any) -> None:
    counts = work.events[work.events["turn"] > 0]["rule"].value_counts().drop("", errors="ignore")
    assert counts[right] == counts.max()


def busiest_turn(work: Homework, right: Any) -> None:
    counts = work.events["turn"].value_counts().drop(0, errors="ignore")
    assert counts[right] == counts.max()


def most_asked(work: Homework, right: Any) -> None:
    answers = work.answers[(work.answers["kind"] == "answer") & ~work.answers["undone"]]
    counts = answers["seat"].value_counts()
    assert counts[right] == counts.max()


CHECKS = {
    "turning-point": turning_point,
    "over-value": over_value,
    "burden": burden,
    "largest-payment": largest_payment,
    "change": change,
    "best-place": best_place,
    "busiest-clause": busiest_clause,
    "best-turn": best_turn,
    "worst-turn": worst_turn,
    "gatherer": gatherer,
    "clause-of-most": clause_of_most,
    "busiest-turn": busiest_turn,
    "most-asked": most_asked,
    "transfers": lambda work, right: (work.ledger["unit"] == money_of(work)).sum() == right,
    "answers": lambda work, right: (work.answers["kind"] == "answer").sum() == right,
}


def money_of(work: Homework) -> str:
    name = work.played.game.name
    return {"economicon": "gold", "economy": "points"}.get(name, "dollars")


def leader_of(work: Homework) -> str:
    """Who has won; where the Bank failed and nobody has, who was ahead."""
    return (work.played.winners or (work.played.standings()[0].seat,))[0]


def score_of(work: Homework) -> Any:
    keys = {"poleconomy": "net_worth", "opoly": "asset_score", "economicon": "worth"}
    key = keys.get(work.played.game.name, "points")
    history = work.history[work.history["metric"] == key]
    return history.pivot(index="turn", columns="seat", values="value")


@pytest.mark.parametrize("game", GAMES)
def test_figures_agree_with_the_exported_frames(game: str, deep: bool) -> None:
    for seed in SEEDS if deep else SEEDS[:FEW]:
        work = Homework(played(game, seed))
        assert len(work.plan.makers) == 5
        for key in work.plan.makers:
            right = work.answer(key)
            assert CHECKS[key](work, right) is not False, (game, seed, key)
            assert work.check(key, right).right
            assert work.worked(key)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("turns", [2, 3, 12])
def test_after_a_few_turns(game: str, turns: int) -> None:
    """Five questions that make sense, also where no points have been scored and no tax was paid."""
    name = game.split()[0]
    match = classkit.new(name, seats=4, seed=5, **GAMES[game])  # type: ignore[arg-type]
    bots = list(find(name).policies)
    for _ in range(turns):
        match.play("turn", {seat: bots[n % len(bots)] for n, seat in enumerate(match.seats)})
    work = Homework(match)
    assert len(work.plan.makers) == 5
    titles = set(match.say(False).spaces.values())
    for key in work.plan.makers:
        CHECKS[key](work, work.answer(key))
        said = f"{work.ask(key).text} {work.worked(key)}"
        assert not any(f"most {title} " in said or f"sum of {title}" in said for title in titles)
        assert "e+" not in said and "  " not in said


def test_an_answer_is_judged_and_not_given_away(match: Match) -> None:
    work = Homework(match)
    for key in work.plan.makers:
        right = work.answer(key)
        with pytest.raises(Unanswered, match="No answer yet"):
            work.check(key, None)
        wrong = right + 1_000 if isinstance(right, (int, float)) else "no such thing"
        feedback = work.check(key, wrong)
        assert not feedback.right and str(right) not in feedback.words.split()


# --- the notebooks --------------------------------------------------------------------------------


def test_both_notebooks_run_the_students_to_its_first_question(match: Match) -> None:
    made = notebooks(match)
    assert run(made["homework-teacher"]) == ["Right."] * 5
    with pytest.raises(Unanswered, match=r"put .* in place of None"):
        run(made["homework"])


def run(text: str) -> list[str]:
    """Run the code cells of a notebook here; what the checks say."""
    space: dict[str, Any] = {}
    said = []
    for cell in nbformat.reads(text, as_version=4).cells:
        if cell.cell_type == "code":
            *before, last = cell.source.strip().split("\n")
            if last.startswith("work.check"):
                exec("\n".join(before), space)
                said.append(repr(eval(last, space)))
            else:
                exec(cell.source, space)
    return said


def test_a_kernel_runs_the_teachers_notebook_and_stops_kindly_in_the_students() -> None:
    made = notebooks(played("poleconomy"))
    teachers = nbformat.reads(made["homework-teacher"], as_version=4)
    NotebookClient(teachers, timeout=600).execute()
    figures = [
        output
        for cell in teachers.cells
        for output in cell.get("outputs", [])
        if "application/vnd.plotly.v1+json" in output.get("data", {})
    ]
    assert len(figures) == 3
    students = nbformat.reads(made["homework"], as_version=4)
    with pytest.raises(CellExecutionError, match="No answer yet"):
        NotebookClient(students, timeout=600).execute()


def test_the_student_is_told_no_answer(match: Match) -> None:
    text = notebooks(match)["homework"]
    assert "work.answer(" not in text and "For the teacher" not in text
    for cell in nbformat.reads(text, as_version=4).cells:
        assert not cell.get("outputs")


def test_the_same_match_makes_the_same_notebooks(match: Match) -> None:
    assert notebooks(match) == notebooks(match)


def test_the_story_tells_every_turn_with_something_to_tell(match: Match) -> None:
    text = notebooks(match)["homework"]
    told = {event.turn for event in match.events if match.say(False).event(event)}
    assert all(f"**Turn {turn}:**" in text for turn in told - {0})


def test_seats_are_letters_unless_names_are_asked_for() -> None:
    match = played("poleconomy", seats=["Ada", "<b>Bo</b>", "$Cy$", "Di"])
    letters, named = notebooks(match)["homework"], notebooks(match, names=True)["homework"]
    assert not any(name in letters for name in ("Ada", "Bo<", "Cy"))
    assert "Ada" in named and "<b>" not in named and "$Cy" not in named.replace("\\\\$Cy", "")


@pytest.mark.parametrize(
    "text", ["$5 and $6", "www.x.com", "a@b.co", "<b>x</b>", "[a](b)", "*a* _b_ `c`", "# h"]
)
def test_words_of_people_are_never_marks(text: str) -> None:
    safe = escaped(text)
    for place, sign in enumerate(safe):
        if sign in "[]()*_`@":
            assert safe[place - 1] == "\\"
    assert "$" not in safe and "www." not in safe and "<b" not in safe.replace("\\<b", "")


def test_a_match_that_goes_on_tells_nothing_of_what_comes() -> None:
    match = classkit.new("poleconomy", seats=3)
    for _ in range(6):
        match.play("turn")
    work = open_homework(packed(match))
    assert work.played.digest() == match.digest() and work.played.seed != match.seed
    assert str(match.seed) not in notebooks(match)["homework"]


def test_before_anything_was_played_there_is_nothing_to_ask() -> None:
    with pytest.raises(ClasskitError, match="play some turns"):
        notebooks(classkit.new("poleconomy", seats=3))


@pytest.mark.parametrize("text", ["", "no", "AAAA", "=" * 99, "é", "\ud800", None, 5])
def test_a_damaged_match_is_refused(text: Any) -> None:
    with pytest.raises(RecordError):
        unpacked(text)


def test_a_match_that_swells_is_refused_before_it_fills_the_memory() -> None:
    bomb = base64.b64encode(zlib.compress(b"[" * (20 * MAX_BYTES))).decode()
    with pytest.raises(RecordError, match="at most"):
        unpacked(bomb)


# --- the command and the button -------------------------------------------------------------------


def test_the_command_writes_two_notebooks_and_no_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played("poleconomy", seats=["Ada", "Bo", "Cy"]).save(tmp_path / "monday.classkit.json")
    assert main(["homework", str(record)]) == 0
    told = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [p.name for p in told] == ["monday-homework.ipynb", "monday-homework-teacher.ipynb"]
    assert not any("Ada" in path.read_text(encoding="utf-8") for path in told)
    told[0].write_text("somebody's work")
    assert main(["homework", str(record)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert told[0].read_text() == "somebody's work"
    assert main(["homework", str(record), "--names", "--force"]) == 0
    assert "Ada" in told[0].read_text(encoding="utf-8")


def test_a_record_that_stops_agreeing_is_used_up_to_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played("poleconomy")
    record = match.to_record()
    marks = [line for line in record["log"] if "digest" in line]
    marks[20]["digest"] = "0" * len(marks[20]["digest"])
    path = tmp_path / "old.classkit.json"
    path.write_text(json.dumps(record))
    assert main(["homework", str(path)]) == 1
    assert "what came before" in capsys.readouterr().err
    text = (tmp_path / "old-homework-teacher.ipynb").read_text(encoding="utf-8")
    assert run(text) == ["Right."] * 5


def test_the_button_gives_both_notebooks(match: Match) -> None:
    data = for_page(match)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(data["base64"]))) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert sorted(texts.values()) == sorted(notebooks(match).values())
    assert "teacher" in data["note"]


def test_the_page_is_answered_by_the_table(match: Match) -> None:
    live = table(match)
    with contextlib.suppress(ClasskitError):
        live.on_action("homework", lambda content: None)
    live = classkit.table(match)
    answer = live._channel.handlers["homework"]({"do": "homework"})
    assert answer["kind"] == "detail" and answer["data"]["name"].endswith("-homework.zip")
