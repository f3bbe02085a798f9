# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run in words: the answer, what to keep in mind, and the state of drive and machine."""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale, QTime

from driveproof.domain.profile.generated import ORDER_NOTE
from driveproof.domain.profile.profile import COLD, DIRECT, WARM
from driveproof.domain.profile.written_data import data_words
from driveproof.domain.run.rows import best, write_metric
from driveproof.domain.run.run import (
    BUFFERED,
    CANCELLED,
    FAILED,
    MEMORY,
    METRICS,
    Environment,
    PhaseResult,
    Run,
)
from driveproof.domain.run.work import Data
from driveproof.export.text.command import shell_command
from driveproof.export.text.scan import is_scan
from driveproof.ui.charts.scan_labels import scan_headline
from driveproof.ui.results.disturbances import disturbances
from driveproof.ui.theme.text import shown
from driveproof.wording import special_runs as guided_text
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_duration,
    format_latency,
    format_size,
)

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
    """The answer in a sentence: the best of sequential and of random access, then how it ended.

    Where every test asked for one small block after the other, latency is the question.
    """
    answer = _guided_answer(run, binary=binary) or _latencies(run) or _speeds(run, binary=binary)
    return _ended(run, answer)


def _latencies(run: Run) -> str:
    single = [
        phase.pattern == "random" and phase.queue_depth * phase.jobs == 1 for phase in run.phases
    ]
    if not single or not all(single):
        return ""
    told = []
    for phase in run.phases:
        for direction in phase.directions:
            typical = phase.summary(direction, METRICS["p50"])
            slow = phase.summary(direction, METRICS["p99"])
            if typical is None or slow is None:
                continue
            words = {
                "read": _("A random read of {0} takes {1}; 1 in 100 {2} or longer."),
                "write": _("A random write of {0} takes {1}; 1 in 100 {2} or longer."),
            }.get(direction, "")
            told.append(
                words.format(
                    phase.blocks,
                    format_latency(typical.median),
                    format_latency(slow.median),
                )
            )
    return " ".join(filter(None, told))


def _speeds(run: Run, *, binary: bool) -> str:
    parts = []
    if is_scan(run):
        parts.append(scan_headline(run, binary=binary))
    for primary, random in () if is_scan(run) else (("bandwidth", False), ("iops", True)):
        said = {
            direction: write_metric(primary, found[1].median, binary=binary)
            for direction in ("read", "write", "trim")
            if (found := best(run, direction, primary)) is not None
        }
        if random and set(said) == {"read", "write"}:
            words = _("random {0} and {1}")
            parts.append(words.format(said["read"].removesuffix(f"{NARROW}IOPS"), said["write"]))
        elif said:
            each = [_verb(name, random=random).format(value) for name, value in said.items()]
            parts.append(", ".join(each))
    answer = "; ".join(parts)
    return answer[:1].upper() + answer[1:] + "." if answer else ""


def _ended(run: Run, answer: str) -> str:
    if run.status == CANCELLED:
        done = _("Cancelled after {0}.").format(format_duration(run.seconds))
        return f"{done} {answer}".strip()
    if run.status == FAILED:
        return " ".join(filter(None, (_("Not finished."), answer)))
    return answer or _("Nothing was measured.")


def _guided_answer(run: Run, *, binary: bool) -> str:
    if guided_text.is_schedulers(run):
        return sentence(guided_text.scheduler_answer(run))
    return guided_text.hdparm_answer(run, binary=binary) if guided_text.is_hdparm(run) else ""


def _verb(direction: str, *, random: bool) -> str:
    if random:
        return {
            "read": _("random reads up to {0}"),
            "write": _("random writes up to {0}"),
        }.get(direction, _("random trims up to {0}"))
    return {
        "read": _("reads up to {0}"),
        "write": _("writes up to {0}"),
    }.get(direction, _("trims up to {0}"))


def circumstances(run: Run) -> str:
    """Which test, where, when, how often."""
    words = _("{0} in {1}")
    if is_scan(run):
        words = _("{0} of {1}")
    elif run.target.kind == "device":
        words = _("{0} on {1}")
    title, path = shown(run.title), shown(run.target.path)
    parts = [words.format(title, path) if path else title, when(run)]
    if run.label:
        parts.append(f"“{shown(run.label)}”")
    if run.phases and all(len(phase.repeats) == 1 for phase in run.phases) and not is_scan(run):
        parts.append(_("one repeat: the spread is not known"))
    return " · ".join(parts)


def cautions(run: Run) -> list[str]:
    """What to keep in mind with the numbers, the gravest first."""
    found = []
    if run.error:
        found.append(sentence(run.error))
    if run.status != "finished" and run.phases:
        found.append(_("Only what was measured until then is shown and kept."))
    known = " ".join(run.notes).lower()
    if run.environment.io_path == MEMORY and "memory" not in known:
        found.append(_("This is memory, not a drive: not to be compared with one."))
    if run.environment.io_path == BUFFERED and "direct" not in known:
        found.append(
            _(
                "Without direct I/O the machine's memory answers too: not to be compared with "
                "direct results.",
            )
        )
    # In which order it went is nothing to be careful of: it stands below the chart.
    found += [sentence(note) for note in run.notes if not note.startswith(ORDER_NOTE)]
    found += disturbances(run)
    return found


