"""
Judges a record in a process of its own, whose time and memory are limited, so that
nobody keeps the site busy by uploading one. The process imports the engine alone, without Django.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import engine
from engine.drafting import record as drafting
from engine.file_command import parsed
from engine.phylo.record import Record

ROOT = Path(__file__).parents[3]
JUDGE = f"import {__name__}; {__name__}.main()"
AT_ONCE = BoundedSemaphore(2)
SECONDS, LONGEST, MEGABYTES = 5, 30, 400
"""Of computing, of waiting for it, and of address space; all that the format admits needs less."""


class UnreadableRecord(ValueError):
    """The text is not a record; the message says why."""


class IllegalRecord(ValueError):
    """An action of the record is illegal; `step` is its index from 0."""

    def __init__(self, step: int, refusal: engine.Refusal) -> None:
        super().__init__(f"action {step} is illegal")
        self.step = step
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class End:
    """What a record leads to; `winner` as the record format has it, None before the end."""

    over: bool
    scores: list[int]
    winner: int | str | list[int] | None


def judge(file: bytes) -> End:
    """Judge a record's file. Raises UnreadableRecord or IllegalRecord."""
    from phylo.compiled import HAS_PROCESSES  # needs Django, without which the process imports this module

    # In a browser there are no others whom it could keep waiting.
    said = dict(_judged_apart(file) if HAS_PROCESSES else _said_of(file))
    if "error" in said:
        raise UnreadableRecord(said["error"])
    if "step" in said:
        fields = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in said["refusal"].pop("fields").items()
        }
        raise IllegalRecord(said["step"], engine.Refusal(**said["refusal"], fields=fields))
    return End(**said)


def _judged_apart(file: bytes) -> Mapping[str, Any]:
    try:
        with AT_ONCE:
            done = subprocess.run(
                [sys.executable, "-c", JUDGE], input=file, cwd=ROOT, capture_output=True, check=True,
                timeout=LONGEST,
            )  # fmt: skip
    except subprocess.SubprocessError as error:
        raise UnreadableRecord("judging it takes too long") from error
    said: Mapping[str, Any] = json.loads(done.stdout)
    return said


def main() -> None:
    """The process: reads the file from standard input and prints what is wrong with it as JSON."""
    import resource  # a browser's Python has none, nor processes

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 1_000_000,) * 2)
    print(json.dumps(_said_of(sys.stdin.buffer.read())))


def _said_of(file: bytes) -> Mapping[str, Any]:
    try:
        data = parsed(file)
        if drafting.is_drafting(data):
            return _draft_said(data)
        record = Record.read(data)
    except ValueError as error:
        return {"error": str(error)}
    for step, action in enumerate(record.actions):
        try:
            record.start.apply(action)
        except engine.IllegalAction as error:
            return {"step": step, "refusal": asdict(error.refusal)}
    state = record.start
    return {"over": state.over, "scores": list(state.scores), "winner": state.winner}


def _draft_said(data: object) -> Mapping[str, Any]:
    """Raises InvalidRecord."""
    judged = drafting.judge(data)
    illegal = judged.get("illegal")
    if illegal is None:
        return {name: judged[name] for name in ("over", "scores", "winner")}
    template = illegal["message"].replace("%", "%%")
    return {"step": illegal["step"], "refusal": asdict(engine.Refusal(illegal["code"], "", template))}
