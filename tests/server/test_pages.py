from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import RequestFactory

from server.people import Place, two_people
from shapan.engine.game import Outcome
from shapan.engine.registry import find, games
from shapan.engine.text import rule_numbers
from shapan.server.pages import page as pages
from shapan.server.pages.error import error_page
from shapan.server.pages.matchwords import result, titled
from shapan.server.pages.page import client_files
from shapan.server.words import NAMES

LANGUAGES = {"en": "Play now", "zh-Hans": "立即开始", "zh-Hant": "立即開始"}
MANIFEST = {
    "_shared.js": {"file": "assets/shared.js"},
    "src/main.ts": {"file": "assets/main.js", "imports": ["_shared.js"], "isEntry": True},
    "style.css": {"file": "assets/style.css", "src": "style.css"},
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
def test_the_browser_s_language_is_taken(standing: Place, accept: str, language: str) -> None:
    page = standing.person().get("/", headers={"accept-language": accept}).text
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
@pytest.mark.parametrize("path", ["/", *(f"/tables/new?game={game}" for game in ("pig", "planet_masters", "nothing"))])
def test_the_lobby_is_complete_in_every_language(standing: Place, language: str, path: str) -> None:
    page = standing.person().get(path, headers={"cookie": f"language={language}"}).text
    text = re.sub(r"<[^>]*>", " ", page)
    assert not re.search(r"\b(ui|game|option|option_help|option_value)\.\w+", text)
    assert not re.search(r"\sstyle=|<script(?! src=\"/static/)|\son\w+=", page)


def card_fields(page: str, game: str) -> dict[str, str]:
    """Return what the card of a game sends when its first button is pressed and nothing was changed."""
    forms = re.findall(r'<form method="post" action="/tables" class="start">.*?</form>', page, re.DOTALL)
    [form] = [form for form in forms if f'name="game" value="{game}"' in form]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    return fields | dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)" checked', form))


def test_play_now_opens_a_match_against_bots(place: Place) -> None:
    ling = place.person()
    page = ling.get("/").text
    answer = ling.form("/tables", card_fields(page, "planet_masters"))
    assert answer.status_code == 303
    frame = ling.frame(answer.headers["location"].removeprefix("/match/"))
    assert [seat["kind"] for seat in frame["seats"]] == ["you", "bot", "bot"]
    assert answer.headers["location"] in ling.get("/").text


def test_the_form_sets_seats_options_and_names(place: Place) -> None:
    ling = place.person()
    fields = {"game": "pig", "kind.0": "me", "name.0": " Ling  Wu ", "kind.1": "none", "kind.2": "bot:random"}
    answer = ling.form("/tables", {**fields, "kind.3": "open", "option.target": "40", "undo": "strict"})
    match = answer.headers["location"].removeprefix("/match/")
    assert [seat["name"] for seat in ling.frame(match)["seats"]] == ["Ling Wu", "", ""]
    row = place.hub.house.rooms[match].row
    assert row.options == {"target": 40} and row.undo == "strict"
    assert 'value="Ling Wu"' in ling.get("/").text


@pytest.mark.parametrize(
    "change",
    [{"option.target": "5"}, {"option.target": "x"}, {"kind.1": "none"}, {"kind.1": "bot:deep"}, {"kind.1": "x"}],
)
def test_a_form_that_does_not_fit_is_answered_by_a_page(standing: Place, change: dict[str, str]) -> None:
    answer = standing.person().form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "open", **change})
    assert answer.status_code == 422 and answer.headers["content-type"].startswith("text/html")


def test_the_lobby_says_what_is_asked(place: Place) -> None:
    ling, tomas, _ = two_people(place)
    assert "Roll on, or hold?" in ling.get("/").text and "Your turn" in ling.get("/").text
    assert "decides: roll on or hold" in tomas.get("/").text and "Your turn" not in tomas.get("/").text


def test_the_lobby_calls_a_round_as_the_table_does() -> None:
    assert titled(find("battlestar"), 3, "zh-Hans").endswith(" · 第 3 回合")
    assert titled(find("planet_masters"), 3, "zh-Hans").endswith(" · 第 3 轮"), "the game has no word of its own"
    assert titled(find("malifaux"), 2, "en") == "Malifaux · Turn 2"
    assert titled(find("malifaux"), 0, "en") == "Malifaux", "it has not begun"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_numbered_rule_is_an_anchor(standing: Place, language: str) -> None:
    page = standing.person().get("/rules/planet_masters", headers={"cookie": f"language={language}"}).text
    anchors = re.findall(r'id="([^"]*)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(rule_numbers(find("planet_masters"), language)) <= set(anchors)
    links = set(re.findall(r'href="#([^"]*)"', page))
    assert links <= set(anchors)


def test_a_game_without_rulebook_lists_its_rules(standing: Place) -> None:
    page = standing.person().get("/rules/pig").text
    assert 'id="PIG-3"' in page
    assert standing.person().get("/rules/chess").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["battlestar", "malifaux"])
