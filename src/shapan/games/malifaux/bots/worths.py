"""What things are worth by their names, as `data/bots.toml` says."""

from __future__ import annotations

from typing import Final

from shapan.engine.worths import read_worths
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.cards.operations import OPERATIONS

_WORTHS: Final = read_worths(
    "shapan.games.malifaux",
    {
        "triggers": roster.TRIGGERS,
        "actions": roster.ACTION.numbers,
        "operations": OPERATIONS,
        "conditions": names.CONDITIONS,
        "schemes": names.SCHEMES,
        **{f"schemes_{one}": names.SCHEMES for one in names.DEPLOYMENTS},
    },
)
TRIGGERS: Final = _WORTHS["triggers"]
"""What a trigger is worth when it happens; others `ANY_TRIGGER`."""
ANY_TRIGGER: Final = 0.5
ACTIONS: Final = _WORTHS["actions"]
"""What an action is worth whose effects do not tell it by themselves."""
OPERATION: Final = _WORTHS["operations"]
"""What an operation is worth to who does it, where nothing else is known of it; others nothing."""
CONDITION: Final = tuple(_WORTHS["conditions"].get(name, 0.0) for name in names.CONDITIONS)
"""What it is worth to a model to have each condition."""
SCHEME: Final = tuple(
    tuple(_WORTHS["schemes"][name] + _WORTHS[f"schemes_{one}"].get(name, 0.0) for name in names.SCHEMES)
    for one in names.DEPLOYMENTS
)
"""By deployment, what each scheme brings in points, about."""
