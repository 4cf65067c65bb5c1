"""Small real-world data series, for comparison with the matches of a class."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
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

    ``attrs`` contains its source, licence and units. The series are:

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
