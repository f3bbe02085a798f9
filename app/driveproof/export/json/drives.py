# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as the JSON document of `driveproof list --json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from driveproof.domain.dashboard import DriveLine, Speed, line_of
from driveproof.domain.document.values import (
    Bytes,
    Celsius,
    Count,
    Counter,
    Document,
    Figure,
    Moment,
    Positive,
    Rate,
    Seconds,
    Share,
    Size,
    about,
    alike,
)
from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.attachment import Attachment, Performance, UsbAdapter, UsbDriver
from driveproof.domain.drive.drive import BlockDevice, Inventory, Layer, Mount
from driveproof.domain.drive.nature import virtual_host, zones
from driveproof.domain.health.verdict import Grade
from driveproof.domain.trim.path import PathVerdict
from driveproof.domain.zones import Zones
from driveproof.system.kernel.answering import ServedMount
from driveproof.wording.catalogue import in_english
from driveproof.wording.finding import findings_text


class SilentMountDocument(Struct, frozen=True, kw_only=True):
    """A mount whose server or program does not answer."""

    path: Annotated[str, about("the mount point")]
    source: str
    filesystem: str


class BlockFormatDocument(Struct, frozen=True, kw_only=True):
    """A format of the blocks of an NVMe drive."""

    data: Size
    metadata: Bytes
    performance: Performance | None


class LayerDocument(Struct, frozen=True, kw_only=True):
    """A block device with what it lies on, from top to bottom."""

    depth: Count
    device: str
    kind: str
    size: Size | None
    filesystem: str | None
    label: str | None
    uuid: Annotated[str | None, about("of the file system, or of what else is on it")]


class UsbAdapterDocument(Struct, frozen=True, kw_only=True):
    """The USB device that a drive is, or is behind; its numbers in hexadecimal."""

    vendor: Annotated[str, about("idVendor")]
    product: Annotated[str, about("idProduct")]
    release: Annotated[str, about("bcdDevice")]
    name: str | None


@in_english()
def usb_adapter_document(adapter: UsbAdapter) -> UsbAdapterDocument:
    """The document of an adapter."""
    numbers = {name: f"{getattr(adapter, name):04x}" for name in ("vendor", "product", "release")}
    return UsbAdapterDocument(**numbers, name=adapter.name or None)


class AttachmentDocument(Struct, frozen=True, kw_only=True):
    """How a drive is attached, and what it does to save power."""

    usb_driver: UsbDriver | None
    usb_adapter: UsbAdapterDocument | None
    formats: tuple[BlockFormatDocument, ...]
    format_in_use: BlockFormatDocument | None
    sata_power: str | None
    aspm: Annotated[tuple[str, ...] | None, about("sleep states that the PCIe link may enter")]
    aspm_policy: str | None
    apst: Annotated[
        Figure | None,
        about("seconds that leaving a sleep state may take; 0 where the drive may enter none"),
    ]
    runtime: Annotated[str | None, about("auto, on")]
    suspended: bool
    apm: bool | None
    standby: Annotated[float | None, about("seconds")]


class MountDocument(Struct, frozen=True, kw_only=True):
    """A mount of the device, or of one on it."""

    path: str
    device: str
    filesystem: str | None
    label: str | None
    uuid: str | None
    options: tuple[str, ...]
    read_only: bool | None
    size: Bytes | None
    free: Bytes | None
    used: Bytes | None


class ArrayDocument(Struct, frozen=True, kw_only=True):
    """State of a RAID array, or of a file system of several devices."""

    kind: Annotated[str, about("md, btrfs, lvm")]
    members: Count | None
    active: Count | None
    degraded: bool
    action: ArrayAction | None
    progress: Share | None
    speed: Rate | None
    seconds_left: Figure | None
    mismatches: Bytes | None


