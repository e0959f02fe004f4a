"""What a run of tests/soak/scale.py has measured, as JSON and as Markdown."""

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from tests.bench.load import percentile
from tests.bench.rendering import LOOP
from tests.bench.scale import BEAT, OTHERS
from tests.soak.outages import AFTER, MOST, TOGETHER, Run, Waited

Figures = dict[str, Any]
SHARES = (0.5, 0.95, 0.99, 1.0)
MIDDLE = "in the quiet"


def figures(run: Run, loop: float) -> Figures:
    """As much as was measured, of a run that may have broken off. `loop`: milliseconds of that of a core."""
    course, quiet = run.course, quiet_waits(run)
    found: Figures = {
        "date": date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores ({platform.machine()}), CPython {platform.python_version()}",
        "loop": round(loop, 1),
        "matches": run.matches,
        "streams": 2 * run.matches,
        "rate": course.rate,
        "minutes": round((run.used["end"].at - run.used["open"].at) / 60, 1) if "end" in run.used else None,
        "seconds until all were seated": round(run.seated),
        "counts": {
            "actions that were answered": len(course.kept),
            "actions sent again": {str(status): count for status, count in sorted(course.vain.items())},
            "moves of the computer": len({each.ended for each in course.waits if each.what == "computer"}),
            "matches that were begun anew": len(course.dealt) - run.matches,
            "matches played again from their moves": run.replayed,
            "connections that broke": len(course.broken),
        },
        "waits": {MIDDLE: waits(quiet)},
        "events": [],
        "client late, 95 %": round(percentile(run.late, 0.95), 3) if run.late else None,
        "processes": processes(run),
        "wrong": run.wrong,
    }
    for event in run.events:
        near = [
            each for each in course.waits if each.ended >= event.began and each.began <= event.ended + AFTER
        ]
        found["waits"][event.name] = waits(near)
        found["events"].append(
            {
                "name": event.name,
                "minute": round((event.began - run.began) / 60, 1),
                "took": round(event.ended - event.began, 1),
                "keeps": sorted(event.keeps),
                "streams open again after": None if event.back is None else round(event.back, 1),
            }
        )
    if "quiet" in run.used:
        found["costs"] = costs(run, loop)
    return found


def quiet_waits(run: Run) -> list[Waited]:
    windows = run.windows()
    return [
        each
        for each in run.course.waits
        if not any(each.ended >= window.began and each.began <= window.ended for window in windows)
    ]


def waits(some: Iterable[Waited]) -> Figures:
    """Of each kind the number, and seconds by shares."""
    found = {}
    for what in MOST:
        if took := [each.ended - each.began for each in some if each.what == what]:
            found[what] = {"number": len(took)} | {
                f"{share:.0%}": round(percentile(took, share), 3) for share in SHARES
            }
    return found


def processes(run: Run) -> Figures:
    """MB, and cores that were busy, at each moment that was noted and since the one before."""
    found: Figures = {}
    moments = list(run.used.items())
    for number, (when, used) in enumerate(moments):
        cores = used.cores(moments[number - 1][1]) if number else {}
        for name, process in used.processes.items():
            found.setdefault(name, {})[when] = [round(process.memory / 1e6), round(cores.get(name, 0), 3)]
    return found


