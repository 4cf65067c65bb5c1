"""Charts as the page draws them: described by the kernel's code, filled by the page's own."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from classkit.charts.describe import describe
from classkit.charts.facts import Seen
from classkit.charts.pictures import scopes_asked
from classkit.charts.series import Figures, Seat

Data = dict[str, Any]

SHOWN = Path(__file__).parents[1] / "page" / "charts" / "shown.js"
THEME = {"ink": "#000000", "faint": "#dddddd", "paper": "#ffffff", "size": 12, "wide": 3}
PLAIN = {
    "title": "T", "kind": "line", "y_title": "", "note": "", "marks": "", "lines": [],
    "per": "turn", "shade": "", "bands": "", "log": False, "now": False,
    "ticks": "turn",
}  # fmt: skip


def chart(kind: str, metrics: Sequence[str], **more: Any) -> Data:
    """Return the plan of a chart."""
    return {**PLAIN, "key": "k", "kind": kind, "metrics": list(metrics), **more}


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

    def figures(self, plan: Data) -> Figures:
        """Return what the kernel describes a chart from."""
        return Figures(
            metrics=self.metrics,
            seats=[Seat(*one) for one in self.seats.items()],
            facts=Seen().of(self.rows, scopes_asked([plan], self.metrics)),
            branches=[one for one in self.branches if one["rows"]],
            fan=self.fan,
        )

    def describe(self, plan: Data) -> Data:
        """Return the description of a chart."""
        return json.loads(json.dumps(describe(plan, self.figures(plan), self.prediction)))

    def shown(self, plan: Data, logged: bool = False) -> Data:
        """Return the chart as the page shows it."""
        source = {"rows": self.rows, "branches": self.branches, "fan": self.fan,
                  "faded": self.faded}  # fmt: skip
        description = self.describe(plan)
        titles = {name: description[name] for name in ("x_title", "y_title", "axes")}
        return titles | ask(
            act="shown", title=plan["title"], description=description, source=source,
            theme=self.theme, logged=logged,
        )  # fmt: skip

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
