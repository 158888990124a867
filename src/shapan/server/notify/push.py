"""Web Push: notices to browsers that are closed, by the service that each browser names (RFC 8030, 8291, 8292).

What is sent is encrypted for the browser alone; the service sees when and to whom. Written on `cryptography` and our
own requests: the usual libraries send by clients that resolve names themselves, so no address could be pinned.
"""

from __future__ import annotations

import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shapan.server.match.room import Room
from shapan.server.notify.outside import Outside, Refused, Unreached
from shapan.server.notify.webhook import Failed, Gone
from shapan.server.notify.wording import notice_of
from shapan.server.store.storage import Store
from shapan.server.store.turn import Delivery, Subscription
from shapan.server.words import listed, say

VAPID: Final = "vapid"
"""The name of the key by which push services know this server."""
_CURVE: Final = ec.SECP256R1()
_RECORD: Final = 4096
_EVEN: Final = 256
"""Messages are filled up to a multiple of so many bytes: their length tells nothing."""
_GOOD: Final = 12 * 3600
"""Seconds for which a signature holds."""
_KEPT: Final = 24 * 3600
"""Seconds for which a service keeps a message for a browser that is not there."""
_GONE: Final = (404, 410)
_KEY: Final = 88
_AUTH: Final = 24
"""Signs of a key and of a secret at most."""
_SIGNS: Final = re.compile(r"[A-Za-z0-9_-]+={0,2}")


def encode(data: bytes) -> str:
    """Return bytes as base64url without its filling."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def new_key() -> str:
    """Return a new key to sign with, as it is stored."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


def private_key(kept: str) -> ec.EllipticCurvePrivateKey:
    """Return a key as it was stored."""
    return ec.derive_private_key(int.from_bytes(decode(kept), "big"), _CURVE)


def _is_short(text: str, most: int) -> bool:
    """Return whether a text is base64url alone, filled or not: what is no sign of it is left out by the reader."""
    return len(text) <= most and _SIGNS.fullmatch(text) is not None


def is_point(text: str) -> bool:
    """Return whether a text is a public key of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decode(text))
    except ValueError:
        return False
    return True


def encrypt(
    data: bytes, key: str, auth: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b"", even: int = 1
) -> bytes:
    """Return a message that only the browser with a public key and a secret can read (RFC 8291)."""
    own = own or ec.generate_private_key(_CURVE)
    salt = salt or secrets.token_bytes(16)
    theirs, mine = decode(key), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs))
    secret = _derive(decode(auth), shared, b"WebPush: info\0" + theirs + mine, 32)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    cipher = AESGCM(_derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
    filled = data + b"\x02" + bytes(-(len(data) + 1) % even)
    return salt + _RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine + cipher.encrypt(nonce, filled, None)


def signed(key: ec.EllipticCurvePrivateKey, endpoint: str, origin: str, at: int) -> str:
    """Return by what a push service knows this server (RFC 8292)."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": at + _GOOD, "sub": origin}
    said = ".".join(encode(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    proof = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={said}.{encode(proof)}, k={encode(_point(key.public_key()))}"


class Pushes:
    """Sends notices to browsers."""

    def __init__(self, store: Store, outside: Outside) -> None:
        self._store = store
        self.outside = outside
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def public_key(self) -> str:
        """Return the public key of this server, by which a browser subscribes."""
        return encode(_point((await self._own_key()).public_key()))

    async def _own_key(self) -> ec.EllipticCurvePrivateKey:
        if self._key is None:
            self._key = private_key(await self._store.turns.server_key(VAPID, new_key))
        return self._key

    def check(self, sent: Mapping[str, Any]) -> tuple[str, str, str] | None:
        """Return endpoint, key and secret of a subscription as a browser tells it; None if it is none."""
        keys = sent.get("keys")
        if not isinstance(keys, dict):
            return None
        endpoint, key, auth = sent.get("endpoint"), keys.get("p256dh"), keys.get("auth")
        if not (isinstance(endpoint, str) and isinstance(key, str) and isinstance(auth, str)):
            return None
        try:
            self.outside.check(endpoint)
            fits = _is_short(key, _KEY) and _is_short(auth, _AUTH) and is_point(key) and len(decode(auth)) == 16
        except (Refused, ValueError):
            return None
        return (endpoint, key, auth) if fits else None

    async def send(self, room: Room, delivery: Delivery, at: int) -> None:
        """Send a notice. Raises Gone or Failed."""
        there = await self._store.turns.subscription(delivery.target)
        if there is None:
            raise Gone
        notice = notice_of(room, delivery, there.language)
        company = say(there.language, "ui.with_company", names=listed(there.language, notice.table))
        said = f"{notice.title}{say(there.language, 'ui.colon')}{notice.text}"
        told = {"title": said, "body": company if notice.table else "", "url": notice.path, "tag": notice.tag}
        try:
            await self._post(there, msgspec.json.encode(told), notice.tag, at)
        except Gone:
            await self._store.turns.remove_subscription(there.person, there.id)
            raise

    async def give_up(self, delivery: Delivery, at: int) -> None:
        """Do nothing: a browser that is gone for good is told of by its service."""

    async def _post(self, there: Subscription, data: bytes, topic: str, at: int) -> None:
        headers = {
            "Authorization": signed(await self._own_key(), there.endpoint, there.origin, int(time.time())),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT),
            "Topic": encode(topic.encode())[-32:],
        }
        try:
            status = await self.outside.post(there.endpoint, headers, encrypt(data, there.key, there.auth, even=_EVEN))
        except Refused as error:
            raise Failed(error.reason) from None
        except Unreached as error:
            raise Failed(str(error)) from None
        if status in _GONE:
            raise Gone
        if not 200 <= status < 300:
            raise Failed(f"status {status}")
