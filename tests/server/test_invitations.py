"""Links, QR codes, and the page of a table that waits for people."""

from __future__ import annotations

import io
import re
from typing import Any
from urllib.parse import quote

import pytest
import segno
from PIL import Image

from server.conftest import running
from server.people import Place, pig_choice
from shapan.engine.registry import find
from shapan.engine.text import catalogue
from shapan.server.pages.invitation import qr_code
from shapan.server.settings import Settings


def code_of(link: str) -> bytes:
    """The code of exactly this link, drawn here."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", border=3, dark="#0B0F15", light="#FFFFFF", xmldecl=False, omitsize=True
    )
    return out.getvalue()


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"pace": 86_400}, "慢速桌：每次决定限时 1 天，大家不必同时在线。"),
        ({"pace": 3600}, "慢速桌：每次决定限时 1 小时，大家不必同时在线。"),
        ({"pace": 120}, "每次决定限时 2 分钟"),
        ({"bank": 600, "increment": 10}, "每人 10 分钟，每次决定加 10 秒"),
        ({}, ""),
    ],
)
def test_an_invitation_says_how_long_one_may_think(place: Place, clock: dict[str, int], said: str) -> None:
    opened = place.person().post("/matches", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], **clock})
    join = opened.json()["joins"][0]["url"]
    page = place.person().get(join, headers={"accept-language": "zh-CN"}).text
    assert re.findall(r'<p class="small">(.*?每.*?)</p>', page) == [said] * bool(said)


def test_the_code_is_that_of_the_link(place: Place) -> None:
    join = place.person().open("pig", "me", "open")["joins"][0]["url"]
    answer = place.person().get(f"{join}/qr.svg")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.content == code_of(f"http://testserver.local{join}")
    assert answer.content != code_of(f"http://testserver.local{join}x")
    assert place.person().get("/join/0123/qr.svg").status_code == 404
    assert "style=" not in answer.text and "<script" not in answer.text


@pytest.mark.parametrize(
    ("pasted", "leads"),
    [
        ("{link}", "{path}"),
        (" http://testserver.local{path} ", "{path}"),
        ("https://another.example{path}?from=chat#x", "{path}"),
        ("testserver.local{path}", "{path}"),
        ("{code}", "{path}"),
        ("/match/abc_-9", "/match/abc_-9"),
        ("http://a:8642/back/0123/", "/back/0123"),
        ("", ""),
        ("//evil.example/join/1", ""),
        ("http://a/rules/pig", ""),
        ("two words", ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_a_pasted_link_or_code_leads_to_its_page_here(standing: Place, pasted: str, leads: str) -> None:
    path = standing.person().open("pig", "me", "open")["joins"][0]["url"]
    words = {"path": path, "link": f"http://testserver.local{path}", "code": path.rpartition("/")[2]}
    answer = standing.person().get("/join", params={"link": pasted.format(**words)})
    if leads:
        assert (answer.status_code, answer.headers["location"]) == (303, leads.format(**words))
    else:
        assert answer.status_code == 404 and "Invitation not found" in answer.text


def test_codes_of_two_links_differ() -> None:
    assert qr_code("http://a/join/1") != qr_code("http://a/join/2")


@pytest.mark.parametrize(
    ("lan", "host", "link"),
    [
        (True, "localhost:8642", "http://192.168.7.7:8642"),
        (True, "127.0.0.1:8642", "http://192.168.7.7:8642"),
        (True, "192.168.1.9:8642", "http://192.168.1.9:8642"),
        (False, "localhost:8642", "http://localhost:8642"),
        (True, "[::1]:99", "http://192.168.7.7:99"),
    ],
)
def test_in_a_network_links_lead_to_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, lan: bool, host: str, link: str
) -> None:
    monkeypatch.setattr("shapan.server.web.network.lan_addresses", lambda: ["192.168.7.7"])
    monkeypatch.setattr(
        "shapan.server.pages.page.client_files", lambda **_: ("/static/dist/main.js", "/static/dist/style.css")
    )
    settings.lan = lan
    with running(settings) as place:
        ling = place.person()
        opened = ling.open("pig", "me", "open")
        page = ling.get(opened["url"], headers={"host": host}).text
        assert f'"address":"{link}","only_here":{str(not lan).lower()}' in page


def test_the_client_learns_the_address_with_the_links(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "shapan.server.pages.page.client_files", lambda **_: ("/static/dist/main.js", "/static/dist/style.css")
    )
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open")
    boots: list[Any] = [person.get(opened["url"]).text for person in (ling, tomas)]
    assert '"address":"http://testserver.local"' in boots[0] and '"address"' not in boots[1]


def test_again_opens_the_next_match_once(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "hot", target=10)
    again = f"/tables/{opened['id']}/again"
    assert ling.form(again, {}).status_code == 409, "it is still on"
    for _ in range(400):
        frame = ling.frame(opened["id"])
        if frame["outcome"]:
            break
        ling.answer(opened["id"], pig_choice(frame), seat=frame["decision"] and frame["viewer"])
    page = ling.get("/").text
    assert f'action="{again}"' in page and f"/replay/{opened['id']}" in page
    assert tomas.form(again, {}).status_code == 403
    first = ling.form(again, {}).headers["location"]
    assert first.startswith("/match/") and ling.form(again, {}).headers["location"] == first


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_chat_program_shows_what_an_invitation_is_for(place: Place, language: str) -> None:
    ling = place.person()
    ling.form("/name", {"name": "Ling <Wu>"})
    link = ling.open("malifaux", "me", "open")["joins"][0]["url"]
    page = place.person(f"language={language}").get(link).text
    found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert "Ling &lt;Wu&gt;" in found["title"] and found["url"] == f"http://testserver.local{link}"
    assert found["description"] == catalogue(find("malifaux"), language)["game.tagline"]
    assert found["image"] == "http://testserver.local/games/malifaux/cover.png"
    picture = place.person().get("/games/malifaux/cover.png")
    assert picture.headers["content-type"] == "image/png"
    size = {name: int(found) for name, found in re.findall(r'og:image:(width|height)" content="(\d+)"', page)}
    assert Image.open(io.BytesIO(picture.content)).size == (size["width"], size["height"])
    assert place.person().get("/games/chess/cover.png").status_code == 404


def test_who_is_invited_may_learn_first_and_comes_back(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "shapan.server.pages.page.client_files", lambda **_: ("/static/dist/main.js", "/static/dist/style.css")
    )
    ling, tomas = place.person(), place.person()
    link = ling.open("planet_masters", "me", "open")["joins"][0]["url"]
    form = tomas.get(link).text.partition('action="/tables"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert set(sent) == {"id", "game", "guide", "back"}
    there = tomas.form("/tables", sent).headers["location"]
    assert f'"back":"{link}"' in tomas.get(there).text
    assert tomas.frame(there.partition("?")[0].removeprefix("/match/"))["guide"] is not None
    assert tomas.form(link, {"name": "Tomas"}).status_code == 303, "the seat has waited"
    for bad in ("//evil.example", "a/b", "x" * 200, '"><b>'):
        away = tomas.form("/tables", {**sent, "back": bad}).headers["location"]
        assert "?" not in away and '"back"' not in tomas.get(f"{away}?back={quote(bad)}").text
    pig = ling.open("pig", "me", "open")["joins"][0]["url"]
    assert 'name="guide"' not in place.person().get(pig).text, "a game without a guide"
