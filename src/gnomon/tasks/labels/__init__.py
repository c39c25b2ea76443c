"""Predicted labels: one confusion matrix a model."""
