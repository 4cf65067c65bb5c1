"""Reading the politics of an edition: names, what laws may say, and laws to begin with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from classkit.engine.editions import Files
from classkit.engine.moves import Bundle
from classkit.engine.reading import Entries, Section, Text, Word
from classkit.engine.words import LETTERS

from ..contents import Head, Politics
from ..law_forms import LawLanguage, law_form, subsidy_form
from ..laws import FIGURES, RATES, RELIEF, Subsidy, TaxLaw, read_law, read_subsidy

NAMES = ("parties", "cabinet", "purposes")
LAWS = ("condition", "limits", "default_law", "example_law", "example_subsidy")
MONEY_MAX = 10**9
NAME_LIST = Annotated[tuple[Annotated[str, Text(40)], ...], Entries(1, 100, "names", once=True)]
"""Names short enough for a button."""
FIGURE_LIST = Annotated[
    tuple[Annotated[str, Word(FIGURES)], ...], Entries(1, len(FIGURES), "figures", once=True)
]
STEP = re.compile(r"(?:number (\d+)|(\w+)): ")
"""One step to a value in a form, before the reason: an entry counted from 1, or a field."""
ANY_BAND = 0
"""No least width of income bands: the option ``min_band_width`` belongs to a table."""


def read_politics(
    files: Files,
    head: Head,
    *,
    pip: int,
    savings_card: int,
    subsidy_max: int,
    squares: int,
) -> Politics:
    """Read the names for parties, Cabinet and purposes, and the laws.

    Raise EditionError with the key and the reason if any of it cannot be used.
    """
    names = {key: listed(files, key).take(key, NAME_LIST) for key in NAMES}
    if len(names["parties"]) < head.players_max:
        raise listed(files, "parties").refuse(
            "parties", f"must be at least {head.players_max}, one for each player."
        )
    for party in names["parties"]:
        if party in (*LETTERS, "independent"):
            raise listed(files, "parties").refuse(
                "parties", f"{party} is no name for a party: seats are called so."
            )
    condition, limits = files.section("condition"), files.section("limits")
    condition.only("fields", "conditions_max", "brackets_max")
    limits.only(*RATES, *RELIEF)
    language = LawLanguage(
        fields=condition.take("fields", FIGURE_LIST),
        conditions_max=condition.whole("conditions_max", 1, len(FIGURES)),
        brackets_max=condition.whole("brackets_max", 1, 20),
        limits={name: read_limit(limits, name, head.unit) for name in (*RATES, *RELIEF)},
        purposes=names["purposes"],
        subsidy_max=subsidy_max,
        unit=head.unit,
        shield_step=savings_card,
        pip=pip,
        squares=squares,
    )
    default = files.section("default_law")
    model_laws: dict[str, TaxLaw] = {}
    for section in examples(files, "law"):
        title = section.text("name")
        if title in model_laws:
            raise section.refuse("name", "is the name of another law already.")
        model_laws[title] = read_one_law(section, language)
    subsidies = [read_one_subsidy(section, language) for section in examples(files, "subsidy")]
    return Politics(
        parties=names["parties"],
        cabinet=names["cabinet"],
        language=language,
        default_title=default.text("name"),
        default_law=read_one_law(default, language),
        model_laws=model_laws,
        model_subsidies=tuple(subsidies),
    )


def listed(files: Files, key: str) -> Section:
    """Return the names that stand at the top of a file, in no table."""
    return Section(files.file_of(key), "", files.data)


def read_limit(limits: Section, name: str, unit: int) -> int:
    """Read the largest value of one part of a law (P19.3)."""
    if name.startswith("free_"):
        return limits.whole(name, 0, 1_000)
    return limits.whole(name, 0, MONEY_MAX, unit)


def examples(files: Files, kind: str) -> list[Section]:
    """Return the model laws or subsidies of an edition, which may have none."""
    key = f"example_{kind}"
    return files.rows(key) if key in files.data else []


def read_one_law(section: Section, language: LawLanguage) -> TaxLaw:
    """Read a law of the edition: a name, and the form in which it could be tabled."""
    stated = {key: value for key, value in section.items() if key != "name"}
    section.text("name")
    refuse_stated(section, law_form(language, ANY_BAND), stated)
    return read_law(stated)


def read_one_subsidy(section: Section, language: LawLanguage) -> Subsidy:
    """Read a subsidy of the edition in the form in which it could be tabled."""
    refuse_stated(section, subsidy_form(language, ANY_BAND), dict(section))
    return read_subsidy(section)


def refuse_stated(section: Section, form: Bundle, stated: Mapping[str, Any]) -> None:
    """Refuse a law that could not be tabled, and say where it stands and why."""
    if reason := form.refuse(stated):
        place = section.place
        while step := STEP.match(reason):
            number, name = step.groups()
            place = place.at(name) if name else place.row(int(number) - 1)
            reason = reason[step.end() :]
        raise place.refuse(reason)
