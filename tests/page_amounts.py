"""What Python says of amounts, for the page's tests to hold its own sentences against.

python -m tests.page_amounts     writes tests/page/forms/amounts.json anew
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from classkit.engine.fields import NO_LIMIT, Amount
from classkit.engine.rulebook_text import TextFormatter
from classkit.widgets.forms import build_form

FILE = Path(__file__).parent / "page" / "forms" / "amounts.json"

AMOUNTS = (
    Amount(0, 500, unit="$"),
    Amount(10_000, 470_000, 10_000, also=(0,), unit="$"),
    Amount(10_000, 0, 10_000, also=(0,), unit="$"),
    Amount(1, 9, unit="cards"),
    Amount(5, 96, 10),
    Amount(-3, 12, 5, also=(-10, 40)),
    Amount(0, 40, unit="%"),
    Amount(4, 4),
    Amount(3, 2),
    Amount(1, NO_LIMIT),
)
"""Money, units and neither; steps that begin at a multiple and between; what is allowed besides."""


def table() -> list[dict[str, Any]]:
    """Return each amount as a page gets it, with numbers and why Python refuses them."""
    return [
        {
            "form": build_form(amount, "", TextFormatter()),
            "said": [[str(number), amount.refuse(number)] for number in numbers(amount)],
        }
        for amount in AMOUNTS
    ]


def numbers(amount: Amount) -> list[float]:
    """List the ends of an amount, a step about each, what it may be besides, and one not whole."""
    ends = [amount.low, amount.high, *(one for one in amount.also if isinstance(one, int))]
    about = {end + by for end in ends for by in (-amount.step, -1, 0, 1, amount.step)}
    return [*sorted(about), amount.low + 0.5]


def written() -> str:
    """Return the table as it stands in the file, an amount a line."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in table()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
