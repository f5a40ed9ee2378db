"""Reads a calendar file from standard input with two libraries, and prints each event as JSON."""
import json
import sys
from datetime import datetime, timezone

import icalendar
import vobject

file = sys.stdin.buffer.read()


def show(value):
    """A day has no time, and a moment is shown in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')
    return value.isoformat()


def event(uid, sequence, start, end, summary):
    return dict(uid=uid, sequence=int(sequence), start=show(start), end=show(end), summary=summary)


with_icalendar = [
    event(
        str(each['UID']), each['SEQUENCE'], each.decoded('DTSTART'), each.decoded('DTEND'), str(each['SUMMARY'])
    )
    for each in icalendar.Calendar.from_ical(file).walk('VEVENT')
]
with_vobject = [
    event(
        each.uid.value, each.sequence.value, each.dtstart.value, each.dtend.value, each.summary.value
    )
    for each in vobject.readOne(file.decode()).vevent_list
]
print(json.dumps({'python3-icalendar': with_icalendar, 'python3-vobject': with_vobject}))
