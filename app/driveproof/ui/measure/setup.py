# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before a run: which test, where, how large; and one button that says what it will do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.nature import is_heavy, virtual_host
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.domain.experiment.defaults import GENERAL, NVME, suggested
from driveproof.domain.hosts.profiles import of_lists, on_hosts
from driveproof.domain.hosts.scale import with_scale
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.ongoing import EACH_DISTURBS
from driveproof.domain.profile.against import check_against, on_both, takes_turns
from driveproof.domain.profile.estimate import SOURCES, Rates, expected_cost
from driveproof.domain.profile.for_device import TargetUse, for_way, needs_device
from driveproof.domain.profile.plan import ByHelper, Copies, OfDrives
from driveproof.domain.profile.profile import (
    Profile,
    copying_from,
    with_drives,
    with_log_apart,
    writes_log,
)
from driveproof.domain.profile.test_file import filling, fitted_profile
from driveproof.domain.profile_cost import expected_time, written_amount
from driveproof.methods.iops_at_latency.plan import sized_for
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.folder import FolderWatch
from driveproof.ui.feeds.helper import HelperWatch
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.further_drives import OtherDrives
from driveproof.ui.measure.profile_list import ANY_SIZE, ProfileDetail, ProfileList
from driveproof.ui.measure.second_drive import SecondDrive, SecondDriveUse
from driveproof.ui.measure.several_hosts import SeveralHosts
from driveproof.ui.measure.target import TargetChooser
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.announce import announce
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.notice import Notice
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, scroll_page
from driveproof.ui.widgets.unkept_line import UnkeptLine
from driveproof.wording.attachment import billed_sentence
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.errors import Face, command_of, message_and_advice
from driveproof.wording.profile import with_cost
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_bound

LIST_WIDTH = 304  # pixels
LEAST_BESIDE = 900
ROWS_ABOVE = 5  # of the list where it stands above everything else

WhyNot = Callable[[BlockDevice, Inventory], str]
RatesOf = Callable[[BlockDevice, Inventory], tuple[Rates | None, SpeedClass]]
CacheOf = Callable[[BlockDevice, Inventory], "float | None"]

_CHOOSE = Advice("Choose a folder.")


