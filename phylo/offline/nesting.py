"""
JSON that is nested too deep. The standard library reads it recursively in C; where that stack is a browser's,
its end is not a RecursionError but the end of Python.
"""

import re
from itertools import accumulate
from json import JSONDecoder

DEEPEST = 200
"""Far more than anything of the site has, and far less than a browser can bear."""
STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
OPEN, CLOSE = 1, 255  # the latter is -1 as a signed byte
STEPS = bytes(OPEN if chr(each) in "[{" else CLOSE if chr(each) in "]}" else 0 for each in range(256))
OTHERS = bytes(each for each in range(256) if not STEPS[each])
_read = JSONDecoder.raw_decode


def is_too_deep(text: str) -> bool:
    """Without a loop in Python, since everything that is stored is read through it."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    brackets = STRING.sub("", text).encode("ascii", "ignore").translate(STEPS, OTHERS)
    return max(accumulate(memoryview(brackets).cast("b")), default=0) > DEEPEST


def refuse() -> None:
    """From now on it is a RecursionError, as elsewhere."""
    JSONDecoder.raw_decode = _raw_decode  # type: ignore[method-assign]


def _raw_decode(self: JSONDecoder, s: str, idx: int = 0) -> tuple[object, int]:
    if is_too_deep(s):
        raise RecursionError("JSON is nested too deep")
    return _read(self, s, idx)
