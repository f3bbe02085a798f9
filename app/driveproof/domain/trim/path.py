# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path from a file system down to the drives: which layer lets a TRIM through.

The command line and JSON call it the chain of layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto

from driveproof.domain.drive.drive import DeviceKind, Mount
from driveproof.domain.finding import Code, Finding, GradeWord, JoinedFinding, ToDo
from driveproof.domain.quantity import OneOf
from driveproof.domain.rating import Rating
from driveproof.domain.say import Coded, Say


class PathVerdict(StrEnum):
    """What a layer, or a whole path, does with a TRIM; the words are those of JSON."""

    PASS = "pass"
    BLOCK = "block"
    UNKNOWN = "unknown"
    PART = "part"
    """Of a whole path alone: it reaches some of the drives below, and not others."""


PASS, BLOCK, UNKNOWN, PART = PathVerdict
PATH_WORDS: Mapping[PathVerdict, GradeWord] = {
    PASS: GradeWord(PASS, Say("passes"), Rating.FINE),
    BLOCK: GradeWord(BLOCK, Say("blocks"), Rating.BAD),
    PART: GradeWord(PART, Say("passes in part"), Rating.ODD),
    UNKNOWN: GradeWord(UNKNOWN, Say("unknown"), Rating.UNKNOWN),
}
"""What the verdicts are called."""


class LayerTitle(StrEnum):
    """What describes a layer besides its name."""

    NAME = auto()
    """Its name alone."""
    MOUNT_OPTIONS = auto()
    USB_BRIDGE = auto()
    BRIDGE = auto()
    CACHE = auto()
    BELOW = auto()
    """What could not be followed has no name."""


class LayerFact(Code):
    """What was found about a layer."""

    QUOTE = auto()
    """As the kernel or a file has it."""
    # file systems: kind
    FITRIM = auto()
    IN_MEMORY = auto()
    NETWORK = auto()
    FUSE_BLOCK = auto()
    FUSE = auto()
    OVERLAY = auto()
    NEVER_WRITTEN = auto()
    BY_ITSELF = auto()
    NO_DEVICE = auto()
    UNKNOWN_KIND = auto()
    HOLDS_FILE = auto()
    HOLES_FREE_MEMORY = auto()
    HOLES_AT_ONCE = auto()
    HOLES_LATER = auto()
    # mounts
    NO_OPTIONS = auto()
    UNLISTED = auto()
    READ_ONLY_MOUNT = auto()
    JOURNAL_LEFT = auto()
    # devices
    NOT_REPORTED = auto()
    GONE = auto()
    READ_ONLY_DEVICE = auto()
    NO_DRIVE_BELOW = auto()
    TOO_MANY_DEVICES = auto()
    FILE_UNREACHABLE = auto()
    # drives and bridges
    GIVES_MEMORY_BACK = auto()
    VIRTUAL_HOST = auto()
    BRIDGE_FULL = auto()
    BRIDGE_DISABLED = auto()
    ADAPTER = auto()
    ONLY_HALF_OFFERED = auto()
    OFFERS_NOTHING = auto()
    NOT_ASKED = auto()
    RULE_WITHOUT_EFFECT = auto()
    PROOF_DECIDES = auto()
    BEHIND_BRIDGE = auto()
    UNQUEUED_BY_QUIRK = auto()
    ATA_TRIM = auto()
    ATA_NO_TRIM = auto()
    REPORT_NO_TRIM = auto()
    READS_ZEROS = auto()
    READS_SAME = auto()
    READS_ANYTHING = auto()
    # partitions
    PART_OF_DISK = auto()
    STARTS_AT = auto()
    MISALIGNED = auto()
    ALIGNED = auto()
    # loop devices and bcache
    NO_FILE = auto()
    PUNCHES_HOLES = auto()
    NO_HOLES = auto()
    CACHE_NEVER_TRIMMED = auto()
    CACHE_TRIMMED = auto()
    CACHE_NOT_TRIMMED = auto()
    # what lies on other devices
    NONE_BELOW = auto()
    ONE_TAKES_NONE = auto()
    BELOW_TAKES = auto()
    WITHOUT_ALLOW_DISCARDS = auto()
    CRYPTTAB = auto()
    CRYPTTAB_NO_OPTIONS = auto()
    FINER_THAN_STRIPE = auto()
    THIN_POOL_KEEPS = auto()
    SNAPSHOT = auto()
    LVM_RAID = auto()


