"""What lies in deploy/ works: the installation on a read-only root, the unit, the proxy's file with real nginx."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
import pytest
from websockets.sync.client import connect

from shapan.server.config import known_names, settings_of

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
NOBODY = 65_534
USER = "useradd --system --uid 8642 --home-dir /data --shell /usr/sbin/nologin shapan"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
READ_ONLY = """
mount --bind "$1" "$1"
mount -o remount,bind,ro /
if touch /written 2>/dev/null; then echo "the root can be written" >&2; exit 1; fi
shift
exec "$@"
"""


def instruction(name: str) -> list[str]:
    """Return what the file for containers says under a name, one text for each time."""
    return re.findall(rf"^{name} (.*)$", CONTAINER, re.MULTILINE)


def environment() -> dict[str, str]:
    """Return the settings that the container has."""
    return dict(word.split("=", 1) for line in instruction("ENV") for word in shlex.split(line))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users can look into."""
    made = Path(tempfile.mkdtemp(prefix="shapan-deploy-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


def contents(folder: Path) -> dict[str, int]:
    return {str(path): path.lstat().st_mtime_ns for path in folder.rglob("*")}


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def first_line(stream: IO[str] | None) -> Any:
    assert stream is not None
    return json.loads(stream.readline())


@pytest.mark.slow
def test_what_is_installed_serves_on_a_read_only_root_as_another_user(folder: Path) -> None:
    program, data = folder / "program", folder / "data"
    uv = [str(ROOT / ".uv" / "bin")] if (ROOT / ".uv" / "bin").is_dir() else []
    path = os.pathsep.join([*uv, os.environ["PATH"]])
    done = subprocess.run(
        [DEPLOY / "install", program], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0 and f"in {program}\n" in done.stdout, done.stderr
    before = contents(program)
    data.mkdir()
    as_user: list[str] = []
    if os.geteuid() == 0:
        os.chown(data, NOBODY, NOBODY)
        as_user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    (entry,), (command,) = instruction("ENTRYPOINT"), instruction("CMD")
    words = [word.replace("/opt/shapan", str(program)) for word in [*json.loads(entry), *json.loads(command)]]
    given = {**environment(), "SHAPAN_DATA": str(data), "SHAPAN_HOST": "127.0.0.1", "SHAPAN_PORT": "0"}
    apart = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    confined = [*apart, "sh", "-eu", "-c", READ_ONLY, "sh", str(data), *as_user, *words]
    with subprocess.Popen(
        confined,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        env={"PATH": os.environ["PATH"], "TMPDIR": str(data), **given},
    ) as process:
        try:
            address = first_line(process.stderr)["message"].removeprefix("Shapan: ")
            assert urllib.request.urlopen(f"{address}readyz", timeout=30).read() == b"ok\n"
            headers = {"x-shapan": "1", "content-type": "application/json"}
            body = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            request = urllib.request.Request(f"{address}matches", json.dumps(body).encode(), headers)
            assert json.load(urllib.request.urlopen(request, timeout=30))["id"]
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
        finally:
            process.kill()
    assert (data / "shapan.sqlite3").is_file() and contents(program) == before


def test_the_container_takes_the_steps_of_the_script() -> None:
    assert instruction("RUN") == [
        "SHAPAN_PYTHON=/usr/local/bin/python3 /src/deploy/install /opt/shapan",
        f"{USER} && install -d -o shapan -m 700 /data",
    ]
    assert instruction("USER") == ["shapan"] and instruction("COPY")[-1] == "--from=build /opt/shapan /opt/shapan"
    told = {*environment(), *re.findall(r"--env (\w+)=", CONTAINER)}
    assert told <= {f"SHAPAN_{name.upper()}" for name in known_names()}
    settings = settings_of({}, None, environment())
    assert [settings.data] == [Path(volume) for volume in instruction("VOLUME")]
    assert [str(settings.port)] == instruction("EXPOSE")
    assert f"127.0.0.1:{settings.port}/readyz" in instruction("HEALTHCHECK")[0]


def test_the_installer_names_what_it_needs() -> None:
    for words in ([], ["somewhere"]):
        done = subprocess.run([DEPLOY / "install", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "name the folder to install into" in done.stderr


def test_the_unit_starts_a_server_with_the_settings_beside_it(tmp_path: Path) -> None:
    unit = (DEPLOY / "shapan.service").read_text("utf-8")
    [command] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command == "/opt/shapan/bin/shapan serve --config /etc/shapan/shapan.toml"
    settings = settings_of({}, DEPLOY / "shapan.toml")
    assert (settings.hosts, settings.secure, settings.host) == (("play.example",), True, "127.0.0.1")
    [state] = re.findall(r"^StateDirectory=(.*)$", unit, re.MULTILINE)
    assert settings.data == Path("/var/lib") / state
    known = tmp_path / "shapan.service"
    known.write_text(unit.replace("/opt/shapan/bin/shapan", sys.executable).replace("User=shapan", "User=root"))
    if shutil.which("systemd-analyze"):
        done = subprocess.run(["systemd-analyze", "verify", known], capture_output=True, text=True, check=False)
        complaints = [line for line in done.stderr.splitlines() if line.startswith(str(known))]
        assert not complaints and (done.returncode == 0 or "shapan" not in done.stderr), done.stderr


def test_both_proxies_lead_to_the_same_server() -> None:
    settings = settings_of({}, DEPLOY / "shapan.toml")
    caddy, nginx = ((DEPLOY / name).read_text("utf-8") for name in ("Caddyfile", "nginx.conf"))
    target = f"{settings.host}:{settings.port}"
    assert f"reverse_proxy {target} {{" in caddy and f"proxy_pass http://{target};" in nginx
    for text in (caddy, nginx):
        bare = re.sub(r"#.*", "", text)
        assert "/healthz" in bare and "/readyz" in bare and "encode" not in bare and "gzip on" not in bare


@contextmanager
def proxied(folder: Path) -> Iterator[tuple[int, int, Path]]:
    """Run a server behind nginx as deploy/ has both; give the ports for https and http, and the server's log."""
    inner, secure, plain = free_port(), free_port(), free_port()
    config = (DEPLOY / "nginx.conf").read_text("utf-8")
    for before, after in (
        ("127.0.0.1:8642", f"127.0.0.1:{inner}"),
        ("listen 443 ", f"listen 127.0.0.1:{secure} "),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("/etc/letsencrypt/live/play.example", str(folder)),
    ):
        assert before in config
        config = config.replace(before, after)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors;\n"
        f"events {{}}\nhttp {{ {places} access_log off;\n{config}\n}}\n"
    )
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "privkey.pem"]
    name = ["-subj", "/CN=play.example", "-addext", "subjectAltName=DNS:play.example", "-out", "fullchain.pem"]
    subprocess.run(["openssl", "req", "-x509", "-days", "2", *key, *name], check=True, cwd=folder, capture_output=True)
    words = ["serve", "--config", str(DEPLOY / "shapan.toml"), "--port", str(inner), "--data", str(folder / "data")]
    log = folder / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen([sys.executable, "-m", "shapan", *words], stderr=errors) as server,
        subprocess.Popen([str(NGINX), "-c", folder / "nginx.conf", "-p", folder]) as nginx,
    ):
        try:
            for port in (inner, secure):
                wait_for(port)
            yield secure, plain, log
        finally:
            for process in (nginx, server):
                process.terminate()


def wait_for(port: int) -> None:
    for _ in range(1200):
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on port {port}")


@pytest.mark.slow
def test_a_match_is_played_through_nginx(folder: Path) -> None:
    if NGINX is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no nginx: install nginx")
    with proxied(folder) as (secure, plain, log):
        trust = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        headers = {"host": "play.example", "x-shapan": "1", "origin": "https://play.example"}
        address = {"extensions": {"sni_hostname": "play.example"}}
        with httpx.Client(base_url=f"https://127.0.0.1:{secure}", headers=headers, verify=trust) as client:
            body = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}]}
            forged = {"x-forwarded-for": "198.51.100.1", "x-request-id": "forged-by-the-client"}
            opened = client.post("/matches", json=body, headers=forged, **address)  # type: ignore[arg-type]
            assert opened.status_code == 201
            assert "__Host-shapan=" in opened.headers["set-cookie"] and "Secure" in opened.headers["set-cookie"]
            assert opened.headers["strict-transport-security"] == "max-age=31536000"
            match = opened.json()["id"]
            frame = client.get(f"/api/matches/{match}/frame", headers={"accept-encoding": "gzip"}, **address)  # type: ignore[arg-type]
            assert frame.json()["decision"]["ordinal"] == 1 and "content-encoding" not in frame.headers
            for inner in ("/healthz", "/readyz"):
                assert client.get(inner, **address).status_code == 404  # type: ignore[arg-type]
            cookie = opened.headers["set-cookie"].partition(";")[0]
        moved = httpx.get(f"http://127.0.0.1:{plain}/games?x=1", headers={"host": "play.example"})
        assert (moved.status_code, moved.headers["location"]) == (301, "https://play.example/games?x=1")
        with socket.create_connection(("127.0.0.1", secure)) as line:
            stream_address = f"wss://play.example/api/matches/{match}/stream"
            with connect(
                stream_address, sock=line, ssl=trust, additional_headers={"cookie": cookie}, proxy=None
            ) as stream:
                assert json.loads(stream.recv(timeout=20))["viewer"] == 0
        told = [json.loads(line) for line in log.read_text().splitlines()]
    requests = [line for line in told if line["logger"] == "shapan.request"]
    assert requests and all(re.fullmatch("[0-9a-f]{32}", line["request"]) for line in requests)
    assert {line["client"] for line in requests} == {"127.0.0.0/24"} and "forged" not in json.dumps(told)


