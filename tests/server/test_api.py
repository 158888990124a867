from __future__ import annotations

import asyncio
from itertools import product

import msgspec
import pytest

from server.conftest import running
from server.people import PIG_HOLD, PIG_ROLL, Place, new_id, pig_choice, two_people
from shapan.engine.registry import find, games
from shapan.engine.text import catalogue, say
from shapan.server.api.opening import NewMatch, NewSeat, open_match
from shapan.server.match.message import FrameMessage
from shapan.server.settings import Settings
from shapan.server.store.account import LoginRow
from shapan.server.web.session import Guest

MOST = 500


def test_two_people_play_a_whole_match(place: Place) -> None:
    ling, tomas, match = two_people(place, target=30)
    people = [ling, tomas]
    for _ in range(MOST):
        frame = ling.frame(match)
        if frame["outcome"]:
            break
        asked = people[frame["waiting"][0]]
        assert asked.answer(match, pig_choice(asked.frame(match))).json() == {"ok": True}
    outcome = ling.frame(match)["outcome"]
    assert outcome["result"] == "win" and len(outcome["winners"]) == 1
    assert tomas.frame(match)["decision"] is None
    assert ling.act(match, "answers", id=new_id(), ordinal=1, codes=[PIG_ROLL]).json() == {"reason": "over"}
    assert [seat["kind"] for seat in tomas.frame(match)["seats"]] == ["player", "you"]


def test_a_frame_is_what_the_schema_says(place: Place) -> None:
    ling = place.person()
    match = ling.open("planet_masters", "me", "bot:greedy", "bot:random")["id"]
    text = ling.get(f"/api/matches/{match}/frame").content
    message = msgspec.json.decode(text, type=FrameMessage)
    assert message.frame == 1 and message.viewer == 0 and not message.spectator
    assert message.log_length == len(message.events.rows)
    schema = ling.get("/schema/openapi.json").json()
    assert set(msgspec.json.decode(text)) == set(schema["components"]["schemas"]["FrameMessage"]["properties"])


def test_a_repeated_answer_gives_the_first_result_and_changes_nothing(place: Place) -> None:
    ling, _, match = two_people(place)
    assert ling.answer(match, PIG_ROLL, name="once", ordinal=1).status_code == 200
    before = ling.frame(match)
    assert ling.answer(match, PIG_ROLL, name="once", ordinal=1).json() == {"ok": True}
    assert ling.frame(match) == before


def test_ids_of_one_player_do_not_block_another(place: Place) -> None:
    ling, tomas, match = two_people(place)
    while ling.frame(match)["decision"]:
        ling.answer(match, PIG_HOLD if ling.frame(match)["log_length"] else PIG_ROLL)
    ling.answer(match, PIG_ROLL, name="same", ordinal=99)
    assert tomas.answer(match, PIG_ROLL, name="same").json() == {"ok": True}


def test_an_impossible_answer_is_refused_with_rule_and_reason(place: Place) -> None:
    ling, tomas, match = two_people(place)
    before = ling.frame(match)
    for codes in ([3 << 40], [0], [PIG_ROLL, PIG_HOLD], [], [PIG_ROLL + 7], [-1], [2**70], [-PIG_ROLL]):
        answer = ling.answer(match, *codes, ordinal=1)
        assert answer.status_code == 422, codes
        assert answer.json() == {"rule": "PIG-1", "key": "not_possible", "words": {}}
    assert ling.frame(match) == before
    assert tomas.answer(match, PIG_ROLL, ordinal=1).status_code == 409


def test_a_late_answer_is_told_that_the_decision_is_closed(place: Place) -> None:
    ling, _, match = two_people(place)
    ling.answer(match, PIG_ROLL, ordinal=1)
    answer = ling.answer(match, PIG_ROLL, ordinal=1)
    assert answer.status_code == 409 and answer.json() == {"reason": "closed"}


