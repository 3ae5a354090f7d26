#!/usr/bin/env bash
# Installs the Debian packages that building and testing need and that are missing, and says which.
set -euo pipefail

# package:what it brings
needed=(
  "libsqlite3-dev:SQLite, where a device keeps its state"
  "util-linux:setpriv, for the tests as an ordinary user"
  "libpango1.0-dev:Cairo and Pango, which draw screenshots"
  "libgstreamer1.0-dev:GStreamer, which decodes and plays sound"
  "gstreamer1.0-plugins-base:its parts for wav, ogg and mixing"
  "gstreamer1.0-plugins-good:its parts for mp3, flac and m4a, and the way to PulseAudio"
  "gstreamer1.0-pulseaudio:its way to PulseAudio"
  "gstreamer1.0-libav:its decoder for AAC"
  "gstreamer1.0-tools:gst-launch, which the media service is compared with"
  "pulseaudio:a sound server for devices, with a sink that nobody hears"
  "pulseaudio-utils:pactl and parec, which set its volume and record it"
  "dbus-daemon:a session bus, for the tests of media keys"
  "playerctl:asks players on a session bus, for the same tests"
  "fonts-inter:the font that they are drawn with"
  "fonts-dejavu-core:the letters that it does not have"
)

missing=()
for entry in "${needed[@]}"; do
  package=${entry%%:*}
  if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "install ok installed"; then
    missing+=("$package")
    echo "setup: $package is missing (${entry#*:})"
  fi
done

if ! command -v swift >/dev/null; then
  echo "setup: no swift on PATH; install Swift 6.3 or newer from https://swift.org/install" >&2
  exit 1
fi

if [ ${#missing[@]} -eq 0 ]; then
  echo "setup: nothing to install"
  exit 0
fi

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "setup: run this as root, or install: apt-get install ${missing[*]}" >&2
    exit 1
  }
  sudo=(sudo)
fi
echo "setup: installing ${missing[*]}"
"${sudo[@]}" apt-get update -q
"${sudo[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
