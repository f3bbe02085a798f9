# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts taken out of the window: copied, saved at any size; and the export menu."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.run_pairs import pair
from tests.builders.showing import show_alone
from tests.builders.taking import action

from driveproof.domain.errors import MachineError
from driveproof.domain.result_rows import result_rows
from driveproof.domain.run.run import Run
from driveproof.ui.charts import picture_dialog as dialog_module
from driveproof.ui.charts.chart_style import for_paper, for_screen
from driveproof.ui.charts.picture import image_of, name_of, pixels_of, write_chart
from driveproof.ui.charts.picture_dialog import PictureDialog, save_chart
from driveproof.ui.charts.rows import LaneRows
from driveproof.ui.charts.view import ChartView
from driveproof.ui.output.export import COPY_PICTURE, COPY_TEXT, SAVE_PICTURE, kinds
from driveproof.ui.output.files import PICTURES
from driveproof.ui.results.run_view import RunView
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.notices import WrittenDialog

SIZE = QSize(640, 240)


@pytest.fixture
def run() -> Run:
    return recorded.finished_run()


@pytest.fixture
def view(qtbot: QtBot, qapp: QGuiApplication, run: Run, tmp_path: Path) -> RunView:
    made = show_alone(
        qtbot, RunView(Theme(qapp, "light"), Settings(tmp_path / "window.ini")), 992, 680
    )
    made.show_run(run, (pair(run),))
    qapp.processEvents()
    return made


def bars(run: Run) -> LaneRows:
    return LaneRows(result_rows(run.phases))


def test_a_picture_of_any_size(qapp: QApplication, run: Run) -> None:
    chart = bars(run)
    for size, scale in ((SIZE, 1), (QSize(300, 120), 3), (QSize(1, 1), 1)):
        image = image_of(chart, size, for_paper(), scale)
        assert image.size() == size * scale
    light = image_of(chart, SIZE, for_paper()).pixelColor(1, 1)
    dark = image_of(chart, SIZE, for_screen(dark=True)).pixelColor(1, 1)
    assert light.lightness() > 240 and dark.lightness() < 60
    with pytest.raises(MachineError, match="too large"):
        pixels_of(QSize(8000, 8000), 8)
    with pytest.raises(MachineError):
        pixels_of(QSize(0, 5), 2)


