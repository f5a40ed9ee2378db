import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
let admin: Person
let lena: Person

const deadline = '2027-03-14T21:00:00.000Z'
const dated = { commitmentDeadline: deadline, closingDate: '2027-03-28' }

beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.makeAdmin()
  lena = await desk.makeLender()
})
afterAll(() => desk.close())

const makeLoan = (fields: object = dated): Promise<Loan> =>
  admin.call('createLoan', {
    body: {
      ...{ title: 'Harbor, Street', borrowerName: 'Pier LLC', status: 'Closing' },
      ...{ amount: '1000000', interestRate: '8', term: '12', ...fields },
    },
  })

const fileOf = async (loan: Loan, reader: Person = lena) => {
  const { status, text, headers } = await reader.request('GET', `/api/loans/${loan.id}/calendar`)
  expect(status).toBe(200)
  return { text, headers }
}

async function makeAddress(person: Person): Promise<string> {
  const { url } = await person.call('createCalendarAddress')
  return url.slice(desk.config.publicUrl.length)
}
/** Requests a calendar without a session, as calendar programs do. */
const ask = (address: string) => desk.visitor().request('GET', address)
const uidsIn = (text: string) => [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)

describe('the calendar file of a loan', () => {
  it("includes an event for each of the loan's dates in the calendar file and increments the sequence number on each change", async () => {
    const loan = await makeLoan()
    const { text, headers } = await fileOf(loan)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toContain('Harbor, Street.ics')
    expect(uidsIn(text)).toEqual([`${loan.id}-deadline`, `${loan.id}-closing`])
    expect(text).toContain('DTSTART:20270314T210000Z\r\n')
    expect(text).toContain('DTSTART;VALUE=DATE:20270328\r\nDTEND;VALUE=DATE:20270329\r\n')
    expect(text).toContain(String.raw`SUMMARY:Planned closing: Harbor\, Street`)
    expect(text).toContain('DESCRIPTION:$1\\,000\\,000 at 8.00% for 12 months\r\n')
    expect(text.match(/^SEQUENCE:1\r$/gm)).toHaveLength(2)

    await admin.call('updateLoan', {
      params: { id: loan.id },
      body: { closingDate: '2027-04-01', commitmentDeadline: null },
    })
    const changed = (await fileOf(loan)).text
    expect(uidsIn(changed)).toEqual([`${loan.id}-closing`])
    expect(changed).toContain('SEQUENCE:2\r\n')
    expect(changed).toContain('DTSTART;VALUE=DATE:20270401\r\n')
  })

  it("includes only the maturity date in a funded loan's calendar file", async () => {
    const loan = await makeLoan({ ...dated, status: 'funded', fundedOn: '2026-02-28', term: '24' })
    const { text } = await fileOf(loan)
    expect(uidsIn(text)).toEqual([`${loan.id}-maturity`])
    expect(text).toContain('DTSTART;VALUE=DATE:20280228\r\n')
  })

  it("serves a draft's calendar file only to administrators, but a published loan's calendar file to visitors too", async () => {
    const draft = await makeLoan({ ...dated, isDraft: 'true' })
    await fileOf(draft, admin)
    expect((await lena.request('GET', `/api/loans/${draft.id}/calendar`)).status).toBe(404)
    const loan = await makeLoan()
    expect((await ask(`/api/loans/${loan.id}/calendar`)).status).toBe(200)
  })

  it("requires a session for a loan's calendar file if PUBLIC_LOANS is off", async () => {
    const closed = await openDesk({ PUBLIC_LOANS: 'off' })
    const olga = await closed.makeAdmin()
    const { id } = await olga.call('createLoan', {
      body: {
        ...{ title: 'Pier', borrowerName: 'Pier LLC', amount: '1000000', interestRate: '8' },
        ...{ term: '12', ...dated },
      },
    })
    const path = `/api/loans/${id}/calendar`
    expect((await closed.visitor().request('GET', path)).status).toBe(401)
    expect((await olga.request('GET', path)).status).toBe(200)
    await closed.close()
  })
})

