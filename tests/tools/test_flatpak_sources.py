# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/flatpak-sources.py writes what the real pip reports, here about wheels in a folder."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


def made_wheel(folder: Path, name: str, version: str, tag: str = "py3-none-any") -> Path:
    path = folder / f"{name}-{version}-{tag}.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: x\nTag: {tag}\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


def index(wheels: Path, hashes: bool = True) -> Path:
    """A page of links, as an index gives them."""
    page = wheels / "index.html"
    links = [
        f'<a href="{path.as_uri()}#sha256={digest(path)}">x</a>'
        if hashes
        else f'<a href="{path.as_uri()}">x</a>'
        for path in sorted(wheels.glob("*.whl"))
    ]
    page.write_text(f"<!DOCTYPE html><html><body>{' '.join(links)}</body></html>")
    return page


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def generate(page: Path, output: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/flatpak-sources.py", "--output", str(output)],
        cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=120,
        env=os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": page.as_uri()},
    )  # fmt: skip


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    made_wheel(folder, "platformdirs", "4.3.6")
    return folder


def test_address_and_hash_are_pips(wheels: Path, tmp_path: Path) -> None:
    older = made_wheel(wheels, "jeepney", "0.8.0")  # too old for setup.cfg
    newer = made_wheel(wheels, "jeepney", "0.9.1")
    done = generate(index(wheels), tmp_path / "sources.json")
    assert done.returncode == 0, done.stderr
    sources = json.loads((tmp_path / "sources.json").read_text())
    assert [source["url"].rpartition("/")[2] for source in sources] == [
        newer.name,
        "platformdirs-4.3.6-py3-none-any.whl",
    ]
    assert older.name not in str(sources)
    assert sources[0] == {
        "type": "file",
        "url": newer.as_uri(),
        "sha256": digest(newer),
    }
    assert "Flathub could not get jeepney" in done.stderr


def test_a_library_for_one_processor_is_refused(wheels: Path, tmp_path: Path) -> None:
    made_wheel(wheels, "jeepney", "0.9.1", f"cp313-cp313-linux_{os.uname().machine}")
    done = generate(index(wheels), tmp_path / "sources.json")
    assert done.returncode == 3
    assert "jeepney is not the same for every processor" in done.stderr
    assert not (tmp_path / "sources.json").exists()


def test_an_index_without_hashes(wheels: Path, tmp_path: Path) -> None:
    """It is refused; newer versions of pip have looked at the file itself, which is as good."""
    wheel = made_wheel(wheels, "jeepney", "0.9.1")
    output = tmp_path / "sources.json"
    done = generate(index(wheels, hashes=False), output)
    if done.returncode == 0:
        assert json.loads(output.read_text())[0]["sha256"] == digest(wheel)
    else:
        assert done.returncode == 3
        assert "gives no sha256 for jeepney" in done.stderr
        assert not output.exists()


def test_a_library_that_is_not_there(wheels: Path, tmp_path: Path) -> None:
    done = generate(index(wheels), tmp_path / "sources.json")
    assert done.returncode == 3
    assert "pip could not find jeepney>=0.9, platformdirs>=4" in done.stderr
    assert "Traceback" not in done.stderr
