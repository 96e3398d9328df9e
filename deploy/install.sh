#!/bin/sh
# Installs Ayaz on a 64-bit Debian, Ubuntu or Raspberry Pi OS, upgrades it, goes back, and removes it. Run it as root.
#
#   sh install.sh                        installs this version, or upgrades to it
#   sh install.sh --rollback [--lose-since TIME]
#                                        back to the version before the last upgrade
#   sh install.sh --uninstall [--purge]  removes the program; with --purge its data and settings too
#   --from FOLDER    takes ayaz-*.tgz, node-linux-*.tgz and *.deb from there, without a network
#
# AYAZ_MIRROR is another npm registry. The program is in /opt/ayaz/VERSION, its data in /var/lib/ayaz, its settings in
# /etc/ayaz/ayaz.env. A run that is interrupted is finished or taken back by the next one.
set -eu
# Whatever the caller has: the service reads what is made here, and `su` gives root no /sbin.
umask 022
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

version=1.0.0
# deploy/release.sh writes the sum of the package into the script that it publishes.
ayaz_sha512=
node_version=26.10.0
node_x64_sha512=3a6033b5aaebd602b83c3fac372a24bb8379438d1df1ea8cb8b8cd6bfcd1bf1177dda0ac54a54840bb385791d83d64965a53224dd9266d913fe8f8628266b487
node_arm64_sha512=89d02b57f726a96f4cf4e0f21a56ce222cb1168bab0e1d66241d1274a09d31b4998e379ff422c4377a35fde138c9ff81d3ee410fe17be0ca534c7881dd75d305

# For tests: everything below another folder.
root=${AYAZ_ROOT-}
opt=$root/opt/ayaz data=$root/var/lib/ayaz etc=$root/etc/ayaz unit=$root/etc/systemd/system/ayaz.service
command=$root/usr/local/bin/ayaz pidfile=$root/run/ayaz.pid npm=$root/usr/local/lib/node_modules/ayaz
# What a run has done so far, and what the last finished upgrade did.
underway=$opt/upgrade last=$opt/last-upgrade

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

action='' from='' purge='' lose_since=''
# does ACTION: one in a run.
does() {
  [ -z "$action" ] || [ "$action" = "$1" ] || fail "--$1 does not go with --$action"
  action=$1
}
while [ $# -gt 0 ]; do
  case $1 in
    --upgrade | --rollback | --uninstall) does "${1#--}" ;;
    --help | -h) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    --purge) purge=yes ;;
    --from) [ $# -gt 1 ] || fail '--from needs a folder'; from=$2; shift ;;
    --lose-since)
      lose_since=${2-}
      case $lose_since in
        20??-??-??T*[!0-9TZ:.+-]*) lose_since='' ;;
        20??-??-??T*) date --date="$lose_since" >/dev/null 2>&1 || lose_since='' ;;
        *) lose_since='' ;;
      esac
      [ -n "$lose_since" ] || fail '--lose-since needs a time, such as 2026-04-11T17:05:03Z'
      shift ;;
    *) fail "$1 is unknown; allowed are --upgrade, --rollback, --lose-since TIME, --uninstall, --purge and --from FOLDER" ;;
  esac
  shift
done
action=${action:-upgrade}
[ -z "$purge" ] || [ $action = uninstall ] || fail '--purge goes with --uninstall'
[ -z "$lose_since" ] || [ $action = rollback ] || fail '--lose-since goes with --rollback'

