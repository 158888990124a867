"""`shapan proxy-config`: what it prints is a configuration that nginx takes, and what it refuses it names."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import uvicorn

from shapan.cli.command import run

NGINX = "pid {0}/pid; error_log {0}/log; events {{}} http {{ include {0}/site.conf; }}"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["proxy-config", *words]) == 0
    return capsys.readouterr().out


def test_nginx_takes_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("there is no nginx")
    (tmp_path / "site.conf").write_text(printed(capsys, "play.example", "--processes", "3", "--plain", "8080"))
    (tmp_path / "nginx.conf").write_text(NGINX.format(tmp_path))
    done = subprocess.run(
        [program, "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_processes_and_names_stand_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "play.example", "www.play.example", "--process", "a=10.0.0.5:80", "--process", "b=[::1]:81")
    assert "server_name play.example www.play.example;" in told and "ssl_certificate" in told
    for line in (
        "server 10.0.0.5:80 max",
        "server [::1]:81 backup;",
        "location @a {",
        "X-Sent @b;",
        'X-Sent "";',
        "location @match {",
    ):
        assert line in told, line


def test_idle_connections_are_closed_by_nginx_and_not_under_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Else a request meets the end of its connection, its process counts as dead for a second, and two are a 502."""
    told = printed(capsys, "play.example", "--processes", "2")
    [idle] = set(re.findall(r"keepalive_timeout (\d+)s;", told))
    assert told.count("keepalive 64;") == told.count("keepalive_timeout ") == 4
    assert int(idle) < uvicorn.Config("app", log_config=None).timeout_keep_alive


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "name the site"),
        (["a b"], "a b"),
        (["play.example", "--processes", "0"], "--processes"),
        (["play.example", "--plain", "70000"], "--plain"),
        (["play.example", "--process", "p1"], "p1=127.0.0.1:8642"),
        (["play.example", "--process", "match=h:1"], "p1=127.0.0.1:8642"),
        (["play.example", "--process", "P 1=h:1"], "p1=127.0.0.1:8642"),
        (["play.example", "--process", "a=h:1", "--process", "a=h:2"], "a name of its own"),
    ],
)
def test_what_it_cannot_use_is_named(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert run(["proxy-config", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("shapan: ") and told in error


def test_a_process_has_a_plain_name_and_a_database(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["serve", "--home", "P 1", "--data", str(tmp_path)]) == 2
    assert "--home" in capsys.readouterr().err
    assert run(["serve", "--home", "p1", "--data", str(tmp_path)]) == 2
    assert "--database" in capsys.readouterr().err
