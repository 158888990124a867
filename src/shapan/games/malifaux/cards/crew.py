"""Ready crew lists (crews 3): crews that a player may name instead of hiring."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from shapan.games.malifaux.cards.data import opened
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.library import Library
from shapan.games.malifaux.cards.loader import check_version, standard
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.name_reader import read_name
from shapan.games.malifaux.cards.row import Row

FORMAT: Final = "malifaux-crews"
MAX_POOL: Final = 10
"""MFX-11.9."""


@dataclass(frozen=True, slots=True)
class CrewList:
    """A ready list: its leader and the models that are hired besides, by id, copies repeated."""

    number: int
    id: str
    name: Name
    faction: str
    size: int
    leader: str
    models: tuple[str, ...]
    cost: int
    """MFX-11.1, 11.2: the leader and its totem cost nothing."""

    @property
    def pool(self) -> int:
        """MFX-11.9: the soulstones that are left."""
        return min(MAX_POOL, self.size - self.cost)


def load_crews(file: str, text: str, library: Library) -> tuple[CrewList, ...]:
    """Return the lists of a file, each legal by MFX-11. Raises CardFault."""
    outer = opened(file, text)
    check_version(outer, FORMAT)
    found: list[CrewList] = []
    for entry in outer.rows("crews"):
        of = entry.identifier("id")
        if any(of == crew.id for crew in found):
            raise entry.fault("id", f"{of!r} stands here already")
        found.append(_crew(Row(entry.fields, file, of), len(found), library))
    outer.close()
    return tuple(found)


@cache
def ready_crews() -> tuple[CrewList, ...]:
    """Return the lists of the printed set."""
    file = files("shapan.games.malifaux").joinpath("data/crews.json")
    return load_crews("crews.json", file.read_text(encoding="utf-8"), standard())


def _crew(row: Row, number: int, library: Library) -> CrewList:
    leader = _model(row, "leader", row.identifier("leader"), library)
    faction = row.identifier("faction")
    if leader.station not in {"master", "henchman"} or faction not in leader.factions:
        raise row.fault("leader", f"{leader.id!r} cannot lead a crew of {faction} (MFX-11.1)")
    models = [_model(row, f"models.{at}", of, library) for at, of in enumerate(row.values("models"))]
    cost = 0
    counts = Counter(model.id for model in (leader, *models))
    for at, model in enumerate(models):
        key = f"models.{at}"
        if counts[model.id] > model.allowance:
            raise row.fault(key, f"{counts[model.id]} of {model.id!r}, allowed are {model.allowance} (MFX-11.7)")
        if model.totem_for and model.totem_for not in counts:
            raise row.fault(key, f"{model.id!r} needs {model.totem_for!r} in the crew (MFX-11.2)")
        paid = price(leader, faction, model)
        if paid < 0:
            raise row.fault(key, f"{model.id!r} is neither of {faction} nor of a keyword of {leader.id!r} (MFX-11.5)")
        cost += paid
    size = row.whole("size", 1, 100)
    if cost > size:
        raise row.fault("models", f"cost {cost}, more than {size} (MFX-11.9)")
    crew = CrewList(
        number, row.path, read_name(row, row.path), faction, size, leader.id, tuple(one.id for one in models), cost
    )
    row.has("id")
    row.close()
    return crew


def price(leader: Model, faction: str, model: Model) -> int:
    """MFX-11.2 to 11.8: return what a model costs in a crew; -1 where it may not be in it."""
    if model.number == leader.number:
        return -1
    if model.totem_for == leader.id:
        return 0
    if not {*leader.keywords, *leader.crew_keywords}.isdisjoint(model.keywords):
        return model.cost
    if faction not in model.factions:
        return -1
    is_effigy = model.ability("helping_hand") is not None and model.faction == faction
    if is_effigy and leader.station == "henchman":
        return 0
    return model.cost if model.is_versatile else model.cost + 1


def _model(row: Row, key: str, of: object, library: Library) -> Model:
    number = library.model_numbers.get(of) if isinstance(of, str) else None
    if number is None:
        raise CardFault(row.file, row.at(key), f"there is no model {of!r}")
    return library.models[number]
