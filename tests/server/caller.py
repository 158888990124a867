"""Somebody at the real server for whom every operation of the API can succeed: with the tables that it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import sleep
from typing import Any

import requests
import schemathesis

from server.people import PIG_HOLD, PIG_ROLL, Data, new_id

HEADERS = {"x-shapan": "1"}
PIG_TARGET = 300
TALKS = 9
"""Messages after which a session has to be silent for a while."""


class Caller:
    """A session, its matches, and a count of what was answered."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()
        self.http.headers.update(HEADERS)
        self.stranger = requests.Session()
        self.counted: Counter[str] = Counter()
        self._kept: dict[str, str] = {}
        self._talked = 0

    def close(self) -> None:
        self.http.close()
        self.stranger.close()

    # Tables

    def frame(self, match: str) -> Data:
        frame: Data = self.http.get(f"{self.address}/api/matches/{match}/frame").json()
        return frame

    def open(self, game: str, *kinds: str, **options: Any) -> str:
        wanted: Any = {"game": game, "seats": [{"kind": kind} for kind in kinds], "options": options}
        opened = self.http.post(f"{self.address}/matches", json=wanted)
        assert opened.status_code == 201, opened.text
        return str(opened.json()["id"])

    def answer(self, match: str, frame: Data, codes: list[int]) -> None:
        data = {"id": new_id(), "ordinal": frame["decision"]["ordinal"], "codes": codes}
        answer = self.http.post(f"{self.address}/api/matches/{match}/answers", json=data)
        assert answer.status_code == 200, answer.text

    def _table(self, name: str, make: Callable[[], str], fits: Callable[[Data], Any]) -> tuple[str, Data]:
        """Return a table with its frame: the one of this name if it still serves, else a new one."""
        for _ in range(40):
            if name in self._kept:
                frame = self.frame(self._kept[name])
                if fits(frame):
                    return self._kept[name], frame
            self._kept[name] = make()
        raise AssertionError(f"no table {name} can be made")

    def pig(self) -> tuple[str, Data]:
        """Return a match at one screen in which this person is asked."""
        return self._table(
            "pig", lambda: self.open("pig", "me", "hot", target=PIG_TARGET), lambda frame: frame["decision"]
        )

    def token(self) -> str:
        """Return the invitation to a table at which this person sits already: it can be followed again and again."""
        if "token" not in self._kept:
            wanted: Any = {"game": "pig", "seats": [{"kind": "open"}, {"kind": "me"}]}
            opened = self.http.post(f"{self.address}/matches", json=wanted).json()
            self._kept["token"] = opened["joins"][0]["url"].rpartition("/")[2]
        return self._kept["token"]

    def back(self) -> str:
        """Return the link to a seat of this person, that gives it to him again and again."""
        if "back" not in self._kept:
            match = self.open("pig", "me", "hot", target=PIG_TARGET)
            answer = self.http.post(f"{self.address}/api/matches/{match}/back", json={"seat": 0}).json()
            self._kept["back"] = answer["url"].rpartition("/")[2]
        return self._kept["back"]

    def gathered(self) -> tuple[str, int]:
        """Return a table that this person has opened and that waits, and the seat of somebody else there."""
        if "gathered" not in self._kept:
            wanted: Any = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
            opened = self.http.post(f"{self.address}/matches", json=wanted).json()
            other = requests.Session()
            other.headers.update(HEADERS)
            other.post(f"{self.address}/api{opened['joins'][0]['url']}", json={"name": "Tomas"})
            other.close()
            self._kept["gathered"] = opened["id"]
        return self._kept["gathered"], 1

    def deserted(self) -> tuple[str, Data]:
        """Return a match of two people of whom the other lets a bot play: it may be called off."""

        def make() -> str:
            wanted: Any = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"target": 500}}
            opened = self.http.post(f"{self.address}/matches", json=wanted).json()
            match = str(opened["id"])
            other = requests.Session()
            other.headers.update(HEADERS)
            other.post(f"{self.address}/api{opened['joins'][0]['url']}", json={"name": "Tomas"})
            for person in (self.http, other):
                ready: Any = {"id": new_id(), "ready": True}
                person.post(f"{self.address}/api/matches/{match}/ready", json=ready)
            for _ in range(100):
                other.get(f"{self.address}/api/matches/{match}/frame")
                if self.frame(match).get("seating") is None:
                    break
                sleep(0.1)
            seat: Any = {"id": new_id(), "seat": 1, "to": "bot"}
            other.post(f"{self.address}/api/matches/{match}/seat", json=seat)
            other.close()
            return match

        return self._table("deserted", make, lambda frame: frame["void"])

    def picking(self) -> tuple[str, Data]:
        """Return a match in which the open answer is made of several picks."""

        def make() -> str:
            match = self.open("planet_masters", "me", "hot")
            for _ in range(60):
                frame = self.frame(match)
                if frame["decision"]["many"] and frame["decision"]["targets"]:
                    break
                targets = frame["decision"]["targets"]
                self.answer(match, frame, [] if frame["decision"]["many"] else [targets[-1]["code"]])
            return match

        def fits(frame: Data) -> bool:
            return bool(frame["decision"] and frame["decision"]["many"] and frame["decision"]["targets"])

        return self._table("picking", make, fits)

    def undoable(self) -> tuple[str, Data]:
        """Return a match whose last answer can be taken back."""

        def make() -> str:
            match = self.open("pig", "me", "hot", target=PIG_TARGET)
            for code in (PIG_ROLL, PIG_HOLD):
                self.answer(match, self.frame(match), [code])
            return match

        return self._table("undoable", make, self._may_undo)

    def _may_undo(self, frame: Data) -> bool:
        seats = range(len(frame["seats"]))
        views = (f"{self.address}/api/matches/{frame['match']}/frame?seat={seat}" for seat in seats)
        return any(self.http.get(view).json()["may_undo"] for view in views)

    def claimable(self) -> tuple[str, Data]:
        """Return a match whose first seat may claim the victory: the two others have left."""

        def make() -> str:
            match = self.open("pig", "me", "hot", "hot", target=PIG_TARGET)
            for seat in (1, 2):
                self.http.post(f"{self.address}/api/matches/{match}/leave", json={"id": new_id(), "seat": seat})
            return match

        return self._table("claimable", make, lambda frame: "claim" in frame["seats"][0]["may"])

    def hinting(self) -> tuple[str, Data]:
        """Return a match of a table that gives hints, in which this person is asked."""

        def make() -> str:
            wanted: Any = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}], "hints": "on"}
            return str(self.http.post(f"{self.address}/matches", json=wanted).json()["id"])

        return self._table("hinting", make, lambda frame: frame["decision"])

    def over(self) -> tuple[str, Data]:
        """Return a match that is over."""

        def make() -> str:
            match = self.open("pig", "me", "hot", target=10)
            while (frame := self.frame(match))["outcome"] is None:
                rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
                self.answer(match, frame, [PIG_HOLD if rolled >= 4 else PIG_ROLL])
            return match

        return self._table("over", make, lambda frame: frame["outcome"])

    def waiting(self) -> tuple[str, Data]:
        """Return a table that waits for somebody."""
        return self._table("waiting", lambda: self.open("pig", "me", "open"), lambda frame: frame["seating"])

    def fair(self) -> tuple[str, Data]:
        """Return a table with fair dice that waits for somebody."""
        wanted: Any = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], "fair": "reveal"}
        return self._table(
            "fair",
            lambda: str(self.http.post(f"{self.address}/matches", json=wanted).json()["id"]),
            lambda frame: frame["seating"],
        )

    def silent(self) -> tuple[str, Data]:
        """Return a match of a session that may still talk."""
        self._talked += 1
        if self._talked > TALKS:
            self._talked = 0
            self.http.cookies.clear()
            self._kept.clear()
        return self._table("talk", lambda: self.open("pig", "me", "hot"), lambda frame: frame["decision"])

    # Calls

    def call(self, case: schemathesis.Case, who: int) -> requests.Response:
        """Send a case: as this person, as a stranger, or without the header that only scripts can set."""
        session = (self.http, self.stranger, self.http)[who]
        headers = {} if who == 2 else HEADERS
        self.stranger.cookies.clear()
        if who == 2:
            del session.headers["x-shapan"]
        try:
            answer: Any = case.call(base_url=self.address, session=session, headers=headers)
        finally:
            session.headers.update(HEADERS if session is self.http else {})
        self.counted[f"{case.operation.label} {answer.status_code}"] += 1
        return answer


