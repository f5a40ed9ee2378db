import { describe, expect, it } from 'vitest'
import { readAddresses } from './typed-addresses.ts'

describe('a list of entered addresses', () => {
  it.each([
    ['ann@quay.example', ['ann@quay.example']],
    ['ann@quay.example, bo@quay.example;cy@quay.example', ['ann', 'bo', 'cy'].map(of)],
    ['Ann Cole <ann@quay.example>\n"Bo" <bo@quay.example>', ['ann', 'bo'].map(of)],
    ['ann@quay.example ANN@QUAY.EXAMPLE', ['ANN@QUAY.EXAMPLE']],
    ['Ann Cole', []],
    ['', []],
  ])('parses the entered text %j as the email addresses %j', (text, emails) =>
    expect(readAddresses(text).emails).toEqual(emails),
  )

  it.each([
    ['bob.smith.example.com, new.one@fund.example', ['bob.smith.example.com']],
    ['new.one@fund.example bob.example.com', ['bob.example.com']],
    ['Quay.Bank <ann@quay.example>, Dr. J.P. Cole bo@quay.example', []],
  ])('reports the entries without an @ in %j: %j', (text, unreadable) =>
    expect(readAddresses(text).unreadable).toEqual(unreadable),
  )

  it("lists entries that resemble an email address but aren't valid", () => {
    const text = 'ann@quay, @quay.example bo@quay.example a@b@c.example d@.example'
    expect(readAddresses(text)).toEqual({
      emails: ['bo@quay.example'],
      unreadable: ['ann@quay', '@quay.example', 'a@b@c.example', 'd@.example'],
    })
  })
})

function of(name: string) {
  return `${name}@quay.example`
}
