"""The charts of the made-up matches in tests/page, drawn by the kernel's code.

python -m tests.charts.fake_charts     writes tests/page/fake_charts.js anew
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from classkit.charts.chart_context import ChartContext, Seat
from classkit.charts.chart_types import BranchRowsData, ChartData, MetricRowData
from classkit.charts.render import render_chart
from classkit.widgets.json_diff import diff_json

PAGE = Path(__file__).parents[1] / "page"
FILE = PAGE / "fake_charts.js"
HEAD = "/** The charts of the made-up matches, as the kernel draws them (fake_charts.py). */\n"
MATCHES = {"usual": {}, "fork": {"scene": "fork"}, "other": {"game": "sectors"}}
FORKED = ("net_worth", "bank")
"""The charts that are looked at with another branch."""
PLAIN: dict[str, Any] = {
    "shade": "", "bands": "", "log": False, "now": False, "ticks": "turn", "told": [],
    "names": [], "zero": True, "behind": [], "top": 0, "role": "",
}  # fmt: skip

SHOW = """
import { FakeModel } from '%s/fake_model.js';
const shown = (options) => { const model = new FakeModel({ turn: 48, ...options });
  const { branch, forked } = model.state;
  const left = { name: 'Branch 1', title: 'Branch 1', from_turn: 12,
    rows: model.other.rows.slice(13, 26) };
  return { fixed: model.fixed, rows: model.match.rows, branch, branches: forked ? [left] : [] }; };
const asked = %s;
const all = Object.entries(asked).map(([name, one]) => [name, shown(one)]);
console.log(JSON.stringify(Object.fromEntries(all)));
"""


def filled() -> dict[str, dict[str, list[Any]]]:
    """Return the charts of each kind of made-up match: at its first turn, and what each adds."""
    script = SHOW % (PAGE.as_uri(), json.dumps(MATCHES))
    command = [sys.executable, "-m", "tests.node", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    kinds = json.loads(done.stdout).items()
    made = {name: turn_by_turn([*courses(**one)]) for name, one in kinds}
    made["fork"] = {key: made["fork"][key] for key in FORKED}
    return made


def courses(
    fixed: dict[str, Any], rows: list[MetricRowData], branch: str, branches: list[BranchRowsData]
) -> Iterator[dict[str, ChartData]]:
    """Give each chart of a made-up match at each of its turns."""
    plans: list[Any] = [{**PLAIN, **plan} for plan in fixed["charts"]]
    metrics = fixed["metrics"]
    seats = [Seat(seat["id"], seat["name"]) for seat in fixed["seats"]]
    for last in range(1, len(rows) + 1):
        played = rows[:last]
        context = ChartContext(metrics, seats, played, branches=branches, branch=branch)
        yield {plan["key"]: render_chart(plan, context) for plan in plans}


def turn_by_turn(charts: list[dict[str, ChartData]]) -> dict[str, list[Any]]:
    """Return each chart at the first turn, followed by the change of each further turn."""
    plain = json.loads(json.dumps(charts))
    return {
        key: [first, *(diff_json(one[key], other[key]) for one, other in pairwise(plain))]
        for key, first in plain[0].items()
    }


def short(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


def written() -> str:
    """Return the module that the pages of the tests read."""
    kinds = (
        f"  {name}: {{\n"
        + "".join(
            f"    {key}: {json.dumps(one, separators=(',', ':'))},\n" for key, one in charts.items()
        )
        + "  },\n"
        for name, charts in filled().items()
    )
    return f"{HEAD}export const FILLED = {{\n{''.join(kinds)}}};\n"


if __name__ == "__main__":
    FILE.write_text(written())
