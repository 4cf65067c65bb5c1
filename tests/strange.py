"""What a stranger might put wherever something is read."""

from __future__ import annotations

from typing import Any


def nested(levels: int, inside: Any = 1) -> Any:
    """Lists in lists."""
    for _ in range(levels):
        inside = [inside]
    return inside


def nested_tables(levels: int) -> Any:
    """Tables in tables."""
    inside: Any = 1
    for _ in range(levels):
        inside = {"a": inside}
    return inside


FORBIDDEN = ("position", "seed", "luck", "keep", "edition", "game", "seats")

STRANGE: dict[str, Any] = {
    "nothing": None,
    "true": True,
    "zero": 0,
    "negative": -1,
    "huge": 10**30,
    "huge negative": -(10**30),
    "longer than Python writes": 10**5_000,
    "half": 0.5,
    "huge float": 1e308,
    "nan": float("nan"),
    "infinite": float("-inf"),
    "empty text": "",
    "absolute path": "/etc/passwd",
    "path back": "../../../../etc/passwd",
    "path of Windows": "C:\\Windows\\win.ini",
    "address": "file:///etc/passwd",
    "toml": "edition.toml",
    "control characters": "\x00\x1b[2J\r\n\u202e\u2028",
    "half a character": "\ud800",
    "long half": "\udfff" * 3_000,
    "minus zero": -0.0,
    "long text": "x" * 200_000,
    "text of digits": "9" * 5_000,
    "empty list": [],
    "list": ["A", 1, None],
    "nested lists": nested(1_000),
    "nested far": nested(100_000),
    "nested tables": nested_tables(1_000),
    "empty table": {},
    "paths by name": dict.fromkeys(FORBIDDEN, "/etc/passwd"),
    "position": {"position": "/etc/passwd"},
    "edition": {"edition": "/etc"},
    "edition as a table": {"edition": {"based_on": "/etc/passwd"}},
    "seed": {"seed": 1},
    "luck": {"luck": [[1, 1]]},
    "keep": {"keep": None},
    "dunder": {"__class__": {"__init__": 1}},
    "table of nested": {"amount": nested(5_000)},
    "table of huge": {"amount": 10**5_000, "count": float("nan")},
    "wide table": {str(number): number for number in range(20_000)},
}
