"""No text that a page shows has a bare letter in place of a seat's name."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import classkit
from classkit.assignments.homework.homework_notebook import build_notebooks
from classkit.classroom.room_runtime import RoomRuntime
from classkit.engine.match import Match
from classkit.testing.payment_claims import VERBS
from classkit.testing.viewer_observations import observe_page
from classkit.widgets.actions import get_form
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_constants, build_page_asks
from tests.classroom.rooms import CODE, Page, Watch, opened
from tests.sentence_samples import sample_texts

GAMES = [
    ("poleconomy", {"game": 1}),
    ("poleconomy", {"game": 2}),
    ("opoly", {}),
    ("economy", {}),
    ("economicon", {}),
]
BARE_LETTER = re.compile(r"(?<![\w{(:.])[B-F](?![\w}):.])")
"""A letter of a seat within a text. The letter A may be the article: a law of the games has it."""

KEYS = re.compile(r"^[\w.:*|-]*$")
"""A key or an id, such as "B", "peg.B" or "place.B"."""


def list_texts(data: Any) -> Iterator[str]:
    """Yield the texts of JSON data that people read, which ids and rows of figures are not."""
    if isinstance(data, str):
        if not KEYS.match(data) and not data.startswith(("{", "<svg")):
            yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in ("order", "meta", "notebook", "values"):
                yield from list_texts(value)
    elif isinstance(data, list):
        for one in data:
            yield from list_texts(one)


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_page_calls_every_seat_by_its_name(game: str, options: dict[str, Any]) -> None:
    seen = 0
    for seed in (3, 4):
        m = classkit.new(game, seats=4, seed=seed, options=options)
        while not m.is_over:
            m.play(until="round")
            if m.is_over or m.round % 4 == seed % 4:
                for viewer in (None, "B"):
                    shown = [observe_page(m, viewer), build_constants(page_of(m, viewer))]
                    for text in {*list_texts(shown)} - {*m.game.rulebook.clauses.values()}:
                        assert not BARE_LETTER.search(text), text
                        seen += any(name in text for name in m.seat_names.values())
    assert seen > 100


IN_BRACES = re.compile(r"\{[A-Z]\}")


@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economy", "economicon"])
def test_questions_and_their_forms_have_the_names_of_seats_filled_in(game: str) -> None:
    """Economicon's notes are spaces whose titles have seats in braces, for the board."""
    m, named = classkit.new(game, seats=4, seed=3), set[str]()
    while m.round <= 3 and not m.is_over:
        page = page_of(m, None)
        asks = build_page_asks(page)
        forms = [
            get_form(page, ask["seat"], move["name"])
            for ask in asks
            for move in ask["moves"]
            if move.get("large")
        ]
        told = json.dumps([asks, forms], ensure_ascii=False)
        assert not IN_BRACES.search(told), told
        named |= {name for name in m.seat_names.values() if name in told}
        m.play("decision")
    assert named


OTHERS = {"Ada": "Uwe", "Bruno": "Ulita", "Chiara": "Ulrike", "Dov": "Uma"}
"""As long as the seats' own names, so that sentences are cut at the same places."""


def rename_all(text: str) -> str:
    """Return a text with the seats' own names replaced."""
    return re.sub(r"\b(Ada|Bruno|Chiara|Dov)\b", lambda found: OTHERS[found[1]], text)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economy", "economicon"])
def test_whatever_stands_for_a_seat_in_a_text_is_its_name(game: str) -> None:
    """Questions, refusals, news, headlines, explanations, turning points and the end.

    With other names of the seats the texts are the same in all but the names.
    """
    own, others = sample_texts(game, 3), sample_texts(game, 3, [*OTHERS.values()])
    assert len({kind for kind, _ in own}) >= 6
    assert {(kind, rename_all(text)) for kind, text in own} == {*others}
    for kind, text in own:
        assert not BARE_LETTER.search(text), (kind, text)
        assert not is_letter_a(text), (kind, text)


def is_letter_a(text: str) -> bool:
    """Return whether a text has the letter A in the place of a name: "A pays", "from A"."""
    found = re.findall(r"(?<![\w'’])A(?: (\w+)|(?=[,.;:]))", text)
    return any(not word or word in VERBS for word in found)


@pytest.mark.sweep(1)
@pytest.mark.usefixtures("short_homework")
@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economy", "economicon"])
def test_a_homework_calls_every_seat_by_its_name(game: str) -> None:
    """Frames keep the letters, in the code of a homework too."""
    match = classkit.new(game, seats=4, seed=6).play(until="end")
    read = 0
    for notebook in build_notebooks(match).values():
        for cell in json.loads(notebook)["cells"]:
            if cell["cell_type"] == "markdown":
                text = re.sub(r"`[^`]*`", "", "".join(cell["source"]))
                assert not BARE_LETTER.search(text), text
                read += any(name in text for name in match.seat_names.values())
    assert read > 4


def test_a_room_calls_every_seat_by_its_name() -> None:
    live = RoomRuntime(opened(None, "poleconomy", 4), CODE, Watch())
    phone, teacher = Page(live, "p1"), Page(live, teacher=True)
    phone.join("Zoë")
    teacher.ask(room="seat_all")
    teacher.ask(room="show", place=1)
    seen = 0
    for _ in range(6):
        teacher.ask(room="step_all")
        for page in (phone, teacher):
            page.ask(do="snapshot")
            for text in {*list_texts([page.room, page.now])}:
                assert not BARE_LETTER.search(text), text
                seen += "Bruno" in text or "Chiara" in text
    assert seen


def page_of(m: Match, viewer: str | None) -> PageView:
    return PageView(MatchController(m), viewer or classkit.EVERYBODY)


def test_a_name_that_a_person_types_replaces_the_own_name_of_a_seat() -> None:
    """In every text; and another seat whose own name it is, is told apart."""
    m = classkit.new("poleconomy", seats=3, seed=7)
    assert list(m.seat_names.values()) == ["Ada", "Bruno", "Chiara"] and m.names == {}
    m.rename("C", "Ada").play(until="round")
    told = " ".join(filter(None, map(m.say().event_sentence, m.events)))
    assert "Chiara" not in told and "Ada (A)" in told and re.search(r"\bAda\b(?! \()", told)
    exported = " ".join(filter(None, map(m.say(names=False).event_sentence, m.events)))
    assert "Chiara" in exported and "Ada (A)" not in exported


def test_own_names_are_not_stored(tmp_path: Any) -> None:
    m = classkit.new("economy", seats=3, seed=1).play(until="round")
    path = m.save(tmp_path / "m.classkit.json")
    assert "Bruno" not in path.read_text(encoding="utf-8")
    assert not (tmp_path / "m.names.json").exists()
    assert classkit.load(path).seat_names == m.seat_names


def test_a_person_may_type_a_letter() -> None:
    m = classkit.new("economy", seats=["A", "B", "Cy"], seed=1)
    assert m.seat_names == {"A": "A", "B": "B", "C": "Cy"}
