# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fields of one test of a profile that is being edited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from driveproof.domain.access import PATTERNS, Direction, Engine
from driveproof.domain.profile.declared import bounds
from driveproof.domain.profile.draft import TestDraft, title_of
from driveproof.domain.profile.tables import FioTest
from driveproof.domain.run.work import DATA_TITLES, Data
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.fields import ChoiceBox, DecimalBox, NumberBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import form_layout, horizontal
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW

FIELD, CAPTION = 208, 112
BLOCKS = ("4 KiB", "8 KiB", "16 KiB", "64 KiB", "128 KiB", "512 KiB", "1 MiB", "4 MiB")
_DATA = (None, Data.FRESH, Data.SCRAMBLED, Data.REPEATED, Data.ZEROS)
_ENGINES = (Engine.PSYNC, Engine.LIBAIO, Engine.IO_URING, Engine.POSIXAIO)


def add_row(form: QFormLayout, theme: Theme, words: str, field: QWidget) -> None:
    """A field with its caption, which also names it for a screen reader."""
    caption = Label(theme, words, color="muted")
    caption.setBuddy(field)
    caption.setMinimumSize(CAPTION, field.sizeHint().height())
    field.setAccessibleName(words.replace("&", ""))
    form.addRow(caption, field)


def align_captions(forms: Sequence[QFormLayout]) -> None:
    """Let the fields of several forms begin at one place: after the widest caption of all."""
    role = QFormLayout.ItemRole.LabelRole
    items = [form.itemAt(row, role) for form in forms for row in range(form.rowCount())]
    captions = [widget for item in items if item and (widget := item.widget())]
    width = max(caption.sizeHint().width() for caption in captions)
    for caption in captions:
        caption.setMinimumWidth(max(width, CAPTION))


def text_line(kind: type[Struct], key: str) -> QLineEdit:
    """A text, as long as this key of a profile's file may be."""
    line = QLineEdit()
    line.setMaxLength(bounds(kind, key)[1])
    return line


def number_box(kind: type[Struct], key: str) -> NumberBox:
    """A whole number that this key may be."""
    box = NumberBox()
    box.setRange(*bounds(kind, key))
    box.setMinimumWidth(FIELD)
    return box


def seconds_box(kind: type[Struct], key: str) -> DecimalBox:
    """Seconds that this key may be."""
    box = DecimalBox()
    box.setRange(*bounds(kind, key))
    box.setDecimals(2)
    box.setSuffix(f"{NARROW}s")
    box.setMinimumWidth(FIELD)
    return box