class QueueLimitsDocument(Struct, frozen=True, kw_only=True):
    """Of the block layer's queue."""

    logical_block_size: Bytes | None
    physical_block_size: Bytes | None
    minimum_io_size: Bytes | None
    optimal_io_size: Bytes | None
    max_sectors_bytes: Bytes | None
    nr_requests: Count | None
    read_ahead_bytes: Bytes | None
    discard_granularity: Bytes | None
    discard_max_bytes: Bytes | None
    discard_max_hw_bytes: Bytes | None
    write_cache: Annotated[str | None, about("write back, write through")]
    rotational: bool | None
    zoned: Annotated[str | None, about("none, host-aware, host-managed")]


class EarlierSpeedDocument(Struct, frozen=True, kw_only=True):
    """An earlier result."""

    bandwidth: float
    measured: Moment


class ReadSpeedDocument(Struct, frozen=True, kw_only=True):
    """The last sequential read that was measured."""

    phase: Annotated[str, about("name of the test")]
    run: Annotated[str, about("id")]
    bandwidth: Annotated[float, about("bytes per second")]
    measured: Moment
    before: Annotated[
        tuple[EarlierSpeedDocument, ...],
        about("earlier results of the same test on this drive, oldest first"),
    ]


class IdentityDocument(Struct, frozen=True, kw_only=True):
    """What a drive is, without what changes while it is used."""

    device: str
    name: str
    kind: Annotated[
        str, about("nvme, ata, usb, scsi, mmc, virtio, md, crypt, lvm, loop, zram, ...")
    ]
    title: str
    model: str | None
    vendor: str | None
    serial: str | None
    wwn: str | None
    firmware: str | None
    size: Annotated[Positive | None, about("bytes; never 0")]
    bus: str | None
    media: str | None


class DriveDocument(IdentityDocument, frozen=True, kw_only=True):
    """A drive, or another block device that people measure."""

    rotational: bool | None
    rotation_rate: Annotated[Count | None, about("turns per minute")]
    removable: bool | None
    read_only: bool | None
    scheduler: str | None
    link: str | None
    link_max: str | None
    zones: Annotated[Zones | None, about("hint: a hard disk that offers TRIM, perhaps shingled")]
    virtual: Annotated[
        str | None,
        about("the hypervisor or cloud of a virtual disk, virtio where that is all that is known"),
    ]
    attachment: AttachmentDocument
    backing_file: str | None
    mounts: tuple[MountDocument, ...]
    stack: tuple[LayerDocument, ...]
    holders: tuple[LayerDocument, ...]
    array: ArrayDocument | None
    limits: QueueLimitsDocument
    health: Grade | None
    trim: PathVerdict | None
    temperature: Celsius | None
    sentence: Annotated[str | None, about("why health is what it is")]
    life_left: Annotated[Share | None, about("share of the rated life")]
    power_on: Seconds | None
    written: Annotated[Counter | None, about("bytes in its life")]
    fill: Annotated[Share | None, about("used share of the mounted file systems on it")]
    read_speed: ReadSpeedDocument | None
    checked: Annotated[Moment | None, about("when it was checked last")]


class ListDocument(Document, frozen=True, kw_only=True):
    """driveproof list"""

    source: Annotated[str, about("the source: udisks")]
    silent_mounts: Annotated[
        tuple[SilentMountDocument, ...],
        about("the mounts whose server or program did not answer in time"),
    ]
    drives: tuple[DriveDocument, ...]


@in_english()
def inventory_document(
    inventory: Inventory,
    lines: Sequence[DriveLine] = (),
    silent: Sequence[ServedMount] = (),
) -> ListDocument:
    """The whole document: every listed device. `lines` are the values of the dashboard,
    `silent` the mounts whose server or program does not answer.
    """
    known = {line.device.name: line for line in lines}
    return ListDocument(
        source=inventory.source,
        drives=tuple(
            drive_document(device, inventory, known.get(device.name))
            for device in inventory.listed()
        ),
        silent_mounts=tuple(
            SilentMountDocument(
                path=one.point,
                source=one.source,
                filesystem=one.filesystem,
            )
            for one in silent
        ),
    )


