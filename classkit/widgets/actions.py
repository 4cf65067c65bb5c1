"""The table of actions that a page may ask for, each with its arguments checked.

A page may be anybody's. Whatever is not in this table, or does not fit it, is refused with a
reason; nothing that a page sends is ever a path, a piece of code or a piece of HTML.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classkit.causes.shown import Why, WhyShown
from classkit.causes.split import split_of
from classkit.causes.words import Teller
from classkit.charts.rows import only, until_now
from classkit.engine.data import Unreadable, judge, refuse_broken_text
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.match import Match
from classkit.engine.requests import Draw

from . import records, sheets, story, takehome
from .ahead import MOST
from .asks import aside_forms, refuse_shut
from .asks import look as look_behind
from .clock import MOST_MINUTES
from .covers import cover_amounts
from .desk import NOT_NOW, Desk
from .expected import LATEST, MOST_POINTS
from .forms import move_form, preview_table, verdict
from .grids import grid_form, is_table, judge_grid, settle
from .labels import in_names
from .scene import place_names, scene_of
from .setup import setup_form
from .shapes import (
    Ask,
    ChartFigures,
    Clause,
    Judged,
    LedgerPage,
    LedgerRow,
    NamedFile,
    Offer,
    SetupForm,
    Trail,
)
from .shapes import Move as MoveForm
from .sight import Sight

Data = dict[str, Any]
Check = Callable[[str, Any], Any]

MAX_FIELDS = 20_000
"""A filled-in form has at most so many characters."""
MOST_WORDS = 60


class BadAction(ClasskitError):
    """Something a page sent that is no action of the table."""


# --- arguments ---------------------------------------------


def text(longest: int, empty: bool = False) -> Check:
    """Read a text of at most so many characters."""

    def check(name: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest or not (value or empty):
            raise BadAction(f"{name} must be text of at most {longest:,} characters.")
        return value

    return check


def whole(low: int, high: int) -> Check:
    """Read a whole number."""

    def check(name: str, value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadAction(f"{name} must be a whole number, not {shorten(value)}.")
        return value

    return check


def number(name: str, value: Any) -> float:
    """Any finite number."""
    if type(value) not in (int, float) or not abs(value) < 1e9:
        raise BadAction(f"{name} must be a number, not {shorten(value)}.")
    return float(value)


def flag(name: str, value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise BadAction(f"{name} must be true or false, not {shorten(value)}.")
    return value


def fields(name: str, value: Any) -> dict[str, Any]:
    """Read the fields of a move, or options; the move or the game itself judges them."""
    if not isinstance(value, dict):
        raise BadAction("The form that was filled in is no form.")
    try:
        judge(value)
        refuse_broken_text(value)
        size = len(json.dumps(value, allow_nan=False))
    except Unreadable as error:
        raise BadAction(f"The form that was filled in {error.reason}.") from None
    except ValueError:
        raise BadAction("The form that was filled in holds what is no number.") from None
    if size > MAX_FIELDS:
        raise BadAction("The form that was filled in is far too long.")
    return value


def file(name: str, value: Any) -> bytes:
    """Read a file, which comes beside the action; whoever opens it judges what it holds."""
    if not isinstance(value, bytes):
        raise BadAction(f"{name} must be a file, not {shorten(value)}.")
    return value


def words(name: str, value: Any) -> list[str]:
    """Read a short list of names."""
    if not isinstance(value, list) or len(value) > MOST_WORDS:
        raise BadAction(f"{name} must be a list of at most {MOST_WORDS} names.")
    return [str(text(60)(name, one)) for one in value]


def text_or_number(name: str, value: Any) -> str:
    """Return what a class predicts; an empty text takes a prediction back."""
    if type(value) in (int, float) and abs(value) < 1e18:
        return str(value)
    return str(text(60, empty=True)(name, value))


def points(name: str, value: Any) -> list[Any]:
    """Read a drawn line, whose points are judged by what takes it."""
    if not isinstance(value, list) or len(value) > MOST_POINTS:
        raise BadAction(f"{name} must be a list of at most {MOST_POINTS} points.")
    return value


def no_seat_for_dice(name: str, value: Any) -> str | None:
    """Read a seat, or none where dice are typed in for nobody in particular."""
    return None if value in ("", None) else str(SEAT(name, value))


SEAT, WORD, LABEL = text(2), text(60), text(60)
TURN = whole(0, 1_000_000)


# --- the table ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Action:
    """One action: what carries it out, its arguments, and what it does.

    What ``plays`` changes the match, its names or its players: it is run on the desk, for all
    pages, and a table that only looks on refuses it. All else is run on the sight of the page that
    asks, so that it sees and opens no more than its eyes may.

    ``guard`` is asked first, with the sight of the page and the arguments, and raises where its
    eyes may not do this. ``needed`` and ``maybe`` give the check for each argument; ``renamed`` the
    name by which the verb knows it. ``replaces`` tells that it puts another match on the table, so
    that it is tried on a twin of the desk first; ``answers`` is the name of the detail it gives, if
    any; ``looks`` tells that it changes how a page looks.
    """

    run: Callable[..., Any]
    needed: Mapping[str, Check] = field(default_factory=dict)
    maybe: Mapping[str, Check] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    plays: bool = True
    replaces: bool = False
    answers: str = ""
    looks: bool = False
    guard: Callable[[Sight, Mapping[str, Any]], None] | None = None

    def arguments(self, content: Mapping[str, Any]) -> Data:
        """Check the arguments that a page sent; BadAction when one is missing or extra."""
        checks = {**self.needed, **self.maybe}
        for name in content:
            if name not in checks and name not in ("do", "id"):
                raise BadAction(f"{shorten(name)} is not part of this action.")
        for name in self.needed:
            if name not in content:
                raise BadAction(f"{name} is missing.")
        return {
            self.renamed.get(name, name): check(name, content[name])
            for name, check in checks.items()
            if name in content
        }


def not_for_a_bot(sight: Sight, asked: Mapping[str, Any]) -> None:
    """IllegalMove if a page answers what shows a bot's secrets: each refusal would tell of them."""
    desk, seat = sight.desk, asked.get("seat")
    for decision in desk.asked():
        if seat in (None, decision.seat):
            refuse_shut(decision, desk.say, desk.players, sight.viewer)


