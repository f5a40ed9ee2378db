#!/bin/sh
# hucre 1.0.0 drops the currency of a number format that has a locale.
# Guess: formatValue shows the sign of [$€-407] and [$CHF-807], as spreadsheet programs do.
# Seen: euros and francs appear without a currency, like plain figures. numfmt 4.0.1 shows the sign.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error hucre@1.0.0 numfmt@4.0.1 >/dev/null 2>&1
cat > format.mjs <<'JS'
import { formatValue } from 'hucre'
import { format } from 'numfmt'

for (const code of ['[$€-2] #,##0.00', '[$CHF-807] #,##0.00', '[$€-1]#,##0'])
  console.log(`${code}: hucre ${formatValue(1234.5, code).trim()}, numfmt ${format(code, 1234.5)}`)
JS
expected='[$€-2] #,##0.00: hucre 1,234.50, numfmt € 1,234.50
[$CHF-807] #,##0.00: hucre 1,234.50, numfmt CHF 1’234.50
[$€-1]#,##0: hucre 1,235, numfmt €1,235'
seen=$(node format.mjs)
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
