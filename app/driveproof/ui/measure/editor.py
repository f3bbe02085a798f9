# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edit a profile of one's own, in a form or as text; each says whether it can be saved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import structs
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from driveproof.domain.access import COLD, DIRECT, WARM, Direction, Engine, Pattern
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.profile.declared import bounds
from driveproof.domain.profile.draft import (
    NEW_TEST,
    Draft,
    TestDraft,
    TextDraft,
    checked_profile,
    checked_text,
    title_of,
    unused_title,
)
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import MOST_TESTS
from driveproof.domain.profile.tables import FioTest, ProfileHead
from driveproof.domain.profile_cost import claim, cost_of
from driveproof.domain.run.work import DATA_TITLES, Data
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.measure.form import SIZES
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown, without_key
from driveproof.ui.widgets.buttons import ESCAPE, pressed_at, primary_button, quiet_button
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.form import (
    Form,
    align,
    choice_field,
    line_field,
    number_field,
    seconds_field,
    ticks_field,
    typed_field,
)
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import FlowBox, horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar, Notice
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page
from driveproof.ui.widgets.table import CellTable, fixed_table
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.phase import direction_word
from driveproof.wording.say import say_text, value_text

FIELD = 208  # pixels
BESIDE = 796
"""Pixels of width from which fields are beside each other, and those of a test beside the list."""
BLOCKS = ("4 KiB", "8 KiB", "16 KiB", "64 KiB", "128 KiB", "512 KiB", "1 MiB", "4 MiB")
_DATA = (Data.FRESH, Data.SCRAMBLED, Data.REPEATED, Data.ZEROS)
_ENGINES = (Engine.PSYNC, Engine.LIBAIO, Engine.IO_URING, Engine.POSIXAIO)


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
        pressed_at(self.cancel, ESCAPE)
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


class ProfileEditor(QWidget):
    """Edits a draft of a profile. Emits `save(draft)` for a valid one, and `closed` when the person
    leaves it.
    """

    save = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._problem: DriveproofError | None = None
        self.head = EditHead(theme)
        self.head.cancel.clicked.connect(self.leave)
        self.head.button.clicked.connect(lambda: self.save.emit(self.draft))

    @property
    def draft(self) -> Draft | TextDraft:
        """The draft with everything that was entered."""
        raise NotImplementedError

    @property
    def changed(self) -> bool:
        """Whether anything was entered."""
        raise NotImplementedError

    @property
    def edited_title(self) -> str:
        """The title of the profile that is edited, "" for a new one."""
        raise NotImplementedError

    def checked(self) -> Profile:
        """What is entered as a profile. Raises UsageError."""
        raise NotImplementedError

    def say_problem(self, problem: DriveproofError | None) -> None:
        """Show why it could not be saved, until something is changed."""
        self._problem = problem
        try:
            found: Profile | DriveproofError = self.checked()
        except UsageError as error:
            self.head.say(self.edited_title, error, may_retry=False)
            return
        self.head.say(self.edited_title, problem or found, may_retry=True)

    @Slot()
    def leave(self) -> None:
        """Leave without saving; asks if something was entered."""
        if not self.changed or may_discard(self):
            self.closed.emit()