class LayerRemedy(Code):
    """What would change a layer that blocks. Driveproof never does it."""

    NOT_NEEDED = auto()
    NONE_KNOWN = auto()
    TRIM_ON_SERVER = auto()
    TRIM_BELOW = auto()
    MOUNT_WITHOUT_OPTION = auto()
    SWITCH_PROVISIONING = auto()
    ASK_ADAPTER = auto()
    APPLY_RULE = auto()
    REMOVE_RULE = auto()
    REPLUG = auto()
    OTHER_ADAPTER = auto()
    SWITCHED_OFF = auto()
    HARD_DISK = auto()
    HOST_CAN_OFFER = auto()
    DRIVE_CANNOT = auto()
    WRITABLE_DEVICE = auto()
    KERNEL_QUIRK = auto()
    OTHER_PORT = auto()
    LOOP_WRITABLE = auto()
    MOVE_FILE = auto()
    NOT_IN_THIS_KERNEL = auto()
    WRITE_ONE = auto()
    OPEN_WRITABLE = auto()
    MOVE_TO_OTHER_DRIVES = auto()
    REOPEN_VOLUME = auto()
    ALLOW_DISCARDS = auto()
    STRIPE_GRANULARITY = auto()
    RAID_MODULE = auto()
    LVM_PASSDOWN = auto()
    REMOVE_SNAPSHOT = auto()


class LayerCost(StrEnum):
    """What a remedy costs."""

    JOURNAL_REPLAYED = auto()
    BRIDGES_CORRUPT = auto()
    NONE_UNLESS_FAULTY = auto()
    QUIRK_LOSES_DATA = auto()
    CACHE_WAITS = auto()
    FREE_BLOCKS_VISIBLE = auto()
    PARITY = auto()
    SLOW_FREEING = auto()


COSTS: Mapping[LayerCost, Say] = {
    LayerCost.JOURNAL_REPLAYED: Say("The journal is written back."),
    LayerCost.BRIDGES_CORRUPT: Say("Many bridges discard wrong sectors then: data is lost."),
    LayerCost.NONE_UNLESS_FAULTY: Say("Data is lost if TRIM was disabled because it fails here."),
    LayerCost.QUIRK_LOSES_DATA: Say("Forcing it (libata.force) loses data."),
    LayerCost.CACHE_WAITS: Say("Freeing space takes longer."),
    LayerCost.FREE_BLOCKS_VISIBLE: Say("The drive then shows which blocks are free."),
    LayerCost.PARITY: Say("If any member does not return zeros after TRIM, a rebuild loses data."),
    LayerCost.SLOW_FREEING: Say("Freeing space takes longer."),
}


class RootQuestion(StrEnum):
    """What root could additionally find out about a layer."""

    READ_AFTER_NVME = auto()
    READ_AFTER_ATA = auto()
    BEHIND_BRIDGE = auto()
    DM_TABLE = auto()


QUESTIONS: Mapping[RootQuestion, Say] = {
    RootQuestion.READ_AFTER_NVME: Say("what reads after TRIM return"),
    RootQuestion.READ_AFTER_ATA: Say("what reads after TRIM return"),
    RootQuestion.BEHIND_BRIDGE: Say("whether the drive behind the bridge has TRIM"),
    RootQuestion.DM_TABLE: Say("the options of the volume"),
}
IN_REPORT = frozenset({RootQuestion.READ_AFTER_ATA, RootQuestion.BEHIND_BRIDGE})
"""What smartctl's report can answer; DLFEAT is not in it (seen with smartctl 7.4)."""


class PathNote(Code):
    """What is said below the layers."""

    NOT_MOUNTED = auto()
    WHOLE_DISK = auto()
    NOTHING_IN_REPORTS = auto()
    NO_REPORT = auto()
    NOTHING_SENT = auto()
    REPORT_SILENT = auto()


class EndKind(StrEnum):
    """What a path ends in."""

    FLASH = auto()
    DRIVE = auto()
    VIRTUAL_DISK = auto()
    MEMORY_DISK = auto()
    MEMORY = auto()
    """Files in memory: it has no name."""


