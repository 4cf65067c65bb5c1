"""Rules shared by several games: auctions, votes, trades, and roll-offs."""
