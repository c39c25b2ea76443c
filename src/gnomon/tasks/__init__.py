"""Kinds of evaluation: for each, how its rows are read and what is shown of them."""
