# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a TRIM will do and what cannot be undone afterwards, in sentences; and why it cannot be."""

from __future__ import annotations

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import DriveproofError, MachineError, RefusedError
from driveproof.domain.text import visible
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import SECTOR
from driveproof.domain.trim.path import BLOCK, DiscardPath, PathLayer
from driveproof.wording.units import format_size

_OWN = frozenset({"filesystem", "mount"})


def upper_layers(chain: DiscardPath, devices: tuple[str, ...]) -> tuple[PathLayer, ...]:
    """The layers that a discard of the file system passes by itself.

    Below a loop device there is a file, and what holds it is trimmed for itself: that may block
    without any harm to what is freed here. `devices` are those that count discards.
    """
    found: list[PathLayer] = []
    for number, layer in enumerate(chain.layers):
        own = chain.mount is not None and number < len(_OWN) and layer.kind in _OWN
        if own or (layer.device in devices and layer.kind != "filesystem"):
            found.append(layer)
    return tuple(found)


def refusal(
    chain: DiscardPath, devices: tuple[str, ...], filesystem: str, others: int = 0
) -> DriveproofError | None:
    """Why there can be no TRIM, with what would change that; None where it can.

    `others` is how many devices lie side by side under the file system: there one that blocks does
    not stop the others.
    """
    mount = chain.mount
    layers = upper_layers(chain, devices)
    blocked = [layer for layer in layers if layer.verdict == BLOCK]
    whole = [layer for layer in blocked if layer.kind in _OWN]
    if whole or (blocked and others < 2):
        worst = (whole or blocked)[0]
        return MachineError(
            f"A TRIM would not reach the drive: {visible(worst.name)} blocks it"
            f" ({visible(worst.fact)}).",
            visible(worst.remedy),
        )
    if mount is None and not filesystem:
        return MachineError(
            f"{visible(chain.target)} holds no file system that could be mounted.",
            "Name a mount point, or a device with a file system.",
        )
    if mount is not None and not devices:
        return MachineError(
            f"No block device is known below {visible(mount.path)}.",
            "Only a file system on a drive of this machine can be trimmed.",
        )
    if mount is not None and mount.read_only:
        return RefusedError(
            f"{visible(mount.path)} is mounted read-only.",
            "Mount it for writing first: 'mount -o remount,rw' as root.",
        )
    return None


def what_happens(mount: Mount | None, device: str, free: FreeSpace | None) -> tuple[str, ...]:
    """What will be done, in order."""
    said = []
    if mount is None:
        said.append(
            f"{visible(device)} is mounted for it by UDisks2, and unmounted afterwards. Mounting"
            " writes to it: a journal that was left open is written back."
        )
    what = "its free blocks" if free is None else free_words(free)
    said.append(
        f"The file system itself tells the drive which blocks are free (FITRIM): {what}. It holds"
        " its locks meanwhile, so files can be used, and none is touched."
    )
    said.append("It can be cancelled at any time; what was trimmed until then stays trimmed.")
    return tuple(said)


def what_is_lost(chain: DiscardPath) -> tuple[str, ...]:
    """What cannot be undone."""
    said = [
        "Files that were deleted before cannot be recovered afterwards, by no program: their blocks"
        " are what is given back."
    ]
    if any(layer.kind == "crypt" for layer in chain.layers):
        said.append(
            "On an encrypted drive the pattern of free blocks becomes visible to whoever gets hold"
            " of it."
        )
    if any(layer.kind == "loop" for layer in chain.layers):
        said.append("The file under the loop device gets holes where blocks are free.")
    return tuple(said)


def free_words(free: FreeSpace) -> str:
    """How much is free, for people."""
    if free.estimate:
        return f"about {format_size(free.bytes)} (an estimate: {free.why or 'nobody tells'})"
    if not free.ranges:
        return "nothing is free"
    ranges = "1 range" if free.ranges == 1 else f"{free.ranges} ranges"
    return f"{format_size(free.bytes)} in {ranges}"


def too_short_words(free: FreeSpace | None) -> tuple[str, ...]:
    """That some of what is free, or all of it, cannot be discarded; nothing where it can."""
    if free is None or not free.too_short:
        return ()
    least = format_size(free.shortest)
    if not free.fitting:
        return (
            f"Every free range is shorter than the {least} that the device discards at once, so a"
            " TRIM leaves all of them out.",
        )
    return (
        f"{format_size(free.too_short)} of it lie in ranges shorter than the {least} that the"
        " device discards at once: a TRIM leaves these out.",
    )


def sectors(size: int) -> int:
    """Bytes in the kernel's sectors."""
    return size // SECTOR
