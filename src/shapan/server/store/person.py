"""All that is stored of one person: gathered for them, removed when they go, taken over from the guest they were."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Delete, Table, and_, delete, exists, func, or_, select, update
from sqlalchemy.engine import Connection

from shapan.server.store.clubs import clubs_told, forget_clubs
from shapan.server.store.moderation import forget_reports
from shapan.server.store.people import hash_of, move_mentions, now
from shapan.server.store.reserves import Span, forget_reserves, move_reserves, said_before, spans_of
from shapan.server.store.schema import (
    ACCOUNTS,
    ADDRESSES,
    AUDIT,
    BUCKETS,
    CHAT,
    CREDENTIALS,
    DELIVERIES,
    FAIR_SEEDS,
    FORMER_PLAYERS,
    HOOKS,
    MATCHES,
    MEMOS,
    MUTES,
    NOTICE_SETTINGS,
    NOTICES,
    ORDERS,
    PLANS,
    PUSHES,
    RATING_CHANGES,
    RATINGS,
    RECORDS,
    REPORTS,
    RESERVES,
    SANCTIONS,
    SEALED,
    SEATS,
    SESSIONS,
    TICKETS,
    TOURNAMENT_ACTS,
    TURNS,
)
from shapan.server.store.ties import forget_ties, ties_of
from shapan.server.store.tournaments import tournaments_told
from shapan.server.store.turn import MAX_HOOKS, MAX_PUSHES

BLANK: Final = "…"
"""Stands in the place of what someone said who has gone."""
_TOLD: Final[dict[Table, str]] = {
    ACCOUNTS: "name state role made seen renamed gone_at changed shows_online here shows_matches",
    SESSIONS: "name agent made seen expires fresh ended",
    CREDENTIALS: "kind label counter made used",
    CHAT: "match number said seat name text phrase words at",
    ORDERS: "match seat kind answer until",
    PLANS: "match seat place body",
    MEMOS: "match seat text at",
    RESERVES: "match name made seat asked until",
    FORMER_PLAYERS: "match seat name made",
    FAIR_SEEDS: "match round seat commit seed",
    REPORTS: "place name message text made closed",
    SANCTIONS: "kind reason made until",
    AUDIT: "name what text made",
    TOURNAMENT_ACTS: "tournament what about made",
    RATINGS: "pool mu sigma matches",
    RATING_CHANGES: "match pool rank mu sigma made spared",
    SEALED: "match seat ordinal codes by",
    TURNS: "match seat kind ordinal since at stage",
    DELIVERIES: "match seat ordinal since stage channel tries at state made",
    NOTICES: "match kind seat since told state",
    MUTES: "match",
    HOOKS: "match url form language origin made failed",
    NOTICE_SETTINGS: "at_once mentions",
    PUSHES: "language origin made",
    ADDRESSES: "mail proved notices language origin mailed",
}
"""The columns that their person is told: no secrets, nor hashes of them."""
_NOTICES: Final = (DELIVERIES, HOOKS, NOTICE_SETTINGS, PUSHES, NOTICES, MUTES)
"""Where it stands how a person is told of things."""
_ANSWER: Final = ("seat", "answer", "by", "ordinal")
"""What they are told of an answer: the hash of the state in which it was given is not theirs."""


def gather(connection: Connection, person: str) -> dict[str, Any]:
    """Return all that is stored of a member but the matches, by kind, without secrets."""
    return {
        "account": _shown(connection, ACCOUNTS, ACCOUNTS.c.id == person)[0],
        "logins": _shown(connection, SESSIONS, SESSIONS.c.account == person),
        "credentials": _shown(connection, CREDENTIALS, CREDENTIALS.c.account == person),
        "chat": _shown(connection, CHAT, or_(_own(CHAT, person), said_before(person))),
        "orders": _shown(connection, ORDERS, _own(ORDERS, person)),
        "plans": _shown(connection, PLANS, _own(PLANS, person)),
        "memos": _shown(connection, MEMOS, MEMOS.c.person == person),
        "reserve_of": _shown(connection, RESERVES, RESERVES.c.person == person),
        "given_up": _shown(connection, FORMER_PLAYERS, FORMER_PLAYERS.c.person == person),
        "seeds": _shown(connection, FAIR_SEEDS, FAIR_SEEDS.c.session == person),
        "waiting_answers": _shown(connection, SEALED, _own(SEALED, person)),
        "ties": _told_ties(connection, person),
        "clubs": clubs_told(connection, person),
        "tournaments": tournaments_told(connection, person),
        "hosted": _shown(connection, TOURNAMENT_ACTS, TOURNAMENT_ACTS.c.account == person),
        "reports": _shown(connection, REPORTS, REPORTS.c.session == person),
        "sanctions": _shown(connection, SANCTIONS, SANCTIONS.c.about == person),
        "moderated": _shown(connection, AUDIT, AUDIT.c.account == person),
        "ratings": _shown(connection, RATINGS, RATINGS.c.account == person),
        "rated_matches": _shown(connection, RATING_CHANGES, RATING_CHANGES.c.account == person),
        "turns": _shown(connection, TURNS, TURNS.c.person == person),
        "notices": _shown(connection, DELIVERIES, DELIVERIES.c.person == person),
        "mentions_and_invitations": _shown(connection, NOTICES, NOTICES.c.person == person),
        "muted": _shown(connection, MUTES, MUTES.c.person == person),
        "webhooks": _shown(connection, HOOKS, HOOKS.c.person == person),
        "addresses": _shown(connection, ADDRESSES, ADDRESSES.c.account == person),
        "browsers": _shown(connection, PUSHES, PUSHES.c.person == person),
        "notice_settings": _shown(connection, NOTICE_SETTINGS, NOTICE_SETTINGS.c.person == person),
    }


def _told_ties(connection: Connection, person: str) -> dict[str, list[dict[str, Any]]]:
    """Return what a member has said of others and is told of them: names, and no one's block but their own."""
    ties = msgspec.structs.asdict(ties_of(connection, person))
    return {kind: [{"name": tie.name, "made": tie.made} for tie in found] for kind, found in ties.items()}


