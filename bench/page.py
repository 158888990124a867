"""Puts measured text into a page of the documentation."""

from __future__ import annotations

from pathlib import Path


def put(page: Path, begin: str, end: str, text: str) -> None:
    """Put a text between two marks of a page, in place of what stands there."""
    before, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{page.name}: has not the marks {begin} and {end}")
    page.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")
