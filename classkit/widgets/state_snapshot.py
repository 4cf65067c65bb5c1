"""Snapshot of a table as JSON: ``build_constants`` for a match, ``build_state`` for a moment."""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from classkit.attribution.metric_selection import race_metrics
from classkit.charts.chart_context import find_round_starts
from classkit.charts.chart_types import BranchRowsData, MetricRowData
from classkit.charts.redaction import redact_plans
from classkit.charts.rows import chart_plans, metric_plans, plain_value
from classkit.engine.board import Scene
from classkit.engine.bots import PERSON
from classkit.engine.decisions import Decision
from classkit.engine.evidence import Evidence
from classkit.engine.game import Standing, find_reason
from classkit.engine.match import Match
from classkit.engine.policy import PASSIVE_NAME, RANDOM_NAME, get_idea
from classkit.engine.rulebook_text import TextFormatter, humanize_name

from .about_panel import build_introduction
from .action_summary import describe_note, format_summary
from .ask_panel import build_asks
from .board_state import build_board
from .branch import short_title
from .chart_redaction import (
    redact_amounts,
    redact_asks,
    redact_scene,
    redact_standings,
    redact_study,
)
from .choice_labels import format_quantity
from .end_screen import describe_ending
from .match_clock import build_clock, format_minutes, get_clock_state
from .match_controller import MatchController
from .narration import (
    MAX_NEWS,
    StepNews,
    list_later_lines,
    list_restricted_events,
    name_evidence,
    top_payments,
)
from .page_view import PageView
from .record_sheets import list_sheets
from .setup_form import format_option_value
from .wire_types import (
    AskData,
    BotData,
    BranchNameData,
    ConstantsData,
    NewsLineData,
    PaymentsData,
    ScoreCaptionData,
    SeatData,
    SignalData,
    StateData,
    TimelineData,
    ViewerStateData,
)
from .wire_types import StandingData as StandingNow

Data = dict[str, Any]


# --- constants of a match ---------------------------------------------


def build_constants(page_view: PageView) -> ConstantsData:
    """Return the data that is constant during a match: seats, bots, board, charts, options."""
    desk, match, say = page_view.controller, page_view.match, page_view.say
    game = match.game
    return {
        "game": game.name,
        "title": game.title,
        "credits": game.authors,
        "about": build_introduction(match),
        "seats": [{"id": seat, "name": say.seat(seat)} for seat in match.seats],
        "bots": [
            {
                **bot,
                "label": game.declared_text(bot["label"]),
                "idea": game.declared_text(bot["idea"]),
            }
            for bot in itertools.starmap(build_bot, desk.bots().items())
        ],
        "board": build_board(game.board(match.table)),
        "charts": redact_plans(match, chart_plans(match), page_view.viewer),
        "metrics": metric_plans(match, say),
        "units": {"money": game.currency},
        "options": build_options(match, say),
        "sheets": list_sheets(match),
        "score": game.score_title(match.table),
        "raced": race_metric_keys(match),
        "races": list(match.races()),
        "secrets": desk.has_secrets,
        "forgets": forgetful_host_name(),
        "plotly": {"urls": [f"./plotly.min.js?v={get_plotly_version()}"]},
    }


def race_metric_keys(match: Match) -> list[str]:
    """Return the metric key of each race, the standings first.

    Return "" for a race without a metric.
    """
    figures = race_metrics(match, None)
    return [
        figures[title].key if title in figures else "" for title in match.as_seen_by(None).races
    ]


def forgetful_host_name() -> str:
    """Return the name of a host that deletes all data when its visitor leaves, such as "Binder".

    Such a host sets the environment variable CLASSKIT_FORGETS. If it is not set, return "".
    """
    return os.environ.get("CLASSKIT_FORGETS", "")[:60]


def build_bot(name: str, maker: Any) -> BotData:
    """Return a bot by name. Its idea is the first paragraph of its docstring."""
    idea = COMMON_BOT_IDEAS.get(name) or get_idea(maker)
    return {
        "id": name,
        "label": humanize_name(name),
        "idea": idea.split("\n\n")[0].replace("\n", " "),
    }


COMMON_BOT_IDEAS = {
    RANDOM_NAME: "Makes a random legal move; all moves are equally likely.",
    PASSIVE_NAME: "Always gives the default answer of the rules.",
}


def build_options(match: Match, say: TextFormatter) -> list[tuple[str, str]]:
    """Return the edition and the options of a match, as pairs of label and formatted value."""
    lines = [("Edition", match.edition.title)]
    for option in match.game.options:
        value = match.options[option.name]
        words = ("yes" if value else "no") if isinstance(value, bool) else ""
        lines.append((option.label, words or format_option_value(option, value, say)))
    return lines


