from __future__ import annotations

from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

from server.conftest import running
from server.people import Place, two_people
from shapan.server.settings import Settings
from shapan.server.store.people import hash_of
from shapan.server.web.host import Hosts

PIG = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.local:99"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"x-shapan": ""},
    ],
)
def test_foreign_posts_are_turned_away(standing: Place, headers: dict[str, str]) -> None:
    ling = standing.person()
    answer = ling.request("POST", "/matches", json=PIG, headers=headers)
    assert answer.status_code == 403 and not ling.cookie


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
@pytest.mark.parametrize("path", ["/tables", "/language", "/join/some"])
def test_foreign_forms_are_turned_away(standing: Place, path: str, headers: dict[str, str]) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded", **headers}
    answer = standing.person().request("POST", path, content="game=pig&language=en&next=/", headers=headers)
    assert answer.status_code == 403


def test_scripts_without_a_browser_may_post(place: Place) -> None:
    ling = place.person()
    ling.headers = {"x-shapan": "1"}
    assert ling.post("/matches", PIG).status_code == 201


def test_other_host_names_are_not_answered(place: Place) -> None:
    answer = place.person().get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert place.person().get("/", headers={"host": "localhost:8642"}).status_code == 200


def test_foreign_streams_are_turned_away(place: Place) -> None:
    ling, _, match = two_people(place)
    ling.headers["origin"] = "http://evil.example"
    with pytest.raises(WebSocketDisconnect), ling.stream(match) as stream:
        stream.receive_json(timeout=10)


def test_in_a_home_network_addresses_are_hosts_but_foreign_names_are_not() -> None:
    home, lan = Hosts(Settings()), Hosts(Settings(lan=True, hosts=("Table.example",)))
    assert home.knows("127.0.0.1:8642") and home.knows("[::1]:8642") and not home.knows("192.168.1.5")
    assert lan.knows("192.168.1.5:8642") and lan.knows("[fe80::1]") and lan.knows("table.example")
    assert not lan.knows("evil.example") and not lan.knows("192.168.1.5.evil.example")


@pytest.mark.parametrize("path", ["/", "/rules/pig", "/static/site.css", "/api/games", "/nothing", "/api/nothing"])
def test_every_answer_carries_the_strict_headers(standing: Place, path: str) -> None:
    headers = standing.person().get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" == policy["style-src"]
    assert policy["frame-ancestors"] == "'none'" and policy["require-trusted-types-for"] == "'script'"
    assert headers["x-content-type-options"] == "nosniff"
    assert ("cache-control" in headers) == (path != "/static/site.css")


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(place: Place) -> None:
    ling = place.person()
    cookie = ling.post("/matches", PIG).headers["set-cookie"]
    assert cookie.startswith("shapan=") and "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert place.person().get("/").headers.get("set-cookie") is None
    assert ling.post("/matches", PIG).headers.get("set-cookie") is None


@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("way", ["match", "table", "name", "join", "api join"])
def test_a_cookie_that_somebody_else_made_is_replaced(settings: Settings, secure: bool, way: str) -> None:
    settings.secure = secure
    name, planted = "__Host-shapan" if secure else "shapan", "a" * 43
    with running(settings) as place:
        ling, tomas = place.person(), place.person(f"{name}={planted}")
        link = ling.post("/matches", PIG).json()["joins"][0]["url"]
        made = {
            "match": lambda: tomas.post("/matches", PIG),
            "table": lambda: tomas.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "hot"}),
            "name": lambda: tomas.form("/name", {"name": "Tomas", "next": "/"}),
            "join": lambda: tomas.form(link, {"name": "Tomas"}),
            "api join": lambda: tomas.post(f"/api{link}", {"name": "Tomas"}),
        }[way]()
        assert made.status_code in (200, 201, 303)
        given = made.headers["set-cookie"]
        assert given.startswith(f"{name}=") and not given.startswith(f"{name}={planted}") and "HttpOnly" in given
        assert ("Secure" in given) == secure
        store = place.hub.store
        assert place.client.blocking_portal.call(store.session_name, hash_of(planted)) is None
        assert place.person(f"{name}={planted}").form("/name", {"name": "Eve"}).headers["set-cookie"] != given


def test_two_servers_at_one_address_take_no_guest_from_each_other(settings: Settings, tmp_path: Path) -> None:
    """They share the cookies: each knows him by the token that it gave itself."""
    settings.secure, cookie, opened = False, "", list[str]()
    for folder in ("one", "two", "one", "two"):
        settings.data = tmp_path / folder
        with running(settings) as place:
            ling = place.person(cookie)
            if len(opened) < 2:
                opened.append(ling.open("pig", "me", "hot")["id"])
            else:
                assert ling.frame(opened.pop(0))["decision"], "his seat is still his"
                assert ling.post("/matches", PIG).headers.get("set-cookie") is None
            cookie = ling.cookie
