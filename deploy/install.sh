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

version=1.0.0
# deploy/release.sh writes the sum of the package into the script that it publishes.
ayaz_sha512=
node_version=26.10.0
node_x64_sha512=3a6033b5aaebd602b83c3fac372a24bb8379438d1df1ea8cb8b8cd6bfcd1bf1177dda0ac54a54840bb385791d83d64965a53224dd9266d913fe8f8628266b487
node_arm64_sha512=89d02b57f726a96f4cf4e0f21a56ce222cb1168bab0e1d66241d1274a09d31b4998e379ff422c4377a35fde138c9ff81d3ee410fe17be0ca534c7881dd75d305

# For tests: everything below another folder.
root=${AYAZ_ROOT-}
opt=$root/opt/ayaz data=$root/var/lib/ayaz etc=$root/etc/ayaz unit=$root/etc/systemd/system/ayaz.service
command=$root/usr/local/bin/ayaz pidfile=$root/run/ayaz.pid
# What an upgrade has done so far, and what the last finished one did.
underway=$opt/upgrade last=$opt/last-upgrade

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

action=install from='' purge='' lose_since=''
while [ $# -gt 0 ]; do
  case $1 in
    --upgrade) action=install ;;
    --rollback) action=rollback ;;
    --uninstall) action=uninstall ;;
    --purge) purge=yes ;;
    --from) [ $# -gt 1 ] || fail '--from needs a folder'; from=$2; shift ;;
    --lose-since) [ $# -gt 1 ] || fail '--lose-since needs a time'; lose_since=$2; shift ;;
    *) fail "$1 is unknown; allowed are --upgrade, --rollback, --lose-since TIME, --uninstall, --purge and --from FOLDER" ;;
  esac
  shift
done
[ -z "$purge" ] || [ $action = uninstall ] || fail '--purge goes with --uninstall'
[ -z "$lose_since" ] || [ $action = rollback ] || fail '--lose-since goes with --rollback'

check_system() {
  [ "$(id -u)" = 0 ] || fail 'run it as root, such as with sudo'
  system=$(. "$root/etc/os-release" 2>/dev/null && printf '%s %s' "${ID-}" "${ID_LIKE-}" || true)
  case " $system " in
    *' debian '* | *' ubuntu '* | *' raspbian '*) ;;
    *) fail "this system is \"${system:-unknown}\"; the script is for Debian, Ubuntu and Raspberry Pi OS. Elsewhere: README, \"Install\"" ;;
  esac
  case $(uname -m)-$(getconf LONG_BIT) in
    x86_64-64) platform=linux-x64 node_sha512=$node_x64_sha512 ;;
    aarch64-64) platform=linux-arm64 node_sha512=$node_arm64_sha512 ;;
    *) fail "$(uname -m) with $(getconf LONG_BIT)-bit programs is not supported; the 64-bit system is needed" ;;
  esac
}

# Room in MB of the nearest folder that is there.
room() {
  folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  df -Pm "$folder" | awk 'NR == 2 { print $4 }'
}

