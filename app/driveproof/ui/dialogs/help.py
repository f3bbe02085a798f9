# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The help: the pages of the documentation, every key of the window, and the versions of what the
program is built from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Slot, qVersion
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
    QGuiApplication,
    QImage,
    QKeySequence,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QWidget,
)

from driveproof.domain.profile.profile import Profile
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import tooltip, without_key
from driveproof.ui.widgets.buttons import BACK, ESCAPE
from driveproof.ui.widgets.fields import FilterField
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.rows import FactRows
from driveproof.wording.catalogue import _

FOLDER = Path(__file__).parents[2] / "resources" / "help"
SHORTCUTS = "shortcuts"
"""The page that is made from the window's actions; every other one is a file."""
START = "index"
CHAPTERS = {
    "tutorials": ("first-benchmark", "test-a-new-ssd", "did-my-change-help"),
    "how-to": (
        "why-is-my-drive-slow", "trim", "smart-behind-usb", "fake-or-bad-drives",
        "compare-two-drives", "watch-and-alerts", "network-storage", "own-tests-and-fio-jobs",
        "import-export-cite",
    ),
    "reference": ("profiles", "command-line", "health-ratings", "json-and-csv", "permissions"),
    "explanation": (
        "how-it-measures", "why-numbers-differ", "caches-and-steady-state", "how-comparing-works",
    ),
}  # fmt: skip
"""The pages for people who use the program, by folder, in the order of the list."""
PAGES = (START, *(f"{folder}/{name}" for folder, names in CHAPTERS.items() for name in names))
_PROFILES = "reference/profiles"
_OWN = "how-to/own-tests-and-fio-jobs"
_HOME = "https://github.com/driveproof/driveproof/blob/main/docs/"
_LINE = 145  # percent of the font's height
_LEFT = 248  # pixels
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


def page_text(page: str) -> str:
    """One of PAGES as Markdown."""
    return (FOLDER / f"{page}.md").read_text("utf-8")


