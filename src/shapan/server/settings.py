"""Settings of a server, with the defaults of a table at home."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path


def default_data() -> Path:
    """Return the folder in which a user's matches are kept."""
    return user_data_path("shapan", appauthor=False)


@dataclass(slots=True)
class Settings:
    """Where the matches lie, where the server listens, whom it answers."""

    data: Path = field(default_factory=default_data)
    host: str = "127.0.0.1"
    port: int = 8642
    lan: bool = False
    """Listen on all networks, and answer to addresses and to this machine's name."""
    no_open: bool = False
    """Do not open the browser."""
    hosts: tuple[str, ...] = ()
    """Names this server is known by, besides localhost."""
    secure: bool = False
    """Cookies for https only; set it behind a proxy that speaks TLS."""
    bot_delay: float = 0.15
    """Seconds a bot waits before it answers; the table in the browser shows one move after another anyway."""
    ping: float = 15.0
    """Seconds between signs of life on a stream."""
    most_rooms: int = 256
    """How many matches are kept in memory while nobody watches them."""
    snapshot_every: int = 50
    """Records between two snapshots of a match."""

    @property
    def database(self) -> Path:
        """The file that holds everything."""
        return self.data / "shapan.sqlite3"
