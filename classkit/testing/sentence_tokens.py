"""Tokens of finished sentences: names, amounts and words, as readers see them.

The reader knows only what is printed: names of seats, titles of spaces and things, units, and the
currency sign. It does not know the facts from which a sentence was built.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from classkit.engine.match import Match

TokenKind = Literal["seat", "place", "thing", "account", "amount", "percent", "word", "break"]
NUMBER = r"(?P<sign>(?<!\w)[+−-])?(?P<currency>{})?(?P<digits>\d+(?:,\d{{3}})*(?:\.\d+)?)"
ORDINAL_WORDS = frozenset({"turn", "turns", "round", "rounds", "place", "step", "phase", "die"})
"""Words before a number that counts something other than an amount, such as "turn 12"."""


class Token(NamedTuple):
    """A piece of a sentence.

    Args:
        kind: The kind of token.
        text: The text, as printed.
        ids: The possible referents of a name (seats, spaces, accounts), or an amount's units.
        value: The number of an amount, without its sign.
        tolerance: Half of the last digit of the number.
        sign: 1 or -1 if the sign is printed, otherwise 0.
        is_money: True for an amount with a currency sign.
        start: The start of the token in the text.
    """

    kind: TokenKind
    text: str
    ids: tuple[str, ...] = ()
    value: Fraction = Fraction(0)
    tolerance: Fraction = Fraction(0)
    sign: int = 0
    is_money: bool = False
    start: int = 0

    @property
    def end(self) -> int:
        """The end of the token in the text."""
        return self.start + len(self.text)

    @property
    def signed(self) -> Fraction:
        """The number with its printed sign."""
        return -self.value if self.sign < 0 else self.value

    def fits(self, number: int | float | Fraction) -> bool:
        """Return whether the printed number equals this one, rounded to its digits."""
        return abs(self.value - abs(Fraction(number))) <= self.tolerance


Clause = tuple[Token, ...]
"""Tokens up to the next full stop, colon, semicolon or bracket."""


class SentenceReader:
    """Splits the sentences of one match into tokens.

    Args:
        match: The match.
        you: The seat that the sentences address as "you", if any.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=["Ada", "Bo"], seed=7)
    >>> [(token.kind, token.text) for token in SentenceReader(m).read("Bo gets $50 at Start ×4.")]
    [('seat', 'Bo'), ('word', 'gets'), ('amount', '$50'), ('word', 'at'), ('place', 'Start ×4'), \
('break', '.')]
    """

    def __init__(self, match: Match, you: str | None = None) -> None:
        say = match.say()
        self.say, self.seats = say, match.seats
        self.spaces = [
            space.id for space in match.game.board(match.table).spaces if ":" not in space.id
        ]
        units = list_unit_words(match)
        names: dict[str, tuple[TokenKind, list[str]]] = {}

        def add(kind: TokenKind, name: str, of: str) -> None:
            if name and not name.replace(",", "").isdecimal():
                names.setdefault(name, (kind, []))[1].append(of)

        for seat in match.seats:
            add("seat", say.seat(seat), seat)
        for pronoun in ("you", "You") if you else ():
            add("seat", pronoun, you or "")
        for space in self.spaces:
            if space not in match.ledger.balances:  # gold counts as a unit first
                add("place", say.space(space), space)
        for title, (_, spaces) in list(names.items()):
            if len(spaces) > 1 and title.isalpha():
                del names[title]  # a label such as "Election" is also a word of other sentences
        for thing, title in say.spaces.items():
            if ":" not in thing and thing not in (*self.spaces, *match.ledger.balances):
                add("thing", title, thing)
        for account, words in say.words.accounts.items():
            if "{" not in words:
                add("account", words, account)
        self.names = names
        self.units = units
        patterns = [make_name_pattern(name, names[name][0]) for name in sort_names(names)]
        spelled = "|".join(map(re.escape, sort_names(units))) or "(?!)"
        number = NUMBER.format(re.escape(say.currency))
        self.pattern = re.compile(
            rf"(?P<name>(?<!\w)(?:{'|'.join(patterns)})(?!\w))"
            rf"|{number}(?P<percent> ?%)?(?: (?P<unit>{spelled})(?!\w))?"
            r"|(?P<word>['’]s\b|[^\W\d_][\w-]*)|(?P<break>[(]|[.;:)!?](?=\s|\W|$))"
        )

    def read(self, text: str) -> list[Token]:
        """Return the tokens of a text."""
        found = [self.make_token(one) for one in self.pattern.finditer(text)]
        return self.name_everybody([one for one in found if one.text != "also"])

    def name_everybody(self, tokens: list[Token]) -> list[Token]:
        """Replace "every player $5" by each seat with the amount."""
        for at in range(len(tokens) - 3, -1, -1):
            every, player, amount = tokens[at : at + 3]
            if (every.text, player.text, amount.kind) == ("every", "player", "amount"):
                tokens[at : at + 3] = [
                    one
                    for seat in self.seats
                    for one in (every._replace(kind="seat", ids=(seat,)), amount)
                ]
        return tokens

    def read_clauses(self, text: str) -> Iterator[Clause]:
        """Yield the clauses of a text."""
        yield from split_clauses(self.read(text))

    def make_token(self, found: re.Match[str]) -> Token:
        """Return the token for a match of the pattern."""
        text = found[0]
        if name := found["name"]:
            known = self.names.get(name) or self.names.get(swap_first_case(name))
            assert known is not None, name
            return Token(known[0], name, tuple(known[1]), start=found.start())
        if digits := found["digits"]:
            value = Fraction(digits.replace(",", ""))
            tolerance = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
            sign = {"+": 1, "-": -1, "−": -1}.get(found["sign"] or "", 0)
            if found["percent"]:
                return Token("percent", text, (), value, tolerance, sign, start=found.start())
            ids = self.units.get(found["unit"] or "", ())
            exact = tolerance if "." in digits else Fraction(0)
            is_money = bool(found["currency"])
            return Token("amount", text, ids, value, exact, sign, is_money, found.start())
        return Token("word" if found["word"] else "break", text, start=found.start())


def list_unit_words(match: Match) -> dict[str, tuple[str, ...]]:
    """Return the units of the ledger and of metrics by their words, singular and plural."""
    say, found = match.say(), dict[str, list[str]]()
    metrics = [metric.unit for metric in match.game.active_metrics(match.table)]
    for unit in dict.fromkeys([*say.words.units, *match.ledger.balances, *metrics]):
        if not unit or say.is_money(unit) or unit.endswith(":") or "%" in unit:
            continue
        for count in (1, 2):
            found.setdefault(say.unit(unit, count), []).append(unit)
        found.setdefault(say.unit(unit), []).append(unit)
    return {words: tuple(dict.fromkeys(units)) for words, units in found.items()}


def sort_names(names: Iterable[str]) -> list[str]:
    """Return names, longest first, so that no name is mistaken for the start of another."""
    return sorted(names, key=lambda name: (-len(name), name))


def make_name_pattern(name: str, kind: TokenKind) -> str:
    """Return the pattern of a name. Accounts and descriptive titles may start in either case.

    Examples are "The Bank" at the start of a sentence, and "an inflation square (moves the marker
    6)" as the description of a space.
    """
    first, rest = re.escape(name[0]), re.escape(name[1:])
    has_either_case = kind == "account" or "(" in name
    return f"{f'(?i:{first})' if has_either_case else first}{rest}"


def swap_first_case(name: str) -> str:
    """Return a name with the case of its first letter swapped."""
    return name[:1].swapcase() + name[1:]


def split_clauses(tokens: Sequence[Token]) -> Iterator[Clause]:
    """Yield the tokens between full stops, colons, semicolons and brackets."""
    clause: list[Token] = []
    for token in tokens:
        if token.kind == "break":
            if clause:
                yield tuple(clause)
            clause = []
        else:
            clause.append(token)
    if clause:
        yield tuple(clause)


def is_ordinal(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a number counts turns or similar: "turn 12", "round 9 of 10"."""
    before = [token.text.lower() for token in tokens[max(at - 3, 0) : at]]
    return bool(before) and (
        before[-1] in ORDINAL_WORDS or (before[-1] in ("of", "to") and before[0] in ORDINAL_WORDS)
    )