def anchors(text: str) -> list[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    code = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [_anchor(head) for head in re.findall(r"^#+ (.+)$", code, re.MULTILINE)]


def _anchor(heading: str) -> str:
    return _NOT_IN_ANCHORS.sub("", heading.strip().lower()).replace(" ", "-")


def topic_about(profile: Profile) -> str:
    """The place that says what a profile does and how to read its result."""
    known = anchors(page_text(_PROFILES))
    for name in (profile.name, profile.method):
        if name in known:
            return f"{_PROFILES}#{name}"
    return _OWN


class HelpBrowser(QTextBrowser):
    """A page of the help; pictures are as wide as there is room."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        name = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QImage(str(FOLDER / "pictures" / name.fileName()))
        room = self.viewport().width() - 2 * MARGIN - 2 * GRID  # the scroll bar's
        if image.width() <= room:
            return image
        ratio = self.devicePixelRatioF()
        image = image.scaledToWidth(round(room * ratio), Qt.TransformationMode.SmoothTransformation)
        image.setDevicePixelRatio(ratio)
        return image


class HelpWindow(Dialog):
    """The list of pages beside the open one; `actions` are those of the window with their keys."""

    def __init__(
        self, theme: Theme, actions: Sequence[QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(without_key(_("&Help")))
        self.resize(QSize(960, 680))
        self._theme = theme
        self._actions = tuple(actions)
        self._texts = {page: page_text(page) for page in PAGES}
        self._page = ""
        self.list = QListWidget()
        self.list.setAccessibleName(_("Pages"))
        self.list.setFixedWidth(_LEFT)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setMouseTracking(True)
        chapters = {
            "tutorials": _("Tutorials"),
            "how-to": _("How-to guides"),
            "reference": _("Reference"),
            "explanation": _("Explanation"),
        }
        self._list_page(START)
        for folder, names in CHAPTERS.items():
            head = QListWidgetItem(chapters[folder])
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            font = self.list.font()
            font.setBold(True)
            head.setFont(font)
            self.list.addItem(head)
            for name in names:
                self._list_page(f"{folder}/{name}")
        self._list_page(SHORTCUTS)
        self.search = FilterField(theme, _("Search"))
        self.search.setFixedWidth(_LEFT)
        self.browser = HelpBrowser()
        self.browser.setAccessibleName(without_key(_("&Help")))
        self.browser.setOpenLinks(False)
        self.browser.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.browser.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.browser.document().setDocumentMargin(MARGIN)
        self.browser.anchorClicked.connect(self._clicked)
        self.list.currentItemChanged.connect(self._chosen)
        self.search.textChanged.connect(self._search)
        theme.changed.connect(self._show)
        left = vertical(margins=(2 * GRID, 2 * GRID, GRID, 2 * GRID), spacing=GRID)
        left.addWidget(self.search)
        left.addWidget(self.list)
        row = horizontal(self, spacing=0)
        row.addLayout(left)
        row.addWidget(self.browser, 1)
        find = QAction(self)
        find.setShortcuts(QKeySequence.keyBindings(QKeySequence.StandardKey.Find))
        find.triggered.connect(self.search.setFocus)
        self.addAction(find)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.list.doItemsLayout()  # the style sheet's room around a row is known only now
        self.list.scrollToItem(self.list.currentItem())

    @property
    def page(self) -> str:
        """The page that is open."""
        return self._page

    def open_page(self, topic: str) -> None:
        """Open one of PAGES, or SHORTCUTS; after a `#`, at the heading with this anchor."""
        page, _sharp, anchor = topic.partition("#")
        self.search.clear()
        self.list.setCurrentRow(self._row_of(page))
        self.list.setFocus()
        if anchor:
            self._scroll_to(anchor)

    def _list_page(self, page: str) -> None:
        title = self._title(page)
        item = QListWidgetItem(title)
        item.setToolTip(tooltip(title))
        item.setData(Qt.ItemDataRole.UserRole, page)
        self.list.addItem(item)

    def _row_of(self, page: str) -> int:
        rows = range(self.list.count())
        return next(row for row in rows if self._page_in(row) == page)

    def _page_in(self, row: int) -> str:
        """The page of a row, "" for a heading."""
        return self.list.item(row).data(Qt.ItemDataRole.UserRole) or ""

    def _scroll_to(self, anchor: str) -> None:
        block = self.browser.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and _anchor(block.text()) == anchor:
                top = self.browser.document().documentLayout().blockBoundingRect(block).top()
                self.browser.verticalScrollBar().setValue(round(top))
                return
            block = block.next()

    @Slot()
    def _chosen(self) -> None:
        item = self.list.currentItem()
        if item is not None and item.data(Qt.ItemDataRole.UserRole):
            self._page = item.data(Qt.ItemDataRole.UserRole)
            self._show()

    @Slot(str)
    def _search(self, words: str) -> None:
        """List the pages that have all these words, and open the first of them."""
        wanted = words.casefold().split()
        found = []
        for row in range(self.list.count()):
            page = self._page_in(row)
            text = f"{self._title(page)} {self._texts.get(page, '')}".casefold() if page else ""
            here = all(word in text for word in wanted)
            self.list.item(row).setHidden(not here)
            if here and page:
                found.append(row)
        if found and self.list.currentRow() not in found:
            self.list.setCurrentRow(found[0])

    def _title(self, page: str) -> str:
        if page == SHORTCUTS:
            return without_key(_("&Keyboard shortcuts"))
        return self._texts[page].partition("\n")[0].lstrip("# ").replace("`", "")

    def _show(self) -> None:
        if not self._page:
            return
        text = self._keys() if self._page == SHORTCUTS else self._texts[self._page]
        document = self.browser.document()
        document.setDefaultFont(self._theme.body())
        self.browser.setMarkdown(text)
        document.setDocumentMargin(MARGIN)
        edit = QTextCursor(document)
        edit.beginEditBlock()  # laid out once at its end, not after each change
        self._style(document)
        edit.endEditBlock()
        # All of it now: laid out bit by bit, a long page keeps the width without a scroll bar.
        document.documentLayout().frameBoundingRect(document.rootFrame())
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)

    def _keys(self) -> str:
        """Every action that has a key, as a table."""
        rows = [
            f"| {action.text().replace('&', '').rstrip('…')} | {_written(action.shortcuts())} |"
            for action in self._actions
            if action.shortcuts()
        ]
        back, action, keys = _("Back"), _("Action"), _("Keys")
        rows.append(f"| {back} | {ESCAPE}, {BACK} |")
        head = [f"# {self._title(SHORTCUTS)}", "", f"| {action} | {keys} |", "|---|---|"]
        return "\n".join([*head, *rows])

    def _style(self, document: QTextDocument) -> None:
        """Room between the lines, quiet tables, and links in the accent colour."""
        cursor = QTextCursor(document)
        block = document.begin()
        while block.isValid():
            cursor.setPosition(block.position())
            form = QTextBlockFormat()
            if _PICTURE not in block.text():  # a picture is as high as it is
                height = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
                form.setLineHeight(_LINE, height)
            form.setNonBreakableLines(False)  # commands are in lines of any length
            if not cursor.currentTable():
                form.setBottomMargin(GRID)
                form.setTopMargin(2 * GRID if block.blockFormat().headingLevel() else 0)
            cursor.mergeBlockFormat(form)
            place = block.begin()
            while not place.atEnd():
                part = place.fragment()
                place += 1
                if part.charFormat().isAnchor():
                    cursor.setPosition(part.position())
                    end = part.position() + part.length()
                    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                    look = QTextCharFormat()
                    look.setForeground(self._theme.colors.accent)
                    cursor.mergeCharFormat(look)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                shape = frame.format()
                shape.setBorder(0.5)
                shape.setBorderBrush(self._theme.colors.line)
                shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                shape.setCellPadding(GRID // 2)
                shape.setCellSpacing(0)
                shape.setBorderCollapse(True)
                shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
                shape.setBottomMargin(2 * GRID)
                frame.setFormat(shape)

    @Slot(QUrl)
    def _clicked(self, link: QUrl) -> None:
        """Open a page of the help here, and anything else in the browser."""
        if link.scheme() in {"http", "https"}:
            QDesktopServices.openUrl(link)
            return
        target = QUrl(f"{_HOME}{self._page}.md").resolved(link)
        page = target.path().partition("/docs/")[2].removesuffix(".md")
        if page in PAGES:
            if page != self._page:
                self.open_page(page)
            self._scroll_to(target.fragment())
        else:
            QDesktopServices.openUrl(target)


def _written(keys: Sequence[QKeySequence]) -> str:
    return ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


class AboutDialog(Dialog):
    """Name, licence and versions; the versions can be copied into a bug report."""

    def __init__(
        self, versions: tuple[tuple[str, str], ...], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(without_key(_("&About Driveproof")))
        self.facts = FactRows(theme, columns=1)
        self.facts.set_facts([*versions, ("Qt", qVersion())])
        copy = QPushButton(_("&Copy versions"))
        copy.clicked.connect(self._copy)
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = vertical(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        column.addWidget(Label(theme, "Driveproof", size="title"))
        column.addWidget(
            Label(theme, _("Disk benchmark, health and TRIM checker."), color="muted", wrap=True)
        )
        column.addSpacing(GRID)
        column.addWidget(self.facts)
        column.addSpacing(GRID)
        column.addWidget(
            Label(
                theme,
                _("GNU General Public License, version 3 or later"),
                size="small",
                color="muted",
                wrap=True,
            )
        )
        column.addSpacing(GRID)
        column.addLayout(buttons)
        self.setMinimumWidth(420)
        close.setFocus()

    @Slot()
    def _copy(self) -> None:
        lines = [f"{name}: {value}" for name, value in self.facts.facts()]
        QGuiApplication.clipboard().setText("\n".join(lines))
