"""A folder that one process at a time writes."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any, ClassVar, Self

from shapan.lab.errors import LabError
from shapan.lab.files import lock, put_json


class FolderLock:
    """A folder open for writing: made if it is not there, held from its opening on, let go also where that fails."""

    work: ClassVar[str] = "run"
    """What is done in it, as the complaint of a second process calls it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: IO[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def _open(self) -> None:
        raise NotImplementedError

    def _close(self) -> None:
        if self._held is not None:
            self._held.close()

    def _hold(self, place: Path, said: dict[str, Any]) -> None:
        """Hold the folder by the file that says what it is for, which is written first of all into an empty one."""
        if not place.exists():
            begun = place.with_name(f".{place.name}")
            if self.path.exists() and (not self.path.is_dir() or set(self.path.iterdir()) - {begun}):
                raise LabError(f"{self.path}: there is something else already; name a new folder")
            self.path.mkdir(parents=True, exist_ok=True)
            put_json(place, said)
        self._held = place.open("rb")
        lock(self._held, self.path, self.work)
