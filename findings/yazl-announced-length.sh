#!/bin/sh
# yazl 3.3.1 announces 76 bytes too many for an archive whose central directory has 65,535 bytes or more.
# Guess: the length that `end` passes to its callback is the length of the stream, since no entry is compressed.
# Seen: equal for 500 entries (a directory of 40 KB); 76 bytes more, as for ZIP64 records, for 900 (72 KB).
# A response with this Content-Length would never end.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error yazl@3.3.1 >/dev/null
cat > measure.mjs <<'JS'
import yazl from 'yazl'

for (const count of [500, 900]) {
  const zip = new yazl.ZipFile()
  for (let n = 0; n < count; n += 1)
    zip.addBuffer(Buffer.from('a'), `folder/of-documents/document-${String(n).padStart(4, '0')}.txt`, {
      compress: false,
    })
  const announced = await new Promise((resolve) => zip.end({}, resolve))
  let written = 0
  for await (const chunk of zip.outputStream) written += chunk.length
  console.log(`${count} entries: announced ${announced}, written ${written}`)
}
JS
expected='500 entries: announced 80022, written 80022
900 entries: announced 144098, written 144022'
seen=$(node measure.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
