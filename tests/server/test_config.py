"""Settings by file, environment and command line: which counts, and what is said of one that cannot be."""

from __future__ import annotations

import dataclasses
import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from shapan.server.config import known_names, settings_of
from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.fault import Fault

FIELDS = [field for field in dataclasses.fields(Settings) if field.name != "now"]
LIMITS = [field.name for field in dataclasses.fields(LimitSettings)]
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"


def from_file(folder: Path, text: str, given: dict[str, Any] | None = None, **environment: str) -> Settings:
    (folder / "shapan.toml").write_text(text)
    return settings_of(given or {}, folder / "shapan.toml", environment)


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = 'port = 1000\nhost = "::1"\nping = 2\nname = "a.example"'
    found = from_file(tmp_path, file, {"port": 3000, "lan": None}, SHAPAN_PORT="2000", SHAPAN_HOST="127.0.0.2")
    assert (found.port, found.host, found.ping, found.hosts) == (3000, "127.0.0.2", 2.0, ("a.example",))
    assert (found.lan, found.tick) == (False, Settings().tick)
    environment = {"SHAPAN_NAME": "a.example, b.example", "SHAPAN_SECURE": "true"}
    assert plain(settings_of({}, None, environment)) == plain(Settings(hosts=("a.example", "b.example"), secure=True))
    environment = {"SHAPAN_PORT": "", "SHAPAN_CASES": "40"}
    assert plain(settings_of({}, None, environment, next_port=False)) == plain(Settings(next_port=False))


def plain(settings: Settings) -> dict[str, object]:
    """Return settings without the clock."""
    return {field.name: getattr(settings, field.name) for field in FIELDS}


VALUES: dict[str, tuple[str, Any]] = {
    "data": ('"kept"', None),
    "database": ('"postgresql://a@b/c"', "postgresql://a@b/c"),
    "home": ('"p1"', "p1"),
    "ray": ('"head:6379"', "head:6379"),
    "host": ('"0.0.0.0"', "0.0.0.0"),
    "port": ("0", 0),
    "next_port": ("false", False),
    "lan": ("true", True),
    "no_open": ("true", True),
    "name": ('["a.example", "b.example"]', ("a.example", "b.example")),
    "log": ('"json"', "json"),
    "metrics": ('"127.0.0.1:9100"', "127.0.0.1:9100"),
    "secure": ("true", True),
    "accounts": ('"on"', "on"),
    "appeals": ('"help@play.example"', "help@play.example"),
    "mail_host": ('"mail.example"', "mail.example"),
    "mail_port": ("465", 465),
    "mail_tls": ('"on"', "on"),
    "mail_user": ('"shapan"', "shapan"),
    "mail_password": ('"hush"', "hush"),
    "mail_from": ('"table@play.example"', "table@play.example"),
    "password_memory": ("4096", 4096),
    "proxy": ('["10.0.0.0/8", "::1"]', ("10.0.0.0/8", "::1")),
    "build_native": ("false", False),
    "reviews": ("false", False),
    "max_connections": ("9", 9),
    "max_rooms": ("9", 9),
    "snapshot_every": ("9", 9),
    "limits": ("{ streams = 3, change = { burst = 7 } }", LimitSettings(streams=3, change=Rate(20, 7))),
    **dict.fromkeys(("bot_delay", "bot_thinking", "countdown", "patience", "ping", "tick"), ("1.5", 1.5)),
}


def test_every_setting_has_a_name_in_the_file_and_in_the_manual(tmp_path: Path) -> None:
    assert known_names() == [name for name in known_names() if name in VALUES]
    found = from_file(tmp_path, "".join(f"{name} = {VALUES[name][0]}\n" for name in known_names()))
    for name, field in zip(known_names(), FIELDS, strict=True):
        assert getattr(found, field.name) == (tmp_path / "kept" if name == "data" else VALUES[name][1]), name
    page = PAGE.read_text("utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert sorted(listed) == sorted(
        [*(set(known_names()) - {"limits"}), *(field.name for field in dataclasses.fields(LimitSettings))]
    )


