#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the Debian packages from this checkout and puts them into a folder:
#
#     tools/build-deb.sh [--needs] [--vendor DIR] [FOLDER]
#
#   --needs       first install what the build needs (as root), then check the result with lintian
#   --vendor DIR  the library that the package carries, made by tools/vendor.sh (else from .venv)
#   FOLDER        where the packages go (dist)
#
# dpkg-buildpackage wants a folder debian/ at the top and leaves files in it. Ours is packaging/debian,
# beside the other packaging, so a copy of the checkout gets it: the checkout stays as it is. A link
# at the top will not do: dpkg-source refuses to unpack a source package in which debian/ is one.
set -euo pipefail
cd "$(dirname "$0")/.."

needs=no vendor=
[ "${1:-}" != --needs ] || { needs=yes; shift; }
[ "${1:-}" != --vendor ] || { vendor=$(cd "${2:?the folder}" && pwd); shift 2; }
target=${1:-dist}
mkdir -p "$target"
target=$(cd "$target" && pwd)

work=$(mktemp -d "${TMPDIR:-/tmp}/driveproof-deb.XXXXXX")
trap 'rm -rf -- "$work"' EXIT
version=$(sed -n '1s/^driveproof (\([^)]*\)).*/\1/p' packaging/debian/changelog)
source=$work/driveproof-$version
mkdir "$source"
git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' name; do
        # What was removed and not yet committed is still in the list.
        if [ -e "$name" ] || [ -L "$name" ]; then printf '%s\0' "$name"; fi
    done | tar --null --files-from=- -cf - | tar -xf - -C "$source"
cp -a "$source/packaging/debian" "$source/debian"
if [ -n "$vendor" ]; then
    cp -a "$vendor" "$source/vendor"
else
    tools/vendor.sh "$source/vendor"
fi

if [ $needs = yes ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get -q update
    apt-get -q install -y --no-install-recommends dpkg-dev lintian fakeroot
    (cd "$source" && apt-get -q build-dep -y --no-install-recommends ./)
fi
(cd "$source" && dpkg-buildpackage -us -uc)
if [ $needs = yes ]; then
    # As a user: lintian does not like to be root.
    chmod -R a+rX "$work"
    (cd "$work" && setpriv --reuid=nobody --regid=nogroup --clear-groups env TMPDIR=/tmp \
        lintian --fail-on error --info --pedantic --tag-display-limit 0 "$work"/*.changes)
fi
find "$work" -maxdepth 1 -type f -exec cp -t "$target" -- {} +
echo "The packages are in $target."
