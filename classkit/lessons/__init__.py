"""What the lessons use, and how they are built.

- ``versions.py``: the class's notebook, made from the teacher's.
- ``real.py``: small real series, each with its source and licence (``data/sources.toml``).
- ``beside.py``: a figure that draws what was played and what is real, side by side.
"""

from .beside import beside
from .real import real

__all__ = ["beside", "real"]
