"""One finding."""

from gnomon.findings.finding import Finding, FindingRules
from gnomon.messages import Message

rule = RULES = FindingRules()


@rule
def loaded_die(e):
    """More hits than an honest die allows."""
    for name, guesses in e.summaries_of("guesses").items():
        share = guesses.hits / guesses.total
        if guesses.total >= 100 and share > 3 / e.sides:
            yield Finding("loaded_die", "problem", Message("loaded_die", model=name, share=share), "hit_share", name, {"hit_share": share})
