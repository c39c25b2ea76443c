"""What sentences say in Chinese, by the English."""

SENTENCES: dict[str, str] = {
    " or ": " 或 ",
    ", ": "、",
    "{count:,} rows": "{count:,} 行",
}
