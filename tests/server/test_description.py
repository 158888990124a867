"""What a stranger's program can rely on: the description of the stream, joining by the API, the client of the docs."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from server import apart
from server.people import Data, Place, new_id
from server.test_run import server
from shapan.server.match.message import FrameMessage

CLIENT = Path(__file__).resolve().parents[2] / "docs/how-to/client.py"
LONGEST = 100
"""Lines of the client of the docs."""


def validator(place: Place, name: str) -> jsonschema.Draft202012Validator:
    """Return what says whether a message of the stream is as described."""
    described: Data = place.person().get("/schema/asyncapi.json").json()
    message = described["components"]["messages"][name]
    schema = {"$ref": message["payload"]["$ref"], "components": described["components"]}
    return jsonschema.Draft202012Validator(schema)


def test_all_references_of_the_description_lead_somewhere(place: Place) -> None:
    described = place.person().get("/schema/asyncapi.json").json()

    def find(part: Any) -> None:
        if isinstance(part, dict):
            if "$ref" in part:
                found = described
                for name in part["$ref"].removeprefix("#/").split("/"):
                    found = found[name]
            for value in part.values():
                find(value)
        elif isinstance(part, list):
            for value in part:
                find(value)

    find(described)
    assert set(described["channels"]["stream"]["messages"]) == {"frame", "chat", "ping"}


@pytest.mark.parametrize("game", ["pig", "planet_masters", "battlestar"])
def test_frames_are_as_described(place: Place, game: str) -> None:
    ling, frames = place.person(), validator(place, "frame")
    match = ling.open(game, "me", "hot", *["bot:random"] * (1 if game == "battlestar" else 0))["id"]
    frame = ling.frame(match)
    for _ in range(40):
        frame = ling.frame(match)
        frames.validate(frame)
        assert frame["type"] == "frame" and set(frame) <= set(FrameMessage.__struct_encode_fields__)
        decision = frame["decision"]
        if decision and not decision["many"]:
            ling.answer(match, decision["targets"][0]["code"])
    frame.pop("seats")
    assert not frames.is_valid(frame), "what is described is there"


def test_what_is_said_and_signs_of_life_are_as_described(place: Place) -> None:
    place.hub.settings.ping = 0.01
    ling = place.person()
    match = ling.open("pig", "me", "open")["id"]
    kinds = {name: validator(place, name) for name in ("frame", "chat", "ping")}
    with ling.stream(match) as stream:
        seen: set[str] = set()
        assert ling.act(match, "chat", id=new_id(), text="Hello").status_code == 200
        while seen != set(kinds):
            message = stream.receive_json(timeout=10)
            kinds[message["type"]].validate(message)
            seen.add(message["type"])


def test_an_invited_guest_joins_without_the_page(place: Place) -> None:
    ling, tomas, vera = place.person(), place.person(), place.person()
    opened = ling.open("pig", "me", "open")
    token = opened["joins"][0]["url"].rpartition("/")[2]
    assert tomas.post("/api/join/nothing", {}).status_code == 404
    unseen = tomas.post(f"/api/join/{token}", {"name": "\u3164"})
    assert (unseen.status_code, unseen.json()["field"]) == (422, "name")
    joined = tomas.post(f"/api/join/{token}", {"name": "Tomas"})
    assert joined.json() == {"id": opened["id"], "seat": 1, "url": f"/match/{opened['id']}"}
    assert tomas.frame(opened["id"])["viewer"] == 1
    assert tomas.post(f"/api/join/{token}", {}).json() == joined.json(), "a repeat changes nothing"
    late = vera.post(f"/api/join/{token}", {"name": "Vera"})
    assert (late.status_code, late.json()) == (409, {"reason": "closed"})


def test_header_and_cookie_are_described(place: Place) -> None:
    described = place.person().get("/schema/openapi.json").json()
    schemes = {scheme["in"]: scheme["name"] for scheme in described["components"]["securitySchemes"].values()}
    assert schemes == {"cookie": "shapan", "header": "x-shapan"}


def test_the_client_of_the_docs_plays_matches_to_their_end(tmp_path: Path) -> None:
    assert len(CLIENT.read_text("utf-8").splitlines()) <= LONGEST
    loaded = importlib.util.spec_from_file_location("client", CLIENT)
    assert loaded is not None and loaded.loader is not None
    module = importlib.util.module_from_spec(loaded)
    loaded.loader.exec_module(module)
    module.random.seed(1)
    with server(tmp_path, begin="") as (process, address):
        for game in ("pig", "planet_masters"):
            client = module.Client(address)
            match = client.open(game, "greedy")
            outcome = apart.run(asyncio.wait_for(client.play(match), 240))
            assert outcome["winners"] and outcome["result"] != "forfeit", game
        process.kill()
