"""Sphinx hooks for the Python reference: signatures as in the source, and links between types.

Autodoc evaluates annotations, which replaces the names of type aliases by long unions. These hooks
keep the annotations as text, so that a signature contains ``bots: Bots | None``.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import reduce
from importlib import import_module
from typing import Any, ForwardRef

from docutils import nodes
from sphinx.addnodes import (
    desc_annotation,
    desc_content,
    desc_sig_punctuation,
    desc_sig_space,
    desc_signature,
    pending_xref,
)
from sphinx.application import Sphinx
from sphinx.domains.python._annotations import _parse_annotation
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.inspect import stringify_signature

CREATED_BY_CLASSKIT = (
    "classkit.Match",
    "classkit.Table",
    "classkit.View",
    "classkit.assignments.QuestionSheet",
    "classkit.assignments.key.AnswerKey",
    "classkit.classroom.room_archive.RoomArchive",
    "classkit.engine.editions.EditionFiles",
    "classkit.engine.metrics.expressions.Sum",
    "classkit.widgets.live_table.HallDisplay",
    "classkit.assignments.ClauseText",
    "classkit.assignments.QuestionText",
    "classkit.assignments.RulesText",
    "classkit.attribution.contributions.Contribution",
    "classkit.attribution.decomposition.Decomposition",
    "classkit.attribution.explanation.Explanation",
    "classkit.engine.metrics.expressions.Expression",
    "classkit.study.Check",
    "classkit.study.Comparison",
    "classkit.study.Futures",
    "classkit.study.Tournament",
    "classkit.study.TurningPointWeight",
    "classkit.study.arena.policy_check.Problem",
    "classkit.widgets.standalone_parts.TablePart",
)
"""Classes whose objects are returned by functions; the reference shows no constructor for them."""
FACTORY_TEXTS = {"dict": "{}", "list": "[]", "tuple": "()"}
"""Name of a default factory -> its value in a signature."""
NAMEDTUPLE_DOCSTRING = "Alias for field number"
"""Start of the docstrings that Python writes for the fields of named tuples."""
BEFORE_NAPOLEON, AFTER_NAPOLEON = 400, 600
"""Priorities of hooks that run before and after napoleon's, which is 500."""
TYPE_OBJECTS = ("class", "exception", "type", "data")
"""Kinds of objects that an annotation may name."""


class SourceText:
    """Text whose ``repr`` is the text itself, for defaults in a signature."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def setup(app: Sphinx) -> None:
    """Connect the hooks."""
    app.connect("autodoc-process-signature", replace_signature)
    app.connect("autodoc-skip-member", skip_namedtuple_field)
    attributes = AttributeDocstrings()
    app.connect("autodoc-process-docstring", attributes.hide, priority=BEFORE_NAPOLEON)
    app.connect("autodoc-process-docstring", attributes.format, priority=AFTER_NAPOLEON)
    app.connect("object-description-transform", tidy_attribute)
    app.add_post_transform(ShortNameResolver)


def replace_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, shown: str, result: str
) -> tuple[str, str] | None:
    """Return the signature and the return type as written in the source."""
    if what == "exception" or lacks_constructor(name, thing):
        return "", ""
    if what not in ("function", "method", "class"):
        return None
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return None
    text = stringify_signature(source_signature(thing, signature), show_annotation=True)
    arguments, _, returned = text.partition(") -> ")
    return (f"{arguments})", returned) if returned else (text, "")


def lacks_constructor(name: str, thing: Any) -> bool:
    """Return whether the reference hides the constructor, because functions return the objects.

    >>> from classkit.engine.fields import RandomGenerator
    >>> lacks_constructor("classkit.engine.fields.RandomGenerator", RandomGenerator)
    True
    """
    return name in CREATED_BY_CLASSKIT or getattr(thing, "_is_protocol", False)


def source_signature(thing: Any, signature: inspect.Signature) -> inspect.Signature:
    """Return a signature with annotations and defaults as written in the source.

    >>> def play(self, until: Until = "turn") -> Match: ...
    >>> print(source_signature(play, inspect.signature(play)))
    (until: 'Until' = 'turn') -> 'Match'
    """
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name in ("self", "cls", "_cls"):
        parameters = parameters[1:]
    factories = {
        name: factory
        for name, field in getattr(thing, "__dataclass_fields__", {}).items()
        if is_dataclass(thing) and callable(factory := field.default_factory)
    }
    texts = []
    for one in parameters:
        default = one.default
        if one.name in factories:
            factory = factories[one.name].__name__
            default = SourceText(FACTORY_TEXTS.get(factory, f"{factory}()"))
        elif inspect.isroutine(default):
            default = SourceText(default.__name__)
        annotation = annotation_text(one.annotation) or inspect.Parameter.empty
        texts.append(one.replace(annotation=annotation, default=default))
    result = annotation_text(signature.return_annotation) or inspect.Signature.empty
    if inspect.isclass(thing):
        result = inspect.Signature.empty
    return signature.replace(parameters=texts, return_annotation=result)


def annotation_text(annotation: Any) -> str:
    """Return an annotation as text, or "" if there is none.

    >>> annotation_text("Bots | None"), annotation_text(ForwardRef("Seat")), annotation_text(int)
    ('Bots | None', 'Seat', 'int')
    """
    if annotation is inspect.Parameter.empty:
        return ""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        return annotation.strip("\"'") if annotation[:1] in ("'", '"') else annotation
    return str(getattr(annotation, "__name__", annotation))


def skip_namedtuple_field(
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Omit fields of named tuples, because the docstring of the class describes them."""
    words = getattr(thing, "__doc__", None) or ""
    return True if words.startswith(NAMEDTUPLE_DOCSTRING) else None


