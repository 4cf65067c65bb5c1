"""What somebody sees of a match, part by part.

A viewer is a seat, or None for what everybody sees. The kernel's own answers and the game's are
looked at, and the page of a viewer and the files that may be written for one.
"""

from __future__ import annotations

import inspect
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from classkit.causes.figures import race_figures
from classkit.charts.hidden_figures import plans_seen
from classkit.charts.rows import chart_plans, metric_plans
from classkit.engine.errors import ClasskitError
from classkit.engine.log import EVERYBODY, INSTRUCTOR, Entry
from classkit.engine.match import Match
from classkit.engine.requests import Aside, Decision
from classkit.frames import to_data
from classkit.widgets.actions import figures, ledger, trail, why
from classkit.widgets.desk import Desk
from classkit.widgets.present import now
from classkit.widgets.sight import Sight

from .asked_of_views import Known, answers_of
from .differences import Difference, difference
from .matches import some
from .refusals import FEW, Offered, choices_of, not_offered, put

BOTS_OWN = ("chance", "renew_chance")
PAST = ("events", "ledger", "answers", "numbered_answers", "history")
"""What a view tells of the past."""
TRAILS = 3
"""The number of latest news lines whose trails are looked at."""


# --- what a viewer sees -------------------------------------------------------------------------


def seen_by(m: Match, seat: str | None) -> dict[str, str]:
    """Return what a viewer's own window shows, as texts: the view, own forms and the board."""
    forms = [[move.form() for move in decision.moves] for decision in m.view(seat).requests]
    scene = m.game.scene(m.table, seat) if seat else ""
    window = {**past_of(m, seat), **view_of(m, seat), "forms": forms, "scene": scene}
    return {part: repr(value) for part, value in window.items()}


def everything(m: Match, seat: str | None, probe: int = 0) -> dict[str, Any]:
    """Return all that the kernel and the game let a viewer see, past and present, part by part.

    ``probe`` chooses what is tried to be refused: two matches are compared by the same probe.
    """
    past = past_of(m, seat)
    news = {part: past[part] for part in ("view.events", "view.ledger")}
    return {**news, **present_of(m, seat, probe), **past}


def past_of(m: Match, seat: str | None) -> dict[str, Any]:
    """Return what a viewer sees of the past: events, rows of the ledger, answers and figures."""
    view = m.view(seat)
    return {f"view.{name}": getattr(view, name) for name in PAST}


def present_of(m: Match, seat: str | None, probe: int = 0, own: bool = False) -> dict[str, Any]:
    """Return what a viewer sees of this moment, part by part; see :func:`everything`.

    With ``own``, what everybody sees is left out.
    """
    asked = [decision for decision in m.requests() if decision.private or not own]
    return {
        "questions": [question(decision, seat) for decision in asked],
        "asides": [form_of(aside) for aside in m.asides(seat)] if seat else [],
        "refusals": refusals(m, asked, seat, probe),
        **view_of(m, seat, probe),
        **({} if own else shown_to_all(m)),
        **shown_to(m, seat),
    }


def question(decision: Decision, seat: str | None) -> dict[str, Any]:
    """Return what a viewer sees of a question; of another seat's private one no facts or moves."""
    put = {"seat": decision.seat, "name": decision.name, "rule": decision.rule}
    if not is_open(decision, seat):
        return put
    legal = [move.form() for move in decision.moves]
    return {**put, "about": dict(decision.about), "moves": legal, "default": decision.default}


def is_open(decision: Decision, seat: str | None) -> bool:
    """Return whether a viewer sees what may be answered."""
    return not decision.private or seat in (decision.seat, INSTRUCTOR)


def refusals(
    m: Match, asked: Sequence[Decision], seat: str | None, probe: int
) -> dict[str, str | None]:
    """Return the refusals that a viewer gets for values, moves and asides that are not offered."""
    spaces, things = (
        [space.id for space in m.game.board(m.table).spaces],
        set(m.game.things(m.table)),
    )
    offered = Offered(options=defaultdict(lambda: things), spaces={*spaces})
    names = some(probe, [*spaces, *sorted(things), *sorted(m.game.words.moves)], FEW)
    reasons: dict[str, str | None] = {}
    for decision in asked:
        if is_open(decision, seat):
            by_name = {name: refused(partial(decision.read, name)) for name in names}
            by_value = refused_values(m, decision, offered, probe)
            reasons |= {f"{decision.seat}.{key}": why for key, why in (by_name | by_value).items()}
    for name in m.game.words.asides if seat else ():
        entry = Entry("aside", seat, name, {})
        reasons[name] = refused(partial(m.game.find_aside, m.table, m.request, entry))
    return reasons


