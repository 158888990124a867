"""Configuration: settings from a file, from the environment and from the command line, each above the one before."""

from __future__ import annotations

import ipaddress
import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec

from shapan.server.settings import LimitSettings, Rate, Settings
from shapan.server.store.fault import Fault
from shapan.server.web.host import split_host
from shapan.server.web.proxy import is_name

PREFIX: Final = "SHAPAN_"
FILE: Final = "_file"
"""Behind the name of a secret: the file that holds it."""
NAMES: Final = {"postgres": "database", "hosts": "name", "proxies": "proxy"}
"""Settings that people know by another name: that of the command line."""
SECRETS: Final = frozenset({"database", "mail_password"})
"""Settings that may be kept in a file of their own."""
_FIELDS: Final = {NAMES.get(field.name, field.name): field.name for field in fields(Settings) if field.name != "now"}
_TYPES: Final = get_type_hints(Settings, include_extras=True)
_TABLE: Final = re.compile(r"\s*\[\s*([\w.\-\s\"']+?)\s*\]\s*(#.*)?$")
_LISTENER: Final = re.compile(r"([\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}", re.IGNORECASE)
_KEY: Final = re.compile(r"\s*([\w.\-\"']+)\s*=")


def settings_of(
    given: Mapping[str, Any], file: Path | None = None, environment: Mapping[str, str] | None = None, **usual: Any
) -> Settings:
    """Return the settings of a server: those given, else of the environment, of a file, the usual ones. Raises Fault.

    What is given as None counts as not given.
    """
    found = dict(usual)
    if file is not None:
        found |= _from_file(file.expanduser().absolute())
    found |= _from_environment(environment or {})
    for name, value in given.items():
        if value is not None:
            found[_FIELDS[name]] = _value(name, value, Path.cwd(), f"--{name.replace('_', '-')}")
    return Settings(**found)


