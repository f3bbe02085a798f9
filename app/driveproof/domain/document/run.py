# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run in our JSON, with the machine around it and what was made of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from driveproof.domain.access import Cache
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.phase import PhaseDocument, SummaryDocument
from driveproof.domain.document.values import (
    Bytes,
    Celsius,
    Count,
    CountedBytes,
    Counter,
    Document,
    Figure,
    Moment,
    Over,
    Positive,
    Primary,
    Share,
    Signed,
    Size,
    Text,
    Way,
    about,
    words,
)
from driveproof.domain.expected_speed import RangePlace, Unknown
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import NoteKind
from driveproof.domain.rating import Rating
from driveproof.domain.run.areas import CapacityVerdict
from driveproof.domain.run.file_ages import Age, LeftOut
from driveproof.domain.run.load_curve import LATENCIES
from driveproof.domain.run.run import HostFault, IoPath, PathKind, TargetKind
from driveproof.domain.speed import Pace


class KernelMessageDocument(Struct, frozen=True, kw_only=True):
    """A line that the kernel logged about a device during a run."""

    seconds: Annotated[Signed, about("since the run began")]
    kind: Annotated[
        Text,
        about(
            "reset, timeout, I/O error, medium error, link slower, bus error, device "
            "gone, array member failed, file system error"
        ),
    ]
    text: Annotated[Text, about("as the kernel wrote it")]
    times: Annotated[Positive, about("that it came, but for its numbers")]


class ChangeDocument(Struct, frozen=True, kw_only=True):
    """What changed in the health of a drive."""

    key: Annotated[Text, about("the field's name")]
    title: Text
    before: Annotated[Text, about("in words; unknown where unknown")]
    after: Text
    change: Text
    amount: Annotated[float | None, about("in unit")]
    unit: Annotated[Text, about("bytes, seconds, celsius, count, share; may be empty")]
    alarming: bool


class SnapshotDocument(Struct, frozen=True, kw_only=True):
    """The health of a drive at one moment."""

    taken: Moment
    source: Text | None
    firmware: Text | None
    passed: bool | None
    temperature: Celsius | None
    power_on: Annotated[float, Meta(ge=0, description="seconds")] | None
    power_cycles: Counter | None
    unsafe_shutdowns: Counter | None
    start_stops: Counter | None
    written: CountedBytes | None
    read: CountedBytes | None
    used: Annotated[Figure | None, about("a share; may be above 1")]
    spare: Annotated[Figure | None, about("a share")]
    reallocated: Counter | None
    pending: Counter | None
    uncorrectable: Counter | None
    media_errors: Counter | None
    spin_retries: Counter | None
    end_to_end: Counter | None
    command_timeouts: Counter | None
    reallocation_events: Counter | None
    crc_errors: Counter | None
    error_log_entries: Counter | None
    warnings: tuple[Text, ...]


class DriveHealthDocument(Struct, frozen=True, kw_only=True):
    """The health of a drive before and after a run."""

    identity: Text
    before: SnapshotDocument | None
    after: SnapshotDocument | None
    changes: tuple[ChangeDocument, ...]


class RunHealthDocument(DriveHealthDocument, frozen=True, kw_only=True):
    """The same of the first drive of a run, and what the run wrote; null where nothing was kept."""

    written_by_test: CountedBytes | None
    others: Annotated[tuple[DriveHealthDocument, ...], about("further drives below the target")]


class InFileDocument(Struct, frozen=True, kw_only=True):
    """The drive in the file of an imported run, once a person has assigned the run to one."""

    identity: Text | None
    model: Text | None
    serial: Text | None
    wwn: Text | None


