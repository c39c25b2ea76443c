"""Texts that tests read: made at random, with what trips readers of texts among them."""

import random

SAID = "the the a police killed gunman running quickly don't U.S. 3.5 a-b &quot;hi <skipped> Ümläut naïve ends. well, (so)"
WORDS = SAID.split()
HAN = "今天气很好我们去公园散步他喜欢看书"


def corpus(seed, n=40, longest=14, several=True, scripts=("latin",)):
    """References, each a list of wordings, and outputs that resemble one of them; some of either are empty."""
    draw = random.Random(seed)
    truth, said = [], []
    for _ in range(n):
        han = draw.choice(scripts) == "han"
        pool, space = ([*list(HAN), "GPU", "，"], "") if han else (WORDS, " ")
        wordings = [space.join(draw.choices(pool, k=draw.randint(0, longest))) for _ in range(draw.randint(1, 3 if several else 1))]
        kept = (list(wordings[0]) if han else wordings[0].split(" "))[: draw.randint(0, 2 * longest)]
        truth.append(wordings)
        said.append(space.join(word if draw.random() < 0.75 else draw.choice(pool) for word in kept))
    return truth, said
