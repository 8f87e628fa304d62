#!/usr/bin/env bash
# Installs Earmark from a built checkout as a systemd service: program in /usr/lib/earmark, configuration in
# /etc/earmark, state in /var/lib/earmark, audio in /var/cache/earmark. Run as root; DESTDIR=... installs elsewhere.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/.." && pwd)
dest=${DESTDIR:-}
[ -e "$checkout/target/earmark.jar" ] || { echo "build first: ./earmark --version" >&2; exit 2; }
[ -n "$dest" ] || [ "$(id -u)" = 0 ] || { echo "run this as root" >&2; exit 2; }
# Before anything is copied: what stopped half-way would look as if it were installed.
if [ -z "$dest" ] && ! { [ -d /run/systemd/system ] && type systemctl systemd-sysusers systemd-tmpfiles >/dev/null 2>&1; }; then
  echo "this machine does not run systemd, so nothing was installed; ./earmark run starts the daemon without it, and DESTDIR=FOLDER installs for another machine" >&2
  exit 2
fi
program=$dest/usr/lib/earmark
install -d "$program" "$dest/etc/earmark" "$dest/usr/lib/systemd/system" "$dest/usr/lib/sysusers.d" "$dest/usr/lib/tmpfiles.d" "$dest/usr/bin"
rm -rf "$program/lib"
cp -r "$checkout/target/lib" "$program/lib"
rm -rf "$program/docs"
cp -r "$checkout/models" "$checkout/demo-library" "$checkout/docs" "$program/"
install -m 644 "$checkout/target/earmark.jar" "$program/"
# What the README points to, at the same places.
phrases=src/main/resources/dev/earmark/agent/rules
for page in README.md README.zh-CN.md CHANGELOG.md LICENSE config.yml bench/README.md bench/results.md systemd/README.md $phrases/phrases.{en,zh}.tsv; do
  install -D -m 644 "$checkout/$page" "$program/$page"
done
install -m 755 "$checkout/earmark" "$program/earmark"
ln -sf ../lib/earmark/earmark "$dest/usr/bin/earmark"
[ -e "$dest/etc/earmark/config.yml" ] || install -m 644 "$checkout/config.yml" "$dest/etc/earmark/config.yml"
install -d "$dest/usr/share/man/man1" "$dest/usr/share/bash-completion/completions" "$dest/usr/share/fish/vendor_completions.d"
of_itself() { java -Djna.encoding=UTF-8 -Dfile.encoding=UTF-8 -jar "$checkout/target/earmark.jar" "$@"; }
of_itself man >"$dest/usr/share/man/man1/earmark.1"
of_itself completion bash >"$dest/usr/share/bash-completion/completions/earmark"
of_itself completion fish >"$dest/usr/share/fish/vendor_completions.d/earmark.fish"
install -m 644 "$checkout/systemd/earmark.service" "$dest/usr/lib/systemd/system/earmark.service"
install -m 644 "$checkout/systemd/earmark.sysusers" "$dest/usr/lib/sysusers.d/earmark.conf"
install -m 644 "$checkout/systemd/earmark.tmpfiles" "$dest/usr/lib/tmpfiles.d/earmark.conf"
if [ -n "$dest" ]; then
  echo "installed below $dest; on the machine itself systemd-sysusers, systemd-tmpfiles and systemctl daemon-reload are still to be called"
  exit 0
fi
systemd-sysusers
systemd-tmpfiles --create earmark.conf
systemctl daemon-reload
# As root, since the daemon's user cannot write the archive of classes there that makes every start quicker.
"$program/earmark" --version >/dev/null || true
echo "installed; start it with: systemctl enable --now earmark"
