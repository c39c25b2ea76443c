"""A score that says how the texts were read."""


class Score(float):
    """A float with the signature of how it was measured: under another signature it would be another number.

    >>> Score(0.5, "tok:words|v:0.1.0").signature
    'tok:words|v:0.1.0'
    """

    signature: str

    def __new__(cls, value: float, signature: str) -> "Score":
        made = super().__new__(cls, value)
        made.signature = signature
        return made

    def __reduce__(self) -> tuple[type["Score"], tuple[float, str]]:
        return Score, (float(self), self.signature)
