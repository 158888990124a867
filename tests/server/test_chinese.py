"""Chinese pages and texts are Chinese: no Latin words but names, rules' ids, keys and commands; full-width marks."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from server.people import Place, two_people
from shapan.engine import text as text_module
from shapan.engine.registry import find, games
from shapan.engine.text import catalogue, say
from shapan.server.words import words

GAMES = ["battlestar", "planet_masters", "pig", "leduc"]
CHINESE = ["zh-Hans", "zh-Hant"]
NAMES = {"Ling", "Tomas"}
"""What people call themselves is theirs."""
ALLOWED = {"Shapan", "English", "EN", "Enter", "Esc", "FTL", "Kobol", "Webhook", "Discord", "JSON", "https", "UTC"}
"""The brand, the languages in their own letters, keys, two names that the Chinese rules of Battlestar write so, and
what Chinese programs call so."""
RULE = re.compile(r"\b(PM|PIG|LED|BSG|RULE)-(SC|[A-Z])?\d+(\.\d+)?\b")
LATIN = re.compile(r"[A-Za-z]{2,}")
NARROW = re.compile(r"[㐀-鿿][,;:!?(]|[,;:!?)][㐀-鿿]|\.\.\.|\"")
HOLE = re.compile(r"\{\w+\}")
SPOKEN = re.compile(r'\b(?:aria-label|title|alt|placeholder|content)="([^"]*)"')
SILENT = re.compile(r"<(head|script|style|svg|code|noscript)\b.*?</\1>|<kbd\b.*?</kbd>|<!--.*?-->", re.DOTALL)
FOREIGN = re.compile(r'<(\w+)[^>]*\slang="en"[^>]*>.*?</\1>', re.DOTALL)


def latin(text: str, allowed: set[str] = ALLOWED) -> list[str]:
    return [word for word in LATIN.findall(RULE.sub("", text)) if word not in allowed]


def seen(page: str) -> Iterator[str]:
    """Give what a page shows and what it is read out as."""
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    body = FOREIGN.sub(" ", SILENT.sub(" ", page))
    yield from SPOKEN.findall(body)
    yield re.sub(r"<[^>]*>", " ", body)
    yield title[1] if title else ""


@pytest.mark.parametrize("language", CHINESE)
def test_texts_have_chinese_words_and_marks(language: str) -> None:
    texts = dict(words(language))
    for game in GAMES:
        texts |= catalogue(find(game), language)
    found = {}
    for key, text in texts.items():
        bare = HOLE.sub("", text)
        if latin(bare) or NARROW.search(bare):
            found[key] = text
    assert found == {}


@pytest.mark.parametrize("language", CHINESE)
def test_pages_have_no_latin_words(place: Place, language: str) -> None:
    ling, _, match = two_people(place)
    over = ling.open("pig", "me", "bot:random", target=10)["id"]
    assert ling.act(over, "leave", id="gone").status_code == 200
    opened = ling.form("/tables", {"game": "planet_masters", "kind.0": "me", "name.0": "Ling", "kind.1": "open"})
    table = opened.headers["location"]
    invitation = [ling.frame(table.removeprefix("/match/"))["seating"]["invitation"]]
    paths = ["/", "/rules", "/replays", "/nothing", f"/match/{match}", f"/replay/{over}", table, invitation[0]]
    paths += [f"/tables/new?game={game}" for game in GAMES] + [f"/rules/{game}" for game in GAMES]
    found = {}
    for path in paths:
        person = place.person() if path == invitation[0] else ling
        cookie = "; ".join(part for part in (person.cookie, f"language={language}") if part)
        page = person.get(path, headers={"cookie": cookie}).text
        assert f'<html lang="{language}"' in page, path
        words = [word for text in seen(page) for word in latin(html.unescape(text), ALLOWED | NAMES)]
        if words:
            found[path] = words
    assert found == {}


def test_no_blank_stands_between_two_sentences() -> None:
    templates = files("shapan.server") / "templates"
    blank = re.compile(r'[%}]} {{ t\("ui[^ ]+')
    found = [f"{one.name} {hit}" for one in templates.iterdir() for hit in blank.findall(one.read_text("utf-8"))]
    assert found == [], "{{ gap }} is a blank in English alone"


def test_the_brand_is_written_in_the_reader_s_script(place: Place) -> None:
    for language, brand in (("en", "沙盘"), ("zh-Hans", "沙盘"), ("zh-Hant", "沙盤")):
        page = place.person().get("/", headers={"cookie": f"language={language}"}).text
        assert f'aria-label="Shapan {brand}"' in page and page.count("沙盘" if brand == "沙盤" else "沙盤") == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("玩家 1", "玩家 1 的回合结束"),
        ("Ling", "Ling 的回合结束"),
        ("林", "林的回合结束"),
        ("林（玩家）", "林（玩家）的回合结束"),
    ],
)
def test_letters_of_two_kinds_stand_apart_where_a_name_is_put_in(name: str, said: str) -> None:
    assert say(find("battlestar"), "zh-Hans", "event.turn_ends", {"seat": {"seat": 0}}, [name]) == said


@pytest.mark.parametrize(
    ("language", "outer", "said"),
    [
        ("en", "{what}: {how}", "a: b. Arius Field: a: b pays 1 and nullifies the attack"),
        ("zh-Hans", "{what}：{how}", "a: b。亚留斯立场：a: b 支付 1，进攻无效"),
    ],
)
def test_beside_what_has_a_colon_stands_a_full_stop(
    monkeypatch: pytest.MonkeyPatch, language: str, outer: str, said: str
) -> None:
    monkeypatch.setattr(text_module, "catalogue", lambda game, tongue: catalogue(game, tongue) | {"outer": outer})
    game, seat = find("battlefield"), {"seat": {"seat": 0}}
    nullified = {"key": "event.nullified", "words": seat | {"price": 1}}
    assert say(game, language, "outer", {"what": seat["seat"], "how": nullified}, ["a: b"]) == said
    before = say(game, language, "outer", {"what": nullified, "how": {"term": "a.term"}}, ["a"])
    assert before.endswith({"en": "attack. a.term", "zh-Hans": "无效。a.term"}[language])
    assert say(game, language, "outer", {"what": "a", "how": "b: c"}) == outer.format(what="a", how="b: c")


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_point_has_one_name_in_tables_and_games(language: str) -> None:
    form = words(language)["ui.point"].removeprefix("at ")  # one goes to a point, or stands at it
    told = [text for game in games().values() for text in catalogue(game, language).values() if "{x}" in text]
    assert told and all(form in text for text in told)
