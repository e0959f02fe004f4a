"""How many web processes a machine has room for."""

import os
from pathlib import Path

NEEDED = 1_500_000_000
"""Bytes of memory for two of them and what thinks for the computer, with as much again for all else."""
GROUPS = Path("/sys/fs/cgroup")


def web_processes() -> int:
    """As many as there are by default: no more than two, for all write into one file."""
    return 2 if usable_cores() >= 2 and memory() >= NEEDED else 1


def usable_cores() -> float:
    """Of those that this process may use; a container may have a part of them."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    allowed, _space, period = limit("cpu.max").partition(" ")
    return min(cores, int(allowed) / int(period)) if allowed.isdecimal() and period.isdecimal() else cores


def memory() -> int:
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    allowed = limit("memory.max")
    return min(whole, int(allowed)) if allowed.isdecimal() else whole


def limit(name: str) -> str:
    """Of this process's control group, as its file has it; empty where there is none."""
    try:
        return (GROUPS / group() / name).read_text().strip()
    except OSError:
        return ""


def group() -> str:
    return Path("/proc/self/cgroup").read_text().partition("0::/")[2].partition("\n")[0]