class AttributeDocstrings:
    """Formats the sections in the docstrings of attributes and properties.

    Napoleon reads such a docstring as "type: description" and ignores sections. So the docstring is
    hidden from it, and formatted afterwards like the docstring of a method.
    """

    def __init__(self) -> None:
        self.hidden: list[str] = []

    def hide(
        self, app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
    ) -> None:
        """Remove the lines of a docstring before napoleon runs."""
        if what in ("attribute", "property"):
            self.hidden, lines[:] = lines[:], []

    def format(
        self, app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
    ) -> None:
        """Put the formatted lines back after napoleon has run."""
        if what in ("attribute", "property"):
            found = GoogleDocstring(self.hidden, app.config, app, "method", name, thing, options)
            lines[:] = found.lines()


def tidy_attribute(app: Sphinx, domain: str, kind: str, content: desc_content) -> None:
    """Show attributes and properties without values, and with types as written in the source."""
    if kind not in ("attribute", "property") or content.parent is None:
        return
    for signature in content.parent.findall(desc_signature):
        written = find_annotation(signature["module"], signature["fullname"])
        for part in list(signature.findall(desc_annotation)):
            text = part.astext()
            if text.startswith((" = ", ": ")):
                part.parent.remove(part)
        if written:
            signs = desc_sig_punctuation("", ":"), desc_sig_space()
            types = _parse_annotation(written, app.env)
            signature += desc_annotation(written, "", *signs, *types)
    for words in list(content.findall(nodes.paragraph)):
        if words.astext().startswith("alias of "):
            words.parent.remove(words)


def find_annotation(module: str, name: str) -> str:
    """Return the type of an attribute or property as written in the source, or "" if it has none.

    >>> find_annotation("classkit", "Match.request"), find_annotation("classkit", "Keep.copies")
    ('Request | None', 'bool')
    """
    owner, _, member = name.rpartition(".")
    thing: Any = reduce(getattr, owner.split("."), import_module(module))
    for base in inspect.getmro(thing):
        if member in (found := inspect.get_annotations(base)):
            text = annotation_text(found[member])
            return text[9:-1] if text.startswith("ClassVar[") else text
        if member in vars(base):
            value = vars(base)[member]
            getter = getattr(value, "fget", None) or getattr(value, "func", None)
            return annotation_text(getattr(getter, "__annotations__", {}).get("return", ""))
    return ""


class ShortNameResolver(SphinxPostTransform):
    """Resolves types in signatures and roles to the full name of the documented object.

    Among several objects with the same name, the one that the source refers to is preferred, then
    an object on the same page, then a type alias.
    """

    default_priority = 5
    """Runs before Sphinx resolves references, which warns about objects with the same name."""

    def run(self, **options: Any) -> None:
        """Change the targets of the references on a page."""
        for reference in self.document.findall(pending_xref):
            name = reference.get("reftarget", "")
            if reference.get("refdomain") == "py" and name and "." not in name.lstrip("."):
                full_name = self.find_target(reference, name.lstrip("."))
                reference["reftarget"] = full_name or name

    def find_target(self, reference: pending_xref, name: str) -> str | None:
        """Return the full name of the object that a short name refers to, or None."""
        found = {
            full_name: entry
            for full_name, entry in self.env.domains.python_domain.objects.items()
            if full_name.rpartition(".")[2] == name
            and entry.objtype in TYPE_OBJECTS
            and not entry.aliased
        }
        meant = find_namespace(reference).get(name)
        exact = [one for one in found if meant is not None and find_object(one) is meant]
        here = [one for one, entry in found.items() if entry.docname == self.env.docname]
        aliases = [one for one, entry in found.items() if entry.objtype == "type"]
        choices = exact, list(found), here, aliases
        return next((names[0] for names in choices if len(names) == 1), None)


def find_object(name: str) -> Any:
    """Import and return the object with a dotted name."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last, None)


def find_namespace(reference: pending_xref) -> Mapping[str, Any]:
    """Return the names available in the signature around a reference, or none outside one."""
    signature = reference.parent
    while signature is not None and not isinstance(signature, desc_signature):
        signature = signature.parent
    if signature is None or not signature.get("module"):
        return {}
    name = signature["fullname"].partition(".")[0]
    thing = inspect.unwrap(find_object(f"{signature['module']}.{name}"))
    return vars(import_module(getattr(thing, "__module__", None) or signature["module"]))
