"""Rules that several games share: auctions, votes, trades, and rolling for first place."""
