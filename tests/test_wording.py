"""What people read in every package: no turn of phrase of a translation, and marks as each language sets them."""

from __future__ import annotations

import re

import pytest

from shapan.engine.text import written
from shapan.engine.traditional import SIMPLIFIED
from shapan.server import words
from test_traditional import FOLDERS, PACKAGES, TOYS

CALQUES = {
    "en": (
        r"as (it|things) stands?\b|all have seen",  # currently, right now; what everyone knows
        r"\b([Nn]o|[Ss]ome|[Ee]very|[Aa]ny)body\b",  # no one, someone, everyone, anyone
        r"comes to nothing|\bone's own\b|\bmade anew\b|throw (it|this \w+) away|\bstands? (best|before)\b",
        r"\b(lies|lie) (face|on top|open|with|in the (supply|Galaxy))\b|\blays? (a|an|the|out|it|your) ",  # is; place
        r"^(Lay|Place|Play|Move|Pair|Pay|Support)( \w+)? so$",  # a button: Confirm …
        r"[\d}] %",  # 57%
    ),
    SIMPLIFIED: (
        r"略过|胜算|带框|就这样|机器人",  # 跳过，胜率，高亮，确认，电脑
        r"\{(seat|name)\} [\u4e00-\u9fff]",  # 名字与汉字之间不空格
        r"[\d}] [%％]",
        r"[。，：] \{|[。，：] [\u4e00-\u9fff]",
        r"[\u4e00-\u9fff]\{(number|count|against|most)\}张",  # 数字两边空格
        r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]",  # 汉字与字母、数字之间空格
    ),
}


NAMES = re.compile("Death系统|继承者BOSS")
"""As the game itself writes them."""


@pytest.mark.parametrize("language", CALQUES)
@pytest.mark.parametrize("package", [package for package in PACKAGES if package not in TOYS])
def test_texts_are_worded_as_people_speak(package: str, language: str) -> None:
    at_server = package == "shapan.server"
    texts = words.written(language) if at_server else written(package, language, FOLDERS.get(package, "texts"))
    calques = re.compile("|".join(CALQUES[language]))
    assert texts
    assert {key: text for key, text in texts.items() if calques.search(NAMES.sub("", text))} == {}