WITH = {"with": "fields"}

PLAYING: dict[str, Action] = {
    "step": Action(Desk.step, maybe={"until": WORD}),
    "back": Action(Desk.back, maybe={"until": WORD}),
    "forward": Action(Desk.forward, maybe={"until": WORD}),
    "goto": Action(Desk.goto, maybe={"turn": TURN, "step": TURN}),
    "play": Action(Desk.play, maybe={"on": flag, "speed": number}),
    "answer": Action(
        Desk.answer,
        {"move": WORD},
        {"seat": no_seat_for_dice, "with": fields},
        renamed=WITH,
        guard=not_for_a_bot,
    ),
    "aside": Action(Desk.aside, {"seat": SEAT, "move": WORD}, {"with": fields}, renamed=WITH),
    "withdraw": Action(Desk.withdraw, {"seat": SEAT}),
    "signal": Action(Desk.signal, {"name": WORD}),
    "default": Action(Desk.default, {"seat": SEAT}),
    "bot": Action(Desk.let_bot, {"seat": SEAT, "bot": WORD}),
    "seat": Action(Desk.hand, {"seat": SEAT, "who": WORD}, renamed={"who": "to"}),
    "name": Action(Desk.rename, {"seat": SEAT, "name": text(700, empty=True)}),
    "clock": Action(Desk.run_clock, {"on": flag}),
    "minutes": Action(Desk.set_minutes, {"minutes": whole(0, MOST_MINUTES)}),
    "fork": Action(Desk.fork, maybe={"name": text(700)}, replaces=True),
    "branch": Action(Desk.branch, {"name": text(90)}, {"stay": flag}, replaces=True),
    "name_branch": Action(Desk.name_branch, {"name": text(90), "to": text(700)}),
    "play_as_far": Action(Desk.play_as_far, maybe={"name": text(90)}),
    "drop_branch": Action(Desk.drop_branch, {"name": text(90)}),
    "bookmark": Action(Desk.bookmark, maybe={"label": text(700, empty=True)}),
    "unbookmark": Action(Desk.unbookmark, {"turn": TURN}),
    "reset": Action(records.reset, replaces=True),
    "new_seed": Action(records.new_luck, replaces=True),
    "new": Action(
        records.new_match,
        maybe={"options": fields, "seats": whole(1, 26), "names": words, "edition": WORD},
        replaces=True,
    ),
    "open": Action(records.open_file, {"file": file}, {"game": WORD}, replaces=True),
}


