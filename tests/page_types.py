"""The page's types (JSDoc), generated from the wire types that the kernel declares.

python -m tests.page_types     regenerates classkit/widgets/page/types.js

Messages to a page are declared in Python alone: in ``classkit/charts/chart_types.py``,
``classkit/widgets/wire_types.py`` and, for boards, ``classkit/engine/board.py``. Types that only
modules of the page use are written by hand in the second half of ``types.js``, below ``OWN``.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from classkit.charts import chart_types as charts
from classkit.engine import board
from classkit.widgets import wire_types as widgets
from classkit.widgets.asset_loader import PAGE_FOLDER

FILE = PAGE_FOLDER / "types.js"
WIDTH = 120

HEAD = """\
/**
 * Types of the messages between kernel and page. They are declared and described in
 * `classkit/widgets/wire_types.py`, `classkit/charts/chart_types.py` and
 * `classkit/engine/board.py`: change them there, then run `python -m tests.page_types`.
 * This file contains no code.
 *
 * It is a script and not a module, so all modules can use these types without importing them.
 * A parameter with the name of a type has that type: a `space` is a Space, `asks` are Asks.
 * Functions declare other types with JSDoc.
 */

"""
OWN = "// --- Types used only by page modules, written by hand.\n"
"""The line from which on the file is written by hand."""

SUFFIX = re.compile(r"(?:Data|Message)$")
"""The end of a wire type's name, which the page leaves out."""
NAMES = {
    "DependencyData": "GivenBy",
    "FieldsByChoiceData": "GoesWith",
    "VerdictData": "Judged",
    "BotData": "BotPlan",
    "BoardLayoutData": "BoardPlan",
    "AboutData": "AboutPlan",
    "ConstantsData": "Fixed",
    "BoardStateData": "BoardNow",
    "PaymentsData": "Paid",
    "DivergenceData": "ApartNow",
    "ScoreCaptionData": "Counted",
    "BookmarkData": "Mark",
    "TimelineData": "TimelineNow",
    "SeatData": "SeatNow",
    "AutoplayData": "PlayNow",
    "ClockData": "ClockNow",
    "TurningPointData": "Turning",
    "EndData": "EndNow",
    "StudyData": "StudyNow",
    "FuturesData": "FuturesNow",
    "ComparisonData": "MovesNow",
    "WeightData": "WeightNow",
    "PredictionResultData": "Expected",
    "StateData": "Now",
    "RuleData": "Clause",
    "FileData": "NamedFile",
    "ChartRowsData": "ChartFigures",
    "RefusalMessage": "Refused",
    "MessageContent": "Content",
    "ChartPlanData": "Chart",
    "MetricPlanData": "Metric",
    "MetricRefData": "OneFigure",
    "TraceMetricsData": "Course",
    "TurningMarkData": "Turned",
    "ChartData": "ChartNow",
    "SpaceLook": "Look",
    "SpaceRow": "ListRow",
    "BoardSign": "Sign",
    "SpaceLink": "Link",
}
"""Wire types with a name of their own on the page."""
LEFT_OUT = {
    "PlotlyChartData",
    "MetricRowData",
    "BranchRowsData",
    "FanLinesData",
    "FanData",
}
"""Chart types that are never sent to a page."""
PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "any",
}
LEAN = (
    board.Space,
    board.Decor,
    board.SpaceLook,
    board.SpaceRow,
    board.Piece,
    board.BoardSign,
    board.GaugePart,
    board.Gauge,
    board.SpaceLink,
)
"""What a page gets without what is empty (:func:`classkit.widgets.board_state.to_lean_json`)."""


def made() -> str:
    """Return the first half of the page's types."""
    return HEAD + "\n".join(typedef(name, text) for name, text in shapes())


def shapes() -> Iterator[tuple[str, str]]:
    """Give each shape that a page is sent, by name."""
    for lean in LEAN:
        yield page_name(lean.__name__), record(lean_fields(lean))
    for module in (charts, widgets):
        for name, shape in vars(module).items():
            here = typing.is_typeddict(shape) and shape.__module__ == module.__name__
            if here and not (module is charts and name in LEFT_OUT):
                yield page_name(name), record(typed_fields(shape, module))
    yield "Form", written(widgets.FormData)
    yield "Given", written(charts.Given)
    message = "{seq?: number, reply?: number|null, kernel?: string, buffers?: DataView[]}"
    yield "Message", f"({written(widgets.MessageContent)}) & {message}"


def page_name(name: str) -> str:
    """Return the page's name of a wire type.

    >>> page_name("AskData"), page_name("StateData")
    ('Ask', 'Now')
    """
    return NAMES.get(name) or SUFFIX.sub("", name)


def lean_fields(shape: Any) -> dict[str, str]:
    """Return the fields of a small dataclass: those with a default may be missing."""
    known = typing.get_type_hints(shape)
    return {
        f"{field.name}{'' if field.default is MISSING else '?'}": written(known[field.name])
        for field in fields(shape)
    }


