"""Many matches: simulations, futures from here, tournaments.

Nothing here loads pandas or numpy before it is called for, so that the processes which play
stay small.

>>> import classkit
>>> from classkit import study
>>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
>>> study.futures(m, n=4, horizon=2, processes=1).wait().done
4
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

PLACES = {
    "Comparison": "compare",
    "Futures": "ahead",
    "compare_moves": "compare",
    "fan_charts": "asked",
    "futures": "ahead",
}
"""Which module has a public name; it is loaded when the name is first used."""


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *PLACES})
