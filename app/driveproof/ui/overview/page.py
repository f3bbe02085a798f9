# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive is, what is on it, where it can be measured, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from driveproof.domain.dashboard import KeptOfDrive, last_checked
from driveproof.domain.drive.drive import BlockDevice, Inventory, is_drive
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.experiment import OPEN
from driveproof.domain.experiment.sentences import in_progress
from driveproof.domain.text import shown
from driveproof.domain.trim.drive import main_targets
from driveproof.domain.trim.path import PATH_WORDS
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.experiments import ExperimentFeed
from driveproof.ui.feeds.lookups import Lookups
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.feeds.pages import (
    CHECK,
    EXPERIMENT,
    HISTORY,
    MEASURE,
    MONITOR,
    TRIM,
    MeasureFolder,
    PageWidget,
    ShowCheck,
    ShowExperiments,
    ShowWhySlow,
)
from driveproof.ui.overview.devices import DeviceMenus, DeviceRows
from driveproof.ui.overview.facts import Facts, identity_facts, queue_facts
from driveproof.ui.overview.partition_bar import PartitionBar, parts_of
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, Disclosure, primary_button, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, clear, horizontal, vertical
from driveproof.ui.widgets.marks import ChainMark
from driveproof.ui.widgets.notices import MessageBar
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page
from driveproof.ui.widgets.rows import FactRows
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.drive import device_title, link_text
from driveproof.wording.errors import Face, advice, message
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.units import format_size

LATER_MS = 300
_COLORS = {"bad": Tone.FAILING, "odd": Tone.DOUBT}
_MOST = 3


