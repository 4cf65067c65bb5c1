"""Observations of a match by a viewer, part by part: views, decisions, pages, exported files.

A viewer is a seat, or None for the public.
"""

from __future__ import annotations

import inspect
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from classkit.attribution.metric_selection import race_metrics
from classkit.charts.redaction import redact_plans
from classkit.charts.rows import chart_plans, metric_plans
from classkit.engine.decisions import Aside, Decision
from classkit.engine.errors import ClasskitError
from classkit.engine.events import EVERYBODY, INSTRUCTOR, Entry
from classkit.engine.match import Match
from classkit.frames import to_data
from classkit.widgets.actions import explain_metric, get_chart_rows, get_ledger
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state
from classkit.widgets.trail import get_trail

from .illegal_move_laws import (
    MAX_TRIED_OPTIONS,
    OfferHistory,
    get_unoffered_values,
    iter_fields,
    replace_nested,
)
from .match_strategies import sample_items
from .state_diff import Difference, find_difference
from .view_probe import KnownNames, call_view_method

BOT_ATTRIBUTES = ("chance", "renew_chance")
PAST_ATTRIBUTES = ("events", "ledger", "answers", "numbered_answers", "history")
"""Attributes of a view that describe the past."""
MAX_TRAILS = 3
"""Maximum number of recent news lines whose trails are observed."""


# --- what a viewer sees -------------------------------------------------------------------------


def get_view_texts(m: Match, seat: str | None) -> dict[str, str]:
    """Return the view, the forms and the board of a viewer as texts."""
    forms = [[move.form() for move in decision.moves] for decision in m.view(seat).requests]
    scene = m.game.scene(m.table, seat) if seat else ""
    window = {**observe_history(m, seat), **observe_view(m, seat), "forms": forms, "scene": scene}
    return {part: repr(value) for part, value in window.items()}


def observe_all(m: Match, seat: str | None, probe: int = 0) -> dict[str, Any]:
    """Return everything that the engine and the game show a viewer, past and present.

    ``probe`` selects the illegal values that are tried. Use the same probe for both matches of a
    comparison.
    """
    past = observe_history(m, seat)
    news = {part: past[part] for part in ("view.events", "view.ledger")}
    return {**news, **observe_present(m, seat, probe), **past}


def observe_history(m: Match, seat: str | None) -> dict[str, Any]:
    """Return the visible past: events, ledger rows, answers and the history of metrics."""
    view = m.view(seat)
    return {f"view.{name}": getattr(view, name) for name in PAST_ATTRIBUTES}


def observe_present(
    m: Match, seat: str | None, probe: int = 0, own: bool = False
) -> dict[str, Any]:
    """Return the visible present, as in :func:`observe_all`.

    With ``own``, omit parts that everybody sees.
    """
    asked = [decision for decision in m.requests() if decision.private or not own]
    return {
        "questions": [observe_decision(decision, seat) for decision in asked],
        "asides": [observe_aside(aside) for aside in m.asides(seat)] if seat else [],
        "refusals": collect_refusals(m, asked, seat, probe),
        **observe_view(m, seat, probe),
        **({} if own else observe_public(m)),
        **observe_display(m, seat),
    }


def observe_decision(decision: Decision, seat: str | None) -> dict[str, Any]:
    """Return the visible parts of a decision: no facts or moves if it is private to others."""
    put = {"seat": decision.seat, "name": decision.name, "rule": decision.rule}
    if not is_open(decision, seat):
        return put
    legal = [move.form() for move in decision.moves]
    return {**put, "about": dict(decision.about), "moves": legal, "default": decision.default}


def is_open(decision: Decision, seat: str | None) -> bool:
    """Return whether a viewer sees the moves of a decision."""
    return not decision.private or seat in (decision.seat, INSTRUCTOR)


def collect_refusals(
    m: Match, asked: Sequence[Decision], seat: str | None, probe: int
) -> dict[str, str | None]:
    """Return the refusals of values, moves and asides that are not offered to a viewer."""
    spaces, things = (
        [space.id for space in m.game.board(m.table).spaces],
        set(m.game.thing_titles(m.table)),
    )
    offered = OfferHistory(options=defaultdict(lambda: things), spaces={*spaces})
    names = sample_items(
        probe, [*spaces, *sorted(things), *sorted(m.game.words.moves)], MAX_TRIED_OPTIONS
    )
    reasons: dict[str, str | None] = {}
    for decision in asked:
        if is_open(decision, seat):
            by_name = {name: get_refusal(partial(decision.read, name)) for name in names}
            by_value = collect_value_refusals(m, decision, offered, probe)
            reasons |= {f"{decision.seat}.{key}": why for key, why in (by_name | by_value).items()}
    for name in m.game.words.asides if seat else ():
        entry = Entry("aside", seat, name, {})
        reasons[name] = get_refusal(partial(m.game.find_aside, m.table, m.request, entry))
    return reasons


