"""A software authenticator: makes passkeys and signs with them, as a device does."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

Data = dict[str, Any]
_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A device with one passkey at most for each site."""

    def __init__(self, origin: str = "http://testserver.local", site: str = "testserver.local") -> None:
        self.origin, self.site = origin, site
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.count = 0
        self.flags = _PRESENT | _VERIFIED

    def create(self, asked: Data) -> Data:
        """Answer the question by which a passkey is added."""
        assert asked["rp"]["id"] == self.site and asked["attestation"] == "none"
        assert asked["authenticatorSelection"]["userVerification"] == "required"
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(self.flags | _ATTESTED) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", asked)
        return self._answer({"clientDataJSON": encoded(client), "attestationObject": encoded(made)})

    def get(self, asked: Data) -> Data:
        """Answer the question by which somebody logs in."""
        assert asked["rpId"] == self.site and not asked.get("allowCredentials"), "it names nobody"
        self.count += 1
        client, data = self._client("webauthn.get", asked), self._data(self.flags)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._answer({name: encoded(part) for name, part in parts.items()})

    def _data(self, flags: int) -> bytes:
        return sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, asked: Data) -> bytes:
        return json.dumps({"type": kind, "challenge": asked["challenge"], "origin": self.origin}).encode()

    def _answer(self, response: Data) -> Data:
        return {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": response}
