"""A table that looks ahead: begins futures and compared moves, and shows what has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .ahead import (
    Ahead,
    Data,
    barred,
    begin_futures,
    begin_moves,
    fan_shown,
    futures_shown,
    moves_shown,
)
from .stepping import Stepping


class LookingAhead(Stepping):
    """A table with one set of futures and one table of compared moves, one of them under way."""

    def __init__(self, match: Any, bots: Any = None) -> None:
        super().__init__(match, bots)
        self.futures: Ahead | None = None
        self.compared: Ahead | None = None
        self.runs = 0
        self.known: dict[str, tuple[Any, Data]] = {}

    # --- what is asked ---------------------------------------------

    def show_futures(
        self,
        n: int = 200,
        bots: Any = None,
        horizon: int | None = None,
        unit: str = "turn",
        metrics: Sequence[str] | None = None,
    ) -> None:
        """Play futures from here; the fan is drawn while they come."""
        begun = begin_futures(self, self.viewer, n, bots, horizon, unit, metrics)
        self.cancel_study()
        self.futures, self.runs = begun, self.runs + 1

    def show_moves(
        self,
        n: int = 100,
        bots: Any = None,
        outcome: str = "score",
        horizon: int | None = None,
        unit: str = "turn",
        seat: str | None = None,
    ) -> None:
        """Compare the answers to what is asked now."""
        begun = begin_moves(self, self.viewer, n, bots, outcome, horizon, unit, seat)
        self.cancel_study()
        self.compared, self.runs = begun, self.runs + 1

    def cancel_study(self) -> None:
        """Play no more of what is under way; what has come stays."""
        for one in self.studies():
            one.stop()

    def clear_study(self) -> None:
        """Take fan and tables from the screen."""
        self.cancel_study()
        self.futures = self.compared = None

    # --- what has come ---------------------------------------------

    def studies(self) -> list[Ahead]:
        """What has been asked for and not cleared."""
        return [one for one in (self.futures, self.compared) if one is not None]

    @property
    def is_studying(self) -> bool:
        """Whether something is under way."""
        return any(one.state == "running" for one in self.studies())

    def gather(self, wait: bool = False) -> bool:
        """Take what has come; whether there is anything new to be shown."""
        anew = False
        for one in self.studies():
            anew = one.gather(wait) or anew
            if one.state == "running" and not one.is_for(self.viewer):
                one.stop()
        if anew and self.futures is not None and self.futures.state == "done":
            self.tell_futures(self.futures)
        return anew

    def tell_futures(self, futures: Ahead) -> None:
        """Say once what came of them, unless the class has gone on."""
        if not futures.told and futures.is_here() and self.shown(futures):
            asked: Any = futures.asked
            told = [one.sentence() for one in asked.wins()]
            ended = [one.sentence() for one in asked.endings() if 0 < one.share < 1]
            self.said = f"From turn {futures.turn}: {' '.join([*ended[:1], *told[:4]])}"
        futures.told = True

    def shown(self, one: Ahead | None) -> Ahead | None:
        """What may be shown of a study: of the match on the screen, if nothing would be told."""
        if one is None or one.match is not self.match or not one.is_for(self.viewer):
            return None
        return one

    def ahead(self) -> Data:
        """What the page is told: ``{"futures", "fan", "moves"}``; the same objects as before where
        nothing has changed."""
        reason = barred(self.match, self.viewer)
        futures, moves = self.shown(self.futures), self.shown(self.compared)
        return {
            "futures": {
                **({"barred": reason} if reason else {}),
                **(self.kept("futures", futures, futures_shown) if futures else {}),
            },
            "fan": self.kept("fan", futures, self.fan) if futures else None,
            "moves": self.kept("moves", moves, moves_shown) if moves else {},
        }

    def fan(self, futures: Ahead) -> Data | None:
        """The fan of the futures that have come; None before the first."""
        return fan_shown(futures, self.runs) if getattr(futures.asked, "done", 0) else None

    def kept(self, name: str, one: Ahead, make: Callable[[Ahead], Any]) -> Any:
        """What is shown of a study, made anew only where it has changed."""
        key: tuple[Any, ...] = (one, one.asked.done)
        if name != "fan":  # a fan stays as it is when the match goes on
            key = (*key, one.state, one.is_here(), tuple(self.match.names.items()))
        known = self.known.get(name)
        if known is None or known[0] != key:
            known = self.known[name] = (key, make(one))
        return known[1]
