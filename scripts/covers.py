"""Draws the cover of each game as a PNG for chat programs, which show no SVG in a preview: `art/cover.png`.

`python scripts/covers.py` needs Chromium (`chromium-headless-shell`, `chromium`, or SHAPAN_CHROMIUM). Each picture
notes which cover it was drawn from, so that a test finds one that is out of date.
"""

from __future__ import annotations

import io
import os
import shutil
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Page, sync_playwright

from shapan.engine.registry import games
from shapan.engine.text import package_of
from shapan.server.pages.cover import cover

SIZE = {"width": 1200, "height": 630}
"""The usual size of a preview."""
COLOURS = 128
BROWSERS = ("chromium-headless-shell", "chromium")


def draw(page: Page, svg: bytes) -> Image.Image:
    """Return a picture that is filled by a cover, without what does not fit."""
    style = "margin:0;display:block;width:100vw;height:100vh"
    whole = svg.decode().replace("<svg ", f'<svg style="{style}" preserveAspectRatio="xMidYMid slice" ', 1)
    page.set_content(f'<body style="margin:0">{whole}')
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def main() -> None:
    """Draw all covers."""
    found = os.environ.get("SHAPAN_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        for game in games().values():
            svg, notes = cover(game), PngInfo()
            notes.add_text("cover", sha256(svg).hexdigest())
            picture = draw(page, svg).quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            path = Path(str(files(package_of(game)))) / "art" / "cover.png"
            picture.save(path, optimize=True, pnginfo=notes)
            print(path, path.stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
