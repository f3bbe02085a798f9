# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run in words: the answer, what to keep in mind, and the state of drive and machine."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from driveproof.domain.run import (
    BUFFERED,
    CANCELLED,
    CUT_SHORT,
    FAILED,
    MEMORY,
    PhaseResult,
    Run,
)
from driveproof.domain.units import NARROW, format_duration, format_size
from driveproof.export.command_text import shell_command
from driveproof.ui.plots.overtime import direction_word
from driveproof.ui.plots.results import best, write_metric
from driveproof.ui.text import shown

translate = QCoreApplication.translate

Facts = list[tuple[str, str]]


def sentence(text: str) -> str:
    """A sentence of ours, foreign parts made visible, our own narrow spaces left as they are."""
    return NARROW.join(shown(part) for part in text.split(NARROW))


def when(run: Run) -> str:
    """Date and time in the person's own way and zone."""
    moment = run.started.astimezone()
    locale = QLocale()
    date = locale.toString(QDate(moment.year, moment.month, moment.day), "d MMM yyyy")
    time = locale.toString(QTime(moment.hour, moment.minute), "HH:mm")
    return f"{date}, {time}"


def headline(run: Run, *, binary: bool = False) -> str:
    """The answer in a sentence: the best of sequential and of random access, then how it ended."""
    parts = []
    for primary, random in (("bandwidth", False), ("iops", True)):
        said = {
            direction: write_metric(primary, found[1].median, binary=binary)
            for direction in ("read", "write", "trim")
            if (found := best(run, direction, primary)) is not None
        }
        if random and set(said) == {"read", "write"}:
            words = translate("RunView", "random {0} and {1}")
            parts.append(words.format(said["read"].removesuffix(f"{NARROW}IOPS"), said["write"]))
        elif said:
            each = [_verb(name, random=random).format(value) for name, value in said.items()]
            parts.append(", ".join(each))
    answer = "; ".join(parts)
    if answer:
        answer = answer[0].upper() + answer[1:] + "."
    if run.status == CANCELLED:
        done = translate("RunView", "Cancelled after {0}.").format(format_duration(run.seconds))
        return f"{done} {answer}".strip()
    if run.status == FAILED:
        return f"{translate('RunView', 'Not finished.')} {answer}".strip()
    return answer or translate("RunView", "Nothing was measured.")


def _verb(direction: str, *, random: bool) -> str:
    if random:
        return {
            "read": translate("RunView", "random reads up to {0}"),
            "write": translate("RunView", "random writes up to {0}"),
        }.get(direction, translate("RunView", "random trims up to {0}"))
    return {
        "read": translate("RunView", "reads up to {0}"),
        "write": translate("RunView", "writes up to {0}"),
    }.get(direction, translate("RunView", "trims up to {0}"))


def circumstances(run: Run) -> str:
    """Which test, where, when, how often."""
    words = (
        translate("RunView", "{0} on {1}")
        if run.target.kind == "device"
        else translate("RunView", "{0} in {1}")
    )
    parts = [
        words.format(shown(run.title), shown(run.target.path)),
        when(run),
    ]
    if run.label:
        parts.append(f"“{shown(run.label)}”")
    if run.phases and all(len(phase.repeats) == 1 for phase in run.phases):
        parts.append(translate("RunView", "one repeat: the spread is not known"))
    return " · ".join(parts)


def cautions(run: Run) -> list[str]:
    """What to keep in mind with the numbers, the gravest first."""
    found = []
    if run.error:
        found.append(sentence(run.error))
    if run.status != "finished" and run.phases:
        found.append(translate("RunView", "Only what was measured until then is shown and kept."))
    known = " ".join(run.notes).lower()
    if run.environment.io_path == MEMORY and "memory" not in known:
        found.append(
            translate("RunView", "This is memory, not a drive: not to be compared with one.")
        )
    if run.environment.io_path == BUFFERED and "direct" not in known:
        found.append(
            translate(
                "RunView",
                "Without direct I/O the machine's memory answers too: not to be compared with "
                "direct results.",
            )
        )
    found += [sentence(note) for note in run.notes]
    found += disturbances(run)
    return found


