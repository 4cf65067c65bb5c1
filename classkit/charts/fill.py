"""Fill a description's columns from a match's rows, and its theme from a paint: a whole picture.

The page does the same (``page/charts/fill.js``). What stands in a description in place of a value:

- ``{"column": path}``: the value at this path in each row. ``where`` takes the rows at which a text
  changes, ``last`` the latest row, ``branch`` the rows of another branch. ``is`` and ``then``: this
  text where the value is that, else nothing; ``flag``: the first of two where there is a value,
  else the second; ``each``: each different text takes the next of these, unless ``declared`` has
  one for it; ``words``: texts as they are, and this name for any other value; ``at_the_end``: this
  text at the last row alone; ``capital`` and ``written`` say how a text is written.
- ``{"now": path}``: the value in the latest row, or what ``else`` says; ``short`` writes it.
- ``{"fan": [figure, whose], "line": 0 to 4 or "x"}``: a quantile of the futures, or their turns.
- ``{"faded": [now, later]}``: the second when the match has gone on since the futures were played.
- ``{"paint": name}``: a colour or a size of the theme; with ``times``, ``plus`` and ``least``. With
  a table in place of a name, what it has for a light or a dark theme.
- ``{"room": side, "names": [...]}``: the room that names need beside or below an axis.
- ``{"inks_on": n}``: black or white for each cell of the n-th trace, a heat map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .looks import escape, is_money

Data = dict[str, Any]
Rows = Sequence[Data]

PAPER: Data = {
    "ink": "#1f2933", "faint": "#e3e8ee", "paper": "#ffffff", "size": 12, "wide": 2.5,
    "foot": 37.2, "ticks": 6, "theme": "light",
}  # fmt: skip
"""The paint of a notebook: dark ink on white paper."""

ROOM = 40
"""A figure finds the room that names need by itself."""


class Source(NamedTuple):
    """Where a picture's values come from: the rows of this branch, of the others, and futures."""

    rows: Rows
    branches: Sequence[Data] = ()
    fan: Data | None = None
    faded: bool = False


def fill(description: Data, source: Source, paint: Data = PAPER) -> Data:
    """Return ``{"data", "layout"}`` as plotly takes them."""
    filler = Filler(description, source, paint)
    data = [filler.value(trace) for trace in description["data"]]
    for trace in data:
        color = trace.get("textfont", {}).get("color")
        if isinstance(color, dict):
            trace["textfont"]["color"] = inks_on(data[color["inks_on"]], paint)
    return {"data": data, "layout": filler.value(description["layout"])}


class Filler:
    """One picture under way."""

    def __init__(self, description: Data, source: Source, paint: Data) -> None:
        self.per: str = description["per"]
        self.source, self.paint = source, paint
        self.rows = rows_for(self.per, source.rows)
        self.now = source.rows[-1] if source.rows else None

    def value(self, given: Any) -> Any:
        """Return what stands for a value of a description."""
        if isinstance(given, list):
            return [self.value(one) for one in given]
        if not isinstance(given, dict) or "inks_on" in given:
            return given
        if "column" in given:
            return self.column(given)
        if "now" in given:
            value = at(self.now, given["now"]) if self.now else None
            if "short" in given:
                return short(value, given["short"])
            return given.get("else") if value is None and self.now else value
        if "fan" in given:
            return self.futures(given)
        if "faded" in given:
            return given["faded"][self.source.faded]
        if "paint" in given:
            return painted(given, self.paint)
        if "room" in given:
            return ROOM
        return {key: self.value(one) for key, one in given.items()}

    def column(self, given: Data) -> list[Any]:
        """Return a column of rows."""
        path = given["column"]
        values = [at(row, path) for row in self.rows_of(given)]
        if "is" in given:
            values = [given["then"] if value == given["is"] else None for value in values]
        elif "flag" in given:
            return [given["flag"][0 if value else 1] for value in values]
        elif "each" in given:
            return each_its_own(list(map(str, values)), given["each"], given["declared"])
        elif "at_the_end" in given:
            values = [*("" for _ in values[1:]), given["at_the_end"]] if values else []
        elif "words" in given:
            values = [(v if isinstance(v, str) else given["words"]) if v else None for v in values]
        elif "capital" in given:
            values = [str(value)[:1].upper() + str(value)[1:] for value in values]
        elif "written" in given:
            values = list(map(str, values))
        return [escape(value) if isinstance(value, str) else value for value in values]

    def rows_of(self, given: Data) -> Rows:
        """Return the rows of a column."""
        if "branch" in given:
            return self.beside(given["branch"])
        if "where" in given:
            return changes(self.source.rows, given["where"])
        return self.rows[-1:] if given.get("last") else self.rows

    def beside(self, name: str) -> Rows:
        """Return the rows of another branch, from the row where it left."""
        branch = next((one for one in self.source.branches if one["name"] == name), None)
        own = rows_for(self.per, branch["rows"]) if branch else []
        joint = [row for row in self.rows if own and row["turn"] < own[0]["turn"]]
        return [*joint[-1:], *own]

    def futures(self, given: Data) -> list[Any]:
        """Return a quantile of futures, from the last row before them."""
        by = self.source.fan["by"][self.per] if self.source.fan else {"x": [], "figures": {}}
        key, who = given["fan"]
        five, across = by["figures"].get(key, {}).get(who, [[]] * 5), by["x"]
        place = [self.per]
        start = [row for row in self.source.rows if across and at(row, place) < across[0]][-1:]
        path = [key, who] if who else [key]
        joint = [row for row in start if isinstance(at(row, path), (int, float))]
        if given["line"] == "x":
            return [*(at(row, place) for row in joint), *across]
        return [*(at(row, path) for row in joint), *five[given["line"]]]