def matches_of(connection: Connection, person: str) -> list[Any]:
    """Return the matches that a member opened, sits in or had a seat of, the oldest first."""
    sits = select(SEATS.c.match).where(SEATS.c.session == person)
    sat = select(FORMER_PLAYERS.c.match).where(FORMER_PLAYERS.c.person == person)
    theirs = or_(MATCHES.c.owner == person, MATCHES.c.id.in_(sits), MATCHES.c.id.in_(sat))
    columns = [MATCHES.c[name] for name in ("id", "game", "options", "status", "made", "touched", "winners")]
    return list(connection.execute(select(*columns).where(theirs).order_by(MATCHES.c.made, MATCHES.c.id)).all())


def played_in(connection: Connection, person: str, match: str) -> tuple[list[Any], list[Any], list[Span]]:
    """Return the seats of a member in a match, all its records (body, and when it was made), and when they had seats.

    Without a seat, now or before, there are no records.
    """
    seats = connection.execute(select(SEATS).where(SEATS.c.match == match, SEATS.c.session == person)).all()
    spans = spans_of(connection, person, match)
    records = select(RECORDS.c.body, RECORDS.c.made).where(RECORDS.c.match == match).order_by(RECORDS.c.number)
    return list(seats), list(connection.execute(records).all()) if spans else [], spans


def told_match(row: Any, seats: list[Any], records: list[Any], spans: list[Span]) -> dict[str, Any]:
    """Return what a member is told of one of their matches: settings, seats, and their own answers, no one else's."""
    answers = []
    for body, made in records:
        record = msgspec.json.decode(body)
        if not isinstance(record, dict) or "answer" not in record:
            continue
        if any(record.get("seat") == seat and since <= made < until for seat, since, until in spans):
            answers.append({**{name: record[name] for name in _ANSWER if name in record}, "made": made})
    return {
        **row._asdict(),
        "options": msgspec.json.decode(row.options),
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "kind": seat.kind,
                "muted": bool(seat.muted),
                "night": seat.night,
                "holiday": seat.holiday,
            }
            for seat in seats
        ],
        "answers": answers,
    }


def _own(table: Table, person: str) -> ColumnElement[bool]:
    """Return the condition that a row belongs to a seat of a person."""
    return exists().where(SEATS.c.match == table.c.match, SEATS.c.seat == table.c.seat, SEATS.c.session == person)


def _shown(connection: Connection, table: Table, which: ColumnElement[bool]) -> list[dict[str, Any]]:
    columns = [table.c[name] for name in _TOLD[table].split()]
    return [dict(row) for row in connection.execute(select(*columns).where(which)).mappings()]


