"""Display of a lesson's results as a small table or a line of text instead of raw Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby, zip_longest
from typing import Any

Label = str | tuple[str, ...]
"""A part's name. A tuple also contains the headings of the part's columns."""

Heading = tuple[str, ...]
"""Heading of a column: the part that contains it, and the column's own name."""

TABLE_TEMPLATE = '<table border="1" class="dataframe">{}</table>'


class WordedValue:
    """A value that notebooks display as text. Its repr is the repr of the value.

    Args:
        value: The value.
        labels: Names of the value's parts.
        names: Display text for values that are names in the code.

    Example:
        >>> WordedValue({"A": 5}, ["cash"], {})
        {'A': 5}
    """

    def __init__(self, value: Any, labels: Sequence[Label], names: Mapping[str, str]) -> None:
        self.value, self.labels, self.names = value, labels, names

    def __repr__(self) -> str:
        return repr(self.value)

    def _repr_html_(self) -> str:
        """Return the value as HTML tables and lines of text."""
        if is_rows(self.value):
            return self.render_rows(self.value, [str(label) for label in self.labels])
        parts = self.value if len(self.labels) > 1 else (self.value,)
        named = [label_columns(*one) for one in zip(self.labels or ("",), parts, strict=True)]
        groups = groupby(named, get_columns)
        return "\n".join(self.render_group(columns, [*some]) for columns, some in groups)

    def render_group(
        self, columns: tuple[str, ...] | None, some: Sequence[tuple[Label, Any]]
    ) -> str:
        """Render parts with the same columns as one table, and other parts separately."""
        if columns:
            return self.render_rows({str(label): part for label, part in some}, ())
        return "\n".join(self.render_part(label, part) for label, part in some)

    def render_part(self, label: Label, part: Any) -> str:
        """Render a part as a table under its name, or as a line of text."""
        name, *columns = (label,) if isinstance(label, str) else label
        if is_rows(part):
            return f"<p>{self.format_words(name)}</p>{self.render_rows(part, columns)}"
        return f"<p>{self.format_words(name)}{': ' if name else ''}{self.format_words(part)}</p>"

    def render_rows(self, value: Any, labels: Sequence[str]) -> str:
        """Render a table with one row per entry. ``labels`` are the headings of its columns."""
        if not isinstance(value, Mapping):
            flat = [dict(flatten_columns(part, labels)) for part in value]
            return self.render_table([*flat[0]], [[*row.values()] for row in flat])
        if len(labels) == 1 and all(isinstance(one, list) for one in value.values()):
            places, courses = find_changes(value)
            return self.render_table([(labels[0],), *((place,) for place in places)], courses)
        found = {name: dict(flatten_columns(part, labels)) for name, part in value.items()}
        columns = list(dict.fromkeys(column for row in found.values() for column in row))
        body = [[name, *(row[column] for column in columns)] for name, row in found.items()]
        return self.render_table([("",), *columns], body)

    def render_table(self, head: Sequence[tuple[Any, ...]], body: Sequence[Sequence[Any]]) -> str:
        """Render an HTML table whose first column contains the names of the rows."""
        top = "".join(f"<th>{' '.join(map(self.format_words, one))}</th>" for one in head)
        rows = "".join(
            f"<tr><th>{self.format_words(first)}</th>"
            + "".join(f"<td>{self.format_words(one)}</td>" for one in more)
            + "</tr>"
            for first, *more in body
        )
        return TABLE_TEMPLATE.format(f"<thead><tr>{top}</tr></thead><tbody>{rows}</tbody>")

    def format_words(self, value: Any) -> str:
        """Format names or numbers as text, escaped for HTML."""
        return escape(format_value(value, self.names))


