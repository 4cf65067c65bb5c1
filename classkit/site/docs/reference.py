"""Pages of the API reference: chapters of public names, described by their docstrings."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from types import ModuleType

from .markdown import format_toctree
from .source_tree import SourceTree


@dataclass(frozen=True)
class Chapter:
    """A page of the reference: names of a module, or all public names if ``names`` is empty."""

    page: str
    title: str
    about: str
    module: str
    names: tuple[str, ...] = ()
    more: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Further modules, each with names."""

    def objects(self) -> Iterator[tuple[str, str]]:
        """Yield the module and the name of each object in the order of the page."""
        for module, names in ((self.module, self.names), *self.more):
            for name in names or import_module(module).__all__:
                yield module, name


PLAYING = (
    Chapter(
        "begin", "Begin and open", "Matches and tables begin here; seats are letters from A on.",
        "classkit",
        ("new", "load", "table", "room", "kept_room", "list_games", "bots", "options", "editions",
         "EVERYBODY", "INSTRUCTOR"),
    ),
    Chapter(
        "match", "A match", "What a match waits for, what may be answered, and its whole past.",
        "classkit", ("Match", "Keep", "Until", "View", "Standing"),
    ),
    Chapter(
        "questions", "Questions and answers", "What a match asks, and what may be answered.",
        "classkit",
        ("Decision", "Sealed", "Roll", "Draw", "Request", "Move", "Answer", "Aside"),
    ),
    Chapter(
        "books", "What has happened", "What a match tells of its past, line by line.",
        "classkit", ("Event", "Transfer", "Entry"),
        (
            ("classkit.attribution.explanation", ("Explanation",)),
            ("classkit.attribution.decomposition", ("Decomposition",)),
            ("classkit.attribution.contributions", ("Contribution",)),
        ),
    ),
    Chapter(
        "setting", "Options, editions, figures", "What a game declares, and what one adds to it.",
        "classkit", ("Option", "Edition", "Metric"), (
            (
                "classkit.engine.metrics",
                ("Chart", "Components", "Holding", "DerivedComponents", "CountedComponents"),
            ),
        ),
    ),
    Chapter(
        "policies", "Policies", "Programs that play: a function of what a seat may know.",
        "classkit", ("Policy", "Bots", "Reply"),
    ),
    Chapter(
        "errors", "Errors", "All that is refused says the thing, the reason and the remedy.",
        "classkit",
        ("ClasskitError", "IllegalMove", "NothingToDo", "UnknownName", "OptionError",
         "EditionError", "PositionError", "RecordError", "LuckError", "RuleError", "EndlessMatch",
         "MatchInUse"),
    ),
)  # fmt: skip
SHOWING = (
    Chapter(
        "table", "The live table", "The table that a class looks at, as a widget.",
        "classkit", ("Table",),
    ),
    Chapter(
        "widgets", "Parts of a table", "Parts of a table, each a widget that goes into any box.",
        "classkit.widgets", (), (("classkit.widgets.standalone_parts", ("TablePart",)),),
    ),
    Chapter(
        "lessons", "For lessons", "Questions to the class, and real series beside what was played.",
        "classkit.lessons",
    ),
    Chapter(
        "assignments", "For assignments", "What a notebook of an assignment calls.",
        "classkit.assignments", (), (("classkit.assignments.key", ("open_key",)),),
    ),
)  # fmt: skip
STUDYING = (
    Chapter(
        "study", "Studies", "Many matches: designs, futures, comparisons, tournaments.",
        "classkit.study", (), (("classkit.study.pettingzoo", ("env", "parallel_env")),),
    ),
    Chapter(
        "frames", "Tables of a match", "A match as tidy rows, frames and files.",
        "classkit.frames",
    ),
)  # fmt: skip
MAKING = (
    Chapter(
        "game", "The contract of a game", "What a game of your own declares and does.",
        "classkit.engine.game", ("Game", "About", "MatchLength", "rank_scores"),
        (
            ("classkit.engine.visibility", ("Secrecy", "Reveal")),
            ("classkit.engine.rulebook_text", ("Rulebook", "Words", "TextFormatter")),
        ),
    ),
    Chapter(
        "rules", "The words of rules", "What a rule asks for, does and looks up.",
        "classkit.engine.state", ("GameState", "copy_state", "hash_state"),
        (
            ("classkit.engine.ledger", ("Ledger",)),
            ("classkit.engine.decisions", ("Flow", "Seat")),
            ("classkit.engine.options", ("Options",)),
        ),
    ),
    Chapter(
        "fields", "The fields of a move", "What a move asks to be filled in.",
        "classkit.engine.fields",
        ("Field", "Amount", "OneOf", "SomeOf", "FreeText", "FieldGroup", "ListOf"),
    ),
    Chapter(
        "procedures", "Procedures", "Rules that several games share.",
        "classkit.mechanics.auction_formats", ("Lot", "Sale", "sealed_auction", "open_auction"),
        (
            ("classkit.mechanics.sealed_votes", ("VoteResult", "sealed_vote")),
            ("classkit.mechanics.trade_offers", ("TradeSide", "offer_trade", "exchange_goods")),
            ("classkit.mechanics.roll_off", ("roll_off_winner",)),
        ),
    ),
    Chapter(
        "data", "Data of your own", "Editions and positions, read by the types that declare them.",
        "classkit.engine.schema",
        ("Whole", "TextReader", "Word", "Entries", "When", "position_field", "read_table",
         "read_facts", "copy_fields", "collect_facts", "PositionSchema"),
        (("classkit.engine.editions", ("Editions", "EditionFiles")),),
    ),
    Chapter(
        "board", "The board", "Where things lie on a board, and what is seen on it.",
        "classkit.engine.board",
        ("Board", "Space", "SpaceRow", "Scene", "SpaceLook", "Piece", "BoardSign", "Gauge",
         "SpaceLink", "Decor"),
    ),
)  # fmt: skip
PARTS = {"Playing": PLAYING, "Showing": SHOWING, "Studying": STUDYING, "Making a game": MAKING}
"""Part of the reference -> its chapters."""
LAWS = "reference/laws"


