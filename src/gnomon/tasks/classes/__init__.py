"""Scores of several classes: one sweep a class, against the rest."""
