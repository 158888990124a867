"""The page about a balance test: the verdicts first, then the shares of each set and how they differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shapan.lab.balance import DIFFERENCE, SHARE
from shapan.lab.errors import LabError
from shapan.lab.folder import read_plan
from shapan.lab.report import charts
from shapan.lab.report.beside import beside
from shapan.lab.report.parts import Figure, Page, Section, Table
from shapan.lab.report.wording import Wording, signed
from shapan.lab.sequential import FAIR, LESS, MORE, OPEN


def page(written: dict[str, Any], place: Path, wording: Wording) -> Page:
    """Return the page about a balance test."""
    if not written.get("questions"):
        raise LabError(f"{place}: this test is not finished; the command that began it goes on")
    try:
        return _page(written, place, wording)
    except (KeyError, TypeError, ValueError, IndexError):
        raise LabError(f"{place / 'balance.json'}: damaged: not what a balance test leaves") from None


def _page(written: dict[str, Any], place: Path, wording: Wording) -> Page:
    say, sets = wording.say, [one["name"] for one in written["sets"]]
    plan = read_plan(place / "set1")
    counts = {"matches": written["matches"], "seats": written["seats"], "most": written["most"]}
    played = [say("balance_line" if len(sets) > 1 else "balance_one", sets=len(sets), **counts)]
    played.append(say("played_bots", bots=wording.bot_name(plan["lineups"][0][0])))
    if len(sets) == 1:
        unusual = wording.unusual(plan)
        played.append(say("played_options", options=say("semicolon").join(unusual)) if unusual else say("played_usual"))
    if written["matches"] < written["most"]:
        played.append(say("balance_early"))
    sections = [_sets(sets, place, wording)] if len(sets) > 1 else []
    for number, name in enumerate(sets, 1):
        mine = [one for one in written["questions"] if one["kind"] == SHARE and one["set"] == name]
        title = wording.rules(name) if len(sets) > 1 else say("verdicts")
        sections.append(_verdicts(f"set{number}", title, mine, written, wording))
    for number, name in enumerate(sets[1:], 2):
        mine = [one for one in written["questions"] if one["kind"] == DIFFERENCE and one["set"] == name]
        title = say("against", set=wording.rules(name), other=wording.rules(sets[0]))
        sections.append(_verdicts(f"difference{number}", title, mine, written, wording))
    sections[0].notes.insert(0, say("balance_note", risk=wording.percent(written["risk"])))
    sections[0].notes.insert(1, say("balance_margin", points=f"{100 * written['margin']:g}"))
    sections[-1].notes.append(say("balance_sets", folder=str(place / "set1")))
    title = say("balance_title", game=wording.game_name)
    return Page(title, played, _stands_out(written, len(sets) > 1, wording), sections)


def _sets(sets: list[str], place: Path, wording: Wording) -> Section:
    say = wording.say
    rows = []
    for number, name in enumerate(sets, 1):
        plan = read_plan(place / f"set{number}")
        rows.append([wording.rules(name), say("semicolon").join(wording.unusual(plan)) or say("played_usual")])
    table = Table(say("options"), [say("options"), say("option_differs")], rows, 2)
    figures = [Figure("", "sets", None, table), Figure("", "beside", None, beside(sets, place, wording))]
    return Section("sets", say("options"), [], figures)


def _stands_out(written: dict[str, Any], several: bool, wording: Wording) -> list[str]:
    say, points = wording.say, f"{100 * written['margin']:g}"
    asked = written["questions"]
    found = []
    for one in asked:
        if one["verdict"] not in {MORE, LESS}:
            continue
        name = wording.word(one["topic"], one["word"])
        if one["kind"] == SHARE:
            sentence = say(
                "out_more" if one["verdict"] == MORE else "out_less",
                name=name,
                share=wording.percent(one["value"]),
                interval=wording.interval(one["low"], one["high"]),
                fair=wording.percent(one["fair"]),
            )
            found.append(say("in_set", set=wording.rules(one["set"]), sentence=sentence) if several else sentence)
        else:
            ends = sorted((one["low"], one["high"]), reverse=one["verdict"] == LESS)
            sign = 1 if one["verdict"] == MORE else -1
            found.append(
                say(
                    "differs_more" if one["verdict"] == MORE else "differs_less",
                    set=wording.rules(one["set"]),
                    other=wording.rules(one["against"]),
                    name=name,
                    points=f"{100 * abs(one['value']):.1f}",
                    interval=say("interval", low=f"{sign * 100 * ends[0]:.1f}", high=f"{sign * 100 * ends[1]:.1f}"),
                )
            )
    for kind, key in ((SHARE, "all_fair"), (DIFFERENCE, "all_same")):
        verdicts = {one["verdict"] for one in asked if one["kind"] == kind}
        if verdicts == {FAIR}:
            found.append(say(key, points=points))
    if still := sum(one["verdict"] == OPEN for one in asked):
        found.append(say("some_open", count=still, matches=written["matches"]))
    return found


def _verdicts(name: str, title: str, asked: list[dict[str, Any]], written: dict[str, Any], wording: Wording) -> Section:
    say = wording.say
    section = Section(name, title)
    differ = bool(asked) and asked[0]["kind"] == DIFFERENCE
    there = "_there" if differ else ""
    fairly = say("share_fair", fair=wording.percent(1 / written["seats"]))
    headings = ["", say("difference") if differ else fairly, say("between"), say("verdict"), say("after")]
    for topic in dict.fromkeys(one["topic"] for one in asked):
        rows, bars = [], []
        for one in [one for one in asked if one["topic"] == topic]:
            label, verdict = wording.word(topic, one["word"]), one["verdict"]
            numbers = [one["value"], one["low"], one["high"]]
            shown, between = wording.percent(numbers[0]), wording.interval(*numbers[1:])
            if differ:
                shown, between = signed(100 * numbers[0]), wording.points(*numbers[1:])
            said = say("verdict_open" if verdict == OPEN else f"verdict_{verdict}{there}")
            rows.append([label, shown, between, said, str(one["decided_after"] or "")])
            value, low, high = (100 * number for number in numbers)
            bars.append(charts.Bar(label, value, low, high, verdict in {MORE, LESS}))
        unit = say("difference") if differ else f"{say('share')}, %"
        fair = 0.0 if differ else 100 / written["seats"]
        spec = charts.intervals(bars, unit, fair)
        table = Table(f"{title}: {wording.topic(topic)}", headings, rows)
        section.figures.append(Figure(wording.topic(topic), f"{name}-{topic}", spec, table))
    return section
