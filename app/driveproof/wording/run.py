# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a run: the answer, its cautions, and the state of drive and machine."""

from __future__ import annotations

from driveproof.domain.access import CACHE_TITLES
from driveproof.domain.answer import Answer
from driveproof.domain.attachment import power_of, processor_sleep
from driveproof.domain.drive.drive import BUS_TITLES
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.run.assignment import words_in_file
from driveproof.domain.run.hosts import hosts_named
from driveproof.domain.run.in_turn import turn_of
from driveproof.domain.run.kernel_messages import kernel_fact
from driveproof.domain.run.result import measured_once
from driveproof.domain.run.run import (
    Environment,
    IoPath,
    Run,
    Target,
)
from driveproof.domain.run_cautions import notes_of, run_cautions
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text
from driveproof.wording.profile import companion_titles, run_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import (
    format_bandwidth,
    format_percent,
    format_size,
    format_temperature,
    group_digits,
)

Facts = list[tuple[str, str]]


def runs_text(count: int) -> str:
    """ "1 run", "5 runs"."""
    return ngettext("{count} run", "{count} runs", count).format(count=count)


def note_text(note: Note | None) -> str:
    """A note in the person's language, foreign parts made visible; "" without one."""
    return "" if note is None else say_text(note)


def circumstances(run: Run) -> str:
    """Which test, where, when, how often."""
    words = _("{name}: {text}")
    title, path = run_title(run.title, run.profile, run.cache), shown(run.target.path)
    parts = [words.format(name=title, text=path) if path else title, date_and_time(run.started)]
    if run.label:
        parts.append(f"“{shown(run.label)}”")
    if measured_once(run):
        parts.append(_("one repeat"))
    return " · ".join(parts)


def cautions(run: Run) -> list[str]:
    """What to keep in mind with the numbers, the most serious first."""
    return [finding_text(one, Face.WINDOW) for one in run_cautions(run)]


def unkept_text(run: Run) -> str:
    """Why the history could not keep a run; "" where it could."""
    said = (say_text(note) for note in run.notes if note.kind is NoteKind.UNKEPT)
    return next(said, "")


def explanations(run: Run, answer: Answer, *, binary: bool = False) -> list[str]:
    """What to know about the chart of a guided run, in sentences."""
    order = [say_text(note) for note in notes_of(run) if note.kind is NoteKind.ORDER]
    said = [say_text(one, binary=binary) for one in answer.notes]
    return [*said, *map_notes(answer), *order]


def map_notes(answer: Answer) -> list[str]:
    """What to know about the map of a check."""
    drawn = any(found.areas for found in answer.positions)
    return [_("Each cell shows its worst state.")] if drawn else []


def drive_words(target: Target) -> str:
    """The drive of a run in a few words, "" for an unknown one."""
    return ", ".join(shown(word) for word in (target.model, target.serial or target.wwn) if word)


def _assigned(target: Target) -> str | None:
    """How a run came to its drive, None for one that nobody assigned."""
    words = words_in_file(target)
    if words is None:
        return None
    if not words:
        return _("by hand")
    return _("by hand (file: {words})").format(words=", ".join(map(shown, words)))


def drive_facts(run: Run) -> Facts:
    """The drive that was measured, as far as it is known."""
    target = run.target
    return _known(
        [
            (_("Assigned"), _assigned(target)),
            (_("Model"), target.model),
            (_("Serial number"), target.serial),
            ("WWN", target.wwn),
            (_("Firmware"), target.firmware),
            (_("Capacity"), format_size(target.size) if target.size else None),
            (_("Bus"), BUS_TITLES.get(target.bus, target.bus) if target.bus else None),
            (_("Device"), target.device),
        ]
    )


def place_facts(run: Run) -> Facts:
    """Where on the drive was measured, as far as it is known."""
    target = run.target
    return _known(
        [
            (_("On"), " → ".join(target.stack)),
            (_("File system"), target.filesystem),
            (_("Mount point"), target.mount_point),
            (_("Mount options"), ", ".join(target.mount_options)),
            (_("At once with"), _others(run)),
            (_("In turn with"), None if (turn := turn_of(run)) is None else say_text(turn)),
            (_("Hosts"), say_text(hosts_named(run)) if run.environment.hosts else None),
        ]
    )


def _others(run: Run) -> str:
    """The further drives of a measurement of several."""
    return ", ".join(companion_titles(run.environment.drives)[1:])


def machine_facts(run: Run) -> Facts:
    """The machine around the run, as far as it is known."""
    env = run.environment
    power = {"ac": _("mains"), "battery": _("battery")}.get(
        env.power_source or "", env.power_source
    )
    cpu = env.cpu
    if cpu and env.cpus:
        threads = ngettext("{count} thread", "{count} threads", env.cpus).format(count=env.cpus)
        cpu = _("{first} ({second})").format(first=cpu, second=threads)
    return _known(
        [
            (_("Imported from"), env.source),
            (_("fio"), env.fio),
            (_("I/O"), _io_path(run)),
            (_("Test file"), _binary(env.test_file_size)),
            (_("File system used"), None if env.fill is None else format_percent(env.fill)),
            (_("Temperature"), temperatures(env)),
            (_("Link"), _link(env)),
            (_("Link power"), value_text(power_of(env.link_power or ""))),
            (_("USB driver"), env.usb_driver),
            (_("Block format"), _block(env.block_format)),
            (_("I/O scheduler"), env.scheduler),
            (_("Kernel"), env.kernel),
            (_("CPU"), cpu),
            (_("Memory"), _binary(env.memory)),
            (_("Power"), ", ".join(filter(None, (power, env.power_profile)))),
            (_("Governor"), env.governor),
            (_("CPU idle states"), value_text(processor_sleep(env.cpu_idle or ""))),
            (_("Kernel messages"), cell_text(kernel_fact(env))),
            (_("Driveproof"), env.driveproof),
        ]
    )


def temperatures(env: Environment) -> str | None:
    """Before and after: "31 °C → 44 °C"; None where neither is known."""
    known = (env.temperature_before, env.temperature_after)
    told = [format_temperature(value) for value in known if value is not None]
    return " → ".join(told) or None


def _known(pairs: list[tuple[str, str | None]]) -> Facts:
    return [(name, shown(value)) for name, value in pairs if value]


def _block(size: int | None) -> str | None:
    return None if size is None else _("{count} bytes").format(count=group_digits(size))


def _binary(size: int | None) -> str | None:
    return format_size(size, binary=True) if size else None


def _io_path(run: Run) -> str | None:
    path = run.environment.io_path
    words = {
        IoPath.DIRECT: _("direct I/O"),
        IoPath.BUFFERED: _("buffered I/O"),
        IoPath.MEMORY: _("memory"),
    }
    buffering = [p.limits.buffered_by for p in run.phases if p.limits.buffered_by]
    if path == IoPath.DIRECT and buffering:
        return _("direct, writes buffered by {filesystem}").format(filesystem=buffering[0])
    text = words[path] if path else None
    states = sorted({phase.cache for phase in run.phases if phase.cache in CACHE_TITLES})
    if path == IoPath.BUFFERED and states:
        return f"{text}, {' + '.join(say_text(CACHE_TITLES[state]) for state in states)}"
    return text


def _link(env: Environment) -> str | None:
    if not env.link or not env.link_ceiling:
        return env.link
    return _("{link} (about {rate})").format(link=env.link, rate=format_bandwidth(env.link_ceiling))
