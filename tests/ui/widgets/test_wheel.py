# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The wheel of the mouse scrolls a page, and changes no field that it comes across."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QWidget
from tests.builders.furnished import Furnish, editor, options
from tests.builders.rig import Rig


def turn(field: QWidget, angle: int) -> None:
    middle = QPointF(field.rect().center())
    event = QWheelEvent(
        middle, QPointF(field.mapToGlobal(middle)), QPoint(), QPoint(0, angle),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(field, event)


def value(field: QComboBox | QAbstractSpinBox) -> str:
    return field.currentText() if isinstance(field, QComboBox) else field.text()


@pytest.mark.parametrize("shown", [options, editor], ids=lambda shown: shown.__name__)
def test_the_wheel_changes_nothing(furnish: Furnish, shown: Callable[[Rig], QWidget]) -> None:
    """On its way down the Measure page it chose a test file of 16 GiB."""
    rig = furnish()
    shown(rig)
    fields = [*rig.window.findChildren(QComboBox), *rig.window.findChildren(QAbstractSpinBox)]
    assert len(fields) > 5
    for field in fields:
        assert field.focusPolicy() != Qt.FocusPolicy.WheelFocus
        before = value(field)
        for angle in (-120, 120, 120):
            turn(field, angle)
            assert value(field) == before, field.accessibleName()
