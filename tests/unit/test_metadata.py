# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One version wherever it is named, and files that the desktop's own tools accept."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import driveproof

CHECKOUT = Path(__file__).resolve().parents[2]
APP_ID = "io.github.driveproof.Driveproof"
METAINFO = CHECKOUT / "packaging" / f"{APP_ID}.metainfo.xml"
TYPES = CHECKOUT / "packaging/mime" / f"{APP_ID}.xml"
RECORDED = CHECKOUT / "tests" / "data" / "imports"
DESKTOP = CHECKOUT / "packaging" / f"{APP_ID}.desktop"
ICONS = CHECKOUT / "resources" / "icons"


def setup_cfg() -> configparser.ConfigParser:
    config = configparser.ConfigParser(interpolation=None)
    config.read(CHECKOUT / "setup.cfg", encoding="utf-8")
    return config


def run_tool(*command: str | Path) -> str:
    tool = shutil.which(str(command[0]))
    if tool is None:
        pytest.skip(f"{command[0]} is not installed (make test installs it)")
    done = subprocess.run(
        [tool, *map(str, command[1:])], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_version_is_the_same_everywhere() -> None:
    release = ET.parse(METAINFO).getroot().find("releases/release")
    assert release is not None
    assert release.get("version") == driveproof.__version__
    assert setup_cfg()["metadata"]["version"] == driveproof.__version__


def test_every_release_is_in_the_metainfo() -> None:
    changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    written = set(re.findall(r"^## \[(\d[^\]]*)\] - (\S+)$", changelog, re.MULTILINE))
    releases = ET.parse(METAINFO).getroot().findall("releases/release")
    assert written <= {(each.get("version"), each.get("date")) for each in releases}
    for release in releases:
        assert release.findtext("description/p"), release.get("version")


def test_the_screenshots_are_of_this_version() -> None:
    images = ET.parse(METAINFO).getroot().findall("screenshots/screenshot/image")
    assert 3 <= len(images) <= 6
    for image in images:
        address, found, name = str(image.text).partition(f"/v{driveproof.__version__}/")
        assert found
        assert address.endswith("/driveproof/driveproof")
        header = (CHECKOUT / name).read_bytes()[:24]
        size = struct.unpack(">II", header[16:])
        assert size == (int(image.attrib["width"]), int(image.attrib["height"]))


def test_one_application_id() -> None:
    root = ET.parse(METAINFO).getroot()
    assert root.findtext("id") == APP_ID
    assert root.findtext("launchable") == DESKTOP.name
    assert f"Icon={APP_ID}\n" in DESKTOP.read_text(encoding="utf-8")
    assert root.findtext("project_license") == setup_cfg()["metadata"]["license"]


@pytest.mark.parametrize("suffix", [".svg", "-symbolic.svg"])
def test_icon_is_a_square_picture_without_foreign_content(suffix: str) -> None:
    root = ET.parse(ICONS / f"{APP_ID}{suffix}").getroot()
    box = [float(part) for part in root.attrib["viewBox"].split()]
    assert box[2] == box[3]
    for element in root.iter():
        assert not any("href" in name for name in element.attrib), element.tag
        assert not element.tag.endswith(("}image", "}script", "}text")), element.tag


def test_desktop_entry_is_valid() -> None:
    assert not run_tool("desktop-file-validate", DESKTOP).strip()


def test_the_desktop_opens_files_and_folders_with_it() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(DESKTOP, encoding="utf-8")
    entries = entry["Desktop Entry"]
    assert entries["Exec"].split() == ["driveproof", "%F"]
    kinds = entries["MimeType"].rstrip(";").split(";")
    assert {"inode/directory", "application/json", "text/plain"} | own_types() == set(kinds)


def own_types() -> set[str]:
    """The types of files that no desktop knows by itself."""
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    return {each.attrib["type"] for each in ET.parse(TYPES).getroot().iter(f"{space}mime-type")}


LOOK = """
import sys
from PySide6.QtCore import QMimeDatabase
for path in sys.argv[1:]:
    kind = QMimeDatabase().mimeTypeForFile(path)
    print(kind.name(), *kind.allAncestors())
"""


def test_the_desktop_recognizes_results_of_gnome_disks_and_fio(tmp_path: Path) -> None:
    """By name and by contents: fio's results have any name, mostly one of JSON or of text."""
    packages = tmp_path / "data" / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(TYPES, packages / f"{APP_ID}.xml")
    named = {
        "saved.gnome-disks-benchmark": "gnome-disks-43.gnome-disks-benchmark",
        "saved": "gnome-disks-write.gnome-disks-benchmark",
        "nightly.fio.json": "fio-normal.json",
        "result": "fio-client.json",
    }
    files = [shutil.copy(RECORDED / source, tmp_path / name) for name, source in named.items()]
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *map(str, files)],
        env=environment, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    disks, fio = "application/x-gnome-disks-benchmark", "application/x-fio+json"
    kinds = [line.split() for line in done.stdout.splitlines()]
    assert [kind[0] for kind in kinds] == [disks, disks, fio, fio]
    assert "application/json" in kinds[2]


def test_the_types_of_files_are_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # it complains where no desktop looks
    packages = tmp_path / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(TYPES, packages / f"{APP_ID}.xml")
    assert not run_tool("update-mime-database", tmp_path / "mime").strip()
    globs = (tmp_path / "mime" / "globs2").read_text(encoding="utf-8")
    assert "application/x-gnome-disks-benchmark:*.gnome-disks-benchmark" in globs


def test_metainfo_is_valid() -> None:
    said = run_tool("appstreamcli", "validate", "--no-net", "--pedantic", METAINFO)
    hints = set(re.findall(r"^[EWIP]: \S+ ([a-z-]+)", said, re.MULTILINE))
    # The name is Driveproof's, and AppStream before 1.0 does not know the tag that 1.0 asks for.
    assert hints <= {"cid-contains-uppercase-letter", "unknown-tag"}, said
    assert "unknown-tag" not in hints or said.count("unknown-tag developer") == 1


def test_licence_is_the_whole_text() -> None:
    text = (CHECKOUT / "LICENSE").read_text(encoding="utf-8")
    assert text.lstrip().startswith("GNU GENERAL PUBLIC LICENSE")
    assert "END OF TERMS AND CONDITIONS" in text
