"""The page about a run: from findings to sentences, figures and tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Any, Final

import polars as pl

from shapan.lab.errors import LabError
from shapan.lab.report import charts, findings
from shapan.lab.report.choices import ANSWER, FAMILY, FIRST, Effect, effects
from shapan.lab.report.findings import Rate
from shapan.lab.report.parts import Figure, Page, Section, Table
from shapan.lab.report.statistics import wilson
from shapan.lab.report.wording import Wording, signed
from shapan.lab.results import Results

_SHOWN: Final = 12
_MAX_OUT: Final = 8
_CAPPED: Final = 0.05
"""From so many matches that nobody won on, it is said at the head."""


def page(results: Results, place: Path, wording: Wording) -> Page:
    """Return the page about a run."""
    rates, choices = findings.rates(results), effects(results)
    sections = [
        *_ladder(place, wording),
        *_wins(results, rates, wording),
        _length(results, wording),
        _kinds(results, wording),
        _ends(results, wording),
        *_choices(choices, wording, int(results.plan["seats"])),
        _extremes(results, rates, place, wording),
    ]
    title = wording.say("title", game=wording.game_name, matches=results.count)
    out = _stands_out(results, rates, choices, wording)
    return Page(title, played(results.plan, results, wording), out, sections, _precision(results, rates, wording))


def played(plan: dict[str, Any], results: Results, wording: Wording) -> list[str]:
    """Say what was played."""
    say = wording.say
    lines = [
        say("played_line", matches=results.count, seats=plan["seats"], seed=plan["seed"], rules=plan["rules_version"]),
        _bots(plan, wording),
    ]
    if plan["variant"]:
        lines.append(say("played_variant", variant=plan["variant"]))
    unusual = wording.unusual(plan)
    lines.append(say("played_options", options=say("semicolon").join(unusual)) if unusual else say("played_usual"))
    lengths = {length.unit: length.quantiles for length in findings.lengths(results)}
    if "rounds" in lengths:
        rounds, mean = lengths["rounds"], lengths["decisions"]["mean"]
        words = {"median": f"{rounds['median']:g}", "p95": f"{rounds['upper']:g}", "decisions": f"{mean:.0f}"}
        lines.append(say("played_length", **words))
    return lines


def _bots(plan: dict[str, Any], wording: Wording) -> str:
    lineups = plan["lineups"]
    names = list(dict.fromkeys(bot for lineup in lineups for bot in lineup))
    comma = wording.say("comma")
    if len(lineups) > 1:
        listed = comma.join(map(wording.bot_name, names))
        return wording.say("played_lineups", count=len(lineups), bots=listed)
    seated = names if len(names) == 1 else lineups[0]
    return wording.say("played_bots", bots=comma.join(map(wording.bot_name, seated)))


def _stands_out(results: Results, rates: Sequence[Rate], choices: Sequence[Effect], wording: Wording) -> list[str]:
    found = [out(rate, wording) for rate in sorted(rates, key=lambda rate: rate.chance) if rate.clear][:_MAX_OUT]
    found = found or [wording.say("nothing")]
    capped = int(results.matches.select(pl.col("capped").sum()).collect().item())
    if capped >= _CAPPED * results.count:
        interval = wording.interval(*wilson(capped, results.count))
        found.append(wording.say("out_capped", share=wording.percent(capped / results.count), interval=interval))
    firsts = [effect for effect in choices if effect.what == FIRST and effect.clear]
    kinds: set[str] = set()
    for effect in sorted(firsts, key=lambda effect: (effect.chance > 1e-12, -abs(effect.value), effect.value < 0)):
        if effect.kind not in kinds and len(kinds) < 2:
            kinds.add(effect.kind)
            found.append(_out_choice(effect, wording))
    return found


def out(rate: Rate, wording: Wording) -> str:
    """Say that a share is more or less than fair."""
    return wording.say(
        "out_more" if rate.share > rate.fair else "out_less",
        name=wording.word(rate.topic, rate.word),
        share=wording.percent(rate.share),
        interval=wording.interval(rate.low, rate.high),
        fair=wording.percent(rate.fair),
    )


def _out_choice(effect: Effect, wording: Wording) -> str:
    ends = sorted((100 * abs(effect.low), 100 * abs(effect.high)))
    return wording.say(
        "out_choice_more" if effect.value > 0 else "out_choice_less",
        word=wording.choice(effect.word),
        kind=wording.kind(effect.kind),
        points=f"{100 * abs(effect.value):.1f}",
        interval=wording.say("interval", low=f"{ends[0]:.1f}", high=f"{ends[1]:.1f}"),
    )


def _precision(results: Results, rates: Sequence[Rate], wording: Wording) -> list[str]:
    seats = [(rate.high - rate.low) / 2 for rate in rates if rate.topic == "seat"]
    notes = [wording.say("precision", points=f"{100 * max(seats):.1f}")] if seats else []
    return [*notes, wording.say("mixed")] if findings.mixed(results.plan) else notes


# Chapters


def _wins(results: Results, rates: Sequence[Rate], wording: Wording) -> list[Section]:
    say = wording.say
    section = Section("wins", say("wins"), [say("wins_note")])
    for topic in dict.fromkeys(rate.topic for rate in rates):
        mine = [rate for rate in rates if rate.topic == topic]
        title, rows, bars = wording.topic(topic), [], []
        share = say("share_fair", fair=wording.percent(mine[0].fair))
        headings = ["", say("matches"), share, say("between"), say("clear")]
        for rate in mine:
            name = wording.word(topic, rate.word)
            bars.append(charts.Bar(name, 100 * rate.share, 100 * rate.low, 100 * rate.high, rate.clear))
            between = wording.interval(rate.low, rate.high)
            is_clear = say("yes" if rate.clear else "no") if rate.counts else "–"
            rows.append([name, str(rate.matches), wording.percent(rate.share), between, is_clear])
        spec = charts.intervals(bars, f"{say('share')}, %", 100 * mine[0].fair)
        section.figures.append(Figure(title, f"wins-{topic}", spec, Table(title, headings, rows)))
    return [section] if section.figures else []


def _length(results: Results, wording: Wording) -> Section:
    say = wording.say
    section = Section("length", say("length"), [say("length_note")])
    for length in findings.lengths(results):
        title = say(length.unit)
        rows = [
            [say(name), f"{value:.1f}" if name == "mean" else f"{value:g}"] for name, value in length.quantiles.items()
        ]
        spec = charts.histogram(length.counts, title, say("matches"))
        section.figures.append(Figure(title, f"length-{length.unit}", spec, Table(title, ["", title], rows)))
    return section


def _kinds(results: Results, wording: Wording) -> Section:
    say = wording.say
    kinds = findings.kinds(results)
    rows = [[wording.kind(kind.kind), f"{kind.mean:.2f}", wording.percent(kind.share)] for kind in kinds]
    spec = charts.bars([(wording.kind(kind.kind), kind.mean) for kind in kinds], say("per_match")) if kinds else None
    table = Table(say("kinds"), [say("kind"), say("per_match"), say("of_all")], rows)
    return Section("kinds", say("kinds"), [say("kinds_note")], [Figure(say("kinds"), "decisions", spec, table)])


def _ends(results: Results, wording: Wording) -> Section:
    say = wording.say
    rows = [
        [
            wording.result(end.result),
            str(end.matches),
            wording.percent(end.share),
            wording.interval(end.low, end.high),
        ]
        for end in findings.endings(results)
    ]
    table = Table(say("ends"), [say("result"), say("matches"), "%", say("between")], rows)
    rounds = next((length for length in findings.lengths(results) if length.unit == "rounds"), None)
    spec = None
    if rounds is not None:
        points, so_far = [(max(0, rounds.counts[0][0] - 1), 0.0)], 0
        for value, times in rounds.counts:
            so_far += times
            points.append((value, 100 * so_far / results.count))
        spec = charts.climb(points, say("rounds"), say("over_by"))
    return Section("ends", say("ends"), [say("ends_note")] if spec else [], [Figure(say("ends"), "ends", spec, table)])


def _choices(choices: Sequence[Effect], wording: Wording, seats: int) -> list[Section]:
    say = wording.say
    if seats < 2:
        return []
    section = Section("choices", say("choices"), [say("choices_note", count=len(choices))])
    firsts = [effect for effect in choices if effect.what == FIRST]
    families = [effect for effect in choices if effect.what == FAMILY]
    if firsts:
        title = say("firsts")
        headings = [say("choice"), say("difference"), say("between"), say("clear")]
        rows = [
            [
                f"{wording.choice(effect.word)} ({wording.kind(effect.kind)})",
                signed(100 * effect.value),
                wording.points(effect.low, effect.high),
                say("yes" if effect.clear else "no"),
            ]
            for effect in firsts
        ]
        bars = _effect_bars(firsts, wording)
        spec = charts.intervals(bars, say("difference"), 0.0)
        section.notes.append(say("firsts_note"))
        section.figures.append(Figure(title, "first-choices", spec, Table(title, headings, rows, 2)))
    if families:
        title = say("families")
        headings, rows = _frequencies(families, wording)
        spec = charts.intervals(_effect_bars(families, wording), say("more_often"), 0.0)
        section.notes.append(say("families_note"))
        section.figures.append(Figure(title, "families", spec, Table(title, headings, rows)))
    if answers := [effect for effect in choices if effect.what == ANSWER]:
        section.notes.append(say("answers_note"))
        section.figures.append(_answers(answers, wording))
    if not section.figures:
        section.notes = [say("none_compared")]
    return [section]


def _answers(found: Sequence[Effect], wording: Wording) -> Figure:
    """Return how often winners gave each whole answer, with its target and numbers."""
    title = wording.say("answers")
    headings, rows = _frequencies(found, wording)
    spec = charts.intervals(_effect_bars(found, wording), wording.say("more_often"), 0.0)
    return Figure(title, "answers", spec, Table(title, headings, rows))


def _frequencies(found: Sequence[Effect], wording: Wording) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of how often winners chose something."""
    say = wording.say
    rows = [
        [
            _said(effect, wording),
            f"{effect.winners:.1f} : {effect.others:.1f}",
            signed(100 * effect.value, 0),
            wording.points(effect.low, effect.high, 0),
            say("yes" if effect.clear else "no"),
        ]
        for effect in found
    ]
    return [say("choice"), say("sides"), say("more_often"), say("between"), say("clear")], rows


