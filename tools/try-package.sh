#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Installs, runs, tests and purges the packages in a folder. tools/test-package.sh starts it in a
# Debian that is thrown away afterwards: it would leave yours full of test packages.
#
#     tools/try-package.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

packages=${1:?the folder of the packages}
[ -e /packages ] || { echo 'try-package: only for a system that tools/test-package.sh made.' >&2; exit 4; }
files=("$packages"/driveproof_*.deb "$packages"/driveproof-helper_*.deb)
names=(driveproof driveproof-helper)
export DEBIAN_FRONTEND=noninteractive
log=/tmp/try-package.log

say() { printf -- '--- %s\n' "$*"; }
die() { printf 'try-package: %s\n' "$*" >&2; exit 1; }
quietly() { "$@" >"$log" 2>&1 </dev/null || { tail -n 40 "$log" >&2; die "failed: $*"; }; }
apt() { quietly apt-get -q -y --no-install-recommends "$@"; }

# Everything but what changes by itself: APT's and dpkg's own books, logs, caches, homes, and what
# udisksd makes when it runs for the first time. The account of the watch stays when the packages are
# purged, as Debian's accounts do: its number may own files elsewhere.
accounts='/etc/g?\(passwd\|group\|shadow\)-?'
snapshot() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /root \
        -o -path /home -o -path /packages -o -path /var/cache -o -path /var/log -o -path /var/lib/apt \
        -o -path /var/lib/dpkg -o -path /var/lib/udisks2 -o -regex "$accounts" \) -prune \
        -o -type d -printf '%y %m %U:%G %p\n' \
        -o -printf '%y %m %U:%G %s %p -> %l\n' | sort
    find /etc -type f ! -regex "$accounts" -exec sha256sum {} + | sort
    grep -v '^driveproof-watch:' /etc/passwd /etc/group /etc/shadow /etc/gshadow
    dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n'
}

as_user() { setpriv --reuid=user --regid=user --init-groups env -i HOME=/home/user LANG=C.UTF-8 \
    PATH=/usr/bin:/bin QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=/home/user/run "$@"; }

# --- what they need, and nothing else ------------------------------------------------------------
say 'installing what the packages depend on'
apt update
for file in "${files[@]}"; do
    apt satisfy "$(dpkg-deb -f "$file" Depends)"
done
useradd --create-home user
install -d -o user -g user -m 700 /home/user/run
snapshot >/tmp/before

# --- install -------------------------------------------------------------------------------------
say 'installing the packages'
quietly apt-get -s --no-install-recommends install "${files[@]}"
[ "$(grep -c '^Inst ' "$log")" = 2 ] || { cat "$log" >&2; die 'more than the two is installed'; }
apt install "${files[@]}"
for name in "${names[@]}"; do
    dpkg -L "$name" | while IFS= read -r path; do
        mode=$(stat -c '%U:%G %A' "$path")
        [[ $mode =~ ^root:root\ (l.*|.....-..-.)$ ]] || die "$path is $mode"
    done
    quietly dpkg --verify "$name"
    [ ! -s "$log" ] || die "dpkg --verify $name: $(cat "$log")"
done
compgen -G '/usr/lib/driveproof-helper/driveproof/helper/__pycache__/*.pyc' >/dev/null ||
    die 'the helper was not compiled'
[ "$(head -n 1 /usr/bin/driveproof)" = '#!/usr/bin/python3 -I' ] || die 'the launcher is not isolated'

# --- run -----------------------------------------------------------------------------------------
say 'running it as a user: profiles, run, show, export, the window'
as_user driveproof --version
as_user driveproof profiles | grep -q quick || die 'no profiles'
as_user driveproof run quick /home/user --size 16M --seconds 0.5 --repeats 1 --label folder \
    >/tmp/run.txt 2>"$log" || { cat "$log" >&2; die 'driveproof run failed'; }
cat /tmp/run.txt
as_user driveproof show label:folder >/dev/null
for kind in png svg csv json; do
    as_user driveproof export label:folder "/home/user/run.$kind"
    [ -s "/home/user/run.$kind" ] || die "the $kind is empty"
done
status=0
as_user timeout 10 driveproof >"$log" 2>&1 || status=$?
# 124: it was still open, and had to be ended.
if [ $status != 124 ] || grep -q Traceback "$log"; then cat "$log" >&2; die "the window ended: $status"; fi

say 'a system bus, polkitd, udisksd and the helper, all of them as installed'
/usr/bin/python3 tests/system/helper/try_installed.py

# --- purge ---------------------------------------------------------------------------------------
say 'purging'
apt purge "${names[@]}"
snapshot >/tmp/after
diff /tmp/before /tmp/after >&2 || die 'purging left something, or took too much (above)'

# --- test ----------------------------------------------------------------------------------------
say 'testing what is installed (packaging/debian/tests)'
apt install "${files[@]}"
needs=$(sed -n 's/^Depends: @, //p' packaging/debian/tests/control)
apt satisfy "$needs"
packaging/debian/tests/unit

say 'the window on a display'
apt install xauth xdotool xvfb
as_user env -u QT_QPA_PLATFORM xvfb-run --auto-servernum sh -c '
    driveproof & window=$!
    timeout 60 xdotool search --sync --onlyvisible --name Driveproof getwindowname
    found=$?
    kill $window
    wait $window
    exit $found' 2>"$log" || { cat "$log" >&2; die 'the window did not come up'; }

say 'purging again, in the other order'
apt purge driveproof-helper
apt purge driveproof
for path in /usr/lib/driveproof* /usr/share/driveproof* /etc/driveproof* /var/lib/driveproof*; do
    [ ! -e "$path" ] || die "$path is left"
done
say 'all of it is well'
