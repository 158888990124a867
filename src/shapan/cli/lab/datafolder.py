"""The folder of a data set for learning programs: parts, and `dataset.json`, which says what their columns are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shapan.cli.lab.dataset import SCHEMA, setting_of
from shapan.lab.parts import Parts
from shapan.lab.plan import Plan


class DataFolder(Parts):
    """The folder of a data set, open for writing."""

    work = "export"
    name = "dataset.json"
    what = "data set"
    counted = "decisions"

    def __init__(self, path: Path, plan: Plan, kind: str) -> None:
        super().__init__(path, plan, kind, {"schema": SCHEMA, "format": kind, "plan": plan.write()})

    def finish(self, **more: Any) -> None:
        setting = setting_of(self.plan)
        names = {"observation": setting.observation.names(), "actions": setting.index.names}
        super().finish(environment=setting.id, **names)
