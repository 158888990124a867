"""Games that other packages have brought stand in the lobby under a heading of their own."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.people import Place
from shapan.engine.origin import Origin
from shapan.engine.registry import games
from shapan.server.pages import lobby

COUP = Origin("shapan-coup", "1.2.0", "Bluff", "<Ling>", "https://example.org/coup?a=1&b=2")


def by_others(monkeypatch: pytest.MonkeyPatch, name: str, origin: Origin) -> None:
    def origin_of(game: Any) -> Origin | None:
        return origin if game.name == name else None

    monkeypatch.setattr(lobby, "origin_of", origin_of)


def parts(page: str) -> tuple[str, str]:
    """Return the games of this program, and those by others."""
    own, _, rest = page.partition('id="others-title"')
    return own, rest.partition("</section>")[0]


def test_without_games_by_others_there_is_no_heading_for_them(place: Place) -> None:
    assert parts(place.person().get("/").text)[1] == ""


@pytest.mark.parametrize("name", ["battlefield", "pig"])
def test_a_game_by_others_stands_there_with_author_version_and_page(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    by_others(monkeypatch, name, COUP)
    own, others = parts(place.person().get("/").text)
    shown = [re.findall(r'name="game" value="(\w+)"', part) for part in (own, others)]
    assert shown[1] == [name] and name not in shown[0] and len(shown[0]) == len(games()) - 1
    assert 'href="https://example.org/coup?a=1&amp;b=2"' in others and "1.2.0" in others
    assert "&lt;Ling&gt;" in others and "<Ling>" not in others


def test_a_package_that_says_little_of_itself_is_named_all_the_same(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_others(monkeypatch, "pig", Origin("shapan-coup", "0.1.0", "", "", ""))
    others = parts(place.person().get("/").text)[1]
    assert re.search(r'<p class="small">shapan-coup 0.1.0</p>', others)
