"""The whole present of a table as data: ``fixed`` for a match, ``now`` for this very moment."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from classkit.causes.figures import askable, race_figures
from classkit.charts.columns import round_starts
from classkit.charts.hidden_figures import hidden_present, plans_seen
from classkit.charts.rows import chart_plans, metric_plans, plain_value
from classkit.charts.shapes import BranchRows
from classkit.engine.bots import PERSON
from classkit.engine.match import Match
from classkit.engine.policy import PASSIVE, RANDOM, idea_of
from classkit.engine.requests import Decision
from classkit.engine.words import Say, plain_words

from .about import about_plan, is_opening
from .asks import asks
from .branch import called_in_short
from .clock import clock_now, minutes_left, state_of
from .covers import cover_amounts, cover_asks, cover_scene, cover_standings, cover_study
from .desk import Desk
from .ending import ending
from .forms import Places
from .headline import spoken
from .labels import MONEY, quantity
from .scene import board_plan, place_names, scene_of
from .setup import value_words
from .shapes import (
    Ask,
    BotPlan,
    BranchName,
    Counted,
    Fixed,
    Now,
    Paid,
    SeatNow,
    Signal,
    TimelineNow,
)
from .shapes import Standing as StandingNow
from .sheets import sheet_names
from .sight import Sight
from .story import NewsSince, payments

Data = dict[str, Any]


# --- what stays the same through a match ---------------------------------------------


def fixed(sight: Sight) -> Fixed:
    """Return what never changes in a match: seats, bots, board, charts, options."""
    desk, match, say = sight.desk, sight.match, sight.say
    game = match.game
    return {
        "game": game.name,
        "title": game.title,
        "credits": game.authors,
        "about": about_plan(match),
        "seats": [{"id": seat, "name": say.seat(seat)} for seat in match.seats],
        "bots": [bot_plan(name, maker) for name, maker in desk.bots().items()],
        "board": board_plan(game.board(match.table)),
        "charts": plans_seen(match, chart_plans(match), sight.viewer),
        "metrics": metric_plans(match, say),
        "units": {"money": game.currency},
        "options": option_lines(match, say),
        "sheets": sheet_names(match),
        "score": game.score_title(match.table),
        "raced": raced(match),
        "races": list(match.races()),
        "secrets": desk.has_secrets,
        "forgets": forgetful_host(),
        "plotly": {"urls": [f"./plotly.min.js?v={plotly_version()}"]},
    }


def raced(match: Match) -> list[str]:
    """Return the key of each race's figure, the standings first; "" for a race without one."""
    figures = race_figures(match, None)
    return [figures[title].key if title in figures else "" for title in match.races_shown(None)]


def forgetful_host() -> str:
    """Return the name of a place that forgets all when its visitor leaves, such as "Binder".

    The environment variable CLASSKIT_FORGETS names it there; elsewhere return an empty text.
    """
    return os.environ.get("CLASSKIT_FORGETS", "")[:60]


def bot_plan(name: str, maker: Any) -> BotPlan:
    """Return a bot by name, with the first sentence of how it reasons."""
    idea = BOTS_OF_ALL_GAMES.get(name) or idea_of(maker)
    return {
        "id": name,
        "label": plain_words(name),
        "idea": idea.split("\n\n")[0].replace("\n", " "),
    }


BOTS_OF_ALL_GAMES = {
    RANDOM: "Makes any legal move, each as likely as the others.",
    PASSIVE: "Answers what the rules list as the default.",
}


def option_lines(match: Match, say: Say) -> list[tuple[str, str]]:
    """Return the edition and the options of a match, in words."""
    lines = [("Edition", match.edition.title)]
    for option in match.game.options:
        value = match.options[option.name]
        words = ("yes" if value else "no") if isinstance(value, bool) else ""
        lines.append((option.label, words or value_words(option, value, say)))
    return lines


def signals(match: Match, say: Say) -> list[Signal]:
    """Return what the host may tell the game now from outside, each with its clause."""
    return [
        {"name": name, "label": say.signal(name), "rule": rule}
        for name, rule in match.signals.items()
    ]


def plotly_version() -> str:
    """Return the version of the charts' library, by which browsers keep it."""
    try:
        return version("plotly")
    except PackageNotFoundError:
        return "none"