def predict(sight: Sight, chart: str, value: str, who: str = "", line: Any = ()) -> None:
    """Note what somebody expects a chart to show, or the class as a whole."""
    sight.desk.predict(chart, value, who, line)


def show_futures(sight: Sight, **asked: Any) -> None:
    """Play futures from here."""
    sight.desk.show_futures(sight.viewer, **asked)


def show_moves(sight: Sight, **asked: Any) -> None:
    """Compare the answers to what is asked now."""
    sight.desk.show_moves(sight.viewer, **asked)


def cancel_study(sight: Sight) -> None:
    """Play no more futures."""
    sight.desk.studies.cancel()


def clear_study(sight: Sight) -> None:
    """Take fan and tables from the screen."""
    sight.desk.studies.clear()


SHOWING: dict[str, Action] = {
    "cover": Action(Sight.cover, {"chart": WORD, "on": flag}, plays=False, looks=True),
    "ask": Action(
        Sight.ask,
        {"chart": WORD},
        {"at": whole(1, LATEST), "unit": WORD, "figure": WORD, "seat": SEAT},
        plays=False,
        looks=True,
    ),
    "predict": Action(
        predict,
        {"chart": WORD, "value": text_or_number},
        {"who": text(600, empty=True), "line": points},
        plays=False,
    ),
    "theme": Action(Sight.set_theme, {"theme": WORD}, plays=False, looks=True),
    "seen_as": Action(Sight.see_as, {"seen_as": WORD}, plays=False, looks=True),
    "curtain": Action(Sight.draw_curtain, {"seat": no_seat_for_dice}, plays=False, looks=True),
}


HOW_FAR = {"horizon": whole(0, 1_000), "unit": WORD}

AHEAD: dict[str, Action] = {
    "futures": Action(
        show_futures,
        maybe={"n": whole(1, MOST), "bots": text(60, empty=True), "metrics": words, **HOW_FAR},
        plays=False,
    ),
    "moves": Action(
        show_moves,
        maybe={
            "n": whole(1, MOST),
            "bots": text(60, empty=True),
            "outcome": WORD,
            "seat": SEAT,
            **HOW_FAR,
        },
        plays=False,
    ),
    "cancel_study": Action(cancel_study, plays=False),
    "clear_study": Action(clear_study, plays=False),
}


def check_form(
    sight: Sight, seat: str | None, move: str, fields: Mapping[str, Any], aside: bool = False
) -> Judged:
    """Return whether a form as filled in now would be accepted; if not, why and where."""
    found = sight.move(seat or "", move, aside)
    if found is None:
        return {"reason": NOT_NOW, "at": []}
    if seat and not aside and is_table(found, fields):
        settled = settle(sight.match, seat, found, fields)
        return in_names_of(sight, {"reason": settled.reason, "at": settled.at})
    return in_names_of(sight, verdict(found, fields))


def in_names_of(sight: Sight, judged: Judged) -> Judged:
    """Return what was judged with the reason as people read it: names in place of ids."""
    reason = judged["reason"]
    return judged if reason is None else {**judged, "reason": in_names(sight.brief, reason)}


