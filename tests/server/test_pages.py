from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.people import Place, two_people
from shapan.engine.registry import find
from shapan.engine.text import rule_numbers
from shapan.server import pages
from shapan.server.pages import client_files

LANGUAGES = {"en": "Play now", "zh-Hans": "立即开始", "zh-Hant": "立即開始"}
MANIFEST = {
    "_shared.js": {"file": "assets/shared.js", "css": ["assets/shared.css"]},
    "src/main.ts": {"file": "assets/main.js", "imports": ["_shared.js"], "css": ["assets/main.css"], "isEntry": True},
}


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("en-GB,en;q=0.9", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-TW,zh;q=0.9", "zh-Hant"),
        ("de,zh-HK;q=0.7,en;q=0.3", "zh-Hant"),
        ("fr", "en"),
        ("en;q=0.1,zh;q=0.2", "zh-Hans"),
        ("zh;q=x", "en"),
    ],
)
def test_the_browser_s_language_is_taken(place: Place, accept: str, language: str) -> None:
    page = place.person().get("/", headers={"accept-language": accept}).text
    assert f'<html lang="{language}"' in page and LANGUAGES[language] in page


def test_the_chosen_language_stays(place: Place) -> None:
    ling = place.person()
    answer = ling.form("/language", {"language": "zh-Hant", "next": "/rules/pig"})
    assert answer.status_code == 303 and answer.headers["location"] == "/rules/pig"
    assert '<html lang="zh-Hant"' in ling.get("/", headers={"accept-language": "en"}).text
    for bad in ("https://evil.example", "//evil.example", "/\\evil.example"):
        assert ling.form("/language", {"language": "en", "next": bad}).headers["location"] == "/"
    assert ling.form("/language", {"language": "xx"}).status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", "?game=pig", "?game=planet_masters", "?game=nothing"])
def test_the_lobby_is_complete_in_every_language(place: Place, language: str, game: str) -> None:
    page = place.person().get(f"/{game}", headers={"cookie": f"language={language}"}).text
    text = re.sub(r"<[^>]*>", " ", page)
    assert not re.search(r"\b(ui|game|option|option_help|option_value)\.\w+", text)
    assert not re.search(r"\sstyle=|<script(?! src=\"/static/)|\son\w+=", page)


def test_play_now_opens_a_match_against_bots(place: Place) -> None:
    ling = place.person()
    page = ling.get("/").text
    form = re.search(r'<form method="post" action="/tables">(.*?)</form>', page, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', form[1]))
    answer = ling.form("/tables", fields)
    assert answer.status_code == 303
    frame = ling.frame(answer.headers["location"].removeprefix("/match/"))
    assert [seat["kind"] for seat in frame["seats"]] == ["you", "bot", "bot"]
    assert answer.headers["location"] in ling.get("/").text


def test_the_form_sets_seats_options_and_names(place: Place) -> None:
    ling = place.person()
    fields = {"game": "pig", "kind.0": "me", "name.0": " Ling  Wu ", "kind.1": "none", "kind.2": "bot:random"}
    answer = ling.form("/tables", {**fields, "kind.3": "open", "option.target": "40", "undo": "strict"})
    assert answer.headers["location"].startswith("/tables/"), "an open seat: its link is shown first"
    match = answer.headers["location"].removeprefix("/tables/")
    assert [seat["name"] for seat in ling.frame(match)["seats"]] == ["Ling Wu", "Bot 2", ""]
    assert place.hub._rooms[match].row.options == {"target": 40} and place.hub._rooms[match].row.undo == "strict"
    assert 'value="Ling Wu"' in ling.get("/").text


@pytest.mark.parametrize(
    "change",
    [{"option.target": "5"}, {"option.target": "x"}, {"kind.1": "none"}, {"kind.1": "bot:deep"}, {"kind.1": "x"}],
)
def test_a_form_that_does_not_fit_is_answered_by_a_page(place: Place, change: dict[str, str]) -> None:
    answer = place.person().form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "open", **change})
    assert answer.status_code == 422 and answer.headers["content-type"].startswith("text/html")


def test_the_lobby_says_what_is_asked(place: Place) -> None:
    ling, tomas, _ = two_people(place)
    assert "Roll on, or hold?" in ling.get("/").text and "Your turn" in ling.get("/").text
    assert "decides: roll on or hold" in tomas.get("/").text and "Your turn" not in tomas.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_numbered_rule_is_an_anchor(place: Place, language: str) -> None:
    page = place.person().get("/rules/planet_masters", headers={"cookie": f"language={language}"}).text
    anchors = re.findall(r'id="([^"]*)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(rule_numbers(find("planet_masters"), language)) <= set(anchors)
    links = set(re.findall(r'href="#([^"]*)"', page))
    assert links <= set(anchors)


def test_a_game_without_rulebook_lists_its_rules(place: Place) -> None:
    page = place.person().get("/rules/pig").text
    assert 'id="PIG-3"' in page
    assert place.person().get("/rules/chess").status_code == 404


def test_an_invitation_is_taken_once_and_not_by_looking(place: Place) -> None:
    ling, tomas, devi = place.person(), place.person(), place.person()
    opened = ling.open("pig", "me", "open")
    link = opened["joins"][0]["url"]
    assert tomas.get(link).status_code == 200
    assert ling.frame(opened["id"])["seats"][1]["kind"] == "open"
    assert ling.get(link).headers["location"] == opened["url"]
    assert tomas.form(link, {"name": "Tomas"}).headers["location"] == opened["url"]
    assert devi.form(link, {"name": "Devi"}).headers["location"] == link
    assert devi.get(link).status_code == 409
    assert tomas.get(link).headers["location"] == opened["url"]
    assert ling.frame(opened["id"])["seats"][1]["name"] == "Tomas"
    assert devi.get("/join/0123").status_code == 404 == devi.form("/join/0123", {}).status_code


def test_the_table_page_loads_the_client(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "manifest.json").write_bytes(msgspec.json.encode(MANIFEST))
    files = client_files(tmp_path)
    assert files == ("/static/dist/assets/main.js", ["/static/dist/assets/main.css", "/static/dist/assets/shared.css"])
    monkeypatch.setattr(pages, "client_files", lambda: files)
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open")

    def boot(page: str) -> Any:
        found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', page, re.DOTALL)
        assert found and '<script type="module" src="/static/dist/assets/main.js">' in page
        return msgspec.json.decode(found[1])

    mine = boot(ling.get(opened["url"]).text)
    assert mine["match"] == opened["id"] and mine["game"] == "pig" and mine["csrf"]["header"] == "x-shapan"
    assert mine["joins"] == opened["joins"] and boot(tomas.get(opened["url"]).text)["joins"] == []


def test_without_the_client_the_page_says_how_to_build_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "client_files", lambda: None)
    ling = place.person()
    answer = ling.get(ling.open("pig", "me", "open")["url"])
    assert answer.status_code == 503 and "uv sync --reinstall-package shapan" in answer.text
    assert ling.get("/match/nothing").status_code == 404


def test_unknown_pages_and_addresses(place: Place) -> None:
    page, data = place.person().get("/nothing"), place.person().get("/api/nothing")
    assert page.status_code == 404 and "There is nothing here" in page.text
    assert data.status_code == 404 and data.json()["status_code"] == 404