# What makes a generated request one that can succeed. `way` varies it.

Fit = Callable[[Caller, schemathesis.Case, int], None]


def _of(case: schemathesis.Case, match: str) -> None:
    case.path_parameters = {**(case.path_parameters or {}), "match_id": match}


def _query(case: schemathesis.Case, way: int, frame: Data) -> None:
    query = dict(case.query or {})
    query.pop("seat", None)
    if way % 4 != 3:
        query["seat"] = [0, len(frame["seats"]), 1][way % 4]
    case.query = query


def _body(case: schemathesis.Case, **fields: Any) -> None:
    body = dict(case.body) if isinstance(case.body, dict) else {}
    case.body = {**body, **fields}


def _new(caller: Caller, case: schemathesis.Case, way: int) -> None:
    if way % 4 == 3:
        case.body = {"game": "planet_masters", "guide": True}
        return
    kinds = [("me", "open"), ("hot", "bot"), ("open", "open")][way % 4]
    pace = [0, 5, 3600][way % 3]
    rows = [{"kind": kind, "name": "\u73b2 <b>"[: way % 6]} for kind in kinds]
    _body(case, game="pig", seats=rows, options={"target": 10 + way}, guide=False, pace=pace)


def _join(caller: Caller, case: schemathesis.Case, way: int) -> None:
    case.path_parameters = {"token": caller.token()}
    case.body = {"name": ["", "Ling"][way % 2]}


