"""Untrusted text is read in linear time, or refused with a reason."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.engine.editions import MAX_BYTES, read_toml_file
from classkit.engine.errors import MAX_SENTENCE, EditionError, PositionError, RecordError
from classkit.engine.registry import loads
from classkit.engine.serialization import format_record, parse_record
from classkit.engine.untrusted_input import (
    UnreadableData,
    check_value,
    find_merge_conflict,
    read_json,
    read_toml,
)
from tests.toy import GAME

LIMIT = 1_000_000


# --- time ---------------------------------------------------------------------------------------

ENDLESS = 400
"""Seconds. What takes time in proportion to its size is read in a few of them, even where the
machine is busy; what takes the square would be read for hours."""


def read_all(kind: str, deep: bool) -> str:
    """Read the worst inputs in another process, with a time limit, and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.worst", kind, *(["--deep"] if deep else [])],
        capture_output=True,
        text=True,
        timeout=ENDLESS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", ["json", "toml", "position", "replay"])
def test_the_worst_inputs_are_read_in_time(kind: str, deep: bool) -> None:
    """None takes longer than its size explains, and none ends in an error of another kind."""
    assert read_all(kind, deep).split("\n")[-2] == "all read"


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9" * 21, "more than 20 digits"),
        ("-" + "9" * 21, "more than 20 digits"),
        ("9" * 5000, "more than 20 digits"),
        ("[NaN]", "NaN, which is not a number"),
        ("[-Infinity]", "-Infinity, which is not a number"),
        ("[" * 100_000, "nested more than 20 levels"),
        ("[" * 21 + "]" * 21, "nested more than 20 levels"),
        ('{"a":' * 100_000, "nested more than 20 levels"),
        ('"\\ud800"', "an incomplete character"),
        ('{"\\uDFFF": 1}', "an incomplete character"),
        ('["a\ud800"]', "not UTF-8 text"),
        (b'["\xed\xa0\x80"]', "not UTF-8 text"),
        (" " * (LIMIT + 1), "has 1.0 MB; the limit is 1 MB"),
        ('"' + "é" * (LIMIT // 2) + '"', "the limit is 1 MB"),
        ("{", "damaged near line 1"),
        ("", "damaged near line 1"),
    ],
)
def test_json_that_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(UnreadableData, match=words):
        read_json(text, LIMIT)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_json, "[" + "[]," * 333_000 + "[]]"),
        (read_json, "[" + "{}," * 333_000 + "{}]"),
        (read_json, "[" + "1," * 499_000 + "1]"),
        (read_toml, b"a = [" + b"[]," * 333_000 + b"[]]"),
        (read_toml, b"a=1\n" * 249_000),
    ],
    ids=["lists", "tables", "numbers", "lists of TOML", "keys of TOML"],
)
def test_what_has_very_many_parts_is_refused_before_they_are_made(
    read: Callable[[Any, int], Any], text: str | bytes
) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableData, match=r"values \([\d,]+; the limit is 200,000\)"):
            read(text, LIMIT)
        assert tracemalloc.get_traced_memory()[1] < 2 * LIMIT, "a copy of the text, and no more"
    finally:
        tracemalloc.stop()


