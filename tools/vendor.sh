#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Copies the library that our Debian package carries from .venv into a folder: tools/vendor.sh FOLDER
#
# It is pyqtgraph: Debian 12's fails with PySide6, Debian 13's depends on scipy, and both are older than
# the charts need. It is pure Python, the same for every Python. Its colour maps have licences of their own.
set -euo pipefail
mkdir -p "${1:?the folder}"
target=$(cd "$1" && pwd)
cd "$(dirname "$0")"/../.venv/lib/python3*/site-packages/pyqtgraph/.. ||
    { echo 'vendor: there is no pyqtgraph in .venv: run make setup first.' >&2; exit 3; }
tar --exclude=__pycache__ --exclude='tests' --exclude='pyqtgraph/examples' --exclude='pyqtgraph/colors/maps' \
    -cf - pyqtgraph pyqtgraph-*.dist-info | tar -C "$target" --no-same-owner -xf -
