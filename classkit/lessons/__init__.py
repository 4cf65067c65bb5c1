"""What the lessons use, and how they are built.

- ``versions.py``: the class's notebook, made from the teacher's.
- ``real.py``: small real series, each with its source and licence (``data/sources.toml``).
- ``asking.py``: a question to the class that comes before what many matches show, and its answers.
- ``wording.py``: what a cell has found, as a small table or in words.
- ``beside.py``: a figure that draws what was played and what is real, side by side.
"""

from .asking import answers, ask
from .beside import beside
from .real import real
from .wording import told

__all__ = ["answers", "ask", "beside", "real", "told"]
