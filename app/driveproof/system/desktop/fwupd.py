# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks fwupd for newer firmware of one drive. Nothing is downloaded or flashed.

The bus interface is that of fwupd 1.x and 2.x: `GetDevices -> aa{sv}`, `GetUpgrades(s) -> aa{sv}`
(https://github.com/fwupd/fwupd/blob/main/src/org.freedesktop.fwupd.xml).
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from typing import Any

from jeepney import DBusAddress

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import MachineError
from driveproof.domain.notes import Note, error_note
from driveproof.domain.text import visible
from driveproof.system.bus import BusCallError, call, connect

LONGEST = 20_000
"""Characters of markup that are read."""
_DECLARATIONS = re.compile(r"<!--.*?-->|<!", re.DOTALL)


class _Reader(HTMLParser):
    """Formats the elements that it knows, and keeps the text of all others."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = [""]
        self._numbers: list[int | None] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style"}:
            self._hidden += 1
        elif tag in {"ul", "ol"}:
            self._numbers.append(0 if tag == "ol" else None)
        elif tag == "li":
            mark = "\N{BULLET} "
            if self._numbers and (number := self._numbers[-1]) is not None:
                self._numbers[-1] = number + 1
                mark = f"{number + 1}. "
            self.blocks.append(mark)
        elif tag in {"p", "br", "div"}:
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"}:
            self._hidden = max(self._hidden - 1, 0)
        elif tag in {"ul", "ol"} and self._numbers:
            self._numbers.pop()
        if tag in {"p", "li", "ul", "ol"}:
            self.blocks.append("")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.blocks[-1] += data


def plain_text(markup: Any) -> str:
    """A line per paragraph or list entry, with unprintable characters escaped; "" for no text."""
    if not isinstance(markup, str):
        return ""
    reader = _Reader()
    # A declaration is not part of the markup, and Python's parser fails at a broken one.
    reader.feed(_DECLARATIONS.sub("", markup[:LONGEST]))
    reader.close()
    lines = (visible(" ".join(block.split())) for block in reader.blocks)
    return "\n".join(line for line in lines if line not in {"", "\N{BULLET}"})


NAME = "org.freedesktop.fwupd"
FWUPD = DBusAddress("/", bus_name=NAME, interface=NAME)
CALL_SECONDS = 20.0
"""Seconds: the bus starts fwupd, which examines every device before it answers."""

# FwupdDeviceFlags, https://fwupd.github.io/libfwupd/flags.DeviceFlags.html
_NEEDS_REBOOT = 1 << 8
_NEEDS_SHUTDOWN = 1 << 17
_URGENCIES = {1: "low", 2: "medium", 3: "high", 4: "critical"}  # FwupdReleaseUrgency
_LONGEST = 200
_ABSENT = ("ServiceUnknown", "NameHasNoOwner")

Record = Mapping[str, Any]


def firmware_news(
    device: BlockDevice, address: str = "", timeout: float = CALL_SECONDS
) -> FirmwareNews:
    """What fwupd knows of this drive; `missing` says why it could not be queried.

    A drive is identified by its serial number, where fwupd reports it (only to root), or by the
    GUID that fwupd derives from the model (RFC 4122 version 5 of the DNS namespace) and, among
    several, by its current firmware. `address` is the bus, `timeout` the seconds for each call.
    Raises nothing.
    """
    current = visible(device.firmware)
    try:
        with connect(address) as connection:

            def ask(method: str, *words: str) -> list[Record]:
                signature = "s" * len(words)
                (found,) = call(connection, FWUPD, method, signature, words, timeout=timeout)
                return _records(found)

            return _news(device, current, ask)
    except BusCallError as error:
        missing = _refused(error)
    except MachineError as error:
        missing = error_note(error)
    except TimeoutError:
        missing = Note("{name} does not answer.", name="fwupd")
    except (OSError, ValueError) as error:
        missing = Note("{name} failed: {reason}.", reason=str(error), name="fwupd")
    return FirmwareNews(current=current, missing=missing)


def _news(device: BlockDevice, current: str, ask: Callable[..., list[Record]]) -> FirmwareNews:
    known = _this_drive(device, ask("GetDevices"))
    if known is None:
        return FirmwareNews(current=current)
    vendor = _text(known.get("Vendor"))
    flags = known.get("Flags")
    reboot = isinstance(flags, int) and bool(flags & (_NEEDS_REBOOT | _NEEDS_SHUTDOWN))
    try:
        releases = ask("GetUpgrades", str(known.get("DeviceId", "")))
    except BusCallError as error:
        if not error.name.endswith((".NothingToDo", ".NotSupported", ".NotFound")):
            raise
        releases = []
    newest = next((one for one in releases if _text(one.get("Version"))), None)
    if newest is None:
        return FirmwareNews(current=current, known=True, vendor=vendor, needs_reboot=reboot)

    version = _text(newest.get("Version"))
    urgency = newest.get("Urgency")
    return FirmwareNews(
        current=current,
        known=True,
        newest=version,
        notes=plain_text(newest.get("Description")),
        vendor=_text(newest.get("Vendor")) or vendor,
        urgency=_URGENCIES.get(urgency, "") if isinstance(urgency, int) else "",
        needs_reboot=reboot,
        link=_link(newest.get("DetailsUrl")) or _link(newest.get("Homepage")),
    )


def _this_drive(device: BlockDevice, devices: list[Record]) -> Record | None:
    serial = device.serial.strip()
    by_serial = [one for one in devices if serial and _text(one.get("Serial")) == serial]
    if by_serial:
        return by_serial[0]
    guid = _guid(device.model)
    others = (one for one in devices if not _text(one.get("Serial")))
    alike = [one for one in others if guid and guid in _texts(one.get("Guid"))]
    same = [one for one in alike if _text(one.get("Version")) == device.firmware.strip()]
    # Several drives of one model, none with this firmware: it cannot be identified.
    return next(iter(same or (alike if len(alike) == 1 else [])), None)


def _guid(model: str) -> str:
    """The GUID that fwupd derives from an instance ID: the model, for NVMe and ATA drives alike."""
    name = model.strip()
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, name)) if name and name.isprintable() else ""


def _records(found: Any) -> list[Record]:
    """`aa{sv}` without the variants' types; anything malformed is left out."""
    listed = found if isinstance(found, list) else []
    return [
        {str(key): value[1] for key, value in one.items() if isinstance(value, tuple)}
        for one in listed
        if isinstance(one, dict)
    ]


def _text(value: Any) -> str:
    return visible(value.strip())[:_LONGEST] if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [one.lower() for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _link(value: Any) -> str:
    """The address if a browser may open it."""
    text = _text(value)
    return text if text.startswith("https://") and " " not in text else ""


def _refused(error: BusCallError) -> Note:
    if error.name.rsplit(".", 1)[-1] in _ABSENT or ".Spawn." in error.name:
        return Note("{program} is not installed.", program="fwupd")
    text = visible(" ".join(error.text.split()))[:_LONGEST].rstrip(".")
    reason = text or error.name
    return Note("{name} failed: {reason}.", reason=reason, name="fwupd")