describe('a calendar address', () => {
  it("includes the current dates of held and favorite loans in a user's calendar", async () => {
    const mei = await desk.makeLender()
    const [held, favored, other, draft] = await Promise.all([
      makeLoan(),
      makeLoan(),
      makeLoan(),
      makeLoan({ ...dated, isDraft: 'true' }),
    ])
    const address = await makeAddress(mei)
    expect(uidsIn((await ask(address)).text)).toEqual([])
    const commitment = await mei.call('createCommitment', {
      body: { loanId: held.id, percentage: '5', amount: '50000.00', isSoftCommit: 'true' },
    })
    await mei.call('addFavorite', { body: { loanId: favored.id } })
    const seen = (await ask(address)).text
    expect(uidsIn(seen).toSorted()).toEqual(
      [held, favored].flatMap(({ id }) => [`${id}-closing`, `${id}-deadline`]).toSorted(),
    )
    expect(seen).not.toContain(other.id)
    expect(seen).not.toContain(draft.id)

    await mei.call('withdrawCommitment', { params: { id: commitment.id } })
    await mei.call('removeFavorite', { params: { loanId: favored.id } })
    expect(uidsIn((await ask(address)).text)).toEqual([])
  })

  it('includes the times to answer open offers and questions about new terms, for the firm that is asked only', async () => {
    const [mei, omar] = [await desk.makeLender(), await desk.makeLender()]
    const [offered, changed] = [await makeLoan({}), await makeLoan({})]
    const commit = (loan: Loan, isSoftCommit: 'true' | 'false') =>
      mei.call('createCommitment', { body: { loanId: loan.id, percentage: '40', isSoftCommit } })
    await commit(offered, 'true')
    await commit(changed, 'false')
    const params = { id: offered.id }
    const { bookVersion } = await admin.call('getDeal', { params })
    const draft = await admin.call('saveAllocation', {
      params,
      body: { bookVersion, hold: '0.00', order: { kind: 'proRata' }, lines: [] },
    })
    const respondBy = new Date(Date.now() + 3 * 86_400_000).toISOString()
    await admin.call('publishAllocation', {
      params: { id: draft.id },
      body: { bookVersion, respondBy },
    })
    await admin.call('proposeTerms', {
      params: { id: changed.id },
      body: { interestRate: '9', reason: 'The index rose.', respondBy },
    })
    const address = await makeAddress(mei)
    const { text } = await ask(address)
    expect(text.match(/^SUMMARY:Answer by: /gm)).toHaveLength(2)
    expect(text).toContain('DESCRIPTION:Offer of 40% ($400\\,000.00)\r\n')
    expect(text).toContain('DESCRIPTION:New terms to confirm or decline\r\n')
    expect(text).toContain(`DTSTART:${respondBy.replaceAll(/[-:]|\.\d+/g, '')}\r\n`)
    const ofLoan = (reader?: Person) => fileOf(offered, reader).then((file) => file.text)
    expect(await ofLoan(mei)).toContain('Answer by: ')
    expect(await ofLoan(omar)).not.toContain('Answer by: ')
    expect((await ask(await makeAddress(omar))).text).not.toContain('Answer by: ')

    const [offer] = await mei.call('listOwnOffers', { query: { loanId: offered.id } })
    await mei.call('declineOffer', { params: { id: offer?.id ?? '' }, body: {} })
    expect((await ask(address)).text.match(/^SUMMARY:Answer by: /gm)).toHaveLength(1)
  })

  it("includes all published loans that accept commitments in an administrator's calendar", async () => {
    const [open, draft, funded] = await Promise.all([
      makeLoan(),
      makeLoan({ ...dated, isDraft: 'true' }),
      makeLoan({ ...dated, status: 'funded', fundedOn: '2026-02-28' }),
    ])
    const { text } = await ask(await makeAddress(admin))
    expect(text).toContain(`${open.id}-deadline`)
    expect(text).not.toContain(draft.id)
    expect(text).not.toContain(funded.id)
  })

  it('stores only a hash of a calendar address, shows the address once, and lets its owner replace or disable it', async () => {
    const omar = await desk.makeLender()
    expect(await omar.call('getCalendarAddress')).toEqual({ createdAt: null })
    const first = await makeAddress(omar)
    const key = new URL(first, desk.address).searchParams.get('key') ?? ''
    expect(key).toHaveLength(43)
    const rows = await desk.rows<object>('select * from calendar_feeds')
    expect(JSON.stringify(rows)).not.toContain(key)
    const { createdAt, ...rest } = await omar.call('getCalendarAddress')
    expect(createdAt).not.toBeNull()
    expect(rest).toEqual({})

    const second = await makeAddress(omar)
    expect((await ask(first)).status).toBe(404)
    expect((await ask(second)).status).toBe(200)
    await omar.call('deleteCalendarAddress')
    expect((await ask(second)).status).toBe(404)
    await omar.call('deleteCalendarAddress')
    const audited = await desk.rows<{ kind: string }>(
      'select kind from audit where person_id = $1 order by at',
      [omar.id],
    )
    expect(audited.map(({ kind }) => kind).filter((kind) => kind.startsWith('calendar'))).toEqual([
      'calendarAddressMade',
      'calendarAddressMade',
      'calendarAddressRevoked',
    ])
  })

  it('disables a calendar address while its owner is deactivated, is unapproved, or lacks the required two-factor sign-in', async () => {
    const ines = await desk.makeLender()
    const address = await makeAddress(ines)
    const answers = async () => (await ask(address)).status
    for (const [column, value, restored] of [
      ['deactivated_at', 'now()', 'null'],
      ['is_approved', 'false', 'true'],
    ]) {
      await desk.rows(`update users set ${column} = ${value} where id = $1`, [ines.id])
      expect(await answers()).toBe(404)
      await desk.rows(`update users set ${column} = ${restored} where id = $1`, [ines.id])
      expect(await answers()).toBe(200)
    }
    const strict = await openDesk({ REQUIRE_ADMIN_2FA: 'on' })
    const olga = await strict.makeAdmin()
    const key = 'k'.repeat(43)
    await strict.rows(
      `insert into calendar_feeds (user_id, token_hash) values ($1, encode(sha256($2::bytea), 'hex'))`,
      [olga.id, key],
    )
    const path = `/api/calendar.ics?key=${key}`
    expect((await strict.visitor().request('GET', path)).status).toBe(404)
    await strict.rows('update users set is_admin = false, is_approved = true')
    expect((await strict.visitor().request('GET', path)).status).toBe(200)
    await strict.close()
  })

  it('accepts the key in a calendar address only for the calendar, and rejects any other key there', async () => {
    const key = new URL(await makeAddress(lena), desk.address).searchParams.get('key') ?? ''
    for (const path of ['/api/auth/user', '/api/notifications', '/api/calendar-address']) {
      const { status } = await desk.visitor().request('GET', `${path}?key=${key}`)
      expect(status, path).toBe(401)
    }
    const visitor = desk.visitor()
    visitor.cookie = `sid=${key}`
    expect((await visitor.request('GET', '/api/auth/user')).status).toBe(401)
    for (const wrong of ['', '?key=', `?key=${'x'.repeat(43)}`, `?key=${key}x`])
      expect((await lena.request('GET', `/api/calendar.ics${wrong}`)).status, wrong).toBe(404)
    expect((await lena.request('GET', `/api/calendar.ics?key=${key}&key=${key}`)).status).toBe(400)
  })
})
