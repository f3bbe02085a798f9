# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits a list of tests as a profile of one's own; says with each key whether it can be saved."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QWidget

from driveproof.domain.access import CACHES
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.profile.draft import (
    NEW_TEST,
    Draft,
    TestDraft,
    checked_profile,
    unused_title,
)
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import MOST_TESTS
from driveproof.domain.profile.tables import ProfileHead
from driveproof.domain.profile_cost import claim, cost_of
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.measure.form import SIZES
from driveproof.ui.measure.one_test import (
    FIELD,
    TestForm,
    add_row,
    align_captions,
    number_box,
    seconds_box,
    text_line,
)
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown, without_key
from driveproof.ui.widgets.buttons import primary_button, quiet_button
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import form_layout, horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar, Notice
from driveproof.ui.widgets.pages import BESIDE_BAR, ESCAPE, PageHead, scroll_page, shortcut
from driveproof.ui.widgets.table import CellTable, fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.phase import direction_word
from driveproof.wording.say import say_text, value_text

BESIDE = 860
"""Pixels of width from which the fields of a test are beside the list."""


def may_discard(parent: QWidget) -> bool:
    """Whether what was entered may be lost."""
    return is_sure(
        parent,
        _("Discard what you changed?"),
        _("Your changes will be lost."),
        yes=_("&Discard"),
        no=_("&Continue editing"),
        destroys=True,
    )


