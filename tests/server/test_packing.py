"""Pages and pictures are sent compressed; of words of others and secrets on one page no piece tells of another."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from server.people import Person, Place
from shapan.engine.registry import games
from shapan.server.pages.page import STATIC
from shapan.server.pages.static import static_route
from shapan.server.web.packing import APART, PACKED_FROM, packed_apart

SYNC = b"\x00\x00\xff\xff"
"""The end of a piece that was flushed."""
SECRET = "Zq8-kVxWm2_T"


def raw(person: Person, path: str, accept: str = "gzip") -> tuple[bytes, Any]:
    """Return what is sent, as it is, and the headers."""
    headers = {**person._headers(), "accept-encoding": accept}
    with person.place.client.stream("GET", path, headers=headers) as answer:
        return b"".join(answer.iter_raw()), answer.headers


def unpacked(body: bytes) -> bytes:
    return zlib.decompress(body, 31)


def pieces(body: bytes) -> list[str]:
    """Return the pieces of a body, each unpacked without what stood before it."""
    found = []
    for piece in body[10:-8].split(SYNC):  # without the frame of gzip
        found.append(zlib.decompressobj(-15).decompress(piece + SYNC).decode())
    return found


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/malifaux", "/tables/new?game=pig", "/games/pig/cover.svg"])
def test_pages_and_pictures_are_sent_compressed_to_who_understands_it(place: Place, path: str) -> None:
    ling = place.person()
    plain, before = raw(ling, path, "identity")
    packed, headers = raw(ling, path)
    assert "content-encoding" not in before and headers["content-encoding"] == "gzip"
    assert before["vary"] == headers["vary"] == "accept-encoding"
    assert before["content-type"] == headers["content-type"]
    assert len(packed) < len(plain) / 2
    drawn = [re.sub(rb'name="id" value="[^"]+"', b"", body) for body in (plain, unpacked(packed))]
    assert drawn[0] == drawn[1] and APART.encode() not in plain


def test_a_cold_lobby_is_small(place: Place) -> None:
    """The page, its style sheets, its script, the covers of all games: with them the form of a table is not loaded."""
    ling = place.person()
    page, _ = raw(ling, "/")
    html = unpacked(page).decode()
    paths = set(re.findall(r'(?:href|src)="(/(?:static|games)/[^"#]+)', html))
    assert {f"/games/{name}/cover.svg" for name in games()} <= paths
    assert sum(len(raw(ling, path)[0]) for path in paths) + len(page) < 45_000


@pytest.mark.parametrize(
    ("accept", "coding"),
    [("gzip, deflate, br", "br"), ("gzip, br;q=0", "gzip"), ("*", "br"), ("identity", ""), ("br;q=0.0, *;q=0", "")],
)
def test_a_static_file_is_sent_by_the_best_coding_that_is_understood(tmp_path: Path, accept: str, coding: str) -> None:
    """The packed files beside it are nothing to ask for, and each coding has a mark of its own for who keeps it."""
    bodies = {"": b"let table;" * 200, "br": b"packed by brotli", "gzip": gzip.compress(b"let table;" * 200)}
    for end, body in zip(("", ".br", ".gz"), bodies.values(), strict=True):
        (tmp_path / f"table.js{end}").write_bytes(body)
    with TestClient(Litestar([static_route(tmp_path)])) as client:
        with client.stream("GET", "/static/table.js", headers={"accept-encoding": accept}) as answer:
            assert b"".join(answer.iter_raw()) == bodies[coding]
        assert answer.headers.get("content-encoding", "") == coding and answer.headers["vary"] == "accept-encoding"
        kept = {"accept-encoding": accept, "if-none-match": answer.headers["etag"]}
        assert client.get("/static/table.js", headers=kept).status_code == 304
        other = {"accept-encoding": "gzip" if coding != "gzip" else "br", "if-none-match": answer.headers["etag"]}
        assert client.get("/static/table.js", headers=other).status_code == 200
        assert client.get("/static/table.js.br").status_code == client.get("/static/table.js.gz").status_code == 404


def test_each_script_of_the_client_has_its_packed_files_beside_it() -> None:
    scripts = list((STATIC / "dist/assets").glob("*.js"))
    if not scripts:
        pytest.skip("the browser table is not built")
    for script in scripts:
        assert gzip.decompress(script.with_name(f"{script.name}.gz").read_bytes()) == script.read_bytes()
        assert 0 < script.with_name(f"{script.name}.br").stat().st_size < script.stat().st_size / 2


def test_the_symbols_of_a_table_are_compressed_and_frames_and_links_are_not(place: Place) -> None:
    ling = place.person()
    opened = ling.open("malifaux", "me", "open")
    match, link = opened["id"], opened["joins"][0]["url"]
    table, headers = raw(ling, f"/match/{match}")
    assert b'"joins"' in table and "content-encoding" not in headers
    found = re.search(rb'"symbols":"([^"]+)"', table)
    assert found
    symbols, headers = raw(ling, found[1].decode())
    assert headers["content-encoding"] == "gzip" and unpacked(symbols).startswith(b"<svg")
    for path in (f"/api/matches/{match}/frame", link):
        assert "content-encoding" not in raw(place.person(), path)[1]


def test_a_piece_is_as_long_whatever_stands_in_another() -> None:
    """A right guess of a secret is no shorter than a wrong one; in one piece it would be."""
    letters, chance = list(SECRET), Random(1)
    lengths, together = set(), {}
    filler = "words of a page that repeat, " * 60
    for place in range(30):
        chance.shuffle(letters)
        guess = SECRET if not place else "".join(letters)
        one, other = f"{filler}/match/{SECRET}".encode(), f"{filler}/match/{guess}".encode()
        lengths.add(len(packed_apart([one, other])))
        together[guess] = len(packed_apart([one + other]))
    assert len(lengths) == 1
    assert together[SECRET] < min(length for guess, length in together.items() if guess != SECRET)


def test_in_the_lobby_no_piece_has_a_match_of_the_guest_and_words_of_others(place: Place) -> None:
    ling, wu = place.person(), place.person()
    mine = [ling.open("pig", "me", "hot", target=20 + number)["id"] for number in range(3)]
    for number in range(2):
        seats = [{"kind": "me", "name": f"Wu the {number}"}, {"kind": "open"}]
        assert wu.post("/matches", {"game": "pig", "seats": seats, "listed": True}).status_code == 201
    body, _ = raw(ling, "/")
    found = pieces(body)
    html = unpacked(body).decode()
    assert "".join(found) == html and len(body) >= PACKED_FROM
    assert "Wu the" in html and all(match in html for match in mine)
    for piece in found:
        assert sum(match in piece for match in mine) <= 1
        assert "Wu the" not in piece or not any(match in piece for match in mine)
