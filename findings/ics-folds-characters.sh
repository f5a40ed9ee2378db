#!/bin/sh
# ics 3.12.0 folds lines at 75 characters instead of 75 bytes.
# Guess: ics counts characters, so only non-ASCII text makes lines longer than RFC 5545 (3.1) allows.
# Seen: lines of 75 characters, which are 75 bytes of ASCII, 149 bytes of Latin text, or 223 bytes of Han text.
# Calendar readers accept such lines, but a program with a fixed buffer might not.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error ics@3.12.0 >/dev/null
cat > fold.mjs <<'JS'
import { createEvent } from 'ics'

const letters = { ASCII: 'o', Latin: 'ö', Han: '倉' }
for (const [name, letter] of Object.entries(letters)) {
  const { value } = createEvent({
    uid: '1',
    title: letter.repeat(200),
    start: [2026, 12, 5, 22, 0],
    startInputType: 'utc',
    duration: { minutes: 15 },
  })
  const lines = value.split('\r\n')
  console.log(`${name}: longest line ${Math.max(...lines.map((line) => Buffer.byteLength(line)))} bytes`)
}
JS
expected='ASCII: longest line 75 bytes
Latin: longest line 149 bytes
Han: longest line 223 bytes'
seen=$(node fold.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
