"""Scores of two classes: one sweep of thresholds a model."""
