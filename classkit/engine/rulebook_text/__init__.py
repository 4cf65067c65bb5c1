"""A game's texts: sentences and labels (:class:`Words`) and rules (:class:`Rulebook`).

Events and decisions contain only names and facts. Each game defines the sentences as a
:class:`Words` in its ``game_text.py``, and the clauses as a :class:`Rulebook`.
"""

from .phrases import (
    format_count,
    humanize_name,
    join_list,
    lower_label,
    make_labels,
    make_phrases,
    spell_number,
)
from .rulebook import Rulebook, match_clause
from .text_formatter import (
    NOTABLE,
    ORDINARY,
    ROUTINE,
    TURNING_POINT,
    EarningsFunction,
    LeadFunction,
    PreviewFunction,
    Sentence,
    StepSummary,
    SummaryFunction,
    TextFormatter,
    Weight,
    Words,
    choose_sentence,
    read_currency,
)

__all__ = [
    "NOTABLE",
    "ORDINARY",
    "ROUTINE",
    "TURNING_POINT",
    "EarningsFunction",
    "LeadFunction",
    "PreviewFunction",
    "Rulebook",
    "Sentence",
    "StepSummary",
    "SummaryFunction",
    "TextFormatter",
    "Weight",
    "Words",
    "choose_sentence",
    "format_count",
    "humanize_name",
    "join_list",
    "lower_label",
    "make_labels",
    "make_phrases",
    "match_clause",
    "read_currency",
    "spell_number",
]