@dataclass(frozen=True, slots=True)
class PathEnd:
    """The end of a path, by its usual name.

    `devices` are its kernel names: a drive behind a multipath device has one for each way to it.
    """

    kind: EndKind
    name: str = ""
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A device of a path: what its own layers do, its end where it is a drive, and the names of
    those below it.

    `one_end`: those below are ways to one and the same drive.
    """

    verdict: PathVerdict
    end: PathEnd | None = None
    below: tuple[str, ...] = ()
    one_end: bool = False


def ends_of(tree: Mapping[str, Branch], name: str) -> dict[PathEnd, PathVerdict]:
    """Every end below a branch of a tree, and whether a TRIM from the branch reaches it.

    A device that takes a discard passes it to those below it that take one (drivers/md/raid1.c and
    raid0.c, dm-table.c; btrfs_trim_fs leaves out devices without discard).
    """
    return _ends_of(tree, name, {})


def _ends_of(
    tree: Mapping[str, Branch], name: str, known: dict[str, dict[PathEnd, PathVerdict]]
) -> dict[PathEnd, PathVerdict]:
    if name in known:
        return known[name]
    known[name] = {}  # a device below itself ends nowhere
    branch = tree.get(name)
    if branch is None:
        return {}
    found = {} if branch.end is None else {branch.end: PASS}
    for one in branch.below:
        for end, verdict in _ends_of(tree, one, known).items():
            found[end] = _by_any_way(found[end], verdict) if end in found else verdict
    if branch.one_end and len(found) > 1:
        ways = tuple(found)
        devices = tuple(device for end in ways for device in end.devices)
        verdict = min(found.values(), key=_BY_ANY_WAY.index)
        found = {PathEnd(ways[0].kind, ways[0].name, devices): verdict}
    known[name] = {end: _through(branch.verdict, verdict) for end, verdict in found.items()}
    return known[name]


_BY_ANY_WAY = (PASS, UNKNOWN, BLOCK)


def _by_any_way(one: PathVerdict, other: PathVerdict) -> PathVerdict:
    return min(one, other, key=_BY_ANY_WAY.index)


def _through(above: PathVerdict, below: PathVerdict) -> PathVerdict:
    """What gets through two layers: nothing where either blocks."""
    return next((word for word in (BLOCK, UNKNOWN) if word in {above, below}), PASS)


class LayerKind(StrEnum):
    """A layer that is no device with others below it. JSON has the values."""

    FILESYSTEM = "filesystem"
    MOUNT = "mount"
    BRIDGE = "bridge"
    DRIVE = "drive"


KIND_TITLES: Mapping[str, Say] = {
    LayerKind.FILESYSTEM: Say("File system"),
    LayerKind.MOUNT: Say("Mount"),
    LayerKind.BRIDGE: Say("Bridge"),
    LayerKind.DRIVE: Say("Drive"),
    DeviceKind.PARTITION: Say("Partition"),
    DeviceKind.CRYPT: Say("Encryption"),
    DeviceKind.LVM: Say("Logical volume"),
    DeviceKind.MD: Say("RAID"),
    DeviceKind.DM: Say("Device mapper"),
    DeviceKind.MULTIPATH: Say("Multipath"),
    DeviceKind.BCACHE: Say("Cache"),
    DeviceKind.LOOP: Say("Loop device"),
    DeviceKind.ZRAM: Say("Memory"),
    DeviceKind.DISK: Say("Disk"),
}
"""What a layer is; another kind is called as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathLayer:
    """One layer, from the file system (first) to the drive (last).

    `name` is its usual name ("/home", "/dev/mapper/vault"), `device` its kernel name or "".
    `kind` is a DeviceKind or a LayerKind. `facts` are the findings, `source` names the files and
    commands behind them.
    """

    name: str
    kind: str
    verdict: PathVerdict
    facts: tuple[Finding, ...]
    source: str
    device: str = ""
    title: LayerTitle = LayerTitle.NAME
    remedy: ToDo | None = None
    cost: LayerCost | None = None
    root: RootQuestion | None = None
    rule: str = ""
    """A udev rule that would do what `remedy` says, to be copied whole; "" for none."""

    @property
    def label(self) -> Say:
        """What it is called."""
        match self.title:
            case LayerTitle.MOUNT_OPTIONS:
                return Say("mount options")
            case LayerTitle.USB_BRIDGE | LayerTitle.BRIDGE:
                return Say("bridge of {name}", name=self.name)
            case LayerTitle.CACHE:
                return Say("cache {name}", name=self.name)
            case LayerTitle.BELOW:
                return Say("underlying devices")
        return Say("{text}", text=self.name)

    @property
    def finding(self) -> JoinedFinding:
        """What it does with a TRIM, with the code of the first fact, and what would change that
        with its cost.
        """
        facts = tuple(one for fact in self.facts for one in fact.say)
        do, kind = self.remedy, KIND_TITLES.get(self.kind, self.kind)
        if do is not None and self.cost is not None:
            said = Say("{text} Drawback: {cost}", text=do.say, cost=COSTS[self.cost])
            do = ToDo(do.code, said)
        return JoinedFinding(
            self.facts[0].code if self.facts else LayerFact.NOT_REPORTED,
            (Say("{facts}", facts=OneOf(facts)),) if len(facts) > 1 else facts,
            self.verdict,
            () if do is None else (do,),
            self.source,
            Coded(self.device or self.name or self.kind, self.label),
            Coded(self.kind, kind if self.title is LayerTitle.NAME else ""),
            self.facts,
        )

    @property
    def short_label(self) -> Say:
        """The same within a sentence: of a device without its folder."""
        if self.title is not LayerTitle.NAME or self.kind == LayerKind.FILESYSTEM:
            return self.label
        return Say("{text}", text=self.name.removeprefix("/dev/mapper/").removeprefix("/dev/"))


