"""Rendering pages: templates, the words of the request's language, the theme of its cookie."""

from __future__ import annotations

import re
import time
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final

from jinja2 import DictLoader, Environment, StrictUndefined
from litestar.enums import MediaType
from litestar.params import URLEncodedBody
from litestar.response import Response
from markupsafe import Markup, escape

from shapan.engine.text import LANGUAGES
from shapan.server.web.context import Asked, language_of
from shapan.server.web.packing import APART
from shapan.server.words import NAMES, listed, say, seat_name

THEMES: Final = ("dark", "light")
THEME_COOKIE: Final = "theme"
YEAR: Final = 365 * 24 * 3600

_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC")
_CLOCK: Final = Markup('<time datetime="{0}T{1}Z" data-at>{0} {1} UTC</time>')

Form = URLEncodedBody[dict[str, Any]]
Page = Response[str]


@cache
def _templates() -> Environment:
    made = Environment(
        loader=DictLoader(_sources()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    made.filters["clocked"] = clocked
    return made


def _sources() -> dict[str, str]:
    folder = files("shapan.server") / "templates"
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name.endswith(".html")}


def load_templates() -> None:
    """Read all templates. Each is compiled when a page first needs it, for which no file is opened.

    What the compiler itself loads when it first needs it, the codec of strings, is loaded by a template that has one.
    """
    _templates().from_string("{{ 'any' }}")


def theme_of(request: Asked) -> str:
    """Return the theme of a request: what was chosen, else dark, until the browser says that it prefers light."""
    return "light" if request.cookies.get(THEME_COOKIE) == "light" else "dark"


def render(request: Asked, template: str, status: int = 200, **values: Any) -> Page:
    """Return a page in the language of a request."""
    language = language_of(request)

    def t(key: str, **parameters: object) -> str:
        return say(language, key, **parameters)

    html = (
        _templates()
        .get_template(template)
        .render(
            t=t,
            seat_name=partial(seat_name, language),
            listed=partial(listed, language),
            language=language,
            gap=" " if language == "en" else "",  # between two sentences
            languages=[(code, NAMES[code]) for code in LANGUAGES],
            theme=theme_of(request),
            apart=APART,
            theme_chosen=request.cookies.get(THEME_COOKIE) in THEMES,
            **{"here": request.scope["path"], **values},
        )
    )
    return Response(html, status_code=status, media_type=MediaType.HTML)


def back(place: object) -> str:
    """Return where a form goes back to: a path of this server, else the lobby."""
    path = str(place or "/")
    fits = path.isascii() and path.isprintable() and "\\" not in path  # browsers leave tabs and line ends out
    return path if fits and path.startswith("/") and not path.startswith("//") else "/"


def moment(seconds: float) -> str:
    """Return a day and a time, by the clock of Greenwich; templates show it `clocked`."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def clocked(said: str) -> Markup:
    """Return a text whose moments browsers tell by the clock of their reader; without scripts they stay in UTC."""
    parts = _MOMENT.split(str(said))
    found = [escape(parts[0])]
    for place in range(1, len(parts), 3):
        found += [_CLOCK.format(*parts[place : place + 2]), escape(parts[place + 2])]
    return Markup("").join(found)


def day(seconds: int) -> str:
    """Return a day of the calendar, in the time of Greenwich."""
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