def test_the_manual_tells_the_usual_values() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", PAGE.read_text("utf-8"), re.MULTILINE))
    for name, field in zip(known_names(), FIELDS, strict=True):
        usual = getattr(Settings(), field.name)
        if isinstance(usual, bool | int | float):
            assert told[name] == json.dumps(usual if isinstance(usual, int) else float(f"{usual:g}")).removesuffix(".0")
    for limit in LIMITS:
        usual = getattr(LimitSettings(), limit)
        words = f"{usual.a_second:.3g} a second, {usual.burst} at once" if isinstance(usual, Rate) else str(usual)
        assert told[limit] == words, limit


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\nprot = 1", "line 2: there is no setting 'prot'; did you mean port?"),
        ('hosts = ["a"]', "line 1: there is no setting 'hosts'; did you mean name?"),
        ('home = "P 1"', "line 1: home must be a letter and up to 15 letters or digits, such as p1, not 'P 1'"),
        ("now = 5", "line 1: there is no setting 'now'"),
        ("port = 99999", "line 1: port: expected `int` <= 65535"),
        ('# a note\n\nport = "x"', "line 3: port: expected `int`, got `str`"),
        ("lan = 1", "line 1: lan: expected `bool`, got `int`"),
        ("ping = 0", "line 1: ping: expected `float` > 0.0"),
        (
            'name = "https://a.example"',
            "line 1: name must be a host name such as play.example, not 'https://a.example'",
        ),
        ('name = "a.example:80"', "name must be a host name"),
        ('proxy = "*"', "line 1: proxy must be an address or a network such as 10.0.0.0/8, not '*'"),
        ('proxy = "10.0.0.5/8"', "must be an address or a network such as 10.0.0.0/8, not '10.0.0.5/8'"),
        ("port = 1\n[limits]\nstreems = 3", "line 3: there is no limit 'streems'; did you mean streams?"),
        ("[limits]\n\n[limits.chat]\nburst = 0", "line 3: chat: expected `int` >= 1"),
        ("limits = { chat = 5 }", "line 1: chat must be like { a_second = 0.5, burst = 10 }"),
        ('log = "xml"', "line 1: log: invalid enum value 'xml'"),
        ('metrics = "9100"', "line 1: metrics must be an address and a port such as 127.0.0.1:9100"),
        ("limits = 5", "line 1: limits must be a table, or false for none"),
        ("port = \nlan = true", "shapan.toml: Invalid value (at line 1, column 8)"),
        ('database_file = "nowhere"', "nowhere cannot be read (No such file or directory)"),
        ('database_file = "secret"\ndatabase = "x"', "line 1: database_file and database are both given"),
        ('key_file = "secret"', "line 1: there is no setting 'key_file'"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("postgresql://ling:hush@a/b\n")
    with pytest.raises(Fault) as caught:
        from_file(tmp_path, text)
    assert says in str(caught.value) and str(tmp_path) in str(caught.value)
    assert "hush" not in str(caught.value)


def test_a_secret_comes_from_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("postgresql://ling:hush@a/b\n")
    assert from_file(tmp_path, 'database_file = "secret"').postgres == "postgresql://ling:hush@a/b"
    environment = {"SHAPAN_DATABASE_FILE": str(tmp_path / "secret")}
    assert settings_of({}, environment=environment).postgres == "postgresql://ling:hush@a/b"
    with pytest.raises(Fault, match="both set"):
        settings_of({}, environment={**environment, "SHAPAN_DATABASE": "x"})
    (tmp_path / "secret").write_text("one\ntwo\n")
    with pytest.raises(Fault, match="must hold one line"):
        settings_of({}, environment=environment)


def test_limits_can_be_lifted_in_the_file_alone(tmp_path: Path) -> None:
    assert from_file(tmp_path, "limits = false").limits is None
    assert from_file(tmp_path, "limits = true").limits == LimitSettings()
    with pytest.raises(Fault, match="SHAPAN_LIMITS: limits are set in a file only"):
        settings_of({}, environment={"SHAPAN_LIMITS": "false"})
    with pytest.raises(Fault, match="SHAPAN_PORT: expected `int`"):
        settings_of({}, environment={"SHAPAN_PORT": "many"})


def status(address: str, host: str = "play.example", forwarded: str = "") -> int:
    """Ask for the list of games as a proxy does; return the status."""
    request = urllib.request.Request(f"{address}/api/games", headers={"host": host, "x-forwarded-for": forwarded})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("proxy", ["127.0.0.1", "10.0.0.1"])
def test_a_server_behind_a_proxy_is_known_by_its_name_and_believes_named_proxies_alone(
    proxy: str, tmp_path: Path
) -> None:
    (tmp_path / "shapan.toml").write_text(
        f'data = "data"\nproxy = "{proxy}"\n[limits]\naddress_factor = 1\nread = {{ a_second = 0.001, burst = 2 }}\n'
    )
    words = ["serve", "--config", str(tmp_path / "shapan.toml"), "--port", "0", "--secure", "--name", "Play.Example"]
    with subprocess.Popen(
        [sys.executable, "-m", "shapan", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = process.stdout.readline().removeprefix("Shapan: ").strip().rstrip("/")
        assert process.stdout.readline() == "Behind its proxy: https://Play.Example/\n"
        assert status(address, "other.example") == 400
        asked = [status(address, forwarded="203.0.113.7") for _ in range(3)]
        assert asked == ([200, 200, 429] if proxy == "127.0.0.1" else [200] * 3)
        assert status(address, forwarded="203.0.113.8") == 200
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=30)[1] == ""
    assert (tmp_path / "data" / "shapan.sqlite3").is_file()