class TimerReason(Code):
    """Why fstrim.timer trims a mount or not, or why that is not known."""

    NOT_INSTALLED = auto()
    NOT_ASKED = auto()
    NO_ANSWER = auto()
    EMPTY_LIST = auto()
    UNREADABLE_LIST = auto()
    TAKES_NO_DISCARD = auto()
    LISTED = auto()
    LISTED_ELSEWHERE = auto()
    NOT_LISTED = auto()
    NOTRIM = auto()
    READ_ONLY = auto()
    NO_BLOCK_DEVICE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodicTrim:
    """fstrim.timer; None for what is not known. `listed` says whether this very mount is in the
    list of fstrim.service, `why` why so.
    """

    installed: bool | None = None
    enabled: bool | None = None
    active: bool | None = None
    last: datetime | None = None
    next: datetime | None = None
    listed: bool | None = None
    why: tuple[Finding, ...] = ()
    source: str = ""

    @property
    def could_run(self) -> bool:
        """Whether the timer is there and off, and would trim this mount."""
        off = self.enabled is False or self.active is False
        return bool(self.installed) and off and self.listed is not False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardPath:
    """All layers of one mount point or device. `start` is the usual name of its start; `ends` are
    the drives below. `unreached` are those of them that no TRIM reaches although it reaches others.
    """

    target: str
    mount: Mount | None
    layers: tuple[PathLayer, ...]
    start: str = ""
    ends: tuple[PathEnd, ...] = ()
    unreached: tuple[PathEnd, ...] = ()
    reach: PathVerdict | None = None
    """What the devices do together; None: what the layers do one after the other."""
    periodic: PeriodicTrim | None = None
    continuous: bool | None = None
    """Whether the mount discards as files are deleted (`discard`); None without a mount."""
    continuous_option: str = ""
    """The mount option that enables it, "" for none."""
    notes: tuple[Finding, ...] = ()
    elsewhere: tuple[Mount, ...] = ()
    """The other mounts of the same file system that are seen from here."""

    @property
    def lost(self) -> tuple[Say, ...]:
        """What a TRIM takes that cannot be undone."""
        deleted = Say("Deleted files can usually no longer be recovered.")
        if all(layer.kind != DeviceKind.CRYPT for layer in self.layers):
            return (deleted,)
        return deleted, Say("The drive then shows which blocks are free.")

    @property
    def udev_rule(self) -> str:
        """The rule of the first layer that has one, "" for none."""
        return next((layer.rule for layer in self.layers if layer.rule), "")

    @property
    def root_questions(self) -> tuple[RootQuestion, ...]:
        """What root could find out about the layers, each once."""
        return tuple(dict.fromkeys(one.root for one in self.layers if one.root is not None))

    @property
    def for_root(self) -> Say | None:
        """The same in a sentence, None for nothing."""
        asked = dict.fromkeys(QUESTIONS[one] for one in self.root_questions)
        if not asked:
            return None
        return Say("Only root can read: {questions}.", questions=OneOf(tuple(asked)))

    @property
    def verdict(self) -> PathVerdict:
        """What all layers do together."""
        return verdict_of(self.layers) if self.reach is None else self.reach

    @property
    def reached(self) -> tuple[PathEnd, ...]:
        """The drives that a TRIM reaches, where it reaches some; otherwise all below."""
        return tuple(end for end in self.ends if end not in self.unreached)

    def verdict_for(self, device: str) -> PathVerdict:
        """Whether a TRIM gets through to one of the drives, by its kernel name."""
        if self.verdict != PART:
            return self.verdict
        if any(device in end.devices for end in self.unreached):
            return BLOCK
        return PASS if any(device in end.devices for end in self.reached) else PART

    @property
    def say(self) -> Say:
        """The verdict in a sentence."""
        start, worst = self.start or self.target, self.decisive
        if worst is None:
            return Say("Unknown whether TRIM from {start} is blocked.", start=start)
        if self.verdict == PASS:
            return self._reached(start)
        layer = worst.short_label
        if self.verdict == UNKNOWN:
            return Say(
                "Unknown whether TRIM from {start} passes {layer}.", start=start, layer=layer
            )
        if self.verdict == PART:
            return Say(
                "TRIM from {start} reaches {ends}, but not {unreached}.",
                start=start,
                ends=_names(self.reached),
                unreached=_names(self.unreached),
            )
        if worst.kind == LayerKind.DRIVE:
            return Say("{name} does not support TRIM.", name=worst.label)
        # Translators: {layer} is the name of a volume, of a file system, "mount options"
        return Say("TRIM from {start} is blocked by {layer}.", start=start, layer=layer)

    def _reached(self, start: str) -> Say:
        if {layer.kind for layer in self.layers} <= {LayerKind.BRIDGE, LayerKind.DRIVE}:
            return Say("{start} supports TRIM.", start=start)
        ends = _names(self.ends) if self.ends else self.layers[-1].short_label
        return Say("Nothing blocks TRIM from {start} down to {ends}.", start=start, ends=ends)

    @property
    def by_itself(self) -> Say | None:
        """Whether anything trims this mount automatically; None without a mount."""
        if self.mount is None:
            return None
        place = self.mount.path
        periodic = self.periodic or PeriodicTrim()
        runs = periodic.active if periodic.active is not None else periodic.enabled
        if self.verdict == BLOCK:
            return Say("TRIM is blocked.")
        if self.continuous:
            return Say("Deleted files are trimmed at once.")
        if runs and periodic.listed:
            return Say("fstrim.timer trims {place}.", place=place)
        if self.continuous is None or runs is None or (runs and periodic.listed is None):
            return Say("Unknown whether {place} is trimmed automatically.", place=place)
        return Say("Nothing trims {place} automatically.", place=place)

    @property
    def decisive(self) -> PathLayer | None:
        """The first layer with the verdict of the whole, or that blocks a part of it; None where
        there are no layers.
        """
        verdict = BLOCK if self.verdict == PART else self.verdict
        return next((layer for layer in self.layers if layer.verdict == verdict), None)


def _names(ends: Iterable[PathEnd]) -> OneOf:
    names: list[object] = []
    for end in dict.fromkeys(ends):
        if len(end.devices) > 1:
            names += [f"/dev/{name}" for name in end.devices]
        else:
            names.append(Say("memory") if end.kind is EndKind.MEMORY else end.name)
    return OneOf(tuple(names))


def reach_of(ends: Mapping[PathEnd, PathVerdict], layers: tuple[PathLayer, ...]) -> PathVerdict:
    """What a path does whose ends are reached or not. Without ends, what its layers do."""
    words = set(ends.values())
    if words >= {PASS, BLOCK}:
        return PART
    if words == {PASS}:
        return UNKNOWN if any(layer.verdict == UNKNOWN for layer in layers) else PASS
    return next((word for word in (BLOCK, UNKNOWN) if word in words), verdict_of(layers))


def verdict_of(layers: tuple[PathLayer, ...]) -> PathVerdict:
    """One block blocks; else one unknown leaves it unknown; nothing at all is unknown."""
    words = {layer.verdict for layer in layers}
    if BLOCK in words:
        return BLOCK
    return UNKNOWN if UNKNOWN in words or not words else PASS