@pytest.mark.parametrize(
    ("kind", "begin"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_each_kind_is_written_whole(
    qapp: QApplication, run: Run, tmp_path: Path, kind: str, begin: bytes
) -> None:
    path = tmp_path / f"chart.{kind}"
    path.write_text("old")
    write_chart(bars(run), path, kind, SIZE, look=for_paper(), scale=2)
    assert path.read_bytes().startswith(begin)
    assert len(list(tmp_path.iterdir())) == 1
    if kind == "png":
        assert QImage(str(path)).size() == SIZE * 2


def test_a_drawing_is_xml_whatever_a_test_is_called(
    qapp: QApplication, run: Run, tmp_path: Path
) -> None:
    hostile = "\x1b[31m\x00 <script> & \u202e ]]>"
    phases = tuple(replace(phase, title=hostile) for phase in run.phases)
    chart = LaneRows(result_rows(phases))
    chart.title = hostile
    path = tmp_path / "chart.svg"
    write_chart(chart, path, "svg", SIZE, look=for_paper())
    written = path.read_text("utf-8")
    assert not {"\x1b", "\x00", "\u202e"} & set(written)
    root = ElementTree.fromstring(written)
    assert root.tag.endswith("svg")


def test_the_name_of_a_file_holds_nothing_foreign(run: Run) -> None:
    chart = bars(run)
    chart.title = "../../etc/passwd <b>\x1b Ä"
    assert name_of(chart) == "driveproof-etc-passwd-b"
    chart.title = "…"
    assert name_of(chart) == "driveproof-chart"


def test_the_menu_of_a_chart_copies_picture_and_figures(view: RunView) -> None:
    chart = view.bars.rows
    assert chart is not None
    menu = view.bars.menu()
    action(menu, "copy picture")()
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.hasImage() and mime.text() == chart.table().as_text()
    assert not QGuiApplication.clipboard().image().isNull()
    action(menu, "copy figures")()
    assert QGuiApplication.clipboard().text() == chart.table().as_text()


def test_the_keyboard_opens_the_menu_of_a_chart(view: RunView, qapp: QApplication) -> None:
    view.bars.setFocus()
    QTest.keyClick(view.bars, Qt.Key.Key_Menu)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(view.bars, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    names = [one.objectName() for one in menu.actions() if not one.isSeparator()]
    assert names[:3] == ["copy picture", "copy figures", "save picture"]
    assert {"table", "enlarge"} <= set(names)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None


def test_a_chart_is_saved_as_large_as_it_was_asked_for(
    view: RunView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(dialog: PictureDialog) -> int:
        dialog.width_box.setValue(400)
        dialog.height_box.setValue(200)
        dialog.scale_box.setValue(3)
        assert "1200 × 600" in dialog.result_size.text()
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(dialog_module.PictureDialog, "exec", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    assert view.bars.chart is not None
    path = save_chart(view.bars.chart, view.bars, for_paper())
    assert path == tmp_path / "mine.png"
    assert QImage(str(path)).size() == QSize(1200, 600)


def save_by_menu(chart_view: ChartView, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose "Save as a picture" in the menu of a chart, and this file."""
    monkeypatch.setattr(dialog_module.PictureDialog, "exec", lambda _dialog: 1)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    menu = chart_view.menu()
    next(one for one in menu.actions() if "Save" in one.text()).trigger()
    menu.deleteLater()


def test_a_saved_chart_is_said_on_its_page(
    view: RunView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_by_menu(view.bars, tmp_path / "mine.png", monkeypatch)
    bar = view.exporting.bar
    assert str(tmp_path / "mine.png") in bar.message.text()
    assert all(one.isVisible() for one in (bar.open_button, bar.folder_button, bar.copy_button))


def test_a_saved_chart_of_another_page_is_said_in_a_dialog(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    alone = ChartView(theme, parent=page)
    alone.set_chart(bars(recorded.finished_run()))
    with qtbot.waitExposed(page):
        page.show()
    said: list[str] = []

    def close(dialog: WrittenDialog) -> int:
        dialog.bar.copy_button.click()
        said.append(dialog.bar.message.text())
        return 0

    monkeypatch.setattr(WrittenDialog, "exec", close)
    save_by_menu(alone, tmp_path / "mine", monkeypatch)
    assert len(said) == 1 and str(tmp_path / "mine.png") in said[0]
    assert QGuiApplication.clipboard().text() == str(tmp_path / "mine.png")


def test_the_dialog_says_what_is_too_large(view: RunView) -> None:
    dialog = PictureDialog(QSize(800, 400), view)
    save = dialog.buttons.button(dialog.buttons.StandardButton.Save)
    assert save.isEnabled()
    dialog.width_box.setValue(8000)
    dialog.height_box.setValue(8000)
    dialog.scale_box.setValue(8)
    assert not save.isEnabled()
    dialog.kind.choose(1)
    assert save.isEnabled() and not dialog.scale_box.isEnabled()
    assert dialog.file_format == "svg"


def test_every_kind_of_the_menu_is_written(
    view: RunView, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = iter(PICTURES)

    def choose(dialog: dialog_module.PictureDialog) -> int:
        dialog.kind.choose(PICTURES.index(next(pictures)))
        return 1

    monkeypatch.setattr(dialog_module.PictureDialog, "exec", choose)
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *words: (str(tmp_path / "result"), words[3])
    )
    written: list[str] = []
    view.exported.connect(written.append)
    flat = [kind for group in kinds() for kind in group]
    begins = {"html": b"<!DOCTYPE", "report": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml",
              "pdf": b"%PDF", "csv": b"run,", "json": b"{", "text": b""}  # fmt: skip
    assert set(begins) == {kind.name for kind in flat}
    for kind in flat:
        action(view.exporting.menu, SAVE_PICTURE if kind.name in PICTURES else kind.name)()
        path = tmp_path / f"result.{kind.ending}"
        assert path.read_bytes().startswith(begins[kind.name]), kind.name
        if kind.name == "json":
            assert json.loads(path.read_text())["health"]["before"]["written"] == 10**12
        path.unlink()
    assert len(written) == len(flat)
    view.exporting.menu.refresh()
    shown = [one for one in view.exporting.menu.actions() if one.isVisible()]
    letters = [one.text().partition("&")[2][:1].lower() for one in shown]
    letters = [letter for letter in letters if letter]
    assert len(letters) == len(set(letters)) == len(flat)


def test_what_cannot_be_written_is_said(
    view: RunView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/no/such/x.html", ""))
    view.exporting.write_as("html")
    assert "x.html" in view.exporting.message.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    view.exporting.write_as("html")


def test_the_text_for_a_forum_is_copied(view: RunView, run: Run) -> None:
    view.run = replace(run, label="my secret")
    action(view.exporting.menu, COPY_TEXT)()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("Driveproof") and "MB/s [" in text and "secret" not in text
    action(view.exporting.menu, COPY_PICTURE)()
    assert not QGuiApplication.clipboard().image().isNull()


def test_the_export_menu_opens_by_keys(view: RunView) -> None:
    view.export()
    menu = QApplication.activePopupWidget()
    assert menu is view.exporting.menu
    assert view.exporting.menu.activeAction() is view.exporting.menu.actions()[0]
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert isinstance(view.export_button, QPushButton) and view.export_button.menu() is menu
