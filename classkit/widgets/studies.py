"""Studies ahead of a match: futures and compared moves, begun, gathered and shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Self, TypedDict

from classkit.charts.shapes import FanNow
from classkit.engine.match import Match

from .ahead import (
    Ahead,
    barred,
    begin_futures,
    begin_moves,
    fan_shown,
    futures_shown,
    moves_shown,
)
from .seating import Seating
from .shapes import FuturesNow, MovesNow
from .story import MayCome


class AheadNow(TypedDict):
    """What is shown of what may come."""

    futures: FuturesNow
    fan: FanNow | None
    moves: MovesNow


class Studies:
    """One set of futures and one table of compared moves, one of them under way."""

    def __init__(self) -> None:
        self.futures: Ahead | None = None
        self.compared: Ahead | None = None
        self.runs = 0
        self.known: dict[str, tuple[Any, Any]] = {}

    def twin(self) -> Self:
        """Return the same studies once more: what is asked of them leaves these as they are."""
        twin = copy(self)
        twin.known = dict(self.known)
        return twin

    # --- what is asked ---------------------------------------------

    def show_futures(self, desk: Seating, viewer: str | None, **asked: Any) -> None:
        """Play futures from here, as :func:`begin_futures`; the fan is drawn while they come."""
        begun = begin_futures(desk, viewer, **asked)
        self.cancel()
        self.futures, self.runs = begun, self.runs + 1

    def show_moves(self, desk: Seating, viewer: str | None, **asked: Any) -> None:
        """Compare the answers to what is asked now, as :func:`begin_moves`."""
        begun = begin_moves(desk, viewer, **asked)
        self.cancel()
        self.compared, self.runs = begun, self.runs + 1

    def cancel(self) -> None:
        """Play no more of what is under way; what has come stays."""
        for one in self.all():
            one.stop()

    def clear(self) -> None:
        """Take fan and tables from the screen."""
        self.cancel()
        self.futures = self.compared = None

    @property
    def outcome_compared(self) -> str:
        """The figure by which moves are compared; empty where none are."""
        asked: Any = self.compared and self.compared.asked
        return asked.outcome if asked else ""

    # --- what has come ---------------------------------------------

    def all(self) -> list[Ahead]:
        """Return the studies that were asked for and not cleared."""
        return [one for one in (self.futures, self.compared) if one is not None]

    @property
    def are_running(self) -> bool:
        """True while any of them runs."""
        return any(one.state == "running" for one in self.all())

    def gather(self, wait: bool, viewers: Sequence[str | None]) -> bool:
        """Collect the results that have come, and return whether there is anything new to show.

        A study that none of the viewers may see is stopped; without viewers none is.
        """
        anew = False
        for one in self.all():
            anew = one.gather(wait) or anew
            if one.state == "running" and viewers and not any(map(one.is_for, viewers)):
                one.stop()
        return anew

    def outcome(self, match: Match) -> MayCome | None:
        """Return the result of a finished study, once; None if the class has gone on meanwhile."""
        for one in self.all():
            if one.state == "done" and not one.told:
                one.told = True
                asked: Any = one.asked
                if one.match is match and one.is_here() and (words := asked.sentence()):
                    return MayCome(words, one.only_for)
        return None

    def shown(self, match: Match, viewer: str | None) -> AheadNow:
        """Return what a page is told: ``{"futures", "fan", "moves"}``.

        They are of the match on the screen, as far as the viewer may know; where nothing has
        changed, the same objects as before.
        """
        reason = barred(match, viewer)
        futures, moves = (
            one if one is not None and one.match is match and one.is_for(viewer) else None
            for one in (self.futures, self.compared)
        )
        return {
            "futures": {
                **({"barred": reason} if reason else {}),
                **(self.known_or_made("futures", futures, futures_shown) if futures else {}),
            },
            "fan": self.known_or_made("fan", futures, self.fan) if futures else None,
            "moves": self.known_or_made("moves", moves, moves_shown) if moves else {},
        }

    def fan(self, futures: Ahead) -> FanNow | None:
        """Return the fan of the futures that have come; None before the first."""
        return fan_shown(futures, self.runs) if getattr(futures.asked, "done", 0) else None

    def known_or_made(self, name: str, one: Ahead, make: Callable[[Ahead], Any]) -> Any:
        """Return what is shown of a study, made anew only if it has changed."""
        key: tuple[Any, ...] = (one, one.asked.done)
        if name != "fan":  # a fan stays as it is when the match goes on
            key = (*key, one.state, one.is_here(), tuple(one.match.names.items()))
        known = self.known.get(name)
        if known is None or known[0] != key:
            known = self.known[name] = (key, make(one))
        return known[1]
