"""What Python reads of typed numbers, for the page's tests to hold its own reader against.

python -m tests.page_numbers     writes tests/page/forms/numbers.json anew
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from classkit.charts.number_parser import check_number, parse_number
from classkit.engine.errors import ClasskitError

FILE = Path(__file__).parent / "page" / "forms" / "numbers.json"

TYPED = (
    "7", "-5", "−5", "– 5", "+3", "0", "-0", "007", "1,600", "1.600", "1 600", "1\u202f600",
    "1’600", "1'600", "$1,600", "-$1,600", "1,600.00", "1.600,00", "1,200,000", "1.200.000",
    "1 200 000", "2.5", "2,5", ".5", "0,125", "0.125", "2.125", "2,125", "100.000", "-1.600",
    "$2.125 bn", "02,000", "02.000", "010,500", "00.000", "0,000", "1.600k", "1.6k", "1,6 K",
    "5 thousand", "5 Thousand", "5m", "5 M", "5 Mio", "5 MIO", "5 million", "1.5 Billion", "5 bn",
    "5BN", "1,600k", "1e3", "12abc", "5 below zero", "5 hundred", "5kM", "k", "$", "5 Mio.",
    "1.2.3", "1,60,000", "12 34", "5.", "--1", "٣", "½", "1234.567", "0x10", "5_000",
    "\uff11\uff0c\uff16\uff10\uff10", "\uff0d\uff04\uff11\uff0e\uff16\uff4b", "\uff15\u3000\uff10",
)  # fmt: skip


def table() -> list[list[Any]]:
    """Return each text with its number, and with the two numbers that it may be if it may."""
    return [[typed, parse_number(typed), two_ways(typed)] for typed in TYPED]


def two_ways(typed: str) -> str:
    """Return the advice for a text that may be two numbers; empty for any other."""
    try:
        check_number(typed, "It must be a number")
    except ClasskitError as error:
        return str(error).partition(" may be ")[2]
    return ""


def written() -> str:
    """Return the table as it stands in the file, a text a line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in table()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
