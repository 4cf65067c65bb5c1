"""Search words of pages: terms for which the search should rank the page first.

A page of the guide lists its words in a comment, ``<!-- search: Colab, Kaggle -->``. The setting
``classkit_search_words`` in ``conf.py`` contains the words of generated pages.
"""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.addnodes import index
from sphinx.application import Sphinx

COMMENT_PATTERN = re.compile(r"<!--\s*search:(.*?)-->", re.DOTALL)
"""Matches the comment with search words in a page of the guide."""


def setup(app: Sphinx) -> None:
    """Connect the hook."""
    app.add_config_value("classkit_search_words", {}, "env", dict)
    app.connect("doctree-read", add_search_words)


def add_search_words(app: Sphinx, page: nodes.document) -> None:
    """Add an index entry for each search word, because Sphinx ranks index entries first."""
    words = list(app.config.classkit_search_words.get(app.env.docname, ()))
    for found in page.findall(nodes.raw):
        words += find_words(found.astext())
    if words:
        entries = [("single", word, "", "main", None) for word in words]
        page.insert(0, index(entries=entries))


def find_words(text: str) -> list[str]:
    """Return the search words in the comments of a text.

    >>> find_words("<!-- search: save a match,\\n keep -->")
    ['save a match', 'keep']
    """
    found = COMMENT_PATTERN.findall(text)
    return [" ".join(word.split()) for words in found for word in words.split(",")]
