#!/usr/bin/env bash
# Builds what is measured in release, measures it on a device of its own, prints one table, and
# leaves nothing behind but Benchmarks/results/latest.json. Then replays recorded phones.
set -euo pipefail
cd "$(dirname "$0")/.."

# Built as `make install` builds.
read -ra cli <<<"${CLI:?run this by \`make bench\`}"
read -ra daemon <<<"${DAEMON:?run this by \`make bench\`}"
build() { "${SWIFT:-swift}" build "$@"; }
build "${cli[@]}" --product greenroom
for product in greenroomd greenroom-bench TaskPairs LifeCycleProbe; do
  build "${daemon[@]}" --product "$product"
done

# Preloaded, and a program with the Dispatch and Foundation of the toolchain, as most are built.
for product in VirtualTime virtual-time-probe refresh-bench media-bench greenroom-media; do
  build -c release --product "$product"
done

# Short: the path of a socket may have 107 bytes.
home=$(mktemp -d /tmp/greenroom-bench.XXXXXX)
binaries=$home/bin
export GREENROOM_HOME=$home GREENROOM_DEVICE=bench

clean() {
  local device daemon cgroup
  device=$("$binaries/greenroom" list --json 2>/dev/null || true)
  daemon=$(sed -n 's/.*"pid" : \([0-9]*\).*/\1/p' <<<"$device")
  cgroup=$(sed -n 's/.*"cgroup v2 at \(.*\)".*/\1/p' <<<"$device")
  timeout 10 "$binaries/greenroom" shutdown 2>/dev/null || true
  if [ -n "$daemon" ]; then
    for _ in $(seq 50); do
      kill -0 "$daemon" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$daemon" 2>/dev/null || true
  fi
  if [ -n "$cgroup" ]; then rmdir "$cgroup" 2>/dev/null || true; fi
  "$binaries/greenroom-bench" "$binaries" "$home/freeze_raw" "$home" --clean 2>/dev/null || true
  rm -rf "$home"
}
trap clean EXIT
trap 'exit 130' INT TERM

# The daemon has to lie beside the command line.
mkdir "$binaries"
cp "$(build "${cli[@]}" --show-bin-path)/greenroom" "$binaries"
products=$(build "${daemon[@]}" --show-bin-path)
cp "$products"/{greenroomd,greenroom-bench,TaskPairs,LifeCycleProbe} "$binaries"
cp "$(build -c release --show-bin-path)"/{libVirtualTime.so,virtual-time-probe} "$binaries"
for raw in freeze_raw calls_raw; do
  cc -O2 -o "$home/$raw" Benchmarks/raw/$raw.c
done
"$binaries/greenroom" boot bench
"$binaries/greenroom" bundle --executable "$binaries/TaskPairs" \
  --info Benchmarks/TaskPairs/Info.plist --output "$home"
"$binaries/greenroom" install "$home/TaskPairs.app"

mkdir -p Benchmarks/results
"$binaries/greenroom-bench" "$binaries" "$home/freeze_raw" "$home" Benchmarks/results/latest.json

# The traces in GREENROOM_TRACES, or the one that is shipped.
"$(build -c release --show-bin-path)/refresh-bench"

# Three minutes of a tone, played by the media service and by gst-launch.
release=$(build -c release --show-bin-path)
gst-launch-1.0 -q audiotestsrc freq=440 volume=0.5 num-buffers=4000 \
  ! audio/x-raw,rate=22050,channels=1 ! wavenc ! filesink location="$home/tone.wav"
"$release/media-bench" "$release/greenroom-media" "$home/tone.wav"
