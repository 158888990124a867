"""Fair dice: what browsers commit to and reveal, and what everyone may check."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from shapan.server.api.caller import TheCaller, post_change, seat_of
from shapan.server.api.match import Done
from shapan.server.api.opening import Unfit
from shapan.server.api.refusal import CHANGE, MATCH, UnfitInfo, spec
from shapan.server.match.fairness import BadSeed
from shapan.server.match.room import Room
from shapan.server.replay.fairfile import FairPart, fair_part
from shapan.server.web.context import TheHub

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Seed(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat commits to in a round, or reveals; where seeds are told at once, both."""

    round: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    seat: int | None = None
    commit: Digest | None = None
    seed: Digest | None = None


class FairProof(msgspec.Struct):
    """The rounds of a table; seeds are among them, and the key, once the match is over."""

    fair: FairPart | None
    key: str = ""


@post_change(
    "seed", "fair", name="tell_seed", responses={**CHANGE, 422: spec(UnfitInfo, "not the seed that was committed to")}
)
async def post_seed(caller: TheCaller, data: JSONBody[Seed]) -> Done:
    """Commit to a seed for the dice of a waiting table, or reveal it; a repeat changes nothing."""

    async def change(room: Room) -> None:
        seat = seat_of(room, caller.session, data.seat)
        seed = None if data.seed is None else bytes.fromhex(data.seed)
        if data.commit is not None:
            await room.commit(seat, data.round, bytes.fromhex(data.commit), seed)
        elif seed is not None:
            await room.disclose(seat, data.round, seed)
        else:
            raise Unfit("commit", "neither a commitment nor a seed")

    try:
        await caller.act(change)
    except BadSeed as error:
        raise Unfit(error.field, error.detail) from None
    return Done()


@get("/api/matches/{match_id:str}/fair", responses=MATCH, operation_id="fair", tags=["fair"])
async def get_fair(hub: TheHub, match_id: FromPath[str]) -> FairProof:
    """Return the rounds in which the key of a match was made; before its end without any seed."""
    room = await hub.fresh_room(match_id)
    part = fair_part(room.row, room.fair.rounds, over=room.over)
    return FairProof(part, room.row.key.hex() if room.over and part else "")


ROUTES: list[BaseRouteHandler] = [post_seed, get_fair]
