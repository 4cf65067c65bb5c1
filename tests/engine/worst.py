"""Worst-case inputs for the readers: ``python -m tests.engine.worst json`` reads them.

At full size each of these once took minutes or hours, or would if a reader took quadratic time.
Those marked dense take a second or more even in linear time, and are read at a tenth of their size
without ``--deep``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

import classkit
from classkit.engine.editions import MAX_BYTES as MAX_TOML
from classkit.engine.errors import ClasskitError
from classkit.engine.positions import read_position
from classkit.engine.registry import loads
from classkit.engine.serialization import MAX_BYTES as MAX_RECORD
from classkit.engine.serialization import parse_record
from classkit.engine.untrusted_input import read_toml

Worst = Iterator[tuple[str, bool]]
"""A text, and whether it is dense."""


def worst_json(size: int) -> Worst:
    """Return JSON texts of about ``size`` bytes."""
    few = size // 10
    yield "{" + '"\\' * (size // 2 - 1), False
    yield '"' * size, False
    yield '"' + "\\n" * (size // 2 - 1) + '"', False
    yield "[" * size, False
    yield '{"a":' * (size // 5), False
    yield "1" * size, False
    yield "[1." + "1" * (size - 4) + "]", False
    yield "\n" * size, False
    for count in (few, size):
        dense = count == size
        yield "[" + "[]," * (count // 3 - 1) + "1]", dense
        yield "[" + "{}," * (count // 3 - 1) + "1]", dense
        yield "[" + "1," * (count // 2 - 2) + "1]", dense
        yield '["' + "1" * 21 + '"' + ",1" * (count // 2 - 15) + "]", dense
        keys = ",".join(f'"{n:x}":1' for n in range(count // 11))
        yield f"{{{keys}}}", dense
        yield f'{{{keys},"1":1}}', dense
        yield '{"classkit":1,"log":[' + '{"roll":[1]},' * (count // 13 - 3) + "1]}", dense


def worst_toml(size: int) -> Worst:
    """Return TOML texts of about ``size`` bytes."""
    few = size // 10
    yield "a" + ".a" * (size // 2 - 4) + " = 1", False
    yield "[a" + ".a" * (size // 2 - 4) + "]", False
    yield "a = { a" + ".a" * (size // 2 - 8) + " = 1 }", False
    yield "a = " + "1" * (size - 4), False
    yield "a = 0x" + "1" * (size - 6), False
    yield "a = 1." + "1" * (size - 6), False
    yield "a = " + "[" * (size - 4), False
    yield "a = " + "{a=" * (size // 3 - 4), False
    yield "a" * (size - 4) + " = 1", False
    yield 'a = "' + '\\"' * (size // 2 - 4), False
    yield 'a = """' + '""\\n' * (size // 4 - 4), False
    yield "'" * size, False
    yield "a = '''" + "'" * (size - 8), False
    for count in (few, size):
        dense = count == size
        yield "a = [" + "1," * (count // 2 - 4) + "]", dense
        yield "a = [" + "{}," * (count // 3 - 4) + "]", dense
        yield "a = [" + "#\n" * (count // 2 - 4) + "]", dense
        yield "[[a]]\n" * (count // 6), dense
        yield "".join(f"{n:x} = 1\n" for n in range(count // 10)), dense
        deep = "a." * 18
        yield f"[{deep}a]\n" + "".join(f"{n:x} = 1\n" for n in range(count // 10)), dense
        yield "".join(f"{deep}{n:x} = 1\n" for n in range(count // 46)), dense


def worst_position(size: int) -> Worst:
    """Return positions as JSON of about ``size`` bytes."""
    few = ",".join(f'"{n:x}":1' for n in range(size // 30))
    yield f'{{"{"a" * (size // 2)}":{{{few}}}}}', False
    yield f'{{"a":{{"{"a" * (size // 2)}":{{{few}}}}}}}', False
    yield f'{{"{"a." * (size // 2 - 5)}":1}}', False
    yield "{" + ",".join(f'"{"a." * 19}{n:x}":1' for n in range(size // 500)) + "}", False


def worst_replay(size: int) -> Worst:
    """Return records of about ``size`` bytes that take long to replay without effect."""
    record = (
        classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play("end").to_record()
    )
    *log, over = record["log"]
    taken_back = {"signal": "a", "undone": True}
    for lines in ([*log, *[taken_back] * (size // 35), over], [*log, *[over] * (size // 70)]):
        yield json.dumps({**record, "log": lines}), False


def worst(kind: str) -> tuple[Worst, Callable[[str], object]]:
    """Return the texts of a kind, and their reader."""
    if kind == "json":
        return worst_json(MAX_RECORD), parse_record
    if kind == "replay":
        return worst_replay(MAX_RECORD), loads
    if kind == "position":
        texts = worst_position(MAX_RECORD)
        return texts, lambda text: read_position(json.loads(text))
    return worst_toml(MAX_TOML), lambda text: read_toml(text.encode(), MAX_TOML)


def main(kind: str, deep: bool) -> None:
    """Read all of them."""
    texts, read = worst(kind)
    for text, dense in texts:
        if dense and not deep:
            continue
        try:
            read(text)
        except ClasskitError as error:
            print(f"{text[:20]!r}: {error}", flush=True)
        else:
            print(f"{text[:20]!r}: read", flush=True)
    print("all read")


if __name__ == "__main__":
    main(sys.argv[1], "--deep" in sys.argv)
