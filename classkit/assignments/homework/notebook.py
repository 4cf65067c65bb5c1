"""The two notebooks of a homework: one for students, one with the answers for the teacher."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from classkit.assignments.nbgrading import CODE_STUB, TEXT_STUB
from classkit.engine.errors import ClasskitError
from classkit.engine.game import who_wins
from classkit.engine.match import Match
from classkit.engine.record import write_whole
from classkit.widgets.records import TELLS_ALL

from .counterfactual import WHAT_IF
from .finders import QUESTIONS, TooShort, too_short
from .markup import escaped
from .past import Past
from .story import story
from .variety import too_alike
from .work import Homework, packed

CHARTS = 3
STUDENT, TEACHER = "homework", "homework-teacher"


def notebooks(
    match: Match, *, names: bool = False, name: str = STUDENT, left: bool = False
) -> dict[str, str]:
    """Return the text of both notebooks: {"homework": ..., "homework-teacher": ...}.

    The teacher's is a source of nbgrader, with the answers, and the students' is what nbgrader
    makes of it. ``name`` is the name of the assignment: what students hand in is called by it.
    Seats go by their letters in the story unless ``names`` is set. Raises ClasskitError if nothing
    has been played yet, or too little for five good questions. A match that is over asks fewer, and
    so does one that is ``left``: nobody plays on there.
    """
    if match.turn < 2:
        if match.is_over:
            raise ClasskitError("This match was over in its first turn: there is nothing to ask.")
        raise ClasskitError(
            "There is nothing to ask about yet: play some turns, then make a homework of them."
        )
    if own := match.game.own_figures:
        raise ClasskitError(
            f"This match has figures of its own ({', '.join(own)}), and students open it by the "
            "name of its game, which has none of them: save it, and make the homework of "
            "classkit.load(..., partial=True), which leaves them out."
        )
    work = Homework(match)  # which refuses a match without a good question
    if len(work.questions) < QUESTIONS and not (left or match.is_over):
        raise TooShort(too_short(match, len(work.questions)))
    made = {}
    for kind in (STUDENT, TEACHER):
        book = nbformat.v4.new_notebook(cells=list(cells(work, names, kind == TEACHER)))
        book.metadata["kernelspec"] = KERNEL
        book.metadata["language_info"] = {"name": "python"}
        book.metadata["classkit"] = {"sheet": work.name, "name": name}
        for number, cell in enumerate(book.cells):
            # the same match makes the same notebook, and editors that strip metadata keep ids
            cell["id"] = cell.metadata.get("nbgrader", {}).get("grade_id", f"cell-{number}")
        nbformat.validate(book)
        made[kind] = nbformat.writes(book) + "\n"
    return made


KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
OPEN = (
    "from classkit.assignments.homework import open_homework\n\n"
    "work = open_homework(MATCH, student)\nwork"
)


def write_homework(
    match: Match,
    folder: Path,
    stem: str,
    *,
    names: bool = False,
    left: bool = False,
    over: bool = False,
) -> list[Path]:
    """Write ``STEM-homework.ipynb`` and ``STEM-homework-teacher.ipynb``. Return the paths.

    An existing file may hold somebody's work: it is replaced only with ``over``.
    """
    made = notebooks(match, names=names, name=f"{stem}-{STUDENT}", left=left)
    targets = {folder / f"{stem}-{kind}.ipynb": text for kind, text in made.items()}
    there = [path for path in targets if path.exists()]
    if there and not over:
        raise ClasskitError(
            f"{there[0]} exists already, perhaps with somebody's work in it. Move it away, "
            "choose another folder, or use --force to overwrite it."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in targets.items():
            write_whole(path, text.encode())
            path.chmod(0o644)  # to be handed on
    except OSError as error:
        raise ClasskitError(f"Could not write into {folder}: {error.strerror or error}.") from error
    return list(targets)


def for_page(match: Match) -> dict[str, Any]:
    """Return both notebooks as one ZIP file to download: ``{"name", "base64", "note"}``."""
    stem = f"{match.game.name}-turn-{match.turn}"
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for kind, text in notebooks(match, name=f"{stem}-{STUDENT}").items():
            name = zipfile.ZipInfo(f"{stem}-{kind}.ipynb")
            archive.writestr(name, text, zipfile.ZIP_DEFLATED)
    secret = match.game.has_secrets(match.table)
    notes = ["The notebook called teacher has the answers.", too_alike(match), secret * TELLS_ALL]
    return {
        "name": f"{stem}-homework.zip",
        "base64": base64.b64encode(whole.getvalue()).decode(),
        "note": " ".join(note for note in notes if note),
    }


# --- cells ---------------------------------------------


def cells(work: Homework, names: bool, teacher: bool) -> Iterator[Any]:
    """Yield all cells in order."""
    past = Past(work.played, names)
    yield markdown(head(past, len(work.questions)))
    yield markdown(YOUR_NUMBERS)
    yield answer_cell("student", STUDENT_LINE, 'student = ""', teacher)
    yield hidden(f'MATCH = """\n{packed(work.played)}\n"""')
    yield code(OPEN)
    yield markdown("## What happened")
    for chapter in story(past):
        yield markdown(chapter)
    yield markdown("## The same in charts")
    for key in charts(past):
        yield look(f'work.chart("{key}")')
    yield markdown(DATA)
    yield look("work.ledger.head()")
    yield markdown(f"## Questions{seats_by_letter(past) if names else ''}")
    for number, key in enumerate(work.questions, start=1):
        yield from question_cells(number, key, teacher)
    task, notes = (REFLECTION, MARKING) if WHAT_IF in work.questions else (ON_ANY, MARKING_ANY)
    yield markdown(f"## In your words\n\n{task} {READ}")
    yield by_hand("reflection", notes if teacher else TEXT_STUB, WRITTEN)


def question_cells(number: int, key: str, teacher: bool) -> Iterator[Any]:
    """Yield a question, the place for its answer, and the check."""
    answer = f"answer_{number}"
    solution = (
        f"{OPEN_KEY}\n\nkey = open_key(work)\nprint(key.worked({key!r}))\n"
        f"{answer} = key.answer({key!r})"
    ).replace("'", '"')
    yield markdown(f"### Question {number}")
    yield look(f'work.ask("{key}")')
    yield answer_cell(f"answer-{key}", f"{answer} = None", solution, teacher)
    test = f'work.check("{key}", {answer})'
    if teacher:
        test += (
            f'\n### BEGIN HIDDEN TESTS\n{OPEN_KEY}\n\nopen_key(work).mark("{key}", {answer}, '
            f"points={POINTS})\n### END HIDDEN TESTS"
        )
    yield graded(code(test), f"test-{key}", points=POINTS)


def answer_cell(grade_id: str, line: str, solution: str, teacher: bool) -> Any:
    """Return a cell to be filled in, with its solution in the teacher's version."""
    rest = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION" if teacher else CODE_STUB
    cell = graded(code(f"{line}\n{rest}"), grade_id, solution=True)
    cell.metadata["classkit"] = {"answers": [line.partition(" ")[0]]}
    return cell


