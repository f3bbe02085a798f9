# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before a run: which test, where, how large; and one button that says what it will do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.attachment import billed_by
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.nature import is_heavy, virtual_host
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.ongoing import EACH_DISTURBS
from driveproof.domain.profile.estimate import SOURCES, Rates, expected_cost
from driveproof.domain.profile.for_device import TargetUse, needs_device
from driveproof.domain.profile.plan import OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import GENERAL, NVME, suggested
from driveproof.domain.profile_cost import expected_time, written_amount
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.folder import FolderWatch
from driveproof.ui.feeds.helper import HelperWatch
from driveproof.ui.feeds.rates import DriveRates
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.further import OtherDrives, SecondDrive, SecondDriveUse, SeveralHosts
from driveproof.ui.measure.plan import Known, Planned, Problem, State, by_helper, offered, plan
from driveproof.ui.measure.profile_list import ProfileDetail, ProfileList
from driveproof.ui.measure.target import TargetChooser
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.text import set_tip, shown, without_key
from driveproof.ui.widgets.buttons import primary_button, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import ANY_SIZE, BaselineBox, horizontal, vertical
from driveproof.ui.widgets.notices import Notice, UnkeptLine, announce
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.errors import Face, command_of, message_and_advice
from driveproof.wording.profile import with_cost
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import format_bound

LIST_WIDTH = 304  # pixels
LEAST_BESIDE = 900
ROWS_ABOVE = 5  # of the list where it stands above everything else

WhyNot = Callable[[BlockDevice, Inventory], str]


