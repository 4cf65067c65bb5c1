"""The facts of a position in words, for the lists of what may be stated."""

from __future__ import annotations

from collections.abc import Mapping

ABOUT: Mapping[str, str] = {
    "turn": "number of the turn that begins, from 1",
    "round": "number of its round: the first turn of it, unless turn says which (P3.10)",
    "mover": "whose turn it is; by default the Prime Minister, if stated (P3.9)",
    "prime_minister": "the Prime Minister (P2.6)",
    "banker": "the Banker (P2.2)",
    "number": "the Inflation Number: the first position with it, or that with this word (P4.2)",
    "word": "the word at the marker's position, where number alone would mean another (P4.4)",
    "marker": "position of the marker on the Inflation Index, instead of number (P4.1)",
    "arrow": "direction in which the marker moves (P4.3)",
    "trail": "stops of the piece that moved last, each with what brought it there; for the board",
    "at": "square or corner where the piece stands, by id or name",
    "cash": "dollars in hand; by default as after set-up with this Basic Income (P2.4)",
    "basic_income": "dollars, 2 to 12 times those of a pip: 20,000 to 120,000 in Canada (P2.3)",
    "squares": "companies and advertising squares owned, by id or name (P6.1)",
    "savings": "savings cards held",
    "bonds": "bonds held",
    "life": "life policies held",
    "business": "business policies held",
    "debts": "dollars owed, by creditor (P13.4)",
    "received": "dollars received in this round, by reason; for the charts",
    "tax_paid": "dollars of tax paid so far; for the charts",
    "tax_lapsed": "dollars of tax that lapsed so far; for the charts",
    "turns_in_office": "turns begun as Prime Minister so far; for the charts",
    "treasury": "dollars in the Treasury, Game 2 (P17)",
    "unissued": "bonds that the Treasury holds, Game 2 (P2.2)",
    "law": "the tax law in force as it could be tabled, Game 2 (P19)",
    "deferred": "subsidies passed and not yet paid, each with its due_turn, Game 2 (P19.5)",
    "government": "seats in the Government, Game 2 (P16.5)",
    "motion_made": "whether no confidence was moved since a Prime Minister's turn began (P20.1)",
    "elections": "elections held so far, Game 2; for the charts",
    "budget": "dollars that the Treasury received or paid in this round, by reason; for the charts",
    "acts": "political acts of the Prime Minister in this turn (P17.10)",
    "bills": "bills among these acts (P19.1)",
    "arrow_reversed": "whether the arrow was reversed in this turn (P4.3)",
    "party": "party of the seat, Game 2 (P16)",
    "votes": "votes until the next election, Game 2 (P16.3)",
    "post": "post in the Cabinet, Game 2 (P18.1)",
    "salary": "dollars, as Prime Minister or minister, Game 2 (P18.2)",
    "salary_before": "dollars at the start of the turn, from which a raise is counted (P18.3)",
}
"""Name of a fact -> what it is, with its unit and clause."""