check_system() {
  [ "$(id -u)" = 0 ] || fail 'run it as root, such as with sudo'
  system=$(. "$root/etc/os-release" 2>/dev/null && printf '%s %s' "${ID-}" "${ID_LIKE-}" || true)
  case " $system " in
    *' debian '* | *' ubuntu '* | *' raspbian '*) ;;
    *) fail "this system is \"${system:-unknown}\"; the script is for Debian, Ubuntu and Raspberry Pi OS. Elsewhere: docs/operation.md, \"Install\"" ;;
  esac
  case $(uname -m)-$(getconf LONG_BIT) in
    x86_64-64) platform=linux-x64 node_sha512=$node_x64_sha512 ;;
    aarch64-64) platform=linux-arm64 node_sha512=$node_arm64_sha512 ;;
    *) fail "$(uname -m) with $(getconf LONG_BIT)-bit programs is not supported; the 64-bit system is needed" ;;
  esac
  # Root runs and reads what is there.
  for folder in "$opt" "$etc"; do
    { [ ! -e "$folder" ] && [ ! -L "$folder" ]; } || [ -n "$(find "$folder" -maxdepth 0 -type d -user 0 ! -perm /022)" ] \
      || fail "$folder is not a folder that only root can change; move it away, or give it to root. Nothing is changed"
  done
  # systemd's own leads to a folder beside it.
  [ ! -L "$data" ] || [ "$(readlink "$data")" = private/ayaz ] || [ $action = uninstall ] \
    || fail "$data is a link, which systemd refuses; make it a folder and mount there what it leads to (mount --bind). Nothing is changed"
  # What a killed run has started holds the lock until it ends.
  exec 9<"$root/etc"
  flock --wait 60 9 || fail 'another run of this script goes on; try again when it has ended'
}

# disk FOLDER COLUMN: of the nearest folder that is there; column 4 is its room in MB, 6 where it is mounted.
disk() {
  folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  df -Pm "$folder" | awk -v column="$2" 'NR == 2 { print $column }'
}

# enough FOLDER MB
enough() {
  [ "$(disk "$1" 4)" -ge "$2" ] || fail "$1 needs $2 MB, and $(disk "$1" 4) MB are free; nothing is changed"
}

# For the program, and for a backup of the data and its restore.
check_room() {
  program=450 copies=0
  [ ! -d "$opt/$version" ] || program=0
  [ ! -d "$data" ] || copies=$(($(du -sm --exclude=backups "$data/." | cut -f1) * 2 + 50))
  if [ "$(disk "$opt" 6)" = "$(disk "$data" 6)" ]; then
    enough "$opt" $((program + copies))
  else
    enough "$opt" $program
    enough "$data" $copies
  fi
}

