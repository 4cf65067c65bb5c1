"""Small real-world data series, to compare with a class's matches."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import floor, log10
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError

if TYPE_CHECKING:
    import pandas as pd

DATA_FOLDER = files(__package__) / "data"


@cache
def load_sources() -> dict[str, dict[str, Any]]:
    """Return the metadata of each series: source, licence, units, rounding."""
    return tomllib.loads((DATA_FOLDER / "sources.toml").read_text(encoding="utf-8"))


def real(name: str) -> pd.DataFrame:
    """Return a real-world series as a tidy data frame.

    ``attrs`` contains its source, its licence, and the unit and rounding of each column. The series
    are:

    - ``hyperinflation``: ``month``, ``wholesale_prices`` in Germany (1913 = 1).
    - ``debt``: fiscal ``year``, ``debt`` and ``interest`` of the United States (% of GDP).
    - ``concentration``: ``year``, ``four_largest`` (% of cattle bought by the four largest
      packers).
    - ``spectrum``: ``country``, month in which its auction ``ended``, ``bidders``, ``licences``,
      ``euros_per_head`` (euros).
    - ``pegs``: ``currency``, ``months`` since its peg ended, ``month``, ``rate`` (units of the
      currency per unit of the anchor), ``worth`` in the anchor (the year before the end = 100).

    Args:
        name: The name of the series.

    Returns:
        A data frame with one row for each time or country, and the columns listed above.

    Raises:
        ClasskitError: If the series is unknown.

    Example:
        >>> real("concentration").four_largest.tolist()
        [25, 36, 80, 85]
        >>> real("concentration").attrs["columns"]["year"]
        'calendar year'
    """
    import pandas as pd

    if name not in load_sources():
        raise ClasskitError(
            f"There is no real-world series {name!r}. Choose one of these: "
            f"{', '.join(load_sources())}."
        )
    with (DATA_FOLDER / f"{name}.csv").open(encoding="utf-8") as file:
        frame = pd.read_csv(file)
    frame.attrs.update(load_sources()[name])
    return frame


def bounds(name: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the lowest and highest values that a rounded real-world series can represent.

    A published figure of 85% can be anything from 84.5% to 85.5%. A statement that is computed from
    this figure is supported only if it is true for both values.

    Args:
        name: The name of the series, as for :func:`real`.

    Returns:
        Two data frames like the one that :func:`real` returns. The first contains the lowest
        values, the second the highest values. Exact values are equal in both.

    Raises:
        ClasskitError: If the series is unknown.

    Example:
        >>> low, high = bounds("concentration")
        >>> low.four_largest.tolist(), high.four_largest.tolist()
        ([24.5, 35.5, 79.5, 84.5], [25.5, 36.5, 80.5, 85.5])
    """
    low, high = real(name), real(name)
    for column, about in low.attrs["values"].items():
        half = low[column].map(lambda value, about=about: find_step(value, about) / 2)
        low[column] = (low[column] - half).round(10)
        high[column] = (high[column] + half).round(10)
    return low, high


def find_step(value: float, about: dict[str, Any]) -> float:
    """Return the step to which a value is rounded: given, or found from its significant figures.

    >>> find_step(85, {"step": 1}), find_step(19_000, {"digits": 2}), find_step(0.34, {"digits": 4})
    (1, 1000, 0.0001)
    """
    if "step" in about:
        step: float = about["step"]
        return step
    place = floor(log10(abs(value))) - int(about["digits"]) + 1
    return 10**place if place >= 0 else float(f"1e{place}")