def costs(run: Run, loop: float) -> Figures:
    """
    Of the minutes before the first event, less what the streams alone took before; milliseconds of a core
    whose loop takes LOOP.
    """
    empty, opened, silence, quiet = (run.used[when] for when in ("empty", "open", "silence", "quiet"))
    streams, still, took = 2 * run.matches, silence.at - opened.at, quiet.at - silence.at
    share, as_usual = took / still, 1000 * LOOP * 1000 / loop

    def computed(names: str) -> tuple[float, float]:
        """Seconds of a core, in the silence and in the quiet."""
        spent = [
            sum(p.cpu for name, p in each.processes.items() if name.startswith(names))
            for each in (opened, silence, quiet)
        ]
        return spent[1] - spent[0], spent[2] - spent[1]

    moves = max(1, quiet.moves - silence.moves)
    people = sum(each.what == "answered" and silence.at < each.ended <= quiet.at for each in run.course.waits)
    silent, busy = computed("web")
    acted = max(0.0, busy - silent * share) * as_usual
    thought = max(0.0, computed("thinker")[1] or computed("worker")[1]) * as_usual
    webs = [name for name in empty.processes if name.startswith("web")]
    warm = run.used.get("warm", empty)
    memory = [sum(each.processes[name].memory for name in webs) for each in (warm, silence)]
    end = run.used.get("end", quiet)
    log = (quiet.log - silence.log) - (silence.log - opened.log) * share
    asked = (quiet.commands - silence.commands) - (silence.commands - opened.commands) * share
    return {
        "action": round(acted / max(1, people), 1),
        "table": round(max(0.0, acted - people * OTHERS["move"]) / (2 * moves), 1),
        "beat": round(silent * as_usual / (streams * still / BEAT), 2),
        "turn": round(thought / max(1, moves - people), 1),
        "table_bytes": round(sum(run.course.sizes) / max(1, len(run.course.sizes))),
        "stream": round((memory[1] - memory[0]) / max(1, streams - 2 * TOGETHER)),
        "process": round(memory[0] / len(webs)),
        "log": round(log / moves),
        "match": round((end.tables["games_match"] + end.tables["games_seat"]) / end.matches),
        "move_bytes": round(end.tables["games_move"] / end.moves),
        "redis": round(asked / moves, 1),
        "moves": moves,
        "moves of people": people,
        "seconds": round(took),
    }


def in_markdown(found: Figures) -> str:
    counts = found["counts"]
    again = (
        ", ".join(f"{count} × {status}" for status, count in counts["actions sent again"].items()) or "none"
    )
    lines = [
        f"{found['matches']:,} matches with {found['streams']:,} streams, {found['rate']:g} actions a second,"
        f" {found['minutes']} minutes; {found['date']}, {found['machine']}, whose loop takes"
        f" {found['loop']:.0f} ms.",
        "",
        *table(
            ["", "number"],
            [[what, f"{number:,}"] for what, number in counts.items() if isinstance(number, int)],
        ),
        f"Sent again, by the status of the answer (0: the connection broke): {again}. The client was late by "
        f"{found['client late, 95 %']} s in 95 % of the time.",
        "",
        *table(
            ["seconds", "", "number", *(f"{share:.0%}" for share in SHARES)],
            [
                [when, what, f"{row['number']:,}", *(f"{row[f'{share:.0%}']:.2f}" for share in SHARES)]
                for when, kinds in found["waits"].items()
                for what, row in kinds.items()
            ],
        ),
        *table(
            ["event", "minute", "took", "all streams open again after"],
            [
                [
                    each["name"],
                    str(each["minute"]),
                    f"{each['took']} s",
                    f"{each['streams open again after']} s",
                ]
                for each in found["events"]
            ],
        ),
    ]
    moments = list(dict.fromkeys(when for each in found["processes"].values() for when in each))
    lines += table(
        ["MB, cores busy since the moment before", *moments],
        [
            [name, *("{}, {:.2f}".format(*each[when]) if when in each else "–" for when in moments)]
            for name, each in found["processes"].items()
        ],
    )
    if "costs" in found:
        lines += table(["cost", "measured"], [[name, f"{cost:,}"] for name, cost in found["costs"].items()])
    lines += (
        ["Wrong:", "", *(f"- {each}" for each in found["wrong"])]
        if found["wrong"]
        else ["Nothing was wrong."]
    )
    return "\n".join(lines) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    body = ["| " + " | ".join(row) + " |" for row in [head, *rows]]
    return [body[0], "| --- |" + " ---: |" * (len(head) - 1), *body[1:], ""]
