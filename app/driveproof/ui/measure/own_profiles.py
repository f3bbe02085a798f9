# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of the person's own, and fio job files: edit, delete, open, show and save them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from driveproof.composition.profiles import own_profiles
from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.profile.draft import Draft, TextDraft, copied_text, draft_of, is_list
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.engine.run.own_profiles import OwnProfileProblem, ProfileChange
from driveproof.engine.run.profiles import BrokenProfile, read_job
from driveproof.export.files import write_data
from driveproof.export.text.job_file import job_file_text
from driveproof.ui.dialogs.asking import file_to_write, is_sure
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.setup import SetupView
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown, without_key
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import CopyButton, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, clear, horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar, WrittenBar, reveal
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.pages import PageHead
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.errors import Face, error_lines, message_and_advice
from driveproof.wording.profile import profile_text, test_title
from driveproof.wording.units import group_digits


class ProfileMenu(QObject):
    """The menu of the chosen profile. Emits `edit(Draft)` or `edit(TextDraft)` to open an editor,
    `saved(name)` when the files have changed and `name` is to be chosen ("" for none),
    `opened(title)` for a job file, and `refused(error)` when a draft could not be saved.
    """

    edit = Signal(object)
    saved = Signal(str)
    opened = Signal(str)
    refused = Signal(object)

    def __init__(self, context: PageContext, setup: SetupView, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self._parent, self._theme, self._settings = parent, theme, context.settings
        self._setup, self._own = setup, own_profiles(context.services.app)
        self._tasks = TaskQueue(self)
        self._change: ProfileChange | None = None
        self._refused: DriveproofError | None = None
        self.jobs: list[Profile] = []
        self.message = MessageBar(theme)
        self.message.acted.connect(self._act)
        self.broken = BrokenProfiles(theme)
        self.broken.edit.connect(self.fix)
        self.menu = QMenu(parent)
        self.button: QPushButton = quiet_button(_("This p&rofile…"))
        self.button.setMenu(self.menu)
        self.menu.aboutToShow.connect(self.fill)

    @property
    def busy(self) -> bool:
        """Whether files are being read or written."""
        return self._tasks.busy

    @Slot()
    def fill(self) -> None:
        self.menu.clear()
        profile = self._setup.profiles.profile
        if profile is not None:
            self._offer(profile, own=self._is_own(profile), tests=is_list(profile))
            self._add("show", _("Show as fio &job file…"), partial(self.show_job, profile))
        self._add("open", _("&Open a fio job file…"), self._choose)

    def _offer(self, profile: Profile, *, own: bool, tests: bool) -> None:
        """What can be done with a profile; what is no list of `tests` is edited as text."""
        if own and tests and not profile.by_class:
            self._add("edit", _("&Edit…"), partial(self._edit, profile))
        if own:
            self._add("edit text", _("Edit as &text…"), partial(self._edit_text, profile))
        if tests:
            self._add("edit copy", _("Edit a &copy…"), partial(self.edit_copy, profile))
        else:
            copy = partial(self._edit_text, profile, copy=True)
            self._add("edit copy as text", _("Edit a &copy as text…"), copy)
        if own:
            self._add("delete", _("&Delete"), partial(self.delete, profile))
        self.menu.addSeparator()

    def _add(self, name: str, words: str, work: Callable[[], None]) -> None:
        self.menu.addAction(words, work).setObjectName(name)

    def _is_own(self, profile: Profile) -> bool:
        """Whether it is a file among the person's profiles: a job file that was opened is not."""
        return profile.name not in SHIPPED and profile not in self.jobs

    def _edit(self, profile: Profile) -> None:
        self._open(lambda: draft_of(profile, name=profile.name))

    def edit_copy(self, profile: Profile) -> None:
        title = profile_text(profile.title, profile.name)
        if profile not in self.jobs:
            title = _("{title}, my copy").format(title=title)
        question = profile_text(profile.question, profile.name) or _("What should this measure?")

        def make() -> Draft:
            draft = draft_of(
                profile.for_drive(self._setup.speed), title=title[:80], question=question[:300]
            )
            tests = (
                one.choosing(title=test_title(one.test.title, profile.name)) for one in draft.tests
            )
            return replace(draft, tests=tuple(tests))

        self._open(make)

    def _edit_text(self, profile: Profile, *, copy: bool = False) -> None:
        done = partial(self._have_text, profile, copy)
        self._tasks.add(lambda: self._own.source(profile), done, key="text")

    def _have_text(
        self, profile: Profile, copy: bool, text: str | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.message.say_error(error)
        elif text is not None:
            title = profile_text(profile.title, profile.name)
            title = _("{title}, my copy").format(title=title)[:80]
            draft = TextDraft(profile.name, profile.title, text)
            self.message.hide()
            self.edit.emit(copied_text(text, title) if copy else draft)

    @Slot(object)
    def fix(self, broken: BrokenProfile) -> None:
        """Edit a file that is no profile."""
        done = partial(self._have_broken, broken.path.stem)
        self._tasks.add(lambda: self._own.broken_text(broken.path), done, key="text")

    def _have_broken(self, name: str, text: str | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        elif text is not None:
            self.message.hide()
            self.edit.emit(TextDraft(name, "", text))

    def _open(self, make: Callable[[], Draft]) -> None:
        try:
            draft = make()
        except UsageError as error:
            self.message.say_error(error)
            return
        self.message.hide()
        self.edit.emit(draft)

    # The files

    def save(self, draft: Draft | TextDraft, *, anyway: bool = False) -> None:
        """Save a draft; asks before it replaces another profile."""
        done = partial(self._saved, draft)
        self._tasks.add(lambda: self._own.save(draft, replace=anyway), done, key="save")

    def _saved(
        self, draft: Draft | TextDraft, change: ProfileChange | None, error: DriveproofError | None
    ) -> None:
        if isinstance(error, UsageError) and error.code is OwnProfileProblem.TAKEN:
            if self._may_replace(error):
                self.save(draft, anyway=True)
            else:
                self.refused.emit(error)
        elif error is not None:
            self.refused.emit(error)
        elif change is not None:
            replaced = any(text is not None for _name, text in change.before)
            self._tell(
                change, _("“{title}” is saved.").format(title=shown(change.title)), undo=replaced
            )

    def _may_replace(self, error: UsageError) -> bool:
        return is_sure(
            self._parent,
            message_and_advice(error, Face.WINDOW),
            _("You can undo this."),
            yes=_("&Replace"),
            no=_("&Keep"),
        )

    def delete(self, profile: Profile) -> None:
        """Delete a profile of the person's; it can be undone."""
        done = partial(self._deleted, profile)
        self._tasks.add(lambda: self._own.remove(profile), done, key="delete")

    def _deleted(
        self, profile: Profile, change: ProfileChange | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.message.say_error(error)
        elif change is not None:
            title = profile_text(profile.title, profile.name)
            self._tell(change, _("“{title}” was deleted.").format(title=title), undo=True)

    def _tell(self, change: ProfileChange, text: str, *, undo: bool) -> None:
        self._change, self._refused = change if undo else None, None
        self.message.say(text, action=_("&Undo") if undo else "")
        self.saved.emit(change.name)

    @Slot()
    def _act(self) -> None:
        if self._refused is None:
            self.undo()
            return
        dialog = ProblemsDialog(self._refused, self._theme, self._parent)
        dialog.exec()
        dialog.deleteLater()

    @Slot()
    def undo(self) -> None:
        """Put back what was replaced or deleted last."""
        change, self._change = self._change, None
        self.message.hide()
        if change is not None:
            back = next((name for name, text in change.before if text is not None), "")
            done = partial(self._undone, back)
            self._tasks.add(lambda: self._own.undo(change), done, key="undo")

    def _undone(self, name: str, _none: None, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        else:
            self.saved.emit(name)

    # Job files

    def show_job(self, profile: Profile) -> None:
        """Show a profile as a job file."""
        try:
            dialog = JobFileDialog(profile, self._theme, self._settings, self._parent)
        except UsageError as error:
            self.message.say_error(error)
            return
        dialog.exec()
        dialog.deleteLater()

    @Slot()
    def _choose(self) -> None:
        files, _filter = QFileDialog.getOpenFileNames(
            self._parent, without_key(_("&Open a fio job file…")), self._settings.text(FOLDER)
        )
        if files:
            self.read_job(files[0])

    def read_job(self, path: str) -> None:
        """Read a job file in a thread, and offer it as a profile."""
        self._refused = None
        self._tasks.add(lambda: read_job(Path(path)), self._have_job, key="job")

    def with_jobs(self, profiles: tuple[Profile, ...]) -> tuple[Profile, ...]:
        """The profiles, and after them the job files that were opened; each name is there once."""
        taken = {profile.name for profile in profiles}
        for number, job in enumerate(self.jobs):
            name, others = job.name, count(2)
            while name in taken:
                name = f"{job.name[:35]}-{next(others)}"
            self.jobs[number] = replace(job, name=name)
            taken.add(name)
        return (*profiles, *self.jobs)

    def _have_job(self, profile: Profile | None, error: DriveproofError | None) -> None:
        if error is not None and error.besides:
            first, *more = error_lines(error, Face.WINDOW)
            text = _("{first} ({second})").format(
                first=first,
                second=ngettext("{count} more", "{count} more", len(more)).format(
                    count=group_digits(len(more))
                ),
            )
            self._refused = error
            self.message.say(text, action=_("Show &all…"), bad=True)
        elif error is not None:
            self.message.say_error(error)
        elif profile is not None:
            self.message.hide()
            self.jobs = [job for job in self.jobs if job.title != profile.title]
            self.jobs.append(profile)
            self.opened.emit(profile.title)


class BrokenProfiles(QWidget):
    """A row for each; hidden where there are none. Emits `edit(BrokenProfile)`."""

    edit = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[BrokenProfile, ...] = ()
        self._tasks = TaskQueue(self)
        self._column = vertical(self, spacing=GRID // 2)
        self.hide()

    def show_broken(self, broken: Sequence[BrokenProfile]) -> None:
        """Show these files instead of the former ones."""
        if tuple(broken) != self._shown:
            self._shown = tuple(broken)
            clear(self._column)
            for one in broken:
                self._column.addWidget(self._row(one))
        self.setVisible(bool(broken))

    def _row(self, one: BrokenProfile) -> QWidget:
        row = QWidget()
        beside = BaselineBox(row)
        said = message_and_advice(one.problem, Face.WINDOW)
        beside.addWidget(Label(self._theme, said, color=Tone.PLAIN, wrap=True, selectable=True), 1)
        edit, find = quiet_button(_("Edit as &text…")), quiet_button(_("Show in folder"))
        edit.setAccessibleName(
            _("{name}: {text}").format(name=one.path.name, text=without_key(edit.text()))
        )
        find.setAccessibleName(_("{name}: {text}").format(name=one.path.name, text=find.text()))
        edit.clicked.connect(partial(self.edit.emit, one))
        find.clicked.connect(partial(reveal, self._tasks, one.path))
        for button in (edit, find):
            beside.addWidget(button)
        return row


FOLDER = "export/folder"


class TextDialog(Dialog):
    """A text to read and to copy; further buttons go to `buttons`."""

    def __init__(
        self, title: str, detail: str, text: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.head = PageHead(theme)
        self.head.say(title, detail)
        self.view = QPlainTextEdit(text)
        self.view.setReadOnly(True)
        self.view.setTabChangesFocus(True)
        self.view.setAccessibleName(title)
        self.written = WrittenBar(theme)
        self.copy = CopyButton(_("Co&py"), text, quiet=False)
        self.close_button = QPushButton(_("C&lose"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        self.buttons = horizontal(spacing=GRID)
        self.buttons.addWidget(self.copy)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.close_button)
        column = vertical(self, margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=2 * GRID)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        column.addWidget(self.written)
        column.addLayout(self.buttons)
        self.resize(760, 480)


class ProblemsDialog(TextDialog):
    """Everything that keeps a job file from being measured, one below the other."""

    def __init__(self, error: DriveproofError, theme: Theme, parent: QWidget | None = None) -> None:
        text = "\n\n".join(error_lines(error, Face.WINDOW))
        detail = _("Change these lines in a copy.")
        super().__init__(_("This job file cannot be used"), detail, text, theme, parent)


class JobFileDialog(TextDialog):
    """The text as it will be in the file. Raises UsageError for a profile that is no job file."""

    def __init__(
        self, profile: Profile, theme: Theme, settings: Settings, parent: QWidget | None = None
    ) -> None:
        self._text = job_file_text(profile)
        title = _("{title} as a fio job file").format(
            title=profile_text(profile.title, profile.name)
        )
        super().__init__(title, _("Runs with fio alone."), self._text, theme, parent)
        self._profile, self._settings = profile, settings
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.save = QPushButton(_("&Save…"))
        self.save.clicked.connect(self._save)
        self.buttons.insertWidget(1, self.save)
        self.resize(760, 640)

    @Slot()
    def _save(self) -> None:
        folder = self._settings.text(FOLDER) or str(Path.home())
        start = f"{folder}/{self._profile.name}.fio"
        title, words = _("Save as a fio job file"), _("fio job file (*.fio)")
        path = file_to_write(self, title, start, words, "fio", "job")
        if path is None:
            return
        try:
            write_data(path, self._text)
        except DriveproofError as error:
            self.written.say(message_and_advice(error, Face.WINDOW), bad=True)
            return
        self._settings.keep(FOLDER, str(path.parent))
        self.written.say_written(path)
