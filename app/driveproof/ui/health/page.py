# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How healthy the drive is: the verdict first, then its details."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import DriveproofError, RefusedError
from driveproof.domain.experiment.start import Start
from driveproof.domain.health.adapter import AdapterWish
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.engine.health.view import HealthView
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import drives_under
from driveproof.ui.feeds.pages import EXPERIMENT, MEASURE, TRIM, PageWidget
from driveproof.ui.health import texts as words
from driveproof.ui.health.adapter_dialog import AdapterDialog
from driveproof.ui.health.export import TABLE_FORMATS, health_export
from driveproof.ui.health.layout import HealthParts
from driveproof.ui.health.no_health import is_hardware, why_unknown
from driveproof.ui.health.snapshots import SnapshotsDialog
from driveproof.ui.output.export import Export
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, advice_text, message_and_advice
from driveproof.wording.run import note_text

if TYPE_CHECKING:
    from driveproof.engine.health.service import HealthService


class HealthActions(QObject):
    """Runs the requests.

    Emits `failed(name, what, error)` and, after every other end, `ended(name, what, result)` with
    the device's name; `changed` when a request started or ended. `what` is "snapshots", "firmware",
    "whole", "keep", "acknowledge", "start", "abort" or "smart".
    """

    failed = Signal(str, str, object)
    ended = Signal(str, str, object)
    changed = Signal()

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        # A drive that hangs must not delay others: no limit on threads.
        self._tasks = TaskQueue(self, threads=sys.maxsize)
        self.running: set[tuple[str, str]] = set()

    def is_busy(self, name: str, *whats: str) -> bool:
        """Whether one of these requests is running for a device."""
        return any((name, what) in self.running for what in whats)

    def read_snapshots(self, device: BlockDevice) -> None:
        """Read all snapshots of the drive."""
        self._start(
            device.name,
            "snapshots",
            lambda requests: (device.identity, requests.snapshots(device.identity)),
        )

    def read_firmware(self, device: BlockDevice) -> None:
        """Ask fwupd for newer firmware."""

        def work(_requests: HealthService) -> tuple[BlockDevice, FirmwareNews]:
            return device, self._services.firmware(device)

        self._start(device.name, "firmware", work)

    def read_whole(
        self, device: BlockDevice, inventory: Inventory, wish: AdapterWish | None = None
    ) -> None:
        """Read everything as administrator; may prompt for a password. A `wish` is for a USB
        adapter whose type is not known.
        """
        self._start(
            device.name, "whole", lambda requests: requests.look_whole(device, inventory, wish)
        )

    def keep(self, view: HealthView) -> None:
        """Store a snapshot."""
        self._start(view.device, "keep", lambda requests: requests.keep(view))

    def acknowledge(self, view: HealthView, counters: list[tuple[str, int]]) -> None:
        """Store that the person has seen these values."""

        def work(requests: HealthService) -> list[tuple[str, int]]:
            for counter, value in counters:
                requests.acknowledge(view.identity, counter, value)
            return counters

        self._start(view.device, "acknowledge", work)

    def start_test(self, device: BlockDevice, kind: SelfTestKind) -> None:
        """Start a self-test; may prompt for a password."""

        def work(requests: HealthService) -> str:
            requests.start_self_test(device, kind)
            return kind

        self._start(device.name, "start", work)

    def abort_test(self, device: BlockDevice) -> None:
        """Abort the self-test; may prompt for a password."""
        self._start(device.name, "abort", lambda requests: requests.abort_self_test(device))

    def switch_smart_on(self, device: BlockDevice) -> None:
        """Switch SMART on; may prompt for a password."""
        self._start(device.name, "smart", lambda requests: requests.switch_smart_on(device))

    def _start(self, name: str, what: str, work: Callable[[HealthService], Any]) -> None:
        if (name, what) in self.running:
            return
        self.running.add((name, what))
        done = partial(self._done, name, what)
        self._tasks.add(lambda: work(self._services.health), done)
        self.changed.emit()

    def _done(self, name: str, what: str, result: Any, error: DriveproofError | None) -> None:
        self.running.remove((name, what))
        if error is not None:
            self.failed.emit(name, what, error)
        else:
            self.ended.emit(name, what, result)
        self.changed.emit()