class SentenceLine(QWidget):
    """A sentence, and a quiet button at its end. Emits `asked` for the button."""

    asked = Signal()

    def __init__(
        self, theme: Theme, button: str, text: str = "", *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.text = Label(theme, text, wrap=True, selectable=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = quiet_button(button)
        self.button.clicked.connect(self.asked)
        self.row = BaselineBox(self)
        self.row.addWidget(self.text, 1)
        self.row.addWidget(self.button)


class DriveSentence(SentenceLine):
    """A sentence about one drive that is read in a thread."""

    def __init__(self, theme: Theme, button: str) -> None:
        super().__init__(theme, button)
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._timer = Delayed(self, LATER_MS, self.read)

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Set the drive, and show what is known of it."""
        self._device, self._inventory = device, inventory

    def read_soon(self, *, wanted: bool = True) -> None:
        """Read when the event loop is idle, unless that is cancelled before."""
        self._timer.ask(wanted=wanted)

    @Slot()
    def read(self) -> None:
        """Read what is unknown."""
        raise NotImplementedError


class CheckLine(DriveSentence):
    """When the drive was checked last, and how the check rated it; hidden if there was none."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context.theme, _("Show the check"))
        self._services = context.services
        self._of = ""  # the kernel name of the drive that the line is about
        self.check_id = ""
        self.tasks = TaskQueue(self)
        self.hide()

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        super().set_device(device, inventory)
        if device.name != self._of:
            self._of = device.name
            self.hide()  # what is known of another one

    @Slot()
    def read(self) -> None:
        device, inventory, kept = self._device, self._inventory, self._services.kept
        if device is None:
            return

        def done(found: Mapping[str, KeptOfDrive] | None, _error: DriveproofError | None) -> None:
            if self._of == device.name:
                self._show((found or {}).get(device.name))

        self.tasks.add(lambda: kept((device,), inventory), done, key="kept")

    def _show(self, kept: KeptOfDrive | None) -> None:
        if kept is None or kept.checked is None:
            self.hide()
            return
        self.check_id = kept.check
        self.text.set_color(_COLORS.get(kept.rating or "", "text"))
        self.text.say(say_text(last_checked(kept.checked, kept.rating, datetime.now())))
        self.button.setVisible(bool(kept.check))
        self.show()


class TrimLine(DriveSentence):
    """Whether a TRIM from what is mounted reaches the drive."""

    def __init__(self, theme: Theme, lookups: Lookups) -> None:
        super().__init__(theme, _("Layer by layer"))
        self._lookups = lookups
        self.mark = ChainMark(theme, height=GRID + 1)
        self.mark.setFixedHeight(2 * GRID + 2)
        self.row.setSpacing(0)
        self.row.insertWidget(0, self.mark)
        lookups.changed.connect(self._show)

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        super().set_device(device, inventory)
        self._show()

    @Slot()
    def read(self, *, again: bool = False) -> None:
        """Read what is unknown, or everything `again`."""
        device = self._device
        if device is None:
            return
        self._lookups.ask_link(device, self._inventory, again=again)
        for target in main_targets(device, self._inventory):
            self._lookups.ask_chain(target, self._inventory, again=again)

    @Slot()
    def _show(self) -> None:
        if self._device is None:
            return
        trim = self._lookups.trim_of(self._device, self._inventory)
        verdict, sentence = trim.verdict, "" if trim.say is None else say_text(trim.say)
        self.mark.verdict = verdict
        self.mark.update()
        self.text.set_color("text" if verdict else "muted")
        self.text.say(sentence or _("Checking TRIM…"))
        word = "" if verdict is None else value_text(PATH_WORDS[verdict])
        self.text.setAccessibleName(f"{self.text.text()} {word}".strip())


class ExperimentLines(QWidget):
    """A line for each open experiment of the drive; hidden if there are none.

    Emits `go_on(id)` to continue one, `all_asked` to list all.
    """

    go_on = Signal(str)
    all_asked = Signal()

    def __init__(self, theme: Theme, feed: ExperimentFeed) -> None:
        super().__init__()
        self._theme = theme
        self._feed = feed
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._shown: list[tuple[str, str, bool]] = []
        self.title = Label(theme, _("Experiments"), size="heading")
        self._lines = vertical(spacing=0)
        self.more = quiet_button("", flush=True)
        self.more.clicked.connect(self.all_asked)
        column = vertical(self, spacing=GRID // 2)
        column.addWidget(self.title)
        column.addLayout(self._lines)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        feed.changed.connect(self._show)
        self.hide()

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Show the experiments of this drive."""
        self._device, self._inventory = device, inventory
        self._show()

    @Slot()
    def _show(self) -> None:
        device = self._device
        if device is None or not self._feed.experiments:
            self._fill([], 0)
            return
        identity = device_identity(device, self._inventory)
        on_it = self._feed.measured == device.name
        mine = [
            (experiment.id, say_text(in_progress(experiment, now=now)), now)
            for experiment in self._feed.experiments
            for now in (on_it and experiment.running is not None,)
            if experiment.status == OPEN
            and places.is_of(experiment, device, identity, self._inventory)
        ]
        self._fill(mine[:_MOST], len(mine))

    def _fill(self, lines: list[tuple[str, str, bool]], count: int) -> None:
        self.setVisible(bool(lines))
        left = count - len(lines)
        self.more.setText(ngettext("{count} more", "{count} more", left).format(count=left))
        self.more.setVisible(left > 0)
        if lines == self._shown:
            return
        self._shown = lines
        clear(self._lines)
        for experiment_id, text, now in lines:
            button = _("Show") if now else _("Continue")
            line = SentenceLine(self._theme, button, text, parent=self)
            line.button.setAccessibleName(f"{button}: {text}")
            line.asked.connect(lambda wanted=experiment_id: self.go_on.emit(wanted))
            self._lines.addWidget(line)


class OverviewPage(PageWidget):
    """Shows the selected drive, and leads to what can be done with it."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        theme, lookups = context.theme, context.lookups
        experiments = self._experiments = context.experiments
        self._device: BlockDevice | None = None
        self._gone, self._shown = False, ""
        self._failed: MachineError | None = None
        """Why the drive is no longer followed."""
        self._limits: Facts = []
        self._make_buttons(theme)
        self.bar = PartitionBar(theme)
        self.message = MessageBar(theme)
        self.menus = self._made_menus(context)
        self._inventory = Inventory()
        self.rows = DeviceRows(theme, menu=self.menu_of)
        self.rows.measure.connect(lambda path: context.lead_to(MEASURE, MeasureFolder(path)))
        self.rows.visit.connect(lambda name: context.lead_to(drive=name))
        self._lookups = lookups
        self._lookups.changed.connect(self._looked)
        self.experiment_lines = ExperimentLines(theme, experiments)
        self.experiment_lines.go_on.connect(context.lead_to_experiment)
        self.experiment_lines.all_asked.connect(lambda: context.lead_to(HISTORY, ShowExperiments()))
        self.check_line = CheckLine(context)
        self.check_line.asked.connect(
            lambda: context.lead_to(HISTORY, ShowCheck(self.check_line.check_id))
        )
        context.kept.connect(self._kept)
        self.monitor_row = self._made_monitor_row()
        self.trim_line = TrimLine(theme, lookups)
        self.trim_line.asked.connect(lambda: context.lead_to(TRIM))
        self.link_warning = Label(theme, color=Tone.DOUBT, wrap=True, selectable=True)
        self.link_warning.hide()
        self.array_line = Label(theme, wrap=True, selectable=True)
        self.array_line.hide()
        self.below_title = Label(theme, _("Underlying devices"), size="heading")
        self.below = DeviceRows(theme, mounts=False)
        self.below.visit.connect(lambda name: context.lead_to(drive=name))
        self.facts = FactRows(theme)
        self.limits = FactRows(theme)
        self.queue = Disclosure(theme, _("&Queue limits"), self.limits)
        self.queue.opened.connect(self._fill_limits)
        self._build(theme)

    def _make_buttons(self, theme: Theme) -> None:
        """The head of the page, with what can be done with the drive."""
        self.head = PageHead(theme)
        self.compare_button = quiet_button(_("&Experiment…"))
        self.compare_button.setMinimumHeight(BUTTON_HEIGHT)
        set_tip(self.compare_button, _("Shortcut: {keys}").format(keys="Ctrl+N"))
        self.compare_button.clicked.connect(lambda: self.context.lead_to(EXPERIMENT))
        self.head.add(self.compare_button)
        self.primary = QPushButton(_("Measure this &drive…"))
        self.primary.setMinimumHeight(BUTTON_HEIGHT)
        self.primary.clicked.connect(lambda: self.context.lead_to(MEASURE))
        self.head.add(self.primary)
        self.why_button = QPushButton(_("Why is it &slow?"))
        self.why_button.setMinimumHeight(BUTTON_HEIGHT)
        self.why_button.clicked.connect(lambda: self.context.lead_to(CHECK, ShowWhySlow()))
        self.head.add(self.why_button)
        self.check_button = primary_button(_("&Check this drive…"))
        self.check_button.clicked.connect(lambda: self.context.lead_to(CHECK))
        self.head.add(self.check_button)  # before it is shown: it is no window

    def _made_monitor_row(self) -> QWidget:
        self.monitor_button = quiet_button(_("&Live I/O…"), flush=True)
        set_tip(self.monitor_button, _("Shortcut: {keys}").format(keys="Ctrl+M"))
        self.monitor_button.clicked.connect(lambda: self.context.lead_to(MONITOR))
        made = QWidget()
        row = horizontal(made)
        row.addWidget(self.monitor_button)
        row.addStretch(1)
        made.setVisible(False)
        return made

    def _build(self, theme: Theme) -> None:
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=0)
        details = Label(theme, _("Details"), size="heading")
        for widget, space in (
            (self.bar, GRID),
            (self.rows, 3 * GRID),
            (self.array_line, 3 * GRID),
            (self.link_warning, 3 * GRID),
            (self.trim_line, 3 * GRID),
            (self.check_line, GRID),
            (self.monitor_row, GRID),
            (self.experiment_lines, 4 * GRID),
            (self.below_title, 4 * GRID),
            (self.below, GRID),
            (details, 4 * GRID),
            (self.facts, GRID),
            (self.queue, 2 * GRID),
        ):
            widget.setContentsMargins(0, space, 0, 0)
            column.addWidget(widget)
        column.addStretch(1)
        top = QVBoxLayout()  # outside of the scrolled area: the button stays in its corner
        top.setContentsMargins(MARGIN, 3 * GRID, MARGIN, 2 * GRID)
        top.setSpacing(GRID)
        top.addWidget(self.head)
        top.addWidget(self.message)
        self.area = scroll_page(self, top, inner)

    def set_device(
        self, device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        if device is None:
            return  # another page says why there is none
        self._device, self._gone, self._inventory = device, gone, inventory
        self._failed = None
        if device.name != self._shown:
            self.message.hide()
        self._show_compare()
        if gone:
            self.head.say(
                _("Unplugged"),
                _("Reconnect it, or choose another one."),
            )
            self.primary.hide()
            self.check_button.hide()
            self.why_button.hide()
            self.monitor_row.hide()
            return
        self.primary.show()
        self.check_button.show()
        self.why_button.setVisible(is_drive(device))
        self.monitor_row.show()
        self.head.say(*self._answer(device, inventory))
        parts = parts_of(device, inventory)
        self.bar.set_parts(parts)
        self.bar.setVisible(bool(parts))
        self.rows.set_layers(inventory.above(device), inventory)
        self.trim_line.set_device(device, inventory)
        self.trim_line.read_soon(wanted=self.isVisible())
        self.check_line.set_device(device, inventory)
        self.check_line.read_soon(wanted=self.isVisible())
        self.experiment_lines.set_device(device, inventory)
        stack = inventory.stack(device)
        self.below_title.setVisible(len(stack) > 1)
        self.below.setVisible(len(stack) > 1)
        self.below.set_layers(stack if len(stack) > 1 else (), inventory)
        self._show_arrays(device, inventory)
        link = self._lookups.link(device.name)
        warns = link is not None and (link.slower or bool(link.errors))
        self.link_warning.say(link_text(link) if link and warns else "")
        self.link_warning.setVisible(warns)
        self.facts.set_facts(identity_facts(device, inventory, link))
        self._limits = queue_facts(device)
        self.queue.setVisible(bool(self._limits))
        if self.queue.button.is_open:
            self._fill_limits()
        if device.name != self._shown:
            self._shown = device.name
            self.area.verticalScrollBar().setValue(0)

    def _made_menus(self, context: PageContext) -> DeviceMenus:
        menus = DeviceMenus(context, self)
        menus.said.connect(lambda text, bad: self.message.say(shown(text), bad=bad))
        return menus

    def menu_of(self, name: str, parent: QWidget) -> QMenu | None:
        device = self._inventory.get(name)
        if device is None:
            return None
        return self.menus.menu(device, self._inventory, parent)

    def _show_arrays(self, device: BlockDevice, inventory: Inventory) -> None:
        """Its own array, and those above and below it of which there is something to say."""
        layers = (*inventory.stack(device), *inventory.above(device))
        found = {layer.device.name: layer.device for layer in layers}
        told, states = [], []
        for one in found.values():
            if one.array is None or (one is not device and not one.array.notable):
                continue
            said = say_texts(one.array.sentences)
            if one is not device:
                name = shown(device_title(one))
                said = _("{name}: {text}").format(name=name, text=said)
            states.append(one.array)
            told.append(said)
        lost = any(one.lost for one in states)
        doubt = any(one.doubtful for one in states)
        self.array_line.set_color(Tone.FAILING if lost else Tone.DOUBT if doubt else Tone.PLAIN)
        self.array_line.say("\n".join(filter(None, told)))
        self.array_line.setVisible(any(told))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.trim_line.read_soon()
        self.check_line.read_soon()
        self._experiments.read_soon()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.trim_line.read_soon(wanted=False)
        self.check_line.read_soon(wanted=False)
        self._experiments.read_soon(wanted=False)

    def _show_compare(self) -> None:
        self.compare_button.setVisible(not self._gone)

    def _fill_limits(self) -> None:
        self.limits.set_facts(self._limits)

    def say_failed(self, error: MachineError, title: str = "") -> None:
        self._failed = error
        self.head.say(message(error), advice(error, Face.WINDOW))

    @Slot(str)
    def _looked(self, key: str) -> None:
        """Its link was read."""
        device, failed = self._device, self._failed
        if device is not None and key == device.name:
            self.set_device(device, self._inventory, gone=self._gone)
            if failed is not None:
                self.say_failed(failed)

    @Slot()
    def _kept(self) -> None:
        self.check_line.read_soon(wanted=self.isVisible())

    def read_again(self) -> None:
        self.trim_line.read(again=True)

    def _answer(self, device: BlockDevice, inventory: Inventory) -> tuple[str, str]:
        mounted = {place.name: place for _, place in inventory.mounts_above(device)}
        if mounted:
            count = len(mounted)
            text = ngettext(
                "{count} mounted file system", "{count} mounted file systems", count
            ).format(count=count)
            known = [place.free for place in mounted.values() if place.free is not None]
            if not known:
                return text, ""
            return _("{text}, {sum} free").format(text=text, sum=format_size(sum(known))), ""
        if not device.size:
            return _("No medium"), ""
        return (
            _("Not mounted"),
            _("Only read tests are possible."),
        )
