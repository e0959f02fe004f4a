"""The child process that thinks: started, killed, hung, stopped, left alone by its parent."""

import operator
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from engine.bots.thinker import NICE, Call
from phylo.jobs import thinker
from phylo.jobs.runner import Overtaken
from phylo.jobs.thinker import Child, Failed, Lost
from tests.services.processes import PATIENCE, until
from tests.services.site import ROOT

pytestmark = pytest.mark.once

WHO = Call(os.getpid, (), 60)
LONG = Call(time.sleep, (60,), 90)
PARENT = """
import time
from django.conf import settings
settings.configure(COMPILED=False, COMPILED_IN="")
from engine.bots.thinker import Call
from phylo.jobs.thinker import Child
child = Child()
child.ask(Call(time.sleep, (600,), 600), lambda: print("waiting", flush=True))
"""


def nothing() -> None:
    pass


@pytest.fixture
def child() -> Iterator[Child]:
    made = Child()
    yield made
    made.stop()


def while_it_thinks(act, child: Child) -> None:
    """Carry out `act` while the child is at work on LONG, which must get lost."""
    asking = threading.Timer(0, act)
    begun = iter([asking.start])
    with pytest.raises(Lost):
        child.ask(LONG, lambda: next(begun, nothing)())


def test_it_is_another_process_of_lower_priority_that_knows_no_django(child):
    here = child.ask(WHO, nothing)
    assert here == child.pid != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, here) >= min(19, NICE)
    known = child.ask(Call(exec, ("import sys; assert 'django' not in sys.modules", {}), 60), nothing)
    assert known is None


def test_what_a_function_raises_is_told_and_the_child_goes_on(child):
    before = child.ask(WHO, nothing)
    with pytest.raises(Failed, match="ZeroDivisionError"):
        child.ask(Call(operator.truediv, (1, 0), 60), nothing)
    assert child.ask(WHO, nothing) == before


def test_killed_in_the_middle_of_a_thought_it_is_started_again(child):
    before = child.ask(WHO, nothing)
    while_it_thinks(child.stop, child)
    assert child.ask(WHO, nothing) != before


def test_killed_while_it_has_nothing_to_do_nobody_notices(child):
    before = child.ask(WHO, nothing)
    child.stop()
    until(lambda: child.pid is None)
    assert child.ask(WHO, nothing) != before


def test_who_waits_for_it_to_start_is_heard_of_meanwhile(child, monkeypatch):
    """Otherwise a claim to the turn would end."""
    monkeypatch.setattr(thinker, "LOOK_UP", 0.001)
    ready = []
    child.ask(WHO, lambda: ready.append(child._process.ready))
    assert not ready[0]


def test_it_goes_on_after_a_sigterm_to_all_processes_of_a_service(child):
    before = child.ask(WHO, nothing)
    os.kill(before, signal.SIGTERM)
    assert child.ask(WHO, nothing) == before


def test_a_thought_that_hangs_ends_the_child(child, capfd):
    with pytest.raises(Lost, match="ended"):
        child.ask(Call(time.sleep, (60,), 0.2), nothing)
    assert "Timeout" in capfd.readouterr().err
    assert child.ask(WHO, nothing)


def test_a_child_that_does_not_answer_is_killed(child, monkeypatch):
    monkeypatch.setattr(thinker, "SPARE", 0.3)
    before = child.ask(WHO, nothing)
    os.kill(before, signal.SIGSTOP)
    with pytest.raises(Lost, match="hangs"):
        child.ask(Call(os.getpid, (), 0.1), nothing)
    assert child.ask(WHO, nothing) != before


def test_an_answer_to_a_question_that_was_given_up_is_not_taken_for_the_next(child):
    def give_up() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        child.ask(Call(time.sleep, (2,), 60), give_up)
    assert child.ask(Call(operator.add, (1, 1), 60), nothing) == 2


def test_an_answer_that_nobody_wants_any_more_is_thrown_away_and_the_child_goes_on(child):
    def overtaken() -> None:
        raise Overtaken

    before = child.ask(WHO, nothing)
    with pytest.raises(Overtaken):
        child.ask(Call(time.sleep, (1.5,), 60), overtaken)
    assert child.ask(WHO, nothing) == before


@pytest.fixture
def compiling(settings, monkeypatch):
    """The child makes compiled code, which it never gets done: it is stopped."""
    settings.COMPILED = True
    monkeypatch.setattr(thinker, "LOADED", 0.1)
    monkeypatch.setattr(thinker, "_environment", lambda compiled, real=thinker._environment: real(False))


def test_while_code_is_compiled_another_process_answers(child, compiling):
    child.start()
    os.kill(child.pid, signal.SIGSTOP)
    other = child.ask(WHO, nothing)
    assert other != child.pid
    assert child.ask(WHO, nothing) == other
    os.kill(child.pid, signal.SIGCONT)
    until(lambda: child.ask(WHO, nothing) == child.pid)
    assert child.ask(WHO, nothing) == child.pid


def test_a_child_that_ends_while_it_compiles_goes_on_without(child, compiling):
    child.start()
    os.kill(child.pid, signal.SIGSTOP)
    child.stop()
    assert child.ask(WHO, nothing) == child.pid


def test_it_ends_with_its_parent_in_the_middle_of_a_thought():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout.readline() == "waiting\n"
    parent.kill()
    # The child has the same output, which ends only when both have.
    parent.communicate(timeout=PATIENCE)
