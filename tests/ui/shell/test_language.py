# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Qt's own dialogs use the language of our texts."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from driveproof.ui.shell.main import translate_dialogs


def cancel(qtbot: QtBot) -> str:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    return box.button(QDialogButtonBox.StandardButton.Cancel).text().replace("&", "")


def test_dialogs_of_qt_in_another_language(qapp: QApplication, qtbot: QtBot) -> None:
    assert cancel(qtbot) == "Cancel"
    assert translate_dialogs(qapp, "") is None
    translator = translate_dialogs(qapp, "de")
    assert translator is not None
    try:
        assert cancel(qtbot) == "Abbrechen"
    finally:
        qapp.removeTranslator(translator)
        translator.deleteLater()
    assert cancel(qtbot) == "Cancel"
