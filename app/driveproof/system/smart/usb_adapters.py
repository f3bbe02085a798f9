# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the machine knows of a USB adapter without a command to it, and what smartctl says of the
drive behind one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from driveproof.domain.drive.attachment import Attachment, UsbAdapter
from driveproof.domain.errors import MachineError
from driveproof.domain.health.adapter import (
    AdapterNote,
    UsbSmart,
    quirks_of,
    read_adapter_notes,
)
from driveproof.domain.health.report import HealthKind
from driveproof.domain.json_documents import BrokenDocumentError, documents
from driveproof.domain.pasted import decoded
from driveproof.domain.say import Say
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.smartctl import MOST
from driveproof.system.smart.validation import ValueReader, text

UDEV = Path("/run/udev/data")
"""udev's database, which anybody may read: a file for each device (systemd, sd-device)."""
_SBIN = "/usr/sbin:/sbin:/usr/bin"
_SECONDS = 10.0
_TYPE = re.compile(r"^USB Type\s+(\S.*?)\s*$", re.MULTILINE)
_MOST_WORDS = 200
_BAD_LINE = 1 << 0
_FAILED = _BAD_LINE | 1 << 1
"""smartctl(8), RETURN VALUES: it did not understand the command line, or could not open or identify
the device."""
_ERROR = re.compile(r"failed|unknown|unable|unsupported|ambiguous", re.IGNORECASE)


@cache
def shipped_notes() -> tuple[AdapterNote, ...]:
    """What is known beyond smartctl's drive database."""
    file = resources.files("driveproof") / "resources" / "usb-adapters.toml"
    return read_adapter_notes(file.read_text("utf-8"))


def udev_found_ata(number: str, folder: Path = UDEV) -> bool:
    """Whether udev read the identity of an ATA drive from the device with this number ("8:16") when
    it appeared; its absence proves nothing.
    """
    try:
        with (folder / f"b{number}").open("rb") as file:
            return b"E:ID_ATA=1" in file.read(2**16).split(b"\n")
    except (OSError, ValueError):
        return False


def smartctl_program(path: str | None = None) -> str | None:
    """smartctl for who is not root, whose PATH may lack the folders of the administrator."""
    return shutil.which("smartctl", path=path) or shutil.which("smartctl", path=_SBIN)


def database_types(adapter: UsbAdapter, program: str | None = None) -> tuple[str, ...]:
    """The types that smartctl's drive database has for an adapter, each once; () for none, and
    without smartctl. No device is opened (smartctl(8), -P showall).
    """
    program = program or smartctl_program()
    if program is None:
        return ()
    ids = f"0x{adapter.vendor:04x}:0x{adapter.product:04x}", f"0x{adapter.release:04x}"
    try:
        said = subprocess.run(
            (program, "-P", "showall", *ids),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False,
            env={"LC_ALL": "C"},
        ).stdout  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(dict.fromkeys(_TYPE.findall(said.decode("utf-8", "replace"))))


def machine_knows(
    attached: Attachment,
    number: str,
    *,
    database: Callable[[UsbAdapter], tuple[str, ...]] = database_types,
    udev: Path = UDEV,
) -> UsbSmart | None:
    """What the machine knows of the adapter that the drive with this number ("8:16") is behind;
    None where the kernel does not say which one it is.
    """
    adapter = attached.usb_adapter
    if adapter is None:
        return None
    return UsbSmart(
        adapter=adapter,
        driver=attached.usb_driver,
        ata=udev_found_ata(number, udev),
        database=database(adapter),
        quirks=quirks_of(adapter, shipped_notes()),
    )


@dataclass(frozen=True, slots=True)
class AdapterAnswer:
    """What smartctl found behind an adapter (`smartctl -i`)."""

    kind: HealthKind = HealthKind.UNKNOWN
    model: str = ""
    serial: str = ""
    capacity: int | None = None
    smart: bool = True
    """False where the drive says that it has no SMART."""
    error: str = ""
    """smartctl's own words where it failed."""
    too_old: bool = False
    """Whether this smartctl does not know the type."""

    @property
    def nvme(self) -> bool:
        """Whether it is an NVMe drive."""
        return self.kind is HealthKind.NVME


def read_answer(data: bytes) -> AdapterAnswer:
    """What smartctl said (`smartctl -i` as JSON, with its text: the JSON alone does not say why an
    identity could not be read). Raises MachineError for what is no report of it.
    """
    try:
        document = next(documents(decoded(data[: MOST + 1]), infinite=True), None)
    except BrokenDocumentError:
        document = None
    tree = Tree(document)
    smartctl = tree["smartctl"]
    status = smartctl.at("exit_status")
    if not isinstance(status, int):
        raise MachineError("{name} failed: {reason}.", name="smartctl", reason=Say("no answer"))
    said = [text(row.at("string")) for row in smartctl["messages"].rows()]
    error = ""
    if status & _FAILED:
        lines = smartctl.at("output")
        said += [text(line) for line in lines] if isinstance(lines, list) else []
        error = next((line for line in said if _ERROR.search(line)), "") or f"exit status {status}"
    protocol = text(tree.at("device.protocol")).casefold()
    reading = ValueReader()
    told = tree.at("user_capacity.bytes")
    return AdapterAnswer(
        kind=HealthKind(protocol) if protocol in tuple(HealthKind) else HealthKind.UNKNOWN,
        model=text(tree.at("model_name")),
        serial=text(tree.at("serial_number")),
        capacity=reading.size(
            tree.at("nvme_total_capacity") if told is None else told, Say("Capacity")
        )
        or None,
        smart=tree.at("smart_support.available") is not False,
        error=error[:_MOST_WORDS],
        too_old=bool(status & _BAD_LINE) and any("device type" in line for line in said),
    )
