"""A program of somebody else that is told by https: it takes messages, and answers as a test says."""

from __future__ import annotations

import datetime as dt
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from shapan.server.notify.outside import Outside

NAME = "hook.example"


@cache
def certificate() -> tuple[bytes, bytes]:
    """Return certificate and key of the receiver, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    begun = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begun - dt.timedelta(days=1))
        .not_valid_after(begun + dt.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM), plain


@dataclass
class Message:
    """What was received."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.body)
        return found


@dataclass
class Receiver:
    """The program: what it has received, and what it answers next."""

    port: int = 0
    received: list[Message] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    location: str = ""

    def url(self, path: str = "/told") -> str:
        return f"https://{NAME}:{self.port}{path}"

    def outside(self) -> Outside:
        """Return what reaches it."""
        context = ssl.create_default_context(cadata=certificate()[0].decode())
        return Outside(self._resolve, context, private=True)

    @staticmethod
    async def _resolve(host: str, port: int) -> list[str]:
        assert host == NAME
        return ["127.0.0.1"]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.received.append(Message(self.path, headers, body))
            self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
            if receiver.location:
                self.send_header("location", receiver.location)
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        for name, data in zip(("certificate", "key"), certificate(), strict=True):
            (Path(folder) / name).write_bytes(data)
        context.load_cert_chain(Path(folder) / "certificate", Path(folder) / "key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
