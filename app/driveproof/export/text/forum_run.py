# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result to paste in a forum, in the shape that users of CrystalDiskMark and KDiskMark know.

What only concerns the person is left out: serial number, world wide name, path, label, remarks.
It is English in every language: `importers/forum.py` reads it again.
"""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import run_title
from driveproof.domain.run.result import Figures, figures_of, repeats_of
from driveproof.domain.run.run import FINISHED, Run
from driveproof.domain.text import visible
from driveproof.wording.figures import spread_text
from driveproof.wording.units import MINUS, NARROW, format_percent, format_size

RULE = "-" * 78
_SECTIONS = ("Read", "Write", "Trim", "Mix")
# What could end a code block of a forum, or begin something within one.
_ROUND = str.maketrans("[]<>`", "()()'")


def forum_text(run: Run) -> str:
    """The block, ASCII but for foreign names.

    MB/s are 1 000 000 bytes/s and latencies averages, as both programs have them; the numbers are
    medians of the repeats, with least and greatest beside them.
    """
    env = run.environment
    by = [f"Driveproof {env.driveproof or ''}".strip()]
    by += [f"result of {run.source}"] if run.source else []
    by += [env.fio if env.fio.startswith("fio") else f"fio-{env.fio}"] if env.fio else []
    lines = [
        ", ".join(map(foreign, by)),
        RULE,
        "* MB/s = 1,000,000 bytes/s, latency = average, each the median of its repeats",
        "* spread = least and greatest repeat against that median",
    ]
    if run.status != FINISHED:
        lines.append(f"* {run.status}: not everything was measured")
    if has_trait(run.method, Trait.WATCHES):
        lines.append("* no measurement: what others did with the drive meanwhile")
    stems = {stem_of(phase.name, phase.direction): None for phase in run.phases}
    width = max(map(len, stems), default=0)
    for section in _SECTIONS:
        found = [
            _line(figures, width)
            for figures in figures_of(run)
            if section == ("Mix" if figures.mixed else figures.direction.title())
        ]
        if any(found):
            lines += ["", f"[{section}]", *filter(None, found)]
    lines.append("")
    facts = facts_of(run)
    name_width = max(len(name) for name, _ in facts)
    lines += [f"{name:>{name_width}}: {foreign(value)}" for name, value in facts]
    return "\n".join(lines) + "\n"


def stem_of(name: str, direction: Direction) -> str:
    """The name of a test without its direction, which the section heading has: "SEQ1M Q8T1"."""
    name = foreign(name)
    stem, found, rest = name.partition(f" {direction}")
    return stem + rest if found and (not rest or rest.startswith(" ")) else name


def _line(figures: Figures, width: int) -> str:
    if figures.speeds is None:
        return ""
    phase, (bandwidth, iops), mean = figures.phase, figures.speeds, figures.of(MetricName.MEAN)
    latency = f"<{mean.median * 1e6:>10.2f} us>" if mean is not None else " " * 15
    way = f" {figures.direction:<5}" if figures.mixed else ""
    # Not worded anew: the block is the same in every language.
    one = figures.primary is not None and figures.primary.count == 1
    spread = "one repeat" if one else _plain(spread_text(figures.primary))
    stem = stem_of(phase.name, phase.direction)
    if (time := figures.of(MetricName.TIME)) is not None and phase.primary == MetricName.TIME:
        return f"  {stem:<{width}}: {time.median:>10.3f} s  {spread}".rstrip()
    return (
        f"  {stem:<{width}}{way}: {bandwidth.median / 1e6:>10.3f} MB/s"
        f" [{iops.median:>11.1f} IOPS] {latency}  {spread}"
    ).rstrip()


def facts_of(run: Run) -> list[tuple[str, str]]:
    """Drive, firmware, state and versions, as far as they are known and concern others."""
    target, env = run.target, run.environment
    least, most = repeats_of(run) or (0, 0)
    repeats = f"x{least}" if most else ""
    if least < most:
        repeats += f" to x{most}"
    size = _plain(format_size(env.test_file_size, binary=True)) if env.test_file_size else ""
    fill = f"{_plain(format_percent(env.fill))} full" if env.fill is not None else ""
    state = [env.link, f"scheduler {env.scheduler}" if env.scheduler else None]
    state.append(f"{env.io_path} I/O" if env.io_path else None)
    warm = [f"{t:.0f} C" for t in (env.temperature_before, env.temperature_after) if t is not None]
    state.append(" to ".join(warm) or None)
    pairs = [
        ("Drive", target.model or ("" if env.hosts else "unknown")),
        ("Hosts", str(len(env.hosts)) if env.hosts else None),
        ("Firmware", target.firmware),
        ("Capacity", _plain(format_size(target.size)) if target.size else None),
        ("Profile", str(run_title(run.title, run.profile, run.cache))),
        ("Test", " ".join(part for part in (size, f"({repeats})" if repeats else "") if part)),
        ("Place", ", ".join(filter(None, (target.filesystem or target.kind, fill)))),
        ("State", ", ".join(filter(None, state))),
        ("Date", f"{run.started.astimezone():%Y-%m-%d %H:%M:%S}"),
        ("OS", f"Linux {env.kernel}" if env.kernel else None),
        ("CPU", env.cpu),
    ]
    return [(name, value) for name, value in pairs if value]


def _plain(text: str) -> str:
    return text.replace(NARROW, " ").replace("±", "+-").replace(MINUS, "-")


def foreign(text: str) -> str:
    """A foreign word on one line, which can end no code block of a forum."""
    return visible(text.replace(NARROW, " ")).translate(_ROUND)
