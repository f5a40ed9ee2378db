#!/bin/sh
# client-zip 2.5.1 writes no ZIP64 records for more than 65,535 files.
# Guess: it has ZIP64 for large files, so it has it for many files, too.
# Seen: the end record of 65,536 files counts 65,535, which stands for "see the ZIP64 record", and there is none.
# The library announces the right length, so only a reader that lists the archive notices.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error client-zip@2.5.1 >/dev/null
cat > count.mjs <<'JS'
import { downloadZip } from 'client-zip'

function* files(count) {
  for (let n = 0; n < count; n += 1)
    yield { name: `${n}.txt`, input: 'a', lastModified: new Date(2026, 0, 5) }
}

for (const count of [1_000, 65_536]) {
  const bytes = Buffer.from(await downloadZip(files(count)).arrayBuffer())
  const endRecord = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const counted = bytes.readUInt16LE(endRecord + 10)
  const hasZip64 = bytes.includes(Buffer.from([0x50, 0x4b, 0x06, 0x06]))
  console.log(`${count} files: counted ${counted}, ${hasZip64 ? 'with' : 'without'} ZIP64 record`)
}
JS
expected='1000 files: counted 1000, without ZIP64 record
65536 files: counted 65535, without ZIP64 record'
seen=$(node count.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