def test_one_process_of_several_is_confined_as_one_alone_is() -> None:
    alone, several = ((DEPLOY / name).read_text("utf-8") for name in ("shapan.service", "shapan@.service"))
    [command] = re.findall(r"^ExecStart=(.*)$", several, re.MULTILINE)
    assert command == "/opt/shapan/bin/shapan serve --config /etc/shapan/shapan.toml --home %i"
    own = ("ExecStart", "EnvironmentFile", "Description", "Restart=", "#")
    same = [[line for line in unit.splitlines() if not line.startswith(own)] for unit in (alone, several)]
    assert same[0] == same[1]


def test_the_site_of_containers_has_settings_that_there_are() -> None:
    yaml = pytest.importorskip("yaml", reason="it is called otherwise for Python 3.13")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    for name in ("p1", "p2"):
        given = services[name]["environment"]
        assert services[name]["command"] == ["serve", "--home", name]
        assert {one.removesuffix("_FILE") for one in given} <= {f"SHAPAN_{known.upper()}" for known in known_names()}
        settings = settings_of({"home": name}, None, {one: value for one, value in given.items() if "FILE" not in one})
        assert settings.proxies == (compose["networks"]["default"]["ipam"]["config"][0]["subnet"],) and settings.secure
    head = (DEPLOY / "compose.yaml").read_text("utf-8")
    [words] = re.findall(r"shapan (proxy-config .*)$", head, re.MULTILINE)
    assert all(f"--process {name}={name}:8642" in words for name in ("p1", "p2"))
