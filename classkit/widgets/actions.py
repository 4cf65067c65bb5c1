"""Registry of the actions that a page may send. It validates their arguments.

Page messages are untrusted: unknown actions and invalid arguments are refused with a reason.
Nothing that a page sends is used as a path, as code or as HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from classkit.attribution.decomposition import decompose_metric
from classkit.attribution.explanation import Explanation, WhyShown
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import NotDecomposableError
from classkit.charts.rows import filter_rows, get_current_rows
from classkit.engine.decisions import Draw
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.fields import Amount, Value
from classkit.engine.id_names import replace_ids
from classkit.engine.match import Match

from . import match_lifecycle, narration, record_sheets, zip_export
from .action_arguments import (
    ARGUMENT_LABELS,
    FIELDS,
    FLAG,
    NAMES,
    NUMBERS,
    OPTIONAL_WORD,
    SEAT,
    SEAT_OR_DICE,
    TURN,
    WORD,
    FileArgument,
    IntegerArgument,
    NumberArgument,
    OptionalArgument,
    PointsArgument,
    PredictionArgument,
    text_argument,
)
from .ask_panel import build_aside_forms, reject_hidden
from .ask_panel import build_hidden_ask as look_behind
from .board_state import build_place_names, get_scene
from .chart_redaction import COVERED_MESSAGE, redact_amounts
from .forecasts import MAX_FUTURES
from .forms import build_move, build_preview, check_values
from .match_clock import MAX_MINUTES
from .match_controller import NOT_POSSIBLE_MESSAGE, MatchController
from .page_view import PageView
from .predictions import MAX_TIME
from .setup_form import build_setup_form
from .table_moves import build_grid_form, check_grid, is_table_move, try_rows
from .trail import get_evidence, get_trail, is_covered
from .turning_point_weights import MAX_POINTS
from .wire_types import (
    AskData,
    ChartRowsData,
    FileData,
    LedgerPageData,
    OfferData,
    RuleData,
    SetupFormData,
    VerdictData,
)
from .wire_types import MoveData as MoveForm

Data = dict[str, Any]


class InvalidAction(ClasskitError):
    """Raised for a message with an unknown action or an invalid argument."""


@dataclass(frozen=True, slots=True)
class Action:
    """A page action: the function that runs it, its arguments and its effects.

    - ``run``: called with the controller if the action ``plays``, else with the page view.
    - ``needed`` and ``maybe``: the required and the optional arguments, with their types.
    - ``renamed``: name of an argument in a message -> name of the parameter of ``run``.
    - ``plays``: whether it changes the match, its names or its players; a read-only table refuses
      such actions.
    - ``replaces``: whether it replaces the match on the table, so that it first runs on a copy of
      the controller.
    - ``answers``: key of its return value in the reply, if it returns one.
    - ``looks``: whether it changes the appearance of a page.
    - ``opens``: whether it opens a record, so that charts with open prediction questions are
      covered again.
    - ``guard``: called first with the page view and the arguments; raises if the viewer may not
      run the action.
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
    guard: Callable[[PageView, Mapping[str, Any]], None] | None = None

    def parse_arguments(self, content: Mapping[str, Any]) -> Data:
        """Validate a message's arguments. Raise InvalidAction if one is missing or unknown."""
        declared = {**self.needed, **self.maybe}
        for name in content:
            if name not in declared and name not in ("do", "id"):
                raise InvalidAction(f"{truncate_text(name)} is not an argument of this action.")
        for name in self.needed:
            if name not in content:
                raise InvalidAction(f"{name} is missing.")
        for name, value in declared.items():
            if name in content and (reason := value.refuse(content[name])):
                raise InvalidAction(f"{ARGUMENT_LABELS.get(name, name)} {reason}")
        return {
            self.renamed.get(name, name): value.read(content[name])
            for name, value in declared.items()
            if name in content
        }


def forbid_bot_secrets(page_view: PageView, asked: Mapping[str, Any]) -> None:
    """Raise IllegalMove if a decision shows a bot's secrets, which error messages would reveal."""
    desk, seat = page_view.controller, asked.get("seat")
    for decision in desk.open_decisions():
        if seat in (None, decision.seat):
            reject_hidden(decision, desk.say, desk.players, page_view.viewer)


FIELDS_ALIAS = {"with": "fields"}

