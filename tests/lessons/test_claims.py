"""What a lesson claims is what its cells show (design 9).

Beside each lesson lies the list of its claims, ``lessons/claims/NN.toml``. A claim quotes the words
of a cell of text and gives the ground on which they stand: ``holds``, an expression over what the
executed cells show, or ``test``, a test of this folder that plays what the words speak of. What
states the facts of a position or a law, or works out by hand what nobody plays, is ``given`` with
the clause or the sum behind it, and what a cited work says with the work.

A claim on the world has the ground ``real``: an expression over real series and published figures,
each of which is an interval, for it is rounded (``intervals.py``). It has to hold at both ends.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from classkit.lessons.real_datasets import load_sources

from .books import LESSONS, Shown, cell, executed, flat, read
from .intervals import holds_throughout

CLAIMS = Path(__file__).parents[2] / "lessons" / "claims"
GROUNDS = {"holds", "test", "given", "real"}
OF_THE_WORLD = {"world-text", "notice-world", "limits"}
"""Cells that speak of the world: each sentence with a figure has a claim, in open text too."""
MOVES = re.compile(
    r"\b(rises?|rose|falls?|fell|jumps?|collapses?|doubles?|doubled|halves|halved)\b"
)
NO_FIGURE = re.compile(
    r"\b[PQNE]\d+\.\d+\b|\bGames? [12]\b|\bPart [1-9]\b|\blessons? \d+\b|^\d+\."
    r"|\bquestions? \d( and \d)?\b"
    r"|\b[CIO]\d{1,2}\b|\bQ\d\b"
)


def claims(number: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = load(number)["claim"]
    return found


def load(number: str) -> dict[str, Any]:
    return tomllib.loads((CLAIMS / f"{number}.toml").read_text(encoding="utf-8"))


def published(number: str) -> dict[str, Any]:
    """The published figures that a lesson computes with, each with its rounding and source."""
    found: dict[str, Any] = load(number).get("published", {})
    return found


IN_BRACKETS = re.compile(r" ?\((?:[^()]|\([^()]*\))*\)")
YEAR = re.compile(r"\b(?:17|18|19|20)\d\d\b")
AUTHOR_AND_YEAR = re.compile(r" ?\((?:[A-Z][^()\d]+ \d{4}(?:; )?)+(?:, below)?\)| ?\(\d{4}\)")


def path_of(number: str) -> Path:
    return next(path for path in LESSONS if path.name.startswith(number))


NUMBERS = [path.name[:2] for path in LESSONS]
ALL = [(number, one) for number in NUMBERS for one in claims(number)]


def test_every_lesson_has_its_list() -> None:
    assert [path.stem for path in sorted(CLAIMS.glob("*.toml"))] == NUMBERS


@pytest.mark.parametrize(
    ("number", "claim"), ALL, ids=[f"{number}-{one['says'][:40]}" for number, one in ALL]
)
def test_a_claim_is_said_and_holds(number: str, claim: dict[str, str]) -> None:
    assert set(claim) - GROUNDS == {"cell", "says"} and len(set(claim) & GROUNDS) == 1
    book = executed(path_of(number))
    assert claim["says"] in flat(cell(book, claim["cell"]).source), "the lesson does not say so"
    if "holds" in claim:
        assert Shown(book).weigh(claim["holds"]) is True, claim["holds"]
    elif "real" in claim:
        found = holds_throughout(claim["real"], published(number))
        assert found is True, f"{claim['real']} is not sure: the rounding may turn it over"
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
    book = read(path_of(number))
    missing = []
    for one in book.cells:
        notes = "What to notice</b>" in one.source or one.id.startswith("notice")
        told = notes or one.id in {"answers", "predictions", *OF_THE_WORLD}
        if one.cell_type != "markdown" or not told:
            continue
        quoted = [
            without_sources(claim["says"]) for claim in claims(number) if claim["cell"] == one.id
        ]
        missing += [
            (one.id, sentence)
            for sentence in sentences(without_sources(one.source))
            if claims_something(sentence, notes)
            and not (sentence.endswith("?") and one.id in OF_THE_WORLD)
            and not any(quote in sentence or sentence in quote for quote in quoted)
        ]
    assert missing == []


def claims_something(sentence: str, in_notes: bool) -> bool:
    """Whether a sentence states a figure or, in the notes, that something moves."""
    figure = re.search(r"\d", NO_FIGURE.sub("", sentence))
    return bool(figure or (in_notes and MOVES.search(sentence)))


def without_sources(text: str) -> str:
    """A text without the works that it cites in brackets, whose pages and years claim nothing.

    >>> without_sources('It rose (Ann Bo 1999, "Title", *Journal* 3 (1), 4–5). He (1974) saw 5 %.')
    'It rose. He saw 5 %.'
    >>> without_sources("It was 37 % (and 23 % in 1974).")
    'It was 37 % (and 23 % in 1974).'
    """

    def drop(found: re.Match[str]) -> str:
        titled = YEAR.search(found[0]) and re.search(r'[*"]', found[0])
        return "" if titled or AUTHOR_AND_YEAR.fullmatch(flat(found[0])) else found[0]

    return IN_BRACKETS.sub(drop, text)


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


def test_a_claim_that_its_rounding_may_turn_over_fails() -> None:
    """What four lessons once said: true of the rounded figures, not of all they may stand for."""
    prices = "hyperinflation['wholesale_prices', '{}']"
    germany = f"{prices.format('1923-12')} / {prices.format('1922-01')}"
    largest, smallest = (
        f"spectrum['euros_per_head', '{of}']" for of in ("United Kingdom", "Switzerland")
    )
    once = [
        f"rounds({germany}, 1e9) == 35e9",
        "concentration['four_largest', 2012] ** 2 / 4 > 1_800",
        "concentration['four_largest', 2012] ** 2 / 4 < 1_800",
        f"rounds({largest} / {smallest}) == 32",
        "rounds(100 * debt['interest', 2021] / debt['debt', 2021], 0.1) == 1.6",
        "debt['interest', 1991] == debt['interest', 2025] > debt['interest', 1990]",
    ]
    assert not any(holds_throughout(one, {}) for one in once)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_said_of_a_real_series_is_weighed_at_both_ends(number: str) -> None:
    """No test and no rounded value stands in: the chart may be asked of the table alone."""
    for claim in claims(number):
        used = set(re.findall(r"\w+", claim.get("real", "")))
        assert ("real" in claim) == bool(used & {*load_sources(), *published(number)}), claim
        assert "test_real_datasets" not in claim.get("test", ""), claim["says"]
    weighed = " ".join(claim.get("real", "") for claim in claims(number))
    assert all(name in weighed for name in published(number)), "a figure that nothing is said of"
    of = re.search(r'of="(\w+)"', "".join(one.source for one in read(path_of(number)).cells))
    assert of is None or f"{of[1]}[" in weighed


RIVAL = re.compile(r"cannot show|\*Nor ")


@pytest.mark.parametrize("number", NUMBERS)
def test_each_lesson_names_a_rival_explanation_with_its_source(number: str) -> None:
    """Under what its comparison cannot show: at least two works, each with its year."""
    text = flat(
        "".join(one.source for one in read(path_of(number)).cells if one.id in OF_THE_WORLD)
    )
    rivals = text[RIVAL.search(text).start() :]  # type: ignore[union-attr]
    assert len(set(re.findall(r"\b(?:19|20)\d\d(?=[,)])|\b(?:19|20)\d\d(?=, [\"“*])", rivals))) >= 2