def test_json_that_is_honest_is_read() -> None:
    long = "1" * 30
    for data in ([1] * 21, "\U0001f600", {"é": [long, 10**19, -(10**19), 1.5]}, "\\ud800", None):
        for escaped in (True, False):
            assert read_json(json.dumps(data, ensure_ascii=escaped), LIMIT) == data
    assert read_json("[" * 20 + "]" * 20, LIMIT)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = " + "9" * 21, "more than 20 digits"),
        ("a = " + "9" * 5000, "more than 20 digits"),
        ("a = 0x" + "f" * 400_000, "more than 20 digits"),
        ("a" + ".a" * 200_000 + " = 1", "nested more than 20 levels"),
        ("a" + " . a" * 100_000 + " = 1", "nested more than 20 levels"),
        ("[a" + ".a" * 200_000 + "]", "nested more than 20 levels"),
        ("x = { a" + ".a" * 200_000 + " = 1 }", "nested more than 20 levels"),
        ('"a"' + ".'a'" * 100_000 + " = 1", "nested more than 20 levels"),
        ('a = """ " """\nb' + ".a" * 200_000 + " = 1", "nested more than 20 levels"),
        ("a = ''' ' '''''\nb" + ".a" * 200_000 + " = 1", "nested more than 20 levels"),
        ('a = "\\""\r\nb' + ".a" * 200_000 + " = 1", "nested more than 20 levels"),
        ("a = 'x\\'\nb" + ".a" * 200_000 + " = 1", "nested more than 20 levels"),
        ("a = 1 # it's\nb" + ".a" * 200_000 + " = 1", "nested more than 20 levels"),
        ("a = " + "[" * 100_000, "nested more than 20 levels"),
        ("a = " + "{a=" * 90_000, "nested more than 20 levels"),
        ("a = ", "not valid TOML"),
        ("a = 1979-99-99", "not valid TOML"),
        (b"\xff", "not UTF-8 text"),
        ("#" * (LIMIT + 1), "has 1.0 MB; the limit is 1 MB"),
    ],
)
def test_toml_that_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(UnreadableData, match=words):
        read_toml(text if isinstance(text, bytes) else text.encode(), LIMIT)


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "." * 1000 + '"',
        "a = '" + "." * 1000 + "'",
        'a = """' + ".\n" * 1000 + '"""',
        "a = '''" + ".'\n" * 1000 + "'''''",
        'a = """""' + ".\n" * 1000 + '"""""',
        'a = "\\"' + "." * 1000 + '\\\\"',
        "a = 1 # " + "." * 1000,
        "a = [" + "1.5, " * 1000 + "]",
        "a = [" + "1.5,\n" * 1000 + "]",
        '"' + "." * 1000 + '" = 1',
        "".join(f"a.b.c{n} = 1.5\n" for n in range(1000)),
        ".".join("abcdefghijklmnopqrst") + " = 1",
        "a = " + "[" * 18 + "]" * 18,
    ],
)
def test_dots_that_are_no_levels_are_no_matter(text: str) -> None:
    assert read_toml(text.encode(), LIMIT)


def test_data_of_ones_own_is_judged_likewise() -> None:
    check_value({"a": ((1, 2), [3.5, None, True, "x" * 10**6])})
    for data in ([10**20], {"a": (-(10**20),)}, [0, [10**5000]]):
        with pytest.raises(UnreadableData, match=r"20 digits"):
            check_value(data)
    round_trip: list[Any] = []
    round_trip.append(round_trip)
    with pytest.raises(UnreadableData, match=r"20 levels"):
        check_value(round_trip)


# --- what comes of it ---------------------------------------------------------------------------

ODD = {
    "half": "\ud800",
    "path": "/etc/passwd",
    "large": 10**30,
    "huge": 10**5000,
    "long": "x" * 100_000,
}
"""By name, since Hypothesis cannot show all of them."""


def odd(name: str) -> Any:
    """The value of that name."""
    return ODD[name]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.sampled_from(sorted(ODD)).map(odd),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters()), inner, max_size=4)
    ),
    max_leaves=12,
)


def in_bounds(error: ValueError) -> None:
    """A message that can be shown."""
    assert 0 < len(str(error)) <= MAX_SENTENCE
    str(error).encode()


