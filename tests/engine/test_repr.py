"""The repr of objects: possible answers in few words, and no secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

import classkit
from classkit.charts.chart_style import SEAT_STYLES
from classkit.engine.decisions import Aside, Decision, Draw, Roll, Sealed
from classkit.engine.errors import OptionError
from classkit.engine.game import Game, Standing
from classkit.engine.moves import Amount, FieldGroup, FreeText, ListOf, Move, OneOf, SomeOf
from classkit.engine.navigation import StepRanges
from classkit.engine.options import Option
from classkit.engine.registry import usable_games
from tests.every_game import for_every_game

from .tiny import ask, ask_sealed, match, silent, throw

# --- in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (Move("bid", amount=Amount(10_000, 540_000, 10_000, also=(0,))),
         "bid(amount: 10,000 to 540,000 in steps of 10,000, or 0)"),
        (Move("yes"), "yes()"),
        (Move("buy", barred="B has 40 and it costs 200 (P6.1)."),
         "buy() not now: B has 40 and it costs 200 (P6.1)."),
        (Amount(5, 5), "Amount(5)"),
        (Amount(9, 0, also=(0, 3)), "Amount(0, or 3)"),
        (Amount(9, 0), "Amount(no amount)"),
        (OneOf([*"ABCDEFGH"]), "OneOf(A, B, C, D, E, F ... (8 in all))"),
        (SomeOf("AB", at_least=1), "SomeOf(list of 1 to 2: A or B)"),
        (ListOf(Amount(1, 6), 2, 2), "ListOf(list of 2: 1 to 6)"),
        (FreeText(20), "FreeText(text of at most 20 characters)"),
        (FieldGroup(cash=Amount(0, 5), squares=SomeOf(("I07",))),
         "FieldGroup({cash: 0 to 5, squares: list of 0 to 1: I07})"),
        (Decision("B", "buy", [Move("yes"), Move("no")], "P6.1", "no"),
         "<Decision of seat B: buy (P6.1): yes(); no()>"),
        (Decision("B", "hold", [Move("ace")], "E1.3", "ace", private=True),
         "<Decision of seat B: hold (E1.3): private to seat B; its moves are in .legal>"),
        (Sealed([Decision(seat, "bid", [Move("yes")], "P8.1", "yes") for seat in "AC"]),
         "<Sealed by seats A, C: bid (P8.1)>"),
        (Roll(2, 6, "move", "P3.3", "A"), "<Roll of 2d6 for move by seat A (P3.3)>"),
        (Draw("xyz", 1, "event", "N5.1"), "<Draw of 1 of 3 for event (N5.1)>"),
        (Aside("B", Move("note"), silent, "X4"), "<Aside of seat B: note() (X4)>"),
        (Aside("B", Move("note"), silent, "X4", private=True),
         "<Aside of seat B: private to this seat (X4)>"),
        (Standing("A", 1_200, 1, "$"), "<1. seat A: $1,200>"),
        (StepRanges(), "<StepRanges: none>"),
    ],
)  # fmt: skip
def test_each_thing_says_what_it_is(shown: Any, words: str) -> None:
    text = repr(shown)
    assert text == words or (
        text.startswith("<Decision") and text.replace(" yes(),", " yes();") == words
    )


def test_what_shows_itself_is_short_and_never_breaks() -> None:
    many = [Move(f"move_{n}", amount=Amount(0, n), of=OneOf("x" * 400)) for n in range(400)]
    assert len(repr(Decision("A", "long", many, "X1", "move_0"))) < 700
    assert len(repr(Move("long", **{f"field_{n}": FreeText(n) for n in range(200)}))) <= 300
    assert len(repr(OneOf(["x" * 5_000] * 9))) < 200

    def gone() -> Any:
        raise KeyError("the table has gone on")

    assert repr(Move("late", form=gone)) == "late(...)"
    assert repr(Decision("A", "late", gone, "X1", "no")) == "<Decision of seat A: late (X1)>"


@for_every_game
def test_whatever_a_match_asks_shows_itself(game: Game[Any]) -> None:
    m, earlier = classkit.new(game, seed=5), []
    while not m.is_over and len(earlier) < 150:
        request = m.request
        assert request is not None and len(repr(request)) < 700 and len(repr(m)) < 800
        earlier.append(request)
        for decision in m.requests():
            assert all(move.name in repr(move) for move in decision.moves)
        m.play("decision")
    assert all(repr(request) for request in earlier), "also what was asked on another table"
    assert all(repr(metric) for metric in game.active_metrics(m.table))


# --- the same names -------------------------------------------------------------------------------


def test_every_request_answers_to_the_same_names() -> None:
    asked = [
        match(ask("A")).request,
        match(ask_sealed("A", "B")).request,
        match(throw(seat="B"), luck="by_hand").request,
        Draw("xyz", 1, "event", "N5.1"),
    ]
    names = [(one.name, one.seats, one.seat, one.rule) for one in asked if one is not None]
    assert names == [
        ("question", ("A",), "A", "X1"),
        ("secret", ("A", "B"), None, "X2"),
        ("roll", ("B",), "B", "X3"),
        ("draw", (), None, "N5.1"),
    ]
    for one in (asked[0], asked[2], asked[3]):
        assert one is not None and not isinstance(one, Sealed)
        assert one.moves[0].name in ("yes", "roll", "draw")


def values_of(option: Option) -> list[Any]:
    """Return the values of an option, or some of many and the exceptions."""
    return option.get_field(("A", "B")).suggest()


def every_option_value() -> Iterator[Any]:
    for name in classkit.list_games():
        yield pytest.param(name, {}, id=name)
        for key, option in classkit.options(name).items():
            for value in values_of(option):
                yield pytest.param(name, {key: value}, id=f"{name}-{key}-{value}")


@pytest.mark.parametrize("luck", [None, "by_hand"])
@pytest.mark.parametrize(("game", "options"), [*every_option_value()])
def test_the_first_example_of_the_readme_works(
    game: str, options: dict[str, Any], luck: str | None
) -> None:
    """Of every game and every option; with dice of the room, which are typed in."""
    rules = classkit.new(game).game
    for seats in (3, *rules.seat_numbers):
        try:
            m = classkit.new(game, seats=seats, seed=7, luck=luck, options=options)
            break
        except OptionError:
            continue
    else:
        pytest.fail(f"{options} can be played by nobody")
    for _ in range(3):
        request = m.request
        assert request is not None
        assert isinstance(request.name, str) and request.rule in rules.rulebook.clauses
        assert set(request.seats) <= set(m.seats) and request._repr_html_()
        if isinstance(request, (Roll, Draw)):
            outcome = request.move.draw(m.view("A").chance)
            assert outcome is not None and m.legal_moves()[0].name == request.name
            m.answer(outcome.move, **outcome.fields)
            continue
        seat = m.requests()[0].seat
        assert seat in request.seats and m.legal_moves(seat)
        default = m.requests()[0].default
        m.answer(default.move, seat=seat, **default.fields)
    step = m.step
    m.play(until="round")
    assert m.step > step or isinstance(m.request, (Roll, Draw))
    assert m.goto(step=0).play(until="decision").step >= 1
    assert m._repr_html_() and m.rule(request.rule)


# --- in a notebook --------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Reads HTML, and checks that every tag that is opened is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.words: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


TAGS = {
    "b", "bdi", "br", "circle", "code", "div", "li", "p", "rect", "span", "svg", "table", "td",
    "title", "tr", "ul",
}  # fmt: skip


@for_every_game
def test_a_notebook_shows_a_match_and_interprets_nothing(game: Game[Any]) -> None:
    names = ['<img src="x">', "A & B", "</td><script>"]
    m = classkit.new(game, seats=names, seed=3)
    for _ in range(12):
        m.play("turn")
        page = Tags(m._repr_html_())
        assert page.seen <= TAGS
        words = "".join(page.words)
        assert all(name in words for name in names) and game.title in words
        if m.request is None:
            break
        assert m.request.name in words and m.request.rule in words
        assert Tags(m.request._repr_html_()).seen <= TAGS
    assert len(m._repr_html_()) < 60_000


def test_it_says_who_has_answered_and_who_has_won() -> None:
    m = match(ask_sealed("A", "B"), ask("C")).answer("yes", seat="B")
    assert "Answered: <b><bdi>Bruno</bdi></b>." in m._repr_html_() and "yes" not in m._repr_html_()
    m.answer("no", seat="A").answer("yes")
    won = "<b><bdi>Ada</bdi></b>, <b><bdi>Bruno</bdi></b> and <b><bdi>Chiara</bdi></b>"
    assert f"{won} share the win." in m._repr_html_()
    assert "step 1 of 3" in m.goto(step=1)._repr_html_()


def test_what_one_seat_alone_may_see_is_only_announced() -> None:
    m = classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=7)
    request = m.request
    assert isinstance(request, Decision) and request.private
    shown = m._repr_html_() + request._repr_html_() + repr(m) + repr(request)
    assert "private" in shown and m.legal_moves()
    assert not any(f"{move.name}(" in shown for move in m.legal_moves())


@for_every_game
def test_a_seat_has_the_colour_in_a_notebook_that_it_has_on_the_table(game: Any) -> None:
    m = classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=1)
    shown = m._repr_html_()
    for at, _ in enumerate(m.seats):
        assert f'style="color:{SEAT_STYLES[at].colour}"' in shown


def test_the_board_of_a_notebook_names_seats() -> None:
    """Texts of the board name seats in braces."""
    for game in usable_games():
        m = classkit.new(game.name, seed=7)
        for _ in range(3):
            m.play(until="turn")
        assert not re.search(r"\{[A-H]\}", m._repr_html_()), game.name
    m = classkit.new("economicon", seats=["Zoe", "Yan"], seed=7)
    assert "Zoe&#x27;s notes" in m._repr_html_()