class TestForm(QWidget):
    """The fields of a test. Emits `changed` when the person changes one; `draft` then has the new
    values.
    """

    __test__ = False

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._shown: TestDraft | None = None
        automatic = {None: _("automatic")}
        self.form = Form(theme, {
            "title": line_field(_("&Name"), bounds(FioTest, "name")[1]),
            "directions": ticks_field(_("What"), {
                Direction.READ: _("Rea&d"),
                Direction.WRITE: _("&Write"),
                Direction.MIXED: _("Mi&xed"),
            }),
            "read_share": number_field(
                _("S&hare"), *bounds(FioTest, "read_share"), suffix=_(" % reads")
            ),
            "pattern": choice_field(
                _("&Pattern"),
                {Pattern.SEQUENTIAL: _("Sequential"), Pattern.RANDOM: _("Random")},
            ),
            "block_size": typed_field(_("&Block size"), BLOCKS),
            "queue_depth": number_field(_("&Queue depth"), *bounds(FioTest, "queue_depth")),
            "jobs": number_field(_("&Jobs"), *bounds(FioTest, "jobs")),
            "data": choice_field(
                _("Data"), automatic | {one: _data_title(one) for one in _DATA}, word=_data_title
            ),
            "seconds": seconds_field(_("&Seconds"), *bounds(FioTest, "seconds"), decimals=2),
            "warmup": seconds_field(_("Warm-&up"), *bounds(FioTest, "warmup"), decimals=2),
            "limit": line_field(_("Writes at most"), 40, hint=_("no limit"), short=True),
            "engine": choice_field(_("Engine"), automatic | {one: str(one) for one in _ENGINES}),
        }, width=FIELD, grows=True)  # fmt: skip
        self.beside = Label(theme, color="muted", size="small", wrap=True, selectable=True)
        self.form.insertRow(2, self.beside)  # below what it does
        self.setLayout(self.form)
        self.form.changed.connect(self._edited)

    def control(self, name: str) -> Any:
        """The control of a field."""
        return self.form.control(name)

    def show_test(self, draft: TestDraft) -> None:
        """Show a test; emits nothing."""
        self._shown, test = draft, draft.test
        texts = {"block_size": draft.block_size, "limit": draft.limit}
        self.form.show_values({**structs.asdict(test), **texts})
        beside = ", ".join(_kept_text(name, value) for name, value in draft.beside.items())
        self.beside.say(_("Also set: {options}.").format(options=shown(beside)))
        self.form.setRowVisible(self.beside, bool(beside))
        self._fit(test)

    def _fit(self, test: FioTest) -> None:
        """Only fields that mean something for such a test."""
        writes = any(way != Direction.READ for way in test.directions)
        self.form.offer("read_share", Direction.MIXED in test.directions)
        for name in ("data", "limit"):
            self.form.offer(name, writes)

    @property
    def draft(self) -> TestDraft:
        """The test with the values of the fields."""
        assert self._shown is not None
        values = self.form.values
        texts = {name: values.pop(name) for name in ("block_size", "limit")}
        return replace(self._shown.choosing(**values), **texts)

    @Slot()
    def _edited(self) -> None:
        if self._shown is None:
            return
        before, self._shown = self._shown, self.draft
        if self._shown.test.title == before.test.title == title_of(before):  # no words of their own
            self._shown = self._shown.choosing(title=title_of(self._shown))
            self.form.show_values({"title": self._shown.test.title})
        self._fit(self._shown.test)
        self.changed.emit()


def _data_title(data: Data) -> str:
    return say_text(DATA_TITLES[data])


def _kept_text(name: str, value: object) -> str:
    """A key of the profile's file that has no field here, as the file has it."""
    return f"{shown(name)} = {shown(str(value))}"