def build_signals(match: Match, say: TextFormatter) -> list[SignalData]:
    """Return the signals that the host may send to the game now, and their clauses."""
    return [
        {"name": name, "label": say.signal_label(name), "rule": rule}
        for name, rule in match.signals.items()
    ]


def get_plotly_version() -> str:
    """Return the version of plotly, used in the URL for browser caches."""
    try:
        return version("plotly")
    except PackageNotFoundError:
        return "none"


# --- the current state ---------------------------------------------


def build_state(
    page_view: PageView, charts: Collection[str] = (), numbers: Collection[str] = ()
) -> StateData:
    """Return the current state as one page may see it. The caller sends only the changes.

    Args:
        page_view: View of the page.
        charts: Keys of the visible charts. Only these are rendered.
        numbers: Keys of the charts whose tables of numbers are visible.
    """
    desk, match, say, viewer = (
        page_view.controller,
        page_view.match,
        page_view.say,
        page_view.viewer,
    )
    rows = page_view.get_rows()
    branches, ahead = page_view.get_branch_rows(rows), desk.studies.build_forecast(match, viewer)
    faded = bool(ahead["futures"].get("stale"))
    covers = page_view.redaction
    filled = page_view.get_charts(rows, branches, ahead["fan"], faded, charts, numbers)
    ranked = match.as_seen_by(viewer).races
    races = [*ranked.values()]
    ranking = redact_standings(build_standings(ranked, say), covers)
    return {
        **build_viewer_state(page_view),  # type: ignore[typeddict-item]  # it has no further keys
        "turn": match.turn,
        "round": match.round,
        "step": match.step,
        "winners": [] if covers.score else list(match.winners),
        "signals": build_signals(match, say),
        "asked": desk.decision_numbers.get_number(match),
        "rounds": find_round_starts(rows),
        "charts": filled,
        "filled": sorted(filled),
        "first_charts": list(page_view.instruments),
        "absent": page_view.absent_charts(),
        "branches": build_branch_names(desk, branches),
        "branch": desk.branches.active.name,
        "apart": page_view.get_divergence(again=bool(charts)),  # replay only for charts
        "opens": fork_warning(desk),
        "standings": ranking,
        "counted": score_caption(match, say, races[0][0].unit),
        "timeline": build_timeline(desk, measure_heat(page_view, rows)),
        "seats": build_seats(desk, say),
        "play": {"running": desk.is_playing, "speed": desk.speed},
        "clock": build_clock(desk.clock, match, bool(desk.read_only)),
        "timed": not match.is_over and bool(match.game.clock_phase(match.table)),
        "covered": list(page_view.covered),
        "covered_with": dict(covers.charts),
        "predictions": page_view.get_predictions(),
        "curtain": page_view.curtain,
        "hall": {"blank": desk.is_hall_blank, "covered": list(desk.hall_covered)},
        "read_only": desk.read_only,
        "futures": redact_study(ahead["futures"], (), covers),
        "moves": redact_study(ahead["moves"], (desk.studies.compared_metric,), covers),
        "weights": []
        if covers.score
        else [redact_study(one, (), covers) for one in ahead["weights"]],
    }


def build_viewer_state(page_view: PageView) -> ViewerStateData:
    """Return the parts of the current state that may differ between two seats."""
    desk, match, say, viewer = (
        page_view.controller,
        page_view.match,
        page_view.say,
        page_view.viewer,
    )
    covers, rows = page_view.redaction, page_view.get_rows()
    news = page_view.news.latest_lines(match, say, viewer)
    if covers.tells:
        events, redacted = page_view.news.lines_by_event, covers.redacted_events
        news = [
            redact_amounts(line, covers) if line["turn"] >= covers.since else line
            for line in news
            if events[line["id"]][0].name not in redacted
        ]
    scene = redact_scene(page_view.scene, covers)
    said = format_summary(page_view, news, rows)
    return {
        "over": describe_ending(match, say, viewer, covers.score),
        "end": None if covers.score else page_view.get_end(),
        "said": redact_amounts(said.text, covers),
        "said_by": name_evidence(page_view.links, said.evidence),
        "said_note": redact_amounts(describe_note(page_view), covers),
        "more_said": count_unsaid_events(page_view, news, said.evidence),
        "paid": redact_amounts(build_payments(page_view), covers),
        "board": desk.board_cache.get_board(scene, say, countdown_text(desk)),
        "asks": redact_asks(build_page_asks(page_view, scene), covers),
        "news": news,
        "theme": page_view.theme,
        "seen_as": page_view.seen_as,
    }


