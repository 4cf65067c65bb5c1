"""Students' policies: checked, run in processes of their own, and entered in tournaments."""
