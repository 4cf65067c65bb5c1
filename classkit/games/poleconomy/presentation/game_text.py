"""Texts of Poleconomy by name: questions, labels and event sentences."""

from __future__ import annotations

from classkit.engine.rulebook_text import Words, choose_sentence, make_labels, make_phrases

from . import decision_leads, decision_sentences, event_text, event_text_game2, text_game2
from .metric_components import WORTH_SENTENCES
from .nouns import COUNTED_WORDS, STOCK_WORDS

WORDS = Words(
    endings=event_text.ENDINGS,
    decisions={
        "set_arrow": "The arrow points {arrow}. Keep it, or reverse it?",
        "choose_move": "Throw the dice, or go straight to a Corner Square?",
        "choose_circuit": decision_sentences.ask_circuit,
        "buy_square": "Buy {square:space} for {price:money}?",
        "bid": decision_sentences.ask_bid,
        "direct_visitor": (
            "{visitor:seat} has landed on your {advert:space}. Let them stay, or direct them to a "
            "company?"
        ),
        "accept_share": (
            "{asked_by:seat} would direct {visitor:seat} to your {company:space} for a share of "
            "{share:money}. Accept?"
        ),
        "own_advert": "This is your own advertising. Stay, or move to one of these squares?",
        "opportunity": "Opportunity: stay, throw for a new Basic Income, or go to any square?",
        "royal_bank": "How many savings cards and bonds do you buy?",
        "buy_life": decision_sentences.ask_policy("life"),
        "buy_business": decision_sentences.ask_policy("business"),
        "takeover_target": ("Take over another player's square?{fee:? The fee is {fee:money}.}"),
        "second_target": (
            "One throw is left. Take over a second square?{fee:? The fee is {fee:money}.}"
        ),
        "answer_trade": decision_sentences.ask_trade,
        "end_turn": "End your turn?",
        "agree_end": "{proposed_by:seat} proposes to end the game now. Do you agree?",
        **text_game2.DECISIONS,
    },
    moves={
        **make_labels("yes", "no", "bid", "stay", "buy", "pass", "accept", "refuse", "done"),
        "keep": "Keep the arrow",
        "reverse": "Reverse the arrow",
        "throw": "Throw the dice",
        "inner": "Inner circuit",
        "outer": "Outer circuit",
        "direct": "Direct to a company",
        "go": "Go to a square",
        "rethrow": "Throw for a new Basic Income",
        "target": "Take over a square",
        "propose_end": "Propose to end the game",
        "buy_square.yes": "Buy",
        "buy_square.no": "Do not buy: auction it",
        "direct_visitor.stay": "Let them stay",
        "buy_life.yes": "Buy a policy",
        "buy_business.yes": "Buy a policy",
        **text_game2.MOVES,
    },
    deeds={
        "choose_move": "goes to {}",
        "buy_square.no": "does not buy",
        "buy_life.no": "buys no policy",
        "buy_business.no": "buys no policy",
        "agree_end.yes": "agrees to end the game",
        "agree_end.no": "does not agree to end the game",
        "end_turn.done": "ends the turn",
    },
    fields={
        **make_labels("amount", "company", "square", "bonds", "partner", "cash", "squares", "debt"),
        **make_labels("to"),
        "share_ask": "Share to ask for",
        "savings": "Savings cards",
        "life": "Life policies",
        "business": "Business policies",
        "give": "You give",
        "get": "You get",
        **text_game2.FIELDS,
    },
    events={
        "game_started": "A game of {seats:count} players begins.",
        "payment": choose_sentence(
            "reason",
            event_text.PAYMENT_SENTENCES,
            "{payer:Account} pays {payee:account} {amount:money} ({reason:reason}).",
        ),
        "asset_moved": event_text.tell_asset,
        "dice_thrown": event_text.tell_dice,
        "basic_income_set": (
            "{seat:seat} has a Basic Income of {amount:money}{old:? instead of {old:money}}."
        ),
        "turn_started": "{seat:seat}{is_pm:?, the Prime Minister,} begins turn {turn}.",
        "beaver_moved": event_text.tell_move,
        "arrow_set": "{pm:seat} reverses the arrow: it now points {direction}.",
        "marker_moved": event_text.tell_marker,
        "tax_assessed": choose_sentence(
            "due",
            {0: "{seat:seat} owes no tax."},
            choose_sentence(
                "lapsed",
                {0: "{seat:seat} pays {paid:money} in tax."},
                choose_sentence(
                    "paid",
                    {0: "{seat:seat} owes {due:money} in tax but has no money: the tax lapses."},
                    "{seat:seat} owes {due:money} in tax and pays {paid:money}; "
                    "the remaining {lapsed:money} lapses.",
                ),
            ),
        ),
        "profit_due": choose_sentence(
            "lapsed",
            {0: "{visitor:seat} pays {owner:seat} {paid:money} at {square:space}."},
            choose_sentence(
                "paid",
                {
                    0: "{visitor:seat} owes {owner:seat} {due:money} at {square:space} and "
                    "has no money: the debt lapses."
                },
                "{visitor:seat} owes {owner:seat} {due:money} at {square:space} and pays "
                "{paid:money}; the remaining {lapsed:money} lapses.",
            ),
        ),
        "auction_held": event_text.tell_auction,
        "visitor_directed": event_text.tell_direction,
        "opportunity_used": choose_sentence(
            "choice",
            {
                "stay": "{seat:seat} lets the opportunity pass.",
                "rethrow": "{seat:seat} throws for a new Basic Income.",
            },
            event_text.tell_chosen_square,
        ),
        "disaster": event_text.tell_disaster,
        "takeover_bid": choose_sentence(
            "won",
            {
                True: "{bidder:seat} throws a double: {owner:seat} must sell {square:space} to "
                "{bidder:seat} for {value:money}.",
                False: "{bidder:seat} fails to throw a double, so does not get {owner:seat}'s "
                "{square:space}.",
            },
        ),
        "trade_proposed": event_text.tell_offer,
        "trade_done": event_text.tell_trade,
        "trade_refused": "{partner:seat} refuses the trade.",
        "debt_changed": choose_sentence(
            "balance",
            {0: "{debtor:Account} no longer owes {creditor:account} anything."},
            "{debtor:Account} owes {creditor:account} {balance:money}.",
        ),
        "election_started": choose_sentence(
            "cause",
            {
                "start": "The first Prime Minister is elected.",
                "no_confidence": "Election: the Government has lost the confidence of Parliament.",
            },
            "Election: the Prime Minister resigns.",
        ),
        "pm_elected": "{seat:seat} is Prime Minister.",
        "game_ended": event_text.tell_ending,
        **event_text_game2.EVENTS,
    },
    leads={
        "buy_square": decision_leads.tell_offer_lead,
        "bid": decision_leads.tell_auction_lead,
    },
    worth=WORTH_SENTENCES,
    exchanges=("trade", "bargains"),
    causes={
        **dict.fromkeys(
            ("income", "savings_interest", "own_company", "company_profit"), "in {reason}"
        ),
        **dict.fromkeys(("tax", "bond_interest", "salary", "start", "subsidy"), "in {reason}"),
        "advert_share": "from a {reason}",
        "buy_business": "by buying business insurance",
        "takeover_fee": "in takeover fees",
        "disaster": "because of a business disaster",
        "trade": "from trades",
    },
    earned=event_text.tell_income_source,
    weights={**event_text.WEIGHTS, **event_text_game2.WEIGHTS},
    stories=event_text.STORIES,
    units={
        "dollars": "dollars",
        **{unit: STOCK_WORDS[unit] for unit in STOCK_WORDS},
        **COUNTED_WORDS,
    },
    reasons={
        **make_phrases("income", "tax", "takeover_fee", "trade", "loan_repaid"),
        "start": "starting capital",
        "liquid": "changes of net worth",
        "votes": "changes of all votes",
        "election": "votes thrown at an election",
        "savings_interest": "interest on savings",
        "buy_company": "company bought",
        "buy_advert": "advertising bought",
        "auction": "bought at auction",
        "company_profit": "Company Profit",
        "own_company": "profit as owner",
        "advert_share": "share of a directed visitor's payment",
        "bond_interest": "interest on bonds",
        "salary": "Government Salary",
        "buy_savings": "savings cards bought",
        "cash_savings": "savings cards cashed",
        "buy_bonds": "bonds bought",
        "cash_bonds": "bonds cashed",
        "buy_life": "life insurance bought",
        "surrender_life": "life policy surrendered",
        "buy_business": "business insurance bought",
        "bargains": "trades and the loans made in them",
        "takeover_price": "takeover",
        "disaster": "business disaster",
        "quick_start": "dealt for the quick start",
        **text_game2.REASONS,
    },
    accounts={"bank": "the Bank", "treasury": "the Treasury"},
    asides={
        "cash_in": "Cash in cards, bonds or policies",
        "repay_loan": "Repay a loan",
        "propose_trade": "Offer a trade",
    },
    facts={
        "agree_end": "{proposed_by:seat} proposes to end the game now.",
        "bid": "{square:space} is up for auction.",
        "buy_square": decision_sentences.preview_offer,
        **text_game2.FACTS,
    },
    signals={"time_up": "Call time: the game ends after this turn"},
)
