"""Helpers for the lesson notebooks, and the build of their class versions.

- ``lesson_build.py``: builds the class's notebook from the teacher's notebook.
- ``real_datasets.py``: small real-world series, each with source, licence and rounding
  (``data/sources.toml``).
- ``lesson_prompts.py``: questions that the class answers before it sees a result, and the answers.
- ``number_wording.py``: display of a cell's results as a small table or as text.
- ``comparison_chart.py``: a chart of a match next to a real-world series.
"""

from .comparison_chart import beside
from .lesson_prompts import answers, ask
from .number_wording import told
from .real_datasets import bounds, real

__all__ = ["answers", "ask", "beside", "bounds", "real", "told"]