def _back(caller: Caller, case: schemathesis.Case, way: int) -> None:
    case.path_parameters = {"token": caller.back()}


def _return_link(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.pig()[0])
    case.body = {"seat": [None, 0, 1][way % 3]}


def _frame(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = (caller.pig, caller.over, caller.picking)[way % 3]()
    _of(case, match)
    _query(case, way, frame)


def _since(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    _query(case, way, frame)


def _memo(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    case.body = {"text": f"seen {way}", "version": way, "seat": frame["viewer"]}


def _answer(caller: Caller, case: schemathesis.Case, way: int) -> None:
    many = way % 3 == 2
    match, frame = caller.picking() if many else caller.pig()
    decision = frame["decision"]
    codes = [target["code"] for target in decision["targets"]]
    _of(case, match)
    chosen = [] if many else [codes[way % len(codes)]]
    _body(case, id=new_id(), ordinal=decision["ordinal"], codes=chosen, seat=frame["viewer"])


def _undo(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.undoable()[0])
    _body(case, id=new_id(), seat=None)


def _leave(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    _body(case, id=new_id(), seat=frame["viewer"])


def _claim(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, _ = caller.claimable()
    _of(case, match)
    _body(case, id=new_id(), seat=0)


def _picks(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.picking()
    codes = [target["code"] for target in frame["decision"]["targets"]]
    _of(case, match)
    picked = [[], codes[:1], codes[:1] * 2][way % 3]
    _body(case, ordinal=frame["decision"]["ordinal"], picked=picked, seat=frame["viewer"])


def _ways(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = (caller.pig, caller.picking)[way % 2]()
    _of(case, match)
    _body(case, ordinal=frame["decision"]["ordinal"], place=f"piece:p{way}", seat=frame["viewer"])


def _why(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = (caller.pig, caller.picking)[way % 2]()
    codes = [target["code"] for target in frame["decision"]["targets"]]
    _of(case, match)
    code = [codes[0], codes[-1], 0][way % 3]
    _body(case, ordinal=frame["decision"]["ordinal"], code=code, seat=frame["viewer"])


def _measure(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    _body(case, one={"at": [way, 0]}, other={"at": [0, way], "piece": f"p{way}"}, seat=frame["viewer"])


def _hint(caller: Caller, case: schemathesis.Case, way: int) -> None:
    if way % 4 == 3:
        match, frame = caller.pig()
    else:
        match, frame = caller.hinting()
    _of(case, match)
    _body(case, ordinal=frame["decision"]["ordinal"], seat=frame["viewer"])


def _read_chat(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.silent()[0])
    case.query = {"after": way % 3}


def _say(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.silent()
    _of(case, match)
    said = (
        {"phrase": "ui.say.hello", "text": None} if way % 2 else {"text": "\u4f60\u597d " + "x" * way, "phrase": None}
    )
    case.body = {"id": new_id(), "seat": frame["viewer"], **said}


def _seat(caller: Caller, case: schemathesis.Case, way: int) -> None:
    if way % 4 == 3:
        match, _ = caller.waiting()
        _of(case, match)
        case.body = {"id": new_id(), "seat": 1, "to": ["bot", "open"][way // 4 % 2]}
        return
    match, frame = caller.pig()
    _of(case, match)
    if way % 2:
        case.body = {"id": new_id(), "seat": frame["viewer"], "to": "bot", "bot": ["", "random"][way // 2 % 2]}
    else:
        case.body = {"id": new_id(), "seat": way // 2 % 2, "to": "me"}


def _deal(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, seat = caller.gathered()
    _of(case, match)
    case.body = {"id": new_id(), "seat": seat, "deed": ["mute", "unmute", "time"][way % 3]}


def _void(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, _ = (caller.deserted, caller.pig)[way % 2]()
    _of(case, match)
    case.body = {"id": new_id(), "agrees": way % 2 == 1}  # it would be over, and another takes its time to begin


def _reserve(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.pig()[0])
    case.body = {"id": new_id(), "step": ("leave", "join")[way % 2]}


def _offer(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.pig()[0])
    case.body = {"id": new_id(), "offered": way % 2 == 1}


def _ready(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, _ = (caller.waiting, caller.waiting, caller.pig)[way % 3]()
    _of(case, match)
    case.body = {"id": new_id(), "ready": way % 2 == 0}


def _seed(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, (caller.fair, caller.fair, caller.waiting)[way % 3]()[0])
    case.body = {"round": 0, "seat": 0, "commit" if way % 4 < 3 else "seed": f"{way:02x}" * 32}


def _table(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, (caller.waiting, caller.waiting, caller.pig)[way % 3]()[0])
    case.body = {"id": new_id(), "pace": [0, 60, 3][way % 3], "chat": ["free", "off"][way % 2]}


def _seats(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.waiting()[0])
    case.body = {"id": new_id(), "change": ["add", "drop", "swap"][way % 3], "seat": way % 2, "other": 1}


def _rename(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.waiting()[0])
    case.body = {"id": new_id(), "seat": way % 2, "name": ["", "\u73b2 <b>"[: way % 6]][way % 2]}


def _links(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.waiting()[0])
    case.body = {"id": new_id()}


def _coach(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, _ = caller.pig()
    _of(case, match)
    case.body = {"mark": ["", "1:guide.others_play"][way % 2]}


def _hearing(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, _ = caller.pig()
    _of(case, match)
    case.body = {"seat": way % 2, "heard": way % 3 == 0}


def _order(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    case.body = {"id": new_id(), "seat": frame["viewer"], "answer": ["pass", "ask", "none"][way % 3], "kind": ""}
    case.body["until"] = ["match", "turn"][way % 2]


def _plan(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    case.body = {"id": new_id(), "seat": frame["viewer"], "plans": [], "forget": way % 2 == 0}


def _plan_form(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = caller.pig()
    _of(case, match)
    case.body = {"kind": "", "seat": frame["viewer"]}


def _rematch(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, caller.over()[0])
    case.body = {"id": new_id()}


def _words(caller: Caller, case: schemathesis.Case, way: int) -> None:
    given = {"game": ["pig", "leduc", "planet-masters"][way % 3], "lang": ["en", "zh-Hans", "zh-Hant"][way // 3 % 3]}
    rule = {"rule": ["PIG-1", "LED-1", "PM-1"][way % 3]} if "{rule}" in case.operation.path else {}
    case.path_parameters = {**given, **rule}


def _cards(caller: Caller, case: schemathesis.Case, way: int) -> None:
    case.path_parameters = {"game": ["pig", "malifaux", "planet-masters"][way % 3]}


def _replay(caller: Caller, case: schemathesis.Case, way: int) -> None:
    match, frame = (caller.over, caller.pig)[way // 4 % 2]()
    _of(case, match)
    _query(case, way, frame)


def _file(caller: Caller, case: schemathesis.Case, way: int) -> None:
    _of(case, (caller.over, caller.over, caller.pig)[way % 3]()[0])


FITS: dict[str, Fit] = {
    "POST /matches": _new,
    "POST /api/join/{token}": _join,
    "POST /api/back/{token}": _back,
    "POST /api/matches/{match_id}/back": _return_link,
    "GET /api/matches/{match_id}/frame": _frame,
    "GET /api/matches/{match_id}/since": _since,
    "POST /api/matches/{match_id}/answers": _answer,
    "POST /api/matches/{match_id}/undo": _undo,
    "POST /api/matches/{match_id}/leave": _leave,
    "POST /api/matches/{match_id}/claim": _claim,
    "POST /api/matches/{match_id}/picks": _picks,
    "POST /api/matches/{match_id}/ways": _ways,
    "POST /api/matches/{match_id}/why": _why,
    "POST /api/matches/{match_id}/measure": _measure,
    "POST /api/matches/{match_id}/hint": _hint,
    "GET /api/matches/{match_id}/chat": _read_chat,
    "POST /api/matches/{match_id}/chat": _say,
    "GET /api/matches/{match_id}/dossiers": _file,
    "POST /api/matches/{match_id}/seat": _seat,
    "POST /api/matches/{match_id}/people": _deal,
    "POST /api/matches/{match_id}/void": _void,
    "POST /api/matches/{match_id}/reserve": _reserve,
    "POST /api/matches/{match_id}/offer": _offer,
    "POST /api/matches/{match_id}/ready": _ready,
    "POST /api/matches/{match_id}/seed": _seed,
    "GET /api/matches/{match_id}/fair": _file,
    "POST /api/matches/{match_id}/table": _table,
    "POST /api/matches/{match_id}/seats": _seats,
    "POST /api/matches/{match_id}/name": _rename,
    "POST /api/matches/{match_id}/links": _links,
    "POST /api/matches/{match_id}/coach": _coach,
    "POST /api/matches/{match_id}/hearing": _hearing,
    "GET /api/matches/{match_id}/quotes": _since,
    "POST /api/matches/{match_id}/orders": _order,
    "POST /api/matches/{match_id}/plans": _plan,
    "POST /api/matches/{match_id}/plan-form": _plan_form,
    "GET /api/matches/{match_id}/memo": _since,
    "POST /api/matches/{match_id}/memo": _memo,
    "POST /api/matches/{match_id}/rematch": _rematch,
    "GET /api/games": lambda caller, case, way: None,
    "GET /api/games/{game}/texts/{lang}": _words,
    "GET /api/games/{game}/cards": _cards,
    "GET /api/games/{game}/rules/{lang}/{rule}": _words,
    "GET /api/matches/{match_id}/replay": _replay,
    "GET /api/matches/{match_id}/review": _file,
    "GET /api/matches/{match_id}/turning": _file,
    "GET /api/matches/{match_id}/file": _file,
}
"""How a case of each operation is made to fit: an operation without one is an error of the test."""
