#!/usr/bin/env bash
# Builds the DocC pages of the public modules: docs/<Module>/, and docs/index.html that leads there.
# Look at them with `python3 -m http.server --directory docs`. Where they will not lie at the root
# of a web site, DOCS_BASE says where: `DOCS_BASE=greenroom make docs`.
set -euo pipefail
cd "$(dirname "$0")/.."

modules=(UIKit BackgroundTasks AVFAudio MediaPlayer GreenroomTesting GreenroomXCTest Multitasking ControlAPI AppLink)
base=${DOCS_BASE:+${DOCS_BASE#/}/}
# Only with this does Package.swift ask for the plugin; the build folder and Package.resolved of
# everything else stay as they are.
export GREENROOM_DOCS=1
resolved=$(mktemp)
log=$(mktemp)
had_resolved=0
if [ -f Package.resolved ]; then
  cp -p Package.resolved "$resolved"
  had_resolved=1
fi
finish() {
  rm -f Package.resolved
  if [ "$had_resolved" = 1 ]; then cp -p "$resolved" Package.resolved; fi
  rm -f "$resolved" "$log"
}
trap finish EXIT

rm -rf docs
mkdir docs
for module in "${modules[@]}"; do
  "${SWIFT:-swift}" package --scratch-path .build-docs --allow-writing-to-directory docs \
    generate-documentation --target "$module" --output-path "docs/$module" \
    --transform-for-static-hosting --hosting-base-path "$base$module" 2>&1 | tee -a "$log"
done

{
  echo '<!doctype html><meta charset="utf-8"><title>Greenroom</title><h1>Greenroom</h1><ul>'
  for module in "${modules[@]}"; do
    echo "<li><a href=\"$module/documentation/${module,,}/\">$module</a>"
  done
  echo '</ul>'
} >docs/index.html

echo "docs: pages of ${modules[*]} in docs/, $(grep -c '^warning:' "$log" || true) warnings"
