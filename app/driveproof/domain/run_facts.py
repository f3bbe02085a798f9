# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured, where and with which machine, as far as a run knows it."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.access import CACHE_TITLES
from driveproof.domain.attachment import power_of, processor_sleep
from driveproof.domain.drive.drive import BUS_TITLES
from driveproof.domain.figure import Cell, Fact
from driveproof.domain.profile.test_titles import run_title
from driveproof.domain.quantity import Bytes, Celsius, Day, OneOf, Plural, Rate, Share
from driveproof.domain.run.assignment import words_in_file
from driveproof.domain.run.hosts import hosts_named
from driveproof.domain.run.in_turn import turn_of
from driveproof.domain.run.kernel_messages import kernel_fact
from driveproof.domain.run.multi_drive import drive_name
from driveproof.domain.run.result import measured_once
from driveproof.domain.run.run import Environment, IoPath, Run, Target
from driveproof.domain.say import Say

_POWER: dict[str, Say] = {"ac": Say("mains"), "battery": Say("battery")}
_IO_PATHS = {
    IoPath.DIRECT: Say("direct I/O"),
    IoPath.BUFFERED: Say("buffered I/O"),
    IoPath.MEMORY: Say("memory"),
}


def circumstances(run: Run) -> tuple[Say | Day | str, ...]:
    """Which test, where, when, how often."""
    where: Say | str = run_title(run.title, run.profile, run.cache)
    if run.target.path:
        where = Say("{name}: {text}", name=where, text=run.target.path)
    label = (f"“{run.label}”",) if run.label else ()
    once = (Say("one repeat"),) if measured_once(run) else ()
    return where, Day(run.started), *label, *once


def drive_facts(run: Run) -> tuple[Fact, ...]:
    """The drive that was measured."""
    target = run.target
    return _known(
        ("assigned", Say("Assigned"), _assigned(target)),
        ("model", Say("Model"), target.model),
        ("serial", Say("Serial number"), target.serial),
        ("wwn", Say("WWN"), target.wwn),
        ("firmware", Say("Firmware"), target.firmware),
        ("size", Say("Capacity"), Bytes(target.size) if target.size else None),
        ("bus", Say("Bus"), BUS_TITLES.get(target.bus, target.bus) if target.bus else None),
        ("device", Say("Device"), target.device),
    )


def place_facts(run: Run) -> tuple[Fact, ...]:
    """Where on the drive was measured."""
    target, drives = run.target, run.environment.drives
    others = tuple(drive_name(drives, number) for number in range(2, len(drives) + 1))
    return _known(
        ("on", Say("On"), " → ".join(target.stack)),
        ("filesystem", Say("File system"), target.filesystem),
        ("mount_point", Say("Mount point"), target.mount_point),
        ("mount_options", Say("Mount options"), ", ".join(target.mount_options)),
        ("at_once_with", Say("At once with"), OneOf(others) if others else None),
        ("in_turn_with", Say("In turn with"), turn_of(run)),
        ("hosts", Say("Hosts"), hosts_named(run) if run.environment.hosts else None),
    )


def machine_facts(run: Run) -> tuple[Fact, ...]:
    """The machine around the run, and how its I/O went."""
    env = run.environment
    return _known(
        ("source", Say("Imported from"), env.source),
        ("fio", Say("fio"), env.fio),
        ("io_path", Say("I/O"), _io_path(run)),
        ("test_file_size", Say("Test file"), _binary(env.test_file_size)),
        ("fill", Say("File system used"), None if env.fill is None else Share(env.fill)),
        ("temperature", Say("Temperature"), _temperatures(env)),
        ("link", Say("Link"), _link(env)),
        ("link_power", Say("Link power"), power_of(env.link_power or "")),
        ("usb_driver", Say("USB driver"), env.usb_driver),
        (
            "block_format",
            Say("Block format"),
            None if env.block_format is None else Say("{count} bytes", count=env.block_format),
        ),
        ("scheduler", Say("I/O scheduler"), env.scheduler),
        ("kernel", Say("Kernel"), env.kernel),
        ("cpu", Say("CPU"), _cpu(env)),
        ("memory", Say("Memory"), _binary(env.memory)),
        ("power", Say("Power"), _power(env)),
        ("governor", Say("Governor"), env.governor),
        ("cpu_idle", Say("CPU idle states"), processor_sleep(env.cpu_idle or "")),
        ("kernel_messages", Say("Kernel messages"), kernel_fact(env)),
        ("driveproof", Say("Driveproof"), env.driveproof),
    )


def _known(*facts: tuple[str, Say, Cell]) -> tuple[Fact, ...]:
    return tuple(Fact(key, title, value) for key, title, value in facts if value not in (None, ""))


def _assigned(target: Target) -> Say | None:
    """How a run came to its drive, None for one that nobody assigned."""
    words = words_in_file(target)
    if not words:
        return None if words is None else Say("by hand")
    return Say("by hand (file: {words})", words=OneOf(words))


def _binary(size: int | None) -> Bytes | None:
    return Bytes(size, binary=True) if size else None


def _cpu(env: Environment) -> Say | str | None:
    if not env.cpu or not env.cpus:
        return env.cpu
    threads = Plural("{count} thread", "{count} threads", env.cpus)
    return Say("{first} ({second})", first=env.cpu, second=threads)


def _power(env: Environment) -> OneOf | None:
    source = _POWER.get(env.power_source or "", env.power_source)
    known: Iterable[Say | str] = filter(None, (source, env.power_profile))
    return OneOf(found) if (found := tuple(known)) else None


def _temperatures(env: Environment) -> Say | Celsius | None:
    """Before and after: "31 °C → 44 °C", or the one that is known."""
    before, after = (
        None if value is None else Celsius(value)
        for value in (env.temperature_before, env.temperature_after)
    )
    if before is None or after is None:
        return before or after
    return Say("{before} → {after}", before=before, after=after)


def _io_path(run: Run) -> OneOf | Say | None:
    path = run.environment.io_path
    if path is None:
        return None
    buffering = [p.limits.buffered_by for p in run.phases if p.limits.buffered_by]
    if path == IoPath.DIRECT and buffering:
        return Say("direct, writes buffered by {filesystem}", filesystem=buffering[0])
    if path != IoPath.BUFFERED:
        return _IO_PATHS[path]
    states = sorted({phase.cache for phase in run.phases if phase.cache in CACHE_TITLES})
    return OneOf((_IO_PATHS[path], *(CACHE_TITLES[state] for state in states)))


def _link(env: Environment) -> Say | str | None:
    if not env.link or not env.link_ceiling:
        return env.link
    return Say("{link} (about {rate})", link=env.link, rate=Rate(env.link_ceiling))
