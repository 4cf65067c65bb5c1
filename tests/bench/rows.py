"""Rows of the page of measurements: declared by each part, printed, stored, and drawn as tables.

A part of the bench declares its measures, each with its reference and its goal, and yields a row
for each as it measures. ``--write`` stores the rows in ``measurements.json`` beside the page and
draws the tables of the page again. A row that is not measured keeps its entry and its date.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import classkit

FOLDER = Path(__file__).parents[2] / "lessons" / "guide" / "explanation"
DATA, PAGE = FOLDER / "measurements.json", FOLDER / "measurements.md"
TABLE = re.compile(r"(<!-- rows: ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)
HEADINGS = ("what", "classkit", "reference", "ratio", "goal", "measured")
NO_BREAK, NO_BREAK_HYPHEN = "\N{NO-BREAK SPACE}", "\N{NON-BREAKING HYPHEN}"
BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:%|ms|s|kB|MB|MiB)\b|%)")
DIGITS = 3
"""Significant digits of a stored number that is no count."""

Entry = dict[str, Any]


@dataclass(frozen=True)
class Goal:
    """Limits of a value, or of its ratio to the reference.

    >>> Goal(most=5).describe("ms"), Goal("ratio", least=1.3).describe("ms")
    ('at most 5 ms', 'ratio at least 1.3')
    """

    of: str = "value"
    least: float | None = None
    most: float | None = None

    def describe(self, unit: str) -> str:
        """Return the goal in words."""
        if self.least is not None and self.most is not None:
            limits = f"{format_number(self.least)} to {format_number(self.most)}"
        elif self.least is not None:
            limits = f"at least {format_number(self.least)}"
        else:
            limits = f"at most {format_number(self.most)}"
        return f"ratio {limits}" if self.of == "ratio" else f"{limits} {unit}".rstrip()

    def is_missed(self, value: float | None, ratio: float | None) -> bool:
        """Return whether a measured number is outside the limits."""
        measured = ratio if self.of == "ratio" else value
        if measured is None:
            return False
        is_low = self.least is not None and measured < self.least
        return is_low or (self.most is not None and measured > self.most)


@dataclass(frozen=True)
class Measure:
    """A quantity that a part measures; without a table it is printed and not stored.

    >>> at_once = Measure("toy.undo", "undo", "play again", "ms", goal=Goal(most=5), table="toy")
    >>> print(at_once.row(0.25, 72, spread="0.2 to 0.3"))
      undo: 0.25 ms; play again: 72 ms; ratio 0.003 (0.2 to 0.3); goal: at most 5 ms
    """

    id: str
    what: str
    reference: str
    unit: str = ""
    goal: Goal | str = "printed for comparison"
    """The goal, or the reason why there is none."""
    table: str = ""
    """The table of the page that has the row."""

    def row(
        self,
        value: float,
        reference: float | None = None,
        ratio: float | None = None,
        spread: str = "",
        conditions: Mapping[str, str] | None = None,
    ) -> Row:
        """Return what was measured; the ratio is that of the numbers unless another is given."""
        if ratio is None and reference:
            ratio = value / reference
        return Row(self, value, reference, ratio, spread, dict(conditions or {}))

    def declared(self) -> Entry:
        """Return the part of an entry that is known before anything is measured."""
        goal = self.goal
        limits = {"least": goal.least, "most": goal.most} if isinstance(goal, Goal) else {}
        return {
            "table": self.table,
            "what": self.what,
            "against": self.reference,
            "unit": self.unit,
            "goal": {
                "of": goal.of,
                **{name: limit for name, limit in limits.items() if limit is not None},
            }
            if isinstance(goal, Goal)
            else goal,
        }


@dataclass(frozen=True)
class Row:
    """One measured number beside its reference."""

    measure: Measure
    value: float
    reference: float | None
    ratio: float | None
    spread: str = ""
    """The lowest and highest, or other details: printed, not stored."""
    conditions: dict[str, str] = field(default_factory=dict)
    """Versions of the programs that the row depends on, besides classkit and Python; seeds."""

    def entry(self) -> Entry:
        """Return what is stored of the row."""
        return {
            **self.measure.declared(),
            "value": round_number(self.value),
            "reference": round_number(self.reference),
            "ratio": self.ratio and round(self.ratio, 2 if self.ratio >= 0.1 else DIGITS),
            "date": datetime.now(UTC).date().isoformat(),
            "with": {
                "classkit": classkit.__version__,
                "Python": platform.python_version(),
                **self.conditions,
            },
        }

    def __str__(self) -> str:
        entry = self.entry()
        parts = [f"  {entry['what']}: {format_amount(entry['value'], entry['unit'])}"]
        if entry["against"]:
            parts.append(describe_reference(entry))
        if self.ratio is not None:
            parts.append(f"ratio {format_ratio(entry['ratio'])}")
        if self.spread:
            parts[-1] += f" ({self.spread})"
        if isinstance(self.measure.goal, Goal):
            parts.append(f"goal: {describe_goal(entry)}".replace("**", ""))
        return "; ".join(parts)


def round_number(number: float | None) -> float | None:
    """Return a number as it is stored: counts exactly, others with three significant digits.

    >>> round_number(13_619), round_number(0.08834), round_number(36_951.4)
    (13619, 0.0883, 37000)
    """
    if number is None or isinstance(number, int):
        return number
    rounded = float(f"{number:.{DIGITS}g}")
    return int(rounded) if rounded.is_integer() else rounded


def format_number(number: float | None) -> str:
    """Return a stored number in digits.

    >>> format_number(37_000), format_number(0.088), format_number(None)
    ('37,000', '0.088', '')
    """
    return "" if number is None else f"{number:,}"


def format_ratio(ratio: float | None) -> str:
    """Return a ratio with two decimals, and with more if it is small.

    >>> format_ratio(0.8), format_ratio(0.004)
    ('0.80', '0.004')
    """
    if ratio is None:
        return ""
    return f"{ratio:.2f}" if not 0 < ratio < 0.1 else f"{ratio:g}"


def format_amount(number: float | None, unit: str) -> str:
    """Return a number with its unit, or nothing without a number."""
    return "" if number is None else f"{format_number(number)} {unit}".rstrip()


def describe_reference(entry: Entry) -> str:
    """Return the reference of an entry, with its number if it was recorded."""
    if entry["reference"] is None:
        return str(entry["against"])
    return f"{entry['against']}: {format_amount(entry['reference'], entry['unit'])}"


def describe_goal(entry: Entry) -> str:
    """Return the goal of an entry, and whether it is missed; or why there is no goal."""
    if isinstance(entry["goal"], str):
        return f"none: {entry['goal']}"
    goal = Goal(**entry["goal"])
    missed = ", **missed**" if goal.is_missed(entry["value"], entry["ratio"]) else ""
    return f"{goal.describe(entry['unit'])}{missed}"


# --- printing and storing -------------------------------------------------------------------------


def add_write_option(parser: argparse.ArgumentParser) -> None:
    """Let a part be asked to store its rows."""
    parser.add_argument(
        "--write",
        action="store_true",
        help="store the rows and draw the page (for runs with the default arguments)",
    )


def report(found: Iterable[Row | str], writes: bool) -> None:
    """Print rows and headings as they come, and store each row if that is asked for."""
    for one in found:
        print(one, flush=True)
        if writes and isinstance(one, Row) and one.measure.table:
            write_rows([one])


def read_entries(path: Path = DATA) -> dict[str, Entry]:
    """Return the stored rows by their ids."""
    entries: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8"))
    return entries


def write_entries(entries: Mapping[str, Entry], data: Path = DATA, page: Path = PAGE) -> None:
    """Store the rows, one in each line, and draw the tables of the page again."""
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in entries.items())
    data.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    page.write_text(draw_tables(page.read_text(encoding="utf-8"), entries), encoding="utf-8")


def write_rows(rows: Iterable[Row], data: Path = DATA, page: Path = PAGE) -> None:
    """Store measured rows; all others stay as they are."""
    measured = {row.measure.id: row.entry() for row in rows}
    write_entries({**read_entries(data), **measured}, data, page)


def renew_declared(measures: Iterable[Measure], data: Path = DATA, page: Path = PAGE) -> None:
    """Bring words, goals and order of stored rows up to date, without measuring anything."""
    entries = read_entries(data)
    renewed = {
        measure.id: entries[measure.id] | measure.declared()
        for measure in measures
        if measure.id in entries
    }
    write_entries(renewed, data, page)


# --- the page -------------------------------------------------------------------------------------


def draw_tables(text: str, entries: Mapping[str, Entry]) -> str:
    """Return the text of the page with its tables drawn from the stored rows."""

    def draw(found: re.Match[str]) -> str:
        rows = [entry for entry in entries.values() if entry["table"] == found[2]]
        return f"{found[1]}\n{draw_table(rows)}\n{found[3]}"

    return TABLE.sub(draw, text)


def draw_table(rows: Iterable[Entry]) -> str:
    """Return one table, with its conditions below it."""
    rows = list(rows)
    if not rows:
        return "Not measured on this version yet.\n"
    lines = [HEADINGS, ("---",) * len(HEADINGS), *map(list_cells, rows)]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{table}\nMeasured with {', '.join(list_conditions(rows))}.\n"


def list_cells(entry: Entry) -> tuple[str, ...]:
    """Return the cells of a row, in the order of the headings; units and dates are not broken."""
    return (
        entry["what"],
        format_amount(entry["value"], entry["unit"]),
        BEFORE_UNIT.sub(NO_BREAK, describe_reference(entry)),
        format_ratio(entry["ratio"]),
        BEFORE_UNIT.sub(NO_BREAK, describe_goal(entry)),
        entry["date"].replace("-", NO_BREAK_HYPHEN),
    )


def list_conditions(rows: Iterable[Entry]) -> Iterator[str]:
    """Yield each program that rows depend on, and other conditions, with all their values.

    >>> [*list_conditions([{"with": {"Python": "3.11"}}, {"with": {"Python": "3.12"}}])]
    ['Python 3.11 and 3.12']
    """
    found: dict[str, set[str]] = {}
    for entry in rows:
        for name, value in entry["with"].items():
            found.setdefault(name, set()).add(value)
    for name, values in found.items():
        yield f"{name} {' and '.join(sorted(values))}"