def preview(
    sight: Sight, seat: str | None, move: str, fields: Mapping[str, Any], aside: bool = False
) -> Judged:
    """Preview as a table what a form as filled in now would bring about, or why it is refused."""
    found = sight.move(seat or "", move, aside)
    if found is None:
        return {"reason": NOT_NOW, "at": [], "table": None}
    if seat and not aside and is_table(found, fields):
        return judge_grid(sight.match, sight.brief, seat, found, fields)
    judged = in_names_of(sight, verdict(found, fields))
    if judged["reason"] is not None or found.preview is None:
        return {**judged, "table": None}
    table = preview_table(found.preview(fields), sight.brief, of_rules=True)
    return {**judged, "table": cover_amounts(table, sight.covers)}


def places(sight: Sight) -> Mapping[str, str]:
    """Return what spaces are called in forms, as far as the viewer may know what lies there."""
    return place_names(sight.match, scene_of(sight.match, sight.viewer))


def form(sight: Sight, seat: str, move: str) -> MoveForm:
    """Return a move with all its fields, when somebody opens its form."""
    found = sight.move(seat, move)
    if found is None:
        raise BadAction(NOT_NOW)
    decision = sight.desk.decision_of(seat)
    whole = move_form(found, decision.name, sight.brief, places(sight), decision.rule)
    if found.grid is not None and not found.barred:
        whole["fields"] = grid_form(found, sight.brief)
    return cover_amounts(whole, sight.covers)


def trail(sight: Sight, news: int) -> Trail:
    """Return the money and the clause behind a line of the news."""
    found = story.trail(sight.match, sight.say, sight.viewer, news)
    return {**found, "entries": known_rows(sight, found["entries"])}


def why(
    sight: Sight,
    figure: str,
    seat: str = "",
    turn: int | None = None,
    since: int | None = None,
    round: int | None = None,
) -> WhyShown:
    """Return why a figure has changed in a turn, by its parts and the ledger behind them.

    Without a turn it is the present one, or the last where nothing has been done in it; of a match
    that is over it is all since the opening. With a ``round`` it is the change of all its turns.
    """
    match, viewer = sight.match, sight.viewer
    if round is not None:
        since, turn = turns_of_round(match, round)
    covers = sight.covers
    told = covers.money and (match.turn if turn is None else turn) >= covers.since
    if figure in covers.figures or told:
        raise BadAction("This figure is covered until the class has predicted.")
    if match.is_over and turn is None and since is None:
        since = match.history[0]["turn"]
    whose = match.known_seat(seat) if seat else None
    split = split_of(match, figure, whose, turn, since, viewer)
    return Why(split, Teller(match, sight.say, viewer)).shown


def turns_of_round(match: Match, number: int) -> tuple[int, int]:
    """Return the turn before a round and its last one; BadAction where it has not been played."""
    rounds = [(row["turn"], row["round"]) for row in until_now(match)]
    own = [turn for turn, at in rounds if at == number]
    if not own:
        raise BadAction(f"Round {number} has not been played.")
    return max((turn for turn, _ in rounds if turn < own[0]), default=own[0]), own[-1]


def ledger(sight: Sight, start: int = 0) -> LedgerPage:
    """Return a page of the ledger."""
    page = story.ledger_page(sight.match, sight.say, sight.viewer, start)
    return {**page, "rows": known_rows(sight, page["rows"])}


def known_rows(sight: Sight, rows: list[LedgerRow]) -> list[LedgerRow]:
    """Return rows of the ledger without what has moved since a chart was covered."""
    if not sight.covers.money:
        return rows
    return [row for row in rows if row["turn"] < sight.covers.since]


def rules(sight: Sight) -> list[Clause]:
    """Return the rule book."""
    return story.rules(sight.match)


def rule(sight: Sight, rule: str) -> Clause:
    """Return one clause."""
    return {"id": rule, "text": sight.match.rule(rule)}


def asides(sight: Sight, seat: str, private: bool = False) -> Offer:
    """Return the forms of what a seat may do while a decision waits; or of what only it may see."""
    forms = aside_forms(
        sight.match,
        sight.brief,
        sight.desk.players,
        sight.desk.seat(seat),
        sight.viewer,
        private,
        places(sight),
    )
    return {"seat": seat, "asides": forms}


