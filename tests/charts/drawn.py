"""Charts as the page draws them: filled by the kernel's code, painted by the page's own."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from classkit.charts.chart_cache import render_chart
from classkit.charts.chart_spec import build_spec
from classkit.charts.column_cache import round_starts
from classkit.charts.data_binding import ChartSource
from classkit.charts.observed_values import ObservedValues
from classkit.charts.series import ChartContext, Seat
from classkit.charts.spec_cache import get_scopes

Data = dict[str, Any]

SHOWN = Path(__file__).parents[1] / "page" / "charts" / "shown.js"
THEME = {"ink": "#000000", "faint": "#dddddd", "paper": "#ffffff", "size": 12, "wide": 3}
PLAIN = {
    "title": "T", "kind": "line", "y_title": "", "note": "", "marks": "", "lines": [],
    "per": "turn", "shade": "", "bands": "", "log": False, "now": False,
    "ticks": "turn", "told": [],
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
        self.theme: Data = {**THEME, **more.pop("theme", {})}
        assert not more, more

    def but(self, **more: Any) -> Present:
        """Return the same with something else."""
        return Present(**{**self.__dict__, **more})

    def figures(self, plan: Data) -> ChartContext:
        """Return what the kernel describes a chart from."""
        return ChartContext(
            metrics=self.metrics,
            seats=[Seat(*one) for one in self.seats.items()],
            facts=ObservedValues().get_facts(self.rows, get_scopes([plan], self.metrics)),
            branches=[one for one in self.branches if one["rows"]],
            fan=self.fan,
        )

    def drawn(self, plan: Data) -> Data:
        """Return a chart as the kernel fills it for a page, with its numbers."""
        description = build_spec(plan, self.figures(plan), predicted(self.prediction))
        source = ChartSource(self.rows, self.branches, self.fan, self.faded)
        made: Data = json.loads(json.dumps(render_chart(description, source, numbers=True)))
        return made

    def shown(self, plan: Data, logged: bool = False) -> Data:
        """Return the chart as the page shows it."""
        chart = self.drawn(plan)
        numbers, *fan_numbers = chart["numbers"]
        said = {name: chart[name] for name in ("x_title", "y_title", "axes", "fan_words")}
        del numbers["caption"]
        said |= {"numbers": numbers, "fan_numbers": fan_numbers[0] if fan_numbers else None}
        picture: Data = ask(
            act="shown", chart=chart, rounds=round_starts(self.rows), theme=self.theme,
            logged=logged,
        )  # fmt: skip
        return said | picture

    def data(self, plan: Data) -> list[Data]:
        """Return the traces of a chart."""
        found: list[Data] = self.shown(plan)["data"]
        return found


def grown(plan: Data, before: Present, after: Present) -> Data | None:
    """Return by what a chart grows from one present to another; None where it is drawn anew."""
    return growth(before.shown(plan), after.shown(plan))


def growth(before: Data, after: Data) -> Data | None:
    """Return the same for two pictures."""
    pictures = [{"data": one["data"], "layout": one["layout"]} for one in (before, after)]
    found: Data | None = ask(act="grown", before=pictures[0], after=pictures[1])
    return found


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
