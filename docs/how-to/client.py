"""A client of a Shapan server: opens a match against a bot and plays it to its end, at random.

python client.py [ADDRESS] [GAME]
"""

import asyncio
import json
import random
import sys
import urllib.request
import uuid

import websockets


class Client:
    """Somebody at a server, known to it by his cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    def call(self, path: str, body: dict | None = None) -> dict:
        """Send a request and return what is answered; a refusal raises HTTPError."""
        headers = {"content-type": "application/json", "x-shapan": "1", "cookie": self.cookie}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers)) as answer:
            given = answer.headers.get("set-cookie")
            if given:  # with the first seat
                self.cookie = given.split(";")[0]
            return json.load(answer)

    def open(self, game: str, *bots: str) -> str:
        """Open a match against bots and return its id."""
        seats = [{"kind": "me", "name": "Client"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        return self.call("/matches", {"game": game, "seats": seats})["id"]

    def choose(self, match: str, decision: dict) -> list[int]:
        """Return a legal answer: one code, or picks of which each may follow those before."""
        options, done = [target["code"] for target in decision["targets"]], decision["done"]
        if not decision["many"]:
            return [random.choice(options)]
        picked: list[int] = []
        while options and not (done and random.random() < 0.3):
            picked.append(random.choice(options))
            body = {"ordinal": decision["ordinal"], "picked": picked}
            follows = self.call(f"/api/matches/{match}/picks", body)
            options, done = [target["code"] for target in follows["options"]], follows["done"]
        return picked

    def answer(self, match: str, decision: dict) -> None:
        """Answer what is asked. Sent again with the same id, an answer would change nothing."""
        codes = self.choose(match, decision)
        body = {"id": str(uuid.uuid4()), "ordinal": decision["ordinal"], "codes": codes}
        self.call(f"/api/matches/{match}/answers", body)

    async def play(self, match: str) -> dict:
        """Follow the stream of a match and answer what is asked, until it is over; return how it ended."""
        stream = self.address.replace("http", "ws", 1) + f"/api/matches/{match}/stream"
        answered = -1
        async with websockets.connect(stream, additional_headers={"cookie": self.cookie}, max_size=None) as messages:
            async for text in messages:
                message = json.loads(text)
                if message["type"] != "frame":  # what is said at the table, or a sign of life
                    continue
                if message["outcome"]:
                    return message["outcome"]
                decision = message["decision"]
                if decision and decision["ordinal"] != answered:
                    answered = decision["ordinal"]
                    await asyncio.to_thread(self.answer, match, decision)
        raise ConnectionError("the stream ended before the match did")


def main(address: str = "http://127.0.0.1:8642", game: str = "pig") -> None:
    """Play a match and say how it ended."""
    client = Client(address)
    match = client.open(game, "greedy")
    print(f"{address}/match/{match}")
    print(asyncio.run(client.play(match)))


if __name__ == "__main__":
    main(*sys.argv[1:])
