# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The control of something that a plan declares to be chosen: a box, a list or a field."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.profile.choice import Kind, Option
from driveproof.ui.theme.text import set_tip, without_key
from driveproof.ui.widgets.fields import ChoiceBox, DecimalBox, NumberBox
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW, format_duration

FIELD_WIDTH = 140  # pixels


class OptionField(QObject):
    """Emits `changed`. `caption` stands before its widget; "" where the widget has the words."""

    changed = Signal()

    def __init__(self, option: Option, value: object) -> None:
        super().__init__()
        self.option = option
        label = say_text(option.choice.label)
        self.caption = "" if option.kind is Kind.FLAG else label
        self.widget = self._made(label, value)
        if option.kind is not Kind.FLAG:
            self.widget.setFixedWidth(FIELD_WIDTH)
            self.widget.setAccessibleName(without_key(label))
        if option.choice.tip is not None:
            set_tip(self.widget, say_text(option.choice.tip))

    @property
    def value(self) -> Any:
        """What is chosen, as the plan has it. Raises UsageError for what is typed wrong."""
        match self.widget:
            case QCheckBox():
                return self.widget.isChecked()
            case NumberBox() | DecimalBox():
                return self.widget.value()
            case ChoiceBox() if self.widget.isEditable():
                return self.option.read(self.widget.currentText())
            case ChoiceBox():
                return self.widget.currentData()

    @property
    def is_on(self) -> bool:
        """Whether it is a box that is ticked."""
        return isinstance(self.widget, QCheckBox) and self.widget.isChecked()

    def _made(self, label: str, value: Any) -> QWidget:
        """The widget with its first value."""
        option, proposed = self.option, self.option.choice.proposed
        if option.kind is Kind.FLAG:
            check = QCheckBox(label)
            check.setChecked(value)
            check.toggled.connect(self.changed)
            return check
        if option.kind in (Kind.CAP, Kind.SIZE):
            typed = ChoiceBox()
            typed.setEditable(True)
            typed.addItems([option.typed(one) for one in proposed])
            typed.setEditText(option.typed(value))
            typed.editTextChanged.connect(self.changed)
            return typed
        if proposed or option.words:
            listed = ChoiceBox()
            for one in option.words or sorted({*proposed, value}):
                listed.addItem(_shown(option.kind, one), one)
            listed.setCurrentIndex(listed.findData(value))
            listed.currentIndexChanged.connect(self.changed)
            return listed
        number: NumberBox | DecimalBox
        if option.kind is Kind.SECONDS:
            number = DecimalBox()
            number.setDecimals(1)
            number.setSuffix(f"{NARROW}s")
            number.setRange(*option.ends)
        else:
            number = NumberBox()
            number.setRange(*map(int, option.ends))
        number.setValue(value)
        number.valueChanged.connect(self.changed)
        return number


def _shown(kind: Kind, value: Any) -> str:
    return format_duration(value) if kind is Kind.SECONDS else str(value)