def forget(connection: Connection, person: str, pseudonym: str) -> None:
    """Remove a member: seats keep a pseudonym, what they said is blanked, all else goes."""
    row = connection.execute(select(ACCOUNTS.c.folded).where(ACCOUNTS.c.id == person)).one()
    said = _own(CHAT, person)
    connection.execute(update(CHAT).where(said).values(name=pseudonym, text=BLANK, phrase=None, words=None, refs=None))
    connection.execute(delete(PLANS).where(_own(PLANS, person)))
    connection.execute(delete(MEMOS).where(MEMOS.c.person == person))
    connection.execute(
        update(SEATS).where(SEATS.c.session == person).values(name=pseudonym, back=None, night="", holiday="")
    )
    forget_reserves(connection, person, pseudonym, BLANK)
    forget_ties(connection, person)
    forget_clubs(connection, person)
    forget_reports(connection, person, pseudonym, BLANK)
    connection.execute(delete(RATINGS).where(RATINGS.c.account == person))  # the others' follow from what it changed
    connection.execute(delete(CREDENTIALS).where(CREDENTIALS.c.account == person))
    connection.execute(delete(TICKETS).where(TICKETS.c.account == person))
    connection.execute(delete(SESSIONS).where(or_(SESSIONS.c.account == person, SESSIONS.c.hash == person)))
    for table in _NOTICES:
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(delete(NOTICES).where(NOTICES.c.by == person))
    connection.execute(delete(MUTES).where(MUTES.c.other == person))
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.account == person))
    buckets = [
        f"login:{hash_of(row.folded)}",
        f"thinking:{person}",
        f"asking:{person}",
        f"inviting:{person}",
        f"reporting:{person}",
        f"mail:{person}",
        f"mail-code:{person}",
        f"mail-reset:{person}",
        f"tell:{person}",
    ]
    connection.execute(delete(BUCKETS).where(BUCKETS.c.name.in_(buckets)))
    gone = {
        "name": pseudonym,
        "folded": pseudonym,
        "state": "gone",
        "role": "player",
        "renamed": None,
        "gone_at": None,
        "here": None,
    }
    connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == person).values(changed=now(), seen=0, made=0, **gone))


def renew_login(connection: Connection, old: str, new: str, person: str) -> None:
    """Let a browser that is told go on to be, in a session that takes the place of another."""
    connection.execute(update(PUSHES).where(PUSHES.c.login == old).values(login=new, person=person))
    _keep(connection, PUSHES, person, PUSHES.c.made.desc(), MAX_PUSHES)


def forget_strangers() -> list[Delete]:
    """Return the statements that remove what is kept for people who are not known any more, beside their seats."""
    found = [delete(PUSHES).where(~exists().where(SESSIONS.c.hash == PUSHES.c.login, SESSIONS.c.ended.is_(None)))]
    for table in (*_NOTICES, MEMOS, RESERVES):
        guest, member = (exists().where(key == table.c.person) for key in (SESSIONS.c.hash, ACCOUNTS.c.id))
        found.append(delete(table).where(table.c.person != "", ~guest, ~member))
    return found


def take_over(connection: Connection, guest: str, person: str) -> list[str]:
    """Give the finished matches of a guest, and tables where the guest has no seat, to a member; return them.

    Those where the member sits too stay as they are.
    """
    there = select(SEATS.c.match).where(SEATS.c.session == person)
    over = select(MATCHES.c.id).where(MATCHES.c.status == "over")
    sits = select(SEATS.c.match).where(SEATS.c.session == guest)
    moves = and_(SEATS.c.session == guest, SEATS.c.match.in_(over), SEATS.c.match.not_in(there))
    moved = {row.match for row in connection.execute(select(SEATS.c.match).where(moves))}
    connection.execute(update(SEATS).where(SEATS.c.match.in_(moved), SEATS.c.session == guest).values(session=person))
    connection.execute(update(MEMOS).where(MEMOS.c.match.in_(moved), MEMOS.c.person == guest).values(person=person))
    move_mentions(connection, CHAT.c.match.in_(moved), guest, person)
    mine = and_(MATCHES.c.owner == guest, or_(MATCHES.c.id.in_(moved), MATCHES.c.id.not_in(sits)))
    moved |= move_reserves(connection, guest, person)
    moved |= {row.id for row in connection.execute(select(MATCHES.c.id).where(mine))}
    connection.execute(update(MATCHES).where(mine).values(owner=person))
    theirs = connection.scalar(select(func.count()).select_from(HOOKS).where(HOOKS.c.person == person)) or 0
    _keep(connection, HOOKS, guest, HOOKS.c.made, max(0, MAX_HOOKS - theirs))
    connection.execute(update(HOOKS).where(HOOKS.c.person == guest).values(person=person))
    return sorted(moved)


def _keep(connection: Connection, table: Table, person: str, order: ColumnElement[Any], most: int) -> None:
    """Keep the first of a person's rows, by an order, and remove the rest."""
    mine = select(table.c.id).where(table.c.person == person).order_by(order, table.c.id)
    beyond = list(connection.scalars(mine))[most:]
    connection.execute(delete(table).where(table.c.id.in_(beyond)))
