"""A server of mail: it takes letters from any program, and says what a test wants it to say."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default


@dataclass
class Postman:
    """What has come, and whether more is taken."""

    port: int = 0
    letters: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    refuses: bool = False

    def take(self) -> list[EmailMessage]:
        """Return what has come, and forget it."""
        found, self.letters = self.letters, []
        return found

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speak SMTP."""
        writer.write(b"220 postman\r\n")
        while line := await reader.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                writer.write(b"354 go on\r\n")
                body = await reader.readuntil(b"\r\n.\r\n")
                self.raw.append(body)
                self.letters.append(message_from_bytes(body[:-5], policy=default))
                writer.write(b"250 taken\r\n")
            elif verb == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            elif verb == b"RCPT" and self.refuses:
                writer.write(b"450 later\r\n")
            else:
                if verb == b"RCPT":
                    self.recipients.append(line.decode().strip())
                writer.write(b"250 yes\r\n")
        writer.close()


@contextmanager
def taking() -> Iterator[Postman]:
    """Run a server of mail."""
    postman, ready, loop = Postman(), threading.Event(), asyncio.new_event_loop()

    async def run() -> None:
        server = await asyncio.start_server(postman.serve, "127.0.0.1", 0)
        postman.port = server.sockets[0].getsockname()[1]
        ready.set()
        async with server:
            await stop.wait()

    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(run(),), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield postman
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()
