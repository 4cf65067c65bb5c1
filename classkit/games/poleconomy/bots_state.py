"""How the three bots play politics in Game 2: what they share, and what each wants of the state."""

from __future__ import annotations

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from .laws import Bracket, TaxLaw, plain_law
from .view import PoleconomyView

DONE = Answer("done")


def flat_law(per_company: int, per_advert: int, flat: int = 0) -> TaxLaw:
    """A tax law of one bracket, for everybody."""
    return TaxLaw((Bracket(flat=flat, per_company=per_company, per_advert=per_advert),))


def next_salary(view: PoleconomyView, seat: str) -> int | None:
    """The highest salary that a seat may be given now; None where it has that already.

    At most so much above the start of the turn, and all together within their limit (P18).
    """
    finance, salaries = view.edition.finance, view.salaries
    others = sum(salaries.values()) - salaries[seat]
    before = view.salaries_before.get(seat, 0)
    most = min(before + finance.raise_max, finance.total_max - others)
    return most if most > salaries[seat] else None


class Citizen:
    """What all three do in politics.

    They accept a place in any coalition, since those who govern share in its posts. Members of
    the Government vote for its bills; the opposition votes for a tax only if it costs it no more
    than the law in force. Members support the Prime Minister as long as the Treasury could pay
    the next interest: nobody wins a bankrupt country.
    """

    law: TaxLaw | None = None
    """The tax law that this bot wants, once it wants one."""

    def join_coalition(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, about = view.seat or "", decision.about
        if me in view.government:
            return "yes"
        if about["kind"] != "tax":
            return "no"
        return "yes" if view.tax_due(me, about["bill"]) <= view.tax_due(me) else "no"

    def support_pm(self, view: PoleconomyView, decision: Decision) -> Reply:
        if (view.seat or "") not in view.government:
            return "no"
        return "yes" if can_pay_interest(view) else "no"

    def pm_action(self, view: PoleconomyView, decision: Decision) -> Reply:
        """The arrow first, then posts and salaries, then a tax law, then done."""
        listed = {move.name: move for move in decision.moves}
        acts = (self.turn_arrow, self.fill_cabinet, self.raise_salaries, self.ask_for_tax)
        for act in acts if listed["reverse_arrow"].barred == "" else acts[1:]:
            answer = act(view)
            if answer is not None and not listed[answer.move].barred:
                return answer
        return DONE

    def turn_arrow(self, view: PoleconomyView) -> Answer | None:
        """Reverse the arrow if the other side suits better."""
        return Answer("reverse_arrow") if self.wants_reversal(view) else None

    def wants_reversal(self, view: PoleconomyView) -> bool:
        """Whether the numbers on the other side of the marker suit better."""
        return False

    def fill_cabinet(self, view: PoleconomyView) -> Answer | None:
        """Give a member of the Government a post."""
        return None

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        """Raise a salary."""
        return None

    def wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        """The tax law that suits this bot now."""
        return self.law

    def ask_for_tax(self, view: PoleconomyView) -> Answer | None:
        """Table the law that is wanted, once in a turn, unless it is in force."""
        law = self.wanted_law(view)
        if law is None or view.bills_left < view.options.bills_per_turn:
            return None
        if view.law_in_force == law:
            return None
        stated = plain_law(law)
        return Answer("propose_tax", {"law": stated}) if view.may_say(stated) else None


class Office(Citizen):
    """A Prime Minister who fills posts and raises salaries while bonds can still pay for them."""

    raises_from = 0
    """Unissued bonds from which on salaries are raised."""

    def paid(self, view: PoleconomyView) -> list[str]:
        """Whose salaries are raised, in turn."""
        return [view.seat or ""]

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        if view.unissued < self.raises_from:
            return None
        if view.options.salaries_need_consent and not view.bills_left:
            return None
        for seat in self.paid(view):
            if (amount := next_salary(view, seat)) is not None:
                return Answer("set_salary", {"player": seat, "amount": amount})
        return None


def can_pay_interest(view: PoleconomyView) -> bool:
    """Whether cash and unissued bonds of the Treasury cover the next interest (P17.5)."""
    edition = view.edition
    means = view.cash("treasury") + edition.prices.bond * view.unissued
    return edition.bond_interest * view.issued <= means
