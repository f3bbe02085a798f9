# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes flatpak/python-sources.json: the Python libraries of the Flatpak, each with its hash.

    .venv/bin/python tools/flatpak-sources.py [--output FILE]

A Flatpak is built without network, so that its manifest has to name every file. Which ones these
are is pip's to say: its report of a dry run has the addresses and hashes that your own pip
configuration leads to. PySide6 and numpy are in the base application and are left out. What is not
the same for every processor (BUILT) comes as an archive of its source, which the manifest builds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from libraries import CHECKOUT, InstallError, requirements

OUTPUT = CHECKOUT / "flatpak" / "python-sources.json"
BASE_APP = ("PySide6", "numpy")
# Wheels of these are for one processor; they are small, and build with what the SDK has.
BUILT = ("markupsafe",)
# Of the runtime that the manifest names; our libraries are the same for every version.
PYTHON = "3.13"


def wanted() -> list[str]:
    return [line for line in requirements() if not line.startswith(BASE_APP)]


def report(lines: list[str], *, archives: bool = False) -> dict[str, Any]:
    """What pip would install; with `archives` the source of these alone. Raises InstallError."""
    kind = (
        ("--no-deps", "--no-binary=:all:")
        if archives
        else ("--only-binary=:all:", f"--python-version={PYTHON}")
    )
    command = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--dry-run", "--ignore-installed", *kind),
        # Not used, but pip before 24.1 does not take another Python's version without it.
        *("--target", str(CHECKOUT / "build" / "unused")),
        *("--report", "-", *lines),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise InstallError(f"pip could not find {', '.join(lines)}:\n{done.stderr.strip()}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def source(item: dict[str, Any]) -> dict[str, str]:
    """The entry of a manifest for an entry of pip's report. Raises InstallError."""
    name = item["metadata"]["name"]
    address = item["download_info"]["url"]
    digest = item["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
    if not digest:
        raise InstallError(f"pip's index gives no sha256 for {name}: use another index.")
    if not address.endswith(("-none-any.whl", ".tar.gz")):
        raise InstallError(
            f"{name} is not the same for every processor ({address}): the manifest has to build it."
        )
    if not address.startswith("https://"):
        print(f"flatpak-sources: Flathub could not get {name} from {address}.", file=sys.stderr)
    return {"type": "file", "url": address, "sha256": digest}


def libraries() -> list[dict[str, str]]:
    """The entries of the manifest. Raises InstallError."""
    found = []
    for item in report(wanted())["install"]:
        meta = item["metadata"]
        if meta["name"].startswith(BASE_APP):  # pyqtgraph asks for numpy
            continue
        if meta["name"].lower() in BUILT:
            found += report([f"{meta['name']}=={meta['version']}"], archives=True)["install"]
        else:
            found.append(item)
    return sorted((source(item) for item in found), key=lambda each: each["url"])


def main() -> int:
    parser = argparse.ArgumentParser(prog="flatpak-sources.py")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    output: Path = parser.parse_args().output
    try:
        sources = libraries()
    except InstallError as error:
        print(f"flatpak-sources: {error}", file=sys.stderr)
        return error.status
    output.write_text(json.dumps(sources, indent=4) + "\n", "utf-8")
    print(f"{len(sources)} libraries in {output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
