# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop's services: notifications, idle inhibition, packages, firmware updates."""
