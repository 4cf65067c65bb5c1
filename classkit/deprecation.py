"""Deprecated public names, which still work but issue a warning with the new name.

Names that were renamed in version 0.2 work until 0.3 at run time; type checkers accept only the new
names. :class:`RenamedModuleFinder` resolves modules, :func:`warn_about_members` members of classes,
and :func:`adopt_hooks` methods that a game overrides.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple, TypeVar, cast

C = TypeVar("C")


class RenamedModule(NamedTuple):
    """The new name of a module, and the new names of its contents by their old names."""

    target: str
    names: Mapping[str, str]


MODULES = {
    "classkit.engine.requests": RenamedModule(
        "classkit.engine.decisions",
        {"About": "DecisionFacts", "ByLuck": "ChanceRequest", "Default": "DefaultAnswer"},
    ),
    "classkit.engine.words": RenamedModule(
        "classkit.engine.rulebook_text",
        {
            "Say": "TextFormatter",
            "by": "choose_sentence",
            "how_many": "format_count",
            "in_words": "spell_number",
            "labelled": "make_labels",
            "named": "make_phrases",
            "plain_words": "humanize_name",
        },
    ),
    "classkit.engine.table": RenamedModule(
        "classkit.engine.state",
        {"Table": "GameState", "copy": "copy_state", "digest": "hash_state"},
    ),
    "classkit.engine.secrecy": RenamedModule(
        "classkit.engine.visibility", {"Places": "HiddenGroup"}
    ),
    "classkit.engine.reading": RenamedModule(
        "classkit.engine.schema",
        {
            "FactKinds": "PositionSchema",
            "Field": "SchemaKey",
            "Place": "ErrorPath",
            "Text": "TextReader",
            "declared": "declared_fields",
            "fact": "position_field",
            "keep_facts": "copy_fields",
            "kept": "state_field",
            "kept_facts": "collect_facts",
            "known": "require_known_word",
            "rows": "read_sections",
        },
    ),
    "classkit.procedures": RenamedModule("classkit.mechanics", {}),
    "classkit.procedures.auctions": RenamedModule(
        "classkit.mechanics.auction_formats",
        {
            "Price": "PriceRule",
            "bid_of": "bid_amount",
            "bids_made": "count_bids",
            "decide": "settle_bids",
        },
    ),
    "classkit.procedures.effects": RenamedModule("classkit.mechanics.card_effects", {}),
    "classkit.procedures.limits": RenamedModule(
        "classkit.mechanics.bounds", {"least": "min_limit", "refused": "limit_refusal"}
    ),
    "classkit.procedures.order": RenamedModule(
        "classkit.mechanics.roll_off", {"highest_throw": "roll_off_winner"}
    ),
    "classkit.procedures.payments": RenamedModule(
        "classkit.mechanics.affordability", {"too_dear": "unaffordable_reason"}
    ),
    "classkit.procedures.trades": RenamedModule(
        "classkit.mechanics.trade_offers",
        {"Goods": "TradeSide", "exchange": "exchange_goods", "offer": "offer_trade"},
    ),
    "classkit.procedures.votes": RenamedModule(
        "classkit.mechanics.sealed_votes", {"Vote": "VoteResult"}
    ),
    "classkit.games.opoly.vocabulary": RenamedModule("classkit.games.opoly.effect_kinds", {}),
    "classkit.lab": RenamedModule("classkit.jupyterlab_config", {}),
    "classkit.slides": RenamedModule("classkit.notebook_preprocessors", {}),
}
"""Maps the old name of each module to its new name."""

MEMBERS: dict[str, Mapping[str, str]] = {
    "Match": {
        "answered": "answered_seats",
        "answers_shared": "shared_answers",
        "at_ends_of_turns": "map_turn_ends",
        "cuts": "truncation_count",
        "go_on": "continue_play",
        "known_seat": "check_seat",
        "races_shown": "as_seen_by().races",
        "seat": "make_players",
        "standings_shown": "as_seen_by().standings",
        "strides": "step_ranges",
        "table_shown": "as_seen_by().state",
        "told": "events_by_segment",
        "unopened": "unopened_seats",
        "unopened_at_end": "final_unopened_seats",
        "view_shown": "as_seen_by().view",
    },
    "Comparison": {
        "against_each": "describe_lead",
        "amount": "format_amount",
        "apart": "count_discordant",
        "compared": "rank_answers",
        "condition": "format_condition",
        "given_up": "describe_loss",
        "may_be_luck": "is_insignificant",
        "means": "describe_means",
        "named": "format_short_answer",
        "value_of": "get_value",
        "won": "get_win",
    },
    "Futures": {
        "chart_of": "find_chart",
        "figures": "metric_plans",
        "labels": "get_labels",
        "overtime": "describe_overtime",
    },
    "RolloutRun": {
        "came": "results",
        "keep": "extract_result",
        "lines": "build_display_rows",
        "scenario": "plan",
        "take": "record_outcome",
    },
    "Check": {"head": "build_heading", "verdict": "build_verdict"},
    "Tournament": {"counted": "counted_matches", "effort_of": "get_effort", "remark": "get_remark"},
    "ChanceRequest": {
        "comes_first": "prompt_sentence",
        "in_words": "describe_outcome",
        "refuse_hand": "refuse_seat",
    },
    "Decision": {"refresh": "clear_moves"},
    "ErrorPath": {"at": "child_path", "refuse": "make_error", "row": "row_path"},
    "Game": {
        "about_of": "get_description",
        "asides_of": "seat_asides",
        "bot_name": "check_bot_name",
        "charts_of": "active_charts",
        "metrics_of": "active_metrics",
        "moment": "moment_title",
        "no_aside": "aside_refusal",
        "no_signal": "signal_refusal",
        "own_bots": "default_bots",
        "own_figures": "custom_metrics",
        "things": "thing_titles",
        "timing": "clock_phase",
        "undone_by": "collapse_metrics",
    },
    "GameState": {
        "hand_over": "move_title",
        "left_of": "next_seat",
        "luck_label": "random_label",
        "note_moved": "log_transfer",
        "note_told": "log_event",
    },
    "Lot": {
        "in_unit": "format_amount",
        "most": "max_bid",
        "moves": "bid_moves",
        "refuse": "bid_refusal",
        "tell": "announce_bid",
    },
    "Option": {"among": "get_field"},
    "PositionSchema": {"about": "meanings", "names": "list_names"},
    "Secrecy": {
        "answer_seen": "visible_answer",
        "event_seen": "visible_event",
        "looked_back": "redact_past_state",
        "mask": "redact_event",
        "mask_answer": "redact_answer",
        "mask_transfer": "redact_transfer",
        "memory": "get_memory",
        "now_only": "metrics_without_history",
        "transfer_seen": "visible_transfer",
        "unopened": "unopened_seats",
    },
    "TextFormatter": {
        "amount": "format_amount",
        "deed": "move_sentence",
        "event": "event_sentence",
        "fact": "format_fact",
        "facts": "decision_preview",
        "field": "field_label",
        "in_brief": "with_brief_names",
        "listing": "format_list",
        "move": "move_label",
        "named": "fill_seat_names",
        "one_of_a_kind": "kind_words",
        "part": "part_label",
        "quantity": "format_quantity",
        "question": "decision_question",
        "sentence": "fill_sentence",
        "signal": "signal_label",
        "thing": "thing_name",
        "told": "compose_sentence",
        "weight": "event_weight",
        "worth": "worth_reason",
    },
    "TradeSide": {"lacking": "missing_goods"},
    "VoteResult": {"more_than_half": "has_majority", "unanimous": "is_unanimous"},
}
"""Maps each class to the new names of its members, by their old names."""

KEYWORDS = {"unaffordable_reason": {"what": "item", "cost": "price"}}
"""Maps each function to the new names of its arguments, if it is called by its old name."""


def rename_keywords(function: Callable[..., Any], names: Mapping[str, str]) -> Callable[..., Any]:
    """Return a function that also accepts arguments by their old names."""

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        return function(*arguments, **{names.get(key, key): keywords[key] for key in keywords})

    return call


def warn_renamed(old: str, new: str, level: int) -> None:
    """Warn that an old name was used, at the line that used it."""
    message = f"{old} is now {new}; the old name works until classkit 0.3."
    warnings.warn(message, DeprecationWarning, stacklevel=level + 1)


def find_member(instance: object, path: str) -> Any:
    """Return a member by its name, or a function that returns a part of a method's result.

    >>> find_member([3, 1], "copy().sort")().__name__
    'sort'
    """
    name, is_part, part = path.partition("().")
    member = getattr(instance, name)
    return (lambda *arguments: getattr(member(*arguments), part)) if is_part else member


def get_renamed(instance: object, name: str) -> Any:
    """Return a member by its old name, as the ``__getattr__`` of a class.

    Raises:
        AttributeError: The class never had a member with this name.
    """
    for cls in type(instance).__mro__:
        new = MEMBERS.get(cls.__name__, {}).get(name)
        if new:
            warn_renamed(f"{cls.__name__}.{name}", f"{cls.__name__}.{new}", level=2)
            return find_member(instance, new)
    if hasattr(type(instance), name):  # raised inside a property: show the property's own message
        object.__getattribute__(instance, name)
    raise AttributeError(
        f"{type(instance).__name__!r} object has no attribute {name!r}", name=name, obj=instance
    )


def warn_about_members(cls: type[C]) -> type[C]:
    """Decorate a class so that old names of its members still work but emit a warning.

    The decorator is hidden from type checkers, which accept any attribute of a class with
    ``__getattr__``.
    """
    cast("Any", cls).__getattr__ = get_renamed
    return cls


def adopt_hooks(cls: type, base: str) -> None:
    """Make methods of a subclass of ``base`` with old names override the renamed methods."""
    for old, new in MEMBERS[base].items():
        if old in vars(cls) and new not in vars(cls):
            warn_renamed(f"{base}.{old}", f"{base}.{new}", level=3)
            setattr(cls, new, vars(cls)[old])


class RenamedModuleLoader(Loader):
    """Loads a placeholder for an old module, which looks up names in the new module."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return an empty module that resolves names on access."""
        old, (target, names) = spec.name, MODULES[spec.name]
        module = ModuleType(old, f"Old name of :mod:`{target}`.")

        def find_name(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            new = names.get(name, name)
            if new != name:
                warn_renamed(f"{old}.{name}", f"{target}.{new}", level=2)
            try:
                found = getattr(import_module(target), new)
                return rename_keywords(found, KEYWORDS[new]) if new in KEYWORDS else found
            except AttributeError:
                raise AttributeError(f"module {old!r} has no attribute {name!r}") from None

        vars(module)["__getattr__"] = find_name
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing, because the placeholder has no code."""


class RenamedModuleFinder(MetaPathFinder):
    """Finds modules by their old names, after all other finders have failed."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Warn about a renamed module and return a placeholder. Return None for other modules."""
        if fullname not in MODULES:
            return None
        warn_renamed(fullname, MODULES[fullname].target, level=2)
        is_package = any(name.startswith(f"{fullname}.") for name in MODULES)
        return ModuleSpec(fullname, RenamedModuleLoader(), is_package=is_package)


def install_finder() -> None:
    """Allow modules to be imported by their old names."""
    if not any(isinstance(finder, RenamedModuleFinder) for finder in sys.meta_path):
        sys.meta_path.append(RenamedModuleFinder())
