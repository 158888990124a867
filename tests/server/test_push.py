"""Web Push: what a browser's service is sent, and that only that browser can read it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from server.notices import Notices, told
from server.people import Person
from server.receiver import Message, Receiver
from server.test_accounts import sign_up
from server.test_notices import asked_and_other
from shapan.server.notify.outside import Outside
from shapan.server.notify.push import decode, encode, encrypt, private_key
from shapan.server.settings import Settings

AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
CURVE = ec.SECP256R1()


@pytest.fixture
def settings(settings: Settings) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    return settings


class Browser:
    """A browser that has subscribed, with its key."""

    def __init__(self, receiver: Receiver, path: str = "/push/one") -> None:
        self.key = ec.generate_private_key(CURVE)
        self.endpoint = receiver.url(path)
        self.public = point(self.key.public_key())

    def subscribe(self, person: Person, **other: Any) -> int:
        keys = {"p256dh": encode(self.public), "auth": AUTH, **other.pop("keys", {})}
        sent = {"endpoint": self.endpoint, "keys": keys, "expirationTime": None, **other}
        return int(person.post("/notices/push", sent).status_code)

    def read(self, body: bytes) -> bytes:
        """Return what a message says, by RFC 8188 and 8291."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, data = body[21 : 21 + length], body[21 + length :]
        assert size >= len(data)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        secret = expand(extract(decode(AUTH), shared), b"WebPush: info\0" + self.public + theirs, 32)
        first = extract(salt, secret)
        cipher = AESGCM(expand(first, b"Content-Encoding: aes128gcm\0", 16))
        filled = cipher.decrypt(expand(first, b"Content-Encoding: nonce\0", 12), data, None).rstrip(b"\0")
        assert filled.endswith(b"\x02")
        return filled[:-1]


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def extract(salt: bytes, key: bytes) -> bytes:
    from cryptography.hazmat.primitives.hmac import HMAC

    made = HMAC(salt, hashes.SHA256())
    made.update(key)
    return made.finalize()


def expand(key: bytes, info: bytes, length: int) -> bytes:
    return HKDFExpand(hashes.SHA256(), length, info).derive(key)


def test_a_message_is_encrypted_as_the_standard_shows() -> None:
    """The example of RFC 8291, section 5."""
    made = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        AUTH,
        private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def claims_of(message: Message, key: bytes, origin: str) -> dict[str, Any]:
    """Return what a signature claims, after a look at it."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", message.headers["authorization"])
    assert found is not None and decode(found[4]) == key
    assert json.loads(decode(found[1])) == {"typ": "JWT", "alg": "ES256"}
    proof = decode(found[3])
    numbers = encode_dss_signature(*(int.from_bytes(part, "big") for part in (proof[:32], proof[32:])))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
    public.verify(numbers, f"{found[1]}.{found[2]}".encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(decode(found[2]))
    assert claims["aud"] == origin
    return claims


def test_a_closed_browser_is_told_and_only_it_can_read_it(notices: Notices, receiver: Receiver) -> None:
    asked, _, match = asked_and_other(notices.place)
    browser = Browser(receiver)
    assert browser.subscribe(asked) == 200
    page = asked.get("/notices").text
    key = re.search(r'data-key="([\w-]+)"', page)
    assert key is not None and "closed: 1" in page
    notices.wait(130)
    (message,) = told(receiver)
    assert message.path == "/push/one" and b"Pig" not in message.body and len(message.body) % 256 == 86 + 16
    said = json.loads(browser.read(message.body))
    assert said == {"title": "Pig: your turn", "body": said["body"], "url": f"/match/{match}?story", "tag": match}
    assert said["body"].startswith("with ")
    assert message.headers["ttl"] == "86400" and re.fullmatch(r"[\w-]{1,32}", message.headers["topic"])
    claims = claims_of(message, decode(key[1]), f"https://hook.example:{receiver.port}")
    assert claims["sub"] == "http://testserver.local" and 0 < claims["exp"] - notices.at < 24 * 3600
    assert message.headers["content-encoding"] == "aes128gcm"
    assert asked.post("/notices/push/remove", {"endpoint": browser.endpoint}).status_code == 200
    assert "closed:" not in asked.get("/notices").text


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(notices: Notices, receiver: Receiver, status: int) -> None:
    asked, _, _ = asked_and_other(notices.place)
    assert Browser(receiver).subscribe(asked) == 200
    receiver.answers = [status]
    notices.wait(130)
    assert len(told(receiver)) == 1 and "closed:" not in asked.get("/notices").text
    notices.wait(24 * 3600)
    assert told(receiver) == []


def test_a_browser_is_told_as_long_as_its_log_in_holds(notices: Notices, receiver: Receiver) -> None:
    asked, _, _ = asked_and_other(notices.place)
    assert Browser(receiver).subscribe(asked) == 200
    sign_up(asked)
    assert "closed: 1" in asked.get("/notices").text, "a guest who becomes a member stays told"
    asked.form("/account/logout", {})
    notices.wait(130)
    assert told(receiver) == [], "who has logged out is told no more"


def test_what_is_no_subscription_is_refused(notices: Notices, receiver: Receiver) -> None:
    ling = notices.place.person()
    browser = Browser(receiver)
    assert browser.subscribe(ling) == 422, "nobody is known by this browser"
    ling.open("pig", "me", "hot")
    assert notices.notifier.pushes is not None
    notices.notifier.pushes.outside = Outside()
    for other in (
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://[::ffff:10.0.0.1]/x"},
        {"endpoint": 5},
        {"keys": {"p256dh": encode(b"\x04" + bytes(64))}},
        {"keys": {"p256dh": "?"}},
        {"keys": {"auth": "short"}},
        {"keys": {"auth": 5}},
        {"keys": {"auth": AUTH + "\0"}},
        {"keys": {"auth": AUTH + "!" * 3000}},
        {"keys": {"p256dh": encode(browser.public) + "\0"}},
        {"keys": {"p256dh": encode(browser.public) + "!" * 3000}},
    ):
        assert browser.subscribe(ling, **other) == 422, other
    nothing: list[Any] = [[], {}, {"endpoint": browser.endpoint, "keys": []}]
    for sent in nothing:
        assert ling.request("POST", "/notices/push", json=sent).status_code == 422
    assert browser.subscribe(ling) == 200


def test_two_browsers_of_a_person_are_told_and_one_that_changes_hands_is_the_last_one_s(
    notices: Notices, receiver: Receiver
) -> None:
    asked, other, _ = asked_and_other(notices.place)
    first, second = Browser(receiver), Browser(receiver, "/push/two")
    assert first.subscribe(asked) == second.subscribe(asked) == 200
    assert second.subscribe(other) == 200
    notices.wait(130)
    assert [message.path for message in told(receiver)] == ["/push/one"]
