"""Description of Orchard in three sentences, which a class reads before the first step."""

from __future__ import annotations

from classkit.engine.game import About

ABOUT = About(
    subject="Everybody makes goods, and all are sold at one price, which falls with each of them.",
    winner="Most money wins when all rounds are played.",
    measure="Money is what the goods have brought, less what they cost.",
    rules=("R2.2", "R3.1", "R4.1", "R4.2"),
    chart="money",
)