@in_english()
def drive_document(
    device: BlockDevice, inventory: Inventory, line: DriveLine | None = None
) -> DriveDocument:
    """One drive. Sizes in bytes, temperature in degrees Celsius; unknown values are null.

    `stack` is the device and everything below it, from top to bottom; `holders` is what is directly
    on it; `mounts` are those of the device and of everything on it.
    """
    line = line or line_of(device, inventory)
    return alike(
        DriveDocument,
        identity_document(device),
        rotational=device.rotational,
        rotation_rate=device.rotation_rate,
        removable=device.removable,
        read_only=device.read_only,
        scheduler=device.scheduler,
        link=device.link,
        link_max=device.link_max,
        backing_file=device.backing_file or None,
        mounts=tuple(_mount(mount, owner) for mount, owner in inventory.mounts_above(device)),
        stack=tuple(_layer(layer) for layer in inventory.stack(device)),
        holders=tuple(_layer(layer) for layer in inventory.above(device)[1:]),
        limits=alike(QueueLimitsDocument, device.limits),
        zones=zones(device),
        virtual=virtual_host(device) or None,
        attachment=_attachment(device.attachment),
        array=None if device.array is None else _array(device.array),
        health=line.grade,
        sentence=findings_text(line.verdict.summary) if line.verdict is not None else None,
        trim=line.trim,
        temperature=line.temperature,
        life_left=line.life_left,
        power_on=line.power_on,
        written=line.written,
        fill=line.fill,
        read_speed=None if line.speed is None else _speed(line.speed),
        checked=None if line.checked is None else line.checked.isoformat(),
    )


def _attachment(attached: Attachment) -> AttachmentDocument:
    in_use, adapter = attached.format_in_use, attached.usb_adapter
    return AttachmentDocument(
        usb_driver=attached.usb_driver,
        usb_adapter=None if adapter is None else usb_adapter_document(adapter),
        formats=tuple(alike(BlockFormatDocument, one) for one in attached.formats),
        format_in_use=None if in_use is None else alike(BlockFormatDocument, in_use),
        sata_power=attached.sata_power or None,
        aspm=None if attached.aspm is None else tuple(attached.aspm),
        aspm_policy=attached.aspm_policy or None,
        apst=None if attached.apst is None else attached.apst / 1e6,
        runtime=attached.runtime or None,
        suspended=attached.suspended,
        apm=attached.apm,
        standby=attached.standby,
    )


def _array(state: ArrayState) -> ArrayDocument:
    return alike(ArrayDocument, state, members=state.wanted)


def _speed(speed: Speed) -> ReadSpeedDocument:
    return ReadSpeedDocument(
        phase=speed.test,
        run=speed.run,
        bandwidth=speed.last,
        measured=speed.measured.isoformat(),
        before=tuple(
            EarlierSpeedDocument(
                bandwidth=value,
                measured=moment.isoformat(),
            )
            for moment, value in speed.values[:-1]
        ),
    )


def identity_document(device: BlockDevice) -> IdentityDocument:
    """What a drive is, without what changes while it is used."""
    names = ("model", "vendor", "serial", "wwn", "firmware", "size", "bus", "media")
    known = {name: getattr(device, name) or None for name in names}
    return alike(IdentityDocument, device, device=device.path, **known)


def _mount(mount: Mount, owner: BlockDevice) -> MountDocument:
    return MountDocument(
        path=mount.path,
        device=owner.path,
        filesystem=mount.filesystem or None,
        label=owner.label or None,
        uuid=owner.uuid or None,
        options=tuple(mount.options),
        read_only=mount.read_only,
        size=owner.filesystem_size,
        free=owner.free,
        used=owner.used,
    )


def _layer(layer: Layer) -> LayerDocument:
    device = layer.device
    return LayerDocument(
        depth=layer.depth,
        device=device.path,
        kind=device.kind,
        size=device.size or None,
        filesystem=device.filesystem or None,
        label=device.label or None,
        uuid=device.uuid or None,
    )
