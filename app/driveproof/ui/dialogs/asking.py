# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions with two answers, each of which names its action."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from driveproof.domain.health.verdict import RISK_OF_LOAD
from driveproof.domain.ongoing import EACH_DISTURBS, OngoingWork
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text


def is_sure(
    parent: QWidget, question: str, more: str, *, yes: str, no: str, destroys: bool = False
) -> bool:
    """Whether the person agrees; Enter and Esc mean no. `destroys`: yes cannot be undone."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("Driveproof")
    box.setText(question)
    box.setInformativeText(more)
    roles = QMessageBox.ButtonRole
    sure = box.addButton(yes, roles.DestructiveRole if destroys else roles.AcceptRole)
    not_sure = box.addButton(no, roles.RejectRole)
    box.setDefaultButton(not_sure)
    box.setEscapeButton(not_sure)
    box.exec()
    answer = box.clickedButton() is sure
    box.deleteLater()
    return answer


def _each_disturbs() -> str:
    return say_text(EACH_DISTURBS)


def may_load(parent: QWidget, failing: str, elsewhere: str = "") -> bool:
    """Whether the person wants to load a drive although it is failing, or another process works on
    it, as these sentences say; "" where it is not so, about which nothing is asked.
    """
    asked = ((failing, lambda: say_text(RISK_OF_LOAD)), (elsewhere, _each_disturbs))
    return all(
        is_sure(parent, said, more(), yes=_("&Continue anyway"), no=_("&Cancel"))
        for said, more in asked
        if said
    )


def may_check_all(parent: QWidget, elsewhere: str) -> bool:
    """Whether the person wants to check all drives although another process works on one."""
    return not elsewhere or is_sure(
        parent, elsewhere, _each_disturbs(), yes=_("&Continue anyway"), no=_("&Cancel")
    )


def may_trim(parent: QWidget, elsewhere: str) -> bool:
    """Whether the person wants to trim although another process works on the drive."""
    return not elsewhere or is_sure(
        parent, elsewhere, _each_disturbs(), yes=_("&Continue anyway"), no=_("&Cancel")
    )


def may_stop(parent: QWidget, work: OngoingWork) -> bool:
    """Whether the person agrees to end what is being done to a drive."""
    match work:
        case OngoingWork.MEASUREMENT:
            more = _("The partial result is saved as cancelled.")
        case OngoingWork.CHECK:
            more = _("The check is not saved.")
        case OngoingWork.TRIM:
            more = ""
        case OngoingWork.STEP:
            more = _("This step is repeated when the experiment continues.")
    text = _("Stop what is running and close?")
    return is_sure(parent, text, more, yes=_("&Stop and close"), no=_("&Continue"), destroys=True)