install_packages() {
  missing=''
  for package in libatomic1 $([ -n "$from" ] || echo ca-certificates curl); do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "Installing$missing"
  if [ -n "$from" ] && ls "$from"/*.deb >/dev/null 2>&1; then
    dpkg --install "$from"/*.deb >/dev/null || fail "a package in $from cannot be installed, see above"
  else
    # shellcheck disable=SC2086
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >/dev/null 2>&1 \
      || fail "\"apt-get update && apt-get install$missing\" fails, and nothing is changed. Check the network; without one use --from FOLDER with *.deb"
  fi
}

# fetch FILE PATH-AT-THE-REGISTRY SHA512: $file is where it is, checked.
fetch() {
  file=$from/$1
  if [ -z "$from" ]; then
    file=$opt/.downloads/$1
    mkdir -p "$opt/.downloads"
    say "Fetching $1"
    curl --fail --silent --show-error --location --output "$file" "${AYAZ_MIRROR:-https://registry.npmjs.org}/$2" \
      || fail "$1 could not be fetched; nothing is changed. Try again, or set AYAZ_MIRROR"
  fi
  [ -f "$file" ] || fail "$from has no $1; nothing is changed"
  [ "$(sha512sum <"$file" | cut -d' ' -f1)" = "$3" ] || fail "$1 has another checksum than expected; nothing is changed. Fetch it again"
}

fetch_all() {
  [ ! -d "$opt/$version" ] || return 0
  [ -n "$ayaz_sha512" ] || fail 'this script is the one of a clone. Use the one of a release, or that of "sh deploy/release.sh --dry-run"'
  fetch "node-$platform-$node_version.tgz" "node-$platform/-/node-$platform-$node_version.tgz" "$node_sha512"
  node_file=$file
  fetch "ayaz-$version.tgz" "ayaz/-/ayaz-$version.tgz" "$ayaz_sha512"
  ayaz_file=$file
}

# The program below its version, whole or not at all, where it works with the database.
place() {
  program=$opt/$version
  [ -d "$program" ] || {
    program=$opt/.part
    rm -rf "$program"
    mkdir -p "$program/bin"
    tar -xzf "$node_file" -C "$program" --strip-components=1 package/bin/node
    tar -xzf "$ayaz_file" -C "$program" --strip-components=1
    chown -R 0:0 "$program"
    "$program/bin/node" "$program/bin/ayaz.mjs" --version >/dev/null || fail 'the program does not start here; nothing is changed'
  }
  said=$(at "$program" migrate --check 2>&1) || [ $? = 1 ] || fail "$said Nothing is changed"
  [ "$program" = "$opt/$version" ] || mv "$program" "$opt/$version"
}

# What a run leaves behind that ends early.
clear_away() {
  [ ! -f "$underway" ] || say 'This run has not ended. Run the script again: it finishes it, or takes it back' >&2
  rm -rf "$opt/.downloads" "$opt/.part"
  [ ! -d "$opt" ] || rmdir "$opt" 2>/dev/null || true
}

# The ayaz command with the settings of the service.
command_text() {
  cat <<END
#!/bin/sh
# The ayaz command with the settings of the service; written by install.sh.
at=\${AYAZ_AT:-$opt/current}
[ ! -r $etc/ayaz.env ] || set -- --env-file=$etc/ayaz.env "\$at/bin/ayaz.mjs" "\$@"
case \$1 in --env-file=*) ;; *) set -- "\$at/bin/ayaz.mjs" "\$@" ;; esac
grep -qs '^DATA_DIR=' $etc/ayaz.env || export DATA_DIR="\${DATA_DIR:-$data}"
exec "\$at/bin/node" "\$@"
END
}

# at FOLDER WORDS…: the same of the program there.
at() {
  there=$1
  shift
  command_text | AYAZ_AT=$there sh -s -- "$@"
}

# A program that npm has installed becomes the version to go back to, with its unit.
adopt() {
  [ -z "$old" ] && [ -L "$command" ] && [ -f "$npm/package.json" ] || return 0
  found=$(sed -n 's/^ *"version": "\(.*\)".*/\1/p' "$npm/package.json" | head -n 1)
  node=$npm/node_modules/node-$platform/bin/node
  [ -x "$node" ] || node=$(command -v node || true)
  [ "$found" != "$version" ] && [ -n "$node" ] || return 0
  rm -rf "$opt/.part"
  mkdir -p "$opt/.part"
  tar -cf - --exclude=./node_modules -C "$npm" . | tar -xf - -C "$opt/.part"
  cp "$node" "$opt/.part/bin/node"
  [ ! -f "$unit" ] || { mkdir -p "$opt/.part/deploy" && cp "$unit" "$opt/.part/deploy/ayaz.service"; }
  rm -rf "${opt:?}/$found"
  mv "$opt/.part" "$opt/$found"
  point_to "$found"
  old=$found
}

point_to() {
  rm -f "$opt/.current"
  ln -s "$1" "$opt/.current"
  mv -T "$opt/.current" "$opt/current"
}