def by_hand(grade_id: str, text: str, points: int) -> Any:
    """Return a text that the teacher reads and marks."""
    return graded(markdown(text), grade_id, solution=True, points=points)


def graded(cell: Any, grade_id: str, *, solution: bool = False, points: int = 0) -> Any:
    """Return a cell with what nbgrader needs to know of it."""
    about: dict[str, Any] = {
        "schema_version": 3, "grade_id": grade_id, "grade": bool(points), "solution": solution,
        "locked": not solution, "task": False,
    }  # fmt: skip
    cell.metadata["nbgrader"] = {**about, "points": points} if points else about
    return cell


def look(text: str) -> Any:
    """Return a code cell that is only for looking, which marking leaves out."""
    cell = code(text)
    cell.metadata["classkit"] = {"look": True}
    return cell


def seats_by_letter(past: Past) -> str:
    """Say which letter stands for whom."""
    named = (f"{seat} is {past.say.seat(seat)}" for seat in past.seats)
    return (
        f"\n\nThe questions call seats by their letters: {escaped(past.say.listing(list(named)))}."
    )


def head(past: Past, questions: int) -> str:
    """Return the title and the instructions."""
    match, say = past.match, past.say
    seats = say.listing([say.seat(seat) for seat in past.seats])
    length = f"{match.turn} turns" if match.is_over else f"as it stood in turn {match.turn}"
    won = f" {who_wins(say, match.winners, match.races_shown(None))}" if match.is_over else ""
    return (
        f"# Homework: a match of {escaped(match.game.title)}\n\n"
        f"A match of {escaped(seats)}, {length}.{escaped(won)} {by_bots_alone(match)}"
        f"Source of the game: {escaped(match.game.authors)}.\n\n"
        f"**Points:** {questions * POINTS + WRITTEN}, of which {WRITTEN} are for your "
        "reasoning.\n\n"
        "Run the cells from the top. Read what happened, look at the charts, then answer the "
        "questions: put your answer in place of `None` and run the cell and the one below it, "
        "which checks the answer. The check says only once how far off you are, and comments on "
        "only a few answers to a question: think before you try."
    )


