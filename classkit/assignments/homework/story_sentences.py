"""Sentences of a story: short sentences about the same subject, joined into longer ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import NamedTuple

MAX_JOINED = 4
"""Maximum number of sentences that are joined into one."""
LIST_MARKS = (", ", ";", ":", "“", " and ", " or ", ". ")
"""Text that would be misread within an enumeration."""


class JoinedSentence(NamedTuple):
    """A sentence of a story, and the number of sentences that it was joined from."""

    text: str
    sources: int


def join_sentences(sentences: Sequence[str], names: Collection[str]) -> list[JoinedSentence]:
    """Join consecutive sentences that begin with the same player's name.

    First, sentences with the same verb become a list of objects; then, sentences with the same
    subject become a list of what it does. Other sentences remain as they are.

    >>> for one in join_sentences(
    ...     ["Ada throws a 3.", "Ada moves to Go.", "Bo pays Ada $5.", "Bo pays Cy $4."],
    ...     ["Ada", "Bo"],
    ... ):
    ...     print(one.sources, one.text)
    2 Ada throws a 3 and moves to Go.
    2 Bo pays Ada $5 and Cy $4.
    """
    found = [JoinedSentence(sentence, 1) for sentence in sentences]
    for least in (2, 1):
        done: list[JoinedSentence] = []
        for run in split_runs(found, least, names):
            text = join_run([one.text for one in run], least) if len(run) > 1 else run[0].text
            done.append(JoinedSentence(text, sum(one.sources for one in run)))
        found = done
    return found


def split_runs(
    found: Sequence[JoinedSentence], least: int, names: Collection[str]
) -> list[list[JoinedSentence]]:
    """Divide sentences into runs that share at least this number of first words."""
    runs: list[list[JoinedSentence]] = []
    for one in found:
        if (
            runs
            and len(runs[-1]) < MAX_JOINED
            and all(is_simple(other.text, least, names) for other in (*runs[-1], one))
            and len(get_prefix([*(other.text for other in runs[-1]), one.text])) >= least
        ):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def is_simple(text: str, least: int, names: Collection[str]) -> bool:
    """Return True if a sentence may be a part of a longer one. Its subject must be one player.

    >>> is_simple("Ada pays Bo $5.", 2, ["Ada"]), is_simple("Ada says: “No.”", 1, ["Ada"])
    (True, False)
    >>> is_simple("Ada and Bo receive $5 each.", 1, ["Ada", "Bo"])
    False
    """
    marks = LIST_MARKS if least > 1 else (";", ":", "“", ". ")
    subject, _, rest = text.partition(" ")
    named = subject in names and not rest.startswith("and ")
    return named and text.endswith(".") and not any(mark in text[:-1] for mark in marks)


def find_common(texts: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all texts begin.

    >>> find_common([["Ada", "sells", "oil"], ["Ada", "sells", "grain"]])
    ['Ada', 'sells']
    """
    columns = zip(*texts, strict=False)
    return [column[0] for column in takewhile(lambda column: len({*column}) == 1, columns)]


def get_prefix(texts: Sequence[str]) -> list[str]:
    """Return the words with which all texts begin. A number belongs to the word after it."""
    words = find_common([text.removesuffix(".").split()[:-1] for text in texts])
    while words and words[-1].isdigit():
        words.pop()
    return words


def join_run(texts: Sequence[str], least: int) -> str:
    """Join sentences that begin with the same words into one sentence.

    >>> join_run(["Ada sells 4 oil to Bo.", "Ada sells 4 grain to Bo."], 2)
    'Ada sells 4 oil and 4 grain to Bo.'
    """
    words = [text.removesuffix(".").split() for text in texts]
    start = get_prefix(texts)[: None if least > 1 else 1]
    rest = [one[len(start) :] for one in words]
    ends = find_common([one[:0:-1] for one in rest])[::-1] if least > 1 else []
    parts = [" ".join(one[: len(one) - len(ends)]) for one in rest]
    listed = f"{', '.join(parts[:-1])}{',' * (len(parts) > 2)} and {parts[-1]}"
    return " ".join([*start, listed, *ends]) + "."