def spelled(data: Any) -> str:
    """JSON, with numbers of any length."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return json.dumps(data)
    finally:
        sys.set_int_max_str_digits(limit)


@given(st.binary() | st.text(st.characters()) | VALUES.map(spelled))
def test_any_text_is_a_record_or_is_refused(text: str | bytes) -> None:
    with pytest.raises(RecordError) as error:
        loads(text, game=GAME)
    in_bounds(error.value)


@given(st.data(), VALUES)
def test_a_record_holding_anything_opens_or_is_refused(data: st.DataObject, value: Any) -> None:
    """And what opens can be written, stored and shown."""
    record = classkit.new(GAME, seats=2, seed=1).play(until="turn", bots="random").to_record()
    key = data.draw(st.sampled_from([*sorted(record), "position", "luck", "at"]))
    try:
        match = loads(spelled({**record, key: value}), game=GAME)
    except RecordError as error:
        in_bounds(error)
        return
    format_record(match.to_record()).encode()
    repr(match.answers).encode()


@given(st.binary() | st.text().map(str.encode))
def test_any_file_is_toml_or_is_refused(content: bytes) -> None:
    try:
        assert isinstance(read_toml(content, LIMIT), dict)
    except UnreadableData as error:
        in_bounds(error)


@given(st.text("ab.='\"[]{},# \n\\1", max_size=60))
def test_any_text_that_looks_like_toml_is_read_or_refused(text: str) -> None:
    try:
        read_toml(text.encode(), LIMIT)
    except UnreadableData as error:
        in_bounds(error)


@given(st.dictionaries(st.sampled_from(["A.coins", "A", "then", "luck", "round", "x"]), VALUES))
def test_any_mapping_is_a_position_or_is_refused(position: Any) -> None:
    try:
        match = classkit.new(GAME, seats=2, seed=1, position=position)
    except PositionError as error:
        in_bounds(error)
        return
    format_record(match.to_record()).encode()


@given(
    st.dictionaries(
        st.sampled_from(["edition", "goods", "places", "based_on", "based_on", "x"]), VALUES
    )
)
def test_any_mapping_is_an_edition_or_is_refused(edition: Any) -> None:
    with pytest.raises(EditionError) as error:
        classkit.new(GAME, edition=edition)
    in_bounds(error.value)


def test_half_a_character_in_data_of_ones_own_is_refused() -> None:
    """Else the match could be played and not be saved."""
    goods = {"grain": {"count": 9, "price": 4}, "\ud800": {"count": 9, "price": 4}}
    with pytest.raises(EditionError, match="an incomplete character"):
        classkit.new(GAME, edition={"based_on": "harbour", "goods": goods})
    with pytest.raises(PositionError, match="an incomplete character"):
        classkit.new(GAME, seats=2, position={"then": ["\ud800"]})


def test_numbers_without_end_in_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("A.coins = " + "9" * 5000)
    with pytest.raises(EditionError, match=r"mine.toml: contains a number of more than 20 digits"):
        classkit.new(GAME, edition=path)
    with pytest.raises(PositionError, match=r"mine.toml: contains a number of more than 20 digits"):
        classkit.new(GAME, position=path)


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as stream:
        stream.truncate(50 * MAX_BYTES)
    with pytest.raises(EditionError, match=r"the limit is 0.5 MB"):
        read_toml_file(path)


def test_many_keys_of_which_one_stands_twice() -> None:
    keys = ",".join(f'"{n}": 1' for n in range(100_000))
    with pytest.raises(RecordError, match="'99999' appears twice"):
        parse_record(f'{{{keys}, "99999": 1}}')


@pytest.mark.parametrize("text", ['{"a": 1}', "a = 1"])
@pytest.mark.parametrize("as_bytes", [True, False])
def test_a_byte_order_mark_is_passed_over(text: str, as_bytes: bool) -> None:
    marked = "\ufeff" + text
    read = read_json if text.startswith("{") else read_toml
    assert read(marked.encode() if as_bytes or read is read_toml else marked, 100) == {"a": 1}


@pytest.mark.parametrize("read", [read_json, read_toml])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_named(read: Any, encoding: str) -> None:
    with pytest.raises(UnreadableData, match=r"saved as UTF-16.*save it as UTF-8"):
        read("number = 5".encode(encoding), 100)


@pytest.mark.parametrize("read", [read_json, read_toml])
def test_marks_of_a_merge_are_named_with_their_line(read: Any) -> None:
    text = b'{"a": 1,\n<<<<<<< HEAD\n"b": 2\n=======\n"b": 3\n>>>>>>> other\n}'
    with pytest.raises(UnreadableData, match=r"merge conflict.*\(line 2\)"):
        read(text, 1_000)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("number = 5\nmover = \u201cB\u201d", "quotation mark \u201c in line 2"),
        ("mover = \u2018B\u2019", "quotation mark \u2018 in line 1"),
        ("mover = \u00abB\u00bb", "quotation mark \u00ab in line 1"),
        ("mover = \u300cB\u300d", "quotation mark \u300c in line 1"),
        ("mover = `B`", "quotation mark ` in line 1: type the straight mark '"),
        ("number\u00a0= 5", r"a no-break space \(U\+00A0\) in line 1: type a plain space"),
        ("cash = 400\u202f000", r"a narrow no-break space \(U\+202F\)"),
        ("number = 5\n\u200bturn = 6", r"invisible character \(U\+200B\) in line 2: delete it"),
        ("number = 5\n\ufeffturn = 6", r"invisible character \(U\+FEFF\) in line 2"),
        ("number = \u22125", "the dash \u2212 in line 1: type -"),
        ("number = 5\n>>>>>>> other\n", r"merge conflict.*\(line 2\)"),
        ("number = 5\n<<<<<<<\nnumber = 6\n", r"merge conflict.*\(line 2\)"),
    ],
)
def test_signs_of_a_word_processor_are_named(text: str, named: str) -> None:
    with pytest.raises(UnreadableData, match=named):
        read_toml(text.encode(), 100)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"a": 1,\n\u201cb\u201d: 2}', "quotation mark \u201c in line 2"),
        ('{"a": "x\u201d,\n"b": 2}', "quotation mark \u201d in line 1"),
        ('{"a":\u00a01}', r"a no-break space \(U\+00A0\) in line 1"),
        ('{"a": 1}\n\ufeff', r"invisible character \(U\+FEFF\) in line 2"),
        ('{"a": 1,\n>>>>>>> other\n"b": 2}', r"merge conflict.*\(line 2\)"),
        ('{"a": "\u201c\u00a0>>>>>>> ", 5}', "cut off or damaged near line 1"),
    ],
)
def test_what_other_tools_do_to_json_is_named(text: str, named: str) -> None:
    with pytest.raises(UnreadableData, match=named):
        read_json(text.encode(), 100)


@pytest.mark.parametrize(
    "text",
    [
        "number = \uff15", "\uff4e\uff55\uff4d\uff42\uff45\uff52\u3000\uff1d 5",
        "number = 5\uff03 five",
        "\ufeff\ufeffnumber = 5", "# a comment\rnumber = 5\r",
    ],
)  # fmt: skip
def test_toml_of_other_keyboards_is_read(text: str) -> None:
    assert read_toml(text.encode(), 100) == {"number": 5}


def test_full_width_dots_are_levels_too() -> None:
    with pytest.raises(UnreadableData, match="nested more than 20 levels"):
        read_toml(("a" + "\uff0ea" * 40 + " = 1").encode(), 1_000)


def test_a_typographic_mark_inside_a_text_is_no_error() -> None:
    assert read_toml('name = "\u201cAda\u201d \uff15"'.encode(), 100) == {
        "name": "\u201cAda\u201d \uff15"
    }


@pytest.mark.parametrize(
    "text",
    [
        "Heading\n=======\n", "<<<<<<< HEAD\na\n", "a\n=======\nb\n>>>>>>> x\n",
        ">>>>>>> x\n=======\n<<<<<<< y\n", "<<<<<<< HEAD\na\n>>>>>>> x\n",
    ],
)  # fmt: skip
def test_some_marks_of_a_merge_are_no_conflict(text: str) -> None:
    assert find_merge_conflict(text) is None
    whole = f"{text}<<<<<<< a\n=======\n>>>>>>> b\n"
    assert find_merge_conflict(whole) == len(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("mood = 'depression\u2019", "mark \u2019 in line 1: type the straight mark '"),
        ("x = 1\nmood = 'depression\u2019\nname = 2\n", "mark \u2019 in line 2"),
        (
            'mood = """a\ndepression\u201d\u201d\u201d\nx = 1',
            'mark \u201d in line 2: type the straight mark "',
        ),
        ('say = """a \u201cword\u201d and\nmore\u201d\u201d\u201d\n', "mark \u201d in line 2"),
        ('kinds = ["x\u201d, "y"]', "mark \u201d in line 1"),
    ],
)
def test_a_mark_that_should_end_a_string_is_named(text: str, named: str) -> None:
    with pytest.raises(UnreadableData, match=named):
        read_toml(text.encode(), 200)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("turn = 5\nturn = 6 # \u201c", "Cannot overwrite a value"),
        ("turn = 5 6 # \u201c", "Expected newline"),
        ('name = "\u201cAda\u201d \uff15" 6', "Expected newline"),
    ],
)
def test_a_mark_in_a_comment_or_a_string_is_not_blamed(text: str, named: str) -> None:
    with pytest.raises(UnreadableData, match=named):
        read_toml(text.encode(), 100)


@pytest.mark.parametrize("read", [read_json, read_toml])
@pytest.mark.parametrize("encoding", ["utf-32", "utf-32-le", "utf-32-be"])
def test_utf_32_is_named(read: Any, encoding: str) -> None:
    with pytest.raises(UnreadableData, match="saved as UTF-32"):
        read("number = 5".encode(encoding), 100)