def test_only_players_answer(place: Place) -> None:
    ling, tomas, match = two_people(place)
    stranger = place.person()
    assert stranger.answer(match, PIG_ROLL, ordinal=1).status_code == 403
    assert tomas.answer(match, PIG_ROLL, ordinal=1, seat=0).status_code == 403
    assert stranger.act("nothing", "answers", id="a", ordinal=1, codes=[PIG_ROLL]).status_code == 404
    assert stranger.get("/api/matches/nothing/frame").status_code == 404
    for bad in ({"id": "a b"}, {"ordinal": "x"}, {"codes": None}):
        data = {"id": "a", "ordinal": 1, "codes": [PIG_ROLL], **bad}
        assert ling.act(match, "answers", **data).status_code == 400, bad
    assert ling.get(f"/api/matches/{match}/frame?after=-1").status_code == 400


def test_who_waits_is_told_so_where_a_game_has_no_words_for_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    _, tomas, match = two_people(place)
    question = tomas.frame(match)["question"]
    assert question["key"] == "prompt_waiting.roll_or_hold"
    monkeypatch.delitem(catalogue(find("pig"), "en"), question["key"])
    plain = tomas.frame(match)["question"]
    assert plain == {"key": "common.waiting", "words": question["words"]}
    assert say(find("pig"), "en", plain["key"], plain["words"], ["Ling", "Tomas"]) == "Waiting for Ling"


def test_a_spectator_sees_the_table_and_is_asked_nothing(place: Place) -> None:
    ling, _, match = two_people(place)
    frame = place.person().frame(match)
    assert frame["spectator"] and frame["viewer"] == 2 and frame["decision"] is None
    assert frame["question"] == {"key": "prompt_waiting.roll_or_hold", "words": {"seat": {"seat": 0}}}
    assert frame["waiting"] == [0] and not frame["may_undo"] and frame["scene"].get("buttons", []) == []
    decision = ling.frame(match)["decision"]
    assert (
        decision["question"]["key"] == "prompt.roll_or_hold" and decision["help"]["key"] == "prompt_help.roll_or_hold"
    )
    assert [target["label"]["key"] for target in decision["targets"]] == ["action.roll", "action.hold"]


def test_events_are_sent_from_where_the_viewer_is(place: Place) -> None:
    ling, _, match = two_people(place)
    ling.answer(match, PIG_ROLL)
    whole = ling.frame(match)
    length = whole["log_length"]
    assert whole["events"]["from"] == 0 and len(whole["events"]["list"]) == length > 0
    assert ling.frame(match, f"?after={length}")["events"] == {"from": length, "list": []}
    assert ling.frame(match, f"?after={length}&epoch=3")["events"] == whole["events"]
    assert ling.frame(match, f"?after={length + 5}")["events"] == whole["events"]


def test_an_answer_can_be_taken_back_while_nothing_fell(place: Place) -> None:
    ling = place.person()
    match = ling.open("planet_masters", "me", "open", race_choice="choose", first_player=0)["id"]
    place.begin(match)
    frame = ling.frame(match)
    code = frame["decision"]["targets"][0]["code"]
    assert not frame["may_undo"]
    assert ling.act(match, "undo", id=new_id()).json()["key"] == "no_undo"
    ling.answer(match, code)
    assert ling.frame(match)["may_undo"]
    assert ling.act(match, "undo", id="back").json() == {"ok": True}
    again = ling.frame(match)
    assert again["epoch"] == 1 and again["decision"]["ordinal"] > frame["decision"]["ordinal"]
    assert ling.act(match, "undo", id="back").json() == {"ok": True}
    assert ling.frame(match) == again


