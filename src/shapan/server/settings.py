"""Settings of a server, with the defaults of a table at home."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta
from platformdirs import user_data_path

from shapan.server.monotonic import Steady

COUNTDOWN: Final = 5.0
PATIENCE: Final = 120.0


Port = Annotated[int, Meta(ge=0, le=65_535)]
Count = Annotated[int, Meta(ge=1, le=2**40)]
Kibibytes = Annotated[int, Meta(ge=8, le=2**20)]
Seconds = Annotated[float, Meta(ge=0, le=2**31)]
Positive = Annotated[float, Meta(gt=0, le=2**31)]


def default_data() -> Path:
    """Return the folder in which a user's matches are kept."""
    return user_data_path("shapan", appauthor=False)


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second for long, and so many at once after a rest."""

    a_second: Positive
    burst: Count


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """What one guest may ask for; an address, behind which there may be several, so many times as much."""

    change: Rate = Rate(20, 60)
    """Answers and everything else that is sent."""
    opening: Rate = Rate(10 / 60, 10)
    """New matches."""
    replay: Rate = Rate(1, 30)
    """Recordings, match files and the list of them: each is much work."""
    chat: Rate = Rate(0.5, 10)
    """Messages to the others at a table."""
    hint: Rate = Rate(0.4, 15)
    """Hints: each is a second of thinking."""
    ways: Rate = Rate(2, 20)
    """What can be done to a place: each is up to a tenth of a second of looking."""
    read: Rate = Rate(50, 200)
    """Frames, pages, texts, new streams."""
    streams: Count = 32
    """Streams open at a time."""
    requests: Count = 32
    """Other requests open at a time."""
    reserve_of: Count = 12
    """Tables whose reserve one may be."""
    tables: Count = 24
    """Tables that a guest has opened and that were played at within the last day, until they are over."""
    storage: Count = 1 << 30
    """Bytes that are kept of all tables that a guest has opened."""
    changes: Count = 20_000
    """Records and other changes of one match; behind that it can only be played on, and nothing taken back."""
    thinking: Rate = Rate(1, 600)
    """Thoughts of bots at the tables that a guest has opened; over it they answer quickly."""
    talk: Rate = Rate(5, 50)
    """Messages that a client sends on a stream, where nothing is read."""
    login: Rate = Rate(10 / 900, 10)
    """Tries to log in to one account, and with `login_address` from one address; of all processes together."""
    login_address: Rate = Rate(30 / 900, 30)
    signup: Rate = Rate(5 / 3600, 5)
    """New accounts from one address; of all processes together."""
    asking: Rate = Rate(20 / 86_400, 20)
    """Members whom one member asks to be friends; of all processes together."""
    inviting: Rate = Rate(20 / 3600, 20)
    """Members whom one member invites to tables; of all processes together."""
    inviting_one: Rate = Rate(3 / 3600, 3)
    """Tables to which one member invites the same other one; of all processes together."""
    reporting: Rate = Rate(10 / 86_400, 10)
    """Reports of one person, and from one address; of all processes together."""
    address_factor: Count = 8


@dataclass(slots=True)
class Settings:
    """Where the matches lie, where the server listens, whom it answers."""

    data: Path = field(default_factory=default_data)
    postgres: str = ""
    """The address of a database of PostgreSQL in place of the file in the data folder."""
    home: str = ""
    """The name of this process among several that serve one database of PostgreSQL; empty: it is alone."""
    ray: str = ""
    """The address of a Ray cluster, HOST:PORT or auto, whose machines think for bots, hints and reviews."""
    host: str = "127.0.0.1"
    port: Port = 8642
    next_port: bool = True
    """Take the next port that is free if this one is busy."""
    lan: bool = False
    """Listen on all networks, and answer to addresses and to this machine's name."""
    no_open: bool = False
    """Do not open the browser."""
    hosts: tuple[str, ...] = ()
    """Names this server is known by, besides localhost."""
    secure: bool = False
    """Cookies for https only, and a guest's address from what the proxy says; set it behind a proxy that speaks TLS."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of the proxies that are believed, if `secure`."""
    metrics: str = ""
    """Address and port, such as 127.0.0.1:9100, on which what is counted is shown to Prometheus; empty: nowhere."""
    log: Literal["text", "json"] = "text"
    """How it logs: lines for people, or one JSON object a line with each request."""
    accounts: Literal["off", "on"] = "off"
    """Whether guests may become members, who log in on each device; off: nothing of it is there."""
    appeals: str = ""
    """To whom one writes who disagrees with a moderator, as it is shown to them."""
    mail_host: str = ""
    """The server that takes mail from this one; empty: none is sent. Members alone get mail."""
    mail_port: Port = 587
    mail_tls: Literal["start", "on", "off"] = "start"
    """Whether mail goes by TLS: begun in the connection, from its beginning, or not."""
    mail_user: str = ""
    mail_password: str = ""
    """With what this server logs in there, if need be."""
    mail_from: str = ""
    """The address that mail comes from."""
    password_memory: Kibibytes = 19_456
    """KiB that each hash of a password needs."""
    bot_delay: Seconds = 0.15
    """Seconds a bot takes for an answer, a third of it in reaction windows; the table in the browser shows one move
    after another anyway. 0: as long as it happens to need, which tells what it holds; for tests."""
    bot_thinking: Seconds = 2.0
    """Seconds a bot that thinks takes for an answer, whether it has a choice or not."""
    build_native: bool = True
    """Build in C++ what bots look ahead with, in the background, where there is a compiler and it is not there yet."""
    countdown: Seconds = COUNTDOWN
    """Seconds between the last person at a table who is ready and the beginning of the match."""
    patience: Seconds = PATIENCE
    """Seconds for which somebody who is asked may be away or silent before the others may do something about it; where
    a decision has more time, as long as that."""
    ping: Positive = 3.0
    """Seconds between signs of life on a stream, and for which one is waited for before the viewer counts as lost."""
    tick: Seconds = 0.5
    """Seconds between two looks at clocks and presence."""
    now: Steady = field(default_factory=Steady)
    """The time by which decisions and windows are counted."""
    max_connections: Count = 2000
    """Connections of all together; further ones get 503."""
    max_rooms: Count = 256
    """How many matches are kept in memory while nobody watches them."""
    snapshot_every: Count = 50
    """Records between two snapshots of a match."""
    reviews: bool = True
    """Make the reviews of finished matches with people unasked; else when somebody asks for them."""
    limits: LimitSettings | None = field(default_factory=LimitSettings)
    """How often a guest and an address may ask; None: as often as they like."""

    @property
    def database(self) -> Path:
        """The file that holds everything."""
        return self.data / "shapan.sqlite3"
