"""Cards without `text` have words made of their effects: every operation, every effect of the printed cards."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from shapan.engine.text import texts_of
from shapan.games.malifaux.cards.__main__ import main
from shapan.games.malifaux.cards.effect_reader import read_effects
from shapan.games.malifaux.cards.expression_words import EXPRESSION_WORDS
from shapan.games.malifaux.cards.flags import FLAGS, SUBJECTS
from shapan.games.malifaux.cards.hooks import HOOKS, RELEASE_HOOKS, SPANS
from shapan.games.malifaux.cards.kinds import parameters
from shapan.games.malifaux.cards.loader import OWN, load, standard, standard_files
from shapan.games.malifaux.cards.operations import OPERATIONS
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.words import MODES, ONCE, PLAYERS, SOURCES, TIMINGS, WHO
from shapan.games.malifaux.wording.cards import Cards
from shapan.games.malifaux.wording.library import LANGUAGES, all_of, generated, versions_of
from shapan.games.malifaux.wording.phrasebook import PACKAGE

FILE = Path(__file__).parents[4] / "docs/how-to/models/own_models.json"
NEEDED = {
    "hook": HOOKS, "release": RELEASE_HOOKS, "span": SPANS, "timing": TIMINGS, "once": ONCE, "who": WHO,
    "player": PLAYERS, "of_player": PLAYERS, "source": SOURCES,
    "op": [*(f"modify_{name}" for name in SUBJECTS), *(f"flag_{name}" for name in FLAGS),
           *(f"condition_{mode}" for mode in MODES)],
}  # fmt: skip
HEAL = {"op": "heal", "who": "it", "amount": 1}
_IDS = {"ignore": "falling", "ignored_for": "schemes", "counts_as_marker": "corpse", "loses_ability": "armor",
        "not_target_of": "charge", "not_with_keyword": "marshal"}  # fmt: skip
_SAMPLES = {"number": 2, "general": "walk", "range": "melee", "condition": "slow", "id": "undead"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_effect_language_has_a_template(language: str) -> None:
    texts = texts_of(PACKAGE, language, "wording")
    for name, made in OPERATIONS.items():
        assert any(key == f"op.{name}" or key.startswith(f"op.{name}_") for key in texts), name
        said = " ".join(text for key, text in texts.items() if re.fullmatch(rf"op\.{name}(_\w+)?", key))
        for one in parameters(made):
            key = f"with.{one.name}"
            assert f"{{{one.name}}}" in said or key in texts or f"op.{name}_{one.name}" in texts or one.name in {
                "mode", "direction", "subject", "up_to", "side", "name"}, (name, one.name)  # fmt: skip
    assert [
        f"{table}.{word}" for table, all_ in NEEDED.items() for word in all_ if f"{table}.{word}" not in texts
    ] == []
    for word, said_word in EXPRESSION_WORDS.items():
        table = "number" if said_word.gives == "number" else "truth"
        assert f"{table}.{word}" in texts, word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_printed_card_can_be_said_without_a_gap(language: str) -> None:
    cards = Cards(language, {})
    said = {key: all_of(cards, versions) for key, versions in versions_of(standard()).items()}
    assert len(said) > 150 and cards.book.lacking == []
    assert [key for key, words in said.items() if not words or "{" in words or "}" in words] == []
    if language != "en":
        left = [key for key, words in said.items() if re.search(r"[a-z]{2,}", words)]
        assert left == []


def test_some_words_are_right() -> None:
    said = {language: dict[str, str]() for language in LANGUAGES}
    for language, found in said.items():
        cards = Cards(language, {})
        found.update((key, all_of(cards, versions)) for key, versions in versions_of(standard()).items())
    assert said["en"]["trigger_help.severe_injury"] == (
        "After the action succeeds: each model damaged by this action gains Injured +(the number of Crow in the final "
        "suits, at most 2)."
    )
    assert said["en"]["ability_help.entropy"] == (
        "At the start of the activation of any enemy model within 3″ and line of sight of this model: it suffers 1 "
        "damage."
    )
    assert said["zh-Hans"]["ability_help.grim_recruitment"].endswith(
        "将被击杀时，如果它是活物且它是爪牙，可以支付（弃 1 张牌）：它被替换为死亡执法官；新模型治疗 2 点。"
    )
    assert "; otherwise: this model is killed" in said["en"]["ability_help.unearth"]


def test_what_has_no_template_is_said_by_its_name() -> None:
    cards = Cards("en", {})
    effect = read_effects(Row({"effects": [{"op": "heal", "who": "self", "amount": 2}]}, "", ""), "effects")
    cards.book.texts = {key: text for key, text in cards.book.texts.items() if key != "op.heal"}
    assert cards.deeds.clause(effect[0]) == "heal (who: self, amount: 2)"
    assert cards.book.lacking == ["op.heal"]


def _without_text(folder: Path) -> Path:
    data = json.loads(FILE.read_text("utf-8"))
    for one in (*data["abilities"], *data["triggers"], *data["models"][0]["actions"]):
        one.pop("text", None)
    path = folder / "mine.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_the_check_notes_what_it_has_made_words_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(_without_text(tmp_path))]) == 0
    said = capsys.readouterr().out
    assert said.count("note: ") == 4
    assert "note: drag_down has no text: players read words made of its effects.\n" in said
    assert (
        "  en: After the action succeeds: the target gains Staggered.\n  zh_hans: 行动成功后：目标获得踉跄。\n" in said
    )
    assert (
        "  en: Cost: discard 1 card. Each enemy model within 3″ and line of sight of this model (itself excluded)"
        in said
    )


def test_a_text_of_the_file_is_kept() -> None:
    library = load([*standard_files(), (FILE.name, FILE.read_text("utf-8"))])
    assert [*generated(library)] == ["card_action_help.iron_jaws"]
    assert generated(standard()) == {}


SHOWN = """
import json
from shapan.engine.text import catalogue
from shapan.games.malifaux import roster
from shapan.games.malifaux.board.profile import profile
from shapan.games.malifaux.game import MALIFAUX
printed = profile(roster.MODEL.numbers["quarry_hound"])
keys = [line.what.key for line in printed.lines if line.what]
said = [catalogue(MALIFAUX, of)["ability_help.scent_of_fear"] for of in ("en", "zh-Hans", "zh-Hant")]
print(json.dumps([keys, said]))
"""


def test_a_model_without_text_shows_words_on_its_card(tmp_path: Path) -> None:
    _without_text(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SHOWN],
        env={**os.environ, OWN: str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    keys, (en, simplified, traditional) = json.loads(done.stdout)
    assert "ability_help.scent_of_fear" in keys
    assert en == (
        "At the start of the activation of this model, if there is at least 1 enemy model (within 6″ and line of sight "
        "of this model, if the health of it is less than the printed health of it): this model gains Focused +1."
    )
    assert simplified.startswith("此模型启动开始时，如果至少有 1 个") and simplified.endswith("：此模型获得专注 +1。")
    assert traditional.startswith("此模型啟動開始時")


ONCE_EACH = [
    *({"op": "flag", "who": "self", "name": name, **({"value": _IDS.get(name, _SAMPLES[kind])} if kind else {})}
      for name, (kind, _) in FLAGS.items()),
    *({"op": "modify", "subject": subject, "value": "none" if subject == "suits" else -1} for subject in SUBJECTS),
    *({"op": "grant", "until": "turn", "parts": [
        {"hook": hook, "scope": {"aura": 3}, "side": "enemy", "when": "hand(self) >= 2", "effects": [HEAL]}
        | ({"stats": ["df"], "suits": "r", "timing": "success"} if hook == "resist_trigger" else {})
    ]} for hook in HOOKS),
    {"op": "choose", "number": [1, 3], "effects": [{"op": "may", "costs": [{"stone": 2}], "effects": [HEAL, HEAL]}]},
    {"op": "test", "who": {"side": "enemy", "within": "range", "count": 2, "up_to": True, "sz": "< sz(self)"},
     "stat": 4, "tn": 12, "suits": "rt", "mods": ["+", "-"], "on_pass": [HEAL]},
    {"op": "push", "who": "target", "inches": "div_up(mv(target), 2)", "direction": "away", "of": "self",
     "up_to": True},
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_flags_changes_and_hooks_that_no_printed_card_has_are_said_too(language: str) -> None:
    cards = Cards(language, {})
    for row in ONCE_EACH:
        said = cards.deeds.clause(read_effects(Row({"effects": [row]}, "", ""), "effects")[0])
        assert said and "{" not in said, row
    assert cards.book.lacking == []
