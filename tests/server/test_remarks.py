"""What bots say of each other: seldom, by what all have seen, and the same whatever is hidden from anybody."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import pytest

from server.people import Place, new_id
from server.test_twin_frames import game_of, hidden
from server.virtual import room_of, run
from shapan import bots
from shapan.engine.chance import Stream
from shapan.engine.dossier import FOR, Cause, Dossier
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.registry import games
from shapan.engine.scene import Phrase
from shapan.engine.segment import BOT
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.games.battlestar import names
from shapan.server.hub.bot_chat import EVERY, BotChat, turn_of
from shapan.server.match.chat import ChatMessage, Unspeakable
from shapan.server.match.remark import DENY, SUSPECT, TRUST, Remark, about, accuser_of, bot_remark, remark, speaker_of
from shapan.server.store.row import SeatRow

SEATS = 4
STRAYS = Cause("strays", Phrase("cause.strays"), Phrase("cause_own.strays"))
IDLE = Cause("idle", Phrase("cause.idle"))
CLEAN = Cause("clean", Phrase("cause.clean"), Phrase("cause_own.clean"), FOR)


def row(weight: int, *causes: Cause, open_: bool = False) -> Dossier:
    return Dossier(0, [], list(causes), weight, open_)


def at(*dossiers: Dossier) -> list[Dossier]:
    for seat, dossier in enumerate(dossiers):
        dossier.seat = seat
    return list(dossiers)


def message(number: int, seat: int, made: Remark) -> ChatMessage:
    return ChatMessage(number, seat, "", "", made[0], 0, made[1])


def step(match: Match[Any], rng: Stream, mind: str = "random") -> None:
    seat = rng.choice(sorted(match.decisions))
    match.answer(seat, bots.answer(bots.find(mind), match, seat), by=BOT)


def said_in(match: Match[Any], said: list[ChatMessage]) -> tuple[int, Remark | None]:
    dossiers = match.dossiers()
    speaker = speaker_of(range(SEATS), turn_of(match), dossiers, said)
    return speaker, None if speaker < 0 else bot_remark(speaker, dossiers, said)


def test_bots_say_the_same_in_every_world_that_anybody_holds_for_possible() -> None:
    """So a Cylon says what a human would of whom all have seen the same."""
    game, remarks, both, other = game_of("battlestar"), 0, 0, False
    for key in ("one", "two"):
        rng, match, said, turn = Stream(key), Match[Any](game, SEATS, {}, key, FRIENDLY), list[ChatMessage](), 0
        for _ in range(2_000):
            if match.over:
                break
            step(match, rng)
            if turn_of(match) == turn:
                continue
            turn, sides = turn_of(match), set[bool]()
            true = speaker, found = said_in(match, said)
            for viewer in range(SEATS + 1):
                world = match.sample(viewer, f"{key} {turn}")
                assert said_in(world, said) == true
                other = other or hidden(world) != hidden(match)
                sides.add(any(card in names.CYLON_CARDS for card in world.live.loyalty[speaker].cards))
            if found is not None:
                remarks, both = remarks + 1, both + (len(sides) == 2)
                said.append(message(len(said) + 1, speaker, found))
    assert remarks >= 4
    assert other
    assert both, "of no speaker both sides were tried"


def test_the_one_whose_record_stands_out_is_suspected_with_a_cause_not_named_before() -> None:
    dossiers = at(row(40, STRAYS, IDLE), row(0, CLEAN), row(25, IDLE), row(90, STRAYS, open_=True))
    said = list[ChatMessage]()
    for cause in ("cause.strays", "cause.idle"):
        found = bot_remark(1, dossiers, said)
        assert found is not None
        assert (found[0], found[1]["seat"], found[1]["cause"]["key"]) == (SUSPECT, {"seat": 0}, cause)
        said.append(message(len(said) + 1, 1, found))
    assert bot_remark(1, dossiers, said) is None
    assert bot_remark(0, at(row(40), row(5, IDLE), row(5, IDLE)), []) is None  # nobody stands out


def test_who_is_accused_answers_and_nobody_answers_twice() -> None:
    dossiers = at(row(40, STRAYS), row(0, CLEAN), row(0))
    accused = message(1, 2, remark(SUSPECT, 2, 0, "strays", dossiers))
    assert accuser_of(0, [accused]) == 2
    assert speaker_of([0, 1], 1, dossiers, [accused]) == 0
    found = bot_remark(0, dossiers, [accused])
    assert found is not None
    assert (found[0], found[1]["seat"], found[1]["cause"]["key"]) == (DENY, {"seat": 2}, "cause_own.strays")
    assert accuser_of(0, [accused, message(2, 0, found)]) == -1
    plain = at(row(0), row(0), row(0))
    bare = bot_remark(1, plain, [message(1, 2, remark(SUSPECT, 2, 1, None, plain))])
    assert bare == (f"{DENY}_bare", {"seat": {"seat": 2}})


def test_nothing_is_said_that_no_dossier_bears_out() -> None:
    dossiers = at(row(40, STRAYS, CLEAN), row(0, IDLE))
    for key, seat, cause in (
        (SUSPECT, 0, "clean"),
        (SUSPECT, 0, "idle"),
        (TRUST, 0, "strays"),
        (DENY, 0, "idle"),
        (SUSPECT, 1, None),
        (SUSPECT, 5, None),
        ("ui.say.hello", 0, None),
    ):
        with pytest.raises(Unspeakable):
            remark(key, 1, seat, cause, dossiers)
    assert about(message(1, 1, remark(TRUST, 1, 0, "clean", dossiers))) == 0
    assert about(ChatMessage(1, 0, "", "hello", None, 0)) == -1


async def _nothing(*_: Any) -> None: ...


def talk(match: Match[Any], number: int, **settings: Any) -> list[ChatMessage]:
    """Return what the bots of a room say while its match goes on for a number of answers."""

    async def play() -> list[ChatMessage]:
        rows = [SeatRow(0, "player", "Ling", session="ling")]
        rows += [SeatRow(seat, "bot", "", "greedy") for seat in range(1, SEATS)]
        room = room_of(match, rows)
        for name, value in {"talk": True, **settings}.items():
            setattr(room.row, name, value)
        room.chat._store = SimpleNamespace(writer=SimpleNamespace(do=_nothing))  # type: ignore[assignment]
        room.seats.presence.note()
        talker, rng = BotChat(SimpleNamespace(closing=False)), Stream("talk")  # type: ignore[arg-type]
        talker.look_after(room)
        for _ in range(number):
            await asyncio.sleep(0)
            if match.over:
                break
            step(match, rng)
            room.publish()
            for _ in range(6):
                await asyncio.sleep(0)
        await talker.close()
        return list(room.chat.messages)

    return run(play())


def fresh() -> Match[Any]:
    return Match(game_of("battlestar"), SEATS, {}, "talk", FRIENDLY)


def test_bots_speak_seldom_and_not_where_the_table_is_silent() -> None:
    match = fresh()
    said = talk(match, 1_200)
    turns = match.game.rounds(match.live)
    assert 1 <= len(said) <= turns // EVERY
    assert all(one.seat in (1, 2, 3) and one.words is not None for one in said)
    assert talk(fresh(), 1_200, talk=False) == talk(fresh(), 1_200, chat="off") == []


def test_people_say_remarks_with_the_numbers_of_the_dossier(place: Place) -> None:
    ling = place.person()
    match = ling.open("battlestar", "me", "bot:greedy", "bot:greedy")["id"]

    def say(**rest: Any) -> Any:
        return ling.act(match, "chat", id=new_id(), phrase=SUSPECT, **rest)

    bare = say(about=2)
    assert bare.status_code == 200
    assert (bare.json()["phrase"], bare.json()["words"]) == (f"{SUSPECT}_bare", {"seat": {"seat": 2}})
    assert say(about=2, cause="strays").status_code == 422  # nothing has happened yet
    assert say(about=0).status_code == 422
    assert say().status_code == 422
    assert say(about=2, text="words").status_code == 422
    stranger = place.person()
    heard = stranger.get(f"/api/matches/{match}/chat?after=0").json()["chat"]
    assert [one["words"] for one in heard] == [{"seat": {"seat": 2}}]
    assert stranger.get(f"/api/matches/{match}/dossiers").json() == ling.get(f"/api/matches/{match}/dossiers").json()


SUSPICIOUS = re.compile(r"suspect|trust|innocent|怀疑|懷疑|信任|猜疑", re.IGNORECASE)


@pytest.mark.parametrize("game", [game for game in games().values() if game.dossiers], ids=lambda game: game.name)
def test_only_where_there_are_traitors_anybody_is_suspected(game: Any) -> None:
    """Elsewhere people and bots talk of war: a game has words of its own, made of the causes that it declares."""
    for language in LANGUAGES:
        texts = catalogue(game, language)
        own = {key: text for key, text in texts.items() if key.startswith("tell.")}
        if game.sides:
            assert not own, "the common words speak of suspicion"
            continue
        kinds = [key.rpartition(".")[2] for key in (SUSPECT, TRUST, DENY)]
        assert {f"tell.{kind}{end}" for kind in kinds for end in ("", "_bare")} | {"tell.accuse"} == set(own)
        causes = [key for key in texts if key.startswith(("cause.", "cause_own."))]
        assert causes
        said = [say(game, language, key, {"seat": {"seat": 0}}, ["Ann"]) for key in own if key.endswith("_bare")]
        for key in causes:
            words = dict.fromkeys(re.findall(r"\{(\w+)\}", texts[key]), 2)
            tells = ("tell.deny",) if key.startswith("cause_own.") else ("tell.suspect", "tell.trust")
            with_cause = {"seat": {"seat": 0}, "cause": {"key": key, "words": words}}
            said += [say(game, language, tell, with_cause, ["Ann"]) for tell in tells]
        assert not [
            text for text in said if SUSPICIOUS.search(text) or "{" in text or re.search(r"[.。]{2}|[.。][，,]", text)
        ]