class EditHead(QWidget):
    """The top of an editor: what is edited, what it costs or what is wrong, and its two buttons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._head = PageHead(theme)
        self.cancel = quiet_button(_("&Cancel"))
        self.button = primary_button(_("Sa&ve"))
        self._head.add(self.cancel)
        self._head.add(self.button)
        self.reason = Notice(theme)
        column = vertical(self, spacing=GRID // 2)
        column.addWidget(self._head)
        column.addWidget(self.reason)

    def say(self, title: str, found: Profile | DriveproofError, *, may_retry: bool) -> None:
        """What is edited ("" for something new), and the profile that it is now or what is wrong;
        `may_retry`: it can be saved, or tried again where only the disk refused.
        """
        self._head.say(
            _("Edit “{title}”").format(title=shown(title)) if title else _("A profile of your own")
        )
        said = "" if isinstance(found, Profile) else message_and_advice(found, Face.WINDOW)
        self.button.setEnabled(may_retry)
        set_tip(self.button, said)
        if isinstance(found, Profile):
            self.reason.say(_summary(found))
        else:
            self.reason.say(said, warns=True)


class EditorView(QWidget):
    """Emits `save(Draft)` for a valid draft, and `closed` when the person leaves it."""

    save = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._first: Draft | None = None
        self._draft: Draft | None = None
        self._taken_out: tuple[int, TestDraft] | None = None
        self._problem: DriveproofError | None = None
        self.head = EditHead(theme)
        self.cancel, self.button = self.head.cancel, self.head.button
        self.cancel.clicked.connect(self.leave)
        self.button.clicked.connect(self._save)
        self.reason = self.head.reason
        self.message = MessageBar(theme)
        self.message.acted.connect(self._put_back)
        self.title = text_line(ProfileHead, "title")
        self.question = text_line(ProfileHead, "question")
        self.file_size = ChoiceBox()
        self.file_size.setEditable(True)
        self.file_size.addItems(SIZES)
        self.file_size.setFixedWidth(FIELD)
        self.repeats = number_box(ProfileHead, "repeats")
        self.max_repeats = number_box(ProfileHead, "max_repeats")
        self.budget = QLineEdit()
        self.budget.setFixedWidth(FIELD)
        self.budget.setPlaceholderText(_("as its tests do"))
        self.pause = seconds_box(ProfileHead, "pause")
        self.cache = ChoiceBox()
        self.cache.addItems([_("Direct"), _("Cold cache"), _("Warm cache")])
        self.cache.setMinimumWidth(FIELD)
        heads = (
            TableColumn(_("Test"), grows=1),
            TableColumn(_("What")),
            TableColumn(_("Block")),
            TableColumn(_("Queue"), figures=True),
            TableColumn(_("Jobs"), figures=True),
        )
        self.model = CellsModel(heads, theme)
        self.table: CellTable = fixed_table(self.model, theme, without_key(_("T&ests")))
        self.add = quiet_button(_("&Add a test"))
        self.copy = quiet_button(_("Dup&licate"))
        self.remove = quiet_button(_("&Remove"))
        self.up = quiet_button(_("Up"))
        self.down = quiet_button(_("Down"))
        self.form = TestForm(theme)
        self._fields = (
            self.file_size, self.repeats, self.max_repeats, self.budget, self.pause, self.cache,
        )  # fmt: skip
        self._build()
        self._connect()

    def _build(self) -> None:
        words = form_layout()
        for caption, line in ((_("Na&me"), self.title), (_("Questi&on"), self.question)):
            add_row(words, self._theme, caption, line)
        self._sizes = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._sizes.setSpacing(GRID)
        parts: tuple[tuple[tuple[str, QWidget], ...], ...] = (
            (
                (_("Test f&ile"), self.file_size),
                (_("Rep&eats"), self.repeats),
                (_("Repeats at most"), self.max_repeats),
            ),
            (
                (_("Pa&ge cache"), self.cache),
                (_("Pause a&fter writes"), self.pause),
                (_("Writes at most"), self.budget),
            ),
        )
        forms = [words]
        for part in parts:
            form = form_layout()
            for caption, field in part:
                add_row(form, self._theme, caption, field)
            self._sizes.addLayout(form, 1)
            forms.append(form)
        align_captions(forms)
        buttons = horizontal(spacing=GRID // 2)
        for button in (self.add, self.copy, self.remove, self.up, self.down):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.list = QWidget()
        left = vertical(self.list, spacing=GRID)
        left.addWidget(self.table)
        left.addLayout(buttons)
        left.addStretch(1)
        self._beside = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._beside.setSpacing(3 * GRID)
        self._beside.addWidget(self.list, 1)
        self._beside.addWidget(self.form, 0, Qt.AlignmentFlag.AlignTop)
        body = QWidget()
        column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 3 * GRID), spacing=GRID)
        column.addLayout(words)
        column.addLayout(self._sizes)
        column.addSpacing(2 * GRID)
        column.addWidget(Label(self._theme, without_key(_("T&ests")), strong=True))
        column.addLayout(self._beside)
        column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID // 2)
        for widget in (self.head, self.message):
            top.addWidget(widget)
        scroll_page(self, top, body)

    def _connect(self) -> None:
        for line in (self.title, self.question):
            line.textEdited.connect(self._edited)
        self.file_size.editTextChanged.connect(self._edited)
        for number in (self.repeats, self.max_repeats):
            number.valueChanged.connect(self._edited)
        self.budget.textEdited.connect(self._edited)
        self.pause.valueChanged.connect(self._edited)
        self.cache.currentIndexChanged.connect(self._edited)
        self.form.changed.connect(self._test_edited)
        self.table.selectionModel().selectionChanged.connect(self._chosen)
        self.add.clicked.connect(self._add)
        self.copy.clicked.connect(self._copy)
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self._keys = shortcut(self, ESCAPE, self.leave)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The words of some languages need more room.
        needed = self.list.minimumSizeHint().width() + self.form.sizeHint().width()
        wide = self.width() >= max(BESIDE, needed + 3 * MARGIN)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        for box in (self._sizes, self._beside):
            box.setDirection(across if wide else down)

    # What is edited

    def edit(self, draft: Draft) -> None:
        """Edit a draft from its beginning."""
        self._first = self._draft = draft
        self._taken_out = self._problem = None
        self.message.hide()
        head = draft.head
        for line, text in ((self.title, head.title), (self.question, head.question)):
            line.setText(text)
            line.setCursorPosition(0)
        for field in self._fields:
            field.blockSignals(True)
        self.file_size.setEditText(draft.size)
        self.repeats.setValue(head.repeats)
        self.max_repeats.setValue(max(head.max_repeats, head.repeats))
        self.budget.setText(draft.budget)
        self.pause.setValue(head.pause)
        self.cache.setCurrentIndex(CACHES.index(head.cache))
        for field in self._fields:
            field.blockSignals(False)
        self._list(0)
        self._check()
        self.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self.title.selectAll()

    @property
    def draft(self) -> Draft:
        """The draft with everything that was entered."""
        assert self._draft is not None
        return self._draft

    @property
    def changed(self) -> bool:
        """Whether anything was entered."""
        return self._draft != self._first

    def say_problem(self, problem: DriveproofError) -> None:
        """Show why it could not be saved, until something is changed."""
        self._problem = problem
        self._check()

    @Slot()
    def leave(self) -> None:
        """Leave without saving; asks if something was entered."""
        if not self.changed or may_discard(self):
            self.closed.emit()

    @Slot()
    def _save(self) -> None:
        self.save.emit(self.draft)

    # The fields

    @Slot()
    def _edited(self) -> None:
        if self._draft is None or self.title.signalsBlocked():
            return
        repeats, most = self.repeats.value(), self.max_repeats.value()
        chosen = self._draft.choosing(
            title=self.title.text().strip(),
            question=self.question.text().strip(),
            repeats=repeats,
            max_repeats=most if most > repeats else 0,
            pause=self.pause.value(),
            cache=CACHES[self.cache.currentIndex()],
        )
        self._draft = replace(
            chosen,
            size=self.file_size.currentText().strip(),
            budget=self.budget.text().strip(),
        )
        self._entered()

    @Slot()
    def _test_edited(self) -> None:
        index = self._index
        if index is None:
            return
        self._draft = self.draft.with_test(index, self.form.draft)
        self.model.set_rows(list(map(_row, self.draft.tests)))
        self._entered()

    def _entered(self) -> None:
        self._problem = None
        self._check()

    @property
    def _index(self) -> int | None:
        rows = self.table.chosen_rows()
        return rows[0] if rows and rows[0] < len(self.draft.tests) else None

    @Slot()
    def _chosen(self) -> None:
        index = None if self._draft is None else self._index
        self.form.setVisible(index is not None)
        if index is not None:
            self.form.show_test(self.draft.tests[index])
        self._offer()

    def _offer(self) -> None:
        """Only what can be done: a button that cannot do anything is not there."""
        index, count = self._index, len(self.draft.tests)
        self.add.setVisible(count < MOST_TESTS)
        self.copy.setVisible(index is not None and count < MOST_TESTS)
        self.remove.setVisible(index is not None and count > 1)
        self.up.setVisible(index is not None and count > 1)
        self.down.setVisible(index is not None and count > 1)

    # The list

    def _list(self, index: int) -> None:
        """Show the tests, and choose one."""
        self.model.set_rows(list(map(_row, self.draft.tests)))
        self.table.updateGeometry()
        self.table.choose([min(index, len(self.draft.tests) - 1)])
        self._chosen()

    def _put(self, tests: tuple[TestDraft, ...], index: int) -> None:
        self._draft = replace(self.draft, tests=tests)
        self._list(index)
        self._entered()

    @property
    def _titles(self) -> list[str]:
        return [one.test.title for one in self.draft.tests]

    @Slot()
    def _add(self) -> None:
        test = NEW_TEST.choosing(title=unused_title(_("Random 4 KiB, Q1"), self._titles))
        tests = self.draft.tests
        self._put((*tests, test), len(tests))
        self.form.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.title.selectAll()

    @Slot()
    def _copy(self) -> None:
        index = self._index
        if index is None:
            return
        tests, test = self.draft.tests, self.draft.tests[index]
        twin = test.choosing(title=unused_title(test.test.title, self._titles))
        self._put((*tests[: index + 1], twin, *tests[index + 1 :]), index + 1)

    @Slot()
    def _remove(self) -> None:
        index = self._index
        if index is None:
            return
        tests = self.draft.tests
        self._taken_out = index, tests[index]
        self._put((*tests[:index], *tests[index + 1 :]), index)
        text = _("“{title}” was deleted.").format(title=shown(self._taken_out[1].test.title))
        self.message.say(text, action=_("&Undo"))

    @Slot()
    def _put_back(self) -> None:
        self.message.hide()
        if self._taken_out is not None:
            index, test = self._taken_out
            self._taken_out = None
            tests = self.draft.tests
            self._put((*tests[:index], test, *tests[index:]), index)

    def _move(self, by: int) -> None:
        index = self._index
        if index is None or not 0 <= index + by < len(self.draft.tests):
            return
        tests = list(self.draft.tests)
        tests[index], tests[index + by] = tests[index + by], tests[index]
        self._put(tuple(tests), index + by)

    # The check

    def _check(self) -> None:
        draft = self.draft
        title = draft.kept.title if draft.name else ""
        try:
            profile = checked_profile(draft)
        except UsageError as problem:
            self.head.say(title, problem, may_retry=False)
            return
        self.head.say(title, self._problem or profile, may_retry=True)


def _summary(profile: Profile) -> str:
    """What it costs at most, and what its repeats are worth."""
    return f"{say_text(cost_of(profile))} · {value_text(claim(profile))}"


def _row(draft: TestDraft) -> tuple[TableCell, ...]:
    test = draft.test
    ways = ", ".join(direction_word(way) for way in test.directions)
    return (
        TableCell(shown(test.title)),
        TableCell(ways),
        TableCell(shown(draft.block_size)),
        TableCell(str(test.queue_depth)),
        TableCell(str(test.jobs)),
    )
