"""Rules of Economicon, one module per phase or topic of the rulebook."""