def test_a_question_that_an_undo_took_back_is_withdrawn(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("planet_masters", "me", "open", race_choice="choose", first_player=0)
    tomas.form(opened["joins"][0]["url"], {"name": "Tomas"})
    match = opened["id"]
    for person in (ling, tomas):
        person.ready(match)
    ling.answer(match, ling.frame(match)["decision"]["targets"][0]["code"])
    decision = tomas.frame(match)["decision"]
    ling.act(match, "undo", id=new_id())
    late = tomas.answer(match, decision["targets"][0]["code"], ordinal=decision["ordinal"])
    assert late.status_code == 409 and late.json() == {"reason": "withdrawn"}


def test_why_not_names_the_rule(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("planet_masters", "me", "open", race_choice="choose", first_player=0)
    tomas.form(opened["joins"][0]["url"], {})
    match = opened["id"]
    for person in (ling, tomas):
        person.ready(match)
    code = ling.frame(match)["decision"]["targets"][2]["code"]
    assert ling.act(match, "why", ordinal=1, code=code).json()["key"] == ""
    ling.answer(match, code)
    why = tomas.act(match, "why", ordinal=1, code=code).json()
    assert why["rule"].startswith("PM-") and why["key"] == "race_taken"
    assert tomas.act(match, "why", ordinal=7, code=code).status_code == 409
    assert tomas.act(match, "why", ordinal=1, code=code + 63).status_code == 422


def test_picks_are_offered_one_by_one(place: Place) -> None:
    ling = place.person()
    match = ling.open("planet_masters", "me", "bot:random", races="off")["id"]
    with ling.stream(match) as stream:
        frame = stream.receive_json(timeout=10)
        decision = frame["decision"]
        for _ in range(MOST):
            decision = frame["decision"]
            if decision and decision["many"]:
                break
            if decision:
                done = [target["code"] for target in decision["targets"] if target["label"]["key"] == "action.end"]
                ling.answer(match, (done or [decision["targets"][0]["code"]])[0], ordinal=decision["ordinal"])
            frame = stream.receive_json(timeout=10)
    ordinal, first = decision["ordinal"], decision["targets"][0]["code"]
    assert decision["done"] and decision["done_label"] and not decision["ordered"]
    answer = ling.act(match, "picks", ordinal=ordinal, picked=[first]).json()
    assert answer["done"] and first not in [target["code"] for target in answer["options"]]
    assert ling.act(match, "picks", ordinal=ordinal, picked=[]).json()["options"] == decision["targets"]
    assert ling.act(match, "picks", ordinal=ordinal, picked=[first, first]).status_code == 422
    assert ling.act(match, "picks", ordinal=ordinal + 1, picked=[]).status_code == 409
    assert ling.answer(match, first, ordinal=ordinal).json() == {"ok": True}


def test_one_screen_serves_several_seats(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "hot")["id"]
    viewers = set()
    frame = ling.frame(match)
    for _ in range(MOST):
        frame = ling.frame(match)
        viewers.add(frame["viewer"])
        assert frame["decision"] and frame["waiting"] == [frame["viewer"]]
        if len(viewers) == 2:
            break
        ling.answer(match, pig_choice(frame))
    assert viewers == {0, 1}
    assert ling.frame(match, "?seat=0")["viewer"] == 0
    assert [seat["kind"] for seat in frame["seats"]] == ["you", "you"]


def test_bots_play_on_between_people(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "bot:greedy", "bot:random", target=60)["id"]
    frame = ling.frame(match)
    with ling.stream(match) as stream:
        for _ in range(MOST):
            frame = stream.receive_json(timeout=10)
            if frame["outcome"]:
                break
            if frame["decision"]:
                ling.answer(match, pig_choice(frame), ordinal=frame["decision"]["ordinal"])
    assert frame["outcome"]["winners"]
    assert {event["with"]["seat"]["seat"] for event in ling.frame(match)["events"]["list"]} == {0, 1, 2}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": [{"kind": "me"}]}, "seats"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}, "seats.1.bot"),
        ({"options": {"target": 5}}, "options.target"),
        ({"options": {"speed": 5}}, "options.speed"),
    ],
)
def test_a_match_that_the_game_does_not_allow_is_not_opened(
    place: Place, change: dict[str, object], field: str
) -> None:
    data = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], **change}
    answer = place.person().post("/matches", data)
    assert answer.status_code == 422 and answer.json()["field"] == field