TICK_MS = 1000
TEST_SECONDS = 10
"""Seconds between two queries of a drive that runs a self-test."""


class HealthPage(PageWidget):
    """One drive at a time. `clock` returns monotonic seconds."""

    def __init__(
        self,
        context: PageContext,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(context)
        self._watch = context.watch
        self._watch.changed.connect(self._views_changed)
        self._waiting = Waiting(clock)
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._gone = False
        self._shown: HealthView | None = None
        self._undo: list[tuple[str, int]] = []
        self._begun: HealthView | None = None
        """What was known when the message on the screen said that a self-test began."""
        self._ticks = 0
        self._keys: dict[str, tuple[str, str]] = {}
        """By the name of each drive that was shown its key."""
        self._unsaid: dict[tuple[str, str], tuple[str, DriveproofError]] = {}
        """By the key of a drive what failed, and why, while another one was shown."""
        self._news: dict[tuple[str, str], FirmwareNews] = {}
        self.actions_ = HealthActions(context.services, self)
        self.actions_.ended.connect(self._ended)
        self.actions_.failed.connect(self._failed)
        self.actions_.changed.connect(self._show_state)
        self.parts = parts = HealthParts(self, context, self._exported)
        parts.start.start.connect(self._start_test)
        parts.progress.abort.connect(self._abort_test)
        parts.found.acknowledge.connect(self._acknowledge)
        parts.none.visit.connect(lambda name: context.lead_to(drive=name))
        parts.none.measure.connect(lambda: context.lead_to(MEASURE))
        parts.none.trim.connect(lambda: context.lead_to(TRIM))
        parts.firmware.compare.connect(self._compare_firmware)
        parts.values.save.connect(self._save)
        parts.root_primary.clicked.connect(self.read_whole)
        parts.adapter.clicked.connect(self._try_adapter)
        parts.smart.clicked.connect(self._switch_smart_on)
        parts.wake.clicked.connect(self._wake)
        parts.root_link.clicked.connect(self.read_whole)
        parts.snapshots.keep.connect(self._keep)
        parts.snapshots.compare.connect(self.compare)
        parts.message.acted.connect(self._take_back)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self.look_at_the_clock)

    # Updates from the window

    def set_device(
        self, device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        before = self._device
        other = device is None or before is None or (
            (device.name, device.identity) != (before.name, before.identity)
        )  # fmt: skip
        self._device, self._inventory, self._gone = device, inventory, gone
        if other:
            self._shown = self._begun = None
            self._waiting.end()
            self.parts.forget()
            if device is not None and is_hardware(device):
                if self._watch.view(device) is None:
                    self._expect()
                self.actions_.read_snapshots(device)
            if device is not None:
                key = self._keys[device.name] = device_key(device)
                if key in self._unsaid:
                    self._say_failure(*self._unsaid.pop(key))
        self._refresh()

    @Slot(list)
    def _views_changed(self, views: list[HealthView]) -> None:
        names, device = {view.device for view in views}, self._device
        if device is None:
            return
        if device.name in names:
            self._waiting.told(self._watch.view(device))
            self._told_of_test(self._watch.view(device))
        if device.name in names or not is_hardware(device):
            self._refresh()

    def read_again(self) -> None:
        if self._device is not None and is_hardware(self._device) and not self._gone:
            self._expect()
            self.actions_.read_snapshots(self._device)
            self._refresh()

    def _told_of_test(self, view: HealthView | None) -> None:
        """Take back that a self-test began once its progress is shown, or the drive runs none."""
        if self._begun is None or view is None:
            return
        tests = view.health.self_tests
        if (tests is not None and tests.running) or view.health.taken > self._begun.health.taken:
            self._begun = None
            self.parts.message.hide()

    def _expect(self) -> None:
        self._waiting.begin(self._watch.view(self._device) if self._device is not None else None)

    def word_again(self) -> None:
        self._refresh()

    # What is shown

    def _refresh(self) -> None:
        device, parts = self._device, self.parts
        if device is None:
            self._shown = None
            parts.show_nothing(
                _("No drive"),
                _("See the Overview."),
            )
            self._show_buttons()
            return
        view = self._watch.view(device)
        if not is_hardware(device):
            self._shown = view
            health = view.health if view else None
            title = note_text(health.missing) if health else ""
            advice = advice_text(health.advice, Face.WINDOW) if health else ""
            parts.show_none(
                shown(title) or why_unknown(device),
                drives_under(device, self._inventory),
                advice,
                gone=self._gone,
            )
        elif view is None:
            self._shown = None
            parts.show_nothing(*words.unread(gone=self._gone))
        else:
            self._shown = view
            tables = self._watch.whole(device) or view
            parts.show_view(view, tables, device, gone=self._gone)
            self._show_firmware(device, view)
            if self._gone:
                self._waiting.end()
        self._show_state()

    def _show_firmware(self, device: BlockDevice, view: HealthView) -> None:
        news = self._news.get((device.identity, device.firmware))
        if news is None and not self._gone:
            self.actions_.read_firmware(device)
        current = view.health.firmware or device.firmware
        faults = view.health.firmware_faults
        self.parts.firmware.show_firmware(current, view.firmware_changes, news, faults)

    def _waited(self) -> float:
        """Seconds since the drive was queried; 0 if no answer is due."""
        return 0.0 if self._gone else self._waiting.seconds()

    @Slot()
    def look_at_the_clock(self) -> None:
        """Show how long a drive takes, and query the progress of a self-test."""
        self._ticks += 1
        self._show_waiting()
        tests = self._shown.health.self_tests if self._shown is not None else None
        running = tests is not None and tests.running and not self._gone
        if running and self._ticks % TEST_SECONDS == 0 and self._device is not None:
            self._watch.look_now(self._device.name)

    def _show_waiting(self) -> None:
        name = self._device.name if self._device is not None else ""
        going_on = [what for what in words.LONG if self.actions_.is_busy(name, what)]
        self.parts.show_waiting(words.waiting(self._waited()) or words.going_on(going_on))

    @Slot()
    def _show_state(self) -> None:
        self._show_waiting()
        self._show_buttons()

    def _show_buttons(self) -> None:
        device, view = self._device, self._shown
        self.parts.show_buttons(
            device,
            view,
            possible=not self._gone,
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()

    # Interaction

    @Slot()
    def read_whole(self) -> None:
        """Read everything as administrator; may prompt for a password."""
        if self._device is not None:
            self.actions_.read_whole(self._device, self._inventory)

    @Slot()
    def _try_adapter(self) -> None:
        """Ask how to read through a USB adapter, and do it."""
        device, view = self._device, self._shown
        if device is None or view is None or view.health.adapter is None:
            return
        in_use = self._inventory.is_in_use(device)
        dialog = AdapterDialog(view.health.adapter, self.parts.theme, self, in_use=in_use)
        if dialog.exec():
            self.actions_.read_whole(device, self._inventory, dialog.wish)
        dialog.deleteLater()

    @Slot(str)
    def _start_test(self, kind: SelfTestKind) -> None:
        if self._device is not None:
            self.actions_.start_test(self._device, kind)

    @Slot()
    def _abort_test(self) -> None:
        if self._device is not None:
            self.actions_.abort_test(self._device)

    @Slot()
    def _wake(self) -> None:
        """Read a drive that sleeps, or was left alone so that it can."""
        if self._shown is not None and self._device is not None:
            self._watch.look_now(self._device.name, wake=self._shown.health.asleep)
            self._expect()

    @Slot()
    def _switch_smart_on(self) -> None:
        if self._device is not None:
            self.actions_.switch_smart_on(self._device)

    @Slot()
    def _compare_firmware(self) -> None:
        self.context.lead_to(EXPERIMENT, Start(action="firmware"))

    @Slot()
    def _keep(self) -> None:
        if self._shown is not None:
            self.actions_.keep(self._shown)

    @Slot(list)
    def _acknowledge(self, counters: list[tuple[str, int]]) -> None:
        if self._shown is not None and counters:
            before = self._shown.acknowledged
            self._undo = [(name, before.get(name, 0)) for name, _ in counters]
            self.actions_.acknowledge(self._shown, counters)

    @Slot()
    def _take_back(self) -> None:
        self.parts.message.hide()
        undo, self._undo = self._undo, []
        if self._shown is not None and undo:
            self.actions_.acknowledge(self._shown, undo)

    @Slot()
    def _save(self) -> None:
        """Save the table of all values."""
        self.parts.exporting.write_as(*TABLE_FORMATS)

    def export(self) -> bool:
        self.parts.exporting.open_menu()
        return True

    def _exported(self) -> Export | None:
        device, rated = self._device, self.parts.rated
        if device is None or self._shown is None or rated is None or not rated.health.known:
            return None
        return health_export(rated, device.path)

    @Slot()
    def compare(self) -> None:
        """Show two snapshots beside each other."""
        dialog = SnapshotsDialog(self.parts.snapshots.snapshots, self.parts.theme, self)
        dialog.exec()
        dialog.deleteLater()

    # Results

    @Slot(str, str, object)
    def _ended(self, name: str, what: str, result: object) -> None:
        device = self._device
        if what == "whole" and isinstance(result, HealthView):
            self._watch.put_whole(result)
        if what == "firmware" and isinstance(result, tuple):
            asked, news = result
            self._news[asked.identity, asked.firmware] = news
        if device is None or device.name != name:
            return
        if what == "firmware":
            self._refresh()
            return
        if what == "snapshots" and isinstance(result, tuple):
            identity, found = result
            if identity == device.identity:
                changes = self._shown.firmware_changes if self._shown is not None else ()
                self.parts.snapshots.show_snapshots(found, changes)
                self._refresh()
            return
        undo = bool(self._undo) and what == "acknowledge"
        if text := words.done(what, result, undo=undo):
            self.parts.message.say(text, action=_("&Undo") if undo else "")
            self._begun = self._shown if what == "start" else None
        if what in {"keep", "whole"}:
            self.actions_.read_snapshots(device)
        else:
            self._watch.look_now(name)
            self._expect()

    @Slot(str, str, object)
    def _failed(self, name: str, what: str, error: DriveproofError) -> None:
        if self._device is None or self._device.name != name:
            if what in words.ASKED:
                self._unsaid[self._keys[name]] = what, error
            return
        self._begun = None
        self._say_failure(what, error)

    def _say_failure(self, what: str, error: DriveproofError) -> None:
        if what == "whole" and isinstance(error, RefusedError):
            text = message_and_advice(error, Face.WINDOW)
            rest = _("The values shown were read without it.")
            self.parts.message.say(f"{text} {rest}", bad=True)
        else:
            self.parts.message.say_error(error)


class Waiting:
    """For one drive at a time; `clock` returns monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked: tuple[float, HealthView | None] | None = None

    def begin(self, known: HealthView | None) -> None:
        """It was queried just now; `known` is its previous answer."""
        self._asked = (self._clock(), known)

    def end(self) -> None:
        """Stop waiting."""
        self._asked = None

    def told(self, view: HealthView | None) -> None:
        """Stop waiting once an answer is newer than the previous one."""
        if self._asked is not None and view is not None and view is not self._asked[1]:
            self._asked = None

    def seconds(self) -> float:
        """Seconds since the drive was queried; 0 if no answer is due."""
        return self._clock() - self._asked[0] if self._asked is not None else 0.0
