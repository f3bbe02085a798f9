# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The TRIM page: the discard path of a drive, what a TRIM would free, and a TRIM itself."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.experiment.start import Start
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.trim.answer import by_itself, layers
from driveproof.domain.trim.drive import targets_of
from driveproof.domain.trim.job import Preview
from driveproof.domain.trim.path import BLOCK, DiscardPath
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import EXPERIMENT, TRIM, PageWidget
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import label, set_tip, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.trim.preview import PreviewPart, Previews
from driveproof.ui.trim.session import SessionView
from driveproof.ui.widgets.buttons import CopyButton, primary_button
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.marks import ChainMark
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page, view_stack
from driveproof.ui.widgets.rows import FactRows, ShownFindings
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, advice, message, message_and_advice
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import fact_texts

_PLACE = 18  # characters of a path on a button


class TrimBody(QWidget):
    """Below the header: the layers, what a TRIM would free, what trims automatically.

    `ask` is the button that reads as root, `enable` the one that switches the timer on, for which
    `enabling` says what came.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.layers = ShownFindings(theme)
        self.marks: list[ChainMark] = []
        self.copy_rule = CopyButton(_("Copy the &udev rule"), quiet=False)
        self.questions = Label(theme, wrap=True, color="muted", selectable=True)
        self.ask = QPushButton(_("Read as &administrator…"))
        self.refusal = Label(theme, wrap=True, color=Tone.PLAIN, selectable=True)
        self.periodic_title = Label(theme, _("Automatic TRIM"), size="heading")
        self.periodic = Label(theme, wrap=True, selectable=True)
        self.facts = FactRows(theme, columns=1)
        self.enable = QPushButton(_("Enable the t&imer"))
        self.enabling = Label(theme, wrap=True, selectable=True)
        self.notes = Label(theme, wrap=True, color="muted", selectable=True)
        self.preview = PreviewPart(theme)
        column = vertical(self, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=0)
        for widget, space in (
            (self.layers, 0),
            (self.copy_rule, 2 * GRID),
            (self.questions, 2 * GRID),
            (self.ask, GRID),
            (self.refusal, GRID),
            (self.preview, 0),
            (self.periodic_title, 4 * GRID),
            (self.periodic, GRID),
            (self.facts, GRID),
            (self.enable, GRID),
            (self.enabling, GRID),
            (self.notes, 3 * GRID),
        ):
            if widget in {self.copy_rule, self.ask, self.enable}:
                column.addSpacing(space)
                column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
                continue
            widget.setContentsMargins(0, space, 0, 0)
            column.addWidget(widget)
        column.addStretch(1)

    def _signs(self, path: DiscardPath) -> list[ChainMark]:
        """The layers as a chain, which breaks where a TRIM does not pass."""
        passes = [layer.verdict != BLOCK for layer in path.layers]
        reached = [all(passes[:place]) for place in range(len(passes) + 1)]
        height = GRID + QFontMetrics(self._theme.body()).lineSpacing() / 2
        self.marks = [
            ChainMark(
                self._theme,
                layer.verdict,
                above=reached[place] if place else None,
                below=reached[place + 1] if layer is not path.layers[-1] else None,
                height=height,
            )
            for place, layer in enumerate(path.layers)
        ]
        return self.marks

    def show_chain(self, chain: DiscardPath, *, asking: bool) -> None:
        """Show a chain; `asking` while a password prompt for reading more of it is open."""
        self.layers.show_block(layers(chain), signs=partial(self._signs, chain))
        self.copy_rule.text_to_copy = chain.udev_rule
        set_tip(self.copy_rule, chain.udev_rule)
        self.copy_rule.setVisible(bool(chain.udev_rule))
        questions = chain.for_root
        self.questions.say("" if questions is None else say_text(questions))
        self.ask.setText(_("Asking…") if asking else _("Read as &administrator…"))
        self.ask.setEnabled(not asking)
        for widget in (self.questions, self.ask):
            widget.setVisible(questions is not None)
        self.refusal.setVisible(bool(self.refusal.text()))
        facts = fact_texts(by_itself(chain).facts)
        self.periodic.say("" if chain.by_itself is None else say_text(chain.by_itself))
        self.facts.set_facts(facts)
        for part in (self.periodic_title, self.periodic, self.facts):
            part.setVisible(bool(facts))
        periodic = chain.periodic
        self.enable.setVisible(
            periodic is not None and periodic.could_run and chain.verdict != BLOCK
        )
        self.enabling.setVisible(bool(self.enabling.text()))
        notes = [finding_text(note, Face.WINDOW) for note in chain.notes]
        self.notes.say("\n".join(notes))
        self.notes.setVisible(bool(notes))


class TrimPage(PageWidget):
    """One drive at a time.

    Shows the chain of one of its mounts or devices, what a TRIM of it would free and what trims
    automatically, or in place of these a TRIM that awaits confirmation or is running. `lookups`
    reads in a thread and is shared with the other pages.
    """

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        theme, services = context.theme, context.services
        self._services, self._lookups = services, context.lookups
        self._lookups.changed.connect(self._changed)
        self._lookups.refused.connect(self._refused)
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._gone = False
        self._targets: list[str] = []
        self._chosen: dict[str, str] = {}  # target by the drive's kernel name
        self.chain: DiscardPath | None = None
        self.head = PageHead(theme)
        self.chooser = ChoiceBox()
        self.chooser.setAccessibleName(_("Target"))
        self.chooser.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.chooser.setMinimumContentsLength(14)
        self.chooser.activated.connect(self._choose)
        self.button = primary_button(_("&Trim…"))
        self.button.clicked.connect(self._ask_to_trim)
        self.head.add(self.button)
        self.reason = Label(theme, wrap=True, selectable=True)
        self.disturbing = ""
        self._problem = "", ""  # a target, and why its last TRIM failed
        self.body = TrimBody(theme)
        self.body.enable.clicked.connect(self._enable_timer)
        self._tasks = TaskQueue(self, timeout=None)  # somebody may have to find a password
        self.preview = self.body.preview
        self.preview.compare.connect(lambda: self._compare(self.target))
        self.previews = Previews(services, self)
        self.previews.changed.connect(self._previewed)
        self.session = SessionView(context)
        self.session.left.connect(self._left)
        self.session.compare.connect(self._compare)
        self.body.ask.clicked.connect(self._ask)
        self._build()
        session = self.session
        context.running.follow(
            session.runner, OngoingWork.TRIM, session.live, lambda: session.target,
            lambda: context.lead_to(TRIM, drive=session.drive),
        )  # fmt: skip
        context.running.works_changed.connect(self._look_beside)
        self._look_beside()

    def _build(self) -> None:
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID)
        top.addWidget(self.head)
        top.addWidget(self.chooser, 0, Qt.AlignmentFlag.AlignLeft)
        top.addWidget(self.reason)
        self._looking = QWidget()
        name = _("TRIM path")
        self.area = scroll_page(self._looking, top, self.body, name=name)
        self.stack = view_stack(self, self._looking, self.session)

    @property
    def busy(self) -> bool:
        """Whether a TRIM is running."""
        return self.session.busy

    @Slot()
    def _look_beside(self) -> None:
        """What a TRIM would disturb now."""
        self.disturbing = self.context.running.reason(self.session.runner)
        self.session.set_disturbing(self.disturbing)
        self._show()

    def stop_and_wait(self, timeout: float) -> bool:
        return self.session.stop_and_wait(timeout)

    @property
    def target(self) -> str:
        """The mount point or device whose chain is shown; "" for none."""
        if self._device is None:
            return ""
        chosen = self._chosen.get(self._device.name, "")
        return chosen if chosen in self._targets else next(iter(self._targets), "")

    def set_device(
        self, device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        other = (device.name if device else "") != (self._device.name if self._device else "")
        self._device, self._inventory, self._gone = device, inventory, gone
        self.session.seen(inventory.get(self.session.drive))
        targets = targets_of(device, inventory) if device and not gone else []
        if targets != self._targets or other:
            self._targets = targets
            self._fill_chooser()
        if other:
            self.body.refusal.say("")
            self.body.enabling.say("")
            self._problem = "", ""
            self.area.verticalScrollBar().setValue(0)
        self._read()
        self._show()

    def read_again(self) -> None:
        self._read(again=True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.read_again()

    def _fill_chooser(self) -> None:
        self.chooser.clear()
        for target in self._targets:
            found = self._inventory.device_at(target)
            title = label(target).replace("&&", "&")
            if found is not None and found.path != target and found.filesystem:
                title = _("{first} ({second})").format(first=title, second=shown(found.filesystem))
            self.chooser.addItem(title, target)
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(self.target)))

    @Slot(int)
    def _choose(self, index: int) -> None:
        if self._device is not None:
            self._chosen[self._device.name] = self.chooser.itemData(index)
            self.body.refusal.say("")
            self._problem = "", ""
            self._read(again=True)
            self._show()

    def _read(self, *, again: bool = False) -> None:
        if self.target and not self._gone and self.isVisible():
            self._lookups.ask_chain(self.target, self._inventory, again=again)
            if self._device is not None and not self.busy:
                self.previews.ask(self.target, self._device, self._inventory, again=again)

    @Slot()
    def _ask(self) -> None:
        self.body.refusal.say("")
        self._lookups.ask_chain_as_root(self.target, self._inventory)
        self._show()

    @Slot()
    def _enable_timer(self) -> None:
        self.body.enable.setEnabled(False)
        self.body.enabling.say("")
        self._tasks.add(self._services.trim.enable_timer, self._enabled, key="timer")

    def _enabled(self, _nothing: None, error: DriveproofError | None) -> None:
        self.body.enable.setEnabled(True)
        said = (
            _("The timer is enabled.") if error is None else message_and_advice(error, Face.WINDOW)
        )
        self.body.enabling.say(said)
        self._read(again=True)
        self._show()

    @Slot(str)
    def _changed(self, key: str) -> None:
        if key == self.target:
            self._show()

    @Slot(str, object)
    def _refused(self, target: str, error: DriveproofError) -> None:
        if target == self.target:
            cancelled = isinstance(error, CancelledError)
            self.body.refusal.say("" if cancelled else message_and_advice(error, Face.WINDOW))
            self._show()

    # A TRIM

    @Slot()
    def _ask_to_trim(self) -> None:
        looked = self.previews.of(self.target, self._inventory)
        if self._device is not None and looked is not None and self.button.isEnabled():
            self._problem = "", ""
            self.session.ask(looked, self._device)
            self._show()
            self.session.confirm.no.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _left(self, error: DriveproofError | None) -> None:
        self._problem = (
            self.session.target,
            message_and_advice(error, Face.WINDOW) if error is not None else "",
        )
        self._show()
        self._read(again=True)
        if self.isVisible():
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _compare(self, target: str) -> None:
        self.context.lead_to(EXPERIMENT, Start(action="trim", target=target))

    @Slot()
    def _previewed(self) -> None:
        self._show()

    def _show_start(self) -> None:
        """Show the button, and why it is disabled."""
        known = self.chain is not None
        looked = self.previews.of(self.target, self._inventory) if known else None
        self.preview.show_looked(looked)
        self.button.setVisible(known)
        reason, warns = "", True
        if self.busy:
            other = shown(self.session.place)
            reason = _("{place} is being trimmed.").format(place=other)
        elif looked is None:
            warns = False
            reason = _("Reading the free space…")
        elif looked.problem is not None:
            reason = message_and_advice(looked.problem, Face.WINDOW)
        elif self.disturbing:
            reason = self.disturbing
        self.button.setEnabled(not reason)
        preview = looked.preview if looked else None
        able = preview is not None and not preview.refusal
        said = _promise(preview) if preview and able else _("&Trim…")
        self.button.setText(said)
        failed = self._problem[1] if self._problem[0] == self.target else ""
        said = " ".join(filter(None, (failed, reason)))
        warns = warns or bool(failed)
        self.reason.set_color(Tone.PLAIN if warns else Tone.NOTE)
        self.reason.say(said if known else "")
        self.reason.setVisible(known and bool(said))
        self.button.setAccessibleDescription(reason)

    # What is shown

    def _show(self) -> None:
        mine = self._device is not None and self.session.drive == self._device.name
        self.stack.setCurrentWidget(self.session if mine else self._looking)
        known = self._lookups.chain(self.target, self._inventory) if self.target else None
        self.chain = known.chain if known and not self._gone else None
        self.chooser.setVisible(len(self._targets) > 1)
        self.area.setVisible(self.chain is not None)
        self._show_start()
        if self.chain is not None:
            self.head.say(say_text(self.chain.say), self._where(self.chain))
            self.body.show_chain(self.chain, asking=self._lookups.asks_root)
            return
        if self._device is None:
            said = (
                _("No drive"),
                _("See the Overview."),
            )
        elif self._gone:
            said = (
                _("Unplugged"),
                _("Reconnect it, or choose another one."),
            )
        elif known and known.error is not None:
            said = message(known.error), advice(known.error, Face.WINDOW)
        else:
            text = _("Reading the TRIM path of {target}…")
            said = text.format(target=shown(self.target)), ""
        self.head.say(*said)

    def _where(self, chain: DiscardPath) -> str:
        if chain.mount is None:
            return shown(chain.target)
        return _("{path}, {filesystem} from {source}").format(
            path=shown(chain.mount.path),
            filesystem=shown(chain.mount.filesystem),
            source=shown(chain.mount.source),
        )


def _promise(preview: Preview) -> str:
    """What the button will do, once confirmed."""
    # The end of a path (foreign text) says more than its beginning.
    text = shown(preview.place)
    place = label(text if len(text) <= _PLACE else "…" + text[-_PLACE:])
    amount = value_text(preview.free.amount) if preview.free else ""
    if preview.mount is None:
        return _("Mount and &trim {place}…").format(place=place)
    return _("&Trim {amount} of {place}…").format(amount=amount, place=place)
