"""Kinds of evaluation: each aspect is a folder here, with everything that is particular to it."""

from .registry import aspect, aspects, register, task, tasks, unregister

__all__ = ["aspect", "aspects", "register", "task", "tasks", "unregister"]