class TestForm(QWidget):
    """Emits `changed` when the person changes a field; `draft` then has the new values."""

    __test__ = False

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: TestDraft | None = None
        self.title = text_line(FioTest, "name")
        self.ways = {
            Direction.READ: QCheckBox(_("Rea&d")),
            Direction.WRITE: QCheckBox(_("&Write")),
            Direction.MIXED: QCheckBox(_("Mi&xed")),
        }
        self.share = number_box(FioTest, "read_share")
        self.share.setSuffix(_(" % reads"))
        self.pattern = self._combo([_("Sequential"), _("Random")])
        self.block = self._combo(BLOCKS)
        self.block.setEditable(True)
        self.queue = number_box(FioTest, "queue_depth")
        self.jobs = number_box(FioTest, "jobs")
        self.data = self._combo(
            [_("automatic"), *(say_text(DATA_TITLES[one]) for one in _DATA[1:])]
        )
        self.seconds = seconds_box(FioTest, "seconds")
        self.warmup = seconds_box(FioTest, "warmup")
        self.limit = QLineEdit()
        self.limit.setPlaceholderText(_("no limit"))
        self.engine = self._combo([_("automatic"), *_ENGINES])
        self.beside = Label(theme, color="muted", size="small", wrap=True, selectable=True)
        self._build()
        for line in (self.title, self.limit):
            line.textEdited.connect(self._edited)
        self.block.editTextChanged.connect(self._edited)
        for box in (self.share, self.queue, self.jobs):
            box.valueChanged.connect(self._edited)
        for time in (self.seconds, self.warmup):
            time.valueChanged.connect(self._edited)
        for combo in (self.pattern, self.data, self.engine):
            combo.currentIndexChanged.connect(self._edited)
        for way in self.ways.values():
            way.toggled.connect(self._edited)

    def _combo(self, entries: Sequence[str]) -> QComboBox:
        combo = ChoiceBox()
        combo.addItems(list(entries))
        combo.setMinimumWidth(FIELD)
        return combo

    def _build(self) -> None:
        directions = QWidget()
        row = horizontal(directions, spacing=2 * GRID)
        for way in self.ways.values():
            row.addWidget(way)
        row.addStretch(1)
        self._form = form_layout()
        for words, field in (
            (_("&Name"), self.title),
            (_("What"), directions),
            (_("S&hare"), self.share),
            (_("&Pattern"), self.pattern),
            (_("&Block size"), self.block),
            (_("&Queue depth"), self.queue),
            (_("&Jobs"), self.jobs),
            (_("Data"), self.data),
            (_("&Seconds"), self.seconds),
            (_("Warm-&up"), self.warmup),
            (_("Writes at most"), self.limit),
            (_("Engine"), self.engine),
        ):
            # All end at one edge, which is that of the widest.
            field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            add_row(self._form, self._theme, words, field)
        self._form.insertRow(2, self.beside)  # below what it does
        self.setLayout(self._form)

    # The values

    def show_test(self, draft: TestDraft) -> None:
        """Show a test; emits nothing."""
        self._shown, test = draft, draft.test
        self.blockSignals(True)
        _set_line(self.title, test.title)
        for name, way in self.ways.items():
            way.setChecked(name in test.directions)
        self.share.setValue(test.read_share)
        self.pattern.setCurrentIndex(PATTERNS.index(test.pattern))
        if self.block.currentText() != draft.block_size:
            self.block.setEditText(draft.block_size)
        self.queue.setValue(test.queue_depth)
        self.jobs.setValue(test.jobs)
        self._show_data(test.data)
        self.seconds.setValue(test.seconds)
        self.warmup.setValue(test.warmup)
        _set_line(self.limit, draft.limit)
        self._show_engine(test.engine)
        beside = ", ".join(_kept_text(name, value) for name, value in draft.beside.items())
        self.beside.say(_("Also set: {options}.").format(options=shown(beside)))
        self._form.setRowVisible(self.beside, bool(beside))
        self._fit(test)
        self.blockSignals(False)

    def _show_data(self, data: Data | None) -> None:
        """Data of a kind that is not offered is offered for the test that has it."""
        while self.data.count() > len(_DATA):
            self.data.removeItem(len(_DATA))
        if data not in _DATA:
            self.data.addItem(say_text(DATA_TITLES[data]))
        self.data.setCurrentIndex(_DATA.index(data) if data in _DATA else len(_DATA))

    def _show_engine(self, engine: Engine | None) -> None:
        """The same for engines."""
        while self.engine.count() > len(_ENGINES) + 1:
            self.engine.removeItem(len(_ENGINES) + 1)
        if engine and engine not in _ENGINES:
            self.engine.addItem(engine)
        self.engine.setCurrentIndex(self.engine.findText(engine) if engine else 0)

    def _fit(self, test: FioTest) -> None:
        """Only fields that mean something for such a test."""
        writes = any(way != Direction.READ for way in test.directions)
        self._form.setRowVisible(self.share, Direction.MIXED in test.directions)
        for field in (self.data, self.limit):
            self._form.setRowVisible(field, writes)

    @property
    def draft(self) -> TestDraft:
        """The test with the values of the fields."""
        assert self._shown is not None
        number, engine = self.data.currentIndex(), self.engine.currentIndex()
        chosen = self._shown.choosing(
            title=self.title.text(),
            directions=tuple(way for way, box in self.ways.items() if box.isChecked()),
            pattern=PATTERNS[self.pattern.currentIndex()],
            queue_depth=self.queue.value(),
            jobs=self.jobs.value(),
            seconds=self.seconds.value(),
            warmup=self.warmup.value(),
            read_share=self.share.value(),
            data=_DATA[number] if number < len(_DATA) else self._shown.test.data,
            engine=Engine(self.engine.currentText()) if engine else None,
        )
        return replace(
            chosen,
            block_size=self.block.currentText().strip(),
            limit=self.limit.text().strip(),
        )

    @Slot()
    def _edited(self) -> None:
        if self._shown is None or self.signalsBlocked():
            return
        before, self._shown = self._shown, self.draft
        if self._shown.test.title == before.test.title == title_of(before):  # no words of their own
            self._shown = self._shown.choosing(title=title_of(self._shown))
            self.blockSignals(True)
            _set_line(self.title, self._shown.test.title)
            self.blockSignals(False)
        self._fit(self._shown.test)
        self.changed.emit()


def _set_line(line: QLineEdit, text: str) -> None:
    """The cursor stays where it is while the text is the same."""
    if line.text() != text:
        line.setText(text)


def _kept_text(name: str, value: object) -> str:
    """A key of the profile's file that has no field here, as the file has it."""
    return f"{shown(name)} = {shown(str(value))}"