def _said(effect: Effect, wording: Wording) -> str:
    return wording.answer(effect.word) if effect.what == ANSWER else wording.choice(_name(effect))


def _name(effect: Effect) -> str:
    return f"{effect.kind}.{effect.word}" if effect.what == FAMILY and effect.word else effect.word or effect.kind


def _effect_bars(found: Sequence[Effect], wording: Wording) -> list[charts.Bar]:
    """Return the bars of the first choices or families; two that are called alike get their question too."""
    names = [_said(effect, wording) for effect in found[:_SHOWN]]
    bars = []
    for effect, name in zip(found, names, strict=False):
        label = f"{name} ({wording.kind(effect.kind)})" if names.count(name) > 1 else name
        bars.append(charts.Bar(label, 100 * effect.value, 100 * effect.low, 100 * effect.high, effect.clear))
    return bars


def _extremes(results: Results, rates: Sequence[Rate], place: Path, wording: Wording) -> Section:
    say = wording.say
    if results.plan["tables"]:
        return Section("extremes", say("extremes"), [say("no_extremes")])
    scored = results.seats.select(pl.col("score").null_count() < pl.len()).collect().item()
    rows = []
    for extreme in findings.extremes(results, rates):
        key = "closest_figures" if extreme.why == "closest" and not scored else f"{extreme.why}_why"
        winners = say("comma").join(wording.seat(seat) for seat in extreme.winners) or say("nobody")
        why = say(key, rounds=extreme.rounds, decisions=extreme.decisions, name=winners)
        file = f"{results.plan['game']}-{extreme.match}.shapan.json"
        commands = f"shapan lab match {quote(str(place))} {extreme.match} --out {file}\nshapan import {file}"
        rows.append([say(extreme.why), str(extreme.match), winners, why, commands])
    headings = ["", say("match"), say("won_by"), say("why"), say("command")]
    table = Table(say("extremes"), headings, rows, len(headings), code=True)
    return Section("extremes", say("extremes"), [say("extremes_note")], [Figure("", "matches", None, table)])


def _ladder(place: Path, wording: Wording) -> list[Section]:
    path = place / "ladder.json"
    if not path.exists():
        return []
    say = wording.say
    try:
        rungs = json.loads(path.read_text(encoding="utf-8"))
        rows, bars = [], []
        for rung in rungs:
            name = wording.bot_name(rung["bot"])
            elo, low, high = (f"{rung[key]:.0f}".replace("-", "−") for key in ("elo", "low", "high"))
            rows.append(
                [name, elo, say("interval", low=low, high=high), wording.percent(rung["win_rate"]), str(rung["seats"])]
            )
            bars.append(charts.Bar(name, rung["elo"], rung["low"], rung["high"], rung["low"] > 0 or rung["high"] < 0))
    except (ValueError, KeyError, TypeError, OSError):
        raise LabError(f"{path}: not a ladder") from None
    headings = [say("bot"), say("elo"), say("between"), say("share"), say("matches")]
    figure = Figure(
        say("ladder"), "ladder", charts.intervals(bars, say("elo"), 0.0), Table(say("ladder"), headings, rows)
    )
    return [Section("ladder", say("ladder"), [say("ladder_note")], [figure])]