# --- the present ---------------------------------------------


def now(sight: Sight, charts: Collection[str] = (), numbers: Collection[str] = ()) -> Now:
    """Return the whole present as one page may see it; the page is sent only what has changed.

    ``charts`` are the keys of the charts in view, the only ones to be filled. ``numbers`` are the
    keys of those whose tables of numbers are in view.
    """
    desk, match, say, viewer = sight.desk, sight.match, sight.say, sight.viewer
    rows = sight.rows_shown()
    branches, ahead = sight.branches_shown(rows), desk.studies.shown(match, viewer)
    faded = bool(ahead["futures"].get("stale"))
    covers = sight.covers
    open_ones = [key for key in charts if not covers.hides(key)]
    filled = sight.charts_shown(rows, branches, ahead["fan"], faded, open_ones, numbers)
    news = [
        cover_amounts(line, covers) if line["turn"] >= covers.since else line
        for line in sight.news.window(match, say, viewer)
        if sight.news.made[line["id"]][0].name not in covers.events
    ]
    stood_for = match.game.before_scores_figure
    ranking = cover_standings(standings(match, say, viewer), covers, stood_for)
    scene = cover_scene(scene_of(match, viewer), covers)
    places = place_names(match, scene)
    return {
        "turn": match.turn,
        "round": match.round,
        "step": match.step,
        "opening": is_opening(match) and not sight.covered,
        "over": ending(match, say, viewer, covers.score),
        "end": None if covers.score else sight.end_shown(),
        "winners": [] if covers.score else list(match.winners),
        "signals": signals(match, say),
        "said": cover_amounts(spoken(sight, news, rows), covers),
        "paid": cover_amounts(paid(sight), covers),
        "board": desk.boards.of(scene, say, counting_down(desk)),
        "asked": desk.questions.number(match),
        "asks": cover_asks(asked_here(sight, places), covers),
        "rounds": round_starts(rows),
        "charts": filled,
        "filled": sorted(filled),
        "first_charts": list(match.game.first_charts(match.table)),
        "absent": sight.absent_charts(),
        "branches": branch_names(desk, branches),
        "branch": desk.branches.active.name,
        "apart": sight.apart_shown(again=bool(charts)),  # what was on the screen comes first
        "opens": what_a_fork_opens(desk),
        "news": news,
        "standings": ranking,
        "counted": counted(match, say, ranking),
        "timeline": timeline(desk),
        "seats": seats(desk, say),
        "play": {"running": desk.playing, "speed": desk.speed},
        "clock": clock_now(desk.clock, match, bool(desk.read_only)),
        "timed": not match.is_over and bool(match.game.timing(match.table)),
        "theme": sight.theme,
        "seen_as": sight.seen_as,
        "covered": list(sight.covered),
        "covered_with": dict(covers.charts),
        "predictions": sight.predictions_shown(),
        "curtain": sight.curtain,
        "read_only": desk.read_only,
        "futures": cover_study(ahead["futures"], (), covers),
        "moves": cover_study(ahead["moves"], (desk.studies.outcome_compared,), covers),
    }


def asked_here(sight: Sight, places: Places) -> list[Ask]:
    """Return what is asked on a page; on one that answers for a seat, nothing of others."""
    match, own = sight.match, sight.answers_for
    if own is not None and isinstance(match.request, Decision) and match.request.seat != own:
        return []
    return asks(match, sight.brief, sight.desk.players, sight.curtain, sight.viewer, places)


def branch_names(desk: Desk, branches: Sequence[BranchRows]) -> list[BranchName]:
    """Return all branches by name, and what they are called."""
    known, titles = desk.branches.all, desk.branches.titles()
    return [
        {
            "name": name,
            "title": titles[name],
            "folded": known[name].is_earlier,
            "from_turn": one["from_turn"],
        }
        for one in branches
        for name in (one["name"],)
    ]


def counting_down(desk: Desk) -> str:
    """Return the minutes left, as signs on the board say them; empty once time is up."""
    clock = desk.clock
    if clock is None or state_of(clock, desk.match, locked=False) in ("overtime", "over"):
        return ""
    return minutes_left(clock)


