"""Start page of the documentation, with the order of the other pages."""

from __future__ import annotations

from .markdown import format_toctree
from .source_tree import SourceTree

FRONT = """# classkit

Board games of economics and business, live in Jupyter: an instructor steps through a match in front
of the class, goes back and asks "what if?", and charts of prices, money and everybody's wealth move
with every step.

- **To teach with it**: [the guide](/guide/index.md) says which lesson fits which hour, how to
  grade, how to host, and what to do when something fails on stage. [The lessons](/lessons/index.md)
  stand here with their charts.
- **To play**: [the games](/games/index.md) with their rules, options, bots and figures, and
  [sheets to print](/games/index.md) and hand out.
- **To change something**: [prices, boards and beginnings of your
  own](/guide/prices-boards-and-beginnings-of-your-own.md), or [a game](/make-a-game.md) in an hour.
- **To look something up**: [the commands](/commands/index.md), [the
  reference](/reference/index.md), and the search beside each page, which needs no network.
"""


def write(tree: SourceTree, answers: bool) -> None:
    """Write the start page, with the order of pages in the sidebar."""
    teach = ["Start here </start>", "guide/index", "lessons/index", "assignments"]
    if answers:
        teach.insert(3, "plans/index")
    trees = {
        "Teach": teach,
        "Play": ["games/index"],
        "Use": ["python", "hosting", "measurements", "glossary"],
        "Make": ["make-a-game", "architecture", "page-modules"],
        "Look up": ["commands/index", "reference/index", "changelog", "genindex"],
    }
    below = "\n\n".join(format_toctree(pages, part, hidden=True) for part, pages in trees.items())
    tree.write_page("index", f"{FRONT}\n{below}")
