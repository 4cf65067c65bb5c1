"""Policies of students: checked, played apart from each other, and let into tournaments."""
