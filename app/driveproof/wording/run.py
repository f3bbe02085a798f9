# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a run: the answer, its cautions, and the state of drive and machine."""

from __future__ import annotations

from collections.abc import Mapping

from driveproof.domain.access import COLD, WARM
from driveproof.domain.answer import Answer
from driveproof.domain.drive.drive import BUS_TITLES
from driveproof.domain.method import (
    EVERYDAY,
    REAL_LIFE,
    Trait,
    has,
)
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.assignment import words_in_file
from driveproof.domain.run.in_turn import turn_of
from driveproof.domain.run.run import (
    BUFFERED,
    CANCELLED,
    CUT_SHORT,
    DIRECT,
    FAILED,
    FINISHED,
    MEMORY,
    WRITE_CACHE_EXHAUSTED,
    Disturbance,
    Environment,
    Run,
    RunStatus,
    Target,
    disturbance,
)
from driveproof.domain.text import shown
from driveproof.wording.attachment import power_text, processor_sleep
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.hosts import hosts_text
from driveproof.wording.kernel_log import kernel_fact, kernel_sentence
from driveproof.wording.profile import companion_titles, run_title, test_names
from driveproof.wording.say import say_text, say_texts, value_text, worded
from driveproof.wording.units import (
    format_bandwidth,
    format_percent,
    format_size,
    format_taken,
    format_temperature,
    group_digits,
)

Facts = list[tuple[str, str]]


def status_text(status: RunStatus) -> str:
    """How a run ended."""
    words = {FINISHED: _("finished"), CANCELLED: _("cancelled"), FAILED: _("failed")}
    return words.get(status, str(status))


def runs_text(count: int) -> str:
    """ "1 run", "5 runs"."""
    return ngettext("{count} run", "{count} runs", count).format(count=count)


def note_text(note: Note | None, names: Mapping[str, str] | None = None) -> str:
    """A note in the person's language, foreign parts made visible; "" without one.

    `names` are what the tests of its run are called, by the stable names that it quotes.
    """
    if note is None:
        return ""
    names = names or {}

    def called(value: object) -> object:
        if isinstance(value, OneOf):
            return OneOf(tuple(map(called, value.names)))
        return names.get(value, value) if isinstance(value, str) else value

    return worded(note.key, {field: called(value) for field, value in note.values.items()})


def run_notes(run: Run) -> list[tuple[Note, str]]:
    """The notes of a run with their sentences, which call its tests as its charts do."""
    names = test_names([run])
    return [(note, note_text(note, names)) for note in run.notes]


def headline(run: Run, answer: Answer, *, binary: bool = False) -> str:
    """What its method found, in sentences, and how it ended."""
    said = say_texts(answer.sentences, binary=binary)
    if run.status == CANCELLED:
        done = _("Cancelled after {duration}.").format(duration=format_taken(run.seconds))
        return f"{done} {said}".strip()
    if run.status == FAILED:
        return " ".join(filter(None, (_("Not finished."), said)))
    return said or _("Nothing was measured.")


def circumstances(run: Run) -> str:
    """Which test, where, when, how often."""
    words = _("{name}: {text}")
    method = run.method
    title, path = run_title(run.title, run.profile, run.cache), shown(run.target.path)
    parts = [words.format(name=title, text=path) if path else title, date_and_time(run.started)]
    if run.label:
        parts.append(f"“{shown(run.label)}”")
    if has(method, Trait.ONE_PASS):
        pass  # each place once is what they are, and an hour comes once
    elif run.phases and all(len(phase.repeats) == 1 for phase in run.phases):
        parts.append(_("one repeat"))
    return " · ".join(parts)


def cautions(run: Run) -> list[str]:
    """What to keep in mind with the numbers, the most serious first."""
    return [text for text, _doubt in remarks(run)]


