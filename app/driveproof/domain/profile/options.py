# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options that a test carries as fio writes them: which there are, and what their values look like.

They are the ones for which a field of their own would say no more (`block_sizes`, `order`, `offset`
and `other` of `IoOptions`). Whatever is not listed here reaches no command, whichever file it came
from. Sizes follow fio 3.33: "4k" is 4096 bytes, but "4kib" is 4000 and "1.5k" is 1, so that both
are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

LONGEST_OPTIONS = 400
"""Characters of all options of one field."""
_SIZE = r"(?:0x[0-9a-f]{1,12}|\d{1,15}[kmgt]?b?)"
_PERCENT = r"(?:100|\d{1,2})"
_REAL = r"\d{1,6}(?:\.\d{1,6})?"
_TIME = r"\d{1,9}(?:us|usec|ms|msec|s)?"
_SHARES = rf"{_SIZE}/{_PERCENT}?(?::{_SIZE}/{_PERCENT}?){{0,31}}"
_RANGE = rf"{_SIZE}-{_SIZE}"
# Of the last zone the size may be left out: it is what remains.
_ZONES = rf"{_REAL}/{_REAL}(?::{_REAL}/(?:{_REAL})?){{0,31}}"
_ABSOLUTE = rf"{_REAL}/{_SIZE}(?::{_REAL}/(?:{_SIZE})?){{0,31}}"
_SWITCH = "[01]"


def _each(one: str, least: int = 1) -> str:
    """One value for all directions, or up to three: reads, writes, trims."""
    return rf"{one}(?:,{one}){{{least - 1},2}}"


_VALUES: Mapping[str, Mapping[str, str]] = {
    "block_sizes": {
        "bssplit": _each(_SHARES),
        "bsrange": _each(_RANGE),
        "bs": _each(_SIZE, least=2),
    },
    "order": {
        "random_distribution": rf"random|(?:zipf|pareto|normal):{_REAL}(?::{_REAL})?"
        rf"|zoned:{_each(_ZONES)}|zoned_abs:{_each(_ABSOLUTE)}",
        "percentage_random": _each(_PERCENT),
        "random_generator": "tausworthe|lfsr|tausworthe64",
        "softrandommap": _SWITCH,
        "zonemode": "none|strided",
        "zonesize": _SIZE,
        "zoneskip": _SIZE,
        "zonerange": _SIZE,
    },
    "offset": {"offset": rf"{_SIZE}|{_PERCENT}%"},
    "other": {
        "blockalign": _each(_SIZE),
        "iodepth_batch": r"\d{1,4}",
        "iodepth_batch_complete_min": r"\d{1,4}",
        "iodepth_batch_complete_max": r"\d{1,4}",
        "iodepth_low": r"\d{1,4}",
        "thinktime_spin": _TIME,
        "thinktime_iotime": _TIME,
        "thinktime_blocks_type": "complete|issue",
        "rate_process": "linear|poisson",
        "rate_cycle": r"\d{1,9}",
        "rate_ignore_thinktime": _SWITCH,
        "fadvise_hint": "none|0|1|random|sequential",
        "buffer_compress_percentage": _PERCENT,
        "buffer_compress_chunk": _SIZE,
        "dedupe_percentage": _PERCENT,
        "dedupe_mode": "repeat|working_set",
        "dedupe_working_set_percentage": _PERCENT,
    },
}
OPTION_FIELDS = tuple(_VALUES)
EXAMPLES = {
    "block_sizes": "bssplit=4k/60:64k/40",
    "order": "random_distribution=zipf:1.2",
    "offset": "offset=1g",
    "other": "blockalign=64k",
}
_KNOWN = {
    name: (field, re.compile(values, re.ASCII | re.IGNORECASE))
    for field, named in _VALUES.items()
    for name, values in named.items()
}
_SIZED = re.compile(r"(0x[0-9a-f]{1,12}|\d{1,15})([kmgt]?)b?", re.ASCII | re.IGNORECASE)
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
_MOST = 2**60
SYNC = {"0": "", "none": "", "1": "sync", "sync": "sync", "dsync": "dsync"}
"""What fio's option "sync" may be, and what it opens the file with."""
_TIMED = re.compile(
    r"(\d{1,12}(?:\.\d{1,6})?)\s*(d|h|m|s|ms|msec|us|usec|ns|nsec)?", re.ASCII | re.IGNORECASE
)
_SECONDS = {
    "d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0, "ms": 1e-3, "msec": 1e-3,
    "us": 1e-6, "usec": 1e-6, "ns": 1e-9, "nsec": 1e-9,
}  # fmt: skip


def field_of(name: str) -> str | None:
    """The field of `IoOptions` that an option belongs to; None for one that no test may carry."""
    found = _KNOWN.get(name)
    return None if found is None else found[0]


def option_fits(name: str, value: str) -> bool:
    """Whether the value is one that this option may have."""
    found = _KNOWN.get(name)
    return found is not None and len(value) <= LONGEST_OPTIONS and bool(found[1].fullmatch(value))


def option_parts(field: str, text: str) -> tuple[tuple[str, str], ...] | None:
    """Name and value of each option in the text of a field; None where one is not allowed.

    The text is what stands in `IoOptions`: "random_distribution=zipf:1.2 percentage_random=50".
    """
    if len(text) > LONGEST_OPTIONS:
        return None
    found = []
    for word in text.split():
        name, _, value = word.partition("=")
        if field_of(name) != field or not option_fits(name, value):
            return None
        found.append((name, value))
    names = [name for name, _ in found]
    single = field not in ("block_sizes", "offset") or len(found) <= 1
    return tuple(found) if single and len(set(names)) == len(names) else None


def as_carried(field: str, text: str) -> str:
    """The text of a field as `IoOptions` has it. Raises ValueError for one that is not allowed."""
    if not (found := option_parts(field, text)):
        raise ValueError(text)
    return " ".join(f"{name}={value}" for name, value in found)


def size_of(text: str) -> int | None:
    """Bytes of a size as fio reads it; None for what is none, or more than any drive has."""
    found = _SIZED.fullmatch(text)
    if found is None:
        return None
    number = int(found[1], 16) if found[1][:2].lower() == "0x" else int(found[1])
    size = number * 1024 ** _POWERS[found[2].lower()]
    return size if size <= _MOST else None


def seconds_of(text: str, unit: float) -> float | None:
    """A time as fio writes it; `unit` is what a number without one counts. None for no time."""
    found = _TIMED.fullmatch(text)
    if found is None:
        return None
    return float(found[1]) * (_SECONDS[found[2].lower()] if found[2] else unit)


def sizes_in(block_sizes: str) -> tuple[int, int] | None:
    """The least and the greatest block of such options; None where one cannot be a block."""
    name, _, value = block_sizes.partition("=")
    listed = re.split(r"[,:]" if name == "bssplit" else r"[,-]", value)
    sizes = [size_of(one.partition("/")[0]) for one in listed]
    known = [size for size in sizes if size]
    return (min(known), max(known)) if len(known) == len(sizes) else None