def build_seat_state(
    page_view: PageView,
    public: StateData,
    charts: Collection[str] = (),
    numbers: Collection[str] = (),
) -> StateData:
    """Return :func:`build_state` for the page of a seat, derived from the public state.

    Seats see the public information and their own question. In a game with secrets they may also
    know more about the events, the board and the charts (:meth:`.Secrecy.hides_alike`). The rest of
    the state is the same for all viewers except the instructor, so it is copied from ``public``,
    which contains no secrets.

    Args:
        page_view: View of the page, whose viewer is a seat, without covered charts.
        public: The current state as everybody sees it, with the same charts and numbers.
        charts: Keys of the visible charts.
        numbers: Keys of the charts whose tables of numbers are visible.
    """
    desk, match, news = page_view.controller, page_view.match, public["news"]
    page_view.get_rows()  # charts that are opened later show the change since this moment
    if desk.has_secrets:
        if charts:
            return build_state(page_view, charts, numbers)
        if not desk.sees_alike(page_view.viewer):
            return {**public, **build_viewer_state(page_view)}
        restricted = desk.compute_once("restricted events", lambda: list_restricted_events(match))
        own = page_view.news.list_own_lines(restricted, match, page_view.say, page_view.viewer)
        if own and may_tell(desk, news, own[-1]):
            return {**public, **build_viewer_state(page_view)}
        if own:
            news = sorted([*news, *own], key=lambda line: line["id"])[-MAX_NEWS:]
    return {
        **public,
        "news": news,
        "said_note": describe_note(page_view),
        "asks": build_page_asks(page_view),
        "theme": page_view.theme,
        "seen_as": page_view.seen_as,
    }


def may_tell(controller: MatchController, news: Sequence[NewsLineData], line: NewsLineData) -> bool:
    """Return whether the sentence on the last action may mention a non-public line.

    The sentence is about the lines of the step or, if nobody may see any, of the last turn.
    """
    told = controller.summary
    if isinstance(told, StepNews) and news and news[-1]["id"] > told.line:
        return line["id"] > told.line
    return not news or line["turn"] >= news[-1]["turn"]


def build_page_asks(page_view: PageView, scene: Scene | None = None) -> list[AskData]:
    """Return the decisions to show on a page. A seat's page omits other seats' decisions.

    ``scene`` is the scene that the page shows, by default the viewer's scene.
    """
    match, own = page_view.match, page_view.answering_seat
    if own is not None and isinstance(match.request, Decision) and match.request.seat != own:
        return []
    shown = scene or page_view.scene
    return build_asks(
        match,
        page_view.brief_say,
        page_view.controller.players,
        page_view.curtain,
        page_view.viewer,
        page_view.controller.board_cache.get_place_names(
            match.game.board(match.table), shown, page_view.brief_say
        ),
    )


def build_branch_names(
    controller: MatchController, branches: Sequence[BranchRowsData]
) -> list[BranchNameData]:
    """Return the name and title of each branch, and how charts show it."""
    known, titles = controller.branches.all, controller.branches.titles()
    return [
        {
            "name": name,
            "title": titles[name],
            "folded": known[name].is_superseded,
            "from_turn": one["from_turn"],
        }
        for one in branches
        for name in (one["name"],)
    ]


def countdown_text(controller: MatchController) -> str:
    """Return the remaining minutes for signs on the board, or "" if no clock is running."""
    clock = controller.clock
    if clock is None or get_clock_state(clock, controller.match, locked=False) in (
        "overtime",
        "over",
    ):
        return ""
    return format_minutes(clock)


def build_standings(
    ranked: Mapping[str, Sequence[Standing]], say: TextFormatter
) -> list[StandingNow]:
    """Return the seats, best first, with their scores, and their places in further races.

    ``ranked`` are the races by their titles, the standings first.
    """
    first, *further = ranked.values()
    races = [{line.seat: line for line in lines} for lines in further]
    rows: list[StandingNow] = []
    for line in first:
        row: StandingNow = {
            "seat": line.seat,
            "score": plain_value(line.score),
            "place": line.place,
            "text": format_quantity(say, line.score, line.unit),
        }
        if races:
            others = [race[line.seat] for race in races]
            row["races"] = [
                (format_quantity(say, one.score, one.unit), one.place) for one in others
            ]
        if line.tie:
            row["tie"] = line.tie
        reasons = {
            title: find_reason(one, lines)
            for title, lines in ranked.items()
            for one in lines
            if one.seat == line.seat
        }
        if any(reasons.values()):
            named = [f"{title}: " if further else "" for title in ranked]
            row["held_back"] = [
                f"{name}{reason}"
                for name, reason in zip(named, reasons.values(), strict=True)
                if reason
            ]
        rows.append(row)
    return rows