def remarks(run: Run) -> list[tuple[str, bool]]:
    """The same, each with whether it puts a figure, the drive or its link in doubt; the others are
    notes.
    """
    found = []
    if run.error is not None:
        found.append((failure_text(run.error, Face.WINDOW), True))
    if run.status != FINISHED and run.phases:
        found.append((_("The values measured until then are saved."), False))
    said = {note.kind for note in run.notes}
    if run.environment.io_path == MEMORY and NoteKind.MEMORY not in said:
        found.append((_("This is memory, not a drive."), True))
    everyday = run.method in (EVERYDAY, REAL_LIFE)  # through memory on purpose
    if run.environment.io_path == BUFFERED and NoteKind.BUFFERED not in said and not everyday:
        text = _(
            "Buffered I/O: not comparable with direct I/O.",
        )
        found.append((text, True))
    # In which order it went is nothing to be careful of: it stands below the chart. That it is not
    # kept matters only now, and where it can still be saved: see `unkept_text`.
    found += [
        (text, note.kind in _DOUBTS)
        for note, text in run_notes(run)
        if note.kind not in {NoteKind.ORDER, NoteKind.UNKEPT}
    ]
    outside = kernel_sentence(run.environment)
    repeats = [repeat for phase in run.phases for repeat in phase.repeats]
    if outside and not any(Disturbance.KERNEL in repeat.disturbed for repeat in repeats):
        found.append((outside, True))  # before or between the tests
    return found + [(text, word not in _NOT_COUNTED) for word, text in _disturbances(run)]


def unkept_text(run: Run) -> str:
    """Why the history could not keep a run; "" where it could."""
    said = (text for note, text in run_notes(run) if note.kind is NoteKind.UNKEPT)
    return next(said, "")


_DOUBTS = frozenset({NoteKind.MEMORY, NoteKind.BUFFERED, NoteKind.DOUBT})
_NOT_COUNTED = frozenset({WRITE_CACHE_EXHAUSTED, CUT_SHORT})
"""Of repeats that take no part in a figure: nothing of it is in doubt."""


def disturbances(run: Run) -> list[str]:
    """Which repeats were disturbed and by what; one sentence for each kind."""
    return [text for _word, text in _disturbances(run)]


def _disturbances(run: Run) -> list[tuple[str, str]]:
    kinds: dict[str, list[str]] = {}
    called = test_names([run])
    for phase in run.phases:
        for repeat in phase.repeats:
            for word in repeat.disturbed:
                said = _("{test}, repeat {number}").format(
                    test=called[phase.name], number=repeat.order
                )
                kinds.setdefault(word, []).append(said)
    told = []
    for word, names in kinds.items():
        words = "; ".join(names[:4])
        if len(names) > 4:
            words = _("{names} and {count} more").format(names=words, count=len(names) - 4)
        text = _("{name}: {text}.").format(name=words, text=value_text(disturbance(word)))
        told.append((word, text))
    return told


def explanations(run: Run, answer: Answer, *, binary: bool = False) -> list[str]:
    """What to know about the chart of a guided run, in sentences."""
    order = [text for note, text in run_notes(run) if note.kind is NoteKind.ORDER]
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
            (_("Hosts"), hosts_text(run) if run.environment.hosts else None),
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
    processor = env.cpu
    if processor and env.cpus:
        processor = _("{name} ({count} threads)").format(name=processor, count=env.cpus)
    return _known(
        [
            (_("Imported from"), env.source),
            (_("fio"), env.fio),
            (_("I/O"), _io_path(run)),
            (_("Test file"), _binary(env.test_file_size)),
            (_("File system used"), None if env.fill is None else format_percent(env.fill)),
            (_("Temperature"), temperatures(env)),
            (_("Link"), _link(env)),
            (_("Link power"), power_text(env.link_power or "")),
            (_("USB driver"), env.usb_driver),
            (_("Block format"), _block(env.block_format)),
            (_("I/O scheduler"), env.scheduler),
            (_("Kernel"), env.kernel),
            (_("CPU"), processor),
            (_("Memory"), _binary(env.memory)),
            (_("Power"), ", ".join(filter(None, (power, env.power_profile)))),
            (_("Governor"), env.governor),
            (_("CPU idle states"), processor_sleep(env.cpu_idle or "")),
            (_("Kernel messages"), kernel_fact(env)),
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
        DIRECT: _("direct"),
        BUFFERED: _("buffered"),
        MEMORY: _("memory"),
    }
    buffering = [p.limits.buffered_by for p in run.phases if p.limits.buffered_by]
    if path == DIRECT and buffering:
        return _("direct, writes buffered by {filesystem}").format(filesystem=buffering[0])
    text = words[path] if path else None
    names = {COLD: _("cold"), WARM: _("warm")}
    states = sorted({phase.cache for phase in run.phases if phase.cache in names})
    if path == BUFFERED and states:
        return f"{text}, {' + '.join(names[state] for state in states)}"
    return text


def _link(env: Environment) -> str | None:
    if not env.link or not env.link_ceiling:
        return env.link
    return _("{link} (about {rate})").format(link=env.link, rate=format_bandwidth(env.link_ceiling))