def figures(sight: Sight, chart: str) -> ChartFigures:
    """Return all rows of one chart, without what the viewer may not see of its course."""
    keys = {
        key
        for plan in sight.match.game.charts_of(sight.match.table)
        if plan.key == chart
        for key in plan.metrics
    }
    if not keys:
        raise BadAction(f"There is no chart {shorten(chart)}.")
    if sight.covers.hides(chart):
        raise BadAction("This figure is covered until the class has predicted.")
    rows = sight.rows_shown()
    return {"chart": chart, "rows": only(rows, keys)}


def look(sight: Sight, seat: str) -> Ask:
    """Return what a seat is asked behind its curtain."""
    if not isinstance(sight.match.request, Draw):
        sight.desk.seat(seat)
    asked = look_behind(
        sight.match, sight.brief, sight.desk.players, seat, sight.viewer, places(sight)
    )
    return cover_amounts(asked, sight.covers)


def save(sight: Sight) -> NamedFile:
    """Return the record as a file to take along."""
    return records.record_for_page(sight.desk)


def setup(sight: Sight) -> SetupForm:
    """Return the form of a new match, with the options of this one."""
    return setup_form(sight.match, sight.say)


FILLED_IN = {"seat": no_seat_for_dice, "move": WORD, "with": fields}

ASKING: dict[str, Action] = {
    "check": Action(
        check_form, FILLED_IN, {"aside": flag}, renamed=WITH, plays=False, answers="check"
    ),
    "preview": Action(
        preview, FILLED_IN, {"aside": flag}, renamed=WITH, plays=False, answers="preview"
    ),
    "form": Action(form, {"seat": SEAT, "move": WORD}, plays=False, answers="form"),
    "setup": Action(setup, plays=False, answers="setup"),
    "trail": Action(trail, {"news": TURN}, plays=False, answers="trail"),
    "why": Action(
        why,
        {"figure": WORD},
        {"seat": text(2, empty=True), "turn": TURN, "since": TURN, "round": TURN},
        plays=False,
        answers="why",
    ),
    "ledger": Action(
        ledger, maybe={"from": TURN}, renamed={"from": "start"}, plays=False, answers="ledger"
    ),
    "sheet": Action(
        sheets.sheet,
        maybe={"name": text(60, empty=True), "seat": text(2, empty=True)},
        plays=False,
        answers="sheet",
    ),
    "sheet_file": Action(sheets.sheet_file, {"name": WORD}, plays=False, answers="sheet_file"),
    "rules": Action(rules, plays=False, answers="rules"),
    "rule": Action(rule, {"rule": WORD}, plays=False, answers="clause"),
    "look": Action(look, {"seat": SEAT}, plays=False, answers="ask"),
    "asides": Action(asides, {"seat": SEAT}, {"private": flag}, plays=False, answers="asides"),
    "figures": Action(figures, {"chart": WORD}, plays=False, answers="figures"),
    "save": Action(save, plays=False, answers="record"),
    "work": Action(takehome.work_for_page, plays=False, answers="work"),
}

ACTIONS: dict[str, Action] = {**PLAYING, **SHOWING, **AHEAD, **ASKING}


def find(name: str) -> Action:
    """Return the action of that name."""
    if name not in ACTIONS:
        raise unknown(name)
    return ACTIONS[name]


def unknown(name: Any) -> BadAction:
    """Return the refusal of what a table cannot do, whatever was put in place of its name."""
    return BadAction(f"The page asked for {shorten(name)}, which this table does not know.")


def whole_action(content: Any, files: Sequence[bytes]) -> Data:
    """Return what a page sent as one action; a file that came beside it is its ``file``."""
    if not isinstance(content, Mapping):
        raise BadAction("The page sent something that is no action.")
    if len(files) > 1:
        raise BadAction("The page sent several files; one is opened at a time.")
    return {**content, "file": bytes(files[0])} if files else dict(content)
