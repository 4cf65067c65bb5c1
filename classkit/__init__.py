"""classkit: board games of economics and business, live in Jupyter.

In front of a class, a notebook shows the live table of a match:

    classkit.table("poleconomy", seats=["Ada", "Bo", "Cy"])

Without a screen, a match is played, looked at and taken back by its methods:

>>> import classkit
>>> m = classkit.new("poleconomy", seats=4, seed=7)
>>> m.request.name, m.request.seats, [move.name for move in m.legal_moves()]
('set_arrow', ('D',), ['keep', 'reverse'])
>>> m.answer("keep").play(until="round").round
2
>>> m.goto(turn=2).play(until="end", bots={"C": "person"}).request.seat
'C'
>>> m.play().is_over, m.standings()[0].place
(True, 1)

Going on repeats what lies ahead and then goes on; deciding otherwise cuts it off (a table keeps it
as a branch); until="end" reaches the end. Where nobody says who plays, the game's own bots do, in
the order of classkit.bots(game).

help(classkit.Match)        all that a match can do; help(classkit.Keep): what it keeps
help(classkit.Table)        the live table; classkit.widgets has its parts, such as one chart
help(classkit.study)        simulate, futures, compare_moves, tournaments
classkit.ClasskitError      catches every refusal, such as IllegalMove, OptionError and RecordError
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .engine.bots import Bots as Bots
from .engine.editions import Edition as Edition
from .engine.errors import ClasskitError as ClasskitError
from .engine.errors import EditionError as EditionError
from .engine.errors import EndlessMatch as EndlessMatch
from .engine.errors import IllegalMove as IllegalMove
from .engine.errors import LuckError as LuckError
from .engine.errors import MatchInUse as MatchInUse
from .engine.errors import NothingToDo as NothingToDo
from .engine.errors import OptionError as OptionError
from .engine.errors import PositionError as PositionError
from .engine.errors import RecordError as RecordError
from .engine.errors import RuleError as RuleError
from .engine.errors import UnknownName as UnknownName
from .engine.errors import known_name
from .engine.game import Standing as Standing
from .engine.log import EVERYBODY, INSTRUCTOR
from .engine.log import Entry as Entry
from .engine.log import Event as Event
from .engine.log import Keep as Keep
from .engine.log import Transfer as Transfer
from .engine.match import Match as Match
from .engine.metrics import Metric as Metric
from .engine.moves import Answer as Answer
from .engine.moves import Move as Move
from .engine.options import Option as Option
from .engine.options import by_names, tells_keywords
from .engine.policy import Policy as Policy
from .engine.policy import Reply as Reply
from .engine.registry import find, list_games, load, new, options_of, refuse_unreadable
from .engine.requests import Aside as Aside
from .engine.requests import Decision as Decision
from .engine.requests import Draw as Draw
from .engine.requests import Request as Request
from .engine.requests import Roll as Roll
from .engine.requests import Sealed as Sealed
from .engine.strides import Until as Until
from .engine.views import View as View
from .version import __version__ as __version__

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    import pandas as pd

    from . import study as study
    from .causes.shown import Why
    from .classroom.kept import KeptRoom
    from .engine.registry import Beginning, Outcome
    from .widgets.live import Table as Table
    from .widgets.sight import Theme
else:

    def __getattr__(name: str) -> Any:
        """Import ``classkit.study`` and ``classkit.Table`` when they are first used.

        Type checkers are told of both above: to them any other name would exist as well.
        """
        if name == "study":
            return import_module("classkit.study")
        if name == "Table":
            return import_module("classkit.widgets.live").Table
        raise AttributeError(f"module 'classkit' has no attribute {name!r}")


__all__ = [
    "EVERYBODY",
    "INSTRUCTOR",
    "bots",
    "editions",
    "kept_room",
    "list_games",
    "load",
    "new",
    "options",
    "room",
    "table",
]
CLASSES = (
    "Answer", "Aside", "Bots", "ClasskitError", "Decision", "Draw", "Edition", "EditionError",
    "EndlessMatch", "Entry", "Event", "IllegalMove", "Keep", "LuckError", "Match", "MatchInUse",
    "Metric", "Move",
    "NothingToDo", "Option", "OptionError", "Policy", "PositionError", "RecordError", "Reply",
    "Request", "Roll", "RuleError", "Sealed", "Standing", "Transfer", "UnknownName", "Until",
    "View",
)  # fmt: skip
"""The classes and types with which people write; what one calls is in ``__all__``."""


def __dir__() -> list[str]:
    """List what is public, and nothing that it is made with."""
    return sorted([*__all__, *CLASSES, "Table", "study"])


def frame_of(match: Match, table: str, **settings: Any) -> pd.DataFrame:
    """Return a table of a match as a pandas frame; pandas is imported here and not before."""
    from . import frames

    makers: dict[str, Callable[..., pd.DataFrame]] = {
        "answers": frames.answers_frame,
        "events": frames.events_frame,
        "history": frames.history_frame,
        "ledger": frames.ledger_frame,
    }
    return makers[known_name("table", table, makers)](match, **settings)


Match.make_frame = frame_of
Match.refuse_unreadable = refuse_unreadable


def explanation_of(match: Match, *asked: Any) -> Why:
    """Return why a figure has changed; what explains is imported here and not before."""
    from .causes.shown import why

    return why(match, *asked)


Match.explain = explanation_of


def bots(game: str) -> list[str]:
    """List the names of a game's bots, its own first, in the order in which they take the seats.

    >>> bots("poleconomy")
    ['tycoon', 'financier', 'politician', 'saver', 'random', 'passive']
    """
    return list(find(game).bots())


def options(game: str) -> dict[str, Option]:
    """Return a game's options by name, each with its default, its range and its clause.

    >>> options("poleconomy")["quick_start"].default
    False
    """
    return {option.name: option for option in find(game).options}


def editions(game: str) -> dict[str, str]:
    """Return the editions shipped with a game: id -> title.

    >>> list(editions("poleconomy"))
    ['poleconomy-canada']
    """
    return dict(find(game).editions())


@tells_keywords(options_of)
def table(
    match: Match | str,
    /,
    *,
    bots: Bots | None = None,
    theme: Theme = "light",
    covered: Sequence[str] = (),
    seen_as: str = EVERYBODY,
    minutes: int | None = None,
    seats: int | list[str] | tuple[str, ...] | None = None,
    seed: int | None = None,
    edition: str | Path | Mapping[str, Any] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
    luck: Literal["seeded", "by_hand"] | Sequence[Outcome] | None = None,
    options: Mapping[str, Any] | None = None,
    metrics: Sequence[Metric] | None = None,
    keep: Keep | None = None,
) -> Table:
    """Return the live table of a match as a widget, or of a new one: ``table("opoly", seats=4)``.

    ``bots`` says who plays: one bot for all seats, a list whose bots take the seats in turn, or a
    mapping from seats, with the game's own bots at the others, and "person" for a person. ``theme``
    is "light", "dark" or "projector"; ``covered`` lists charts that are covered until the class has
    predicted; ``seen_as`` is EVERYBODY, a seat's letter, or INSTRUCTOR, who sees what lies hidden
    too; ``minutes`` (1 to 600) is the period of play after which the clock calls time.

    ``seats``, ``seed``, ``edition``, ``position``, ``luck``, ``options``, ``metrics`` and ``keep``
    begin a new match, each as in :func:`new`; the charts of ``metrics`` are shown first. With a
    match that has begun they are refused.
    """
    from .hosting.homework_action import offer_homework
    from .widgets import table as make

    given: Beginning = {
        "seats": seats, "seed": seed, "edition": edition, "position": position, "luck": luck,
        "options": options, "metrics": metrics, "keep": keep,
    }  # fmt: skip
    live = make(
        match, bots=bots, theme=theme, covered=covered, seen_as=seen_as, minutes=minutes,
        **given,
    )  # fmt: skip
    offer_homework(live)
    return live


@tells_keywords(options_of)
def room(
    game: str,
    /,
    seats: int = 4,
    *,
    tables: int = 0,
    compare: Mapping[str, Sequence[Any]] | None = None,
    absent: int = 60,
    edition: str | Path | Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> str:
    """Open a room that a class joins by telephone, and return its code.

    ``seats`` sit at a table; ``tables`` is the most of them, 0 for no limit. ``compare`` makes
    groups of tables with the same luck, one for each value of an option: ``{"game": [1, 2]}``.
    After ``absent`` seconds a bot answers for whoever does not; 0 is never. ``edition`` and
    ``options`` are as in :func:`new`.

    Every ``classkit serve`` of the same user serves it: its desk is at ``/desk/CODE``, and
    telephones come to ``/class/CODE``. It needs ``classkit[rooms]``.
    """
    from .classroom import check_installed

    check_installed()
    from .classroom.starting import open_room
    from .hosting.kept_rooms import store_here

    settings = by_names(options) if edition is None else {**by_names(options), "edition": edition}
    return open_room(
        store_here(),
        game,
        seats,
        tables=tables,
        options=settings,
        compare=compare,
        absent=absent,
    )


def kept_room(code: str) -> KeptRoom:
    """Return a room that is kept on this machine, to look at it afterwards.

    ``code`` is the one that the class typed; else ClasskitError. ``.frames()`` are pandas frames by
    name, with codes for people; ``.match(3)`` is that of table 3; ``.export(folder)`` writes all.
    """
    from .classroom import check_installed

    check_installed()
    from .classroom.kept import KeptRoom
    from .hosting.kept_rooms import store_here

    return KeptRoom(store_here(), code)


def _complete_in_notebooks() -> None:
    """Let a notebook complete games, options and bots; elsewhere do nothing."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell is not None:
        from .widgets.completion import offer

        offer(shell)


_complete_in_notebooks()
