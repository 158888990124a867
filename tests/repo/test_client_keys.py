"""What the table says of keys is not said where only a finger points: there is hardly a keyboard."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web" / "src"
TEXTS = ROOT / "src/shapan/server/locale/en/LC_MESSAGES/table.po"
OF_KEYS = re.compile(r"\b(?:[Kk]eys?|[Kk]eyboard)\b|\b(?:Enter|Esc|Shift|Ctrl|Backspace)\b")
LIST = "KeyMap.svelte"
"""All of it is about keys, and a menu without a keyboard does not open it."""


def test_nothing_is_said_of_keys_to_a_finger() -> None:
    """Each part that says a text of keys asks first, or says it to screen readers alone."""
    with TEXTS.open("rb") as file:
        of_keys = {str(one.id) for one in read_po(file) if OF_KEYS.search(str(one.string))}
    said = re.compile(r'"(ui\.\w+)"')
    found, wrong = set[str](), list[str]()
    for part in sorted(WEB.rglob("*.svelte")):
        for line in part.read_text(encoding="utf-8").splitlines():
            texts = of_keys & {*said.findall(line)}
            found |= texts
            if texts and part.name != LIST and "view.fingers" not in line and 'class="sr"' not in line:
                wrong.append(f"{part.name}: {', '.join(sorted(texts))}")
    assert {"ui.moment_go_on", "ui.key_map"} <= found and not wrong, wrong
