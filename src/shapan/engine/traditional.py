"""Traditional Chinese from Simplified: a glossary's words first, OpenCC with the characters of Taiwan for the rest.

Nobody writes a Traditional text that comes out right by itself: whoever writes one in Simplified has both. A glossary
holds words that are other words in Taiwan (`服务器`, `伺服器`), and pieces that OpenCC would get wrong.

The conversion is done when somebody first reads Traditional Chinese: nothing is generated, so nothing can be stale, and
a game of another package has it too. Who reads another language does not load OpenCC.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencc import OpenCC

SIMPLIFIED: Final = "zh-Hans"
TRADITIONAL: Final = "zh-Hant"
_CONFIG: Final = "s2tw"
"""Characters only. The words that `s2twp` puts in besides are those of computers, which games use otherwise."""


def traditional(text: str, glossary: Mapping[str, str]) -> str:
    """Return a Simplified text in Traditional Chinese; of two words of the glossary the longer one counts."""
    parts = _words(tuple(glossary)).split(text)
    return "".join(glossary[part] if place % 2 else _converter().convert(part) for place, part in enumerate(parts))


@cache
def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile("(" + "|".join(map(re.escape, longest_first)) + ")" if words else "((?!))")


@cache
def _converter() -> OpenCC:
    from opencc import OpenCC  # a tenth of a second, which only readers of the language shall wait

    return OpenCC(_CONFIG)
