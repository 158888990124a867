from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect

from server.conftest import running
from server.people import Place, two_people
from shapan.server.settings import Settings
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
def test_foreign_posts_are_turned_away(place: Place, headers: dict[str, str]) -> None:
    ling = place.person()
    answer = ling.request("POST", "/matches", json=PIG, headers=headers)
    assert answer.status_code == 403 and not ling.cookie


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}])
@pytest.mark.parametrize("path", ["/tables", "/language", "/join/some"])
def test_foreign_forms_are_turned_away(place: Place, path: str, headers: dict[str, str]) -> None:
    headers = {"content-type": "application/x-www-form-urlencoded", **headers}
    answer = place.person().request("POST", path, content="game=pig&language=en&next=/", headers=headers)
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
def test_every_answer_carries_the_strict_headers(place: Place, path: str) -> None:
    headers = place.person().get(path).headers
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


def test_a_cookie_that_somebody_else_made_is_not_taken_where_all_is_secure(settings: Settings) -> None:
    settings.secure = True
    planted = "__Host-shapan=" + "a" * 43
    with running(settings) as place:
        made = place.person(planted).post("/matches", PIG).headers["set-cookie"]
    assert made.startswith("__Host-shapan=") and not made.startswith(planted) and "Secure" in made
