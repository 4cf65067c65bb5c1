"""The charts of the made-up matches in tests/page, described and filled by the kernel's code.

python -m tests.charts.fake_charts     writes tests/page/fake_charts.js anew
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from classkit.charts.describe import describe
from classkit.charts.drawn import drawn
from classkit.charts.facts import Seen
from classkit.charts.fill import Source
from classkit.charts.pictures import scopes_asked
from classkit.charts.series import Figures, Seat
from classkit.charts.shapes import BranchRows, ChartNow, Row

PAGE = Path(__file__).parents[1] / "page"
FILE = PAGE / "fake_charts.js"
HEAD = "/** The charts of the made-up matches, as the kernel fills them (fake_charts.py). */\n"
MATCHES = {"usual": {}, "fork": {"scene": "fork"}, "other": {"game": "sectors"}}
PLAIN = {"shade": "", "bands": "", "log": False, "now": False, "ticks": "turn"}

SHOW = """
import { FakeModel } from '%s/fake_model.js';
const shown = (options) => { const model = new FakeModel({ turn: 48, ...options });
  const { branch, forked } = model.state;
  const left = { name: 'Branch 1', from_turn: 12, rows: model.other.rows.slice(13, 26) };
  return { fixed: model.fixed, rows: model.match.rows, branch, branches: forked ? [left] : [] }; };
const asked = %s;
const all = Object.entries(asked).map(([name, one]) => [name, shown(one)]);
console.log(JSON.stringify(Object.fromEntries(all)));
"""


def filled() -> dict[str, dict[str, ChartNow]]:
    """Return the charts of each kind of made-up match at its last turn."""
    script = SHOW % (PAGE.as_uri(), json.dumps(MATCHES))
    command = [sys.executable, "-m", "tests.node", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name: of(**one) for name, one in json.loads(done.stdout).items()}


def of(
    fixed: dict[str, Any], rows: list[Row], branch: str, branches: list[BranchRows]
) -> dict[str, ChartNow]:
    """Return each chart of a made-up match."""
    plans, metrics = [{**PLAIN, **plan} for plan in fixed["charts"]], fixed["metrics"]
    figures = Figures(
        metrics=metrics,
        seats=[Seat(seat["id"], seat["name"]) for seat in fixed["seats"]],
        facts=Seen().of(rows, scopes_asked(plans, metrics)),
        branches=branches,
        branch=branch,
    )
    source = Source(rows, branches)
    return {plan["key"]: drawn(describe(plan, figures), source) for plan in plans}


def written() -> str:
    """Return the module that the pages of the tests read."""
    kinds = (
        f"  {name}: {{\n"
        + "".join(f"    {key}: {json.dumps(one)},\n" for key, one in charts.items())
        + "  },\n"
        for name, charts in filled().items()
    )
    return f"{HEAD}export const FILLED = {{\n{''.join(kinds)}}};\n"


if __name__ == "__main__":
    FILE.write_text(written())
