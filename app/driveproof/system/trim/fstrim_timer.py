# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks systemd about fstrim.timer, reads the list of mounts of its service, and switches it on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jeepney import DBusAddress

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.domain.trim.fstrim import (
    DEFAULT_COMMAND,
    FSTAB,
    MOUNTINFO,
    Entry,
    FstrimTable,
    TimerFacts,
    periodic_trim,
    tables_of,
)
from driveproof.domain.trim.path import PeriodicTrim, TimerReason
from driveproof.helper.mounts import table_fields, table_lines
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.systemd_units import BUS, MANAGER, switch_on

TIMER, SERVICE = "fstrim.timer", "fstrim.service"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_SECONDS = 2.0
_LATEST = 253402300799  # the end of the year 9999, beyond which datetime ends


def read_timer(address: str = "") -> TimerFacts:
    """What systemd reports; prompts nobody, starts nothing. `address` is the bus."""
    try:
        with connect(address) as connection:
            return _ask(connection)
    except MachineError:
        return TimerFacts(
            why=Finding(TimerReason.NOT_ASKED, (Say("{name} does not answer.", name="systemd"),))
        )
    except (BusCallError, OSError, ValueError, TypeError):  # a TimeoutError is an OSError
        return TimerFacts(
            why=Finding(TimerReason.NO_ANSWER, (Say("{name} does not answer.", name="systemd"),))
        )


def enable_timer(address: str = "") -> None:
    """Switch fstrim.timer on, now and at every start; call it in a thread, systemd may prompt.

    Raises RefusedError, MachineError.
    """
    switch_on(TIMER, f"sudo systemctl enable --now {TIMER}", address)


def periodic(
    mount: Mount,
    mounts: tuple[Mount, ...],
    etc: Path,
    timer: TimerFacts,
    *,
    takes: bool | None,
) -> PeriodicTrim:
    """The timer, and whether `mount` is in its list; `mounts` is the whole mount table."""
    tables = tuple(_table(path, mounts, etc) for path in tables_of(timer.command))
    key = _identity(mount)
    same = tuple(one for one in mounts if _identity(one) == key)
    return periodic_trim(mount, tables, same, timer, takes=takes)


def read_fstab(path: Path) -> tuple[Entry, ...] | None:
    """The lines of fstab(5); empty without the file, None where it may not be read."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError:
        return None
    entries = []
    for line in table_lines(text):
        fields = [word.decode("utf-8", "surrogateescape") for word in table_fields(line)]
        if len(fields) < 3 or fields[0].startswith("#"):
            continue
        options = tuple(fields[3].split(",")) if len(fields) > 3 else ()
        entries.append(Entry(fields[0], fields[1], fields[2], options))
    return tuple(entries)


def _ask(connection: Any) -> TimerFacts:
    def ask(address: DBusAddress, method: str, signature: str, *body: Any) -> Any:
        found = call(connection, address, method, signature, body, timeout=_SECONDS, activate=False)
        return found[0]

    def properties(unit: str, kind: str) -> dict[str, Any]:
        path = ask(MANAGER, "LoadUnit", "s", unit)
        address = DBusAddress(str(path), bus_name=BUS, interface=_PROPERTIES)
        both: dict[str, Any] = {}
        for interface in ("Unit", kind):
            both |= ask(address, "GetAll", "s", f"{BUS}.{interface}")
        return {name: value for name, (_, value) in both.items()}

    timer = properties(TIMER, "Timer")
    loaded = str(timer.get("LoadState", ""))
    if loaded == "not-found":
        return TimerFacts(installed=False)
    try:
        state = str(ask(MANAGER, "GetUnitFileState", "s", TIMER))
    except BusCallError:
        state = str(timer.get("UnitFileState", ""))
    return TimerFacts(
        installed=True,
        state=visible(state),
        active=timer.get("ActiveState") == "active",
        last=_moment(timer.get("LastTriggerUSec")),
        next=_moment(timer.get("NextElapseUSecRealtime")),
        command=_command(properties(SERVICE, "Service").get("ExecStart")),
    )


def _command(value: Any) -> tuple[str, ...]:
    """The arguments of ExecStart, a(sasbttttuii); util-linux's own where it is missing."""
    if isinstance(value, list) and value:
        words = tuple(str(word) for word in value[0][1])
        if tables_of(words):
            return words
    return DEFAULT_COMMAND


def _moment(microseconds: Any) -> datetime | None:
    """0 means never, and so does the largest number (systemd's USEC_INFINITY)."""
    if not isinstance(microseconds, int) or not 0 < microseconds // 1_000_000 <= _LATEST:
        return None
    return datetime.fromtimestamp(microseconds / 1e6, UTC)


def _table(path: str, mounts: tuple[Mount, ...], etc: Path) -> FstrimTable:
    if path == MOUNTINFO or path.endswith("/mountinfo"):
        lines = (Entry(one.source, one.path, one.filesystem, one.options) for one in mounts)
        return FstrimTable(path, tuple(lines))
    return FstrimTable(path, read_fstab(etc / "fstab" if path == FSTAB else Path(path)))


def _identity(mount: Mount) -> tuple[str, str]:
    """The same for all mounts of one file system; subvolumes of btrfs share only the source."""
    return ("", mount.source) if mount.number.startswith("0:") else (mount.number, "")
