"""Chinese."""

from ..gathering import gathered

TEMPLATES = gathered(__name__, __path__)
