#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Puts file systems on everything a TRIM may have to go through, each mounted below /chains. The
# drives come as they are: a new guest has blank ones.
#
#     chains.sh NVME SSD DISK STICK
set -euo pipefail
nvme=$1 ssd=$2 disk=$3 stick=$4
key=/run/key
printf 'no secret' >$key

partition() {  # drive: seven of 120 MiB
    printf 'label: gpt\n,120M\n,120M\n,120M\n,120M\n,120M\n,120M\n,120M\n' | sfdisk -q "$1"
}

filesystem() {  # device name [kind]
    local kind=${3:-ext4} now=()
    # What is made later, in the background, would be taken for what a TRIM did not give back.
    [ "$kind" != ext4 ] || now=(-E "lazy_itable_init=0,lazy_journal_init=0")
    mkfs."$kind" -q "${now[@]}" "$1"
    mkdir -p "/chains/$2"
    mount -t "$kind" "$1" "/chains/$2"
}

vault() {  # device name options...: LUKS2
    cryptsetup luksFormat -q --type luks2 --pbkdf pbkdf2 --pbkdf-force-iterations 1000 "$1" $key
    cryptsetup open --key-file $key "${@:3}" "$1" "$2"
}

for drive in "$nvme" "$ssd"; do partition "$drive"; done
for drive in "$disk" "$stick"; do printf 'label: gpt\n,100M\n' | sfdisk -q "$drive"; done
udevadm settle

p=${nvme}p s=$ssd
for side in nvme ssd; do
    [ $side = nvme ] && part=$p || part=$s
    filesystem "${part}1" $side-plain
    vgcreate -q vg-$side "${part}2" >/dev/null
    lvcreate -q -y -l 100%FREE -n home vg-$side >/dev/null
    filesystem /dev/vg-$side/home $side-lvm
    vault "${part}3" $side-open --allow-discards
    filesystem /dev/mapper/$side-open $side-crypt-discards
    vault "${part}4" $side-shut
    filesystem /dev/mapper/$side-shut $side-crypt
done

mdadm --create /dev/md/one --run --quiet --assume-clean --level=1 --raid-devices=2 --metadata=1.2 \
    --bitmap=none "${p}5" "${s}5"
mdadm --create /dev/md/five --run --quiet --assume-clean --level=5 --raid-devices=3 --metadata=1.2 \
    --bitmap=none "${p}6" "${s}6" "${s}7"
udevadm settle
filesystem /dev/md/one raid1
filesystem /dev/md/five raid5
# All of them on top of each other.
pvcreate -q "${p}7" >/dev/null
vgcreate -q vg-deep "${p}7" >/dev/null
lvcreate -q -y -l 100%FREE -n vault vg-deep >/dev/null
vault /dev/vg-deep/vault deep --allow-discards
filesystem /dev/mapper/deep deep

filesystem "${disk}1" disk
filesystem "${stick}1" stick
udevadm settle