MATCH_ACTIONS: dict[str, Action] = {
    "step": Action(MatchController.step, maybe={"until": WORD}),
    "back": Action(MatchController.back, maybe={"until": WORD}),
    "forward": Action(MatchController.forward, maybe={"until": WORD}),
    "goto": Action(MatchController.goto, maybe={"turn": TURN, "step": TURN}),
    "play": Action(MatchController.play, maybe={"on": FLAG, "speed": NumberArgument()}),
    "answer": Action(
        MatchController.answer,
        {"move": WORD},
        {"seat": SEAT_OR_DICE, "with": FIELDS},
        renamed=FIELDS_ALIAS,
        guard=forbid_bot_secrets,
    ),
    "aside": Action(
        MatchController.aside, {"seat": SEAT, "move": WORD}, {"with": FIELDS}, renamed=FIELDS_ALIAS
    ),
    "withdraw": Action(MatchController.withdraw, {"seat": SEAT}),
    "signal": Action(MatchController.signal, {"name": WORD}),
    "default": Action(MatchController.answer_default, {"seat": SEAT}),
    "bot": Action(MatchController.bot_answers_once, {"seat": SEAT, "bot": WORD}),
    "seat": Action(MatchController.hand, {"seat": SEAT, "who": WORD}, renamed={"who": "to"}),
    "name": Action(
        MatchController.rename, {"seat": SEAT, "name": text_argument(700, may_be_empty=True)}
    ),
    "clock": Action(MatchController.run_clock, {"on": FLAG}),
    "minutes": Action(MatchController.set_minutes, {"minutes": Amount(0, MAX_MINUTES)}),
    "fork": Action(MatchController.fork, maybe={"name": text_argument(700)}, replaces=True),
    "branch": Action(
        MatchController.branch, {"name": text_argument(90)}, {"stay": FLAG}, replaces=True
    ),
    "name_branch": Action(
        MatchController.name_branch, {"name": text_argument(90), "to": text_argument(700)}
    ),
    "play_as_far": Action(MatchController.catch_up_branch, maybe={"name": text_argument(90)}),
    "drop_branch": Action(MatchController.drop_branch, {"name": text_argument(90)}),
    "bookmark": Action(
        MatchController.bookmark, maybe={"label": text_argument(700, may_be_empty=True)}
    ),
    "unbookmark": Action(MatchController.unbookmark, {"turn": TURN}),
    "reset": Action(match_lifecycle.reset_match, replaces=True),
    "new_seed": Action(match_lifecycle.reseed_match, replaces=True),
    "new": Action(
        match_lifecycle.start_new_match,
        maybe={"options": FIELDS, "seats": IntegerArgument(), "names": NAMES, "edition": WORD},
        replaces=True,
    ),
    "open": Action(
        match_lifecycle.open_file,
        {"file": FileArgument()},
        {"game": WORD},
        replaces=True,
        opens=True,
    ),
}


def record_prediction(
    page_view: PageView, chart: str, value: str, who: str = "", line: Any = ()
) -> None:
    """Record a prediction about a chart, for the person ``who`` or for the whole class."""
    page_view.controller.predict(chart, value, who, line)


def show_futures(page_view: PageView, **asked: Any) -> None:
    """Start simulating futures from the current position."""
    page_view.controller.show_futures(page_view.viewer, **asked)


def compare_moves(page_view: PageView, **asked: Any) -> None:
    """Start a comparison of the answers to the current decision."""
    page_view.controller.compare_moves(page_view.viewer, **asked)


def weigh_turning_point(page_view: PageView, **asked: Any) -> None:
    """Start simulating futures with and without a turning point of the end screen."""
    page_view.controller.weigh_turning_point(page_view.viewer, **asked)


def cancel_study(page_view: PageView) -> None:
    """Cancel the running simulation and keep the results so far."""
    page_view.controller.studies.cancel()


def clear_study(page_view: PageView) -> None:
    """Cancel the running simulation and remove all forecasts from the screen."""
    page_view.controller.studies.clear()


def blank_hall(page_view: PageView, on: bool, chart: str = "") -> None:
    """Blank the hall's view, or cover one chart in it. With ``on=False``, show it again."""
    desk = page_view.controller
    if not chart:
        desk.is_hall_blank = on
        return
    key = desk.get_chart_key(chart)
    others = tuple(one for one in desk.hall_covered if one != key)
    desk.hall_covered = (*others, key) if on else others


