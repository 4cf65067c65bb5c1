"""Questions that describe a case and ask for the clause that settles it."""

from __future__ import annotations

from collections.abc import Mapping

from ..answer_types import RuleAnswer, get_first_sentence
from ..random_draw import QuestionRandom
from ..sheet_plan import QuestionMaker
from ..sheet_question import SheetQuestion


def make_case_question(
    cases: Mapping[str, tuple[str, ...]], clauses: Mapping[str, str]
) -> QuestionMaker:
    """Return a question maker that draws one case and asks for its clause.

    ``cases`` maps the text of each case to the clauses that settle it.
    """

    def make(draw: QuestionRandom) -> SheetQuestion:
        text = draw.choose_option(list(cases))
        right = cases[text]
        return SheetQuestion(
            text=text,
            kind=RuleAnswer(clauses, "Look for the clause that says what happens, and to whom."),
            right=right,
            worked=f"{' or '.join(right)}: {get_first_sentence(clauses[right[0]])}",
        )

    return make