place_system_files() {
  # Not by its name alone: a unit with DynamicUser has one that ends with it.
  grep -q '^ayaz:' /etc/passwd || useradd --system --home-dir /var/lib/ayaz --shell /usr/sbin/nologin ayaz
  mkdir -p "$etc" "$root/usr/local/bin" "$root/run"
  [ -d "$data" ] || install -d -o ayaz -g ayaz -m 700 "$data"
  [ "$(stat -c %U "$data/.")" = ayaz ] || chown -R ayaz:ayaz "$data/."
  [ -f "$etc/ayaz.env" ] || {
    install -o root -g ayaz -m 640 /dev/null "$etc/ayaz.env"
    say '# One variable a line, such as SITE_URL=https://…; see docs/configuration.md' >"$etc/ayaz.env"
  }
  command_text >"$command.new"
  chmod 755 "$command.new"
  mv "$command.new" "$command"
  [ -d "$(dirname "$unit")" ] || return 0
  # The unit stays where the older version brings none; it then knows no watchdog either.
  [ -f "$opt/$1/deploy/ayaz.service" ] || { [ ! -f "$unit" ] || sed -i '/^WatchdogSec=/d' "$unit"; return 0; }
  sed -e "s|^ExecStart=.*|ExecStart=$opt/current/bin/node $opt/current/bin/ayaz.mjs serve|" -e '/^#/d' -e '/^DynamicUser=/d' \
    "$opt/$1/deploy/ayaz.service" >"$unit.new"
  mv "$unit.new" "$unit"
}

with_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
log_words='see "journalctl -u ayaz"'
with_systemd || log_words="see \"AYAZ_AT=$opt/$version ayaz doctor\""
start_words="start-stop-daemon --start --background --make-pidfile --pidfile $pidfile --chuid ayaz --startas $command -- serve"

start() {
  if with_systemd; then
    systemctl daemon-reload && systemctl start ayaz && systemctl enable --quiet ayaz
  else
    # Without the lock.
    # shellcheck disable=SC2086
    $start_words 9<&-
  fi
}

stop() {
  if with_systemd; then
    systemctl stop ayaz 2>/dev/null || true
  elif [ -f "$pidfile" ]; then
    start-stop-daemon --stop --quiet --oknodo --retry TERM/40/KILL/5 --pidfile "$pidfile" --remove-pidfile
  fi
}

# Whether a service answers.
answers() {
  port=$(sed -n 's/^PORT=//p' "$etc/ayaz.env" 2>/dev/null | tail -n 1)
  "$opt/$1/bin/node" -e "fetch('http://127.0.0.1:${port:-8080}/readyz?for=http').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
}

# Whether the version serves within a minute.
ready() {
  for _ in $(seq 60); do
    if answers "$1"; then return 0; fi
    sleep 1
  done
  return 1
}

# step NAME: what is done next, for the run after an interrupted one.
step() {
  step=$1
  printf 'old=%s new=%s backup=%s lose_since=%s step=%s\n' "$old" "$new" "$backup" "$lose_since" "$step" >"$underway.part"
  mv "$underway.part" "$underway"
}

# known FILE: what a step has noted; a time that is given now counts.
known() {
  given=$lose_since
  eval "$(cat "$1")"
  lose_since=${given:-$lose_since}
}

# A backup of the database, if there is one. The service has stopped, so that nothing is younger.
save() {
  case $(at "$opt/$version" migrate --check --json || true) in *'"from":0,'*) return 0 ;; esac
  [ -d "$data/backups" ] || { mkdir "$data/backups" && chown --reference="$data/." "$data/backups" && chmod 700 "$data/backups"; }
  made=$data/backups/before-$version-$(date -u +%Y%m%dT%H%M%SZ)
  at "$opt/$version" backup "$made" || return 1
  backup=$made
}

# Whether the older program works with the database as it is.
works_with() { at "$opt/$1" migrate --check >/dev/null 2>&1; }

# Everything as it was before the upgrade; fails where that would lose what --lose-since does not name.
take_back() {
  say "Going back to $old"
  stop
  works_with "$old" || [ -z "$backup" ] \
    || at "$opt/$new" restore "$backup" --replace ${lose_since:+--lose-since "$lose_since"} || return 1
  point_to "$old"
  place_system_files "$old"
  { start && ready "$old"; } || fail "$old does not become ready either; $log_words. Backup: ${backup:-none}"
  [ "$step" != back ] || rm -f "$last"
  rm -f "$underway"
}

go_on() {
  [ "$step" != back ] || rm -f "$underway"
  point_to "$new"
  place_system_files "$new"
  start || true
  fail "$old cannot come back, see above; $new goes on"
}

