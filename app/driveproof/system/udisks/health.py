# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health from UDisks2: without root, without a prompt, and without waking the drive.

ATA through `Drive.Ata`; NVMe through `NVMe.Controller`, which UDisks2 has since 2.10. UDisks2
caches what it read from a drive: a list of drives and a sleeping drive get these values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from jeepney import DBusAddress

from driveproof.domain.errors import MachineError
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import ATA, NVME, UDISKS_ATA, UDISKS_NVME, Health
from driveproof.domain.health.rest import Choice
from driveproof.domain.health.verdict import CAUTION, GOOD, UNKNOWN
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Seconds
from driveproof.system.bus import BusCallError, Connection, call
from driveproof.system.smart.known_drives import with_what_is_known
from driveproof.system.smart.udisks import ata_health, nvme_health
from driveproof.system.smart.validation import MOST_EVENTS, ValueReader, text
from driveproof.system.udisks.objects import UDISKS_PREFIX, ObjectTree

NAME = "org.freedesktop.UDisks2"
_INTERFACES = {ATA: f"{UDISKS_PREFIX}Drive.Ata", NVME: f"{UDISKS_PREFIX}NVMe.Controller"}
FRESH_SECONDS = 3600.0
"""Seconds after which a temperature is too old to show: the drive may have slept since."""
_NAMESPACE = f"{UDISKS_PREFIX}NVMe.Namespace"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_ERROR = f"{UDISKS_PREFIX}Error."
_QUIET = {"auth.no_user_interaction": ("b", True)}

_GONE = frozenset(
    f"org.freedesktop.DBus.Error.{word}"
    for word in ("UnknownObject", "UnknownInterface", "UnknownMethod", "InvalidArgs")
)
"""D-Bus errors that mean that an object or interface does not exist (any more)."""


class _GoneError(Exception):
    """The object or the interface has gone."""


def read_udisks(
    connection: Connection,
    path: str,
    object_path: str,
    *,
    nvme: bool,
    choose: Callable[[datetime | None, bool], Choice],
    wake: bool,
    timeout: float,
    now: datetime,
) -> Health | None:
    """The health of the drive of a block object; None where UDisks2 has no health of it.

    `choose` says whether the drive is read anew, by when UDisks2 read it last and whether it tests
    itself; otherwise UDisks2's cached values are used. A drive that sleeps, unless it is to `wake`,
    or does not answer within `timeout` seconds, gets its last values. `path` is the device's name
    in messages.

    Raises MachineError for a drive that has gone or never answered, TimeoutError and BusCallError
    where UDisks2 itself does not answer, OSError where the bus has gone.
    """
    kind = NVME if nvme else ATA
    asked = _Asked(connection, _INTERFACES[kind], timeout)
    try:
        drive = asked.property(object_path, f"{UDISKS_PREFIX}Block", "Drive")
        properties = asked.properties(drive, asked.interface)
    except _GoneError:
        return None
    reading = ValueReader()
    asleep = False
    testing = properties.get("SmartSelftestStatus") == "inprogress"
    chosen = choose(_collected(properties, now), testing)
    try:
        if chosen is Choice.ANEW and properties.get("SmartEnabled", True) is not False:
            asleep = _update(asked, path, drive, reading, wake=wake)
            properties = asked.properties(drive, asked.interface)
        collected = _collected(properties, now)
        attributes = None if collected is None else _attributes(asked, drive, reading)
        identity = asked.properties(drive, f"{UDISKS_PREFIX}Drive")
        names = {"namespace": _namespace(asked, object_path)} if nvme else {}
    except _GoneError as error:
        raise MachineError("{path} was removed.", path=path) from error
    _note_age(reading, collected, now)
    health = Health(
        taken=now,
        source=UDISKS_NVME if nvme else UDISKS_ATA,
        kind=kind,
        asleep=asleep,
        at_rest=chosen is Choice.REST,
        updated=collected,
        model=text(identity.get("Model")),
        serial=text(identity.get("Serial")),
        wwn=text(identity.get("WWN")),
        firmware=text(identity.get("Revision")),
    )
    if nvme:
        filled = nvme_health(health, {**properties, **names}, attributes, reading)
    else:
        filled = ata_health(health, properties, attributes, reading, path)
    return replace(filled, notes=tuple(reading.notes))


class _Asked:
    """One connection and its timeout: any call may find that the drive has gone."""

    def __init__(self, connection: Connection, interface: str, timeout: float) -> None:
        self._connection = connection
        self.interface = interface
        self.timeout = timeout

    def property(self, path: str, interface: str, name: str) -> str:
        """One property, as text."""
        body = self.call(path, _PROPERTIES, "Get", "ss", interface, name)
        return str(body[0][1])

    def properties(self, path: str, interface: str) -> Mapping[str, Any]:
        """All properties of an interface."""
        (variants,) = self.call(path, _PROPERTIES, "GetAll", "s", interface)
        return {name: variant[1] for name, variant in variants.items()}

    def call(
        self, path: str, interface: str, method: str, signature: str, *body: Any
    ) -> tuple[Any, ...]:
        """Call any method."""
        if not path.startswith("/") or path == "/":
            raise _GoneError
        address = DBusAddress(path, bus_name=NAME, interface=interface)
        try:
            return call(self._connection, address, method, signature, body, timeout=self.timeout)
        except BusCallError as error:
            if error.name in _GONE:
                raise _GoneError from error
            raise


