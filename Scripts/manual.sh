#!/usr/bin/env bash
# The manual page and the completions of shells, both made by the command line itself.
#
#   Scripts/manual.sh                  writes Documentation/greenroom.1 anew
#   Scripts/manual.sh install PREFIX   puts the page and the completions under PREFIX;
#                                      the completions come from PREFIX/bin/greenroom
#
# $GREENROOM names another executable, else .build/debug/greenroom is built and asked.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
page=Documentation/greenroom.1

# What the help does not say, in the order of a manual page.
ending() {
  cat <<'EOF'
.Sh ENVIRONMENT
.Bl -tag -width 6n
.It Ev GREENROOM_DEVICE
The device that is meant where
.Fl -device
is not given.
.It Ev GREENROOM_VIRTUAL_TIME_LIBRARY
The
.Pa libVirtualTime.so
of virtual devices, where it is neither beside
.Nm
nor in
.Pa ../lib/greenroom .
.It Ev GREENROOM_HOME
Where devices are kept. Default:
.Pa $XDG_DATA_HOME/greenroom ,
else
.Pa ~/.local/share/greenroom .
.It Ev GREENROOM_CHILD_ Ns Ar NAME
Given to an app by
.Cm launch ,
as
.Ar NAME .
.El
.Sh FILES
In the folder of a device,
.Pa ~/.local/share/greenroom/devices/ Ns Ar name :
.Pp
.Bl -tag -width 6n -compact
.It Pa Bundles , Containers
Installed apps, and the HOME of each.
.It Pa control.sock
Where the device listens.
.It Pa device.sqlite
What it keeps across boots.
.It Pa greenroomd.log
What the daemon had to say.
.It Pa journal.jsonl
What happened, one JSON object a line.
.It Pa Snapshots
What apps looked like when they left the foreground.
.El
EOF
  echo ".Sh EXIT STATUS"
  echo ".Bl -tag -width 4n -compact"
  cat "$1"
  echo ".El"
  cat <<'EOF'
.Sh EXAMPLES
.Bd -literal
greenroom boot --profile classic
greenroom bundle --product Upload --info Info.plist
greenroom install Upload.app
greenroom launch com.example.upload
greenroom io screenshot upload.png
greenroom home
greenroom explain com.example.upload
greenroom log --app com.example.upload
greenroom shutdown
.Ed
.Pp
Numbers such as L10 or T21 name facts of iOS, which
.Pa Documentation/facts.md
lists.
.Sh SEE ALSO
.Xr cgroups 7 ,
.Xr systemd.unit 5
EOF
}

write_page() {
  local greenroom=${GREENROOM:-} checkout=.build/checkouts/swift-argument-parser work
  if [ -z "$greenroom" ]; then
    "$swift" build --product greenroom
    greenroom=.build/debug/greenroom
  fi
  [ -d "$checkout" ] || "$swift" package resolve
  # ArgumentParser's generator alone: its plugin would build every product of the package.
  "$swift" build --package-path "$checkout" --scratch-path .build-manual --product generate-manual
  work=$(mktemp -d)
  trap 'rm -rf "$work"' RETURN
  .build-manual/debug/generate-manual "$greenroom" --output-directory "$work" \
    --date "${DATE:-$(date +%F)}"
  # The generator repeats --version and --help for every verb, and leaves the table of exit codes
  # as it stands in the help; here that becomes a section of its own.
  awk -v codes="$work/codes" '
    depth > 1 && /^\.It Fl (-version|h , -help)$/ { getline; next }
    /^EXIT CODES$/ { in_codes = 1; next }
    in_codes && /^  [0-9]/ {
      code = $1; sub(/^ *[0-9]+ */, ""); print ".It " code "\n" $0 > codes; next
    }
    { in_codes = 0 }
    # Blank lines and paragraphs without text.
    /^$/ { next }
    /^\.Pp$/ { paragraph = 1; next }
    paragraph && !/^\.(It|El|Pp|Sh)/ { print ".Pp" }
    { paragraph = 0 }
    /^\.Bl/ { depth++; if (opening != "") print opening; opening = $0; next }
    /^\.El/ { depth--; if (opening != "") { opening = ""; next } }
    opening != "" { print opening; opening = "" }
    /^\.Sh "EXIT STATUS"/ { exit }
    /^\.Os$/ { $0 = ".Os Greenroom" }
    /^[^.]/ {
      # Words in backquotes are bold, options do not turn into hyphens.
      while (match($0, /`[^`]+`/)) {
        word = substr($0, RSTART + 1, RLENGTH - 2)
        $0 = substr($0, 1, RSTART - 1) "\\fB" word "\\fR" substr($0, RSTART + RLENGTH)
      }
      gsub(/(^|[ (])--/, "&\001"); gsub(/--\001/, "\\-\\-")
    }
    { print }
  ' "$work/greenroom.1" >"$work/page"
  ending "$work/codes" >>"$work/page"
  sed -i -e 's|^\.\\" .*|.\\" Made by Scripts/manual.sh from the help of greenroom.|' \
    -e 's|^\.Nd "\(.*\)"$|.Nd \1|' -e 's|^\(\.Nd .*\)\.$|\1|' "$work/page"
  # Another date alone is no reason for a new page.
  if [ -f "$page" ] && diff -q <(grep -v '^\.Dd' "$page") <(grep -v '^\.Dd' "$work/page") >/dev/null
  then
    echo "manual: $page is up to date"
  else
    mv "$work/page" "$page"
    chmod 644 "$page"
    echo "manual: wrote $page"
  fi
}

install_all() {
  local prefix=$1 greenroom=$1/bin/greenroom shell path
  install -D -m 644 "$page" "$prefix/share/man/man1/greenroom.1"
  for shell in bash zsh fish; do
    case $shell in
      bash) path=share/bash-completion/completions/greenroom ;;
      zsh) path=share/zsh/site-functions/_greenroom ;;
      fish) path=share/fish/vendor_completions.d/greenroom.fish ;;
    esac
    mkdir -p "$(dirname "$prefix/$path")"
    "$greenroom" --generate-completion-script "$shell" >"$prefix/$path"
    chmod 644 "$prefix/$path"
  done
}

case ${1:-} in
  "") write_page ;;
  install) install_all "${2:?Scripts/manual.sh install PREFIX}" ;;
  *)
    echo "usage: Scripts/manual.sh [install PREFIX]" >&2
    exit 64
    ;;
esac