def told(value: Any, *labels: Label, names: Mapping[str, str] | None = None) -> WordedValue:
    """Return a value that notebooks display as a small table or a line of text.

    A dictionary is displayed as a row, or as a table if its values are collections. For several
    lists under one label, such as the series of two branches, only positions with changes are
    displayed.

    Args:
        value: The value, or a tuple of values.
        labels: The name of the value, or of each value in the tuple. For a table, the headings of
            its columns. A tuple as a label contains the name of a part and the headings of its
            columns.
        names: Maps the letter of a seat to the name to display instead.

    Returns:
        The displayable value. Its attribute ``value`` is the original value.

    Example:
        >>> from classkit import lessons
        >>> names = {"A": "Ada", "B": "Bo"}
        >>> rates = lessons.told({"A": 1.0, "B": 0.5}, "a note in gold", names=names)
        >>> rates
        {'A': 1.0, 'B': 0.5}
        >>> "<th>Ada</th>" in rates._repr_html_(), "<td>0.5</td>" in rates._repr_html_()
        (True, True)
    """
    return WordedValue(value, labels, names or {})


def label_columns(label: Label, part: Any) -> tuple[Label, Any]:
    """Return a part with its label, converting a tuple with named columns to a row."""
    if isinstance(label, tuple) and isinstance(part, tuple) and not is_rows(part):
        return label[0], dict(zip(label[1:], part, strict=True))
    return label, part


def is_rows(value: Any) -> bool:
    """Return True if a value is a table, that is, if its entries are collections."""
    some = value.values() if isinstance(value, Mapping) else value
    if not isinstance(value, (Mapping, list, tuple)) or not some:
        return False
    return any(isinstance(one, (Mapping, list, tuple)) for one in some) and (
        isinstance(value, (Mapping, list)) or all(isinstance(one, tuple) for one in some)
    )


def is_row(value: Any) -> bool:
    """Return True if a value is one row that maps columns to numbers or text."""
    return isinstance(value, Mapping) and not is_rows(value)


def get_columns(named: tuple[Label, Any]) -> tuple[str, ...] | None:
    """Return the columns of a part that is a row, or None for any other part."""
    _, part = named
    return tuple(part) if is_row(part) else None


def flatten_columns(part: Any, labels: Sequence[str]) -> list[tuple[Heading, Any]]:
    """Return the columns and values of an entry.

    >>> flatten_columns((5, {"A": 1, "B": 2}), ["price", "bid of"])
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


def find_changes(series: Mapping[str, list[Any]]) -> tuple[list[int], list[list[Any]]]:
    """Return the positions where at least one series changes, and the values there.

    >>> find_changes({"Main": [1, 1, 2, 2], "Other": [1, 1, 2, 5]})
    ([0, 2, 3], [['Main', 1, 2, 2], ['Other', 1, 2, 5]])
    """
    steps = list(zip_longest(*series.values(), fillvalue=""))
    places = [at for at, step in enumerate(steps) if at == 0 or step != steps[at - 1]]
    return places, [
        [name, *(steps[at][number] for at in places)] for number, name in enumerate(series)
    ]


def format_value(value: Any, names: Mapping[str, str]) -> str:
    """Format a value as text. Letters of seats become names.

    >>> format_value(("A", "B"), {"A": "Ada"}), format_value(1_500_000, {}), format_value(0.5, {})
    ('Ada, B', '1,500,000', '0.5')
    >>> format_value([1_000, 2_000], {}), format_value(None, {})
    ('1,000; 2,000', 'None')
    >>> format_value((), {}), format_value(True, {})
    ('none', 'yes')
    >>> format_value({"cash": 3.0, "dark_blue": "A"}, {})
    'cash 3, dark blue A'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:,}".removesuffix(".0")
    if isinstance(value, Mapping):
        return ", ".join(
            f"{format_value(key, names)} {format_value(one, names)}" for key, one in value.items()
        )
    if isinstance(value, (list, tuple)):
        apart = "; " if any(type(one) in (int, float) for one in value) else ", "
        return apart.join(format_value(one, names) for one in value) or "none"
    if value is None:
        return "None"
    return names.get(value, value.replace("_", " ") if value.isidentifier() else value)