def _update(asked: _Asked, path: str, drive: str, reading: ValueReader, *, wake: bool) -> bool:
    """Read the drive anew; returns whether it sleeps. Any other failure becomes a note."""
    options = _QUIET if wake else {"nowakeup": ("b", True), **_QUIET}
    try:
        asked.call(drive, asked.interface, "SmartUpdate", "a{sv}", options)
    except TimeoutError:
        reading.note(Note("{name} does not answer.", name=path))
    except BusCallError as error:
        name = error.name.removeprefix(_ERROR)
        if name == "WouldWakeup":
            return True
        if name.startswith("NotAuthorized"):
            reading.note(Note("Saved values: UDisks2 reads the drive only for a local user."))
        else:
            reading.note(
                Note(
                    "{name} failed: {reason}.",
                    reason=text(error.text).rstrip("."),
                    name="UDisks2",
                )
            )
    return False


def _attributes(asked: _Asked, drive: str, reading: ValueReader) -> Any:
    try:
        body = asked.call(drive, asked.interface, "SmartGetAttributes", "a{sv}", _QUIET)
    except (TimeoutError, BusCallError):
        reading.note(Note("UDisks2 did not report the drive's attributes."))
    else:
        return body[0] if body else None
    return None


def _collected(properties: Mapping[str, Any], now: datetime) -> datetime | None:
    """When UDisks2 last read the drive; None for never."""
    seconds = properties.get("SmartUpdated")
    if isinstance(seconds, bool) or not isinstance(seconds, int) or seconds <= 0:
        return None
    try:
        return min(datetime.fromtimestamp(seconds, UTC), now)
    except (ValueError, OverflowError, OSError):
        return now


def _note_age(reading: ValueReader, collected: datetime | None, now: datetime) -> None:
    if collected is not None and reading.notes:
        age = Seconds((now - collected).total_seconds())
        reading.note(Note("Its values are {age} old.", age=age))


def _namespace(asked: _Asked, object_path: str) -> Mapping[str, Any]:
    try:
        return asked.properties(object_path, _NAMESPACE)
    except _GoneError:
        return {}


class KnownHealth(NamedTuple):
    """A Grade, and degrees Celsius."""

    word: str = UNKNOWN
    temperature: float | None = None


def known_health(
    tree: ObjectTree, block: str, *, rotational: bool | None, now: float
) -> KnownHealth:
    """The health in the cached properties of the drive of a block object.

    They are judged like the Health page's data, but most are missing (wear, most counters), so
    "good" means less here than in `driveproof health`. `now` is in seconds since 1970.
    """
    drive = str(tree.get(block, "Block").get("Drive", "/"))
    for kind, interface in _INTERFACES.items():
        told = tree.get(drive, interface.removeprefix(UDISKS_PREFIX))
        updated = _number(told.get("SmartUpdated"))
        if not updated:
            continue
        health = _health(told, kind, now)
        model = text(tree.get(drive, "Drive").get("Model"))
        firmware = text(tree.get(drive, "Drive").get("Revision"))
        spins = rotational if kind == ATA else False
        health = replace(health, model=model, firmware=firmware, rotational=spins)
        health = with_what_is_known(health)
        if now - updated >= FRESH_SECONDS:
            health = replace(health, temperature=None)
        word = judge_health(health).word
        # UDisks2 does not report which attributes these are: perhaps age or temperature
        # (count_failing_attrs in its udiskslinuxdriveata.c).
        if word == GOOD and _number(told.get("SmartNumAttributesFailing")) > 0:
            word = CAUTION
        return KnownHealth(word, health.temperature)
    return KnownHealth()


def _health(told: Mapping[str, Any], kind: str, now: float) -> Health:
    reading = ValueReader()
    moment = datetime.fromtimestamp(now, UTC)
    if kind == NVME:
        health = Health(taken=moment, updated=moment, kind=NVME, source=UDISKS_NVME)
        return nvme_health(health, told, None, reading)
    health = Health(taken=moment, updated=moment, kind=ATA, source=UDISKS_ATA)
    health = ata_health(health, told, None, reading)
    # Pending and reallocated sectors in one number; -1 for unknown.
    sectors = _number(told.get("SmartNumBadSectors"))
    return replace(health, reallocated=int(sectors) if 0 <= sectors <= MOST_EVENTS else None)


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0