class SetupView(QWidget):
    """Emits `start` when the person wants to do what is `planned`, and `compare` to begin an
    experiment.

    `why_not` says why a device may not be overwritten, "" if it may.
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
        self._rates, self._second_rates = (DriveRates(measuring, self) for _drive in range(2))
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._disturbing: UsageError | None = None
        self.problem: DriveproofError | None = None
        self.planned: Planned | None = None
        """What the button does; None where it does nothing."""
        self._folder_before = ""
        self.helper = HelperWatch(context.services.helper_missing, self)
        self.folder = FolderWatch(measuring.folder, self)
        self.head = PageHead(theme)
        self.button = primary_button(_("Measure"))
        self._promises = (self.button.text(), self.button.text())
        self.button.clicked.connect(self.start)
        self.head.add(self.button)
        self.reason = Notice(theme)
        self.unkept = UnkeptLine(theme, context.services.history.refusal)
        self.profiles, self.detail = ProfileList(theme), ProfileDetail(theme)
        self.target = TargetChooser(theme, home)
        home = self.target.home
        self.others, self.form = OtherDrives(theme, home), DetailsForm(theme)
        self.several = SeveralHosts(theme, measuring.named_hosts)
        self.source, self.log, self.against = (
            SecondDrive(theme, home, use)
            for use in (SecondDriveUse.SOURCE, SecondDriveUse.LOG, SecondDriveUse.IN_TURN)
        )
        self.compare_button = quiet_button(_("Compare &before and after…"))
        set_tip(self.compare_button, _("Shortcut: {keys}").format(keys="Ctrl+N"))
        self.compare_button.clicked.connect(self.compare)
        self._build()
        self.profiles.chosen.connect(self._profile_chosen)
        self.target.changed.connect(self._target_changed)
        self.form.changed.connect(self._changed)
        for known in (self.helper, self.folder, self._rates, self._second_rates):
            known.changed.connect(self._update)
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
        for further in (self.others, self.source, self.log, self.against):
            column.addWidget(further)
            further.changed.connect(self._changed)
        self.several.changed.connect(self._changed)
        column.addSpacing(2 * GRID)
        column.addWidget(self.form)
        column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID // 2)
        top.addWidget(self.head)
        below = BaselineBox(spacing=GRID // 2)
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
        self._rates.ask(self._measured, self._inventory, again=True)
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
            self.form.control("overwrite").setChecked(False)
            self._folder_before = ""
            self.problem = None
            self._suggest(device, inventory)
        self._device, self._inventory = device, inventory
        self.target.set_device(device, inventory)
        self._follow_profile(self.profiles.profile)
        self._update()

    def _suggest(self, device: BlockDevice | None, inventory: Inventory) -> None:
        """Select the general profile for this drive; any other choice stays."""
        chosen = self.profiles.profile
        if device is not None and chosen is not None and chosen.name in (GENERAL, NVME):
            self.profiles.choose(suggested(inventory.drives_below(device) or (device,)))

    @property
    def _on_drive(self) -> bool:
        """Whether what is measured lies on the selected drive: a folder may be on another one."""
        return (
            self.target.device is not None or self.target.free is not None or self._lies_on_drive()
        )

    @property
    def _measured(self) -> BlockDevice | None:
        """The device that is measured: a folder may be on another one than the selected."""
        return self._device if self._on_drive else self._inventory.device_at(self.path)

    @property
    def speed(self) -> SpeedClass:
        """The class of the measured drive, as far as it is known here."""
        return self._state().known.speed

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
        """What will run, with what is entered; None if nothing can."""
        return self.planned.profile if self.planned is not None else None

    @property
    def path(self) -> str:
        """The selected folder or device."""
        return self.target.chosen

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
        self.form.control("overwrite").setChecked(False)  # it was meant for the previous drive
        self._changed()

    @Slot()
    def _changed(self) -> None:
        self.problem = None
        self._update()

    def _state(self) -> State:
        """What is selected, what is entered and what is known."""
        path, known = self.path, self._rates.known
        return State(
            profile=self.profiles.profile,
            inventory=self._inventory,
            selected=self._device,
            path=path,
            entered=self.form.entered,
            read=Known(
                rates=known.rates,
                speed=known.speed,
                cache=known.cache,
                second_speed=self._second_rates.known.speed,
                folder=self.folder.facts(path),
                filesystem=self.target.filesystem,
                free=self.target.free,
            ),
            hosts=self.several.entered,
            drives=self.others.paths,
            second=self.against.entered,
            source=self.source.entered,
            log=self.log.entered,
            disturbing=self._disturbing,
            helper=self.helper.problem,
        )

    @Slot()
    def _update(self) -> None:
        """Show what is planned; what is read of drives and folders for it comes later."""
        state = self._state()
        profile, device = state.profile, state.device
        if device is None:
            self.form.show_folder(self.target.filesystem)
        else:
            only_reads = profile is not None and not any(p.writes for p in profile.phases)
            why = _("this profile only reads") if only_reads else ""
            self.form.show_device(why or self.why_not(device, self._inventory))
        self._offer(state)
        self.folder.ask(self.path if device is None else "")
        second = state.second.path if offered(state).second else ""
        inventory = self._inventory
        self._rates.ask(self._measured, inventory)
        self._second_rates.ask(inventory.device_at(second) if second else None, inventory)
        state = self._state()
        self.profiles.show_way(state.use, state.known.rates, state.known.speed)
        found = plan(state)
        planned = found.planned if isinstance(found, Problem) else found
        if found.proposed is not None:
            self.form.propose_size(found.proposed)
        self.planned = None if isinstance(found, Problem) else found
        whole = found.whole
        if whole is not None:
            both = planned.both if planned is not None else None
            self.detail.show_profile(whole, state.use, state.known.rates, both)
        counters = planned is not None and planned.reads_counters
        formats = whole is not None and whole.formats  # UDisks2 asks nobody
        self.target.say_password(not (formats or counters))
        self.helper.watch(by_helper(state, planned) and self.isVisible())
        self._say(state, planned, found.error if isinstance(found, Problem) else self.problem)

    def _offer(self, state: State) -> None:
        """Further drives or a second one on this host, or other hosts."""
        offers, device = offered(state), state.device
        own = device or self._inventory.device_at(self.path) or self._device
        self.others.setVisible(offers.drives)
        if offers.drives:
            self.others.set_drives(own, self._inventory, as_devices=device is not None)
        self.several.offer(offers.hosts, on_device=device is not None)
        for second, on, as_devices in (
            (self.against, offers.second, device is not None),
            (self.source, offers.source, False),
            (self.log, offers.log, False),
        ):
            second.setVisible(on)
            second.set_drives(own, self._inventory, as_devices=as_devices)

    def _say(self, state: State, planned: Planned | None, problem: DriveproofError | None) -> None:
        self.form.hint.show_experiment(planned.profile if planned is not None else None)
        # A missing helper does not change what was selected: title and button stay.
        title, detail = title_and_detail(state, planned)
        self.head.say(title)
        self._promises = button_texts(state, planned)
        self._word_button()
        erases = state.use is TargetUse.OVERWRITE
        if self.button.property("danger") != erases:
            self.button.setProperty("danger", erases)
            self.button.style().polish(self.button)
        self.button.setEnabled(self.planned is not None)
        if planned is not None and (working := self._context.works_elsewhere(self.path)):
            detail = f"{working} {say_text(EACH_DISTURBS)} {detail}".strip()
        if problem is None:
            self.button.setToolTip("")
            self.reason.say(detail)
            return
        said = message_and_advice(problem, Face.WINDOW)
        set_tip(self.button, "" if self.planned is not None else said)
        self.reason.say(said, warns=True, command=command_of(problem.advice))


def title_and_detail(state: State, planned: Planned | None) -> tuple[str, str]:
    """What is going to happen, and a sentence about it."""
    if planned is None:
        return _("Choose a profile and a target"), ""
    title, detail = _what_happens(state, planned)
    return title, f"{detail} {_billed(state, planned)}".strip()


def _what_happens(state: State, planned: Planned) -> tuple[str, str]:
    profile, path = planned.profile, shown(planned.path)
    if isinstance(profile.plan, OfDrives):
        title = _("Read {count} drives alone and at once").format(count=1 + len(planned.beside))
        detail = _of_all(state, planned)
    elif has_trait(profile.method, Trait.WATCHES):
        title = _("Record activity of {path}").format(path=path)
        detail = "" if planned.reads_counters else _("Asks for a password.")
    elif planned.second:
        other = shown(planned.second[0])
        title = _("Measure {one} and {other} in turn").format(one=path, other=other)
        detail = _of_all(state, planned)
    elif planned.hosts:
        title = _("Measure in {path}").format(path=path)
        detail = _("Each host needs the same Driveproof, and ssh access without a password.")
    elif planned.use is TargetUse.FOLDER:
        title = _("Measure in {path}").format(path=path)
        expected = expected_cost(profile, state.known.rates)
        files = _file_text()
        if has_trait(profile.method, Trait.NO_FILE):
            files = _("Your files are only read.")
        origin = "" if expected is None else say_text(SOURCES[expected.source])
        detail = " ".join(filter(None, (*map(note_text, planned.notes), files, origin)))
    elif planned.use is TargetUse.READ:
        title, detail = _("Read {path}").format(path=path), _device_text()
    else:
        title = without_key(_("&Overwrite {path}")).format(path=path)
        detail = _("Erases all data on it. You are asked to confirm.")
    return title, detail


def _of_all(state: State, planned: Planned) -> str:
    """What is done to several drives."""
    return _device_text() if any(map(state.is_device, planned.here)) else _file_text()


def _file_text() -> str:
    return _("Uses a temporary test file. Your files are not changed.")


def _device_text() -> str:
    return _("Asks for a password. Nothing on the device is changed.")


def _billed(state: State, planned: Planned) -> str:
    """What to know before a heavy test where the target is on a virtual disk."""
    if planned.hosts or not is_heavy(planned.profile):
        return ""
    target = state.inventory.device_at(planned.path)
    drives = state.inventory.drives_below(target) if target is not None else ()
    hosts = dict.fromkeys(filter(None, map(virtual_host, drives)))
    return cell_text(billed_by(", ".join(hosts)))


def button_texts(state: State, planned: Planned | None) -> tuple[str, str]:
    """What the button will do, with what that costs and without."""
    if planned is None:
        return _("&Measure"), _("&Measure")
    # Rates are those of the first drive alone.
    profile, rates = planned.both or planned.profile, state.known.rates
    if planned.both is not None:
        rates = None
    return promise(profile, planned.use, rates), _action(profile, planned.use)


def promise(profile: Profile, use: TargetUse, rates: Rates | None = None) -> str:
    """What happens when the button is pressed, as far as it is known."""
    action = _action(profile, use)
    if profile.capacity is not None or profile.unsized:
        return action
    if has_trait(profile.method, Trait.WATCHES):
        return with_cost(action, (format_bound(profile.seconds),))
    tests = len(profile.phases)
    cost = [ngettext("{count} test", "{count} tests", tests).format(count=tests)]
    found = expected_cost(profile, rates) if use is TargetUse.FOLDER else None
    if found is not None:
        cost.append(say_text(expected_time(found)))
    else:
        cost.append(_("at most {amount}").format(amount=format_bound(profile.seconds)))
    written = profile.bytes_written
    if use is TargetUse.FOLDER and written is not None and action == _("&Measure"):
        cost.append(_("writes {amount}").format(amount=value_text(written_amount(found, written))))
    return with_cost(action, cost)


def _action(profile: Profile, use: TargetUse) -> str:
    """The text of the button, without what it costs."""
    if has_trait(profile.method, Trait.WATCHES):
        return _("&Record")
    if profile.formats:
        return _("&Format and measure…")
    if use is TargetUse.OVERWRITE:
        return _("Overwri&te…")
    if profile.capacity is not None and use is TargetUse.FOLDER:
        return _("&Fill and read back")
    if use is TargetUse.READ or (needs_device(profile) and not profile.destructive):
        return _("Rea&d")
    return _("&Measure")