class TargetDocument(Struct, frozen=True, kw_only=True):
    """What was measured."""

    path: Annotated[Text | None, about("null where an imported file lacks it")]
    kind: TargetKind
    device: Text | None
    identity: Annotated[Text | None, about("finds the same drive in other runs")]
    model: Text | None
    serial: Text | None
    wwn: Text | None
    firmware: Text | None
    size: Size | None
    bus: Text | None
    drive_class: Annotated[
        Text | None, about("the class of the one drive below: hdd-7200, sata-ssd, nvme-4, ...")
    ]
    media: Annotated[Text | None, about("what that drive stores on: ssd, hdd, flash, ...")]
    zones: Annotated[
        Text | None,
        about(
            "whether that drive is shingled: host-managed, host-aware, or hint (a hard "
            "disk that offers TRIM)"
        ),
    ]
    filesystem: Text | None
    mount_point: Text | None
    mount_options: tuple[Text, ...]
    stack: tuple[
        Annotated[Text, about("from the block device of the file system down to the drives")], ...
    ]
    in_file: InFileDocument | None


class BootDocument(Struct, frozen=True, kw_only=True):
    """The last start of the machine as systemd counted it, in seconds; null parts are not known."""

    firmware: Figure | None
    loader: Figure | None
    kernel: Figure | None
    initrd: Figure | None
    userspace: Figure | None


class FilesOfAgeDocument(Struct, frozen=True, kw_only=True):
    """Files of an age that can be read."""

    age: Age
    files: Positive
    bytes: Count
    median: Annotated[Figure, about("age, in seconds")]


class LeftOutFilesDocument(Struct, frozen=True, kw_only=True):
    """Files that were not read."""

    why: LeftOut
    files: Positive
    bytes: Count


class FileAgesDocument(Struct, frozen=True, kw_only=True):
    """The files of a folder whose files were read by their age. No name is kept."""

    files: Annotated[Count, about("that were looked at")]
    bytes: Count
    whole: Annotated[bool, about("whether there was time for all")]
    born: Annotated[
        bool, about("whether all say when they were made; else their last change stands for it")
    ]
    ages: tuple[FilesOfAgeDocument, ...]
    left_out: tuple[LeftOutFilesDocument, ...]


class EnvironmentDocument(Struct, frozen=True, kw_only=True):
    """The machine around a run."""

    kernel: Text | None
    fio: Text | None
    driveproof: Text | None
    cpu: Text | None
    cpus: Positive | None
    memory: Bytes | None
    scheduler: Text | None
    power_source: Annotated[Text | None, about("ac, battery")]
    power_profile: Text | None
    governor: Text | None
    temperature_before: Celsius | None
    temperature_after: Celsius | None
    fill: Share | None
    io_path: IoPath | None
    test_file_size: Bytes | None
    link: Text | None
    link_ceiling: Annotated[Count | None, about("bytes per second")]
    link_kind: Annotated[Text | None, about("pcie, sata, usb, network")]
    link_slower: Annotated[bool | None, about("whether it ran below what drive and port could do")]
    block_format: Annotated[Count | None, about("bytes of a logical block of the one drive below")]
    usb_driver: Annotated[Text | None, about("uas, usb-storage")]
    link_power: Annotated[
        Text | None,
        about("power saving of the link and the drive's own sleep states, as the run began"),
    ]
    array: Annotated[
        Text | None, about("what spreads or copies the data over legs: btrfs raid1, md raid1, LVM")
    ]
    legs: Annotated[
        tuple[Text, ...],
        about("kernel names of the devices that each hold a copy or a part of the data"),
    ]
    cpu_idle: Annotated[
        Text | None,
        about("the deepest sleep that the CPU may enter, and how long it takes to leave it"),
    ]
    free: Annotated[
        Count | None, about("bytes of the file system that this user could write as the run began")
    ]
    encryption: Annotated[
        Text | None,
        about(
            "what encrypts the data on its way to the drive: LUKS2; none: nothing does; "
            "null: not known"
        ),
    ]
    source: Annotated[
        Text | None, about("the program whose file it is from; null when measured here")
    ]
    kernel_log: Annotated[
        Text | None,
        about(
            "where kernel_messages are from: kmsg, journal; refused, missing: they could "
            "not be read; null: nobody looked"
        ),
    ]
    sqlite: Annotated[Text | None, about("its version, where everyday tasks used it")]
    compiler: Annotated[Text | None, about("what it reports")]
    boot: BootDocument | None
    file_ages: Annotated[FileAgesDocument | None, about("null of any other measurement")]


