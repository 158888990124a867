"""The card of a model says all that is printed on it: numbers in brackets, contact as a range, suits by their words."""

from __future__ import annotations

import pytest

from shapan.engine.scene import Phrase
from shapan.engine.text import say
from shapan.games.malifaux import GAME, roster
from shapan.games.malifaux.board.action_text import brief
from shapan.games.malifaux.board.profile import profile
from shapan.games.malifaux.cards.action import Action


def text(phrase: Phrase, language: str = "en") -> str:
    return say(GAME, language, phrase.key, phrase.words)


def action(model: str, name: str) -> Action:
    return next(one for one in roster.MODELS[roster.MODEL.numbers[model]].actions if one.id == name)


@pytest.mark.parametrize(
    ("model", "language", "printed"),
    [
        ("seamus", "en", "Terrifying (12)"),
        ("copycat_killer", "zh-Hans", "恐怖（11）"),
        ("brutal_effigy", "en", "Armor (1)"),
        ("nekima", "en", "Regeneration (2)"),
        ("terror_tot", "en", "Protected (Nephilim)"),
        ("lelu", "en", "Twinned Soul (Lilitu)"),
        ("lilitu", "zh-Hans", "双生灵魂（莱卢）"),
        ("the_judge", "en", "Hard to Kill"),
    ],
)
def test_an_ability_comes_with_what_is_printed_beside_it(model: str, language: str, printed: str) -> None:
    assert printed in [text(line.when, language) for line in profile(roster.MODEL.numbers[model]).lines]


@pytest.mark.rule("MFX-8.8")
def test_an_attack_in_contact_is_no_action_on_oneself() -> None:
    assert text(brief(action("scales_of_justice", "frantic_flailing"))).startswith("Melee 0″, 5 against Df")
    assert text(brief(action("nekima", "blood_for_blood"))).startswith("Bonus, 6, target number 10")
    assert text(brief(action("bone_pile", "the_enemy_down_below"))) == "Self"


@pytest.mark.rule("MFX-4.1", "MFX-4.2")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Range 12″, 6 Mask against Wp, target number 14 Mask"),
        ("zh-Hans", "射程 12″、6 面具对意志、目标数字 14 面具"),
    ],
)
def test_suits_of_stat_and_target_number_are_named_by_their_words(language: str, said: str) -> None:
    assert text(brief(action("the_jury", "obey")), language) == said


@pytest.mark.rule("MFX-4.4")
def test_a_card_prints_signs_suits_and_the_target_number_beside_what_resists() -> None:
    def printed(model: str) -> str:
        card = profile(roster.MODEL.numbers[model])
        figures = [f"{text(one.label)} {one.count}" for one in card.figures]
        lines = [text(line.what) for line in [*card.lines, *card.aside] if line.what is not None]
        return "\n".join([", ".join(figures), *lines])

    assert "Range 12″, 6 Mask against Wp, target number 14 Mask" in printed("the_jury")
    assert "Range 6″, 5 against 10 Mask" in printed("lady_justice")
    assert "Melee 1″, 6+ against Df" in printed("bete_noire")
    assert printed("bete_noire").startswith("Df Tome 6, Wp Tome 5, Mv 6")
    assert printed("nekima").startswith("Df Crow 5, Wp 6, Mv 6")
