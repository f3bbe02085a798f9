# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The widgets of the Health page: their layout, and what each state of the page shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.known_firmware import FirmwareFault
from driveproof.domain.health.rest import resting
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.domain.health.trends import UNTRACED, trends_of
from driveproof.domain.health.verdict import FAILING, HealthToDo
from driveproof.engine.health.view import HealthView
from driveproof.export.text.adapter import PLACE, adapter_text
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.health import texts as words
from driveproof.ui.health.answer import Folded, HealthBlocks, ValueSections
from driveproof.ui.health.no_health import NoHealth
from driveproof.ui.health.self_tests import SelfTestProgress, SelfTestStart
from driveproof.ui.health.snapshots import SnapshotSection
from driveproof.ui.output.export import Export, ExportPart
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import CopyButton, primary_button, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, vertical
from driveproof.ui.widgets.notices import MessageBar
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, say_texts


class FirmwareSection(Folded):
    """One line that expands to the earlier versions and the news. Nothing is ever flashed.

    Emits `compare` to measure the effect of an update.
    """

    compare = Signal()

    def __init__(self, theme: Theme) -> None:
        inner = QWidget()
        super().__init__(theme, inner)
        self.compare_button = quiet_button(_("Measure before and after the &update…"), flush=True)
        self.compare_button.setToolTip(_("Measures the baseline now, the rest after the update."))
        self.compare_button.clicked.connect(self.compare)
        self.text = Label(theme, wrap=True, selectable=True)
        self.notes = Label(theme, color="muted", wrap=True, selectable=True)
        inside = vertical(inner, margins=(3 * GRID, 0, 0, GRID))
        inside.addWidget(self.text)
        inside.addWidget(self.notes)
        inside.addWidget(self.compare_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.compare_button.hide()

    def show_firmware(
        self,
        current: str,
        changes: Sequence[FirmwareChange],
        news: FirmwareNews | None,
        faults: Sequence[FirmwareFault] = (),
    ) -> None:
        """Show the firmware and its known `faults`; `news` is None while fwupd is being asked."""
        self.setVisible(bool(current))
        title = _("&Firmware {current}").format(current=label(current))
        if news is not None and news.newest:
            title = _("{title}, {newest} available").format(title=title, newest=label(news.newest))
        elif changes:
            title = _("{title}, first seen {what}").format(
                title=title, what=date_and_time(changes[-1].at)
            )
        self.show_line(title)
        lines = [
            _("{title}, first seen {what}").format(
                title=f"{shown(change.before)} → {shown(change.after)}",
                what=date_and_time(change.at),
            )
            for change in changes
        ]
        lines += [note_text(one.note) for one in faults]
        lines.append(_("Asking…") if news is None else say_texts(news.says))
        self.text.say("\n".join(lines))
        self.notes.say(_notes(news))
        self.notes.setVisible(bool(self.notes.text()))
        offered = news is not None and bool(news.newest)
        self.compare_button.setVisible(offered or any(one.can_be_updated for one in faults))


def _notes(news: FirmwareNews | None) -> str:
    """The release notes, a line each, and where to read more."""
    if news is None or not news.newest:
        return ""
    lines = [line for line in map(shown, news.notes.splitlines()) if line.strip()]
    return "\n".join([*lines, *([shown(news.link)] if news.link else [])])


class HealthParts:
    """Created inside `page`, which handles their signals; `exported()` is what can be exported."""

    def __init__(
        self,
        page: QWidget,
        context: PageContext,
        exported: Callable[[], Export | None],
    ) -> None:
        theme, settings, watch = context.theme, context.settings, context.watch
        self.theme = theme
        self.head = PageHead(theme)
        self.start = SelfTestStart(theme)
        self.root_primary = primary_button(_("Read as &administrator…"))
        self.adapter = primary_button(_("&Try to read SMART…"))
        self.adapter.hide()
        self.smart = primary_button(_("E&nable SMART…"))
        self.smart.hide()
        self.wrong = primary_button(_("Sho&w reasons"))
        self.wrong.hide()
        self.exporting = ExportPart(page, theme, settings, exported, primary=False)
        self.exporting.button.hide()
        self.head.add(self.exporting.button)
        self.head.add(self.root_primary)
        self.head.add(self.adapter)
        self.head.add(self.smart)
        self.head.add(self.wrong)
        self.head.add(self.start)
        self.detail = Label(theme, color="muted", wrap=True, selectable=True)
        self.wake = quiet_button(_("&Wake and read"))
        self.wake.hide()
        self.message = MessageBar(theme)
        self.progress = SelfTestProgress(theme)
        self.waiting = Label(theme, color=Tone.NOTE)
        self.found = HealthBlocks(theme)
        self.none = NoHealth(theme, watch)
        self.source = Label(theme, size="small", color="muted", wrap=True, selectable=True)
        self.more = Label(theme, size="small", color="muted", wrap=True)
        self.root_link = quiet_button(_("Read as &administrator…"))
        self.unlisted = Label(theme, size="small", color="muted", wrap=True)
        self.copy_adapter = CopyButton(_("Cop&y for smartmontools"))
        self.snapshots = SnapshotSection(theme)
        self.values = ValueSections(theme, settings)
        self.rated: RatedHealth | None = None
        """What the values on screen are of."""
        self.firmware = FirmwareSection(theme)
        self.wrong.clicked.connect(self.open_what_is_wrong)
        self._build(page)

    def _build(self, page: QWidget) -> None:
        offer = BaselineBox()  # the sentence may take several lines
        offer.setContentsMargins(0, GRID, 0, 0)  # the link begins above the first of them
        offer.addWidget(self.more, 1)
        offer.addWidget(self.root_link, 0)
        self._inner = inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=0)
        column.addWidget(self.found)
        column.addWidget(self.none)
        column.addSpacing(GRID)
        column.addWidget(self.source)
        column.addLayout(offer)
        unlisted = BaselineBox()
        unlisted.addWidget(self.unlisted, 1)
        unlisted.addWidget(self.copy_adapter, 0)
        column.addLayout(unlisted)
        self.snapshots.setContentsMargins(0, 3 * GRID, 0, 0)
        column.addWidget(self.snapshots)
        self.values.setContentsMargins(0, 2 * GRID, 0, 0)
        column.addWidget(self.values)
        self.firmware.setContentsMargins(0, GRID // 2, 0, 0)
        column.addWidget(self.firmware)
        column.addStretch(1)
        why = BaselineBox()
        why.addWidget(self.detail, 1)
        why.addWidget(self.wake, 0)
        top = QVBoxLayout()  # outside of the scrolled area: the button stays in its corner
        top.setContentsMargins(MARGIN, 3 * GRID, MARGIN, 2 * GRID)
        top.setSpacing(GRID)
        top.addWidget(self.head)
        top.addLayout(why)
        for part in (
            self.waiting,
            self.message,
            self.exporting.bar,
            self.progress,
        ):
            top.addWidget(part)
        self.area = scroll_page(page, top, inner)

    def forget(self) -> None:
        """Another drive: clear everything of the previous one."""
        self.message.hide()
        self.exporting.clear()
        self.snapshots.show_snapshots(())
        self.area.verticalScrollBar().setValue(0)

    def show_nothing(self, title: str, detail: str = "") -> None:
        """Show a sentence in place of a verdict."""
        self._show_title(title, detail)
        self.none.hide()

    def _show_title(self, title: str, detail: str) -> None:
        self.head.say(title)
        self.head.title.set_color(Tone.PLAIN)
        self._say_detail(detail)
        hidden = (
            self.unlisted, self.copy_adapter, self.found, self.source, self.snapshots, self.values,
            self.firmware, self.progress,
        )  # fmt: skip
        for part in hidden:
            part.hide()

    def show_none(
        self, title: str, drives: tuple[BlockDevice, ...], advice: str, *, gone: bool
    ) -> None:
        """Show that it has no health of its own, and the drives that have."""
        self._show_title(title, "")
        self.none.show_drives(drives, advice, gone=gone)
        self.none.show()

    def show_view(
        self, view: HealthView, tables: HealthView, device: BlockDevice, *, gone: bool
    ) -> None:
        """Show a drive that answered; `tables` is the fullest answer, which may be older."""
        health = view.health
        answer = health_answer(view.rated())
        self.head.say(say_texts(answer.sentences))
        self.head.title.set_color(Tone.FAILING if answer.bad and not gone else Tone.PLAIN)
        why_old = resting(health, health.taken)
        if gone:
            self._say_detail(_("Unplugged; these are the last values."))
        else:
            self._say_detail("" if why_old is None else say_text(why_old))
        trends = UNTRACED
        if view.may_be_kept:
            trends = trends_of(self.snapshots.snapshots, tables.health)
        # smartctl's if it was read: UDisks2 reports less
        self.rated = replace(view.rated(trends), health=tables.health, verdict=tables.verdict)
        fuller = health_answer(self.rated)
        offered = view.unacknowledged if view.may_be_kept and not gone else {}
        self.found.show_answer(answer, fuller if health.known else answer, offered)
        self.found.show()
        self.none.hide()
        self.source.say(words.provenance(view, tables))
        self.source.show()
        self._show_unlisted(adapter_text(tables.health))
        self.values.show_answer(fuller, self.rated)
        self.values.show()
        self.snapshots.setVisible(health.known or bool(self.snapshots.snapshots))
        tests = None if gone else health.self_tests
        self.progress.show_tests(tests, view.test_seconds, view.self_tests)

    def _show_unlisted(self, text: str) -> None:
        """Offer what smartmontools needs to know of an adapter that its database lacks."""
        self.copy_adapter.text_to_copy = text
        self.copy_adapter.reset()
        said = _("smartctl's drive database lacks this USB adapter. Tell its maintainers: {place}")
        self.unlisted.say(said.format(place=PLACE))
        for part in (self.unlisted, self.copy_adapter):
            part.setVisible(bool(text))

    def open_what_is_wrong(self) -> None:
        """Open the values that are a reason of the rating and its rules, and go to the first."""
        first = self.values.open_reasons()
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        self.area.ensureWidgetVisible(first)

    def _say_detail(self, text: str) -> None:
        self.detail.say(text)
        self.detail.setVisible(bool(text))

    def show_waiting(self, text: str) -> None:
        """Show what the page waits for, "" for nothing."""
        self.waiting.say(text)
        self.waiting.setVisible(bool(text))

    def show_buttons(
        self,
        device: BlockDevice | None,
        view: HealthView | None,
        *,
        possible: bool,
    ) -> None:
        """Show what can be done now.

        A running request cannot be started again, but its button stays enabled: disabled, it would
        lose the keyboard focus.
        """
        asleep = view is not None and view.health.asleep
        rests = view is not None and (asleep or view.health.at_rest)
        self.wake.setText(_("&Wake and read") if asleep else _("&Read now"))
        self.wake.setVisible(possible and rests)
        focused = self.start.button.hasFocus() or self.start.aside.hasFocus()
        tests = view.health.self_tests if view is not None else None
        fails = view is not None and view.verdict.word == FAILING
        self.wrong.setVisible(fails)
        does = {one.code for one in view.verdict.advice} if view is not None else set()
        wanted = (
            SelfTestKind.EXTENDED
            if does & {HealthToDo.COPY_AND_TEST, HealthToDo.CHECK_COPY_AND_TEST}
            else ""
        )
        taking = view.test_seconds if view is not None else {}
        self.start.show_tests(tests, possible=possible, aside=fails, wanted=wanted, taking=taking)
        self.smart.setVisible(possible and words.smart_is_off(view))
        if focused and tests is not None and tests.running:
            self.progress.stop.setFocus()
        self.adapter.setVisible(possible and words.adapter_unknown(view))
        offer = words.root_adds(device, view) if possible else ""
        only = bool(offer) and view is not None and not view.health.known
        self.root_primary.setVisible(only)
        self.root_link.setVisible(bool(offer) and not only)
        self.more.say(offer)
        self.more.setVisible(bool(offer) and not only)
        known = view is not None and view.health.known
        keepable = view is not None and view.may_be_kept
        self.snapshots.keep_button.setVisible(possible and known and keepable)
        self.exporting.button.setVisible(known)
