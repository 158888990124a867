from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PIL import Image

from games.random_play import matches, questions
from server.people import Place, two_people
from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.laws_view import parts
from shapan.engine.deck import own
from shapan.engine.fact import by_seat
from shapan.engine.game import Game
from shapan.engine.kinds import Cards, Flag, Grid
from shapan.engine.match import Match, random_answer
from shapan.engine.registry import find, games
from shapan.engine.scene import Panel
from shapan.engine.state import State
from shapan.engine.text import package_of
from shapan.engine.zone import Zone
from shapan.games.battlefield import names as battlefield
from shapan.games.malifaux import roster as malifaux
from shapan.games.starcraft import names as starcraft
from shapan.server.pages.cover import Unsafe, colours, cover, drawn, preview, symbols, symbols_address

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


@pytest.mark.parametrize("game", games())
def test_every_cover_is_an_image_that_needs_nothing(standing: Place, game: str) -> None:
    answer = standing.person().get(f"/games/{game}/cover.svg")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "var(" not in answer.text and "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert f'src="/games/{game}/cover.svg"' in standing.person().get("/").text


def test_the_games_here_have_covers_of_their_own() -> None:
    assert len({cover(game) for game in games().values()}) == len(games())


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_the_picture_for_chat_programs_was_drawn_from_the_cover(game: Game[Any]) -> None:
    png = preview(game)
    assert png is not None and len(png) < 100_000
    noted = Image.open(io.BytesIO(png)).info["cover"]
    assert noted == sha256(cover(game)).hexdigest(), "python scripts/covers.py draws it again"


def test_a_game_without_cover_gets_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pig = find("pig")
    own = cover(pig)
    monkeypatch.setattr(type(pig), "package", "shapan.engine")
    assert cover(pig) != own and b"<svg" in cover(pig)


def test_a_plain_cover_shows_what_the_game_is_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(slots=True, eq=False)
    class Waters(State):
        MAX_SEATS: ClassVar[int] = 2
        hands: list[Zone] = by_seat(Cards("ab", 9), at="hand", start=own)
        shots: list[list[int]] = by_seat(Grid(Flag(), 2, 2), start=lambda seat: [0] * 4)

    pig = find("pig")
    monkeypatch.setattr(type(pig), "package", "shapan.engine")
    die = cover(pig)
    shown = []
    for view_class in (find("leduc").view_class, Waters, None):
        monkeypatch.setattr(type(pig), "view_class", view_class)
        shown.append(cover(pig))
    assert len({die, *shown}) == 3 and shown[2] == die
    assert shown[0].count(b'width="48" height="68"') == 6, "three cards, each with its shadow"
    assert all(b"var(" not in one for one in shown)


def test_unknown_games_have_no_cover(standing: Place) -> None:
    assert standing.person().get("/games/chess/cover.svg").status_code == 404


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


# Symbols

TABLE = Path(__file__).parents[2] / "web" / "src" / "symbols.svg"


def names(sheet: bytes) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', sheet.decode())


@pytest.mark.parametrize("game", games())
def test_the_symbols_of_a_game_come_from_its_folder(standing: Place, game: str) -> None:
    answer = standing.person().get(f"/games/{game}/symbols.svg")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.content == symbols(find(game)) and "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    file = Path(str(files(package_of(find(game))) / "art" / "symbols.svg"))
    assert names(answer.content) == (names(file.read_bytes()) if file.is_file() else [])


@pytest.mark.parametrize(
    ("game", "factions"),
    [("starcraft", starcraft.FACTIONS), ("battlefield", battlefield.FACTIONS), ("malifaux", malifaux.FACTIONS)],
)
def test_every_faction_has_a_sign_of_its_own(game: str, factions: Sequence[str]) -> None:
    drawn = dict(re.findall(r'<symbol id="f-([^"]+)"[^>]*>(.*?)</symbol>', symbols(find(game)).decode(), re.DOTALL))
    assert set(factions) <= set(drawn)
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("game", ["starcraft", "battlefield", "malifaux"])
def test_a_seat_bears_the_sign_of_its_faction(game: str) -> None:
    """Once all have one; nobody has more than that to see of it before."""
    match, signs = next(matches(game, "crests", 1)), list[str]()
    for seat, _, codes in questions(match, Stream(1), 60):
        signs = [panel.glyph for panel in board(match)]
        if all(signs):
            break
        match.answer(seat, codes)
    assert signs and all(sign.startswith("f-") for sign in signs)


def board(match: Match[Any]) -> list[Panel]:
    """Return the boards of the seats, as the first of them sees them."""
    return match.game.board(match.view(0), 0, [], None).panels


def test_a_table_names_the_symbols_of_its_game(place: Place) -> None:
    ling, _, match = two_people(place)
    boot = json.loads(re.findall(r'id="boot">(.*?)</script>', ling.get(f"/match/{match}").text)[0])
    assert boot["symbols"] == symbols_address(find("pig")) and ling.get(boot["symbols"]).status_code == 200
    assert boot["rulings"] is False, "it has no page of disputed rulings"


def test_other_symbols_have_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("planet_masters")
    old = symbols_address(game)
    assert old.startswith("/games/planet_masters/symbols.svg?")
    monkeypatch.setattr(type(game), "package", "shapan.games.leduc")
    assert symbols_address(game) != old and "card-queen" in names(symbols(game))


def test_no_symbol_has_the_name_of_one_of_every_table() -> None:
    of_tables = set(names(TABLE.read_bytes()))
    for game in games().values():
        own = names(symbols(game))
        assert len(set(own)) == len(own) and not of_tables & set(own)


def test_symbols_that_are_more_than_shapes_are_not_given_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    art = tmp_path / "a_game_with_a_script" / "art"
    art.mkdir(parents=True)
    (art.parent / "__init__.py").touch()
    (art / "symbols.svg").write_text(SVG.format('<symbol id="x"><path onclick="x()"/></symbol>'), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(type(find("pig")), "package", "a_game_with_a_script")
    assert names(symbols(find("pig"))) == [] and "not shown" in caplog.text


def shown(scene: Any) -> Iterator[str]:
    """Give all symbols of a scene."""
    for part in parts(scene):
        yield from (name for field in ("face", "glyph") if (name := getattr(part, field, "")))


@pytest.mark.parametrize(("game", "seats"), [("planet_masters", 4), ("battlestar", 4), ("leduc", 2)])
def test_what_a_game_shows_is_drawn(game: str, seats: int) -> None:
    definition = find(game)
    known = {*names(TABLE.read_bytes()), *names(symbols(definition))}
    match = Match(definition, seats, seed=4, hashes=False)
    dice = Stream(derive(b"symbols", 4))
    found: set[str] = set()
    for turn in range(300):
        if match.over:
            break
        seat = min(match.decisions)
        decision = match.decisions[seat]
        if turn % 5 == 0:
            found |= set(shown(definition.board(match.view(seat), seat, match.legal(seat), decision.prompt)))
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, dice))
    assert len(found) > 1 and not found - known