def score_caption(match: Match, say: TextFormatter, unit: str) -> ScoreCaptionData:
    """Return the title and unit of the scores next to the seats, from the standings' ``unit``.

    If the unit of the scores repeats the title, as in "12 points", the title is omitted. It is
    needed for "38 gold", because there is other gold on the table. For money, percentages and plain
    numbers the title is the unit.
    """
    title = match.game.score_title(match.table)
    if unit in ("%", "") or say.is_money(unit):
        words = title[:1].lower() + title[1:] if title[1:2].islower() else title
        return {"title": title, "unit": words, "shared": ""}
    many = say.unit(unit)
    itself = title.lower().startswith(many.removesuffix("s"))
    return {"title": "" if itself else title, "unit": "", "shared": many}


def build_seats(controller: MatchController, say: TextFormatter) -> dict[str, SeatData]:
    """Return the player and name of each seat, and whether it has an open decision."""
    asked = {decision.seat for decision in controller.open_decisions()}
    return {
        seat: {
            "who": controller.players.get(seat, PERSON),
            "name": say.seat(seat),
            "mover": seat in asked,
        }
        for seat in controller.match.seats
    }


def measure_heat(page_view: PageView, rows: Sequence[MetricRowData]) -> list[int]:
    """Return a heat from 0 to 4 for the prices at the end of each turn, as a share of their range.

    The list is empty if the first chart declares no maximum (``Chart.most``), or is hidden or
    covered.
    """
    match = page_view.match
    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    key = next(iter(page_view.instruments), "")
    most = charts[key].most if key else None
    if most is None or page_view.redaction.hides_chart(key):
        return []
    values = [row["values"].get(charts[key].metrics[0]) or 1 for row in rows]
    return [min(4, round(4 * (value - 1) / (most - 1))) for value in values]


def count_unsaid_events(page_view: PageView, news: Sequence[NewsLineData], said: Evidence) -> int:
    """Return the number of news lines of the last step that its sentence omits."""
    told = page_view.controller.summary
    if not isinstance(told, StepNews):
        return 0
    later = list_later_lines(news, told.line)
    return sum(line["id"] not in said.events for line in later)


def build_timeline(controller: MatchController, heat: list[int]) -> TimelineData:
    """Return the current and the last turn and step, and the bookmarks."""
    match = controller.match
    return {
        "turn": match.turn,
        "last": match.last_turn,
        "step": match.step,
        "last_step": match.last_step,
        "marks": controller.branches.active.visible_bookmarks(),
        "can_undo": match.can_undo,
        "can_redo": match.can_redo,
        "moment": match.game.moment_title(match.table),
        "heat": heat,
    }


def fork_warning(controller: MatchController) -> str:
    """Return a warning if a fork would reveal hidden information, or "" otherwise.

    After going back, the state of this turn is redacted where it would reveal information hidden at
    the latest turn (:meth:`classkit.engine.visibility.Secrecy.redact_past_state`). A fork has no
    later turns, so its state is shown in full. It also contains the sealed answers, which are
    opened there as soon as all seats have answered.
    """
    match, here = controller.match, short_title(controller.branches.active)
    told = []
    if match.can_redo and match.as_seen_by(None).state is not match.table:
        told.append(
            "A fork here shows the table as it was in this turn. It reveals to everybody what is "
            f"hidden in {here}."
        )
    if sealed := match.final_unopened_seats:
        who = controller.say.format_list([controller.say.seat(seat) for seat in sealed])
        has = "has" if len(sealed) == 1 else "have"
        told.append(
            f"What {who} {has} answered under seal is copied into a fork. It is opened there as "
            f"soon as all have answered, but stays sealed in {here}."
        )
    return " ".join(told)


def build_payments(page_view: PageView) -> PaymentsData | None:
    """Return the payments of the last step, to animate once, or None if there are none."""
    told, match = page_view.controller.summary, page_view.match
    if not isinstance(told, StepNews):
        return None
    purse = "".join(page_view.instruments[1:2])
    flows = top_payments(match, page_view.say, page_view.viewer, told.transfers, purse)
    return {"step": match.step, "flows": flows} if flows else None
