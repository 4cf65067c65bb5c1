"""What a cell of a lesson has found, as a small table or a line of words instead of raw Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby, zip_longest
from typing import Any

Label = str | tuple[str, ...]
"""What a part is called; with more words, these head the columns of the part."""

Heading = tuple[str, ...]
"""What heads a column: the part that it belongs to, and its own name."""

TABLE = '<table border="1" class="dataframe">{}</table>'


class Told:
    """A value that a page shows in words; as text, and for what goes on with it, it is itself."""

    def __init__(self, value: Any, labels: Sequence[Label], names: Mapping[str, str]) -> None:
        self.value, self.labels, self.names = value, labels, names

    def __repr__(self) -> str:
        return repr(self.value)

    def _repr_html_(self) -> str:
        """Return the value as tables and lines, one below the other."""
        if is_rows(self.value):
            return self.rows(self.value, [str(label) for label in self.labels])
        parts = self.value if len(self.labels) > 1 else (self.value,)
        named = [with_columns(*one) for one in zip(self.labels or ("",), parts, strict=True)]
        groups = groupby(named, columns_of)
        return "\n".join(self.group(columns, [*some]) for columns, some in groups)

    def group(self, columns: tuple[str, ...] | None, some: Sequence[tuple[Label, Any]]) -> str:
        """Return neighbours that have the same columns as one table, and others one by one."""
        if columns:
            return self.rows({str(label): part for label, part in some}, ())
        return "\n".join(self.part(label, part) for label, part in some)

    def part(self, label: Label, part: Any) -> str:
        """Return a table of its own under what it is called, or a line of words."""
        name, *columns = (label,) if isinstance(label, str) else label
        if is_rows(part):
            return f"<p>{self.words(name)}</p>{self.rows(part, columns)}"
        return f"<p>{self.words(name)}{': ' if name else ''}{self.words(part)}</p>"

    def rows(self, value: Any, labels: Sequence[str]) -> str:
        """Return a table with a row for each entry; ``labels`` head what the entries hold."""
        if not isinstance(value, Mapping):
            flat = [dict(flat_of(part, labels)) for part in value]
            return self.table([*flat[0]], [[*row.values()] for row in flat])
        if len(labels) == 1 and all(isinstance(one, list) for one in value.values()):
            places, courses = changes_of(value)
            return self.table([(labels[0],), *((place,) for place in places)], courses)
        found = {name: dict(flat_of(part, labels)) for name, part in value.items()}
        columns = list(dict.fromkeys(column for row in found.values() for column in row))
        body = [[name, *(row[column] for column in columns)] for name, row in found.items()]
        return self.table([("",), *columns], body)

    def table(self, head: Sequence[tuple[Any, ...]], body: Sequence[Sequence[Any]]) -> str:
        """Return a table of a page; the first column names the rows."""
        top = "".join(f"<th>{' '.join(map(self.words, one))}</th>" for one in head)
        rows = "".join(
            f"<tr><th>{self.words(first)}</th>"
            + "".join(f"<td>{self.words(one)}</td>" for one in more)
            + "</tr>"
            for first, *more in body
        )
        return TABLE.format(f"<thead><tr>{top}</tr></thead><tbody>{rows}</tbody>")

    def words(self, value: Any) -> str:
        """Return a name, a number or a few of them in words, escaped for a page."""
        return escape(in_words(value, self.names))


def told(value: Any, *labels: Label, names: Mapping[str, str] | None = None) -> Told:
    """Return a value that a page shows as a small table, or as a line of words.

    ``labels`` says what the value, or each of several in a tuple, is. A dictionary is a row, or,
    if it holds more than numbers, a table of which ``labels`` head the columns. A label may be
    several words: what a part is, and what heads its columns. Of lists with one label, such as the
    courses of two branches, only the places at which something changes are shown. ``names`` are
    written in place of the letters of seats.

    >>> from classkit import lessons
    >>> rates = lessons.told({"A": 1.0, "B": 0.5}, "a note in gold", names={"A": "Ada", "B": "Bo"})
    >>> rates
    {'A': 1.0, 'B': 0.5}
    >>> "<th>Ada</th>" in rates._repr_html_(), "<td>0.5</td>" in rates._repr_html_()
    (True, True)
    """
    return Told(value, labels, names or {})


def with_columns(label: Label, part: Any) -> tuple[Label, Any]:
    """Return a part with its label; a row, if its columns have names and it is several values."""
    if isinstance(label, tuple) and isinstance(part, tuple) and not is_rows(part):
        return label[0], dict(zip(label[1:], part, strict=True))
    return label, part


def is_rows(value: Any) -> bool:
    """Return whether a value is a table: entries that hold more than a number or a word each."""
    some = value.values() if isinstance(value, Mapping) else value
    if not isinstance(value, (Mapping, list, tuple)) or not some:
        return False
    return any(isinstance(one, (Mapping, list, tuple)) for one in some) and (
        isinstance(value, (Mapping, list)) or all(isinstance(one, tuple) for one in some)
    )


def is_row(value: Any) -> bool:
    """Return whether a value is one row: numbers or words by the names of their columns."""
    return isinstance(value, Mapping) and not is_rows(value)


def columns_of(named: tuple[Label, Any]) -> tuple[str, ...] | None:
    """Return the columns of a part that is a row; None where it is none."""
    _, part = named
    return tuple(part) if is_row(part) else None


def flat_of(part: Any, labels: Sequence[str]) -> list[tuple[Heading, Any]]:
    """Return the columns of an entry, each with its value.

    >>> flat_of((5, {"A": 1, "B": 2}), ["price", "bid of"])
    [(('price',), 5), (('bid of', 'A'), 1), (('bid of', 'B'), 2)]
    """
    if isinstance(part, Mapping) and not labels:
        return [((name,), one) for name, one in part.items()]
    if len(labels) == 1:
        return [((labels[0],), part)]
    found: list[tuple[Heading, Any]] = []
    for label, one in zip(labels, part, strict=True):
        if is_row(one):
            found += [((label, name), held) for name, held in one.items()]
        else:
            found.append(((label,), one))
    return found


def changes_of(courses: Mapping[str, list[Any]]) -> tuple[list[int], list[list[Any]]]:
    """Return the places at which a course changes, and each course by its name with these alone.

    >>> changes_of({"Main": [1, 1, 2, 2], "Other": [1, 1, 2, 5]})
    ([0, 2, 3], [['Main', 1, 2, 2], ['Other', 1, 2, 5]])
    """
    steps = list(zip_longest(*courses.values(), fillvalue=""))
    places = [at for at, step in enumerate(steps) if at == 0 or step != steps[at - 1]]
    return places, [
        [name, *(steps[at][number] for at in places)] for number, name in enumerate(courses)
    ]


def in_words(value: Any, names: Mapping[str, str]) -> str:
    """Return a value in words; letters of seats by their names.

    >>> in_words(("A", "B"), {"A": "Ada"}), in_words(1_500_000, {}), in_words(0.5, {})
    ('Ada, B', '1,500,000', '0.5')
    >>> in_words([1_000, 2_000], {}), in_words(None, {})
    ('1,000; 2,000', 'None')
    >>> in_words((), {}), in_words(True, {}), in_words({"cash": 3.0, "dark_blue": "A"}, {})
    ('none', 'yes', 'cash 3, dark blue A')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:,}".removesuffix(".0")
    if isinstance(value, Mapping):
        return ", ".join(
            f"{in_words(key, names)} {in_words(one, names)}" for key, one in value.items()
        )
    if isinstance(value, (list, tuple)):
        apart = "; " if any(type(one) in (int, float) for one in value) else ", "
        return apart.join(in_words(one, names) for one in value) or "none"
    if value is None:
        return "None"
    return names.get(value, value.replace("_", " ") if value.isidentifier() else value)
