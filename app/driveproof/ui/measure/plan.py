# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Measure will do: a function of what is selected, what is entered and what is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from driveproof.domain.access import Cache
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.domain.hosts.profiles import of_lists, on_hosts
from driveproof.domain.hosts.scale import with_scale
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.against import check_against, on_both, takes_turns
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.for_device import TargetUse, for_way, needs_device
from driveproof.domain.profile.mixed import takes_mixed, with_mixed
from driveproof.domain.profile.plan import ByHelper, Copies, OfDrives, OfSomeDrives
from driveproof.domain.profile.profile import (
    Profile,
    copying_from,
    with_drives,
    with_log_apart,
    writes_log,
)
from driveproof.domain.profile.test_file import filling, fitted_profile
from driveproof.domain.units import parse_size
from driveproof.methods.iops_at_latency.plan import sized_for

if TYPE_CHECKING:
    from driveproof.engine.run.target import FolderFacts

_CHOOSE = Advice("Choose a folder.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """What the person entered in the form; what is empty or None stays as the profile has it."""

    size: str = ""
    repeats: int | None = None
    seconds: float | None = None
    cache: Cache | None = None
    nocow: bool = False
    mixed: bool = False
    overwrite: bool = False
    choices: Mapping[str, Any] = field(default_factory=dict)
    """What the plan of the profile declares, by the name of its field; a DriveproofError is why
    what was typed is no value.
    """
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """A second drive, if one is wanted for this: its folder or device, "" while none is chosen."""

    wanted: bool = False
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosts:
    """Other hosts that measure, if that is wanted: their names, or why these are not known. With
    `grows` they measure on 1, 2, 4, ... of them.
    """

    wanted: bool = False
    names: tuple[str, ...] | DriveproofError = ()
    grows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was read of the target so far: the expected rates, the class and the write cache in
    bytes of its drive, the class of the second one, the folder, and its file system with the free
    bytes that the list of drives has.
    """

    rates: Rates | None = None
    speed: SpeedClass = SpeedClass.OTHER
    cache: float | None = None
    second_speed: SpeedClass = SpeedClass.OTHER
    folder: FolderFacts | None = None
    filesystem: str = ""
    free: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything that decides what the page shows: the selected profile, drive (`selected`) and
    target (`path`, "" for none), what is entered, and what was `read` of the drive and the folder.

    `drives` are the folders and devices that are ticked for a measurement of several. `disturbing`
    is what a measurement would disturb now, `helper` why a device cannot be read or written.
    """

    profile: Profile | None = None
    inventory: Inventory = field(default_factory=Inventory)
    selected: BlockDevice | None = None
    path: str = ""
    entered: Entered = Entered()
    read: Known = Known()
    hosts: Hosts = Hosts()
    drives: tuple[str, ...] = ()
    second: Further = Further()
    source: Further = Further()
    log: Further = Further()
    disturbing: DriveproofError | None = None
    helper: DriveproofError | None = None

    @property
    def device(self) -> BlockDevice | None:
        """The device that is the target itself, None for a folder."""
        return self.inventory.get(self.path) if self.path.startswith("/dev/") else None

    @property
    def elsewhere(self) -> bool:
        """Whether other hosts measure: they do not have this one's devices."""
        lists = self.profile is not None and of_lists(self.profile)
        return self.hosts.wanted and lists and self.device is None

    @property
    def known(self) -> Known:
        """What is known of what is measured: of other hosts nothing."""
        return Known() if self.elsewhere else self.read

    @property
    def use(self) -> TargetUse:
        """How the target is treated."""
        if self.device is None:
            return TargetUse.FOLDER
        return TargetUse.OVERWRITE if self.entered.overwrite else TargetUse.READ

    @property
    def second_use(self) -> TargetUse:
        """How the second of two drives is treated that are measured in turn."""
        return TargetUse.READ if self.is_device(self.second.path) else TargetUse.FOLDER

    def is_device(self, path: str) -> bool:
        """Whether a path is that of a known device."""
        return self.inventory.get(path) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """Which further drives or hosts the page offers for a profile."""

    drives: bool = False
    hosts: bool = False
    second: bool = False
    source: bool = False
    log: bool = False


def offered(state: State) -> Offered:
    """What is offered beside the target. A second drive that is ticked stays: it says why a profile
    cannot be measured so.
    """
    profile = state.profile
    if profile is None:
        return Offered(second=state.second.wanted)
    alone = not (state.second.wanted or state.elsewhere)
    drives = isinstance(profile.plan, OfDrives)
    return Offered(
        drives=drives,
        hosts=of_lists(profile) and (state.elsewhere or not state.second.wanted),
        second=(state.second.wanted or takes_turns(profile)) and not (drives or state.elsewhere),
        source=isinstance(profile.plan, Copies) and not state.second.wanted and not state.device,
        log=alone and not state.device and writes_log(profile),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What will be done.

    `profile` is what runs, `whole` what is shown of it: with what a device does not take, and with
    the size that a check of capacity will have. `both` is what two drives take together that are
    measured in turn. `notes` say why the test file has its size, and `proposed` is the size in
    bytes that its target asks for.
    """

    profile: Profile
    whole: Profile
    path: str
    use: TargetUse
    beside: tuple[str, ...] = ()
    """The further folders and devices, where several drives are measured."""
    second: tuple[str, ...] = ()
    """The folder or device that is measured in turn with the first."""
    both: Profile | None = None
    copy_from: str = ""
    """The folder on another drive that a tree is copied from."""
    log_target: str = ""
    """The folder on another drive for the log."""
    hosts: tuple[str, ...] = ()
    """The hosts that measure; () for this one."""
    label: str = ""
    notes: tuple[Note, ...] = ()
    proposed: int | None = None

    def running(self, profile: Profile) -> Planned:
        """The same with this profile."""
        return replace(self, profile=profile, whole=profile)

    @property
    def here(self) -> tuple[str, ...]:
        """Every folder and device of this machine that takes part."""
        if self.hosts:
            return ()
        return (self.path, *self.second, *self.further)

    @property
    def further(self) -> tuple[str, ...]:
        """The other folders and devices of one run."""
        return (*self.beside, *filter(None, (self.copy_from, self.log_target)))

    @property
    def asks(self) -> bool:
        """Whether the system may ask for a password before it begins."""
        if isinstance(self.profile.plan, ByHelper):
            return self.profile.plan.by_helper
        return self.use is not TargetUse.FOLDER

    @property
    def reads_counters(self) -> bool:
        """Whether it only reads the kernel's counters, which anybody may."""
        return isinstance(self.profile.plan, ByHelper) and not self.profile.plan.by_helper


@dataclass(frozen=True, slots=True)
class Problem:
    """Why nothing can be measured now. `whole` is the profile with what is entered, as far as that
    goes; `planned` is what can be measured as soon as the drive and the helper are free for it.
    """

    error: DriveproofError
    whole: Profile | None = None
    planned: Planned | None = None
    proposed: int | None = None
    """The size in bytes that its target asks for, also where it does not fit."""


def plan(state: State) -> Planned | Problem:
    """What the button of Measure does, or why it does nothing."""
    whole: Profile | None = state.profile
    planned: Planned | None = None
    try:
        for planned in _steps(state):
            whole = planned.whole
        assert planned is not None
        planned = _for_target(state, planned)
    except DriveproofError as error:
        return Problem(error, whole, proposed=planned.proposed if planned is not None else None)
    if state.disturbing is not None:
        return Problem(state.disturbing, whole, planned, planned.proposed)
    # UDisks2 formats, and fio runs as the person then.
    if state.helper is not None and by_helper(state, planned) and not planned.profile.formats:
        return Problem(state.helper, whole, planned, planned.proposed)
    return planned


def by_helper(state: State, planned: Planned | None) -> bool:
    """Whether the privileged helper works on a target."""
    if planned is not None and planned.reads_counters:
        return False
    others = (*planned.beside, *planned.second) if planned is not None else _second(state)
    return state.device is not None or any(map(state.is_device, others))


def _steps(state: State) -> Iterator[Planned]:
    """What is planned, with one thing after the other that decides it; the page shows the last one
    where the next is not possible. Raises DriveproofError.
    """
    profile, entered, known = state.profile, state.entered, state.known
    if profile is None:
        raise UsageError("There is no profile to measure with.")
    no_file = has_trait(profile.method, Trait.NO_FILE)
    in_file = state.use is TargetUse.FOLDER and not needs_device(profile) and not no_file
    custom = customized(profile, entered, sized=in_file)
    custom = custom.for_drive(known.speed, known.filesystem if in_file else "")
    planned = Planned(
        profile=custom, whole=custom, path=state.path, use=state.use, label=entered.label
    )
    yield planned
    if not state.path:
        raise _no_target(state)
    if state.elsewhere:
        yield from _steps_on_hosts(state.hosts, planned)
        return
    found = known.folder if state.use is TargetUse.FOLDER else None
    if found is not None and found.problem is not None and not no_file:
        raise found.problem
    if isinstance(custom.plan, OfSomeDrives):
        custom.plan.check_drive(known.speed)
    if isinstance(custom.plan, OfDrives):
        devices = tuple(map(state.is_device, (state.path, *state.drives)))
        yield replace(planned.running(with_drives(custom, devices)), beside=state.drives)
        return
    planned = _with_log(state, _with_source(state, planned))
    yield planned
    _check_second(state, planned.whole)
    planned = replace(planned, second=_second(state))
    if custom.capacity is not None and found is not None and found.fillable is not None:
        # Until it begins, the free space may change.
        yield replace(planned, whole=filling(planned.whole, found.fillable))
    elif in_file:
        free = known.free if found is None or found.free is None else found.free
        yield from _steps_that_fit_file(planned, free, known.cache)
    else:
        yield planned


def customized(profile: Profile, entered: Entered, *, sized: bool) -> Profile:
    """The profile with the entered values; `sized`: with a test file. Raises UsageError."""
    for value in entered.choices.values():
        if isinstance(value, DriveproofError):
            raise value
    profile = with_choices(profile, dict(entered.choices))
    if takes_mixed(profile) and entered.mixed:
        profile = with_mixed(profile)
    has_size = entered.size and (sized or profile.formats)
    return profile.customized(
        size=parse_size(entered.size) if has_size else None,
        repeats=entered.repeats,
        seconds=entered.seconds,
        cache=entered.cache,
        nocow=sized and entered.nocow,
    )


def _no_target(state: State) -> UsageError:
    if state.selected is None:
        return UsageError("There is no drive.", advice=_CHOOSE)
    if not state.selected.size:
        return UsageError("There is no medium in the drive.", advice=Advice("Insert a medium."))
    return UsageError("Nothing is chosen.", advice=Advice("Choose a folder or device."))


def _steps_on_hosts(hosts: Hosts, planned: Planned) -> Iterator[Planned]:
    """As other hosts measure it. Raises DriveproofError."""
    if isinstance(hosts.names, DriveproofError):
        raise hosts.names
    many = on_hosts(planned.whole, len(hosts.names))
    yield replace(planned.running(many), hosts=hosts.names)
    if hosts.grows:
        yield replace(planned.running(with_scale(many, len(hosts.names))), hosts=hosts.names)


def _with_source(state: State, planned: Planned) -> Planned:
    """With the copy from another drive, where that is wanted. Raises UsageError."""
    if not (offered(state).source and state.source.wanted):
        return planned
    missing = UsageError("No source folder is chosen.", advice=_CHOOSE)
    _refuse_all_but_folder(state, state.source.path, missing)
    return replace(planned.running(copying_from(planned.whole)), copy_from=state.source.path)


def _with_log(state: State, planned: Planned) -> Planned:
    """With the log on another drive, where that is wanted. Raises UsageError."""
    if not (offered(state).log and state.log.wanted):
        return planned
    missing = UsageError("No log folder is chosen.", advice=_CHOOSE)
    _refuse_all_but_folder(state, state.log.path, missing)
    return replace(planned.running(with_log_apart(planned.whole)), log_target=state.log.path)


def _refuse_all_but_folder(state: State, path: str, missing: UsageError) -> None:
    """Raises UsageError where a second drive needs a folder; `missing` says that there is none."""
    if not path:
        raise missing
    if state.is_device(path):
        raise UsageError("{path} is not a folder.", path=path, advice=_CHOOSE)


def _second(state: State) -> tuple[str, ...]:
    wanted = state.second.wanted and offered(state).second
    return (state.second.path,) if wanted and state.second.path else ()


def _check_second(state: State, whole: Profile) -> None:
    """Raises UsageError where two drives are wanted and cannot be measured in turn."""
    if not (state.second.wanted and offered(state).second):
        return
    if not state.second.path:
        raise UsageError("No second drive is chosen.", advice=Advice("Choose a folder or device."))
    check_against(whole)
    for_way(whole, state.second_use)
    if state.use is TargetUse.OVERWRITE:
        raise UsageError(
            "Two devices cannot be overwritten in turn.",
            advice=Advice("Choose folders, or only read them."),
        )


def _steps_that_fit_file(
    planned: Planned, free: int | None, cache: float | None
) -> Iterator[Planned]:
    """With a test file as large as its target asks for, and no larger than its `free` bytes let it
    be. Raises UsageError where it does not fit.
    """
    whole = planned.whole
    for room in (None, free):  # what the target asks for is proposed where it does not fit, too
        sized, notes = sized_for(whole, free=room, cache=cache)
        # How much a check of capacity fills is not known before its folder is.
        proposed = sized.size if sized.capacity is None else None
        planned = replace(planned.running(sized), notes=notes, proposed=proposed)
        yield planned
    if free is not None:
        smaller = fitted_profile(sized, free)
        notes += smaller.notes[len(sized.notes) :]
        yield replace(planned.running(smaller), notes=notes)


def _for_target(state: State, planned: Planned) -> Planned:
    """Without what its target does not take, and with what a second drive takes. Raises UsageError
    where nothing is left.
    """
    if planned.hosts or isinstance(planned.profile.plan, OfDrives):
        return planned
    profile, both = for_way(planned.profile, planned.use), None
    if planned.second:  # each with its own link and use
        other = for_way(planned.whole.for_drive(state.known.second_speed), state.second_use)
        both = on_both(profile, other)
    return replace(planned, profile=profile, both=both)
