"""Passkeys: keys that a device or a password manager keeps for one site; it signs the server's questions by them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from shapan.server.people.members import Denied, Members, account_of, new_login
from shapan.server.store.account import PASSKEY, PASSWORD, AccountStore, LoginRow
from shapan.server.store.fault import Conflict
from shapan.server.store.people import hash_of, now
from shapan.server.store.storage import Store

_GOOD: Final = 5 * 60
"""Seconds for which a question is good."""
_ENTER: Final = "enter"
_ADD: Final = "add"
_NEW: Final = "new"
_MOST: Final = 20
"""Passkeys of one member."""
_NAMES: Final = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
)
_WRONG: Final = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError)
"""What a signature can be refused by: what comes in is anything at all."""


@dataclass(frozen=True, slots=True)
class Site:
    """For which site a key is: its name, and the origin of its pages."""

    name: str
    origin: str


class _Kept(msgspec.Struct):
    """What is kept of a passkey besides its counter: its id, its public key, and the site that it is for."""

    id: str
    key: str
    site: str


class Passkeys:
    """Adds passkeys to accounts, and lets members in by them."""

    def __init__(self, store: Store, members: Members) -> None:
        self._accounts: AccountStore = store.accounts
        self._members = members

    async def ask_to_add(self, login: LoginRow, site: Site) -> str:
        """Return the question by whose answer a passkey is added, as JSON."""
        assert login.account is not None
        known = [_kept(row) for row in await self._accounts.credentials(login.account, PASSKEY)]
        ids = [one.id for one in known if one.site == site.name]
        return _to_make(site, login.name, login.account, await self._challenge(_ADD, login.account), ids)

    async def add(self, login: LoginRow, site: Site, answer: Mapping[str, Any], label: str) -> None:
        """Add the passkey that has answered. Raises Denied."""
        assert login.account is not None
        challenge, account = await self._answered(answer, _ADD)
        if account != login.account:
            raise Denied("passkey", "wrong")
        name, secret, count = _made(site, answer, challenge)
        if len(await self._accounts.credentials(login.account, PASSKEY)) >= _MOST:
            raise Denied("passkey", "many")
        try:
            await self._accounts.add_credential(login.account, PASSKEY, name, secret, count, label)
        except Conflict:  # one and the same key is nobody else's
            raise Denied("passkey", "wrong") from None

    async def ask_to_sign_up(self, guest: LoginRow | None, name: str, site: Site) -> str:
        """Return the question by whose answer a guest becomes a member, as JSON. Raises Denied."""
        name, account = await self._members.free_name(name), account_of(guest)
        return _to_make(site, name, account, await self._challenge(_NEW, account), [])

    async def sign_up(
        self, guest: LoginRow | None, name: str, site: Site, answer: Mapping[str, Any], agent: str, address: str
    ) -> tuple[str, list[str]]:
        """Make a member of a guest by the passkey that has answered; return the token and the recovery codes.

        Raises Denied.
        """
        name = await self._members.free_name(name)
        challenge, account = await self._answered(answer, _NEW)
        if account is None or (guest is not None and account != guest.hash):
            raise Denied("passkey", "wrong")
        key, secret, _ = _made(site, answer, challenge)
        await self._members.count_new(address)
        return await self._members.register(guest, account, name, (PASSKEY, key, secret), agent)

    async def ask_to_enter(self, site: Site) -> str:
        """Return the question by whose answer a member is let in, as JSON.

        It names nobody: the device knows whose keys it has.
        """
        challenge = await self._challenge(_ENTER, None)
        wanted = UserVerificationRequirement.REQUIRED
        return options_to_json(
            generate_authentication_options(rp_id=site.name, challenge=challenge, user_verification=wanted)
        )

    async def enter(
        self, site: Site, answer: Mapping[str, Any], agent: str, address: str, member: LoginRow | None = None
    ) -> tuple[str, bool]:
        """Let in the member whose passkey has answered; return the token, and whether that called a deletion off.

        With `member` it is a proof: the new log-in takes the place of that one. Raises Denied.
        """
        await self._members.count_address(address)
        challenge, _ = await self._answered(answer, _ENTER)
        sent = answer.get("id")
        name = _name(base64url_to_bytes(sent)) if isinstance(sent, str) and sent.isascii() and len(sent) < 2000 else ""
        row = await self._accounts.credential(PASSKEY, name)
        if row is None or (member is not None and row.account != member.account):
            raise Denied("passkey", "wrong")
        kept = _kept(row)
        try:
            found = verify_authentication_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=kept.site if kept.site == site.name else "",
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(kept.key),
                credential_current_sign_count=row.counter,
                require_user_verification=True,
            )
        except _WRONG:
            raise Denied("passkey", "wrong") from None
        token, new = new_login(row.account, agent)
        try:
            await self._accounts.count_credential(PASSKEY, name, row.counter, found.new_sign_count)
            return token, await self._accounts.open_login(new, None if member is None else member.hash)
        except Conflict:
            raise Denied("passkey", "wrong") from None

    async def listed(self, account: str) -> list[Any]:
        """Return the passkeys of a member, the oldest first."""
        return await self._accounts.credentials(account, PASSKEY)

    async def remove(self, account: str, name: str) -> None:
        """Remove a passkey. Raises Denied for the last one of a member without a password."""
        others = [row for row in await self._accounts.credentials(account, PASSKEY) if row.id != name]
        if not others and not await self._accounts.credentials(account, PASSWORD):
            raise Denied("passkey", "last")
        await self._accounts.remove_credential(account, PASSKEY, name)

    async def _challenge(self, purpose: str, account: str | None) -> bytes:
        """Return what is to be signed, this once and soon."""
        challenge = secrets.token_bytes(32)
        await self._accounts.keep_ticket(hash_of(bytes_to_base64url(challenge)), purpose, account, now() + _GOOD)
        return challenge

    async def _answered(self, answer: Mapping[str, Any], purpose: str) -> tuple[bytes, str | None]:
        """Return the challenge that an answer is for, which is good no more, and whose it was.

        Raises Denied if it was not good before.
        """
        try:
            client = msgspec.json.decode(base64url_to_bytes(answer["response"]["clientDataJSON"]))
            challenge = client["challenge"]
            taken = await self._accounts.take_ticket(hash_of(challenge), purpose)
            if taken is None:
                raise Denied("passkey", "wrong")
            return base64url_to_bytes(challenge), taken[0]
        except (msgspec.DecodeError, UnicodeError, *_WRONG):
            raise Denied("passkey", "wrong") from None


def _to_make(site: Site, name: str, account: str, challenge: bytes, known: list[str]) -> str:
    """Return the question by whose answer a passkey is made that is none of those known, as JSON."""
    options = generate_registration_options(
        rp_id=site.name,
        rp_name="Shapan",
        user_name=name,
        user_id=bytes.fromhex(account),
        challenge=challenge,
        authenticator_selection=_NAMES,
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in known],
    )
    return options_to_json(options)


def _made(site: Site, answer: Mapping[str, Any], challenge: bytes) -> tuple[str, str, int]:
    """Return under which name a passkey that was made is stored, what is kept of it, and its counter. Raises Denied."""
    try:
        made = verify_registration_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except _WRONG:
        raise Denied("passkey", "wrong") from None
    key = bytes_to_base64url(made.credential_public_key)
    kept = _Kept(bytes_to_base64url(made.credential_id), key, site.name)
    return _name(made.credential_id), msgspec.json.encode(kept).decode(), made.sign_count


def _kept(row: Any) -> _Kept:
    return msgspec.json.decode(row.secret, type=_Kept)


def _name(credential: bytes) -> str:
    """Return under which name a passkey is stored: its own may be a thousand signs long."""
    return sha256(credential).hexdigest()
