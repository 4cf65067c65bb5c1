"""Charts as the page draws them: drawn by the kernel's code, fitted by the page's own."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from classkit.charts.chart_context import ChartContext, Seat, find_round_starts
from classkit.charts.render import render_chart

Data = dict[str, Any]

SHOWN = Path(__file__).parents[1] / "page" / "charts" / "shown.js"
LOOK = {"size": 12, "scale": 1, "tokens": {}}
PLAIN = {
    "title": "T", "kind": "line", "y_title": "", "note": "", "marks": "", "lines": [],
    "per": "turn", "shade": "", "bands": "", "log": False, "now": False,
    "ticks": "turn", "told": [], "names": [], "zero": True, "behind": [], "top": 0, "role": "",
}  # fmt: skip


def chart(kind: str, metrics: Sequence[str], **more: Any) -> Data:
    """Return the plan of a chart."""
    return {**PLAIN, "key": "k", "kind": kind, "metrics": list(metrics), **more}


def predicted(*typed: str) -> Any:
    """Return what the class expects, each typed by somebody else, the first by the class."""
    guesses = [{"who": f"S{at}" if at else "", "value": one} for at, one in enumerate(typed) if one]
    return {"turn": 1, "figure": "", "seat": "", "at": 9, "unit": "turn", "top": 9,
            "guesses": guesses}  # fmt: skip


class Present:
    """What a page shows at one moment of a match, as far as charts are about it."""

    def __init__(
        self, metrics: Data, seats: Mapping[str, str], rows: Sequence[Data], **more: Any
    ) -> None:
        self.metrics, self.seats, self.rows = metrics, seats, rows
        self.branches: list[Data] = more.pop("branches", [])
        self.fan: Data | None = more.pop("fan", None)
        self.faded: bool = more.pop("faded", False)
        self.prediction: str = more.pop("prediction", "")
        self.before: Data | None = more.pop("before", None)
        self.look: Data = {**LOOK, **more.pop("look", {})}
        self.room: Data = {"width": 640, "height": 200, **more.pop("room", {})}
        assert not more, more

    def but(self, **more: Any) -> Present:
        """Return the same with something else."""
        return Present(**{**self.__dict__, **more})

    def context(self) -> ChartContext:
        """Return what the kernel draws charts from."""
        metrics: Any = self.metrics
        rows: Any = self.rows
        branches: Any = [one for one in self.branches if one["name"] != "Main"]
        fan: Any = self.fan
        before: Any = self.before
        seats = [Seat(*one) for one in self.seats.items()]
        return ChartContext(
            metrics, seats, rows, before=before, branches=branches, fan=fan, faded=self.faded
        )

    def drawn(self, plan: Any) -> Data:
        """Return a chart as the kernel sends it to a page, with its numbers."""
        chart = render_chart(plan, self.context(), predicted(self.prediction), numbers=True)
        made: Data = json.loads(json.dumps(chart))
        return made

    def shown(self, plan: Data, logged: bool = False) -> Data:
        """Return the chart as the page shows it: with its colours, and its axes in their room."""
        chart = self.drawn(plan)
        numbers, *fan_numbers = chart["numbers"]
        del numbers["caption"]
        said = {name: chart[name] for name in ("axes", "fan_words", "head")}
        said |= {"numbers": numbers, "fan_numbers": fan_numbers[0] if fan_numbers else None,
                 "labels": list(chart["labels"].values())}  # fmt: skip
        rows: Any = self.rows
        picture: Data = ask(
            act="shown", chart=chart, rounds=find_round_starts(rows), look=self.look,
            room=self.room, logged=logged,
        )  # fmt: skip
        return said | picture

    def data(self, plan: Data) -> list[Data]:
        """Return the traces of a chart."""
        chart = self.drawn(plan)
        return [chart["traces"][name] for name in chart["order"]]


def ask(**request: Any) -> Any:
    """Ask the page's modules."""
    node = started()
    assert node.stdin and node.stdout
    node.stdin.write(json.dumps(request) + "\n")
    node.stdin.flush()
    answer = node.stdout.readline()
    assert answer, "the page's modules have failed: see above"
    return json.loads(answer)


@cache
def started() -> subprocess.Popen[str]:
    """Return the process that answers for the page; it ends with the tests."""
    node = subprocess.Popen(
        [sys.executable, "-m", "tests.node", str(SHOWN)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=SHOWN.parents[3],
    )  # fmt: skip
    atexit.register(node.terminate)
    return node