VIEW_ACTIONS: dict[str, Action] = {
    "cover": Action(PageView.cover, {"chart": WORD, "on": FLAG}, plays=False, looks=True),
    "ask": Action(
        PageView.ask,
        {"chart": WORD},
        {"at": Amount(1, MAX_TIME), "unit": WORD, "figure": WORD, "seat": SEAT},
        plays=False,
        looks=True,
    ),
    "predict": Action(
        record_prediction,
        {"chart": WORD, "value": PredictionArgument()},
        {"who": text_argument(600, may_be_empty=True), "line": PointsArgument()},
        plays=False,
    ),
    "theme": Action(PageView.set_theme, {"theme": WORD}, plays=False, looks=True),
    "seen_as": Action(PageView.see_as, {"seen_as": WORD}, plays=False, looks=True),
    "curtain": Action(PageView.draw_curtain, {"seat": SEAT_OR_DICE}, plays=False, looks=True),
    "blank": Action(blank_hall, {"on": FLAG}, {"chart": WORD}, plays=False),
}


HORIZON_ARGUMENTS: Mapping[str, Value] = {
    "horizon": OptionalArgument(Amount(0, 1_000)),
    "unit": WORD,
}

FORECAST_ACTIONS: dict[str, Action] = {
    "futures": Action(
        show_futures,
        maybe={
            "n": Amount(1, MAX_FUTURES),
            "bots": OptionalArgument(WORD),
            "metrics": OptionalArgument(NAMES),
            **HORIZON_ARGUMENTS,
        },
        plays=False,
    ),
    "moves": Action(
        compare_moves,
        maybe={
            "n": Amount(1, MAX_FUTURES),
            "bots": OptionalArgument(WORD),
            "outcome": WORD,
            "seat": SEAT,
            **HORIZON_ARGUMENTS,
        },
        plays=False,
    ),
    "weigh": Action(
        weigh_turning_point,
        {"point": Amount(1, MAX_POINTS)},
        {"n": Amount(1, MAX_FUTURES)},
        renamed={"point": "number"},
        plays=False,
    ),
    "cancel_study": Action(cancel_study, plays=False),
    "clear_study": Action(clear_study, plays=False),
}


def check_form(
    page_view: PageView, seat: str | None, move: str, fields: Mapping[str, Any], aside: bool = False
) -> VerdictData:
    """Return whether the rules would accept these fields.

    If not, return the reason and the field.
    """
    found = page_view.find_move(seat or "", move, aside)
    if found is None:
        return {"reason": NOT_POSSIBLE_MESSAGE, "at": []}
    if seat and not aside and is_table_move(found, fields):
        settled = try_rows(page_view.match, seat, found, fields)
        return replace_verdict_ids(page_view, {"reason": settled.reason, "at": settled.at})
    return replace_verdict_ids(page_view, check_values(found, fields))


def replace_verdict_ids(page_view: PageView, judged: VerdictData) -> VerdictData:
    """Return a verdict whose reason contains names instead of ids."""
    reason = judged["reason"]
    return (
        judged if reason is None else {**judged, "reason": replace_ids(page_view.brief_say, reason)}
    )


def preview_form(
    page_view: PageView, seat: str | None, move: str, fields: Mapping[str, Any], aside: bool = False
) -> VerdictData:
    """Return a table with the effect of these fields, or why the rules would refuse them."""
    found = page_view.find_move(seat or "", move, aside)
    if found is None:
        return {"reason": NOT_POSSIBLE_MESSAGE, "at": [], "table": None}
    if seat and not aside and is_table_move(found, fields):
        return check_grid(page_view.match, page_view.brief_say, seat, found, fields)
    judged = replace_verdict_ids(page_view, check_values(found, fields))
    if judged["reason"] is not None or found.preview is None:
        return {**judged, "table": None}
    table = build_preview(found.preview(fields), page_view.brief_say, of_rules=True)
    return {**judged, "table": redact_amounts(table, page_view.redaction)}


def get_place_names(page_view: PageView) -> Mapping[str, str]:
    """Return the names that forms use for spaces, including contents that the viewer may know."""
    scene = get_scene(page_view.match, page_view.viewer)
    return build_place_names(page_view.match, scene, page_view.brief_say)