def test_rulings_link_to_the_rules_that_decide_them(standing: Place, game: str, language: str) -> None:
    cookie = {"cookie": f"language={language}"}
    book = standing.person().get(f"/rules/{game}", headers=cookie).text
    assert f'href="/rules/{game}/rulings"' in book
    page = standing.person().get(f"/rules/{game}/rulings", headers=cookie).text
    assert f'href="/rules/{game}"' in page
    links = re.findall(rf'href="/rules/{game}#([^"]*)"', page)
    assert len(links) >= page.count("<h3") > 20
    assert set(links) <= set(re.findall(r'id="([^"]*)"', book))
    assert page.count('<h3 id="section-') == page.count('class="h3"'), "each question stands in the contents"


def test_a_game_without_rulings_has_no_link_to_them(standing: Place) -> None:
    assert "/rulings" not in standing.person().get("/rules/pig").text
    assert standing.person().get("/rules/pig/rulings").status_code == 404
    assert standing.person().get("/rules/chess/rulings").status_code == 404


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
    assert files == ("/static/dist/assets/main.js", "/static/dist/assets/style.css")
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


LATIN = {
    "Kobol",
    "Shapan",
    "English",
    "shapan",
    "lan",
    "import",
    "uv",
    "sync",
    "reinstall",
    "package",
    "scripts",
    "play",
    "QR",
    "N",
}
"""What may stand in Latin letters on Chinese pages: the name, a language, commands; and rule numbers."""


def latin_words(page: str) -> set[str]:
    """Return the Latin words that people read on a page, or hear of it; rulebooks are the games' own."""
    body = re.sub(r"<(script|style|svg|code)\b.*?</\1>", " ", page, flags=re.DOTALL)
    body = re.sub(r'<main id="content" class="book">.*?</main>', " ", body, flags=re.DOTALL)
    said = " ".join(re.findall(r'(?:title|alt|placeholder|aria-label|data-none|data-some|data-done)="([^"]*)"', body))
    text = re.sub(r"\{\w+\}", " ", re.sub(r"<[^>]*>", " ", body) + " " + said)
    text = re.sub(r"https?://\S+|\b[A-Z]{2,4}-[A-Z]?\d+(\.\d+)?", " ", text)
    return set(re.findall(r"[A-Za-z]{1,}", html.unescape(text))) - LATIN


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_chinese_pages_are_chinese(place: Place, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "client_files", lambda: None)
    ling = place.person()
    ling.cookie = f"language={language}"
    assert latin_words(ling.get("/").text) == set()
    for game in ("pig", "leduc", "planet_masters"):
        assert latin_words(ling.get(f"/tables/new?game={game}").text) == set(), game
    bad = {"game": "planet_masters", "kind.0": "me", "kind.1": "open", "option.max_rounds": "x"}
    refused = ling.form("/tables", bad)
    assert refused.status_code == 422 and latin_words(refused.text) == set()
    opened = ling.open("pig", "me", "open", "bot:random")
    join = opened["joins"][0]["url"]
    stranger = place.person(f"language={language}")
    shown = ["/rules", "/nothing", join, "/join/0123", "/rules/pig", "/rules/planet_masters", opened["url"]]
    for path in shown:
        assert latin_words(stranger.get(path).text) == set(), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_a_key(place: Place, language: str) -> None:
    ling = place.person(f"language={language}")
    join = ling.open("pig", "me", "open")["joins"][0]["url"]
    stranger = place.person(f"language={language}")
    for path in (
        "/",
        "/tables/new",
        "/rules",
        "/rules/pig",
        "/rules/leduc",
        "/nothing",
        join,
        "/join/0123",
        "/replays",
    ):
        assert not re.search(r"\bui\.\w+|\{(?!count\})\w+\}", stranger.get(path).text), path


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 413, 422, 429, 500, 503, 418, 507])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_says_what_helps(language: str, status: int) -> None:
    request: Any = RequestFactory().get("/somewhere", headers={"cookie": f"language={language}"})
    page = error_page(request, status)
    assert page.status_code == status
    found = re.search(r"<h1>(.+?)</h1>\s*<p class=\"m\">(.+?)</p>", str(page.content), re.DOTALL)
    assert found and "ui." not in found[0] and len(found[2]) > len(found[1]) / 2


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"option.target": "5"}, 'id="option-target-error"'),
        ({"kind.1": "bot:deep"}, 'id="seat-1-error"'),
        ({"kind.1": "none", "kind.2": "bot:deep"}, 'id="seat-2-error"'),
        ({"kind.1": "none"}, 'role="alert"'),
        ({"pace": "3"}, 'role="alert"'),
    ],
)
def test_a_refused_form_keeps_what_was_typed(standing: Place, change: dict[str, str], at: str) -> None:
    sent = {"game": "pig", "kind.0": "me", "name.0": "Ling <Wu>", "kind.1": "hot", "name.1": "Devi"}
    sent |= {"undo": "strict", "pace": "120", "listed": "on", "chat": "phrases", **change}
    answer = standing.person().form("/tables", sent)
    assert answer.status_code == 422 and at in answer.text
    form = answer.text.partition('id="table-form"')[2].partition("</form>")[0]
    assert 'value="Ling &lt;Wu&gt;"' in form and 'value="Devi"' in form
    assert re.search(r'name="undo" value="strict"[^>]* checked', form)
    assert re.search(r'name="listed" value="on"[^>]* checked', form)
    assert re.search(r'name="chat" value="phrases"[^>]* checked', form)
    paces = form.partition('name="pace"')[2].partition("</select>")[0]
    assert change.get("pace") or re.search(r'value="120"[^>]* selected', paces)
    if "option.target" in change:
        assert re.search(r'name="option.target" value="5"[^>]*aria-invalid="true"', form)


