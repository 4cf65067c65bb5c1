"""Reader for the politics of an edition: names, limits of laws, and model laws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from classkit.engine.editions import EditionFiles
from classkit.engine.moves import FieldGroup
from classkit.engine.schema import Entries, Section, TextReader, Word
from classkit.engine.seats import SEAT_LETTERS

from ..law_forms import LawLanguage, build_law_form, build_subsidy_form
from ..laws import (
    CONDITION_FIELDS,
    RATE_FIELDS,
    RELIEF_FIELDS,
    Subsidy,
    TaxLaw,
    read_law,
    read_subsidy,
)
from ..rules_data import PoleconomyHeader, Politics

NAME_KEYS = ("parties", "cabinet", "purposes")
LAW_KEYS = ("condition", "limits", "default_law", "example_law", "example_subsidy")
MAX_MONEY = 10**9
NAME_LIST = Annotated[
    tuple[Annotated[str, TextReader(40)], ...], Entries(1, 100, "names", once=True)
]
"""A list of names, each short enough for a button."""
FIELD_LIST = Annotated[
    tuple[Annotated[str, Word(CONDITION_FIELDS)], ...],
    Entries(1, len(CONDITION_FIELDS), "figures", once=True),
]
STEP_PATTERN = re.compile(r"(?:number (\d+)|(\w+)): ")
"""The path prefix of a form error, before the reason: an entry counted from 1, or a field."""
NO_MIN_BAND = 0
"""No minimum width for income bands. The option ``min_band_width`` applies to matches only."""


def read_politics(
    files: EditionFiles,
    head: PoleconomyHeader,
    *,
    pip: int,
    savings_card: int,
    subsidy_max: int,
    squares: int,
) -> Politics:
    """Read the names of parties, Cabinet posts and purposes, and the laws.

    Raise EditionError with the key and the reason if a value is invalid.
    """
    names = {key: get_top_section(files, key).get_required(key, NAME_LIST) for key in NAME_KEYS}
    if len(names["parties"]) < head.players_max:
        raise get_top_section(files, "parties").make_error(
            "parties", f"must list at least {head.players_max} names, one for each player."
        )
    for party in names["parties"]:
        if party in (*SEAT_LETTERS, "independent"):
            raise get_top_section(files, "parties").make_error(
                "parties", f"{party} cannot name a party: it is a reserved word."
            )
    condition, limits = files.get_section("condition"), files.get_section("limits")
    condition.forbid_extra("fields", "conditions_max", "brackets_max")
    limits.forbid_extra(*RATE_FIELDS, *RELIEF_FIELDS)
    language = LawLanguage(
        fields=condition.get_required("fields", FIELD_LIST),
        conditions_max=condition.get_int("conditions_max", 1, len(CONDITION_FIELDS)),
        brackets_max=condition.get_int("brackets_max", 1, 20),
        limits={
            name: read_limit(limits, name, head.unit) for name in (*RATE_FIELDS, *RELIEF_FIELDS)
        },
        purposes=names["purposes"],
        subsidy_max=subsidy_max,
        unit=head.unit,
        shield_step=savings_card,
        pip=pip,
        squares=squares,
    )
    default = files.get_section("default_law")
    model_laws: dict[str, TaxLaw] = {}
    for section in list_examples(files, "law"):
        title = section.get_text("name")
        if title in model_laws:
            raise section.make_error("name", "is already the name of another law.")
        model_laws[title] = read_edition_law(section, language)
    subsidies = [
        read_edition_subsidy(section, language) for section in list_examples(files, "subsidy")
    ]
    return Politics(
        parties=names["parties"],
        cabinet=names["cabinet"],
        language=language,
        default_title=default.get_text("name"),
        default_law=read_edition_law(default, language),
        model_laws=model_laws,
        model_subsidies=tuple(subsidies),
    )


def get_top_section(files: EditionFiles, key: str) -> Section:
    """Return a section with the top-level keys of a file."""
    return Section(files.find_file(key), "", files.data)


def read_limit(limits: Section, name: str, unit: int) -> int:
    """Read the maximum of one value of a law (P19.3)."""
    if name.startswith("free_"):
        return limits.get_int(name, 0, 1_000)
    return limits.get_int(name, 0, MAX_MONEY, unit)


def list_examples(files: EditionFiles, kind: str) -> list[Section]:
    """Return the model laws or subsidies of an edition, or [] if it has none."""
    key = f"example_{kind}"
    return files.get_rows(key) if key in files.data else []


def read_edition_law(section: Section, language: LawLanguage) -> TaxLaw:
    """Read a law of the edition: its name, and its terms as players would propose them."""
    stated = {key: value for key, value in section.items() if key != "name"}
    section.get_text("name")
    check_stated_law(section, build_law_form(language, NO_MIN_BAND), stated)
    return read_law(stated)


def read_edition_subsidy(section: Section, language: LawLanguage) -> Subsidy:
    """Read a subsidy of the edition. Its terms are as players would propose them."""
    check_stated_law(section, build_subsidy_form(language, NO_MIN_BAND), dict(section))
    return read_subsidy(section)


def check_stated_law(section: Section, form: FieldGroup, stated: Mapping[str, Any]) -> None:
    """Raise EditionError with key and reason if players could not propose the law."""
    if reason := form.refuse(stated):
        place = section.place
        while step := STEP_PATTERN.match(reason):
            number, name = step.groups()
            place = place.child_path(name) if name else place.row_path(int(number) - 1)
            reason = reason[step.end() :]
        raise place.make_error(reason)