class EditorView(ProfileEditor):
    """A list of tests, in a form."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._first: Draft | None = None
        self._draft: Draft | None = None
        self._taken_out: tuple[int, TestDraft] | None = None
        self.message = MessageBar(theme)
        self.message.acted.connect(self._put_back)
        self.words = Form(theme, {
            "title": line_field(_("Na&me"), bounds(ProfileHead, "title")[1]),
            "question": line_field(_("Questi&on"), bounds(ProfileHead, "question")[1]),
        })  # fmt: skip
        self.sizes = Form(theme, {
            "size": typed_field(_("Test f&ile"), SIZES),
            "repeats": number_field(_("Rep&eats"), *bounds(ProfileHead, "repeats")),
            "max_repeats": number_field(_("Repeats at most"), *bounds(ProfileHead, "max_repeats")),
        }, width=FIELD)  # fmt: skip
        self.course = Form(theme, {
            "cache": choice_field(
                _("Pa&ge cache"),
                {DIRECT: _("Direct"), COLD: _("Cold cache"), WARM: _("Warm cache")},
            ),
            "pause": seconds_field(
                _("Pause a&fter writes"), *bounds(ProfileHead, "pause"), decimals=2
            ),
            "budget": line_field(_("Writes at most"), 40, hint=_("as its tests do"), short=True),
        }, width=FIELD)  # fmt: skip
        self._forms = (self.words, self.sizes, self.course)
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
        self._build()
        self._connect()

    def _build(self) -> None:
        align(self._forms)
        sizes = FlowBox(narrow=BESIDE)
        for form in (self.sizes, self.course):
            sizes.addLayout(form, 1)
        buttons = horizontal(spacing=GRID // 2)
        for button in (self.add, self.copy, self.remove, self.up, self.down):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.list = QWidget()
        left = vertical(self.list, spacing=GRID)
        left.addWidget(self.table)
        left.addLayout(buttons)
        left.addStretch(1)
        # The words of some languages need more room.
        beside = FlowBox(narrow=lambda: max(BESIDE, beside.width_across()), spacing=3 * GRID)
        beside.addWidget(self.list, 1)
        beside.addWidget(self.form, 0, Qt.AlignmentFlag.AlignTop)
        body = QWidget()
        column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 3 * GRID), spacing=GRID)
        column.addLayout(self.words)
        column.addLayout(sizes)
        column.addSpacing(2 * GRID)
        column.addWidget(Label(self._theme, without_key(_("T&ests")), strong=True))
        column.addLayout(beside)
        column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID // 2)
        for widget in (self.head, self.message):
            top.addWidget(widget)
        scroll_page(self, top, body)

    def _connect(self) -> None:
        for form in self._forms:
            form.changed.connect(self._edited)
        self.form.changed.connect(self._test_edited)
        self.table.selectionModel().selectionChanged.connect(self._chosen)
        self.add.clicked.connect(self._add)
        self.copy.clicked.connect(self._copy)
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))

    # What is edited

    def edit(self, draft: Draft) -> None:
        """Edit a draft from its beginning."""
        self._first = self._draft = draft
        self._taken_out = None
        self.message.hide()
        head = draft.head
        most = max(head.max_repeats, head.repeats)
        texts = {"size": draft.size, "budget": draft.budget, "max_repeats": most}
        for form in self._forms:
            form.show_values({**structs.asdict(head), **texts})
        for line in (self.words.control("title"), self.words.control("question")):
            line.setCursorPosition(0)
        self._list(0)
        self.say_problem(None)
        self.words.control("title").setFocus(Qt.FocusReason.OtherFocusReason)
        self.words.control("title").selectAll()

    @property
    def draft(self) -> Draft:
        assert self._draft is not None
        return self._draft

    @property
    def changed(self) -> bool:
        return self._draft != self._first

    @property
    def edited_title(self) -> str:
        return self.draft.kept.title if self.draft.name else ""

    def checked(self) -> Profile:
        return checked_profile(self.draft)

    # The fields

    @Slot()
    def _edited(self) -> None:
        if self._draft is None:
            return
        values = {name: value for form in self._forms for name, value in form.values.items()}
        texts = {name: values.pop(name) for name in ("size", "budget")}
        for name in ("title", "question"):
            values[name] = values[name].strip()
        if values["max_repeats"] <= values["repeats"]:
            values["max_repeats"] = 0
        self._draft = replace(self._draft.choosing(**values), **texts)
        self.say_problem(None)

    @Slot()
    def _test_edited(self) -> None:
        index = self._index
        if index is None:
            return
        self._draft = self.draft.with_test(index, self.form.draft)
        self.model.set_rows(list(map(_row, self.draft.tests)))
        self.say_problem(None)

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
        self.say_problem(None)

    @property
    def _titles(self) -> list[str]:
        return [one.test.title for one in self.draft.tests]

    @Slot()
    def _add(self) -> None:
        test = NEW_TEST.choosing(title=unused_title(_("Random 4 KiB, Q1"), self._titles))
        tests = self.draft.tests
        self._put((*tests, test), len(tests))
        title = self.form.control("title")
        title.setFocus(Qt.FocusReason.OtherFocusReason)
        title.selectAll()

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


class TextView(ProfileEditor):
    """The text of a profile's file."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._first: TextDraft | None = None
        self.view = QPlainTextEdit()
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.view.setAccessibleName(_("Text of the profile"))
        self.view.setTabChangesFocus(True)
        self.view.textChanged.connect(self._edited)
        column = vertical(self, margins=(MARGIN, 3 * GRID, MARGIN, 3 * GRID), spacing=2 * GRID)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)

    def edit(self, draft: TextDraft) -> None:
        """Edit a text from its beginning."""
        self._first = draft
        self.view.blockSignals(True)
        self.view.setPlainText(draft.text)
        self.view.blockSignals(False)
        self.say_problem(None)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def draft(self) -> TextDraft:
        assert self._first is not None
        return replace(self._first, text=self.view.toPlainText())

    @property
    def changed(self) -> bool:
        return self._first is not None and self.draft.text != self._first.text

    @property
    def edited_title(self) -> str:
        return self.draft.title or self.draft.name

    def checked(self) -> Profile:
        return checked_text(self.draft)

    @Slot()
    def _edited(self) -> None:
        if self._first is not None and not self.view.signalsBlocked():
            self.say_problem(None)
