"""Pages of the games: rules, printable sheets, options, bots, editions and metrics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.metrics import Metric
from classkit.engine.policy import get_idea
from classkit.engine.registry import usable_games

from .command_line import run_command
from .markdown import (
    escape_markdown,
    format_block,
    format_definitions,
    format_table,
    format_toctree,
    link_rules,
)
from .source_tree import SourceTree

SHEETS, EDITIONS = "sheets", "editions"
"""Folders of printable sheets and of editions to copy."""


def register_pages(tree: SourceTree) -> None:
    """Register the pages of rules as the targets of links to rulebooks in the repository."""
    for game in usable_games():
        tree.pages[f"classkit/games/{game.name}/rules.md"] = f"rules/{game.name}.md"


def write(tree: SourceTree) -> None:
    """Write two pages for each installed game: its description and its rules."""
    games = usable_games()
    for game in games:
        tree.write_page(f"rules/{game.name}", link_rules(game.rulebook.text))
        tree.write_page(f"games/{game.name}", "\n\n".join(iter_game_parts(tree, game)))
    pages = [page for game in games for page in (f"games/{game.name}", f"rules/{game.name}")]
    tree.write_page(
        "games/index",
        f"# Games\n\n{format_overview(games)}\n\n{format_toctree(pages, hidden=True)}",
    )


def format_overview(games: Iterable[Any]) -> str:
    """Return a table of the games."""
    rows = [
        (
            f"[{escape_markdown(game.title)}](/games/{game.name}.md)",
            f"{game.seat_numbers[0]} to {game.seat_numbers[-1]}",
            escape_markdown(game.about.subject),
            f"[Rules](/rules/{game.name}.md)",
        )
        for game in games
    ]
    return format_table(["game", "seats", "what it is about", ""], rows)


def iter_game_parts(tree: SourceTree, game: Any) -> Iterable[str]:
    """Yield the sections of a game's description."""
    yield f"# {escape_markdown(game.title)}"
    yield escape_markdown(" ".join(sentence for sentence in game.about.sentences if sentence))
    yield escape_markdown(f"By {game.authors.rstrip('.')}. {game.licence}")
    yield f"- [The rules, clause by clause](/rules/{game.name}.md)" + write_sheet(tree, game)
    yield "## Options"
    yield list_options(game)
    yield "## Bots"
    yield "If you name no bots, the game's own bots take the seats in this order."
    yield format_definitions(
        (f"`{name}`", escape_markdown(get_idea(make))) for name, make in game.bots().items()
    )
    yield "## Editions"
    yield from list_editions(tree, game)
    yield "## Figures"
    yield (
        "The window is the period that a figure covers. A history has a row at the end of each "
        "turn."
    )
    yield list_metrics(game, [metric for metric in game.metrics if not metric.same_as])
    if game.starting_facts:
        yield "### Starting facts"
        yield "Data frames of studies have these columns, too."
        yield list_metrics(game, game.starting_facts)
    if game.has_positions:
        yield "## What a position may state"
        yield format_block(run_command(tree.parser, "games", game.name, "--facts"))


def write_sheet(tree: SourceTree, game: Any) -> str:
    """Write the sheet of a game and return a line with its link, or "" if it has none."""
    path = tree.beside / SHEETS / f"{game.name}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        run_command(tree.parser, "games", game.name, "--sheet", str(path))
    except ClasskitError:
        return ""
    return f'\n- <a href="../{SHEETS}/{path.name}">The rules on one page, to print and hand out</a>'


def list_options(game: Any) -> str:
    """Return a list of a game's options with label, clause, values and default."""
    found = []
    for option in game.options:
        values = f"{escape_markdown(option.values.describe_values())}; default {option.default}."
        words = "".join(
            f" {value}: {escape_markdown(text)}." for value, text in option.words.items()
        )
        about = (
            f"{escape_markdown(option.label)} ({link_rule(game, option.clause)}): {values}{words}"
        )
        found.append((f"`{option.name}`", about))
    return format_definitions(found)


def list_editions(tree: SourceTree, game: Any) -> Iterable[str]:
    """Yield a line for each edition of a game. It links to the edition's files."""
    for name, title in game.editions().items():
        copy = f"my-{name}"  # a copy needs a different name
        folder = tree.beside / EDITIONS / copy
        folder.parent.mkdir(parents=True, exist_ok=True)
        run_command(tree.parser, "edition", "copy", name, str(folder))
        links = [
            f'<a href="../{EDITIONS}/{copy}/{path.name}">{path.name}</a>'
            for path in sorted(folder.iterdir())
        ]
        yield f"- `{name}`: {escape_markdown(title)} ({', '.join(links)})"


def list_metrics(game: Any, metrics: Iterable[Metric]) -> str:
    """Return a list of metrics with definition, unit, window and clause."""
    found = []
    for metric in metrics:
        unit = f"Unit: {escape_markdown(metric.unit)}. " if metric.unit else ""
        clause = f". Clause: {link_rule(game, metric.clause)}" if metric.clause else ""
        facts = f"{unit}Window: {escape_markdown(metric.window)}{clause}."
        found.append((f"`{metric.key}`", f"{escape_markdown(get_definition(metric))} *{facts}*"))
    return format_definitions(found)


def get_definition(metric: Metric) -> str:
    """Return the definition of a metric, and the value that it is relative to."""
    relative = f" Relative to {metric.relative_to}." if metric.relative_to else ""
    return (metric.definition or f"{metric.label}.") + relative


def link_rule(game: Any, clause: str) -> str:
    """Return a link to a clause on the rules page, or the escaped text for an unknown clause."""
    known = f"**{clause}**" in game.rulebook.text
    return (
        f'<a href="../rules/{game.name}.html#{clause}">{clause}</a>'
        if known
        else escape_markdown(clause)
    )
