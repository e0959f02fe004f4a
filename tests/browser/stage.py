"""Matches set up in a site's data, by one process per site: the test's own process has other data."""

import importlib
import json
import subprocess
import sys
from typing import Any

from tests.services.site import ROOT, Site

_hands: dict[Site, subprocess.Popen[str]] = {}


def ask(site: Site, name: str, *arguments: Any) -> Any:
    """
    Call a function "module.name" of this package with the data of a site. Arguments and result are JSON.
    Raises RuntimeError if it fails; its traceback is on stderr.
    """
    hand = _hands.get(site)
    if hand is None:
        command = [sys.executable, "-m", "tests.browser.stage"]
        hand = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=site.env, cwd=ROOT
        )
        _hands[site] = hand
    hand.stdin.write(json.dumps([name, arguments]) + "\n")
    hand.stdin.flush()
    answer = hand.stdout.readline()
    if not answer:
        dismiss()
        raise RuntimeError(f"{name} failed")
    return json.loads(answer)


def dismiss() -> None:
    """End the processes."""
    while _hands:
        _site, hand = _hands.popitem()
        hand.stdin.close()
        hand.wait(60)
        hand.stdout.close()


def serve() -> None:
    import django

    django.setup()
    from phylo.serving.prepare import prepare

    prepare()
    # Only results may be written to the real standard output.
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        name, arguments = json.loads(line)
        module, function = name.split(".")
        found = getattr(importlib.import_module(f"tests.browser.{module}"), function)
        print(json.dumps(found(*arguments)), file=answers, flush=True)


if __name__ == "__main__":
    serve()