def known_names() -> list[str]:
    """Return the names of all settings."""
    return list(_FIELDS)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text("utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise Fault(f"{path} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise Fault(f"{path} cannot be read (it is no UTF-8 text)") from None
    except tomllib.TOMLDecodeError as error:
        raise Fault(f"{path}: {error}") from None
    found: dict[str, Any] = {}
    for key, value in data.items():
        where = _Place(path, text, key)
        name = key.removesuffix(FILE)
        if key in _FIELDS:
            found[_FIELDS[key]] = _value(key, value, path.parent, where)
        elif name in SECRETS and name != key:
            if name in data:
                raise Fault(f"{where}: {key} and {name} are both given: keep one of them")
            found[_FIELDS[name]] = _secret(value, path.parent, where)
        else:
            raise Fault(f"{where}: there is no setting {key!r}{_near(key, _FIELDS)}")
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, field in _FIELDS.items():
        variable = PREFIX + name.upper()
        value, secret = environment.get(variable, ""), environment.get(f"{variable}{FILE.upper()}", "")
        if value and secret and name in SECRETS:
            raise Fault(f"{variable} and {variable}{FILE.upper()} are both set: keep one of them")
        if value:
            if name == "limits":
                raise Fault(f"{variable}: limits are set in a file only")
            found[field] = _value(name, value, Path.cwd(), variable, strict=False)
        elif secret and name in SECRETS:
            found[field] = _secret(secret, Path.cwd(), variable + FILE.upper())
    return found


class _Place:
    """A key of a file, as it is told of in a complaint: the file and the line."""

    def __init__(self, path: Path, text: str, *keys: str) -> None:
        self._path, self._text, self._keys = path, text, keys

    def __str__(self) -> str:
        table: list[str] = []
        for number, line in enumerate(self._text.splitlines(), 1):
            if head := _TABLE.match(line):
                table = _parts(head[1])
                if table[: len(self._keys)] == list(self._keys):
                    return f"{self._path}, line {number}"
            elif (key := _KEY.match(line)) and self._begins([*table, *_parts(key[1])]):
                return f"{self._path}, line {number}"
        return str(self._path)

    def _begins(self, keys: list[str]) -> bool:
        """Return whether a line says something of the key, or of a table written in one line that has it."""
        return keys[: len(self._keys)] == list(self._keys)[: len(keys)]

    def inner(self, key: str) -> _Place:
        """Return a key of the table at this one."""
        return _Place(self._path, self._text, *self._keys, key)


def _parts(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def _value(name: str, value: Any, folder: Path, where: object, *, strict: bool = True) -> Any:
    """Return a setting's value, checked. Raises Fault, which says where it was given."""
    field = _FIELDS[name]
    if field == "limits":
        return _limits(value, where)
    if field in ("hosts", "proxies") and isinstance(value, str):
        value = [word.strip() for word in value.split(",") if word.strip()]
    if field == "data" and isinstance(value, str | Path):
        return folder / Path(value).expanduser()
    converted = _converted(value, _TYPES[field], name, where, strict=strict)
    for host in converted if field == "hosts" else ():
        if (split_host(host) or ("", ":"))[1]:
            raise Fault(f"{_told(name, where)} must be a host name such as play.example, not {host!a}")
    for proxy in converted if field == "proxies" else ():
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            said = f"must be an address or a network such as 10.0.0.0/8, not {proxy!a}"
            raise Fault(f"{_told(name, where)} {said}") from None
    if field == "home" and converted and not is_name(converted):
        raise Fault(
            f"{_told(name, where)} must be a letter and up to 15 letters or digits, such as p1, not {converted!a}"
        )
    if field == "metrics" and converted and not _LISTENER.fullmatch(converted):
        raise Fault(f"{_told(name, where)} must be an address and a port such as 127.0.0.1:9100, not {converted!a}")
    return converted


def _limits(value: Any, where: object) -> LimitSettings | None:
    if isinstance(value, bool):
        return LimitSettings() if value else None
    if not isinstance(value, dict):
        raise Fault(f"{where}: limits must be a table, or false for none")
    types = get_type_hints(LimitSettings, include_extras=True)
    found: dict[str, Any] = {}
    for key, inner in value.items():
        place = where.inner(key) if isinstance(where, _Place) else where
        if key not in types:
            raise Fault(f"{place}: there is no limit {key!r}{_near(key, types)}")
        if types[key] is Rate:
            found[key] = _rate(inner, getattr(LimitSettings(), key), key, place)
        else:
            found[key] = _converted(inner, types[key], key, place)
    return replace(LimitSettings(), **found)


def _rate(value: Any, usual: Rate, name: str, where: object) -> Rate:
    types = get_type_hints(Rate, include_extras=True)
    if not isinstance(value, dict) or value.keys() - types:
        raise Fault(f"{_told(name, where)} must be like {{ a_second = {usual.a_second:g}, burst = {usual.burst} }}")
    return replace(usual, **{key: _converted(inner, types[key], name, where) for key, inner in value.items()})


def _converted(value: Any, kind: Any, name: str, where: object, *, strict: bool = True) -> Any:
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        said = str(error).partition(" - at ")[0]
        raise Fault(f"{_told(name, where)}: {said[:1].lower()}{said[1:]}") from None


def _told(name: str, where: object) -> str:
    """Return how a setting is told of: an option or a variable is named by where it was given."""
    return f"{where}: {name}" if isinstance(where, _Place) else str(where)


def _secret(value: Any, folder: Path, where: object) -> str:
    """Return what a file holds, without the line's end. Raises Fault; the secret is in no message."""
    if not isinstance(value, str):
        raise Fault(f"{where}: the name of a file is needed")
    path = folder / Path(value).expanduser()
    try:
        secret = path.read_text("utf-8").strip()
    except OSError as error:
        raise Fault(f"{where}: {path} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise Fault(f"{where}: {path} is no text") from None
    if not secret or "\n" in secret:
        raise Fault(f"{where}: {path} must hold one line")
    return secret


def _near(word: str, known: Mapping[str, Any]) -> str:
    """Return what may have been meant, if something like it is known."""
    if word in NAMES and NAMES[word] in known:
        return f"; did you mean {NAMES[word]}?"
    found = get_close_matches(word.lower().replace("-", "_"), known, 1, 0.6)
    return f"; did you mean {found[0]}?" if found else ""
