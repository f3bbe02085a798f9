# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A form of declared fields: each a control with its caption, shown and read by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.fields import ChoiceBox, DecimalBox, NumberBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal
from driveproof.wording.units import NARROW

CAPTION_WIDTH, FIELD_WIDTH = 120, 140  # pixels
MEANING_WIDTH = 370  # two or three lines in the smallest window


class Ticks(QWidget):
    """Check boxes beside each other; `value` has what is ticked, in their order."""

    changed = Signal()

    def __init__(self, words: Mapping[Any, str]) -> None:
        super().__init__()
        row = horizontal(self, spacing=2 * GRID)
        self.boxes = {one: QCheckBox(text) for one, text in words.items()}
        for box in self.boxes.values():
            box.toggled.connect(self.changed)
            row.addWidget(box)
        row.addStretch(1)


class FormField(QObject):
    """A control, and the caption before it; "" where the control has the words itself.

    `meaning` is what is said below it, of each value if it is a mapping; `note` is a widget beside
    it. `short`: it is as wide as the others of its form. `word` writes a value of a choice that is
    not among those offered, `read` makes the value of a text. Emits `changed` when the person
    changes it.
    """

    changed = Signal()

    def __init__(
        self,
        caption: str,
        widget: QWidget,
        *,
        meaning: str | Mapping[Any, str] = "",
        note: QWidget | None = None,
        short: bool = True,
        word: Callable[[Any], str] = str,
        read: Callable[[str], Any] = str,
    ) -> None:
        super().__init__()
        self.caption, self.widget = caption, widget
        self.meaning, self.note, self.short = meaning, note, short
        self._word, self._read = word, read
        self.choices: list[Any] = []
        """The values of a choice, in the order of the box."""
        self._offered = 0
        match widget:
            case QCheckBox():
                widget.toggled.connect(self.changed)
            case NumberBox() | DecimalBox():
                widget.valueChanged.connect(self.changed)
            case QLineEdit():
                widget.textChanged.connect(self.changed)
            case ChoiceBox() if widget.isEditable():
                widget.editTextChanged.connect(self.changed)
            case ChoiceBox():
                widget.currentIndexChanged.connect(self.changed)
            case Ticks():
                widget.changed.connect(self.changed)

    @property
    def value(self) -> Any:
        """What is in it. Raises what its `read` does."""
        match self.widget:
            case QCheckBox():
                return self.widget.isChecked()
            case NumberBox() | DecimalBox():
                return self.widget.value()
            case QLineEdit():
                return self._read(self.widget.text())
            case ChoiceBox() if self.widget.isEditable():
                return self._read(self.widget.currentText())
            case ChoiceBox():
                place = self.widget.currentIndex()
                return self.choices[place] if place >= 0 else None
            case Ticks():
                return tuple(one for one, box in self.widget.boxes.items() if box.isChecked())

    def show(self, value: Any) -> None:
        """Fill a value in; emits nothing. A cursor stays where the text is the same."""
        with QSignalBlocker(self):
            match self.widget:
                case QCheckBox():
                    self.widget.setChecked(value)
                case NumberBox() | DecimalBox():
                    self.widget.setValue(value)
                case QLineEdit() if self.widget.text() != value:
                    self.widget.setText(value)
                case ChoiceBox() if self.widget.isEditable():
                    if self.widget.currentText() != value:
                        self.widget.setEditText(value)
                case ChoiceBox():
                    self._choose(self.widget, value)
                case Ticks():
                    for one, box in self.widget.boxes.items():
                        box.setChecked(one in value)

    def _choose(self, box: ChoiceBox, value: Any) -> None:
        """What is not offered is offered as long as it is shown."""
        while box.count() > self._offered:
            box.removeItem(self._offered)
        del self.choices[self._offered :]
        if value not in self.choices:
            self.choices.append(value)
            box.addItem(self._word(value), value)
        box.setCurrentIndex(self.choices.index(value))

    def offer(self, words: Mapping[Any, str], chosen: Any = None) -> None:
        """Offer these values with their words; choose one, or the first. Emits nothing."""
        assert isinstance(self.widget, ChoiceBox)
        with QSignalBlocker(self):
            self.widget.clear()
            for value, text in words.items():
                self.widget.addItem(text, value)
            self.choices, self._offered = list(words), len(words)
            self.widget.setCurrentIndex(self.choices.index(chosen) if chosen in words else 0)


def flag_field(words: str, *, caption: str = "", meaning: str = "") -> FormField:
    """Something that is on or off."""
    return FormField(caption, QCheckBox(words), meaning=meaning)


def number_field(
    caption: str, low: int, high: int, *, suffix: str = "", note: QWidget | None = None
) -> FormField:
    """A whole number."""
    box = NumberBox()
    box.setRange(low, high)
    box.setSuffix(suffix)
    return FormField(caption, box, note=note)


def seconds_field(caption: str, low: float, high: float, *, decimals: int = 1) -> FormField:
    """A time in seconds."""
    box = DecimalBox()
    box.setDecimals(decimals)
    box.setRange(low, high)
    box.setSuffix(f"{NARROW}s")
    return FormField(caption, box)


def line_field(caption: str, longest: int, *, hint: str = "", short: bool = False) -> FormField:
    """A text of at most so many characters; `hint` stands there while it is empty."""
    line = QLineEdit()
    line.setMaxLength(longest)
    line.setPlaceholderText(hint)
    return FormField(caption, line, short=short, read=str.strip if short else str)


