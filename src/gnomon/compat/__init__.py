"""gnomon in the place of other libraries, under their names and with their arguments: one import changes, nothing else does.

Each module stands alone and imports what it stands in for only where it must: ``from gnomon.compat import sklearn as metrics``.
"""
