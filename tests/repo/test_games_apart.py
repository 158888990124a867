"""The browser table knows no game: what is a game's own, its symbols and words, lies in the game's folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shapan.engine.registry import games
from shapan.engine.text import catalogue, package_of
from shapan.server.pages.cover import symbols

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "shapan" / "server" / "static"
KINDS = {".svelte", ".ts", ".css", ".svg", ".html", ".js", ".json"}
OTHERS = {"node_modules", ".cache", "dist"}
"""What others wrote, and what is built."""
NAMING = (
    "ability",
    "alarm",
    "basestar_damage",
    "card",
    "character",
    "civilian",
    "crisis",
    "damage",
    "destination",
    "face",
    "location",
    "loyalty",
    "order",
    "place",
    "quorum",
    "race",
    "resource",
    "ship",
    "side",
    "skill",
    "skill_card",
    "super_crisis",
    "title",
    "unit",
)
"""Tables of the games' texts whose keys are names of things of the game."""
PLAIN = {
    *("cards", "cards_note", "named", "numbered", "odds", "odds_none", "off"),
    *("at", "attack", "drop", "flight", "hidden", "left", "loser", "move", "numbers", "protected", "right"),
    *("attacker", "build", "deeds", "defender", "front", "ghost"),
}
"""Names that are also words of the table."""
TABLE = {
    "cards",
    "face_down",
    "hold_up",
    "not_a_target",
    "cards_note",
    "cards_put",
    "no_case",
    "no_undo",
    "odds_none",
    "round_of",
    "turn_begins",
    "you_won",
    "too_many",
}
"""Keys of games that the table has too."""


def sources() -> dict[Path, str]:
    paths = [path for folder in (ROOT / "web", STATIC) for path in folder.rglob("*") if path.suffix in KINDS]
    kept = [path for path in paths if not OTHERS & set(path.parts) and not path.name.endswith("lock.json")]
    return {path: path.read_text(encoding="utf-8") for path in kept}


def own_words() -> set[str]:
    """Return the names of games, of their symbols, of the kinds of their pieces and of their things."""
    found = set()
    for game in games().values():
        if package_of(game).startswith("shapan."):
            found |= {game.name, game.name.replace("_", "-"), f"{game.prefix}-"}
            found |= set(re.findall(r'<symbol id="([^"]+)"', symbols(game).decode()))
            keys = [key.partition(".") for key in catalogue(game, "en")]
            found |= {name.partition("#")[0] for table, _, name in keys if table in NAMING}
            found |= {name for table, _, name in keys if table == "label" and name.endswith("_die")}
    return found - PLAIN


def own_keys() -> set[str]:
    """Return the keys of games' texts that are no plain words: `manage_pick`, `nuke_target`."""
    keys = {key for game in games().values() for key in catalogue(game, "en") if package_of(game).startswith("shapan.")}
    return {name for key in keys if "_" in (name := key.partition(".")[2].partition("#")[0])} - TABLE


def used(words: set[str], text: str) -> list[str]:
    there = (word for word in sorted(words) if word in text)  # a look that costs nothing
    return [word for word in there if re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", text)]


def test_no_part_of_the_table_names_a_game_or_its_things() -> None:
    words, found = own_words(), {}
    assert {"planet_masters", "s-viper", "weapon_die", "cruiser", "centurion"} <= words
    for path, text in sources().items():
        if names := used(words, text):
            found[str(path.relative_to(ROOT))] = names
    assert found == {}


def test_no_part_of_the_table_knows_a_question_an_action_or_an_event_of_a_game() -> None:
    """Made-up matches in the client's own tests may: what is served may not."""
    words, found = own_keys(), {}
    assert {"manage_pick", "nuke_target", "colony_gained", "roll_or_hold"} <= words
    for path, text in sources().items():
        if not path.name.endswith(".test.ts") and "testing" not in path.parts and (names := used(words, text)):
            found[str(path.relative_to(ROOT))] = names
    assert found == {}


@pytest.mark.parametrize("text", [".weapon_die {", 'name="s-viper"', "battlestar", "/* of a cruiser */", '"PM-3.1"'])
def test_a_word_of_a_game_is_found(text: str) -> None:
    assert used(own_words(), text)


def test_the_sources_of_the_table_are_looked_at() -> None:
    names = {path.name for path in sources()}
    assert {"Piece.svelte", "app.css", "symbols.svg", "faces.ts", "index.html", "tokens.css", "cover.svg"} <= names
