# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The introspection data of the object, for people with busctl or d-feet."""

from __future__ import annotations

XML = """\
<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
<node>
 <interface name="io.github.driveproof.Helper1">
  <property name="ApiVersion" type="u" access="read"/>
  <method name="StartReadTest">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="phase" type="(uuutuuubtuttuu)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartWriteTest">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="phase" type="(uuutuuubtuttuu)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartScan">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="scan" type="(uuututtt)" direction="in"/>
    <arg name="job" type="o" direction="out"/>
    <arg name="output" type="h" direction="out"/>
   </method>
  <method name="HoldDevice">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
  </method>
  <method name="ReleaseDevice"/>
  <method name="StartDiscard">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="offset" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartTrim">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="start" type="t" direction="in"/>
   <arg name="length" type="t" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="ReadSmart">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartSelfTest">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="test" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="StartHdparm">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="test" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="DropCaches">
   <arg name="caches" type="u" direction="in"/>
   <arg name="job" type="o" direction="out"/>
   <arg name="output" type="h" direction="out"/>
  </method>
  <method name="SetScheduler">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="name" type="s" direction="in"/>
  </method>
  <method name="SetMountOption">
   <arg name="device" type="(stt)" direction="in"/>
   <arg name="mount" type="u" direction="in"/>
   <arg name="option" type="u" direction="in"/>
  </method>
  <method name="Cancel">
   <arg name="job" type="o" direction="in"/>
  </method>
  <signal name="Finished">
   <arg name="job" type="o"/>
   <arg name="exit_status" type="i"/>
   <arg name="reason" type="s"/>
   <arg name="words" type="s"/>
  </signal>
 </interface>
</node>
"""
