#!/bin/sh
# node-ical 0.27.2 reads an escaped backslash before an n as a line break.
# Guess: it should unescape from left to right, so that "\\n" means a backslash and an n (RFC 5545, 3.3.11).
# Seen: it returns a backslash and a line break. A path such as C:\new loses its n. ical.js 2.2.1 keeps the n.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error node-ical@0.27.2 ical.js@2.2.1 >/dev/null 2>&1
cat > read.mjs <<'JS'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'

const file = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//EN',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTAMP:20261101T000000Z',
  'DTSTART:20261205T220000Z',
  String.raw`SUMMARY:C:\\new`,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')
const event = Object.values(nodeIcal.sync.parseICS(file)).find(({ type }) => type === 'VEVENT')
const component = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')
console.log(`node-ical: ${JSON.stringify(event.summary)}`)
console.log(`ical.js: ${JSON.stringify(component.getFirstPropertyValue('summary'))}`)
JS
expected='node-ical: "C:\\\new"
ical.js: "C:\\new"'
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
