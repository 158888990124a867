"""Mail to members: codes that prove an address, links to a new password, and one letter of all that waits.

Letters are plain text. No header holds a word of a person but the address itself, which is checked before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Final

import aiosmtplib

from shapan.server.notify.webhook import Failed
from shapan.server.settings import Settings
from shapan.server.store.address import AddressRow
from shapan.server.words import say

_TIMEOUT: Final = 20
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
_LONGEST: Final = 254


def checked_address(text: str) -> str | None:
    """Return an address of mail as it is kept, None for what is none."""
    text = text.strip()
    if len(text) > _LONGEST or not _ADDRESS.fullmatch(text):
        return None
    name, _, host = text.rpartition("@")
    return f"{name}@{host.lower()}"


class Mails:
    """Sends letters by the operator's server of mail."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def send(self, to: str, language: str, subject: str, lines: Sequence[str], ending: str = "") -> None:
        """Send a letter, with the link that ends such letters if there is one. Raises Failed."""
        settings = self._settings
        letter = EmailMessage(policy=SMTP)
        letter["From"] = settings.mail_from
        letter["To"] = to
        letter["Subject"] = subject
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=settings.mail_from.rpartition("@")[2] or "localhost")
        letter["Auto-Submitted"] = "auto-generated"
        if ending:
            letter["List-Unsubscribe"] = f"<{ending}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            lines = [*lines, "", say(language, "ui.mail_end", url=ending)]
        letter.set_content("\n".join(lines) + "\n")
        letter["Content-Language"] = language  # behind the content, which takes such headers away
        try:
            await aiosmtplib.send(
                letter,
                hostname=settings.mail_host,
                port=settings.mail_port,
                username=settings.mail_user or None,
                password=settings.mail_password or None,
                use_tls=settings.mail_tls == "on",
                start_tls=settings.mail_tls == "start",
                timeout=_TIMEOUT,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise Failed(type(error).__name__) from None

    async def notify(self, row: AddressRow, lines: Sequence[str], count: int) -> None:
        """Send a member the letter of all that waits, `count` turns among it. Raises Failed."""
        about = say(row.language, "ui.lobby_turns", count=count) if count else say(row.language, "ui.mail_written")
        subject = f"{say(row.language, 'ui.shapan')} · {about}"
        await self.send(row.mail, row.language, subject, lines, f"{row.origin}/mail/end/{row.ending}")
