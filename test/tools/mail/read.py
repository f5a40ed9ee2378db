"""Reads emails from a folder with Python's reader of emails, and prints each one as JSON."""
import email
import email.policy
import json
import os
import sys


def read(path):
    with open(path, 'rb') as file:
        raw = file.read()
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    return dict(
        type=mail.get_content_type(),
        headers={name.lower(): str(mail[name]) for name in mail.keys()},
        addresses=[address.addr_spec for address in mail['To'].addresses],
        sent=mail['Date'].datetime.isoformat(),
        parts=[dict(type=part.get_content_type(), text=part.get_content()) for part in parts],
        defects=[str(defect) for part in mail.walk() for defect in part.defects]
        + [str(defect) for value in mail.values() for defect in getattr(value, 'defects', [])],
        longest=max(len(line) for line in raw.splitlines()),
    )


folder = sys.argv[1]
print(json.dumps([read(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]))
