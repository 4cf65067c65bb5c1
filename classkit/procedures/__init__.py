"""Rules that several games share: auctions, votes, trades, and throwing for first place."""
