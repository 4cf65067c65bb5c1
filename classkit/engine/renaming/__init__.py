"""Other names of money and units: what an edition declares, and the game that says them."""