def test_the_form_opens_its_table_without_scripts(place: Place) -> None:
    ling = place.person()
    form = ling.get("/tables/new?game=planet_masters").text.partition('id="table-form"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    for name, rest in re.findall(r'<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.findall(r'value="([^"]*)"[^>]* selected', rest)
        assert len(chosen) == 1, name
        fields[name] = chosen[0]
    fields |= dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)"[^>]* checked', form))
    fields |= dict(re.findall(r'<input type="number" name="([^"]+)" value="([^"]*)"', form))
    first = form.partition('name="kind.1"')[2].partition("</select>")[0]
    ranked = ["random", "novice", "recruit", "cadet", "greedy", "general"]
    assert re.findall(r'value="bot:(\w+)"', first) == ranked, "not from weak to strong"
    assert "5 of 6: " in form
    assert [fields[f"kind.{seat}"] for seat in range(6)] == ["me", "bot:greedy", "bot:greedy", "none", "none", "none"]
    answer = ling.form("/tables", fields)
    assert (
        answer.status_code == 303 and len(ling.frame(answer.headers["location"].removeprefix("/match/"))["seats"]) == 3
    )
    assert not place.hub.house.rooms[answer.headers["location"].removeprefix("/match/")].row.options, "all as proposed"


@pytest.mark.parametrize("game", games())
def test_every_option_that_is_no_list_has_a_field_in_the_form(standing: Place, game: str) -> None:
    page = standing.person().get(f"/tables/new?game={game}").text
    fields = set(re.findall(r'name="option\.(\w+)"', page))
    left = [one.name for one in find(game).options if isinstance(one.default, list) or one.seats or one.refused]
    assert fields == {one.name for one in find(game).options} - {*left}


def test_an_option_that_the_seats_decide_can_be_left_to_them(place: Place) -> None:
    ling = place.person()
    page = ling.get("/tables/new?game=battlefield").text
    assert re.search(r'name="option.max_rounds" value="" placeholder="By number of players"', page)
    assert re.search(r'name="option.factions_dealt" value=""[^>]* checked', page)
    seats = {"game": "battlefield", "kind.0": "me", "kind.1": "bot:random"}
    for value, options in (("", {}), ("12", {"max_rounds": 12})):
        answer = ling.form("/tables", {**seats, "option.max_rounds": value, "option.factions_dealt": ""})
        match = answer.headers["location"].removeprefix("/match/")
        assert place.hub.house.rooms[match].row.options == options


