"""The games: their rules clause by clause, their sheets to hand out, and what one can look up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.metrics import Metric
from classkit.engine.policy import idea_of
from classkit.engine.registry import usable_games

from .command_line import run_command
from .markdown import block, listed, plain, table, toctree, with_clauses
from .shelf import Shelf

SHEETS, EDITIONS = "sheets", "editions"
"""The folders of the site that hold sheets to print and editions to copy."""


def write(shelf: Shelf) -> None:
    """Lay two pages for each game that is installed: what it is, and its rules."""
    games = usable_games()
    for game in games:
        shelf.lay(f"rules/{game.name}", with_clauses(game.rulebook.text))
        shelf.lay(f"games/{game.name}", "\n\n".join(about(shelf, game)))
    pages = [page for game in games for page in (f"games/{game.name}", f"rules/{game.name}")]
    shelf.lay("games/index", f"# Games\n\n{overview(games)}\n\n{toctree(pages, hidden=True)}")


def overview(games: Iterable[Any]) -> str:
    """Return a table of the games."""
    rows = [
        (
            f"[{plain(game.title)}](/games/{game.name}.md)",
            f"{game.seat_numbers[0]} to {game.seat_numbers[-1]}",
            plain(game.about.subject),
            f"[Rules](/rules/{game.name}.md)",
        )
        for game in games
    ]
    return table(["game", "seats", "what it is about", ""], rows)


def about(shelf: Shelf, game: Any) -> Iterable[str]:
    """Return the parts of the page on which one looks up what a game has."""
    yield f"# {plain(game.title)}"
    yield plain(" ".join(sentence for sentence in game.about.sentences if sentence))
    yield plain(f"{game.authors.rstrip('.')}. {game.licence}")
    yield f"- [The rules, clause by clause](/rules/{game.name}.md)" + sheet(shelf, game)
    yield "## Options"
    yield options(game)
    yield "## Bots"
    yield "Where nobody says who plays, the game's own take the seats in this order."
    yield listed((f"`{name}`", plain(idea_of(make))) for name, make in game.bots().items())
    yield "## Editions"
    yield from editions(shelf, game)
    yield "## Figures"
    yield ("The window is the time that a figure covers; in a history, this moment ends the turn.")
    yield figures(game, [metric for metric in game.metrics if not metric.same_as])
    if game.starting_facts:
        yield "### Starting facts"
        yield "The frames of studies have these too."
        yield figures(game, game.starting_facts)
    if game.has_positions:
        yield "## What a position may state"
        yield block(run_command(shelf.parser, "games", game.name, "--facts"))


def sheet(shelf: Shelf, game: Any) -> str:
    """Write the sheet of a game, and return a line that leads to it; nothing if there is none."""
    path = shelf.beside / SHEETS / f"{game.name}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        run_command(shelf.parser, "games", game.name, "--sheet", str(path))
    except ClasskitError:
        return ""
    return f'\n- <a href="../{SHEETS}/{path.name}">The rules on one page, to print and hand out</a>'


def options(game: Any) -> str:
    """Return a list of the options of a game: what each sets, its clause, values and default."""
    found = []
    for option in game.options:
        values = f"{plain(option.values.in_words())}; default {option.default}."
        words = "".join(f" {value}: {plain(text)}." for value, text in option.words.items())
        about = f"{plain(option.label)} ({clause_link(game, option.clause)}): {values}{words}"
        found.append((f"`{option.name}`", about))
    return listed(found)


def editions(shelf: Shelf, game: Any) -> Iterable[str]:
    """Yield a list of the editions that come with a game, with their files."""
    for name, title in game.editions().items():
        copy = f"my-{name}"  # a copy needs a name of its own
        folder = shelf.beside / EDITIONS / copy
        folder.parent.mkdir(parents=True, exist_ok=True)
        run_command(shelf.parser, "edition", "copy", name, str(folder))
        links = [
            f'<a href="../{EDITIONS}/{copy}/{path.name}">{path.name}</a>'
            for path in sorted(folder.iterdir())
        ]
        yield f"- `{name}`: {plain(title)} ({', '.join(links)})"


def figures(game: Any, metrics: Iterable[Metric]) -> str:
    """Return a list of figures: what each counts, its unit, window and clause."""
    found = []
    for metric in metrics:
        unit = f"Unit: {plain(metric.unit)}. " if metric.unit else ""
        clause = f". Clause: {clause_link(game, metric.clause)}" if metric.clause else ""
        facts = f"{unit}Window: {plain(metric.window)}{clause}."
        found.append((f"`{metric.key}`", f"{plain(told(metric))} *{facts}*"))
    return listed(found)


def told(metric: Metric) -> str:
    """Return what a figure counts, and relative to what."""
    relative = f" Relative to {metric.relative_to}." if metric.relative_to else ""
    return (metric.definition or f"{metric.label}.") + relative


def clause_link(game: Any, clause: str) -> str:
    """Return a link to a clause of the rules."""
    known = f"**{clause}**" in game.rulebook.text
    return f'<a href="../rules/{game.name}.html#{clause}">{clause}</a>' if known else plain(clause)