def collect_value_refusals(
    m: Match, decision: Decision, offered: OfferHistory, probe: int
) -> dict[str, str | None]:
    """Return the refusals of field values that a decision does not offer."""
    reasons: dict[str, str | None] = {}
    for move in decision.moves:
        first = {name: next(iter(one.suggest()), None) for name, one in move.fields.items()}
        for place, one in iter_fields(decision.name, move):
            for value in sample_items(
                probe, get_unoffered_values(m, place, one, offered), MAX_TRIED_OPTIONS
            ):
                values = {**first, place[2]: replace_nested(first[place[2]], place[3:], value, one)}
                reasons[f"{move.name}{values}"] = move.refusal(values)
    return reasons


def get_refusal(read: Callable[[], object]) -> str | None:
    """Return the message of the ClasskitError that ``read`` raises, or None."""
    try:
        read()
    except ClasskitError as refusal:
        return str(refusal)
    return None


def observe_aside(aside: Aside) -> dict[str, Any]:
    """Return the parts of an aside that its seat sees."""
    return {"name": aside.move.name, "rule": aside.rule, "move": aside.move.form()}


def observe_view(m: Match, seat: str | None, probe: int = 0) -> dict[str, Any]:
    """Return the properties of a view except the past, and results of `call_view_method`."""
    view, known = m.view(seat), KnownNames.from_match(m)
    seen: dict[str, Any] = {}
    for name in dir(type(view)):
        if name.startswith("_") or name in (*BOT_ATTRIBUTES, *PAST_ATTRIBUTES):
            continue
        if inspect.isfunction(getattr(type(view), name)):
            seen.update(call_view_method(view, name, known, probe))
        else:
            seen[f"view.{name}"] = getattr(view, name)
    return seen


def observe_public(m: Match) -> dict[str, Any]:
    """Return what the match and the game show everybody, such as metrics and standings."""
    game, table = m.game, m.table
    return {
        "figures": m.metrics(),
        "standings": m.standings(),
        "races": m.races(),
        "winners": m.winners,
        "ending": m.ending,
        "signals": m.signals,
        "moment": game.moment_title(table),
        "about": game.get_description(table),
        "score_title": game.score_title(table),
        "charts": [game.active_charts(table), game.first_charts(table)],
        "now_only": game.secrecy.metrics_without_history(table),
        "length": game.length(table),
        "things": game.thing_titles(table),
        "list_price": {title: game.list_price(table, title) for title in m.ledger.titles},
        "board": game.board(table),
        "repr(match)": [repr(m), repr(m.request)],
    }


def observe_display(m: Match, seat: str | None) -> dict[str, Any]:
    """Return what the game shows one viewer: sheets and the scene on the board."""
    sheets = m.game.sheets(m.table, m.view(seat).ledger)
    return {"sheets": sheets, "scene": m.game.scene(m.table, seat)}


def render_notebook(m: Match) -> list[str]:
    """Return the representations of a match and its request in a notebook."""
    request = m.request
    html = "" if request is None else request._repr_html_()
    return [repr(m), repr(request), m._repr_html_(), html]


def observe_page(m: Match, seat: str | None) -> dict[str, Any]:
    """Return what the page of a viewer shows and can request, and the notebook output.

    All seats are people, because decisions of bots are not shown.
    """
    sight = PageView(MatchController(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
    plans = redact_plans(m, chart_plans(m), sight.viewer)
    keys = [plan["key"] for plan in plans]
    present = build_state(sight, keys, keys)
    latest = [line["id"] for line in present["news"][-MAX_TRAILS:]]
    shown = {
        "plans": plans,
        "figures": metric_plans(m, sight.say),
        "present": present,
        "ledger": get_ledger(sight),
        "trails": {number: get_trail(sight, number) for number in latest},
        "charts": {plan["key"]: get_chart_rows(sight, plan["key"]) for plan in plans},
        "causes": observe_causes(m, sight),
        "notebook": render_notebook(m),
    }
    return {"the page": json.loads(json.dumps(shown))}


def observe_causes(m: Match, sight: PageView) -> dict[str, Any]:
    """Return the explanations of the races that a page may request."""
    if not m.history:
        return {}
    return {
        f"{metric.key}.{seat}": explain_metric(sight, metric.key, seat)
        for metric in race_metrics(m, sight.viewer).values()
        for seat in m.seats
    }


def observe_files(m: Match, seat: str | None) -> dict[str, Any]:
    """Return the exported data of a match for a viewer."""
    return {"a file": json.loads(json.dumps(to_data(m, seat or EVERYBODY), default=str))}


# --- where two matches differ -------------------------------------------------------------------


def compare_matches(
    one: Match, twin: Match, seat: str | None, page: bool = False, files: bool = False
) -> Difference | None:
    """Return a difference that a viewer sees between two matches, optionally in page and files."""
    looks: list[Callable[[Match, str | None], dict[str, Any]]] = [
        partial(observe_all, probe=one.step)
    ]
    if page:
        looks.append(observe_page)
    if files:
        looks.append(observe_files)
    for look in looks:
        found = find_difference(look(one, seat), look(twin, seat))
        if found is not None:
            return found
    return None


def format_viewer(seat: str | None) -> str:
    """Return the viewer as the subject of a sentence."""
    return "everybody" if seat is None else seat
