"""Findings on detections."""

from ...findings.finding import Rules

rule = RULES = Rules()