def disturbances(run: Run) -> list[str]:
    """Which repeats were disturbed and by what; one sentence for each kind."""
    kinds: dict[str, list[str]] = {}
    for phase in run.phases:
        for repeat in phase.repeats:
            for word in repeat.disturbed:
                name = f"{phase.title} {direction_word(phase.direction)} ({repeat.order})"
                kinds.setdefault(word, []).append(name)
    told = []
    for word, names in kinds.items():
        words = ", ".join(names[:4])
        if len(names) > 4:
            words = translate("RunView", "{0} and {1} more").format(words, len(names) - 4)
        template = {
            "foreign I/O": translate("RunView", "Other programs used the drive during {0}."),
            CUT_SHORT: translate("RunView", "Cut short when the run ended: {0}."),
            "stall": translate("RunView", "The drive did not answer for a while in {0}."),
        }.get(word, shown(word) + ": {0}.")
        told.append(template.format(words))
    return told


def command_line(phase: PhaseResult, folder: str) -> str:
    """The exact fio command, ready for a shell, on a test file with a name."""
    return shell_command(phase, folder)


def _known(pairs: list[tuple[str, str | None]]) -> Facts:
    return [(name, sentence(value)) for name, value in pairs if value]


def target_facts(run: Run) -> Facts:
    """What was measured."""
    target = run.target
    return _known(
        [
            (translate("RunView", "Drive"), target.model),
            (translate("RunView", "Firmware"), target.firmware),
            (translate("RunView", "Serial"), target.serial),
            (translate("RunView", "Capacity"), format_size(target.size) if target.size else None),
            (translate("RunView", "Device"), target.device),
            (translate("RunView", "Lies on"), " → ".join(target.stack)),
            (translate("RunView", "File system"), target.filesystem),
            (translate("RunView", "Mount point"), target.mount_point),
            (translate("RunView", "Mount options"), ",".join(target.mount_options)),
        ]
    )


def machine_facts(run: Run) -> Facts:
    """The machine around the run."""
    env = run.environment
    temperature = None
    if env.temperature_before is not None:
        temperature = f"{env.temperature_before:.0f}{NARROW}°C"
        if env.temperature_after is not None:
            temperature += f" → {env.temperature_after:.0f}{NARROW}°C"
    power = {
        "ac": translate("RunView", "mains"),
        "battery": translate("RunView", "battery"),
    }.get(env.power_source or "", env.power_source)
    if env.power_profile:
        power = f"{power}, {env.power_profile}" if power else env.power_profile
    fill = None if env.fill is None else f"{100 * env.fill:.0f}{NARROW}%"
    size = env.test_file_size
    paths = {
        "direct": translate("RunView", "direct, past the machine's memory"),
        BUFFERED: translate("RunView", "buffered by the machine's memory"),
        MEMORY: translate("RunView", "memory"),
    }
    processor = env.cpu
    if processor and env.cpus:
        processor = translate("RunView", "{0} ({1} threads)").format(processor, env.cpus)
    return _known(
        [
            (translate("RunView", "fio"), env.fio),
            (translate("RunView", "I/O"), paths.get(env.io_path, env.io_path)),
            (translate("RunView", "Test file"), format_size(size, binary=True) if size else None),
            (translate("RunView", "File system used"), fill),
            (translate("RunView", "Temperature"), temperature),
            (translate("RunView", "I/O scheduler"), env.scheduler),
            (translate("RunView", "Kernel"), env.kernel),
            (translate("RunView", "Processor"), processor),
            (
                translate("RunView", "Memory"),
                format_size(env.memory, binary=True) if env.memory else None,
            ),
            (translate("RunView", "Power"), power),
            (translate("RunView", "Driveproof"), env.driveproof),
        ]
    )
