"""The table of actions that a page may ask for, each with its arguments checked.

A page may be anybody's. Whatever is not in this table, or does not fit it, is refused with a
reason; nothing that a page sends is ever a path, a piece of code or a piece of HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classkit.causes.figures import Unsplit
from classkit.causes.shown import Why, WhyShown
from classkit.causes.split import split_of
from classkit.causes.words import Teller
from classkit.charts.rows import only, until_now
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.fields import Amount, Value
from classkit.engine.match import Match
from classkit.engine.requests import Draw

from . import records, sheets, story, takehome
from .ahead import MOST
from .arguments import (
    CALLED,
    FIELDS,
    FLAG,
    NAMES,
    SEAT,
    SEAT_OR_DICE,
    TURN,
    WORD,
    WORDS_OR_NONE,
    Expected,
    File,
    Number,
    Or,
    Points,
    Whole,
    typed,
)
from .asks import aside_forms, refuse_shut
from .asks import look as look_behind
from .clock import MOST_MINUTES
from .covers import TOLD_LATER, cover_amounts
from .desk import NOT_NOW, Desk
from .expected import LATEST
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


class BadAction(ClasskitError):
    """A message from a page that the table has no action for, or with a wrong argument."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action: what carries it out, its arguments, and what it does.

    What ``plays`` changes the match, its names or its players: it is run on the desk, for all
    pages, and a table that only looks on refuses it. All else is run on the sight of the page that
    asks, so that it sees and opens no more than its eyes may.

    ``guard`` is asked first, with the sight of the page and the arguments, and raises where its
    eyes may not do this. ``needed`` and ``maybe`` give what each argument may be; ``renamed`` the
    name by which the verb knows it. ``replaces`` tells that it puts another match on the table, so
    that it is tried on a twin of the desk first; ``answers`` is the name of the detail it gives, if
    any; ``looks`` tells that it changes how a page looks; ``opens`` that it opens a record: what a
    class was asked there, and has not come yet, is covered again.
    """

    run: Callable[..., Any]
    needed: Mapping[str, Value] = field(default_factory=dict)
    maybe: Mapping[str, Value] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    plays: bool = True
    replaces: bool = False
    answers: str = ""
    looks: bool = False
    opens: bool = False
    guard: Callable[[Sight, Mapping[str, Any]], None] | None = None

    def arguments(self, content: Mapping[str, Any]) -> Data:
        """Check the arguments that a page sent; BadAction when one is missing or extra."""
        declared = {**self.needed, **self.maybe}
        for name in content:
            if name not in declared and name not in ("do", "id"):
                raise BadAction(f"{shorten(name)} is not part of this action.")
        for name in self.needed:
            if name not in content:
                raise BadAction(f"{name} is missing.")
        for name, value in declared.items():
            if name in content and (reason := value.refuse(content[name])):
                raise BadAction(f"{CALLED.get(name, name)} {reason}")
        return {
            self.renamed.get(name, name): value.read(content[name])
            for name, value in declared.items()
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
    "play": Action(Desk.play, maybe={"on": FLAG, "speed": Number()}),
    "answer": Action(
        Desk.answer,
        {"move": WORD},
        {"seat": SEAT_OR_DICE, "with": FIELDS},
        renamed=WITH,
        guard=not_for_a_bot,
    ),
    "aside": Action(Desk.aside, {"seat": SEAT, "move": WORD}, {"with": FIELDS}, renamed=WITH),
    "withdraw": Action(Desk.withdraw, {"seat": SEAT}),
    "signal": Action(Desk.signal, {"name": WORD}),
    "default": Action(Desk.default, {"seat": SEAT}),
    "bot": Action(Desk.let_bot, {"seat": SEAT, "bot": WORD}),
    "seat": Action(Desk.hand, {"seat": SEAT, "who": WORD}, renamed={"who": "to"}),
    "name": Action(Desk.rename, {"seat": SEAT, "name": typed(700, may_be_empty=True)}),
    "clock": Action(Desk.run_clock, {"on": FLAG}),
    "minutes": Action(Desk.set_minutes, {"minutes": Amount(0, MOST_MINUTES)}),
    "fork": Action(Desk.fork, maybe={"name": typed(700)}, replaces=True),
    "branch": Action(Desk.branch, {"name": typed(90)}, {"stay": FLAG}, replaces=True),
    "name_branch": Action(Desk.name_branch, {"name": typed(90), "to": typed(700)}),
    "play_as_far": Action(Desk.play_as_far, maybe={"name": typed(90)}),
    "drop_branch": Action(Desk.drop_branch, {"name": typed(90)}),
    "bookmark": Action(Desk.bookmark, maybe={"label": typed(700, may_be_empty=True)}),
    "unbookmark": Action(Desk.unbookmark, {"turn": TURN}),
    "reset": Action(records.reset, replaces=True),
    "new_seed": Action(records.new_luck, replaces=True),
    "new": Action(
        records.new_match,
        maybe={"options": FIELDS, "seats": Whole(), "names": NAMES, "edition": WORD},
        replaces=True,
    ),
    "open": Action(records.open_file, {"file": File()}, {"game": WORD}, replaces=True, opens=True),
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
    """Remove the fan and the tables of a study from the screen."""
    sight.desk.studies.clear()


SHOWING: dict[str, Action] = {
    "cover": Action(Sight.cover, {"chart": WORD, "on": FLAG}, plays=False, looks=True),
    "ask": Action(
        Sight.ask,
        {"chart": WORD},
        {"at": Amount(1, LATEST), "unit": WORD, "figure": WORD, "seat": SEAT},
        plays=False,
        looks=True,
    ),
    "predict": Action(
        predict,
        {"chart": WORD, "value": Expected()},
        {"who": typed(600, may_be_empty=True), "line": Points()},
        plays=False,
    ),
    "theme": Action(Sight.set_theme, {"theme": WORD}, plays=False, looks=True),
    "seen_as": Action(Sight.see_as, {"seen_as": WORD}, plays=False, looks=True),
    "curtain": Action(Sight.draw_curtain, {"seat": SEAT_OR_DICE}, plays=False, looks=True),
}


HOW_FAR: Mapping[str, Value] = {"horizon": Or(Amount(0, 1_000)), "unit": WORD}

AHEAD: dict[str, Action] = {
    "futures": Action(
        show_futures,
        maybe={
            "n": Amount(1, MOST),
            "bots": Or(WORD),
            "metrics": Or(NAMES),
            **HOW_FAR,
        },
        plays=False,
    ),
    "moves": Action(
        show_moves,
        maybe={
            "n": Amount(1, MOST),
            "bots": Or(WORD),
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
    """Return a verdict with names in place of ids in its reason."""
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
    part: str = "",
    per: str = "round",
    at: int | None = None,
    whole: bool = False,
) -> WhyShown:
    """Return why a figure has changed in a turn, by its parts and the ledger behind them.

    Without a turn it is the present one, or the last where nothing has been done in it; of a match
    that is over, or with ``whole``, it is all since the opening. With ``at`` it is the change of
    all turns of that round, or of what else the points of a chart are counted ``per``.
    """
    match, viewer = sight.match, sight.viewer
    if at is not None:
        since, turn = turns_of(match, per, at)
    covers = sight.covers
    told = covers.money and (match.turn if turn is None else turn) >= covers.since
    if figure in covers.figures or told:
        return WhyShown(head=TOLD_LATER, parts=[], split=False)
    if (match.is_over or whole) and turn is None and since is None:
        rows = until_now(match)
        since, turn = rows[0]["turn"], rows[-1]["turn"]
    try:
        split = split_of(match, figure, seat or None, turn, since, viewer, part or None)
    except Unsplit as refused:
        return WhyShown(head=str(refused), parts=[], split=False)
    return Why(split, Teller(match, sight.say, viewer)).shown


def turns_of(match: Match, per: str, number: int) -> tuple[int, int]:
    """Return the turn before a round or another numbered period, and the last turn in it.

    BadAction where it has not been played.
    """
    places = [(row["turn"], row.get(per)) for row in until_now(match)]
    own = [turn for turn, at in places if at == number]
    if not own:
        raise BadAction(f"{per.capitalize()} {number} has not been played.")
    return max((turn for turn, _ in places if turn < own[0]), default=own[0]), own[-1]


def ledger(sight: Sight, start: int = 0) -> LedgerPage:
    page = story.ledger_page(sight.match, sight.say, sight.viewer, start)
    return {**page, "rows": known_rows(sight, page["rows"])}


def known_rows(sight: Sight, rows: list[LedgerRow]) -> list[LedgerRow]:
    """Return rows of the ledger without what has moved since a chart was covered."""
    if not sight.covers.money:
        return rows
    return [row for row in rows if row["turn"] < sight.covers.since]


def rules(sight: Sight) -> list[Clause]:
    return story.rules(sight.match)


def rule(sight: Sight, rule: str) -> Clause:
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


FILLED_IN: Mapping[str, Value] = {"seat": SEAT_OR_DICE, "move": WORD, "with": FIELDS}

ASKING: dict[str, Action] = {
    "check": Action(
        check_form, FILLED_IN, {"aside": FLAG}, renamed=WITH, plays=False, answers="check"
    ),
    "preview": Action(
        preview, FILLED_IN, {"aside": FLAG}, renamed=WITH, plays=False, answers="preview"
    ),
    "form": Action(form, {"seat": SEAT, "move": WORD}, plays=False, answers="form"),
    "setup": Action(setup, plays=False, answers="setup"),
    "trail": Action(trail, {"news": TURN}, plays=False, answers="trail"),
    "why": Action(
        why,
        {"figure": WORD},
        {
            "seat": typed(2, may_be_empty=True),
            "part": WORDS_OR_NONE,
            "turn": TURN,
            "since": TURN,
            "per": WORD,
            "at": TURN,
            "whole": FLAG,
        },
        plays=False,
        answers="why",
    ),
    "ledger": Action(
        ledger, maybe={"from": TURN}, renamed={"from": "start"}, plays=False, answers="ledger"
    ),
    "sheet": Action(
        sheets.sheet,
        maybe={"name": WORDS_OR_NONE, "seat": typed(2, may_be_empty=True)},
        plays=False,
        answers="sheet",
    ),
    "sheet_file": Action(sheets.sheet_file, {"name": WORD}, plays=False, answers="sheet_file"),
    "rules": Action(rules, plays=False, answers="rules"),
    "rule": Action(rule, {"rule": WORD}, plays=False, answers="clause"),
    "look": Action(look, {"seat": SEAT}, plays=False, answers="ask"),
    "asides": Action(asides, {"seat": SEAT}, {"private": FLAG}, plays=False, answers="asides"),
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