def explanations(run: Run) -> list[str]:
    """What to know about the chart of a guided run, in sentences."""
    if guided_text.is_schedulers(run):
        order = [sentence(note) for note in run.notes if note.startswith(ORDER_NOTE)]
        return [guided_text.judgement(run), *order]
    if guided_text.is_hdparm(run):
        again = [guided_text.READ_AGAIN] if guided_text.read_again(run) else []
        why = [guided_text.WHY] if guided_text.beside_fio(run) else []
        return [*why, f"{guided_text.UNITS}.", *again]
    return []


def command_line(phase: PhaseResult, folder: str) -> str:
    """The exact fio command, ready for a shell, on a test file with a name."""
    return shell_command(phase, folder)


def _known(pairs: list[tuple[str, str | None]]) -> Facts:
    return [(name, sentence(value)) for name, value in pairs if value]


def cache(phase: PhaseResult) -> str:
    """How the I/O of a test went with regard to the page cache."""
    if not phase.engine:  # of another program that tells neither
        return _("direct or not: not known")
    if phase.direct and phase.cache in (None, DIRECT):
        return _("direct I/O")
    return {
        COLD: _("through the page cache, cold"),
        WARM: _("through the page cache, warm"),
    }.get(phase.cache or "", _("not direct"))


def data(phase: PhaseResult) -> str:
    """What a test wrote; "" for a read and where it is not known."""
    if not data_words(phase):
        return ""
    words = {
        Data.FRESH: _("fresh data"),
        Data.SCRAMBLED: _("scrambled data"),
        Data.REPEATED: _("repeated data"),
        Data.ZEROS: _("zeros"),
        Data.PATTERN: _("a pattern"),
        Data.COMPRESSIBLE: _("compressible data"),
    }
    return words.get(phase.work.data, "") if phase.work.data else ""


def target_facts(run: Run) -> Facts:
    """What was measured."""
    target = run.target
    return _known(
        [
            (_("Drive"), target.model),
            (_("Firmware"), target.firmware),
            (_("Serial"), target.serial),
            (_("Capacity"), format_size(target.size) if target.size else None),
            (_("Device"), target.device),
            (_("Lies on"), " → ".join(target.stack)),
            (_("File system"), target.filesystem),
            (_("Mount point"), target.mount_point),
            (_("Mount options"), ",".join(target.mount_options)),
        ]
    )


def _cache_word(state: str) -> str:
    return _("cold") if state == COLD else _("warm")


def _link(env: Environment) -> str | None:
    if not env.link or not env.link_ceiling:
        return env.link
    value = format_bandwidth(env.link_ceiling)
    return _("{0}, carries about {1}").format(env.link, value)


def machine_facts(run: Run) -> Facts:
    """The machine around the run."""
    env = run.environment
    temperature = None
    if env.temperature_before is not None:
        temperature = f"{env.temperature_before:.0f}{NARROW}°C"
        if env.temperature_after is not None:
            temperature += f" → {env.temperature_after:.0f}{NARROW}°C"
    power = {
        "ac": _("mains"),
        "battery": _("battery"),
    }.get(env.power_source or "", env.power_source)
    if env.power_profile:
        power = f"{power}, {env.power_profile}" if power else env.power_profile
    fill = None if env.fill is None else f"{100 * env.fill:.0f}{NARROW}%"
    size = env.test_file_size
    paths = {
        "direct": _("direct, past the machine's memory"),
        BUFFERED: _("buffered by the machine's memory"),
        MEMORY: _("memory"),
    }
    buffering = [p.limits.buffered_by for p in run.phases if p.limits.buffered_by]
    if buffering:
        paths["direct"] = _("direct, but {0} buffers writes").format(buffering[0])
    states = {phase.cache for phase in run.phases if phase.cache in (COLD, WARM)}
    if states and env.io_path == BUFFERED:
        paths[BUFFERED] += f", {' + '.join(_cache_word(state) for state in sorted(states))}"
    processor = env.cpu
    if processor and env.cpus:
        processor = _("{0} ({1} threads)").format(processor, env.cpus)
    return _known(
        [
            (_("Imported from"), env.source),
            (_("fio"), env.fio),
            (_("I/O"), paths.get(env.io_path or "", env.io_path)),
            (_("Test file"), format_size(size, binary=True) if size else None),
            (_("File system used"), fill),
            (_("Temperature"), temperature),
            (_("Link"), _link(env)),
            (_("I/O scheduler"), env.scheduler),
            (_("Kernel"), env.kernel),
            (_("Processor"), processor),
            (
                _("Memory"),
                format_size(env.memory, binary=True) if env.memory else None,
            ),
            (_("Power"), power),
            (_("Driveproof"), env.driveproof),
        ]
    )