def write(tree: SourceTree) -> None:
    """Write the pages of the reference."""
    trees = []
    for part, chapters in PARTS.items():
        pages = [f"reference/{chapter.page}" for chapter in chapters]
        for page, chapter in zip(pages, chapters, strict=True):
            tree.write_page(page, render_page(chapter), ".rst")
        if chapters is MAKING:
            pages.append(LAWS)  # authors of games run them
        trees.append(format_toctree(pages, part))
    tree.write_page(LAWS, render_laws())
    text = "Everything that is public, from its docstrings: signatures, units, errors, clauses."
    tree.write_page("reference/index", "\n\n".join(["# Reference", text, *trees]))


def render_page(chapter: Chapter) -> str:
    """Return the reStructuredText of a page, with a directive for each name."""
    lines = [chapter.title, "=" * len(chapter.title), "", chapter.about, ""]
    for module, name in chapter.objects():
        lines += [*render_directive(module, name), ""]
    return "\n".join(lines)


def render_directive(module: str, name: str) -> list[str]:
    """Return the lines of the directive that describes an object.

    >>> render_directive("classkit", "new")
    ['.. autofunction:: classkit.new']
    """
    thing = getattr(import_module(module), name)
    if inspect.isclass(thing):
        return [f".. autoclass:: {module}.{name}", "   :members:"]
    if inspect.isroutine(thing):
        return [f".. autofunction:: {module}.{name}"]
    words = get_assignment_docstring(import_module(module), name).splitlines()
    return [f".. autodata:: {module}.{name}", "", *(f"   {line}" for line in words)]


def get_assignment_docstring(module: ModuleType, name: str) -> str:
    """Return the docstring below the assignment of a name.

    Sphinx finds it only in the module that assigns the name, so imports are followed.

    >>> get_assignment_docstring(import_module("classkit"), "Until")
    'How far to go.'
    """
    body = ast.parse(inspect.getsource(module)).body
    for node, after in pairwise([*body, ast.Pass()]):
        if isinstance(node, ast.ImportFrom) and name in (
            one.asname or one.name for one in node.names
        ):
            place = f"{'.' * node.level}{node.module}"
            return get_assignment_docstring(import_module(place, module.__package__), name)
        if get_assigned_name(node) == name and isinstance(after, ast.Expr):
            return inspect.cleandoc(str(ast.literal_eval(after.value)))
    return ""


def get_assigned_name(node: ast.stmt) -> str:
    """Return the name that a statement assigns; "" if it is no assignment."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    return ast.unparse(node.target) if isinstance(node, ast.AnnAssign) else ""


def render_laws() -> str:
    """Return the Markdown of the page of laws, by subject."""
    from classkit import testing

    parts = [
        "# The laws",
        "What must be true of every game. A package with a game of its own runs them all with one "
        "line, `from classkit.testing.laws import *`, and a fixture `game`.",
    ]
    for name in testing.MODULES:
        module = import_module(f"classkit.testing.{name}")
        parts.append(f"## {name.replace('_', ' ').capitalize()}")
        parts.append((inspect.getdoc(module) or "").partition("\n\n")[0])
        for law, check in vars(module).items():
            if law.startswith("test_") and check.__module__ == module.__name__:
                words = (inspect.getdoc(check) or "").partition("\n\n")[0].replace("\n", " ")
                parts.append(f"- **{law.removeprefix('test_').replace('_', ' ')}**: {words}")
    return "\n\n".join(parts)