def typed_fields(shape: Any, module: types.ModuleType) -> dict[str, str]:
    """Return the fields of a TypedDict."""
    known = typing.get_type_hints(shape, vars(module), include_extras=True)
    return {
        f"{name}{'?' if may_be_missing(shape, name, of) else ''}": written(of)
        for name, of in known.items()
    }


def may_be_missing(shape: Any, name: str, of: Any) -> bool:
    """Return whether a field of a TypedDict need not be there."""
    return get_origin(of) is NotRequired or name in shape.__optional_keys__


def record(known: dict[str, str]) -> str:
    """Return fields as a type."""
    return "{" + ", ".join(f"{name}: {of}" for name, of in known.items()) + "}"


def written(shape: Any) -> str:
    """Return a type of Python as one of the page.

    >>> written(dict[str, list[int]]), written(tuple[str, int | None]), written(Literal["a", "b"])
    ('Record<string, number[]>', '[string, number|null]', '"a"|"b"')
    """
    origin, inner = get_origin(shape), get_args(shape)
    if shape in PLAIN:
        return PLAIN[shape]
    if origin is NotRequired:
        return written(inner[0])
    if origin is Annotated:
        return page_name(inner[1].__name__)
    if origin is Literal:
        return "|".join(f'"{one}"' if isinstance(one, str) else str(one) for one in inner)
    if origin in (Union, types.UnionType):
        return "|".join(dict.fromkeys(written(one) for one in inner))
    if origin is dict:
        return f"Record<string, {written(inner[1])}>"
    if origin is list or (origin is tuple and inner[-1] is ...):
        item = written(inner[0])
        return f"Array<{item}>" if "|" in item or "{" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(written, inner))}]"
    name: str = shape.__forward_arg__ if isinstance(shape, typing.ForwardRef) else shape.__name__
    return page_name(name)


def typedef(name: str, text: str) -> str:
    """Return a type definition, broken into lines where it is long."""
    line = f"/** @typedef {{{text}}} {name} */"
    if len(line) <= WIDTH:
        return f"{line}\n"
    lines, row = [], " * @typedef {"
    parts = text.replace("), ", "),\0").replace(", ", ",\0").replace("|", "|\0").split("\0")
    for part in [*parts[:-1], f"{parts[-1]}}} {name}"]:
        part = f" {part}" if row.endswith(",") else part
        if len(row) + len(part) > WIDTH - 2:
            lines.append(row.rstrip())
            row = " *   "
            part = part.lstrip()
        row += part
    return "/**\n" + "\n".join([*lines, row]) + "\n */\n"


def whole() -> str:
    """Return the file as it should be: what is made, and what is written by hand."""
    text = FILE.read_text("utf-8")
    return f"{made()}\n{OWN}{text.partition(OWN)[2]}"


def is_of(value: Any, shape: Any, way: str = "") -> list[str]:
    """Return where a value, as JSON, has another shape than is declared: in sentences."""
    origin, inner = get_origin(shape), get_args(shape)
    said = f"{way}: {str(value)[:60]} is no"
    if shape is Any:
        return []
    if origin is NotRequired:
        return is_of(value, inner[0], way)
    if origin is Annotated:
        return is_of(value, dict, way)
    if origin is Literal:
        return [] if value in inner else [f"{said} {inner}"]
    if origin in (Union, types.UnionType):
        tried = [is_of(value, one, way) for one in inner]
        return [] if [] in tried else min(tried, key=len)
    if typing.is_typeddict(shape):
        return is_of_fields(value, shape, way) if isinstance(value, dict) else [f"{said} table"]
    if origin is dict and isinstance(value, dict):
        return [one for key, held in value.items() for one in is_of(held, inner[1], dot(way, key))]
    if origin is list and isinstance(value, list):
        return [one for at, held in enumerate(value) for one in is_of(held, inner[0], dot(way, at))]
    if origin is tuple and isinstance(value, list) and len(value) == len(inner):
        pairs = enumerate(zip(value, inner, strict=True))
        return [one for at, (held, of) in pairs for one in is_of(held, of, dot(way, at))]
    plain = {float: (int, float), type(None): type(None)}.get(shape, origin or shape)
    right = (
        isinstance(value, plain) and origin is None and isinstance(value, bool) == (shape is bool)
    )
    return [] if right else [f"{said} {getattr(origin or shape, '__name__', shape)}"]


def is_of_fields(value: dict[str, Any], shape: Any, way: str) -> list[str]:
    """Return the same for a table with fields of its own."""
    known = typing.get_type_hints(shape, include_extras=True)
    new = [f"{dot(way, name)} is sent and has no type" for name in value if name not in known]
    missing = [
        f"{dot(way, name)} is missing"
        for name, of in known.items()
        if name not in value and not may_be_missing(shape, name, of)
    ]
    wrong = [
        one
        for name, of in known.items()
        if name in value
        for one in is_of(value[name], of, dot(way, name))
    ]
    return [*new, *missing, *wrong]


def dot(way: str, name: object) -> str:
    """Return the way to what is inside."""
    return f"{way}.{name}" if way else str(name)


if __name__ == "__main__":
    FILE.write_text(whole(), encoding="utf-8")
