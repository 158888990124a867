from __future__ import annotations

import re

import pytest

from server.people import Place
from shapan.engine.registry import find, games
from shapan.server.pages.cover import Unsafe, colours, cover, drawn

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


@pytest.mark.parametrize("game", games())
def test_every_cover_is_an_image_that_needs_nothing(place: Place, game: str) -> None:
    answer = place.person().get(f"/games/{game}/cover.svg")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "var(" not in answer.text and "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert f'src="/games/{game}/cover.svg"' in place.person().get("/").text


def test_the_games_here_have_covers_of_their_own() -> None:
    assert len({cover(game) for game in games().values()}) == len(games())


def test_a_game_without_cover_gets_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pig = find("pig")
    own = cover(pig)
    monkeypatch.setattr(type(pig), "package", "shapan.engine")
    assert cover(pig) != own and b"<svg" in cover(pig)


def test_unknown_games_have_no_cover(place: Place) -> None:
    assert place.person().get("/games/chess/cover.svg").status_code == 404


def test_tokens_become_the_colours_of_the_dark_theme() -> None:
    assert re.search(rb'fill="#EBC680"', drawn(SVG.format('<path fill="var(--act)"/>'), colours()))


@pytest.mark.parametrize(
    "part",
    [
        "<script>1</script>",
        "<foreignObject/>",
        '<path onclick="x()"/>',
        '<path style="fill:red"/>',
        '<use href="https://evil.example/x.svg#a"/>',
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="//evil.example"/>',
        '<path fill="url(https://evil.example/x)"/>',
        '<image href="x.png"/>',
        '<path fill="var(--nothing)"/>',
        "<path>",
        "<style>a{}</style>",
    ],
)
def test_what_is_more_than_shapes_is_refused(part: str) -> None:
    with pytest.raises(Unsafe):
        drawn(SVG.format(part), colours())


@pytest.mark.parametrize("text", ["", "<p/>", '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format(""), "no xml"])
def test_what_is_no_picture_is_refused(text: str) -> None:
    with pytest.raises(Unsafe):
        drawn(text, colours())
