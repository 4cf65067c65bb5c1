"""What a lesson claims is what its cells show (design 9).

Beside each lesson lies the list of its claims, ``lessons/claims/NN.toml``. A claim quotes the words
of a cell of text and gives the ground on which they stand: ``holds``, an expression over what the
executed cells show, or ``test``, a test of this folder that plays what the words speak of. What
states the facts of a position or a law, or works out by hand what nobody plays, is ``given`` with
the clause or the sum behind it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from .books import LESSONS, Shown, cell, executed, flat, read

CLAIMS = Path(__file__).parents[2] / "lessons" / "claims"
GROUNDS = {"holds", "test", "given"}
MOVES = re.compile(
    r"\b(rises?|rose|falls?|fell|jumps?|collapses?|doubles?|doubled|halves|halved)\b"
)
NO_FIGURE = re.compile(
    r"\b[PQNE]\d+\.\d+\b|\bGames? [12]\b|\bPart [1-9]\b|\blessons? \d+\b|^\d+\.|\bquestion \d\b"
    r"|\b[CIO]\d{1,2}\b|\bQ\d\b"
)


def claims(number: str) -> list[dict[str, str]]:
    text = (CLAIMS / f"{number}.toml").read_text(encoding="utf-8")
    found: list[dict[str, str]] = tomllib.loads(text)["claim"]
    return found


NUMBERS = [path.name[:2] for path in LESSONS]
ALL = [(number, one) for number in NUMBERS for one in claims(number)]


def test_every_lesson_has_its_list() -> None:
    assert [path.stem for path in sorted(CLAIMS.glob("*.toml"))] == NUMBERS


@pytest.mark.parametrize(
    ("number", "claim"), ALL, ids=[f"{number}-{one['says'][:40]}" for number, one in ALL]
)
def test_a_claim_is_said_and_holds(number: str, claim: dict[str, str]) -> None:
    assert set(claim) - GROUNDS == {"cell", "says"} and len(set(claim) & GROUNDS) == 1
    book = executed(next(path for path in LESSONS if path.name.startswith(number)))
    assert claim["says"] in flat(cell(book, claim["cell"]).source), "the lesson does not say so"
    if "holds" in claim:
        assert Shown(book).weigh(claim["holds"]) is True, claim["holds"]
    elif "test" in claim:
        file, _, name = claim["test"].partition("::")
        tree = ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8"))
        assert name in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
        assert name.startswith("test_")
    else:
        assert len(claim["given"]) > 3


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_is_claimed_that_is_not_listed(number: str) -> None:
    """Each sentence with a figure is quoted by a claim, and each note that something moves."""
    book = read(next(path for path in LESSONS if path.name.startswith(number)))
    missing = []
    for one in book.cells:
        notes = "What to notice</b>" in one.source or one.id.startswith("notice")
        told = notes or one.id in ("answers", "predictions")
        if one.cell_type != "markdown" or not told:
            continue
        quoted = [claim["says"] for claim in claims(number) if claim["cell"] == one.id]
        missing += [
            (one.id, sentence)
            for sentence in sentences(one.source)
            if claims_something(sentence, notes)
            and not any(quote in sentence or sentence in quote for quote in quoted)
        ]
    assert missing == []


def claims_something(sentence: str, in_notes: bool) -> bool:
    """Whether a sentence states a figure or, in the notes, that something moves."""
    figure = re.search(r"\d", NO_FIGURE.sub("", sentence))
    return bool(figure or (in_notes and MOVES.search(sentence)))


def sentences(text: str) -> list[str]:
    """The sentences of a cell, items of lists apart, line ends as spaces.

    >>> sentences("- One is 2.5.\\n  Two is\\n  three.\\n- Four")
    ['One is 2.5.', 'Two is three.', 'Four']
    """
    items = re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.) )", text)
    found = []
    for item in items:
        plain = re.sub(r"^\s*(?:-|\d+\.) ", "", " ".join(item.split()))
        found += re.split(r"(?<=[.?!:]) (?=[A-Z*\"“])", plain)
    return [one for one in found if one]


def test_sentences_are_told_apart() -> None:
    """A figure with a point ends no sentence, and a list has one at least for each item."""
    assert sentences("- It is 2.5 here. Then\n  more.\n- Next: five\n\nLast") == [
        "It is 2.5 here.", "Then more.", "Next: five", "Last"
    ]  # fmt: skip


def test_the_evidence_is_read_and_a_false_claim_fails() -> None:
    """An expression over other figures is refused: the test itself can fail."""
    shown = Shown(executed(LESSONS[0]))
    assert shown.weigh("after[0] == 5")
    assert shown.weigh("after[0] == 4") is False