def refused_values(
    m: Match, decision: Decision, offered: Offered, probe: int
) -> dict[str, str | None]:
    """Return why values of fields are refused that a decision does not offer."""
    reasons: dict[str, str | None] = {}
    for move in decision.moves:
        first = {name: next(iter(one.suggest()), None) for name, one in move.fields.items()}
        for place, one in choices_of(decision.name, move):
            for value in some(probe, not_offered(m, place, one, offered), FEW):
                values = {**first, place[2]: put(first[place[2]], place[3:], value, one)}
                reasons[f"{move.name}{values}"] = move.refusal(values)
    return reasons


def refused(read: Callable[[], object]) -> str | None:
    """Return why something is refused, or None where it is not."""
    try:
        read()
    except ClasskitError as refusal:
        return str(refusal)
    return None


def form_of(aside: Aside) -> dict[str, Any]:
    """Return what its seat sees of an aside."""
    return {"name": aside.move.name, "rule": aside.rule, "move": aside.move.form()}


def view_of(m: Match, seat: str | None, probe: int = 0) -> dict[str, Any]:
    """Return what a view answers besides the past: properties, and methods (`answers_of`)."""
    view, known = m.view(seat), Known.of(m)
    seen: dict[str, Any] = {}
    for name in dir(type(view)):
        if name.startswith("_") or name in (*BOTS_OWN, *PAST):
            continue
        if inspect.isfunction(getattr(type(view), name)):
            seen.update(answers_of(view, name, known, probe))
        else:
            seen[f"view.{name}"] = getattr(view, name)
    return seen


def shown_to_all(m: Match) -> dict[str, Any]:
    """Return what the match and the game show to everybody: figures and standings above all."""
    game, table = m.game, m.table
    return {
        "figures": m.metrics(),
        "standings": m.standings(),
        "races": m.races(),
        "winners": m.winners,
        "ending": m.ending,
        "signals": m.signals,
        "moment": game.moment(table),
        "about": game.about_of(table),
        "score_title": game.score_title(table),
        "before_scores": game.before_scores(table),
        "charts": [game.charts_of(table), game.first_charts(table)],
        "now_only": game.secrecy.now_only(table),
        "length": game.length(table),
        "things": game.things(table),
        "list_price": {title: game.list_price(table, title) for title in m.ledger.titles},
        "board": game.board(table),
        "repr(match)": [repr(m), repr(m.request)],
    }


def shown_to(m: Match, seat: str | None) -> dict[str, Any]:
    """Return what the game shows to one viewer: its sheets, and what stands on its board."""
    sheets = m.game.sheets(m.table, m.view(seat).ledger)
    return {"sheets": sheets, "scene": m.game.scene(m.table, seat)}


def in_notebook(m: Match) -> list[str]:
    """Return what a notebook shows of a match and of what it asks: what all may know."""
    request = m.request
    html = "" if request is None else request._repr_html_()
    return [repr(m), repr(request), m._repr_html_(), html]


def on_page(m: Match, seat: str | None) -> dict[str, Any]:
    """Return all that a table shows to a viewer and what its page may ask, and a notebook's cell.

    Persons sit in all seats, since a bot's questions would be left out.
    """
    sight = Sight(Desk(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
    plans = plans_seen(m, chart_plans(m), sight.viewer)
    keys = [plan["key"] for plan in plans]
    present = now(sight, keys, keys)
    latest = [line["id"] for line in present["news"][-TRAILS:]]
    shown = {
        "plans": plans,
        "figures": metric_plans(m, sight.say),
        "present": present,
        "ledger": ledger(sight),
        "trails": {number: trail(sight, number) for number in latest},
        "charts": {plan["key"]: figures(sight, plan["key"]) for plan in plans},
        "causes": causes(m, sight),
        "notebook": in_notebook(m),
    }
    return {"the page": json.loads(json.dumps(shown))}


def causes(m: Match, sight: Sight) -> dict[str, Any]:
    """Return why the races stand as they do, as a page may ask."""
    if not m.history:
        return {}
    return {
        f"{metric.key}.{seat}": why(sight, metric.key, seat)
        for metric in race_figures(m, sight.viewer).values()
        for seat in m.seats
    }


def in_files(m: Match, seat: str | None) -> dict[str, Any]:
    """Return what is written into files for a viewer."""
    return {"a file": json.loads(json.dumps(to_data(m, seat or EVERYBODY), default=str))}


# --- where two matches differ -------------------------------------------------------------------


def told_apart(
    one: Match, twin: Match, seat: str | None, page: bool = False, files: bool = False
) -> Difference | None:
    """Return where a viewer can tell two matches apart, by page and files too where asked."""
    looks: list[Callable[[Match, str | None], dict[str, Any]]] = [
        partial(everything, probe=one.step)
    ]
    if page:
        looks.append(on_page)
    if files:
        looks.append(in_files)
    for look in looks:
        found = difference(look(one, seat), look(twin, seat))
        if found is not None:
            return found
    return None


def viewer_in_words(seat: str | None) -> str:
    """Return who looks, as the subject of a sentence."""
    return "everybody" if seat is None else seat
