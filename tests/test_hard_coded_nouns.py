"""Only games name their money and their things: no other code has a game's noun or sign in a text.

Docstrings are examples. Shipped sheets (``assignments/sheets``), lessons and the starter are about
one game each, and name its things; their money is checked where sheets are renamed
(``tests/laws/test_money_elsewhere.py``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import classkit
from classkit.engine.registry import find
from classkit.widgets.asset_loader import PAGE_FOLDER

FOLDER = Path(classkit.__file__).parent
GAMES = ("poleconomy", "opoly", "economy", "economicon")
ABOUT_A_GAME = ("games/", "lessons/", "assignments/sheets/", "testing/starter/")
EVERYDAY = frozenset({
    "card", "companies", "company", "contract", "done", "election", "location", "note", "piece",
    "point", "policies", "policy", "properties", "property", "square", "suffered", "tech", "token",
    "turn", "unit", "vote",
})  # fmt: skip
"""Nouns of units that other code uses in its own sense: a policy plays, a square is a mark."""

EXCEPTIONS = {
    "clause_hovers.py": {"$": "the sign of formulas in Markdown"},
    "assignments/homework/markdown_escape.py": {"$": "the sign of formulas in Markdown"},
    "assignments/homework/merger_questions.py": {
        "shops": "a question on the pairs of shops of Economy's metrics",
    },
    "assignments/homework/question_finders.py": {"shops": "a key of that question"},
    "assignments/homework/price_questions.py": {
        "gold": "a question on the metrics of prices in gold of Economicon",
    },
    "attribution/largest_change.py": {"gold": "an amount in a sentence that has no currency"},
    "charts/chart_style.py": {"$": "the sign of the locale's currency in formats of plotly"},
    "charts/instruments.py": {"gold": "a kind of gauge"},
    "engine/board.py": dict.fromkeys(("gold", "grain", "house", "hotel"), "emblems"),
    "engine/currency.py": dict.fromkeys(("$", "dollar", "dollars"), "the default currency"),
    "widgets/js_bundler.py": {"$": "part of names in JavaScript"},
    "widgets/page/board/space.js": dict.fromkeys(("gold", "hotel", "house"), "emblems"),
    "widgets/page/board/emblems.js": dict.fromkeys(
        ("factories", "gold", "grain", "house", "houses", "hotel", "hotels", "shops"), "emblems"
    ),
    "widgets/page/teacher.js": {"$": "a group in a replacement"},
    "widgets/page/charts/ticks.js": {"$": "the sign of the locale's currency in formats of plotly"},
}
"""For each file, the words that it may have, with the reason."""

TEXTS = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
COMMENTS = re.compile(r"/\*.*?\*/|(?m:(?:^|(?<=\s))//[^\n]*)", re.S)


def list_nouns() -> set[str]:
    """List the nouns of the units of the shipped games, but not everyday words."""
    units = [words for name in GAMES for words in find(name).words.units.values()]
    forms = {
        form.lower() for words in units for form in ([words] if isinstance(words, str) else words)
    }
    return {
        form for form in forms
        if "{" not in form and form not in EVERYDAY and form.removesuffix("s") not in EVERYDAY
    }  # fmt: skip


def make_pattern() -> re.Pattern[str]:
    """Match a sign before a number or alone, and each noun."""
    nouns = sorted({*list_nouns(), "dollar"}, key=lambda noun: (-len(noun), noun))
    named = "|".join(map(re.escape, nouns))
    return re.compile(rf"\$(?=\d)|^\$(?=$|~)|(?<![\w-])(?:{named})(?![\w-])", re.I)


def iter_python_texts(source: str) -> Iterator[str]:
    """Yield the texts of a module, without docstrings."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def iter_page_texts(source: str) -> Iterator[str]:
    """Yield the texts of a page module, without comments."""
    for found in TEXTS.finditer(COMMENTS.sub("", source)):
        yield next(text for text in (*found.groups(), "") if text is not None)


def find_words(name: str, source: str, pattern: re.Pattern[str]) -> list[str]:
    """List the words of games in a module that is allowed none of them."""
    read = iter_python_texts if name.endswith(".py") else iter_page_texts
    allowed = EXCEPTIONS.get(name, {})
    return [
        f"{name}: {found[0]!r} in {text[:80]!r}"
        for text in read(source)
        for found in pattern.finditer(text)
        if found[0].lower() not in allowed
    ]


def list_modules() -> dict[str, str]:
    """The modules outside the games, with their source."""
    files = [*FOLDER.rglob("*.py"), *PAGE_FOLDER.rglob("*.js")]
    named = {path.relative_to(FOLDER).as_posix(): path for path in sorted(files)}
    return {
        name: path.read_text(encoding="utf-8")
        for name, path in named.items()
        if not name.startswith(ABOUT_A_GAME) and "/preact/" not in name
    }


def test_no_code_outside_the_games_names_their_money_or_things() -> None:
    pattern = make_pattern()
    found = [one for name, source in list_modules().items()
             for one in find_words(name, source, pattern)]  # fmt: skip
    assert not found, "\n".join(found)


def test_every_exception_is_needed() -> None:
    modules, pattern = list_modules(), make_pattern()
    for name, words in EXCEPTIONS.items():
        read = iter_python_texts if name.endswith(".py") else iter_page_texts
        there = {one[0].lower() for text in read(modules[name]) for one in pattern.finditer(text)}
        assert {*words} <= there, f"{name}: {sorted({*words} - there)}"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("charts/a.py", 'TITLE = "Cash in dollars"'),
        ("charts/a.py", 'def f(n):\n    return f"{n} bonds"'),
        ("charts/a.py", 'UNIT = "$"'),
        ("widgets/page/a.js", "const told = 'It costs $5';"),
        ("widgets/page/a.js", "// a comment\nconst told = 'a bond';"),
        ("widgets/page/a.js", "const told = `${n} savings cards`;"),
    ],
)
def test_a_planted_word_is_found(name: str, source: str) -> None:
    assert len(find_words(name, source, make_pattern())) == 1
    assert not find_words(name, "", make_pattern())
