"""What the kind says, in English and Chinese."""

MESSAGES = {
    "en": {
        "task.die": "guesses of a die",
        "die.hits": "{hits} hits on a {sides}-sided die",
        "loaded_die": "{model}: {share:share} of the guesses hit, which no honest die allows: look for a loaded one",
    },
    "zh": {
        "task.die": "猜骰子",
        "die.hits": "{sides} 面骰子，猜中 {hits} 次",
        "loaded_die": "{model}：猜中 {share:share}，公平的骰子做不到：先看看骰子是否灌了铅",
    },
}
PAGE = {"die_section": ("Is the die honest?", "骰子公平吗？"), "die_link": ("The die", "骰子")}
SCRIPT = {"die_said": ("{name} hit {hits} of {total}, with a {sides}-sided die", "{name} 在 {sides} 面骰子上猜 {total} 次中 {hits} 次")}
