"""What happens to a notebook between a student's last look at it and the marker's first.

Each mutation changes a notebook in which every question is answered, and keeps the answers
readable for a person. ``KEPT`` may cost no mark at all. ``OPEN`` may leave the first question open
and no other. The values of answers are taken from the cells themselves, so that a mutation works on
right and on wrong answers.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

Book = dict[str, Any]
Mutation = Callable[[Book], None]


def at(book: Book, kind: str, number: int = 0) -> int:
    """The place of the first, second ... cell whose id begins so, the student's left out."""
    found = [place for place, one in enumerate(book["cells"]) if id_of(one).startswith(kind)]
    return found[number]


def id_of(cell: dict[str, Any]) -> str:
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id", cell.get("id", "")))


def code(text: str) -> dict[str, Any]:
    """A cell as an editor adds it, without any name."""
    return {"cell_type": "code", "metadata": {}, "source": text, "outputs": []}


def text_of(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def first(book: Book) -> tuple[str, str]:
    """The name and the value in the cell of the first answer."""
    name, _, value = text_of(book["cells"][at(book, "answer-")]).partition(" = ")
    return name, value


def typed_anew(book: Book) -> None:
    place = at(book, "answer-")
    book["cells"][place] = code(text_of(book["cells"][place]))


def typed_anew_everywhere(book: Book) -> None:
    for number, one in enumerate(book["cells"]):
        if id_of(one).startswith("answer-"):
            book["cells"][number] = code(text_of(one))


def typed_in_two_cells(book: Book) -> None:
    name, value = first(book)
    place = at(book, "answer-")
    book["cells"][place : place + 1] = [code(f"mine = {value}"), code(f"{name} = mine")]


def typed_above_the_question(book: Book) -> None:
    cell = code(text_of(book["cells"].pop(at(book, "answer-"))))
    book["cells"].insert(at(book, "ask-"), cell)


def typed_far_above(book: Book) -> None:
    """The last answer stands above the first question."""
    cell = book["cells"].pop(at(book, "answer-", -1))
    book["cells"].insert(at(book, "ask-"), code(text_of(cell)))


def stub_beside(below: bool) -> Mutation:
    def mutate(book: Book) -> None:
        place = at(book, "answer-")
        stub = deepcopy(book["cells"][place])
        stub["source"] = f"{first(book)[0]} = None\n# Write your answer above, then run this cell."
        new = code(text_of(book["cells"][place]))
        book["cells"][place : place + 1] = [new, stub] if below else [stub, new]

    return mutate


def copied_for_another(book: Book) -> None:
    """The cell of the first answer serves for the second, with the name of the first."""
    second = at(book, "answer-", 1)
    copy = deepcopy(book["cells"][at(book, "answer-")])
    copy["source"] = book["cells"][second]["source"]
    book["cells"][second] = copy


def check_copied_for_another(book: Book) -> None:
    second = at(book, "test-", 1)
    copy = deepcopy(book["cells"][at(book, "test-")])
    copy["source"] = book["cells"][second]["source"]
    book["cells"][second] = copy


def stripped(book: Book) -> None:
    """As tools do that keep only what is seen."""
    book["metadata"], book["nbformat_minor"] = {}, 0
    for one in book["cells"]:
        one["metadata"] = {}
        one.pop("id", None)


def other_ids(book: Book) -> None:
    for number, one in enumerate(book["cells"]):
        one["metadata"] = {"id": f"colab{number}"}
        one["id"] = f"vscode-{number}"


def stripped_and_typed_anew(book: Book) -> None:
    stripped(book)
    book["cells"].insert(0, code("!pip install -q classkit\n%cd /content/drive"))


def old_format(book: Book) -> None:
    """Format 3, with worksheets and ``input``."""
    stripped(book)
    for one in book["cells"]:
        if one["cell_type"] == "code":
            one["input"] = one.pop("source")
    book["worksheets"], book["nbformat"] = [{"cells": book.pop("cells")}], 3


def other_line_ends(book: Book) -> None:
    for one in book["cells"]:
        one["source"] = text_of(one).replace("\n", "\r\n")


def without_checks(book: Book) -> None:
    book["cells"] = [one for one in book["cells"] if not id_of(one).startswith("test-")]


def without_checks_or_names(book: Book) -> None:
    """No answer has a cell of its own any more, and no check tells where it was."""
    typed_anew_everywhere(book)
    for one in book["cells"]:
        if id_of(one).startswith("test-"):
            one["source"] = "# done"


def literal_in_check(book: Book) -> None:
    name, value = first(book)
    check = book["cells"][at(book, "test-")]
    check["source"] = text_of(check).replace(f", {name})", f", {value})")
    book["cells"][at(book, "answer-")]["source"] = f"{name} = None"


def other_name_in_check(book: Book) -> None:
    name, value = first(book)
    check = book["cells"][at(book, "test-")]
    check["source"] = text_of(check).replace(f", {name})", ", my_own)")
    book["cells"][at(book, "answer-")]["source"] = f"my_own = {value}"


def answered_in_check(book: Book) -> None:
    check = book["cells"][at(book, "test-")]
    check["source"] = f"{text_of(book['cells'].pop(at(book, 'answer-')))}\n{text_of(check)}"


def check_in_answer(book: Book) -> None:
    check = book["cells"].pop(at(book, "test-"))
    answer = book["cells"][at(book, "answer-")]
    answer["source"] = f"{text_of(answer)}\n{text_of(check)}"


def check_printed(book: Book) -> None:
    check = book["cells"][at(book, "test-")]
    check["source"] = f"print({text_of(check).strip()})"


def check_twice(book: Book) -> None:
    place = at(book, "test-")
    book["cells"].insert(place, deepcopy(book["cells"][place]))


def checks_at_the_end(book: Book) -> None:
    book["cells"].sort(key=lambda one: id_of(one).startswith("test-"))


def answers_at_the_end(book: Book) -> None:
    """Moved below their checks."""
    book["cells"].sort(key=lambda one: id_of(one).startswith("answer-"))


def questions_turned_round(book: Book) -> None:
    """Answers and checks of the last question first."""
    kinds = ("answer-", "test-")
    places = [place for place, one in enumerate(book["cells"]) if id_of(one).startswith(kinds)]
    cells = [book["cells"][place] for place in places]
    pairs = list(zip(cells[::2], cells[1::2], strict=True))[::-1]
    for place, one in zip(places, (one for pair in pairs for one in pair), strict=True):
        book["cells"][place] = one


def one_large_cell(book: Book) -> None:
    """All code merged; what was marked as a text stays."""
    whole = "\n".join(text_of(one) for one in book["cells"] if one["cell_type"] == "code")
    book["cells"] = [code(whole), *(one for one in book["cells"] if one["cell_type"] != "code")]


def two_answers_merged(book: Book) -> None:
    second = book["cells"].pop(at(book, "answer-", 1))
    answer = book["cells"][at(book, "answer-")]
    answer["source"] = f"{text_of(answer)}\n{text_of(second)}"


def magic(head: str) -> Mutation:
    def mutate(book: Book) -> None:
        answer = book["cells"][at(book, "answer-")]
        answer["source"] = f"{head}\n{text_of(answer)}"

    return mutate


def import_below_the_value(book: Book) -> None:
    answer = book["cells"][at(book, "answer-")]
    answer["source"] = f"{text_of(answer)}\nimport no_such_module"


def unrelated_import_above(book: Book) -> None:
    """A cell that fails here and gives nothing that any answer uses."""
    book["cells"].insert(at(book, "ask-"), code("import no_such_module as plt\nplt.plot([1])"))


def large_outputs(book: Book) -> None:
    picture = {"image/png": "QUJD" * 1_600_000, "text/html": '<a href="x">]}' * 10_000}
    output = {"output_type": "display_data", "data": picture, "metadata": {}}
    book["cells"][at(book, "answer-")]["outputs"] = [output]
    book["metadata"]["widgets"] = {"state": {"x": ["y" * 3_000_000]}}


def name_without_cell(book: Book) -> None:
    """The sheet is opened with the name itself."""
    name = text_of(book["cells"].pop(at(book, "student"))).partition(" = ")[2]
    for one in book["cells"]:
        one["source"] = text_of(one).replace(", student)", f", {name})")


def name_and_sheet_merged(book: Book) -> None:
    student = book["cells"].pop(at(book, "student"))
    sheet = book["cells"][at(book, "sheet")]
    sheet["source"] = f"{text_of(student)}\n{text_of(sheet)}"


def below_an_empty_copy(book: Book) -> None:
    """The notebook was pasted below one that nobody had filled in."""
    empty = deepcopy(book["cells"])
    for one in empty:
        name, is_value, _ = text_of(one).partition(" = ")
        if id_of(one).startswith("answer-") and is_value:
            one["source"] = f"{name} = None"
        elif id_of(one) == "student":
            one["source"] = 'student = ""'
    book["cells"] = empty + book["cells"]


def below_an_empty_copy_and_stripped(book: Book) -> None:
    below_an_empty_copy(book)
    stripped(book)


def above_an_empty_copy(book: Book) -> None:
    filled = deepcopy(book["cells"])
    below_an_empty_copy(book)
    book["cells"] = filled + book["cells"][: len(filled)]


def stripped_with_comments_on_a_check(book: Book) -> None:
    check = text_of(book["cells"][at(book, "test-")]).splitlines()[0]
    stripped(book)
    book["cells"].insert(0, code(f"# I tried {check} twice"))
    book["cells"].append(code(f"# {check}: right!"))


def stripped_and_checked_again(book: Book) -> None:
    """A last cell checks all, and one of the names has another value by then."""
    name, _ = first(book)
    checks = [text_of(one).splitlines()[0] for one in book["cells"]
              if id_of(one).startswith("test-")]  # fmt: skip
    stripped(book)
    book["cells"] += [code(f"{name} = 'something else'"), code("\n".join(checks))]


KEPT: dict[str, Mutation] = {
    "typed anew": typed_anew,
    "all typed anew": typed_anew_everywhere,
    "typed in two cells": typed_in_two_cells,
    "typed above the question": typed_above_the_question,
    "typed far above": typed_far_above,
    "the stub stands below": stub_beside(below=True),
    "the stub stands above": stub_beside(below=False),
    "a cell was copied for another": copied_for_another,
    "a check was copied for another": check_copied_for_another,
    "stripped": stripped,
    "stripped, with a set-up cell": stripped_and_typed_anew,
    "other ids": other_ids,
    "format 3": old_format,
    "other line ends": other_line_ends,
    "without checks": without_checks,
    "without checks or names": without_checks_or_names,
    "a literal in the check": literal_in_check,
    "another name in the check": other_name_in_check,
    "answered in the check": answered_in_check,
    "the check in the answer": check_in_answer,
    "the check printed": check_printed,
    "the check twice": check_twice,
    "checks at the end": checks_at_the_end,
    "answers at the end": answers_at_the_end,
    "questions turned round": questions_turned_round,
    "one large cell": one_large_cell,
    "two answers merged": two_answers_merged,
    "pip": magic("!pip install -q numpy"),
    "pip by magic": magic("%pip install -q numpy"),
    "timed": magic("%%time"),
    "an import below the value": import_below_the_value,
    "an unrelated import": unrelated_import_above,
    "large outputs": large_outputs,
    "the name without its cell": name_without_cell,
    "the name in the sheet's cell": name_and_sheet_merged,
    "below an empty copy": below_an_empty_copy,
    "below an empty copy, stripped": below_an_empty_copy_and_stripped,
    "above an empty copy": above_an_empty_copy,
    "stripped, a comment on a check": stripped_with_comments_on_a_check,
    "stripped, checked again": stripped_and_checked_again,
}


def above_the_value(head: str) -> Mutation:
    return magic(head)


def import_in_another_cell(book: Book) -> None:
    name, value = first(book)
    book["cells"].insert(
        at(book, "ask-"),
        code(
            f"import no_such_module as np\ndef helper(x):\n    return np.sum([x])\nhalf = {value}"
        ),
    )
    book["cells"][at(book, "answer-")]["source"] = f"{name} = 0\n{name} = helper(half)"


def star_import_in_another_cell(book: Book) -> None:
    name, value = first(book)
    book["cells"].insert(at(book, "ask-"), code("from helpers import *"))
    book["cells"][at(book, "answer-")]["source"] = f"{name} = same({value})"


def caught_in_another_cell(book: Book) -> None:
    """The student's own code goes on without the module, and the answer fails for want of it."""
    name, value = first(book)
    guarded = "try:\n    import no_such_module as np\nexcept ImportError:\n    np = None"
    book["cells"].insert(at(book, "ask-"), code(guarded))
    book["cells"][at(book, "answer-")]["source"] = f"{name} = np.asarray({value})"


def caught_in_the_cell(book: Book) -> None:
    name, value = first(book)
    guarded = "try:\n    import no_such_module\nexcept ImportError:\n    pass"
    book["cells"][at(book, "answer-")]["source"] = (
        f"{guarded}\n{name} = no_such_module.asarray({value})"
    )


def timed_below_an_import(book: Book) -> None:
    name, value = first(book)
    book["cells"].insert(at(book, "ask-"), code("import no_such_module as np"))
    book["cells"][at(book, "answer-")]["source"] = f"%%time\n{name} = np.asarray({value})"


def list_filled_below(book: Book) -> None:
    """The name is bound before the lack, and its value would have been altered after it."""
    name, value = first(book)
    book["cells"][at(book, "answer-")]["source"] = (
        f"{name} = []\nimport no_such_module as np\n{name}.extend(np.asarray({value}))"
    )


def of_kind(kind: str) -> Mutation:
    def mutate(book: Book) -> None:
        book["cells"][at(book, "answer-")]["cell_type"] = kind

    return mutate


def in_a_text_cell(book: Book) -> None:
    name, value = first(book)
    place = at(book, "answer-")
    book["cells"][place]["source"] = f"{name} = None"
    text = {"cell_type": "markdown", "metadata": {}, "source": f"My answer is {value}."}
    book["cells"].insert(place + 1, text)


def below_the_check(book: Book) -> None:
    name, value = first(book)
    book["cells"][at(book, "answer-")]["source"] = f"{name} = None"
    book["cells"].insert(at(book, "test-") + 1, code(f"{name} = {value}"))


def all_cells_gone(book: Book) -> None:
    """As in an older version of the assignment, which did not ask this."""
    for kind in ("ask-", "answer-", "test-"):
        book["cells"].pop(at(book, kind))


def answer_gone(book: Book) -> None:
    book["cells"].pop(at(book, "answer-"))


def conflict(book: Book) -> None:
    name, value = first(book)
    book["cells"][at(book, "answer-")]["source"] = (
        f"<<<<<<< HEAD\n{name} = {value}\n=======\n{name} = 0\n>>>>>>> theirs"
    )


OPEN: dict[str, tuple[Mutation, str]] = {
    "a module": (above_the_value("import matplotlib_"), "this machine has no matplotlib_"),
    "part of a module": (above_the_value("from json import no_such"), "another version"),
    "a module, caught too late": (import_in_another_cell, "this machine has no no_such_module"),
    "a module, caught": (caught_in_another_cell, "this machine has no no_such_module"),
    "a module, caught in the cell": (caught_in_the_cell, "this machine has no no_such_module"),
    "a module, timed": (timed_below_an_import, "this machine has no no_such_module"),
    "a list filled below": (list_filled_below, "this machine has no no_such_module"),
    "a function that lacks a module": (
        above_the_value("def f():\n    import no_such_module\nf()"),
        "this machine has no no_such_module",
    ),
    "a star import": (star_import_in_another_cell, "this machine has no helpers"),
    "a file": (above_the_value('open("data.csv")'), 'no file "data.csv"'),
    "an address": (
        above_the_value(
            "import urllib.request\nurllib.request.urlopen('http://192.0.2.1/', timeout=1)"
        ),
        "this machine refused an operation",
    ),
    "a keyboard": (above_the_value('input("Go on?")'), "input() gets no answer"),
    "memory": (above_the_value("x = bytes(9_000_000_000)"), "memory limit"),
    "time": (above_the_value("while True:\n    pass"), "seconds of CPU time"),
    "a process": (above_the_value("import os\nos._exit(0)"), "it ended its process"),
    "another notebook's command": (above_the_value("%bigquery x"), "another notebook system"),
    "markdown": (of_kind("markdown"), "its cell is now a markdown cell"),
    "raw": (of_kind("raw"), "its cell is now a raw cell"),
    "a text cell": (in_a_text_cell, "a text cell above its check"),
    "below the check": (below_the_check, "only below its check"),
    "an older version": (all_cells_gone, "not in the notebook"),
    "the cell is gone": (answer_gone, "not in the notebook"),
    "a merge conflict": (conflict, "merge conflict"),
}
"""Name -> the mutation, and what the reason says."""
