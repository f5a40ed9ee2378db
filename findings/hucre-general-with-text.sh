#!/bin/sh
# hucre 1.0.0 mixes the letters of General with the text behind it.
# Guess: General"x" shows 5.5 as 5.5x, because General may be combined with text (ECMA-376, 18.8.31).
# Seen: it shows the letters of the word General, and the figure is lost. numfmt 4.0.1 shows 5.5x.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error hucre@1.0.0 numfmt@4.0.1 >/dev/null 2>&1
cat > format.mjs <<'JS'
import { formatValue } from 'hucre'
import { format } from 'numfmt'

for (const code of ['General"x"', 'General" units"'])
  console.log(`${code}: hucre ${formatValue(5.5, code)}, numfmt ${format(code, 5.5)}`)
JS
expected='General"x": hucre Gnralxee, numfmt 5.5x
General" units": hucre Gnral unitsee, numfmt 5.5 units'
seen=$(node format.mjs)
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
