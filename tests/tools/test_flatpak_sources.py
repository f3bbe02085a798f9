# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/flatpak-sources.py writes what the real pip reports, here about wheels in a folder."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


# What builds a library that needs nothing to be built.
BACKEND = """
import os
def prepare_metadata_for_build_wheel(folder, settings=None):
    info = "MarkupSafe-3.0.2.dist-info"
    os.mkdir(os.path.join(folder, info))
    with open(os.path.join(folder, info, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\\nName: MarkupSafe\\nVersion: 3.0.2\\n")
    return info
def build_wheel(folder, settings=None, metadata=None):
    raise NotImplementedError
"""


def made_wheel(
    folder: Path, name: str, version: str, tag: str = "py3-none-any", *, needs: str = ""
) -> Path:
    path = folder / f"{name}-{version}-{tag}.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
            + (f"Requires-Dist: {needs}\n" if needs else ""),
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
        for path in sorted([*wheels.glob("*.whl"), *wheels.glob("*.tar.gz")])
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
    made_wheel(folder, "jinja2", "3.1.4")
    # As the real one does; the base application has numpy, so no source of it is listed.
    made_wheel(folder, "pyqtgraph", "0.14.0", needs="numpy>=1.25")
    made_wheel(folder, "numpy", "2.4.6", f"cp313-cp313-linux_{os.uname().machine}")
    made_wheel(folder, "colorama", "0.4.6")
    return folder


def test_address_and_hash_are_pips(wheels: Path, tmp_path: Path) -> None:
    older = made_wheel(wheels, "jeepney", "0.8.0")  # too old for setup.cfg
    newer = made_wheel(wheels, "jeepney", "0.9.1")
    done = generate(index(wheels), tmp_path / "sources.json")
    assert done.returncode == 0, done.stderr
    sources = json.loads((tmp_path / "sources.json").read_text())
    assert [source["url"].rpartition("/")[2] for source in sources] == [
        "colorama-0.4.6-py3-none-any.whl",
        newer.name,
        "jinja2-3.1.4-py3-none-any.whl",
        "platformdirs-4.3.6-py3-none-any.whl",
        "pyqtgraph-0.14.0-py3-none-any.whl",
    ]
    assert older.name not in str(sources)
    assert next(one for one in sources if one["url"].endswith(newer.name)) == {
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


def test_what_each_processor_has_its_own_of_is_built_from_its_source(
    wheels: Path, tmp_path: Path
) -> None:
    made_wheel(wheels, "jeepney", "0.9.1")
    made_wheel(wheels, "jinja2", "3.1.9", needs="MarkupSafe>=2.0")
    made_wheel(wheels, "MarkupSafe", "3.0.2")
    archive = wheels / "markupsafe-3.0.2.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for name, text in (
            (
                "pyproject.toml",
                '[build-system]\nrequires = []\nbuild-backend = "made"\nbackend-path = ["."]\n',
            ),
            ("made.py", BACKEND),
            ("PKG-INFO", "Metadata-Version: 2.1\nName: MarkupSafe\nVersion: 3.0.2\n"),
        ):
            entry = tarfile.TarInfo(f"markupsafe-3.0.2/{name}")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    done = generate(index(wheels), tmp_path / "sources.json")
    assert done.returncode == 0, done.stderr
    sources = {
        source["url"].rpartition("/")[2]: source["sha256"]
        for source in json.loads((tmp_path / "sources.json").read_text())
    }
    assert sources[archive.name] == digest(archive)
    assert not any(name.startswith("MarkupSafe") for name in sources)


def test_an_index_without_hashes(wheels: Path, tmp_path: Path) -> None:
    """It is refused; newer versions of pip have looked at the file itself, which is as good."""
    wheel = made_wheel(wheels, "jeepney", "0.9.1")
    output = tmp_path / "sources.json"
    done = generate(index(wheels, hashes=False), output)
    if done.returncode == 0:
        assert json.loads(output.read_text())[0]["sha256"] == digest(wheel)
    else:
        assert done.returncode == 3
        assert "gives no sha256 for " in done.stderr
        assert not output.exists()


def test_a_library_that_is_not_there(wheels: Path, tmp_path: Path) -> None:
    done = generate(index(wheels), tmp_path / "sources.json")
    assert done.returncode == 3
    assert "pip could not find " in done.stderr
    assert "Traceback" not in done.stderr
