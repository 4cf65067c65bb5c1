"""A law of the house: text is UTF-8 on every machine, and that is stated wherever it is read."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "classkit"


def test_every_text_file_states_its_encoding() -> None:
    """What the system thinks is usual (cp1252, ASCII) would read and write other signs."""
    silent = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}: {ast.unparse(call)[:80]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and is_text(call) and not states_encoding(call)
        and "/proc/" not in ast.unparse(call)  # of Linux itself, in ASCII
    ]  # fmt: skip
    assert silent == [], "\n".join(silent)


def is_text(call: ast.Call) -> bool:
    """Whether a call reads or writes text, of a file or of another process."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    words = {word.arg: word.value for word in call.keywords}
    if name in ("read_text", "write_text"):
        return True
    if name in ("run", "Popen", "check_output"):
        return "text" in words or "universal_newlines" in words
    if name == "open":
        of_path = isinstance(call.func, ast.Attribute)  # or of something else that can be opened
        place = 0 if of_path else 1
        mode = words.get("mode", call.args[place] if len(call.args) > place else None)
        if mode is None:
            return not of_path
        return isinstance(mode, ast.Constant) and set(str(mode.value)) <= set("rwaxt+")
    if name in ("NamedTemporaryFile", "TemporaryFile", "fdopen"):
        given = words.get("mode", call.args[1] if name == "fdopen" and len(call.args) > 1 else None)
        return isinstance(given, ast.Constant) and "b" not in str(given.value)
    return False


def states_encoding(call: ast.Call) -> bool:
    """Whether the encoding is given, by its name or in its place."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    in_place = {"read_text": 0, "write_text": 1}.get(name)
    by_name = any(word.arg == "encoding" for word in call.keywords)
    return by_name or (in_place is not None and len(call.args) > in_place)


def test_the_law_finds_what_it_looks_for() -> None:
    def found(source: str) -> bool:
        call = ast.parse(source, mode="eval").body
        assert isinstance(call, ast.Call)
        return is_text(call) and not states_encoding(call)

    silent = ("path.read_text()", "path.write_text(x)", "open(path)", "open(path, 'w')",
              "path.open('w')", "run(words, text=True)")  # fmt: skip
    stated = ("path.read_text('utf-8')", "path.write_text(x, encoding='utf-8')", "open(path, 'rb')",
              "path.open('rb')", "path.open('x', encoding='utf-8')", "os.open(path, flags)",
              "run(words)", "run(words, text=True, encoding='utf-8')")  # fmt: skip
    assert all(map(found, silent)) and not any(map(found, stated))
