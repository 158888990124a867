"""Reads files of cards (crews 1) into a library. What a file holds is never trusted: it may be a player's own.

First what others refer to (markers, triggers, abilities) of all files, then upgrades and models, then the references.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

from shapan import own
from shapan.games.malifaux.cards.ability_reader import read_ability, read_trigger, stand_ins
from shapan.games.malifaux.cards.data import fault_of, opened, text_of
from shapan.games.malifaux.cards.library import Library
from shapan.games.malifaux.cards.marker_type import MarkerType, read_marker_type
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.model_reader import Shelf, read_model, read_upgrade
from shapan.games.malifaux.cards.references import References
from shapan.games.malifaux.cards.row import Row, shown
from shapan.games.malifaux.cards.upgrade import Upgrade

FORMAT: Final = "malifaux-models"
VERSION: Final = 1
EDITION: Final = "m3e"
STANDARD_FILES: Final = ("markers", "library", "marshal", "redchapel", "nephilim", "versatile")
"""The files of the printed set, in the order of their numbers."""
OWN: Final = "SHAPAN_MALIFAUX_CARDS"
"""The environment variable that names a folder of a player's own files, read when the program starts."""
PRINTED: Final = "beta_2019_03_22"
"""Section 11: the name of the printed set."""


def load(named: Sequence[tuple[str, str]]) -> Library:
    """Return the cards of files, each given by its name and its text. Raises CardFault."""
    references = References()
    rows = [_opened(name, text, references) for name, text in named]
    markers: list[MarkerType] = []
    for row in _entries(rows, "markers"):
        markers.append(read_marker_type(row, len(markers)))
    shelf = Shelf()
    for row in _entries(rows, "triggers"):
        shelf.triggers.append(read_trigger(row, len(shelf.triggers)))
    for row in _entries(rows, "abilities"):
        row.references = References(texts=references.texts)  # nobody knows placeholder parameters
        shelf.abilities.append(read_ability(row, len(shelf.abilities), stand_ins(row)))
        shelf.ability_rows[row.identifier("id")] = row
    upgrades: list[Upgrade] = []
    for row in _entries(rows, "upgrades"):
        upgrades.append(read_upgrade(row, len(upgrades), shelf))
    models: list[Model] = []
    for row in _entries(rows, "models"):
        models.append(read_model(row, len(models), shelf))
    for row in rows:
        row.close()
    library = Library(
        models=tuple(models),
        action_ids=tuple(shelf.actions),
        action_names=tuple(shelf.actions.values()),
        abilities=tuple(shelf.abilities),
        triggers=tuple(shelf.triggers),
        markers=tuple(markers),
        upgrades=tuple(upgrades),
        model_numbers={model.id: model.number for model in models},
        texts=references.texts,
    )
    references.check(library.known())
    return library


@cache
def standard() -> Library:
    """Return the printed set."""
    return load(standard_files())


def standard_files() -> list[tuple[str, str]]:
    """Return names and texts of the files of the printed set: a player's own are put behind them."""
    folder = files("shapan.games.malifaux").joinpath("data")
    return [(f"{name}.json", folder.joinpath(f"{name}.json").read_text(encoding="utf-8")) for name in STANDARD_FILES]


@dataclass(frozen=True, slots=True)
class OwnCards:
    """A player's own files: those that are played with, by name and text, and what is wrong with the others."""

    files: list[tuple[str, str]]
    faults: tuple[str, ...]


@cache
def own_cards() -> OwnCards:
    """Return a player's own files, in the order of their names; one with a fault is left out whole, and named."""
    folder = own.named(OWN)
    if not folder:
        return OwnCards([], ())
    if not Path(folder).is_dir():
        return OwnCards([], (f"{folder}: is no folder, as {OWN} says",))
    kept: list[tuple[str, str]] = []
    faults: list[str] = []
    for path in sorted(Path(folder).glob("*.json")):
        fault = fault_of(partial(text_of, path))
        if fault is None:
            kept.append((path.name, text_of(path)))
        else:
            faults.append(f"{folder}/{fault}")
    while kept and (fault := fault_of(partial(load, [*standard_files(), *kept]))) is not None:
        faults.append(f"{folder}/{fault}")
        kept = [file for file in kept if file[0] != fault.file] if fault.file in dict(kept) else []
    return OwnCards(kept, tuple(faults))


@cache
def playing() -> Library:
    """Return the cards that are played with: the printed set, and a player's own behind it."""
    mine = own_cards().files
    return load([*standard_files(), *mine]) if mine else standard()


def card_set() -> str:
    """Section 11: return the name of the cards that are played with; others have other numbers."""
    mine = own_cards().files
    if not mine:
        return PRINTED
    return f"{PRINTED}_{blake2b(repr(mine).encode(), digest_size=4).hexdigest()}"


def check_version(row: Row, form: str) -> None:
    """Refuse another format, version or edition."""
    if row.raw("format") != form:
        raise row.fault("format", f"needs {form!r}, not {shown(row.fields['format'])}")
    version = row.whole("version", 1, 9999)
    if version != VERSION:
        raise row.fault("version", f"needs {VERSION}, not {version}: the file is of another program")
    row.word("edition", (EDITION,))


def _opened(name: str, text: str, references: References) -> Row:
    row = opened(name, text, references)
    check_version(row, FORMAT)
    return row


def _entries(rows: Sequence[Row], key: str) -> list[Row]:
    """Return the objects of a list of all files, each with its id for a path; no id stands twice."""
    found: list[Row] = []
    where: dict[str, str] = {}
    for file in rows:
        for entry in file.rows(key):
            of = entry.identifier("id")
            if of in where:
                raise entry.fault("id", f"{of!r} stands in {where[of]} already")
            where[of] = file.file
            found.append(Row(entry.fields, file.file, of, references=file.references))
    return found