def typed_field(
    caption: str, proposed: Iterable[str], *, read: Callable[[str], Any] = str.strip
) -> FormField:
    """A short text that is typed, or one of those proposed."""
    box = ChoiceBox()
    box.setEditable(True)
    box.addItems(list(proposed))
    return FormField(caption, box, read=read)


def choice_field(
    caption: str,
    words: Mapping[Any, str],
    *,
    meaning: Mapping[Any, str] | None = None,
    note: QWidget | None = None,
    word: Callable[[Any], str] = str,
) -> FormField:
    """One of several values."""
    field = FormField(caption, ChoiceBox(), meaning=meaning or "", note=note, word=word)
    field.offer(words)
    return field


def ticks_field(caption: str, words: Mapping[Any, str]) -> FormField:
    """Any of several values."""
    return FormField(caption, Ticks(words))


class Form(QFormLayout):
    """The rows of fields by their names. Emits `changed(name)` when the person changes one.

    A field that is not a long text is `width` pixels wide, or at least that where it `grows` and
    for a choice.
    """

    changed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        fields: Mapping[str, FormField],
        *,
        width: int = FIELD_WIDTH,
        grows: bool = False,
    ) -> None:
        super().__init__()
        self._theme, self._width, self._grows = theme, width, grows
        self.fields: dict[str, FormField] = {}
        self.captions: dict[str, Label] = {}
        self.meanings: dict[str, Label] = {}
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(2 * GRID)
        self.setVerticalSpacing(GRID)
        self.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for name, field in fields.items():
            self.insert(self.rowCount(), name, field)

    def insert(self, row: int, name: str, field: FormField) -> None:
        """Add a field in this row."""
        widget, caption = field.widget, Label(self._theme, field.caption, color="muted")
        caption.setTextFormat(Qt.TextFormat.PlainText)
        caption.setBuddy(widget)
        caption.setMinimumSize(CAPTION_WIDTH, widget.sizeHint().height())
        if field.caption and not isinstance(widget, QCheckBox | QLabel):
            widget.setAccessibleName(without_key(field.caption))
        choice = widget if isinstance(widget, ChoiceBox) and not widget.isEditable() else None
        if choice is not None:
            choice.least = self._width  # its words may need more
        if self._grows:
            # As wide as its boxes at least, where it has several.
            if choice is None and not isinstance(widget, Ticks):
                widget.setMinimumWidth(self._width)
            widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        elif field.short and choice is None and not isinstance(widget, QCheckBox | QLabel):
            widget.setFixedWidth(self._width)
        self.fields[name], self.captions[name] = field, caption
        self.insertRow(row, caption, self._beside(field))
        if field.meaning:
            self.meanings[name] = said = Label(self._theme, color="muted", size="small", wrap=True)
            said.setMinimumWidth(MEANING_WIDTH)  # or the form gives it half of its room
            self.insertRow(row + 1, "", said)
            if isinstance(widget, ChoiceBox):
                widget.currentIndexChanged.connect(self._explain)
            self._explain()
        field.changed.connect(partial(self.changed.emit, name))

    def _beside(self, field: FormField) -> QWidget:
        """The control, with its note beside it."""
        if field.note is None:
            return field.widget
        both = QWidget()
        row = horizontal(both, spacing=2 * GRID)
        row.addWidget(field.widget)
        row.addWidget(field.note, 1)
        return both

    @Slot()
    def _explain(self) -> None:
        for name, said in self.meanings.items():
            field = self.fields[name]
            meaning = field.meaning
            said.say(meaning if isinstance(meaning, str) else meaning[field.value])
            field.widget.setAccessibleDescription(said.text())

    def control(self, name: str) -> Any:
        """The control of a field."""
        return self.fields[name].widget

    def row(self, name: str) -> int:
        """The row of a field."""
        place: int = self.getWidgetPosition(self.captions[name])[0]  # type: ignore[index]
        return place

    def remove(self, name: str) -> None:
        """Take a field out."""
        row = self.row(name)
        if self.meanings.pop(name, None) is not None:
            self.removeRow(row + 1)
        self.removeRow(row)
        del self.fields[name], self.captions[name]

    def offer(self, name: str, on: bool) -> None:
        """Show a field, or hide it."""
        row = self.row(name)
        self.setRowVisible(row, on)
        if name in self.meanings:
            self.setRowVisible(row + 1, on)

    def say_caption(self, name: str, caption: str) -> None:
        """Call a field otherwise."""
        self.captions[name].say(caption)
        self.control(name).setAccessibleName(without_key(caption))

    @property
    def values(self) -> dict[str, Any]:
        """What is in the fields that have a value. Raises what a field does."""
        return {
            name: field.value
            for name, field in self.fields.items()
            if not isinstance(field.widget, QLabel)
        }

    def show_values(self, values: Mapping[str, Any]) -> None:
        """Fill in the fields that have a value there; emits nothing."""
        for name in self.fields.keys() & values.keys():
            self.fields[name].show(values[name])


def align(forms: Iterable[Form]) -> None:
    """Let the fields of several forms begin at one place: after the widest caption of all."""
    captions = [caption for form in forms for caption in form.captions.values()]
    width = max(caption.sizeHint().width() for caption in captions)
    for caption in captions:
        caption.setMinimumWidth(max(width, CAPTION_WIDTH))