class LatencyCapDocument(Struct, frozen=True, kw_only=True):
    """Only of a search under a maximum latency."""

    metric: Annotated[MetricName, words(*LATENCIES)]
    seconds: Figure


class StoppingRuleDocument(Struct, frozen=True, kw_only=True):
    """When a test was measured well enough, where that is judged test by test."""

    version: Positive
    within: Annotated[Figure, about("half_width that is certain")]
    minimum: Annotated[Positive, about("repeats of each test")]
    maximum: Annotated[Positive, about("of a test that is not certain")]
    budget: Bytes | None
    written: Bytes | None


class InTurnDocument(Struct, frozen=True, kw_only=True):
    """Only of a run that was measured in turn with one of another drive."""

    other: Annotated[Text, about("the id of the run of the other drive")]
    side: Annotated[int, Meta(ge=0, le=1, description="0: named first")]
    seed: Annotated[Count, about("what the order was drawn with")]
    turns: Annotated[
        Text, Meta(pattern="^[01]*$", description="the order: for each repeat the side that had it")
    ]


class CompanionDocument(Struct, frozen=True, kw_only=True):
    """One of several drives that were measured together."""

    path: Text
    device: Text | None
    model: Text | None
    serial: Text | None
    name: Annotated[Text | None, about("the kernel's")]


class SharedPathDocument(Struct, frozen=True, kw_only=True):
    """What several drives share on their way to the memory."""

    kind: PathKind
    name: Annotated[Text, about("its speed; empty where unknown")]
    place: Annotated[Text, about("where the kernel has it")]
    ceiling: Annotated[Count | None, about("bytes per second")]
    drives: tuple[Positive, ...]


class MultiDriveDocument(Struct, frozen=True, kw_only=True):
    """Only of a measurement of several drives."""

    drives: Annotated[
        tuple[CompanionDocument, ...], about("in the order of their numbers, which begin at 1")
    ]
    shared: Annotated[
        tuple[SharedPathDocument, ...],
        about("what several of them share on their way to the memory"),
    ]


class HostDocument(Struct, frozen=True, kw_only=True):
    """One of several hosts, as it was before anything was written."""

    name: Text
    fio: Text | None
    kernel: Text | None
    cpus: Count | None
    memory: Bytes | None
    filesystem: Text | None
    source: Annotated[Text | None, about("what is mounted there")]
    free: Bytes | None
    clock: Annotated[Signed | None, about("seconds that its clock was ahead")]
    fault: Annotated[HostFault | None, about("why it did not measure to the end; null: it did")]
    message: Annotated[Text | None, about("what it or ssh reported then")]


class ScalePointDocument(Struct, frozen=True, kw_only=True):
    """The sum of so many hosts."""

    hosts: Positive
    total: SummaryDocument | None


class ScaleDocument(Struct, frozen=True, kw_only=True):
    """How a test grew with the number of hosts."""

    phase: Annotated[Text, about("the test without its number of hosts")]
    direction: Way
    points: tuple[ScalePointDocument, ...]
    ends: Annotated[
        int | None, about("from so many hosts on the sum hardly grows; null: it grows to the end")
    ]


class EarlierDocument(Struct, frozen=True, kw_only=True):
    """Medians of the same test in earlier runs of the drive."""

    runs: Positive
    median: Figure | None
    low: Figure | None
    high: Figure | None


class ComparedDocument(Struct, frozen=True, kw_only=True):
    """The verdict of compare on the test against the newest earlier run with enough repeats."""

    run: Text
    verdict: Verdict
    ratio: Figure | None


class BandDocument(Struct, frozen=True, kw_only=True):
    """Where drives of the class lie; never a verdict by itself."""

    drive_class: Text = field(name="class")
    low: Figure
    high: Figure
    in_flight: Annotated[
        tuple[int, ...], about("minimum and maximum I/Os in flight that it is for")
    ]
    place: RangePlace
    source: Text
    year: int | None


