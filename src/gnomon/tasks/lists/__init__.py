"""Ranked lists: the items of each query in the order of their scores."""
