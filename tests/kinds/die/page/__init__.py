"""The section of the report."""

from pathlib import Path

from gnomon.report.section import Section, summary_of

from .. import words


class Die(Section):
    key = "die"
    order = 15
    folder = Path(__file__).parent
    template = "die.html"
    scripts = ("die.js",)
    styles = ("die.css",)
    link = "die_link"
    page_words = words.PAGE
    script_words = words.SCRIPT

    def shown(self, e):
        return any(summary_of(e, name, "guesses") is not None for name in e.names)

    def payload(self, e, views):
        if not self.shown(e):
            return None
        found = [summary_of(e, view.model, "guesses") for view in views]
        return {"sides": e.sides, "models": [[guesses.hits, guesses.total] for guesses in found]}

    def terms(self, e):
        return ("hit_share", "hit_lift") if self.shown(e) else ()


SECTIONS = (Die(),)
