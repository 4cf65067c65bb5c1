"""The documentation: made once without running lessons, and read as a browser would."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import classkit
from classkit import assignments, frames, lessons, study, testing, widgets
from classkit.cli import build_parser
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import find, list_games
from classkit.site import docs
from classkit.site.docs.chart_html import render_chart_html, replace_outputs
from classkit.site.docs.lessons import render_plan
from classkit.site.docs.search_words import find_words
from classkit.site.docs.source_tree import GENERATED, GUIDE, SourceTree
from classkit.site.pyodide_build import get_node_command

ROOT = Path(__file__).parents[2]
FETCHING = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
"""Tags whose address a browser fetches by itself."""


class Page(HTMLParser):
    """What a page has: the ids that can be linked to, the links, and what it fetches."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if address := found.get(FETCHING.get(tag, "")):
            self.fetched.append(address)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the documentation, made once; whatever Sphinx warns of fails all tests."""
    out = tmp_path_factory.mktemp("site") / "docs"
    settings = {"classkit_plotly": "../plotly.min.js", "classkit_run": False}
    assert docs.build_book(ROOT, out, settings) == ""
    return out


@pytest.fixture(scope="module")
def pages(book: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in book.rglob("*.html")}


def places(pages: dict[Path, Page], book: Path) -> Iterator[tuple[Path, str, str]]:
    """Each link within the book: the page it stands on, where it leads, and to what there."""
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if not parts.scheme and not parts.netloc:
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                yield path, str(target), parts.fragment


def test_links_lead_somewhere(book: Path, pages: dict[Path, Page]) -> None:
    lost = []
    for path, target, fragment in places(pages, book):
        found = Path(target)
        page = pages.get(found)
        if not found.is_file() or (fragment and page and fragment not in page.ids):
            lost.append(f"{path.relative_to(book)}: {target}#{fragment}")
    assert lost == []
    assert len(pages) > 60


def test_nothing_is_fetched_from_elsewhere(book: Path, pages: dict[Path, Page]) -> None:
    outside = re.compile(r"(?:https?:)?//")
    for path, page in pages.items():
        assert not [one for one in page.fetched if outside.match(one)], path
    for path in book.rglob("*.css"):
        style = path.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*[\"']?(?:https?:)?//|@import", style), path


def test_pages_link_to_no_source_elsewhere(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert not [link for link in page.links if "/edit/" in link or "/blob/" in link], path


def test_each_public_name_has_an_entry(book: Path, pages: dict[Path, Page]) -> None:
    known = set().union(*(page.ids for path, page in pages.items() if "reference" in path.parts))
    public = [f"classkit.{name}" for name in dir(classkit) if name != "study"]
    for module in (widgets, study, frames, lessons, assignments):
        public += [f"{module.__name__}.{name}" for name in module.__all__]
    assert [name for name in public if name not in known] == []
    text = pages[book / "laws.html"].text
    assert all(module.replace("_", " ").capitalize() in text for module in testing.MODULES)


RUBBISH = (
    "Alias for field number",
    "<factory>",
    "str(object=",
    "Represent a PEP 604",
    "ForwardRef(",
    "alias of ",
    " object at 0x",
    " object>",
    "<function ",
    "<class '",
    "Built-in mutable sequence",
    "\nType:\n",
    "\nReturn type:\n",
)
"""Texts that Python and Sphinx leave on a page of the reference."""


def test_the_reference_has_no_rubbish(book: Path, pages: dict[Path, Page]) -> None:
    found = []
    for path, page in pages.items():
        if path.parent == book / "reference":
            article = page.text[page.text.index("<article") : page.text.index("</article>")]
            text = unescape(re.sub(r"<[^>]+>", "", article))
            found += [f"{path.stem}: {one}" for one in RUBBISH if one in text]
    assert found == []


def test_signatures_name_type_aliases(book: Path, pages: dict[Path, Page]) -> None:
    page = pages[book / "reference" / "match.html"]
    text = unescape(re.sub(r"<[^>]+>", "", page.text))
    assert "until: Until | Callable[[Match], object] = 'end'" in text
    assert "bots: Bots | None = None" in text and "property request: Request | None" in text
    assert "types.html#classkit.Bots" in page.links


def test_signatures_have_types_and_doctests_colours(book: Path, pages: dict[Path, Page]) -> None:
    text = pages[book / "reference" / "begin.html"].text
    assert "doctest" in text and 'class="gp"' in text, "a prompt has its colour"
    entry = text[text.index('id="classkit.new"') : text.index('id="classkit.load"')]
    signature = re.sub(r"<[^>]+>", "", entry)
    assert "seats: int | list[str]" in signature and "&#x2192; Match" in signature


def test_rules_sheets_and_editions_of_each_game_are_there(
    book: Path, pages: dict[Path, Page]
) -> None:
    for name in list_games():
        rules = pages[book / "rules" / f"{name}.html"]
        clauses = re.findall(r"^- \*\*(\w+\.\d+)\*\*", find(name).rulebook.text, re.MULTILINE)
        assert clauses and set(clauses) <= rules.ids
        assert (book / "sheets" / f"{name}.html").is_file()
        about = pages[book / "games" / f"{name}.html"].text
        for edition in find(name).editions():
            assert (book / "editions" / f"my-{edition}" / "edition.toml").is_file()
            assert edition in about
        assert all(option.name in about for option in find(name).options)


def test_the_search_finds_what_pages_say(book: Path) -> None:
    index = (book / "searchindex.js").read_text(encoding="utf-8")
    assert "herfindahl" in index and '"how-to/play-in-python"' in index and '"lessons/05' in index


FIRST_RESULTS = {
    "Colab": "how-to/use-binder",
    "offline": "how-to/play-offline",
    "projector": "how-to/project-a-match",
    "save a match": "how-to/save-a-match",
    "print rules": "how-to/print",
    "monopoly": "games/opoly",
    "phone": "how-to/open-a-room",
    "homework": "how-to/set-homework",
    "grade": "how-to/mark-assignments",
    "Binder": "how-to/use-binder",
    "Moodle": "how-to/mark-assignments",
    "what if": "how-to/compare-decisions",
    "CSV": "how-to/export-tables",
    "bots": "how-to/choose-who-plays",
}
"""What teachers search for -> the page that answers."""


def test_the_search_finds_the_page_that_answers_first(book: Path) -> None:
    """By the scripts of the page itself."""
    script = Path(__file__).with_name("search.mjs")
    command = [*get_node_command(), str(script), str(book), *FIRST_RESULTS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = {
        query: pages[:1]
        for query, pages in zip(FIRST_RESULTS, json.loads(done.stdout), strict=True)
    }
    assert found == {query: [page] for query, page in FIRST_RESULTS.items()}


def test_a_search_word_leads_to_one_page() -> None:
    words: list[str] = []
    for path in (ROOT / GUIDE).rglob("*.md"):
        words += find_words(path.read_text(encoding="utf-8"))
    assert len(words) == len(set(words)) > 100


def test_the_book_of_students_has_no_answers(book: Path, pages: dict[Path, Page]) -> None:
    """Answers are published only where somebody asks for them."""
    lesson = pages[book / "lessons" / "05-four-auctions.html"].text
    assert "An oil field" in lesson and "Answers for the teacher" not in lesson
    assert not (book / "plans").exists() and not (book / "reference" / "answer-key.html").exists()
    for path in book.rglob("*"):
        if path.is_file():
            text = path.read_bytes()
            assert b"open_key" not in text and b"Answers for the teacher" not in text, path
    handed_out = {path.name for path in (ROOT / "lessons" / "assignments" / "student").iterdir()}
    assert handed_out == {path.name for path in (book / "_downloads").rglob("*-*.ipynb")}


def test_charts_and_tables_of_a_lesson_become_pictures() -> None:
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook, new_output

    chart = {"application/vnd.plotly.v1+json": {"data": [], "layout": {"height": 300}}}
    live = {"application/vnd.jupyter.widget-view+json": {}, "text/html": "<svg></svg>"}
    alone = {"application/vnd.jupyter.widget-view+json": {}, "text/plain": "Button()"}
    outputs = [new_output("display_data", data=data) for data in (chart, live, alone)]
    book = new_notebook(cells=[new_code_cell("x", outputs=outputs)])
    shown = replace_outputs(book).cells[0].outputs
    assert [list(one.data) for one in shown] == [["text/html"], ["text/html"]]
    assert shown[0].data["text/html"] == render_chart_html({"data": [], "layout": {"height": 300}})
    assert "min-height:300px" in shown[0].data["text/html"]
    assert '<div class="picture"><svg>' in shown[1].data["text/html"]
    assert nbformat.writes(book).count("Button()") == 1, "the notebook itself stays as it was"


def test_with_answers_there_are_plans(tmp_path: Path) -> None:
    tree = SourceTree(ROOT, tmp_path, build_parser(), answers=True)
    tree.beside.mkdir()
    docs.write_pages(tree, run=False)
    plan = (tmp_path / "plans" / "05-four-auctions.md").read_text("utf-8")
    assert "Answers for the teacher" in plan and "Without a projector" in plan
    overview = (tmp_path / "lessons" / "index.md").read_text("utf-8")
    assert "(/plans/05-four-auctions.md)" in overview
    assert "## A sheet that counts" in (tmp_path / "assignments.md").read_text("utf-8")


def test_generated_pages_are_listed(tmp_path: Path) -> None:
    """What a build writes beside the guide is removed by the next, and git ignores it."""
    tree = SourceTree(ROOT, tmp_path, build_parser(), answers=True)
    tree.beside.mkdir()
    docs.write_pages(tree, run=False)
    assert {path.name for path in tmp_path.iterdir()} == set(GENERATED)
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    for name in GENERATED:
        assert f"/{GUIDE}/{name}{'' if name.endswith('.md') else '/'}" in ignored


def test_a_plan_is_what_the_teacher_alone_has() -> None:
    from nbformat.v4 import new_markdown_cell, new_notebook

    cells = [new_markdown_cell("# One"), new_markdown_cell("for all")]
    fold = "<details><summary><b>Plan</b>: minutes</summary>\n\ntext\n</details>"
    cells.append(new_markdown_cell(fold, metadata={"tags": ["teacher"]}))
    plan = render_plan(new_notebook(cells=cells), "lessons/one")
    assert plan.startswith("# One") and "## Plan: minutes" in plan and "for all" not in plan
    assert "<details>" not in plan


def test_a_name_stands_on_one_page() -> None:
    pages = (ROOT / GUIDE / "reference").glob("*.rst")
    text = "\n".join(path.read_text("utf-8") for path in pages)
    named = re.findall(r"^\.\. auto\w+:: (\S+)", text, re.MULTILINE)
    assert len(named) == len(set(named)) > 100


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    installed = tmp_path / "site-packages" / "classkit" / "site" / "docs" / "__init__.py"
    monkeypatch.setattr(docs, "__file__", str(installed))
    with pytest.raises(ClasskitError, match="in a clone of it"):
        docs.find_repository()
    monkeypatch.setattr(docs, "REQUIRED_MODULES", ("sphinx", "no_such_module"))
    with pytest.raises(ClasskitError, match=r"no_such_module.*classkit\[docs\]"):
        docs.check_installed()


def test_a_lesson_is_run_once_and_again_when_its_cells_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nbformat.v4 import new_code_cell, new_notebook

    from classkit.site.docs import lessons as pages

    def shown(book: object) -> str:
        return str(pages.run_lesson(book, tmp_path / "01-own.ipynb").cells[0].outputs[0].text)

    monkeypatch.setattr(pages, "user_cache_path", lambda _name: tmp_path / "cache")
    lesson = new_notebook(cells=[new_code_cell("import os; print(os.getpid())")])
    other = new_notebook(cells=[new_code_cell("1 / 0")])
    first = shown(lesson)
    assert shown(lesson) == first, "what was run is kept"
    with pytest.raises(ClasskitError, match=r"01-own\.ipynb cannot be run: ZeroDivisionError: div"):
        shown(other)
    assert shown(lesson) == first, "and stays where another fails"


def test_the_scripts_of_a_page_do_not_stand_in_each_others_way(tmp_path: Path) -> None:
    """Seen: charts and cells both had a name ``plotly``, so no cell of a lesson could be run."""
    scripts = sorted((Path(docs.__file__).parent / "style").glob("*.js"))
    assert len(scripts) == 2
    whole = tmp_path / "whole.js"
    whole.write_text("\n".join(one.read_text(encoding="utf-8") for one in scripts))
    done = subprocess.run(
        [*get_node_command(), "--check", str(whole)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
