#!/bin/sh
# hucre 1.0.0 shows a digit in a section of a number format that has none.
# Guess: the accounting format shows zero as a dash, since its third section has "-" and ?? but no digit for zero.
# Seen: it shows "$-0", like a negative zero. numfmt 4.0.1 shows the dash alone.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error hucre@1.0.0 numfmt@4.0.1 >/dev/null 2>&1
cat > format.mjs <<'JS'
import { formatValue } from 'hucre'
import { format } from 'numfmt'

const accounting = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'
console.log(`hucre: ${formatValue(0, accounting).trim()}`)
console.log(`numfmt: ${format(accounting, 0).trim()}`)
JS
expected='hucre: $-0
numfmt: $-'
seen=$(node format.mjs)
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