def standings(match: Match, say: Say, viewer: str | None) -> list[StandingNow]:
    """Return the seats, best first, with their score in words and places in further races."""
    first, *further = match.races_shown(viewer).values()
    races = [{line.seat: line for line in lines} for lines in further]
    # What may not be seen of the way back must not be read off seat by seat either.
    instead = {} if hidden_present(match, viewer) else match.game.before_scores(match.table)
    figure = match.game.before_scores_figure if instead else ""
    is_told = bool(figure) and figure in askable(match, viewer)
    rows: list[StandingNow] = []
    for line in first:
        row: StandingNow = {
            "seat": line.seat,
            "score": plain_value(line.score),
            "place": line.place,
            "text": quantity(say, line.score, line.unit),
        }
        if races:
            others = [race[line.seat] for race in races]
            row["races"] = [(quantity(say, one.score, one.unit), one.place) for one in others]
        if line.tie:
            row["tie"] = line.tie
        if line.seat in instead:
            row["instead"] = instead[line.seat]
            if is_told:
                row["figure"] = figure
        rows.append(row)
    return rows


def counted(match: Match, say: Say, ranking: list[StandingNow]) -> Counted:
    """Return what the figures beside the seats count, and the unit that they share, such as gold.

    The title is left out where each figure says so itself: "12 points". "38 gold" does not: of that
    there lies some on the table as well. An amount of money and a bare number are counted in the
    title.
    """
    title = match.game.score_title(match.table)
    stood_for = [row for row in ranking if "instead" in row]
    unit = match.standings()[0].unit
    if unit in MONEY or unit in (say.currency, "%", ""):
        words = title[:1].lower() + title[1:] if title[1:2].islower() else title
        return {"title": "" if stood_for else title, "unit": words, "shared": ""}
    many = say.unit(unit)
    itself = stood_for or title.lower().startswith(many.removesuffix("s"))
    return {"title": "" if itself else title, "unit": "", "shared": "" if stood_for else many}


def seats(desk: Desk, say: Say) -> dict[str, SeatNow]:
    """Return for each seat its player, its name, and whether it is asked now."""
    asked = {decision.seat for decision in desk.asked()}
    return {
        seat: {
            "who": desk.players.get(seat, PERSON),
            "name": say.seat(seat),
            "mover": seat in asked,
        }
        for seat in desk.match.seats
    }


def timeline(desk: Desk) -> TimelineNow:
    """Return where the match stands between its beginning and its end, and the bookmarks."""
    match = desk.match
    return {
        "turn": match.turn,
        "last": match.last_turn,
        "step": match.step,
        "last_step": match.last_step,
        "marks": desk.branches.active.plain_marks(),
        "can_undo": match.can_undo,
        "can_redo": match.can_redo,
        "moment": match.game.moment(match.table),
    }


def what_a_fork_opens(desk: Desk) -> str:
    """Return the warning before a fork that would reveal something hidden; "" if it would not.

    After going back, the table of this turn is covered where things lie hidden at the latest turn
    (:meth:`classkit.engine.secrecy.Secrecy.looked_back`). A fork is a match of its own in which
    they do not: its table is shown as it is. Sealed answers go along into it, and open there as
    soon as all have answered.
    """
    match, here = desk.match, called_in_short(desk.branches.active)
    told = []
    if match.can_redo and match.table_shown(None) is not match.table:
        told.append(
            "A fork here shows this turn's table as it was: it opens to everybody what lies hidden "
            f"in {here}."
        )
    if sealed := match.unopened_at_end:
        who = desk.say.listing([desk.say.seat(seat) for seat in sealed])
        has = "has" if len(sealed) == 1 else "have"
        told.append(
            f"What {who} {has} answered under seal goes along into a fork, and is opened there as "
            f"soon as all have answered, while it stays sealed in {here}."
        )
    return " ".join(told)


def paid(sight: Sight) -> Paid | None:
    """Return who paid whom in the last step, to be shown once; None where nobody paid."""
    told, match = sight.desk.said, sight.match
    if not isinstance(told, NewsSince):
        return None
    flows = payments(match, sight.say, sight.viewer, told.transfers)
    return {"step": match.step, "flows": flows} if flows else None
