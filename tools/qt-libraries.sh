#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Names the shared libraries that Qt's window-system plugins and the modules we use ask for and this
# machine does not have. The packages with what it prints belong into tools/setup.sh.
#
#   tools/qt-libraries.sh [PYTHON]     a Python that has PySide6 (default: .venv/bin/python)
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-.venv/bin/python}
folder=$("$python" -c 'import importlib.util as u; print(u.find_spec("PySide6").submodule_search_locations[0])')
shopt -s nullglob
found=$(
    for file in "$folder"/Qt{Core,Gui,Widgets,Svg,PrintSupport}.*so \
        "$folder"/Qt/plugins/platforms/libq{xcb,wayland*,offscreen}.so \
        "$folder"/Qt/plugins/{xcbglintegrations,wayland-shell-integration,wayland-decoration-client}/*.so \
        "$folder"/Qt/plugins/wayland-graphics-integration-client/libqt-plugin-wayland-egl.so \
        "$folder"/Qt/plugins/{iconengines,imageformats}/*.so; do
        # Qt's own that Essentials leave out (PDF pictures, virtual keyboard) are not the system's.
        ldd "$file" | awk -v plugin="${file##*/}" '/not found/ && !/libQt6/ { print $1, plugin }'
    done | sort -u
)
[ -z "$found" ] || { echo "$found"; exit 1; }
