# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The help: the pages of the documentation, and every key of the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QAction,
    QDesktopServices,
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
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QWidget,
)

from driveproof.domain.profile.kind import ProfileKind
from driveproof.domain.profile.profile import Profile
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import tooltip
from driveproof.ui.widgets.dialog import Dialog
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _

FOLDER = Path(__file__).parents[2] / "resources" / "help"
SHORTCUTS = "shortcuts"
"""The page that is made from the window's actions; every other one is a file."""
PAGES = (
    "drives", "check", "diagnose", "measuring", "quick", "latency-breakdown", "load-curve", "mixed",
    "iops-at-latency", "sustained", "steady-state", "file-sizes", "everyday", "caches", "mirror",
    "multi-drive", "real-life", "hosts", "workloads", "schedulers", "filesystems", "scan",
    "capacity", "bad-sectors", "hdparm", "own-tests", "comparing", "against", "sessions",
    "health", "trim",
    "monitor", "record", "watch", "export", "import", "helper", "json",
)  # fmt: skip
"""The files that help a person who uses the program, in the order of the list."""
PAGE_OF = {
    "all": "drives",
    "overview": "check",
    "health": "health",
    "trim": "trim",
    "measure": "measuring",
    "history": "comparing",
}
"""What is shown in the window (its name in the settings), and the page about it."""
_TESTS = {
    "quick": "quick", "quick-nvme": "quick", "latency": "quick", "mixed": "mixed",
    "vm-boot": "workloads",
}  # fmt: skip
_HOME = "https://github.com/driveproof/driveproof/blob/main/docs/"
_LINE = 145  # percent of the font's height
_LEFT = 248  # pixels


def page_about(profile: Profile) -> str:
    """The page that says what a profile does and how to read its result."""
    if profile.kind is ProfileKind.WHOLE_FILES or profile.name.startswith("workload-"):
        return "workloads"
    if profile.kind is ProfileKind.TESTS:
        return _TESTS.get(profile.name, "own-tests")
    return profile.kind.value  # each guided kind has a page of its name


class HelpBrowser(QTextBrowser):
    """A page of the help; pictures are as wide as there is room."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        name = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QImage(str(FOLDER / name.fileName()))
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
        self.setWindowTitle(_("Help"))
        self.resize(QSize(960, 680))
        self._theme = theme
        self._actions = tuple(actions)
        self._texts = {page: (FOLDER / f"{page}.md").read_text("utf-8") for page in PAGES}
        self._page = ""
        self.list = QListWidget()
        self.list.setAccessibleName(_("Pages"))
        self.list.setFixedWidth(_LEFT)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setMouseTracking(True)
        for page in (*PAGES, SHORTCUTS):
            title = self._title(page)
            item = QListWidgetItem(title.partition(":")[0])  # the question after it has no room
            item.setToolTip(tooltip(title))
            item.setData(Qt.ItemDataRole.UserRole, page)
            self.list.addItem(item)
        self.search = FilterField(theme, _("Search the help"), _("Search the help"))
        self.search.setFixedWidth(_LEFT)
        self.browser = HelpBrowser()
        self.browser.setAccessibleName(_("Help"))
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

    def open_page(self, page: str) -> None:
        """Open one of PAGES, or SHORTCUTS."""
        self.search.clear()
        self.list.setCurrentRow((*PAGES, SHORTCUTS).index(page))
        self.list.setFocus()

    @Slot()
    def _chosen(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._page = item.data(Qt.ItemDataRole.UserRole)
            self._show()

    @Slot(str)
    def _search(self, words: str) -> None:
        """List the pages that have all these words, and open the first of them."""
        wanted = words.casefold().split()
        found = []
        for number, page in enumerate((*PAGES, SHORTCUTS)):
            text = f"{self._title(page)} {self._texts.get(page, '')}".casefold()
            here = all(word in text for word in wanted)
            self.list.item(number).setHidden(not here)
            if here:
                found.append(number)
        if found and self.list.currentRow() not in found:
            self.list.setCurrentRow(found[0])

    def _title(self, page: str) -> str:
        if page == SHORTCUTS:
            return _("Keyboard shortcuts")
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
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)

    def _keys(self) -> str:
        """Every action that has a key, as a table."""
        rows = [
            f"| {action.text().replace('&', '').rstrip('…')} | {_written(action.shortcuts())} |"
            for action in self._actions
            if action.shortcuts()
        ]
        action, keys = _("Action"), _("Keys")
        head = [f"# {self._title(SHORTCUTS)}", "", f"| {action} | {keys} |", "|---|---|"]
        return "\n".join([*head, *rows])

    def _style(self, document: QTextDocument) -> None:
        """Room between the lines, quiet tables, and links in the accent colour."""
        cursor = QTextCursor(document)
        block = document.begin()
        while block.isValid():
            cursor.setPosition(block.position())
            form = QTextBlockFormat()
            form.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
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
        page = Path(link.path()).stem
        if not link.scheme() and page in PAGES:
            self.open_page(page)
        elif link.scheme() in {"http", "https"}:
            QDesktopServices.openUrl(link)
        elif link.path():
            QDesktopServices.openUrl(QUrl(_HOME).resolved(link))
        else:
            self.browser.scrollToAnchor(link.fragment())


def _written(keys: Sequence[QKeySequence]) -> str:
    return ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
