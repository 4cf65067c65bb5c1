"""Questions that describe a case and ask which clause settles it; each student has one case."""

from __future__ import annotations

from collections.abc import Mapping

from ..answers import Clause, first_sentence
from ..drawing import Drawing
from ..plan import Maker
from ..question import Question


def clause_for(cases: Mapping[str, tuple[str, ...]], clauses: Mapping[str, str]) -> Maker:
    """Return a maker that draws one case and asks for its clause.

    ``cases`` maps the text of each case to the clauses that settle it.
    """

    def make(draw: Drawing) -> Question:
        text = draw.one_of(list(cases))
        right = cases[text]
        return Question(
            text=text,
            kind=Clause(clauses, "Look for the clause that says what is done, and to whom."),
            right=right,
            worked=f"{' or '.join(right)}: {first_sentence(clauses[right[0]])}",
        )

    return make