def get_form(page_view: PageView, seat: str, move: str) -> MoveForm:
    """Return a move with all its fields, for a page that opens its form.

    Raises InvalidAction if the move is not legal now.
    """
    found = page_view.find_move(seat, move)
    if found is None:
        raise InvalidAction(NOT_POSSIBLE_MESSAGE)
    decision = page_view.controller.get_decision(seat)
    whole = build_move(
        found, decision.name, page_view.brief_say, get_place_names(page_view), decision.rule
    )
    if found.grid is not None and not found.barred:
        whole["fields"] = build_grid_form(found, page_view.brief_say)
    return redact_amounts(whole, page_view.redaction)


def explain_metric(
    page_view: PageView,
    figure: str,
    seat: str = "",
    turn: int | None = None,
    since: int | None = None,
    part: str = "",
    per: str = "round",
    at: int | None = None,
    whole: bool = False,
) -> WhyShown:
    """Return why a metric has changed, by its parts and the ledger entries behind them.

    By default this covers the current turn, or the previous turn if nothing has happened in the
    current one. If the match is over, or with ``whole``, it covers the entire match.

    Args:
        page_view: The page view, which determines the viewer and the covered charts.
        figure: Key of the metric.
        seat: The seat, for a metric of seats.
        turn: Last turn of the change.
        since: Turn after which the change begins.
        part: The part, for a metric with parts.
        per: Period in which the points of a chart are numbered, such as "round".
        at: Number of a period: explain the change in all its turns.
        whole: Explain the change since the opening.

    Returns:
        The explanation, or only a sentence in ``head`` if the metric is covered or cannot be split.

    Raises:
        InvalidAction: The period ``at`` has not been played yet.
        ClasskitError: The metric, seat, part or turn is unknown, or its history is hidden.
    """
    match, viewer = page_view.match, page_view.viewer
    if at is not None:
        since, turn = period_turns(match, per, at)
    covers = page_view.redaction
    told = covers.hides_money and (match.turn if turn is None else turn) >= covers.since
    if figure in covers.figures or told:
        return WhyShown(head=COVERED_MESSAGE, parts=[], split=False)
    if (match.is_over or whole) and turn is None and since is None:
        rows = get_current_rows(match)
        since, turn = rows[0]["turn"], rows[-1]["turn"]
    try:
        split = decompose_metric(match, figure, seat or None, turn, since, viewer, part or None)
    except NotDecomposableError as refused:
        return WhyShown(head=str(refused), parts=[], split=False)
    return Explanation(split, ExplanationWriter(match, page_view.say, viewer)).data


def period_turns(match: Match, per: str, number: int) -> tuple[int, int]:
    """Return the last turn before a numbered period, such as a round, and the last turn in it.

    If there is no earlier turn, the first turn of the period is returned instead. Raises
    InvalidAction if the period has not been played yet.
    """
    places = [(row["turn"], row.get(per)) for row in get_current_rows(match)]
    own = [turn for turn, at in places if at == number]
    if not own:
        raise InvalidAction(f"{per.capitalize()} {number} has not been played yet.")
    return max((turn for turn, _ in places if turn < own[0]), default=own[0]), own[-1]


def get_ledger(page_view: PageView, start: int = 0) -> LedgerPageData:
    page = narration.build_ledger_page(page_view.match, page_view.say, page_view.viewer, start)
    return {**page, "rows": [row for row in page["rows"] if not is_covered(page_view, row["turn"])]}


def get_rules(page_view: PageView) -> list[RuleData]:
    return narration.list_rules(page_view.match)


def get_rule(page_view: PageView, rule: str) -> RuleData:
    return {"id": rule, "text": page_view.match.rule(rule)}


def get_asides(page_view: PageView, seat: str, private: bool = False) -> OfferData:
    """Return the forms of a seat's asides or, if ``private``, only those hidden from the viewer.

    A page asks for private asides when the seat's player opens them.
    """
    forms = build_aside_forms(
        page_view.match,
        page_view.brief_say,
        page_view.controller.players,
        page_view.controller.check_seat(seat),
        page_view.viewer,
        private,
        get_place_names(page_view),
    )
    return {"seat": seat, "asides": forms}


def get_chart_rows(page_view: PageView, chart: str) -> ChartRowsData:
    """Return all rows of one chart that the viewer may see.

    Raises InvalidAction if the chart is unknown or covered.
    """
    keys = {
        key
        for plan in page_view.match.game.active_charts(page_view.match.table)
        if plan.key == chart
        for key in plan.metrics
    }
    if not keys:
        raise InvalidAction(f"There is no chart {truncate_text(chart)}.")
    if page_view.redaction.hides_chart(chart):
        raise InvalidAction("This figure is covered until the class has made a prediction.")
    rows = page_view.get_rows()
    return {"chart": chart, "rows": filter_rows(rows, keys)}