def by_bots_alone(match: Match) -> str:
    """Say from which turn on bots played alone after people had; "" if they did not."""
    by_people = [
        turn
        for turn, given in match.steps
        if given.kind == "answer" and given.seat and not given.by
    ]
    if not by_people or max(by_people) == match.turn:
        return ""
    return f"From turn {max(by_people) + 1} on bots played for everybody. "


DATA = (
    "## The same as data\n\n"
    "`work.history` has the figures after each turn, `work.ledger` every transfer, `work.events` "
    "all that happened, `work.answers` every answer; each is a pandas frame, and "
    '`.attrs["columns"]` says what its columns mean, `work.history.attrs["figures"]` what each '
    "figure counts, in which unit and over which time."
)
POINTS, WRITTEN = 2, 5
"""The points of a question, and of the answer in words."""
OPEN_KEY = "from classkit.assignments.key import open_key"
STUDENT_LINE = (
    'student = ""  # your name or number, as your teacher knows it: it draws your questions'
)
YOUR_NUMBERS = (
    "## Your questions\n\nWrite your name or number between the quotes and run the cell. (Left "
    "empty, you get the questions of the class.)"
)
REFLECTION = (
    "Go back to the decision of the question “what-if”. In half a page: Which answer would you "
    "have given, and *why* does one of them end higher? Play one future of each, see what came and "
    "went for which reason (`match.why` splits a change into its parts), and name the clauses. Is "
    "the difference that you found large, compared with how much the futures spread? What do these "
    "futures take for granted? Then use one of your figures from the other questions to say who "
    "gained in this match, and at whose cost."
)
MARKING = (
    "*Model answer.* Every student has a decision of their own, so there is no text to compare "
    "with; the teacher's version of that question prints both means and how often each answer "
    "ended higher.\n\n"
    "*Marking.* 1 point: an answer is chosen, and the reasons lead to it. 1: the reason is one "
    "that moved the score (payments by their reason, or prices), with the clauses. 1: the "
    "difference of the means is compared with the spread of the futures, or with how often each "
    "answer ended higher. 1: names one assumption behind the futures (who plays, how far, what is "
    "counted). 1: a figure from the other questions is used to say who gained at whose cost. None "
    "for who won."
)
ON_ANY = (
    "Choose one answer in `work.answers` that was not forced and that you would have given "
    "otherwise. In half a page: What would have changed in the next round, for whom, and under "
    "which clauses? What can you not know? (`work.played.fork().goto(turn=...)` lets you try.)"
)
MARKING_ANY = (
    "*Model answer.* Every student chooses, so there is no text to compare with.\n\n"
    "*Marking.* 1 point: the answer is one of the record. 1: says whom the change would have "
    "touched. 2: the prediction follows from the rules, with their clauses. 1: says what would "
    "have to be known to be sure. None for who won."
)
READ = f"*(Read by your teacher: {WRITTEN} points for the reasoning, none for who won.)*"


def charts(past: Past) -> list[str]:
    """Return the keys of the first charts that run over turns."""
    plans = past.match.game.charts_of(past.match.table)
    return [chart.key for chart in plans if not chart.now and chart.kind != "heat_map"][:CHARTS]


def markdown(text: str) -> Any:
    return nbformat.v4.new_markdown_cell(text)


def code(text: str) -> Any:
    return nbformat.v4.new_code_cell(text)


def hidden(text: str) -> Any:
    """Return a collapsed cell that nobody needs to read."""
    cell = code(text)
    cell.metadata["jupyter"] = {"source_hidden": True}
    cell.metadata["tags"] = ["match-of-this-homework"]
    return cell
