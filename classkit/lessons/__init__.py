"""Helpers for the lesson notebooks, and the build of their class versions.

- ``lesson_build.py``: makes the class's notebook from the teacher's.
- ``real_datasets.py``: small real series, each with source and licence (``data/sources.toml``).
- ``lesson_prompts.py``: questions to the class before it sees a result, and the answers.
- ``number_wording.py``: results of a cell as a small table or in words.
- ``comparison_chart.py``: a chart of a played match next to a real series.
"""

from .comparison_chart import beside
from .lesson_prompts import answers, ask
from .number_wording import told
from .real_datasets import real

__all__ = ["answers", "ask", "beside", "real", "told"]