def test_games_texts_and_rules_are_told(place: Place) -> None:
    ling = place.person()
    told = ling.get("/api/games").json()
    assert {"pig", "planet_masters"} <= {game["game"] for game in told["games"]} and "greedy" in told["bots"]
    texts = ling.get("/api/games/pig/texts/zh-Hant").json()
    assert texts["ui.undo"] == "復原" and texts["action.roll"]
    rule = ling.get("/api/games/planet_masters/rules/en/PM-3.4").json()
    assert rule["title"] == "Transporter" and "PM-3.4" in rule["text"]
    cards = {card["id"]: card for card in ling.get("/api/games/malifaux/cards").json()}
    assert cards["all.model.seamus"]["print"]["figures"] and ling.get("/api/games/pig/cards").json() == []
    for path in ("chess/texts/en", "chess/cards", "pig/texts/de", "pig/rules/en/PIG-99", "chess/rules/en/PIG-1"):
        assert ling.get(f"/api/games/{path}").status_code == 404


def test_a_match_opened_twice_with_one_id_is_one(settings: Settings) -> None:
    new = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with running(settings) as place:
        ling, tomas = place.person(), place.person()
        first = ling.post("/matches", {**new, "id": "mine"}).json()
        assert ling.post("/matches", {**new, "id": "mine"}).json() == first
        assert ling.post("/matches", {**new, "id": "mine", "pace": 60}).json() == first
        others = [ling.post("/matches", {**new, "id": "other"}), ling.post("/matches", new), ling.post("/matches", new)]
        tomas.post("/matches", new)
        others.append(tomas.post("/matches", {**new, "id": "mine"}))
        assert len({first["id"], *(answer.json()["id"] for answer in others)}) == 5
        assert ling.post("/matches", {**new, "id": "no blanks"}).status_code == 400
    with running(settings) as place:
        assert place.person(ling.cookie).post("/matches", {**new, "id": "mine"}).json() == first


def test_a_match_refused_under_an_id_is_opened_once_it_fits(place: Place) -> None:
    ling = place.person()
    new = {"game": "pig", "id": "mine", "seats": [{"kind": "me"}]}
    assert ling.post("/matches", new).status_code == 422
    assert ling.post("/matches", {**new, "seats": [{"kind": "me"}, {"kind": "hot"}]}).status_code == 201


def test_two_requests_at_once_with_one_id_open_one_match(place: Place) -> None:
    seats = [NewSeat("me"), NewSeat("hot")]

    async def both() -> list[str]:
        guest = Guest("ling", "Ling", LoginRow("ling", "Ling", 0))
        opening = [open_match(place.hub, NewMatch("pig", seats, id="mine"), guest, "en") for _ in range(3)]
        return [room.row.id for room in await asyncio.gather(*opening)]

    assert len(set(place.client.blocking_portal.call(both))) == 1


def test_seats_that_cannot_play_are_refused_at_their_field(place: Place) -> None:
    ling = place.person()
    for game, seats in product(games(), (0, 1, 64)):
        rows = [{"kind": "me"}, *({"kind": "bot"} for _ in range(seats))][:seats]
        for more in ({}, {"odds": 50}):
            answer = ling.post("/matches", {"game": game, "seats": rows, **more})
            assert answer.status_code == 422, answer.text
            assert answer.json()["field"] in ("seats", *more), answer.text
    assert ling.post("/matches", {"game": "battlefield"}).json()["field"] == "seats"
    assert ling.form("/tables", {"game": "battlefield"}).status_code == 422


ODD = [
    "",
    "-1",
    "0",
    "1e9",
    "\u00b2",
    "9" * 5000,
    "on",
    "\x00",
    "[]",
    "bot:",
    "bot:nobody",
    "none",
    "\U0001f600",
    "nan",
]
WAYS = ["undo", "pace", "listed", "chat", "hints", "window", "talk", "late", "odds", "name.0", "kind.0", "kind.1", "id"]


@pytest.mark.slow
def test_no_field_of_the_form_is_used_before_it_is_checked(place: Place) -> None:
    ling = place.person()
    for game in games():
        fields = [*(WAYS if game == "pig" else ()), *(f"option.{option.name}" for option in find(game).options)]
        for number, field in enumerate(fields):
            for value in ODD if field in WAYS else ODD[number % 5 :: 5]:
                answer = ling.form("/tables", {"game": game, "kind.0": "me", "kind.1": "bot:random", field: value})
                taken = (400,) if value == "\0" else (303, 422, 429)
                assert answer.status_code in taken, (field, value[:20], answer.status_code)