install_packages() {
  missing=''
  for package in ca-certificates curl libatomic1; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "Installing$missing"
  if [ -n "$from" ] && ls "$from"/*.deb >/dev/null 2>&1; then
    dpkg --install "$from"/*.deb >/dev/null
  else
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
  fi
}

# fetch FILE PATH-AT-THE-REGISTRY SHA512: into the folder of downloads, checked.
fetch() {
  if [ -n "$from" ]; then
    [ -f "$from/$1" ] || fail "$from has no $1"
    file=$from/$1
  else
    file=$opt/.downloads/$1
    mkdir -p "$opt/.downloads"
    say "Fetching $1"
    curl --fail --silent --show-error --location --output "$file" "${AYAZ_MIRROR:-https://registry.npmjs.org}/$2" \
      || fail "$1 could not be fetched; nothing is changed. Try again, or set AYAZ_MIRROR"
  fi
  [ "$(sha512sum <"$file" | cut -d' ' -f1)" = "$3" ] || fail "$1 has another checksum than expected; nothing is changed. Fetch it again"
}

# The program below its version, whole or not at all.
place() {
  [ ! -d "$opt/$version" ] || return 0
  [ -n "$ayaz_sha512" ] || fail 'this script is the one of a clone. Use the one of a release, or that of "sh deploy/release.sh --dry-run"'
  [ "$(room "$opt")" -ge 450 ] || fail "$opt needs 450 MB, and $(room "$opt") MB are free; nothing is changed"
  rm -rf "$opt/.part"
  mkdir -p "$opt/.part/bin"
  fetch "node-$platform-$node_version.tgz" "node-$platform/-/node-$platform-$node_version.tgz" "$node_sha512"
  tar -xzf "$file" -C "$opt/.part" --strip-components=1 package/bin/node
  fetch "ayaz-$version.tgz" "ayaz/-/ayaz-$version.tgz" "$ayaz_sha512"
  tar -xzf "$file" -C "$opt/.part" --strip-components=1
  chown -R 0:0 "$opt/.part"
  "$opt/.part/bin/node" "$opt/.part/bin/ayaz.mjs" --version >/dev/null || fail 'the program does not start here; nothing is changed'
  mv "$opt/.part" "$opt/$version"
  rm -rf "$opt/.downloads"
}

# ayaz VERSION WORDS…: a command with the settings of the service.
ayaz() {
  at=$1
  shift
  AYAZ_AT=$opt/$at "$command" "$@"
}

point_to() {
  rm -f "$opt/.current"
  ln -s "$1" "$opt/.current"
  mv -T "$opt/.current" "$opt/current"
}

place_system_files() {
  id ayaz >/dev/null 2>&1 || useradd --system --home-dir /var/lib/ayaz --shell /usr/sbin/nologin ayaz
  mkdir -p "$etc" "$root/usr/local/bin" "$root/run"
  [ -d "$data" ] || install -d -o ayaz -g ayaz -m 700 "$data"
  [ -f "$etc/ayaz.env" ] || {
    install -o root -g ayaz -m 640 /dev/null "$etc/ayaz.env"
    say '# One variable a line, such as SITE_URL=https://…; see docs/configuration.md' >"$etc/ayaz.env"
  }
  cat >"$command.new" <<END
#!/bin/sh
# The ayaz command with the settings of the service; written by install.sh.
at=\${AYAZ_AT:-$opt/current}
[ ! -r $etc/ayaz.env ] || set -- --env-file=$etc/ayaz.env "\$at/bin/ayaz.mjs" "\$@"
case \$1 in --env-file=*) ;; *) set -- "\$at/bin/ayaz.mjs" "\$@" ;; esac
grep -qs '^DATA_DIR=' $etc/ayaz.env || export DATA_DIR="\${DATA_DIR:-$data}"
exec "\$at/bin/node" "\$@"
END
  chmod 755 "$command.new"
  mv "$command.new" "$command"
  # The unit stays where the older version brings none.
  [ -d "$(dirname "$unit")" ] && [ -f "$opt/$1/deploy/ayaz.service" ] || return 0
  sed -e "s|^ExecStart=.*|ExecStart=$opt/current/bin/node $opt/current/bin/ayaz.mjs serve|" -e '/^#/d' -e '/^DynamicUser=/d' \
    "$opt/$1/deploy/ayaz.service" >"$unit.new"
  mv "$unit.new" "$unit"
}

with_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
start_words="start-stop-daemon --start --background --make-pidfile --pidfile $pidfile --chuid ayaz --startas $command -- serve"

start() {
  if with_systemd; then
    systemctl daemon-reload
    systemctl enable --quiet ayaz
    systemctl start ayaz
  else
    # shellcheck disable=SC2086
    $start_words
  fi
}

stop() {
  if with_systemd; then
    systemctl stop ayaz 2>/dev/null || true
  elif [ -f "$pidfile" ]; then
    start-stop-daemon --stop --quiet --oknodo --retry TERM/40/KILL/5 --pidfile "$pidfile" --remove-pidfile
  fi
}

# Whether the version serves within a minute.
ready() {
  port=$(sed -n 's/^PORT=//p' "$etc/ayaz.env" | tail -n 1)
  for _ in $(seq 60); do
    "$opt/$1/bin/node" -e "fetch('http://127.0.0.1:${port:-8080}/readyz?for=http').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))" \
      && return 0
    sleep 1
  done
  return 1
}

# step NAME: what is done next, for the run after an interrupted one.
step() {
  printf 'old=%s new=%s backup=%s step=%s\n' "$old" "$new" "$backup" "$1" >"$underway.part"
  mv "$underway.part" "$underway"
}

# Whether the older program works with the database as it is.
works_with() { ayaz "$1" migrate --check >/dev/null 2>&1; }

take_back() {
  say "Going back to $old"
  stop
  case $step in
    migrate | start | restore)
      works_with "$old" || [ -z "$backup" ] || {
        step restore
        # shellcheck disable=SC2086
        ayaz "$new" restore "$backup" --replace ${lose_since:+--lose-since "$lose_since"} || return 1
      } ;;
  esac
  point_to "$old"
  place_system_files "$old"
  start
  ready "$old" || fail "$old does not become ready either; look into its log. Backup: ${backup:-none}"
  rm -f "$underway"
}

# An upgrade that was interrupted ends here: it is finished where the new program serves, else taken back.
settle() {
  [ -f "$underway" ] || return 0
  eval "$(cat "$underway")"
  say "An upgrade from $old to $new was interrupted (step: $step)"
  if [ "$step" = start ] && [ "$(readlink "$opt/current")" = "$new" ]; then
    start || true
    if ready "$new"; then finish; return; fi
  fi
  take_back || fail "it cannot be taken back yet, see above; $new is still installed"
}

finish() {
  step served
  mv "$underway" "$last"
  say "Ayaz $new serves"
}

upgrade() {
  new=$version backup=''
  ayaz "$new" migrate --check || [ $? = 1 ] || fail 'the database cannot be used by this version, see above; nothing is changed'
  # Without a database there is nothing to save.
  if ayaz "$old" migrate --check >/dev/null 2>&1; then
    backups=$data/backups
    [ -d "$backups" ] || install -d -o ayaz -g ayaz -m 700 "$backups"
    size=$(du -sm "$data" | cut -f1)
    [ "$(room "$data")" -ge "$((size * 2 + 50))" ] || fail "$data needs $((size * 2 + 50)) MB for a backup, and $(room "$data") MB are free; nothing is changed"
    backup=$backups/before-$new-$(date -u +%Y%m%dT%H%M%SZ)
    ayaz "$new" backup "$backup" || fail 'the backup failed, see above; nothing is changed'
  fi
  step stop
  stop
  step migrate
  if ayaz "$new" migrate; then
    point_to "$new"
    place_system_files "$new"
    step start
    start
    if ready "$new"; then finish; return; fi
    say "$new does not become ready"
  fi
  step=start
  take_back || fail "it cannot be taken back, see above"
  fail "$old serves again, and nothing is lost. Look into the log of the service, then try again"
}

install_first() {
  place_system_files "$version"
  point_to "$version"
  if with_systemd; then
    start
    ready "$version" || fail 'it does not become ready; see "journalctl -u ayaz"'
    say "Ayaz $version serves. Next: ayaz setup"
  else
    say "Ayaz $version is installed. There is no systemd; start it with:" "$start_words"
  fi
}

rollback() {
  [ -f "$last" ] || fail 'there is no upgrade to go back from'
  eval "$(cat "$last")"
  [ -d "$opt/$old" ] || fail "$opt/$old is gone"
  step=start
  stop
  if ! works_with "$old"; then
    [ -n "$backup" ] || fail "$old does not work with the database, and there is no backup"
  fi
  mv "$last" "$underway"
  if take_back; then say "Ayaz $old serves"; return; fi
  mv "$underway" "$last"
  start
  fail "$new goes on; nothing is changed"
}

uninstall() {
  with_systemd && systemctl disable --quiet --now ayaz 2>/dev/null || true
  stop
  rm -rf "$opt" "$command" "$unit"
  if [ -n "$purge" ]; then
    rm -rf "$data" "$etc"
    userdel ayaz 2>/dev/null || true
    say 'Ayaz is removed with its data'
  else
    say "Ayaz is removed; $data and $etc stay"
  fi
}

check_system
[ $action = uninstall ] || settle
case $action in
  uninstall) uninstall ;;
  rollback) rollback ;;
  install)
    old=$(readlink "$opt/current" 2>/dev/null || true)
    if [ "$old" = "$version" ]; then say "Ayaz $version is installed already"; exit 0; fi
    install_packages
    place
    if [ -z "$old" ]; then install_first; else upgrade; fi ;;
esac
