"""Metrics: what happens at the tables is counted, on a port of its own; nothing in them names a match or a player."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from socket import socket as new_socket

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from server import test_stream
from server.conftest import Time, running
from server.people import Place, new_id, pig_choice
from server.test_clock import PACE, paced
from server.test_log_secrets import trouble
from server.test_seats import look
from shapan.server.api.stream import BOUND
from shapan.server.metrics import registry_of, serving_metrics
from shapan.server.settings import Settings
from shapan.server.store.fault import Fault
from shapan.server.tally import TALLY, Spread, Tally

KINDS = {"quick", "thoughts"}
FROM_PYTHON = {"generation", "implementation", "major", "minor", "patchlevel", "version"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin to count anew."""
    for name, value in vars(Tally()).items():
        monkeypatch.setattr(TALLY, name, value)


@pytest.fixture
def place(settings: Settings, counted: None) -> Iterator[Place]:
    settings.metrics = "127.0.0.1:0"
    with running(settings) as place:
        yield place


def text(place: Place) -> str:
    return generate_latest(registry_of(place.hub)).decode()


def samples(told: str) -> dict[str, float]:
    """Return the values of all samples by name and labels as they are written."""
    rows = [line.rpartition(" ") for line in told.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in rows}


def test_what_is_played_is_counted(place: Place) -> None:
    ling = place.person()
    match = ling.open("pig", "me", "bot:greedy", target=30)["id"]
    with ling.stream(match) as stream:
        stream.receive_json(timeout=10)
        open_now = samples(text(place))
        for _ in range(40):
            frame = ling.frame(match)
            if frame["decision"]:
                ling.answer(match, pig_choice(frame))
    assert ling.get("/api/matches/nothing/frame").status_code == 404
    assert ling.get("/nowhere").status_code == 404
    found = samples(text(place))
    assert (open_now["shapan_rooms"], open_now["shapan_streams"], found["shapan_streams"]) == (1, 1, 0)
    frames = 'method="GET",route="/api/matches/{match_id}/frame"'
    assert found[f'shapan_requests_total{{{frames},status="200"}}'] >= 40
    assert found[f'shapan_requests_total{{{frames},status="404"}}'] == 1
    assert found['shapan_requests_total{method="GET",route="unrouted",status="404"}'] == 1
    records = place.client.get(f"/api/matches/{match}/frame").json()["log_length"]
    assert found["shapan_appends_total"] >= 2 and records
    assert found["shapan_commit_seconds_count"] == found["shapan_batch_writes_count"] > 2
    assert found['shapan_bot_seconds_count{kind="quick"}'] >= 1
    assert found['shapan_bot_waiting{kind="thoughts"}'] == found["shapan_unstored_total"] == 0
    assert found["shapan_cluster_slots"] == 0
    assert found["process_open_fds"] > 0 and 'shapan_info{version="' in text(place)


def test_no_label_names_a_match_a_player_or_a_secret(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened = ling.open("pig", "me", "open", target=100)
    invitation = opened["joins"][0]["url"].rsplit("/", 1)[1]
    assert tomas.form(f"/join/{invitation}", {"name": "Tomas-of-Arden"}).status_code == 303
    for person in (ling, tomas):
        person.ready(opened["id"])
        assert person.act(opened["id"], "chat", id=new_id(), text="hold-the-blue-general").status_code < 300
    back = tomas.act(opened["id"], "back").json()["url"].rsplit("/", 1)[1]
    for path in (f"/back/{back}", f"/match/{opened['id']}", f"/join/{invitation}", "/readyz", "/static/no", "/%22%0a"):
        tomas.get(path)
    tomas.request(f"{invitation[:10].upper()}", "/")  # a method of the client's choice
    place.client.get("/api/games", headers={"host": "evil.example"})
    told = text(place)
    routes = {route.path_format for route in place.client.app.routes} | {"unrouted", "/healthz", "/readyz"}
    for family in text_string_to_metric_families(told):
        for sample in family.samples:
            labels = dict(sample.labels)
            bound = labels.pop("le", "1")
            assert bound == "+Inf" or float(bound) >= 0
            assert labels.pop("route", "/") in routes
            assert labels.pop("kind", "quick") in KINDS
            assert labels.pop("method", "GET") in {"GET", "POST", "other"}
            assert re.fullmatch("[1-5][0-9][0-9]", labels.pop("status", "200"))
            assert labels.keys() <= FROM_PYTHON, sample
    cookies = [person.cookie.partition("=")[2][:20] for person in (ling, tomas)]
    for secret in (opened["id"], invitation, back, "Tomas", "blue-general", "testserver", "evil", *cookies):
        assert secret not in told, secret
    assert 'method="other"' in told and 'route="/join/{token}"' in told


@pytest.mark.usefixtures("slow")
def test_a_clock_seen_too_late_is_counted(settings: Settings, counted: None) -> None:
    time = settings.now = Time()
    with running(settings) as place:
        paced(place)
        time.seconds += PACE + 3
        look(place)
        assert 'shapan_clock_late_seconds_bucket{le="2"} 0.0' in text(place)
        assert "shapan_clock_late_seconds_sum 3.0" in text(place)


def test_a_write_that_is_not_confirmed_is_counted(settings: Settings, place: Place) -> None:
    ling = place.person()
    assert trouble(settings, ling, ling.open("pig", "me", "hot")["id"]) == {503}
    assert samples(text(place))["shapan_unstored_total"] == 3


def test_frames_left_out_are_counted(place: Place) -> None:
    test_stream.test_who_falls_behind_gets_one_whole_frame(place)
    assert samples(text(place))["shapan_frames_dropped_total"] == BOUND + 1


def test_a_spread_counts_by_bounds() -> None:
    spread = Spread((1, 2.5))
    for value in (0.5, 1, 2, 9):
        spread.note(value)
    assert spread.rows() == [("1", 2), ("2.5", 3), ("+Inf", 4)] and spread.sum == 12.5


def test_without_prometheus_client_the_extra_is_named(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(Fault, match=r"install shapan\[online\]"), serving_metrics("127.0.0.1:0", place.hub):
        pass
    with serving_metrics("", place.hub) as nothing:
        assert nothing == ""


def test_a_busy_port_is_told(place: Place) -> None:
    with closing(new_socket()) as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        address = f"127.0.0.1:{busy.getsockname()[1]}"
        with pytest.raises(Fault, match="metrics cannot be served on"), serving_metrics(address, place.hub):
            pass


def test_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    words = ["serve", "--data", str(tmp_path), "--port", "0", "--metrics", "127.0.0.1:0"]
    with subprocess.Popen(
        [sys.executable, "-m", "shapan", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = process.stdout.readline().removeprefix("Shapan: ").strip()
        metrics = process.stdout.readline().removeprefix("Metrics: ").strip()
        with urllib.request.urlopen(f"{address}healthz", timeout=20) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(metrics, timeout=20) as answer:
            told = answer.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}metrics", timeout=20)
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=30)[1] == ""
    assert 'shapan_requests_total{method="GET",route="/healthz",status="200"} 1.0' in told
    assert "shapan_loop_lag_seconds_bucket" in told