# A run that was interrupted ends here: an upgrade is finished where the new program serves, all else is taken back.
settle() {
  [ -f "$underway" ] || return 0
  known "$underway"
  say "A run between $old and $new was interrupted (step: $step)"
  case $step in
    start | served)
      # It may run already.
      start || true
      if ready "$new"; then finish; return; fi ;;
  esac
  take_back || go_on
  say "Ayaz $old serves"
  [ $action != rollback ] || exit 0
  lose_since=''
}

# Of older versions only the last one stays; what else is in the folder is not this script's.
finish() {
  step served
  mv "$underway" "$last"
  for folder in "$opt"/*; do
    case ${folder##*/} in "$old" | "$new" | current) continue ;; esac
    [ -L "$folder" ] || [ ! -f "$folder/bin/ayaz.mjs" ] || rm -rf "$folder" || true
  done
  say "Ayaz $new serves"
}

upgrade() {
  new=$version backup=''
  step stop
  stop
  if answers "$old"; then
    rm -f "$underway"
    fail "the service was not started by this script and goes on; stop it, then try again. Nothing is changed"
  fi
  save || { take_back; fail 'the backup failed, see above; nothing is changed'; }
  step migrate
  if at "$opt/$new" migrate; then
    point_to "$new"
    place_system_files "$new"
    step start
    if start && ready "$new"; then finish; return; fi
    say "$new does not become ready"
  fi
  take_back || go_on
  fail "$old serves again, and nothing is lost; why $new does not become ready: $log_words"
}

install_first() {
  place_system_files "$version"
  works_with "$version" || save || fail 'the backup of the database that is there failed, see above; the service is not started'
  point_to "$version"
  if with_systemd; then
    { start && ready "$version"; } || fail "it does not become ready; $log_words"
    say "Ayaz $version serves. Next: ayaz setup"
  else
    say "Ayaz $version is installed. There is no systemd; start it with: $start_words"
    say 'Next: ayaz setup'
  fi
}

rollback() {
  [ -f "$last" ] || fail 'there is no upgrade to go back from'
  known "$last"
  [ -d "$opt/$old" ] || fail "$opt/$old is gone; nothing is changed"
  works_with "$old" || [ -f "$backup" ] || fail "$old does not work with the database, and there is no backup; nothing is changed"
  step back
  take_back || go_on
  say "Ayaz $old serves"
}

uninstall() {
  old=$(readlink "$opt/current" 2>/dev/null || true)
  with_systemd && systemctl disable --quiet --now ayaz 2>/dev/null || true
  stop
  [ -z "$old" ] || ! answers "$old" || fail 'the service was not started by this script and goes on; stop it, then try again'
  rm -rf "$opt" "$command" "$unit"
  with_systemd && systemctl daemon-reload || true
  if [ -n "$purge" ]; then
    # systemd's own link is followed, an operator's is not. Where it is a mount, its folder stays.
    case $(readlink "$data" || true) in
      '') ;;
      private/ayaz) rm -rf "$(readlink -f "$data")" ;;
      *) say "$data is a link: $(readlink -f "$data") stays" ;;
    esac
    rm -rf "$data" "$etc" || true
    userdel ayaz 2>/dev/null || true
    say 'Ayaz is removed with its data'
  else
    say "Ayaz is removed; $data and $etc stay"
  fi
}

check_system
trap clear_away EXIT
[ $action = uninstall ] || settle
case $action in
  uninstall) uninstall ;;
  rollback) rollback ;;
  upgrade)
    old=$(readlink "$opt/current" 2>/dev/null || true)
    if [ "$old" = "$version" ] && { ! with_systemd || systemctl is-enabled --quiet ayaz; }; then
      say "Ayaz $version is installed already"
      exit 0
    fi
    check_room
    [ -n "$from" ] || install_packages
    fetch_all
    install_packages
    place
    adopt
    if [ -z "$old" ] || [ "$old" = "$version" ]; then install_first; else upgrade; fi ;;
esac
