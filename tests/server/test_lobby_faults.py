"""What does not load is named in the lobby; paths of files are shown on the machine itself alone."""

from __future__ import annotations

from typing import Any

import pytest

from server.people import Place
from shapan.engine import registry
from shapan.server.pages import page
from shapan.server.web.network import from_here

SAYS = "/games/chess/game.py, line 3: NameError: name 'Gaem' is not defined"


def test_the_lobby_names_what_does_not_load(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "faults-title" not in place.person().get("/").text
    monkeypatch.setattr(page, "all_faults", lambda: [("chess", SAYS)])
    far = place.person().get("/").text
    assert "<li><b>chess</b></li>" in far and "game.py" not in far
    monkeypatch.setattr(page, "from_here", lambda request: True)
    assert "<li><b>chess</b>: /games/chess/game.py, line 3: NameError" in place.person().get("/").text


@pytest.mark.parametrize(
    ("client", "host", "here"),
    [
        (("127.0.0.1", 5000), b"localhost:8642", True),
        (("::1", 5000), b"127.0.0.1:8642", True),
        (("127.0.0.1", 5000), b"table.example.org", False),
        (("192.168.1.7", 5000), b"localhost:8642", False),
        (None, b"localhost", False),
    ],
)
def test_who_is_here_comes_from_this_machine_by_its_own_name(client: Any, host: bytes, here: bool) -> None:
    class Sent:
        scope = {"client": client, "headers": [(b"host", host)], "scheme": "http"}

    assert from_here(Sent()) is here  # type: ignore[arg-type]


def test_no_answer_tells_where_the_files_of_a_game_lie(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    place.hub.house.rooms.clear()

    def find(name: str) -> Any:
        if name in ("chess", "pig"):
            raise registry.BrokenGame(name, SAYS)
        return registry.find(name)

    for module in ("api.opening", "api.library", "match.rebuild", "pages.lobby", "hub.listing"):
        monkeypatch.setattr(f"shapan.server.{module}.find", find)
    answers = [
        ling.post("/matches", {"game": "chess", "seats": [{"kind": "me"}]}),
        *(
            ling.get(path)
            for path in (f"/api/matches/{match}/frame", f"/match/{match}", "/api/games/chess/texts/en", "/")
        ),
    ]
    assert [answer.status_code for answer in answers] == [422, 404, 404, 404, 200]
    assert "the game 'chess' cannot be loaded" in answers[0].json()["detail"]
    assert not any("game.py" in answer.text for answer in answers)