def get_hidden_ask(page_view: PageView, seat: str) -> AskData:
    """Return the hidden decision or draw of a seat for its player, who is at the screen.

    Raises IllegalMove if the seat has nothing to decide, or if a bot's secrets would be shown.
    """
    if not isinstance(page_view.match.request, Draw):
        page_view.controller.check_seat(seat)
    asked = look_behind(
        page_view.match,
        page_view.brief_say,
        page_view.controller.players,
        seat,
        page_view.viewer,
        get_place_names(page_view),
    )
    return redact_amounts(asked, page_view.redaction)


def get_record(page_view: PageView) -> FileData:
    """Return the record of the match as a file to download."""
    return match_lifecycle.build_record_file(page_view.controller)


def get_setup_form(page_view: PageView) -> SetupFormData:
    """Return the form for a new match, filled in with the options of this match."""
    return build_setup_form(page_view.match, page_view.say)


FORM_ARGUMENTS: Mapping[str, Value] = {"seat": SEAT_OR_DICE, "move": WORD, "with": FIELDS}

QUERY_ACTIONS: dict[str, Action] = {
    "check": Action(
        check_form,
        FORM_ARGUMENTS,
        {"aside": FLAG},
        renamed=FIELDS_ALIAS,
        plays=False,
        answers="check",
    ),
    "preview": Action(
        preview_form,
        FORM_ARGUMENTS,
        {"aside": FLAG},
        renamed=FIELDS_ALIAS,
        plays=False,
        answers="preview",
    ),
    "form": Action(get_form, {"seat": SEAT, "move": WORD}, plays=False, answers="form"),
    "setup": Action(get_setup_form, plays=False, answers="setup"),
    "trail": Action(get_trail, {"news": TURN}, plays=False, answers="trail"),
    "evidence": Action(
        get_evidence, {"events": NUMBERS, "transfers": NUMBERS}, plays=False, answers="trail"
    ),
    "why": Action(
        explain_metric,
        {"figure": WORD},
        {
            "seat": text_argument(2, may_be_empty=True),
            "part": OPTIONAL_WORD,
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
        get_ledger, maybe={"from": TURN}, renamed={"from": "start"}, plays=False, answers="ledger"
    ),
    "sheet": Action(
        record_sheets.get_sheet,
        maybe={"name": OPTIONAL_WORD, "seat": text_argument(2, may_be_empty=True)},
        plays=False,
        answers="sheet",
    ),
    "sheet_file": Action(
        record_sheets.get_sheet_file, {"name": WORD}, plays=False, answers="sheet_file"
    ),
    "rules": Action(get_rules, plays=False, answers="rules"),
    "rule": Action(get_rule, {"rule": WORD}, plays=False, answers="clause"),
    "look": Action(get_hidden_ask, {"seat": SEAT}, plays=False, answers="ask"),
    "asides": Action(get_asides, {"seat": SEAT}, {"private": FLAG}, plays=False, answers="asides"),
    "figures": Action(get_chart_rows, {"chart": WORD}, plays=False, answers="figures"),
    "save": Action(get_record, plays=False, answers="record"),
    "work": Action(zip_export.build_work_file, plays=False, answers="work"),
}

ACTIONS: dict[str, Action] = {**MATCH_ACTIONS, **VIEW_ACTIONS, **FORECAST_ACTIONS, **QUERY_ACTIONS}


def get_action(name: str) -> Action:
    """Return the action with this name. Raise InvalidAction if the name is unknown."""
    if name not in ACTIONS:
        raise unknown_action_error(name)
    return ACTIONS[name]


def unknown_action_error(name: Any) -> InvalidAction:
    """Return the error for an unknown action. ``name`` may be any value that a page sent."""
    return InvalidAction(
        f"This table does not support the action {truncate_text(name)}. Reload the page."
    )


def parse_message(content: Any, files: Sequence[bytes]) -> Data:
    """Return a page message as a dict. An attached file has the key ``file``.

    Raises InvalidAction if the message is not a mapping, or if it has several files.
    """
    if not isinstance(content, Mapping):
        raise InvalidAction("The page sent an invalid message. Reload it.")
    if len(files) > 1:
        raise InvalidAction("Several files were sent. Open one file at a time.")
    return {**content, "file": bytes(files[0])} if files else dict(content)