class SetupView(QWidget):
    """Emits `start` when the person wants to measure.

    `profile`, `path`, `way` and `label` say what. `compare`
    starts an experiment. `helper_missing` is called in a thread while a device is selected;
    `why_not` is the reason why a device may not be overwritten, "" if it may.
    """

    start = Signal()
    compare = Signal()

    def __init__(
        self,
        context: PageContext,
        home: str | None = None,
        *,
        why_not: WhyNot = lambda _device, _inventory: "",
    ) -> None:
        super().__init__()
        theme, measuring = context.theme, context.services.measuring
        self._context, self._measuring, self._theme = context, measuring, theme
        self.why_not = why_not
        self.hosts: tuple[str, ...] = ()
        """The hosts that are to measure; () for this one."""
        self._cache: float | None = None
        """The write cache of the selected drive in bytes; None: not known."""
        self._why_size: tuple[Note, ...] = ()
        """Why the test file has the size that the program gave it."""
        self._rates: Rates | None = None
        self._speed = self._second_speed = SpeedClass.OTHER
        self._rated = self._second_rated = ""
        """Of which device the rates were read, and the link of the second one."""
        self._tasks = TaskQueue(self)
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._disturbing: UsageError | None = None
        self.problem: DriveproofError | None = None
        self.ready: Profile | None = None
        self._shown: Profile | None = None
        """The chosen profile with what is entered, even where it is not possible."""
        self._folder_before = ""
        self.helper = HelperWatch(context.services.helper_missing, self)
        self.folder = FolderWatch(measuring.folder, self)
        self.head = PageHead(theme)
        self.button = primary_button(_("Measure"))
        self._promises = (self.button.text(), self.button.text())
        self.button.clicked.connect(self.start)
        self.head.add(self.button)
        self.reason, self.unkept = (
            Notice(theme),
            UnkeptLine(theme, context.services.history.refusal),
        )
        self.profiles, self.detail = ProfileList(theme), ProfileDetail(theme)
        self.target = TargetChooser(theme, home)
        self.others, self.form = (
            OtherDrives(theme, self.target.home),
            DetailsForm(theme),
        )
        self.against, self.several = (
            SecondDrive(theme, self.target.home),
            SeveralHosts(theme, measuring.named_hosts),
        )
        self.source, self.log = (
            SecondDrive(theme, self.target.home, SecondDriveUse.SOURCE),
            SecondDrive(theme, self.target.home, SecondDriveUse.LOG),
        )
        self.file_size, self.label, self.repeats, self.seconds = (
            self.form.file_size,
            self.form.label,
            self.form.repeats,
            self.form.seconds,
        )
        self.compare_button = quiet_button(_("Compare &before and after…"))
        set_tip(self.compare_button, _("Shortcut: {keys}").format(keys="Ctrl+N"))
        self.compare_button.clicked.connect(self.compare)
        self._build()
        self.profiles.chosen.connect(self._profile_chosen)
        self.target.changed.connect(self._target_changed)
        self.form.changed.connect(self._changed)
        self.helper.changed.connect(self._update)
        self.folder.changed.connect(self._update)
        self._update()

    def _build(self) -> None:
        self.choice = QWidget()
        choice = vertical(self.choice, margins=(0, 0, 0, 2 * GRID), spacing=GRID)
        choice.addWidget(Label(self._theme, _("What do you want to know?"), strong=True, wrap=True))
        choice.addWidget(self.profiles, 1)
        self.body = QWidget()
        self._column = column = QVBoxLayout(self.body)
        column.setSpacing(GRID)
        column.addWidget(self.detail)
        column.addSpacing(2 * GRID)
        column.addWidget(Label(self._theme, _("Where?"), strong=True))
        column.addWidget(self.several)  # first: on which hosts, then in which folder
        column.addWidget(self.target)
        column.addWidget(self.others)
        column.addWidget(self.source)
        column.addWidget(self.log)
        column.addWidget(self.against)
        self.several.changed.connect(self._changed)
        self.others.changed.connect(self._changed)
        self.against.changed.connect(self._changed)
        self.source.changed.connect(self._changed)
        self.log.changed.connect(self._changed)
        column.addSpacing(2 * GRID)
        column.addWidget(self.form)
        column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID // 2)
        top.addWidget(self.head)
        below = BaselineBox()
        below.addWidget(self.reason, 1)
        below.addWidget(self.compare_button, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(below)
        top.addWidget(self.unkept)
        self._top = top
        lower = QWidget()
        scroll_page(lower, QVBoxLayout(), self.body)
        self._row = horizontal(spacing=0)
        self._row.addWidget(lower, 1)
        self._page = page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addLayout(top)
        page.addLayout(self._row, 1)
        self._beside: bool | None = None
        self._arrange()

    def _arrange(self) -> None:
        """The profiles beside everything else, or above it where there is no room."""
        needed = MARGIN + LIST_WIDTH + 2 * MARGIN + self._column.minimumSize().width()
        beside = self.width() >= max(needed, LEAST_BESIDE)
        if beside == self._beside:
            return
        self._beside = beside
        focus = self.focusWidget() if self.choice.isAncestorOf(self.focusWidget()) else None
        if beside:
            self._column.removeWidget(self.choice)
            self._row.insertWidget(0, self.choice)
            self.choice.setFixedWidth(LIST_WIDTH)
            self.profiles.show_rows(None)
        else:
            self._row.removeWidget(self.choice)
            self._column.insertWidget(0, self.choice)
            self.choice.setMaximumWidth(ANY_SIZE)
            self.choice.setMinimumWidth(0)
            self.profiles.show_rows(ROWS_ABOVE)
        inset = 0 if beside else MARGIN
        self._row.setContentsMargins(MARGIN - inset, GRID, 0, 0)
        self._column.setContentsMargins(MARGIN, 0, BESIDE_BAR, 3 * GRID)
        if focus is not None:
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.choice.show()  # now, not in the next turn of the loop, which paints it over the rest
        self._column.activate()
        self._page.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self._word_button()

    def _word_button(self) -> None:
        """What the button will do, as far as it has room: the chosen profile says it as well."""
        whole, brief = self._promises
        self.button.setText(whole)
        if self.button.sizeHint().width() > self.head.width():
            self.button.setText(brief)

    def add_own(self, button: QWidget, *messages: QWidget) -> None:
        """Add the menu of the chosen profile, and what is said about the person's files."""
        self.detail.add(button)
        for message in messages:
            self._top.addWidget(message)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.unkept.look()
        self._read_rates(again=True)
        self.folder.again()
        self._update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.folder.again()  # made, emptied or filled in another window

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.helper.watch(False)

    def search(self) -> None:
        """Search the profiles."""
        self.profiles.go_to_search()

    # What is selected

    def set_profiles(self, profiles: tuple[Profile, ...], wanted: str = "") -> None:
        """The profiles to choose from."""
        self.profiles.set_profiles(profiles, wanted)
        self._suggest(self._device, self._inventory)
        self._update()

    def set_device(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Another drive was selected, or the same one has changed."""
        if (device and device.path) != (self._device and self._device.path):
            self.target.forget()
            self.form.overwrite.setChecked(False)
            self._folder_before = ""
            self.problem = None
            self._suggest(device, inventory)
        self._device, self._inventory = device, inventory
        self._read_rates()
        self.target.set_device(device, inventory)
        self._follow_profile(self.profiles.profile)
        self._update()

    def _suggest(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Select the general profile for this drive; any other choice stays."""
        chosen = self.profiles.profile
        if device is not None and chosen is not None and chosen.name in (GENERAL, NVME):
            self.profiles.choose(suggested(inventory.drives_below(device) or (device,)))

    def _read_rates(self, *, again: bool = False) -> None:
        """Read the expected rates and the class of the measured drive in a thread, once per drive
        and after each run.
        """
        device, read, inventory = self._measured, self._measuring.rates, self._inventory
        if device is None:
            return  # what is known of the last one is not used meanwhile (`_expecting`)
        path = device.path
        if path != self._rated:
            self._rates, self._speed, self._cache = None, SpeedClass.OTHER, None
            self._rated, again = path, True
        if again:
            done = partial(self._have_rates, path)
            self._tasks.add(lambda: read(device, inventory), done, key="rates")
            known = self._measuring.write_cache
            seen = partial(self._have_cache, path)
            self._tasks.add(lambda: known(device, inventory), seen, key="write cache")

    def _have_rates(
        self,
        path: str,
        found: tuple[Rates | None, SpeedClass] | None,
        _error: DriveproofError | None,
    ) -> None:
        if found is not None and path == self._rated:
            self._rates, self._speed = found
            self._update()

    def _have_cache(self, path: str, found: float | None, error: DriveproofError | None) -> None:
        if error is None and path == self._rated and found != self._cache:
            self._cache = found
            self._update()

    @property
    def _on_drive(self) -> bool:
        """Whether what is measured lies on the selected drive: a folder may be on another one."""
        return (
            self.target.device is not None or self.target.free is not None or self._lies_on_drive()
        )

    @property
    def _expecting(self) -> tuple[Rates | None, SpeedClass]:
        """The expected rates and the class of the measured drive; of other hosts nothing is known
        here.
        """
        here = self._knows and not self.several.wanted
        return (self._rates, self._speed) if here else (None, SpeedClass.OTHER)

    @property
    def _measured(self) -> BlockDevice | None:
        """The device that is measured: a folder may be on another one than the selected."""
        return self._device if self._on_drive else self._inventory.device_at(self.path)

    @property
    def _knows(self) -> bool:
        """Whether what was read of a drive is of the measured one."""
        measured = self._measured
        return measured is not None and measured.path == self._rated

    @property
    def speed(self) -> SpeedClass:
        """The class of the measured drive, as far as it is known here."""
        return self._expecting[1]

    def _lies_on_drive(self) -> bool:
        """Whether the typed folder lies on the selected drive, as far as its text tells."""
        inventory, holder = self._inventory, self._inventory.device_at(self.path)
        if holder is None or self._device is None:
            return False
        below = [
            {one.name for one in inventory.drives_below(device)}
            for device in (holder, self._device)
        ]
        return below[0] == below[1]

    def set_disturbing(self, reason: UsageError | None) -> None:
        """Set what a measurement would disturb now, and be disturbed by; None for nothing."""
        self._disturbing = reason
        self._update()

    @property
    def disturbing(self) -> UsageError | None:
        """What a measurement would disturb now; None for nothing."""
        return self._disturbing

    def say_problem(self, problem: DriveproofError | None) -> None:
        """Show that a run could not start or ended without a result, until something is changed."""
        self.problem = problem
        self._update()
        if problem is not None:
            announce(self, message_and_advice(problem, Face.WINDOW), urgent=True)
        self.helper.again()

    @property
    def profile(self) -> Profile | None:
        """What will run, with the entered size, repeats and seconds; None if it is not possible."""
        return self.ready

    @property
    def path(self) -> str:
        """The selected folder or device."""
        return self.target.chosen

    @property
    def way(self) -> TargetUse:
        """How the target is treated."""
        if self.target.device is None:
            return TargetUse.FOLDER
        return TargetUse.OVERWRITE if self.form.overwrites else TargetUse.READ

    @Slot(object)
    def _profile_chosen(self, profile: Profile) -> None:
        self.form.fill(profile)
        self._follow_profile(profile)
        self._changed()

    def _follow_profile(self, profile: Profile | None) -> None:
        """Select a device for a profile that needs one; later return to the folder."""
        target = self.target
        if profile is None:
            return
        if needs_device(profile) and target.device is None and target.drive:
            self._folder_before = target.chosen
            target.choose(target.drive)
        elif not needs_device(profile) and self._folder_before:
            before, self._folder_before = self._folder_before, ""
            target.choose(before)

    @Slot()
    def _target_changed(self) -> None:
        if self.target.device is None:
            self._folder_before = ""
        self.form.overwrite.setChecked(False)  # it was meant for the previous drive
        self._changed()

    @Slot()
    def _changed(self) -> None:
        self.problem = None
        self._update()

    def _custom(self) -> Profile:
        """Raises DriveproofError with a message for what cannot be measured."""
        self._why_size, self.hosts = (), ()
        profile = self.profiles.profile
        if profile is None:
            raise UsageError("There is no profile to measure with.")
        way = self.way
        watches = has_trait(profile.method, Trait.WATCHES)
        in_file = way is TargetUse.FOLDER and not needs_device(profile) and not watches
        custom = self.form.custom(profile, sized=in_file)
        known = self.target.filesystem if in_file and not self.several.wanted else ""
        custom = custom.for_drive(self._expecting[1], known)
        self._shown = custom
        if not self.path:
            raise self._no_place()
        if self.several.wanted:
            self.hosts = self.several.hosts()
            return self._on_hosts(custom)
        found = self.folder.facts(self.path) if way is TargetUse.FOLDER else None
        if found is not None and found.problem is not None and not watches:
            raise found.problem
        if isinstance(custom.plan, OfDrives):
            paths = (self.path, *self.others.paths)
            self._shown = with_drives(custom, tuple(map(self._is_device, paths)))
            return self._shown
        self._shown = custom = self._with_log(self._with_source(custom))
        if self.second:
            check_against(custom)
            for_way(custom, self._second_way)
            if way is TargetUse.OVERWRITE:
                raise UsageError(
                    "Two devices cannot be overwritten in turn.",
                    advice=Advice("Choose folders, or only read them."),
                )
        elif self.against.wanted and not self.against.isHidden():
            raise UsageError(
                "No second drive is chosen.", advice=Advice("Choose a folder or device.")
            )
        free = self.target.free if found is None or found.free is None else found.free
        if custom.capacity is not None and found is not None and found.fillable is not None:
            self._shown = filling(custom, found.fillable)  # until then the free space may change
            return for_way(custom, way)
        if in_file:
            custom, self._why_size = sized_for(
                custom, free=free, cache=self._cache if self._knows else None
            )
            self._shown = custom
            if custom.capacity is None:  # what it fills is not known before its folder is
                self.form.propose_size(custom.size)
        if in_file and free is not None:
            smaller = fitted_profile(custom, free)
            self._why_size += smaller.notes[len(custom.notes) :]
            self._shown = custom = smaller
        return for_way(custom, way)

    def _on_hosts(self, custom: Profile) -> Profile:
        """The profile as other hosts measure it. Raises UsageError."""
        self._shown = on_hosts(custom, len(self.hosts))
        if self.several.grows:
            self._shown = with_scale(self._shown, len(self.hosts))
        return self._shown

    @property
    def beside(self) -> tuple[str, ...]:
        """The further folders and devices, where several drives are measured."""
        several = self.ready is not None and isinstance(self.ready.plan, OfDrives)
        return self.others.paths if several else ()

    @property
    def second(self) -> tuple[str, ...]:
        """The folder or device that is measured in turn with the first; () for none."""
        if self.against.isHidden() or not self.against.path:
            return ()
        return (self.against.path,)

    def _on_two(self, planned: Profile) -> Profile:
        """What both drives take together, each with its own link and way."""
        assert self._shown is not None
        other = for_way(self._shown.for_drive(self._second_speed), self._second_way)
        return on_both(planned, other)

    @property
    def _second_way(self) -> TargetUse:
        return TargetUse.READ if all(map(self._is_device, self.second)) else TargetUse.FOLDER

    def _read_second(self) -> None:
        """Read the link of the second drive in a thread, once per drive."""
        read, inventory = self._measuring.rates, self._inventory
        holder = inventory.device_at(self.second[0]) if self.second else None
        path = holder.path if holder is not None else ""
        if path == self._second_rated:
            return
        self._second_rated, self._second_speed = path, SpeedClass.OTHER
        if holder is not None:
            done = partial(self._have_second, path)
            self._tasks.add(lambda: read(holder, inventory), done, key="second rates")

    def _have_second(
        self,
        path: str,
        found: tuple[Rates | None, SpeedClass] | None,
        _error: DriveproofError | None,
    ) -> None:
        if found is not None and path == self._second_rated:
            self._second_speed = found[1]
            self._update()

    def _with_source(self, custom: Profile) -> Profile:
        """With the copy from another drive, where that is wanted. Raises UsageError."""
        if not self._copies(custom) or not self.source.wanted:
            return custom
        missing = UsageError("No source folder is chosen.", advice=_CHOOSE)
        self._refuse_all_but_folder(self.source.path, missing)
        return copying_from(custom)

    def _with_log(self, custom: Profile) -> Profile:
        """With the log on another drive, where that is wanted. Raises UsageError."""
        if not self._logs(custom) or not self.log.wanted:
            return custom
        missing = UsageError("No log folder is chosen.", advice=_CHOOSE)
        self._refuse_all_but_folder(self.log.path, missing)
        return with_log_apart(custom)

    def _refuse_all_but_folder(self, path: str, missing: UsageError) -> None:
        """Raises UsageError where a second drive needs a folder; `missing` says that there is
        none.
        """
        if not path:
            raise missing
        if self._is_device(path):
            raise UsageError(
                "{path} is not a folder.",
                path=path,
                advice=Advice("Choose a folder."),
            )

    @property
    def log_target(self) -> str:
        """The folder on another drive for the log; "" for none."""
        return self.log.path if self.ready is not None and self._logs(self.ready) else ""

    def _logs(self, profile: Profile) -> bool:
        """Whether its log can have another drive: not where two are measured in turn, nor on other
        hosts.
        """
        alone = not (self.against.wanted or self.several.wanted)
        return alone and self.target.device is None and writes_log(profile)

    @property
    def copy_from(self) -> str:
        """The folder on another drive that a tree is copied from; "" for none."""
        return self.source.path if self.ready is not None and self._copies(self.ready) else ""

    def _copies(self, profile: Profile) -> bool:
        """Whether it can copy a tree from another drive: not where two are measured in turn."""
        return isinstance(profile.plan, Copies) and not self.against.wanted

    def _is_device(self, path: str) -> bool:
        return self._inventory.get(path) is not None

    def _no_place(self) -> UsageError:
        if self._device is None:
            return UsageError(
                "There is no drive.",
                advice=Advice("Choose a folder."),
            )
        if not self._device.size:
            return UsageError(
                "There is no medium in the drive.",
                advice=Advice("Insert a medium."),
            )
        return UsageError("Nothing is chosen.", advice=Advice("Choose a folder or device."))

    def _offer_others(
        self, chosen: Profile | None, own: BlockDevice | None, device: BlockDevice | None
    ) -> None:
        """Further drives or a second one on this host, or other hosts; `own` is what is chosen, and
        `device` says that it is read itself.
        """
        together = chosen is not None and isinstance(chosen.plan, OfDrives)
        self.others.setVisible(together)
        if together:
            self.others.set_drives(own, self._inventory, as_devices=device is not None)
        lists = chosen is not None and of_lists(chosen)
        alone = self.against.wanted and not self.several.wanted
        self.several.offer(lists and not alone, on_device=device is not None)
        # One that was ticked before says why this profile cannot be measured so.
        turns = self.against.wanted or (chosen is not None and takes_turns(chosen))
        self.against.setVisible(turns and not together and not self.several.wanted)
        self.against.set_drives(own, self._inventory, as_devices=device is not None)

    @Slot()
    def _update(self) -> None:
        device = self.target.device
        if device is None:
            self.form.show_folder(self.target.filesystem)
        else:
            profile = self.profiles.profile
            only_reads = profile is not None and not any(p.writes for p in profile.phases)
            why = _("this profile only reads") if only_reads else ""
            self.form.show_device(why or self.why_not(device, self._inventory))
        chosen = self.profiles.profile
        own = device or self._inventory.device_at(self.path) or self._device
        self._offer_others(chosen, own, device)
        self.source.setVisible(chosen is not None and self._copies(chosen) and device is None)
        self.source.set_drives(own, self._inventory, as_devices=False)
        self.log.setVisible(chosen is not None and self._logs(chosen))
        self.log.set_drives(own, self._inventory, as_devices=False)
        self.folder.ask(self.path if device is None else "")
        self._read_rates()
        self.profiles.show_way(self.way, *self._expecting)
        problem: DriveproofError | None = self.problem
        self._shown = self.profiles.profile
        self._read_second()
        try:
            self.ready = self._custom()
        except DriveproofError as error:
            self.ready = None
            problem = error
        if self._shown is not None:
            two = self._on_two(self.ready) if self.ready is not None and self.second else None
            self.detail.show_profile(self._shown, self.way, self._expecting[0], two)
        planned = self.ready
        others = (*self.beside, *self.second)
        by_helper = device is not None or any(map(self._is_device, others))
        counters = planned is not None and _by_itself(planned)
        if counters:
            by_helper = False  # the kernel's counters are for everybody
        asked = planned or self._shown
        formats = asked is not None and asked.formats  # UDisks2 asks nobody
        self.target.say_password(not (formats or counters))
        self.helper.watch(by_helper and self.isVisible())
        helped = planned is not None and not planned.formats  # UDisks2 formats, and fio runs as us
        if by_helper and helped and self.helper.problem is not None:
            self.ready = None
            problem = self.helper.problem
        if self._disturbing is not None and planned is not None:
            self.ready = None
            problem = self._disturbing
        self._say(planned, problem)

    def _billed(self, planned: Profile | None) -> str:
        """What to know before a heavy test where the target is on a virtual disk."""
        if planned is None or planned.hosts or not is_heavy(planned):
            return ""
        target = self._inventory.device_at(self.path)
        drives = self._inventory.drives_below(target) if target is not None else ()
        hosts = dict.fromkeys(filter(None, map(virtual_host, drives)))
        return billed_sentence(", ".join(hosts))

    def _of_several(self) -> tuple[str, str]:
        """Title and detail for a measurement of several drives."""
        paths = (self.path, *self.others.paths)
        title = _("Read {count} drives alone and at once").format(count=len(paths))
        return title, _device_text() if any(map(self._is_device, paths)) else _file_text()

    def _of_two(self) -> tuple[str, str]:
        """Title and detail for two drives in turn."""
        paths = (self.path, *self.second)
        title = _("Measure {one} and {other} in turn").format(
            one=shown(paths[0]), other=shown(paths[1])
        )
        return title, _device_text() if any(map(self._is_device, paths)) else _file_text()

    def _of_hosts(self) -> tuple[str, str]:
        """Title and detail for several hosts."""
        return _("Measure in {path}").format(path=shown(self.path)), _(
            "Each host needs the same Driveproof, and ssh access without a password."
        )

    def _titled(self, planned: Profile | None) -> tuple[str, str]:
        """What is going to happen, and a sentence about it."""
        path, way = shown(self.path), self.way
        if planned is None:
            title, detail = _("Choose a profile and a target"), ""
        elif isinstance(planned.plan, OfDrives):
            title, detail = self._of_several()
        elif has_trait(planned.method, Trait.WATCHES):
            title = _("Record activity of {path}").format(path=path)
            detail = "" if _by_itself(planned) else _("Asks for a password.")
        elif self.second:
            title, detail = self._of_two()
        elif self.hosts:
            title, detail = self._of_hosts()
        elif way is TargetUse.FOLDER:
            title = _("Measure in {path}").format(path=path)
            expected = expected_cost(planned, self._expecting[0])
            facts = (
                *map(note_text, self._why_size),
                _file_text(),
                "" if expected is None else say_text(SOURCES[expected.source]),
            )
            detail = " ".join(filter(None, facts))
        elif way is TargetUse.READ:
            title = _("Read {path}").format(path=path)
            detail = _device_text()
        else:
            title = _("Overwrite {path}").format(path=path)
            detail = _("Erases all data on it. You are asked to confirm.")
        return title, detail

    def _say(self, planned: Profile | None, problem: DriveproofError | None) -> None:
        way = self.way
        self.form.hint.show_experiment(planned)
        # A missing helper does not change what was selected: title and button stay.
        title, detail = self._titled(planned)
        self.head.say(title)
        if planned is None:
            self._promises = (_("&Measure"), _("&Measure"))
        else:
            # Rates are those of the first drive alone.
            both, rates = planned, self._expecting[0]
            if self.second:
                both, rates = self._on_two(planned), None
            self._promises = (promise(both, way, rates), _action(both, way))
        self._word_button()
        if self.button.property("danger") != (way is TargetUse.OVERWRITE):
            self.button.setProperty("danger", way is TargetUse.OVERWRITE)
            self.button.style().polish(self.button)
        self.button.setEnabled(self.ready is not None)
        detail = f"{detail} {self._billed(planned)}".strip()
        if planned is not None and (working := self._context.works_elsewhere(self.path)):
            detail = f"{working} {say_text(EACH_DISTURBS)} {detail}"
        if problem is None:
            self.button.setToolTip("")
            self.reason.say(detail)
            return
        said = message_and_advice(problem, Face.WINDOW)
        set_tip(self.button, "" if self.ready else said)
        self.reason.say(said, warns=True, command=command_of(problem.advice))


def _file_text() -> str:
    return _("Uses a temporary test file. Your files are not changed.")


def _device_text() -> str:
    return _("Asks for a password. Nothing on the device is changed.")


def _by_itself(profile: Profile) -> bool:
    """Whether it needs no helper, even on a device, where it might."""
    return isinstance(profile.plan, ByHelper) and not profile.plan.by_helper


def _action(profile: Profile, way: TargetUse) -> str:
    """The text of the button, without what it costs."""
    if has_trait(profile.method, Trait.WATCHES):
        return _("&Record")
    if profile.formats:
        return _("&Format and measure…")
    if way is TargetUse.OVERWRITE:
        return _("Overwri&te…")
    if profile.capacity is not None and way is TargetUse.FOLDER:
        return _("&Fill and read back")
    if way is TargetUse.READ or (needs_device(profile) and not profile.destructive):
        return _("Rea&d")
    return _("&Measure")


def promise(profile: Profile, way: TargetUse, rates: Rates | None = None) -> str:
    """The text of the button: what happens when it is pressed, as far as it is known."""
    action = _action(profile, way)
    if profile.capacity is not None or profile.unsized:
        return action
    if has_trait(profile.method, Trait.WATCHES):
        return with_cost(action, (format_bound(profile.seconds),))
    tests = len(profile.phases)
    cost = [ngettext("{count} test", "{count} tests", tests).format(count=tests)]
    found = expected_cost(profile, rates) if way is TargetUse.FOLDER else None
    if found is not None:
        cost.append(say_text(expected_time(found)))
    else:
        cost.append(_("at most {amount}").format(amount=format_bound(profile.seconds)))
    written = profile.bytes_written
    if way is TargetUse.FOLDER and written is not None and action == _("&Measure"):
        cost.append(_("writes {amount}").format(amount=value_text(written_amount(found, written))))
    return with_cost(action, cost)