class ExpectationDocument(Struct, frozen=True, kw_only=True):
    """A test of a run in one direction; a part that is unknown is null, with the reason in
    unknown.
    """

    phase: Text
    direction: Way
    metric: Primary
    median: Figure | None
    link_share: Annotated[Figure | None, about("share of what the link carries")]
    earlier: EarlierDocument | None
    verdict: Annotated[Pace, about("what the value means for the drive's speed")]
    compared: ComparedDocument | None
    manufacturer: Annotated[Figure | None, about("the manufacturer's value, where it is known")]
    band: BandDocument | None
    unknown: Annotated[dict[str, Unknown], about("why a part is null, by its key")]


class SpeedDocument(Struct, frozen=True, kw_only=True):
    """The verdict of speed over all tests; null where none can be judged; not there where that was
    not asked for.
    """

    rating: Rating
    verdict: Pace
    sentence: Text
    advice: Annotated[Text | None, about("what would decide it")]


class CapacityDocument(Struct, frozen=True, kw_only=True):
    """The answer of the profile capacity; not there for any other run."""

    verdict: CapacityVerdict
    checked: Annotated[Count, about("bytes read back")]
    right: Annotated[Count, about("of these as written")]
    true: Annotated[
        Count | None, about("bytes that the drive really has; null unless it wraps or ends")
    ]
    true_to: Annotated[Count | None, about("then it is somewhere from true to here")]
    probe: bool | UnsetType = UNSET


class NoteDocument(Struct, frozen=True, kw_only=True):
    """What to know beside the values."""

    text: Annotated[Text, about("a sentence")]
    kind: Annotated[NoteKind, about("what it is about; empty for most")]


class RunDocument(Document, frozen=True, kw_only=True):
    """driveproof run, driveproof show, driveproof export FILE.json"""

    id: Text
    profile: Text
    method: Annotated[Text, about("how it was measured, as `profiles[].method`")]
    title: Annotated[Text, about("of the profile")]
    cache: Annotated[
        Cache | None,
        about("how the profile had its I/O go; null where an imported file does not report it"),
    ]
    label: Annotated[Text, about("empty without one")]
    remarks: Text
    status: Over
    error: Text | None
    error_details: Annotated[
        Text | None,
        about("what the program that failed said, where it is not known what that means"),
    ]
    started: Moment | None
    seconds: Annotated[Figure | None, about("never 0: null where an imported file lacks it")]
    repeats_planned: Positive | None
    notes: tuple[NoteDocument, ...]
    target: TargetDocument
    environment: EnvironmentDocument
    kernel_messages: tuple[KernelMessageDocument, ...]
    health: RunHealthDocument | None
    answer: AnswerDocument
    latency_cap: LatencyCapDocument | UnsetType = UNSET
    stopping_rule: StoppingRuleDocument | UnsetType = UNSET
    in_turn: InTurnDocument | UnsetType = UNSET
    log: (
        Annotated[
            CompanionDocument,
            about("where the log of the tests was written, if that was another drive"),
        ]
        | UnsetType
    ) = UNSET
    multi_drive: MultiDriveDocument | UnsetType = UNSET
    hosts: (
        Annotated[
            tuple[HostDocument, ...],
            about(
                "only of a measurement on several hosts: what they were before anything was written"
            ),
        ]
        | UnsetType
    ) = UNSET
    scale: (
        Annotated[
            tuple[ScaleDocument, ...],
            about(
                "only of a measurement on several hosts: how the sums grew with their number, "
                "where that was varied"
            ),
        ]
        | UnsetType
    ) = UNSET
    speed: SpeedDocument | UnsetType | None = UNSET
    expected: (
        Annotated[
            tuple[ExpectationDocument, ...],
            about("what each test can be compared with; not there where that was not asked for"),
        ]
        | UnsetType
    ) = UNSET
    capacity: CapacityDocument | UnsetType = UNSET
    phases: tuple[PhaseDocument, ...]


class RunsDocument(Document, frozen=True, kw_only=True):
    """driveproof export of several runs."""

    runs: tuple[RunDocument, ...]
