"""Studies in a notebook: in a kernel with threads, of policies that exist in it alone."""

from __future__ import annotations

import subprocess
import sys
from ast import literal_eval

import nbformat
from nbclient import NotebookClient

CELL = '''
import warnings
warnings.simplefilter("error")
import os
from classkit import study

LIMIT = 2

def mine(view, decision):
    """Buys nothing in the first rounds."""
    return "no" if decision.name == "buy_square" and view.round < LIMIT else decision.default

class Mine:
    def __init__(self):
        self.asked = 0
    def __call__(self, view, decision):
        self.asked += 1
        return decision.default

wish = {"bots": [mine, Mine, "saver"], "n": 12, "seats": 3}
two = study.simulate("poleconomy", processes=2, **wish)
one = study.simulate("poleconomy", processes=1, **wish)
print([two.equals(one), sorted(set(two["bot.A"])), sorted(set(two["bot.B"])), len(two)])
'''


LOOK = """
import sys
import classkit
assert "classkit.study" not in sys.modules and not hasattr(classkit, "stduy")
large = {"pandas", "numpy", "distributed"}
print(classkit.study.simulate.__name__, sorted(large & set(sys.modules)))
"""


def test_studies_are_loaded_when_first_asked_for_and_stay_light() -> None:
    told = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert told.stdout == "simulate []\n"


def test_a_policy_of_a_cell_plays_over_processes() -> None:
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    NotebookClient(book, timeout=600, kernel_name="python3").execute()
    printed = [out.text for out in book.cells[0].outputs if out.get("name") == "stdout"]
    assert literal_eval(printed[-1]) == [True, ["mine"], ["Mine"], 12]