def at(row: Data, path: Sequence[str]) -> Any:
    """Return the value at a path in a row; None where there is none."""
    if path[0] in ("turn", "round"):
        return row.get(path[0], row["turn"])
    value: Any = row["values"]
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def rows_for(per: str, rows: Rows) -> Rows:
    """Return the rows that a chart draws: all, or the last one of each round or of each value."""
    if per == "turn":
        return rows
    return list({at(row, [per]): row for row in rows}.values())


def changes(rows: Rows, key: str) -> Rows:
    """Return the rows at which a text figure changes."""
    texts = [row["values"].get(key) for row in rows]
    before = [None, *texts]
    return [
        row for row, text, old in zip(rows, texts, before, strict=False) if text and text != old
    ]


def each_its_own(texts: Sequence[str], looks: Sequence[str], declared: Data) -> list[str]:
    """Return the look of each text: the declared one, else the next that no declared text has.

    >>> each_its_own(["tax", "fair", "tax", "vote"], ["red", "blue", "green"], {"vote": "blue"})
    ['red', 'green', 'red', 'blue']
    """
    spare = [look for look in looks if look not in declared.values()] or looks
    others = [text for text in dict.fromkeys(texts) if text not in declared]
    return [declared.get(text) or spare[others.index(text) % len(spare)] for text in texts]


def painted(given: Data, paint: Data) -> Any:
    """Return a colour or a size of the theme."""
    name = given["paint"]
    if isinstance(name, dict):
        return name[paint["theme"]]
    if not given.keys() & {"times", "plus", "least"}:
        return paint[name]
    size = paint[name] * given.get("times", 1) + given.get("plus", 0)
    return max(size, given.get("least", size))


# --- heat maps ---------------------------------------------


def inks_on(cells: Data, paint: Data) -> list[str]:
    """Return the ink for each cell of a heat map: black or white, whichever can be read better."""
    scale = [colour for _, colour in cells["colorscale"]]
    low, high = cells["zmin"], cells["zmax"]
    return [
        paint["ink"] if value is None else ink_on(shade_of(scale, (value - low) / (high - low)))
        for line in cells["z"]
        for value in line
    ]


def shade_of(scale: Sequence[str], share: float) -> list[int]:
    """Return the red, green and blue of a place on a scale of three colours.

    >>> shade_of(["#000000", "#808080", "#ffffff"], 0.75)
    [192, 192, 192]
    """
    place = min(1.0, max(0.0, share)) * 2
    colours = scale[:2] if place < 1 else scale[1:]
    part = place if place < 1 else place - 1
    low, high = ([int(colour[n : n + 2], 16) for n in (1, 3, 5)] for colour in colours)
    return [int(one + (two - one) * part + 0.5) for one, two in zip(low, high, strict=True)]


def ink_on(colour: Sequence[int]) -> str:
    """Return black or white: one of the two always reaches 4.5 to 1 (WCAG 2.1).

    >>> ink_on([255, 255, 200]), ink_on([0, 0, 90])
    ('#000000', '#ffffff')
    """
    shares = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in shares
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    return "#000000" if light / 0.05 >= 1.05 / light else "#ffffff"


def short(value: Any, unit: str) -> str:
    """Return a figure in few letters, as a cell has room for them.

    >>> short(0.25, "%"), short(1_250_000, "$"), short(-3, "points"), short(None, "$")
    ('0.25%', '$1.25M', '\u22123', '\u2013')
    """
    if not isinstance(value, (int, float)):
        return "\u2013"
    size, sign = abs(value), "\u2212" if value < 0 else ""
    if is_money(unit):
        if size >= 999_500:
            return f"{sign}${decimal(size / 1_000_000)}M"
        return f"{sign}${decimal(size / 1_000)}k" if size >= 10_000 else f"{sign}${size:,.0f}"
    text = f"{int(size + 0.5):,}" if size >= 10 else decimal(size)
    return f"{sign if text != '0' else ''}{text}{'%' if unit == '%' else ''}"


def decimal(value: float) -> str:
    """Return a number with at most two decimals.

    >>> decimal(1234.5), decimal(3)
    ('1,234.5', '3')
    """
    text = f"{value:,.2f}"
    return text.rstrip("0").rstrip(".")
