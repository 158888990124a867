"""Names on a map are whole, or shortened to whole words: none is cut with dots, which say nothing."""

from pathlib import Path

MAP = Path(__file__).parents[2] / "web/src/parts/map"
WHOLE_ELSEWHERE = {"Affair.svelte"}
"""What is under way stands in full in the desk beside it."""


def test_no_name_on_a_map_ends_in_dots() -> None:
    cut = {part.name for part in MAP.glob("*.svelte") if "ellipsis" in part.read_text(encoding="utf-8")}
    assert cut == WHOLE_ELSEWHERE