def test_options_show_their_rule_as_a_link_and_not_twice(standing: Place) -> None:
    page = standing.person().get("/tables/new?game=planet_masters").text
    for words in re.findall(r'<p class="help"[^>]*>(.*?)</p>', page, re.DOTALL):
        assert len(re.findall(r"PM-\w", re.sub(r"<a .*?</a>", "", words))) == 0, words
    assert 'href="/rules/planet_masters#PM-6.1"' in page


def test_listed_tables_can_be_joined_and_watched(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    assert "No open tables right now" in tomas.get("/").text
    fields = {"game": "pig", "kind.0": "me", "name.0": "Ling", "kind.1": "open", "listed": "on", "pace": "120"}
    match = ling.form("/tables", fields).headers["location"].removeprefix("/match/")
    page = tomas.get("/").text
    found = re.search(r'<a class="btn" href="(/join/\w+)" aria-label="Sit down: Pig, Ling"', page)
    assert found and "2 min" in page
    assert tomas.form(found[1], {"name": "Tomas"}).status_code == 303
    other = place.person().get("/").text
    assert f'href="/match/{match}" aria-label="Watch: Pig, Ling"' in other and "No open tables right now" in other


def test_the_theme_is_dark_unless_chosen(place: Place) -> None:
    ling = place.person()
    assert 'data-theme="dark"' in ling.get("/").text
    answer = ling.form("/theme", {"theme": "light", "next": "/rules"})
    assert answer.status_code == 303 and answer.headers["location"] == "/rules"
    assert 'data-theme="light"' in ling.get("/rules").text
    assert ling.form("/theme", {"theme": "pink"}).status_code == 400


def test_unknown_pages_and_addresses(standing: Place) -> None:
    page, data = standing.person().get("/nothing"), standing.person().get("/api/nothing")
    assert page.status_code == 404 and "Page not found" in page.text
    assert data.status_code == 404 and data.json()["status_code"] == 404


def test_a_form_sent_twice_opens_one_table(place: Place) -> None:
    ling = place.person()
    ling.open("pig", "me", "hot")  # he has a cookie
    page = ling.get("/").text
    forms = re.findall(r'<form method="post" action="/tables[^/"]*".*?</form>', page, re.DOTALL)
    ids = [re.search(r'name="id" value="([^"]+)"', form) for form in forms]
    assert len(forms) >= 3 and all(ids)
    sent = {"id": str(ids[0] and ids[0][1]), "game": "pig", "kind.0": "me", "kind.1": "hot"}
    first = ling.form("/tables", sent).headers["location"]
    assert ling.form("/tables", sent).headers["location"] == first
    assert ling.form("/tables", {**sent, "kind.1": "bot"}).headers["location"] != first, (
        "changed meanwhile: another table"
    )
    later = re.search(r'name="id" value="([^"]+)"', ling.get("/").text)
    assert later and later[1] != sent["id"]
    assert ling.form("/tables", {**sent, "id": later[1]}).headers["location"] != first
    guided = {"id": "a", "game": "planet_masters", "guide": "1"}
    assert ling.form("/tables", guided).headers["location"] == ling.form("/tables", guided).headers["location"]


def test_the_lobby_marks_a_guided_match(place: Place) -> None:
    ling = place.person()
    ling.form("/tables", {"id": "b", "game": "planet_masters", "kind.0": "me", "kind.1": "bot", "kind.2": "bot"})
    assert "· Guided match" not in ling.get("/").text
    ling.form("/tables", {"id": "a", "game": "planet_masters", "guide": "1"})
    assert re.search("Planet Masters[^<]* · Guided match", ling.get("/").text)


def test_what_the_page_gives_its_client_cannot_end_its_element(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, "en", "</script><b>&lt;")
    ling = place.person()
    page = ling.get(ling.open("pig", "me", "hot")["url"]).text
    assert "</script><b>" not in page and "\\u003c/script>\\u003cb>\\u0026lt;" in page


def test_the_lobby_says_who_won_besides_the_seats(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cylons may win a match of Battlestar at whose table no Cylon sits."""
    ling = place.person()
    name = ling.open("battlestar", "me", "hot", "hot")["id"]
    room = place.hub.house.rooms[name]
    assert result(room, None, "en") == "No one won"
    for word, told in (("cylons", "The Cylons win: humankind is lost"), ("unheard", "No one won")):
        monkeypatch.setattr(type(room.match), "outcome", Outcome(word, [2, 2, 2], [], []))
        assert result(room, None, "en") == told
