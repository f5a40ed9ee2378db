import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { audit } from '#server/database/schema/audit.ts'
import { sql } from 'drizzle-orm'
import type { Person } from '#test/support/builders.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security } from '#test/support/requirements.ts'
import { entriesOf } from '#test/support/trail.ts'

let desk: Desk
let olga: Person
let lena: Person
let loan: Loan
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin({ lastName: 'North' })
  lena = await desk.makeLender({ firstName: 'Lena_100%', lastName: 'Brook' })
  loan = await desk.makeLoan({ title: String.raw`50% of Pier_4 \ Warehouse` })
})
afterAll(() => desk.close())
afterEach(() => {
  expect(desk.errors).toEqual([])
})

type Filters = Record<string, string>
const list = (query: Filters = {}) => olga.call('listAudit', { query })
const csv = async (query: Filters = {}) => olga.send('exportAudit', { query })
const insertAt = async (at: string, fields: Partial<typeof audit.$inferInsert> = {}) => {
  const id = crypto.randomUUID()
  const time = at.length > 10 ? at : `${at}T00:00:00Z`
  const entry = { kind: 'signedIn' as const, address: '192.0.2.1', ...fields }
  await desk.db.insert(audit).values({ ...entry, id, at: sql`${time}::timestamptz` })
  return id
}

describe('the list of audit entries', () => {
  it('filters audit entries by type', async () => {
    await desk.makeCommitment(lena, loan, { percentage: '1' })
    const found = await list({ kind: 'commitmentMade' })
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['commitmentMade']))
    expect(await list({ kind: 'loanDeleted' })).toEqual([])
  })

  it('filters audit entries by the id, name, or email address of the actor or the affected user', async () => {
    const body = { loanId: loan.id, lenderId: lena.id, percentage: '1' }
    const params = { loanId: loan.id }
    const [made] = await entriesOf(olga, () => olga.call('recordCommitment', { params, body }))
    const byEmail = [lena.email.toUpperCase(), olga.email.slice(0, -4)]
    for (const person of [lena.id, olga.id.toUpperCase(), 'lena_100% br', ' NORTH ', ...byEmail]) {
      const found = (await list({ person })).map(({ id }) => id)
      expect(found, person).toContain(made?.id)
    }
    for (const person of [
      'lena%brook',
      'lenax100',
      'Lena__',
      `%${lena.email}`,
      crypto.randomUUID(),
    ])
      expect(await list({ person }), person).toEqual([])
  })

  it('filters audit entries by the recorded name even after the person is renamed', async () => {
    const [kept, renamed] = [
      await desk.makeLender({ firstName: 'Mabel', lastName: 'Quill' }),
      await desk.makeLender({ firstName: 'Odette', lastName: 'Quill' }),
    ]
    const ofQuill = await list({ person: 'quill' })
    await renamed.call('updateProfile', { body: { firstName: 'Odette', lastName: 'Thorn' } })
    for (const lender of [kept, renamed])
      await desk.makeCommitment(lender, loan, { percentage: '1' })
    const all = await list({ limit: '100' })
    const withName = (name: string) =>
      all.filter(({ actorName, personName }) =>
        [actorName, personName].some((each) => each?.toLowerCase().includes(name)),
      )
    expect(withName('quill').length).toBeGreaterThan(ofQuill.length)
    expect(withName('thorn').length).toBeGreaterThan(0)
    // Only ids are compared, because entries may be sealed between the two reads.
    const ids = (entries: AuditEntry[]) => entries.map(({ id }) => id)
    for (const name of ['quill', 'thorn', 'odette', 'mabel quill'])
      expect(ids(await list({ person: name, limit: '100' })), name).toEqual(ids(withName(name)))
  })

  it("filters audit entries by a loan's id or by part of its title", async () => {
    const other = await desk.makeLoan({ title: 'Pier 44' })
    const ofLoan = await list({ loan: loan.id })
    expect(ofLoan.length).toBeGreaterThan(0)
    expect(ofLoan.every(({ loanId }) => loanId === loan.id)).toBe(true)
    // Only ids are compared, because entries may be sealed between the two reads.
    const ids = (entries: AuditEntry[]) => entries.map(({ id }) => id)
    expect(ids(await list({ loan: String.raw`% OF PIER_4 \ w` }))).toEqual(ids(ofLoan))
    expect((await list({ loan: other.id })).map(({ kind }) => kind)).toEqual(['loanCreated'])
    expect(await list({ loan: 'Pier%Warehouse' })).toEqual([])
  })

  it('omits sign-ins and ended sessions from the list of audit entries on request', async () => {
    for (const kind of ['signedIn', 'signInFailed', 'signedOut', 'sessionEnded'] as const)
      await insertAt('2007-01-01', { kind })
    const kept = [
      await insertAt('2007-01-01T10:00:00Z', { kind: 'registered', actorId: lena.id }),
      await insertAt('2007-01-01T09:00:00Z', { kind: 'loanChanged' }),
    ]
    const day = { from: '2007-01-01', to: '2007-01-01' }
    const found = async (query: Filters) => (await list(query)).map(({ id }) => id)
    expect(await found({ ...day, signIns: 'hidden' })).toEqual(kept)
    expect(await found({ ...day, signIns: 'hidden', person: lena.id })).toEqual(kept.slice(0, 1))
    for (const signIns of ['shown', '']) expect((await found({ ...day, signIns })).length).toBe(6)
    expect(await found({ ...day, signIns: 'hidden', kind: 'signedIn' })).toEqual([])
    const file = (await csv({ ...day, signIns: 'hidden' })).text
    expect(file).toContain(',Registered,')
    expect(file).not.toMatch(/,(Signed in|Signed out|Sign-in failed|Sign-in ended),/)
    expect(await olga.refusal('listAudit', { query: { signIns: 'no' } })).toMatch(/^400: Must be/)
  })

  it('filters audit entries by an inclusive range of UTC days', async () => {
    security('16.2.2')
    const first = await insertAt('2001-03-01T00:00:00Z')
    const last = await insertAt('2001-03-02T23:59:59.999999Z')
    await insertAt('2001-02-28T23:59:59.999999Z')
    await insertAt('2001-03-03T00:00:00Z')
    const found = await list({ from: '2001-03-01', to: '2001-03-02' })
    expect(found.map(({ id }) => id)).toEqual([last, first])
    expect(found[0]?.at).toBe('2001-03-02T23:59:59.999999Z')
    expect(await list({ from: '1970-01-01', to: '1970-01-01' })).toEqual([])
    expect((await list({ to: '2001-02-28', from: '' })).length).toBe(1)
  })

  it('filters audit entries from one timestamp (inclusive) to another (exclusive)', async () => {
    const first = await insertAt('2001-05-01T04:00:00Z')
    const last = await insertAt('2001-05-02T03:59:59.999999Z')
    await insertAt('2001-05-01T03:59:59.999999Z')
    await insertAt('2001-05-02T04:00:00Z')
    const found = async (query: Filters) => (await list(query)).map(({ id }) => id)
    const day = { from: '2001-05-01T04:00:00.000Z', to: '2001-05-02T04:00:00.000Z' }
    expect(await found(day)).toEqual([last, first])
    // Fractions of a second are optional and can have up to six digits, the precision of an entry's timestamp.
    const exact = { from: '2001-05-02T03:59:59.999999Z', to: '2001-05-02T04:00:00Z' }
    expect(await found(exact)).toEqual([last])
    expect(await found({ from: day.from, to: day.from })).toEqual([])
    expect((await found({ ...day, from: '2001-05-01' })).length).toBe(3)
    expect((await found({ ...day, to: '2001-05-02' })).length).toBe(3)
  })

  it.each(['2026-02-31', '2026-13-01', '0000-01-01', '2026-1-1', 'today'])(
    'rejects %s as a day in an audit filter',
    async (day) => {
      for (const query of [{ from: day }, { to: day }]) {
        expect(await olga.refusal('listAudit', { query })).toMatch(/^400: Must be a day/)
        expect(await olga.refusal('exportAudit', { query })).toMatch(/^400: Must be a day/)
      }
    },
  )

  it.each([
    '2026-02-31T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:60:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T09:30:00.1234567Z',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30:00-05:00',
    '+010000-01-01T00:00:00.000Z',
    '2026-01-31T',
  ])('rejects %s as a timestamp in an audit filter', async (moment) => {
    for (const query of [{ from: moment }, { to: moment }]) {
      expect(await olga.refusal('listAudit', { query })).toMatch(/^400: Must be a day.* a time/)
      expect(await olga.refusal('exportAudit', { query })).toMatch(/^400: Must be a day.* a time/)
    }
  })

  it('returns all audit entries one page at a time, without duplicates', async () => {
    for (const at of ['2002-01-01', '2002-01-02', '2002-01-02', '2002-01-03']) await insertAt(at)
    const query = { from: '2002-01-01', to: '2002-01-03T00:00:00.001Z', kind: 'signedIn' }
    const whole = (await list(query)).map(({ id }) => id)
    expect(whole.length).toBe(4)
    const seen: string[] = []
    let path = `/api/admin/audit?${new URLSearchParams({ ...query, limit: '1' })}`
    for (let pages = 0; path && pages < 10; pages += 1) {
      const reply = await olga.request('GET', path)
      seen.push(...(JSON.parse(reply.text) as { id: string }[]).map(({ id }) => id))
      path = /<(.*)>/.exec(String(reply.headers['link'] ?? ''))?.[1] ?? ''
    }
    expect(seen).toEqual(whole)
  })

  it('lists audit entries that have no signed-in actor, and marks unsealed entries', async () => {
    const id = await insertAt('2003-01-01', { kind: 'signInFailed' })
    const [entry] = await list({ from: '2003-01-01', to: '2003-01-01' })
    expect(entry).toEqual({
      id,
      at: '2003-01-01T00:00:00.000000Z',
      kind: 'signInFailed',
      ...{ actorId: null, actorName: null, personId: null, personName: null },
      ...{ loanId: null, loanTitle: null, objectId: null, objectName: null },
      ...{ before: null, after: null, address: '192.0.2.1', seal: null },
    })
  })
})

describe('an audit entry', () => {
  it('seals an audit entry shortly after it is written', async () => {
    const sealed = await desk.makeLoan()
    await expect
      .poll(async () => (await list({ loan: sealed.id }))[0]?.seal, { timeout: 10_000 })
      .toEqual(expect.any(Number))
    const state = await olga.call('getAuditState')
    expect(state.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(state.number).toBeGreaterThanOrEqual((await list({ loan: sealed.id }))[0]?.seal ?? 1e9)
  })

  it('counts an audit entry as unsealed until it is sealed', async () => {
    const holding = await desk.db.$client.connect()
    try {
      // This lock on the row makes the sealer wait.
      await holding.query('begin')
      await holding.query('select 1 from audit_head for update')
      await desk.makeLoan()
      const [queue] = await desk.rows<{ length: number }>(
        'select count(*)::int as length from audit_unsealed',
      )
      expect(queue?.length).toBeGreaterThan(0)
      expect((await olga.call('getAuditState')).unsealed).toBe(queue?.length)
    } finally {
      await holding.query('rollback')
      holding.release()
    }
  })
})

describe('the audit export', () => {
  const lines = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n')

  it('exports the filtered audit entries oldest first and records the export with its filters', async () => {
    const [a, b] = [await insertAt('2004-01-02'), await insertAt('2004-01-01')]
    const filters = { from: '2004-01-01', to: '2004-12-31', kind: 'signedIn' }
    let text = ''
    const [exported, ...more] = await entriesOf(olga, async () => {
      const reply = await csv({ ...filters, person: '' })
      expect(reply.status).toBe(200)
      expect(reply.headers['content-disposition']).toMatch(
        /^attachment; filename="Audit trail \d{4}-\d\d-\d\d\.csv"$/,
      )
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      text = reply.text
    })
    expect(more).toEqual([])
    expect(exported).toMatchObject({ kind: 'auditExported', actorId: olga.id, after: filters })
    expect(text.startsWith('\ufeffTime (UTC),Event,By,')).toBe(true)
    expect(
      lines(text)
        .slice(1)
        .map((line) => line.split(',')[14]),
    ).toEqual([b, a])
    expect(lines(text)[1]).toMatch(/^2004-01-01T00:00:00\.000000Z,Signed in,/)
  })

  it('exports the audit entries between two timestamps and records the export with the range', async () => {
    const id = await insertAt('2004-03-02T04:30:00Z')
    await insertAt('2004-03-02T05:00:00Z')
    const filters = { from: '2004-03-01T05:00:00.000Z', to: '2004-03-02T05:00:00.000Z' }
    let text = ''
    const [exported] = await entriesOf(olga, async () => {
      text = (await csv(filters)).text
    })
    expect(exported?.after).toEqual(filters)
    expect(
      lines(text)
        .slice(1)
        .map((line) => line.split(',')[14]),
    ).toEqual([id])
  })

  it('prevents a spreadsheet from evaluating names in an audit export as formulas', async () => {
    security('1.3.3')
    const names = { actorName: '=1+1', personName: 'a;=2+2', loanTitle: 'He said "no", twice' }
    await insertAt('2005-01-01', { ...names, after: { reason: '\u0000\ud800\r\n=3' } })
    const { text } = await csv({ from: '2005-01-01', to: '2005-01-01' })
    expect(text).toContain(`,Signed in,'=1+1,a;'=2+2,"He said ""no"", twice",`)
    expect(text).toContain(String.raw`"{""reason"":""\u0000\ud800\r\n=3""}"`)
  })

  it('exports a long audit trail completely, without duplicates', async () => {
    await desk.rows(`insert into audit (id, kind, at)
      select gen_random_uuid(), 'signedOut', '2006-01-01T00:00:00Z'::timestamptz + (n / 7) * interval '1 second'
      from generate_series(1, 2500) n`)
    const { text } = await csv({ kind: 'signedOut', from: '2006-01-01', to: '2006-01-01' })
    const ids = lines(text)
      .slice(1)
      .map((line) => line.split(',')[14])
    expect(ids.length).toBe(2500)
    expect(new Set(ids).size).toBe(2500)
  })

  it('returns no export and writes no audit entry for a HEAD request', async () => {
    const ask = async () =>
      expect((await olga.request('HEAD', '/api/admin/audit.csv')).status).toBe(200)
    expect(await entriesOf(olga, ask)).toEqual([])
  })
})

describe('access to the audit trail', () => {
  it('shows the audit trail and its seals only to administrators', async () => {
    security('16.4.2')
    const pending = await desk.makePending()
    for (const name of ['listAudit', 'exportAudit', 'getAuditState'] as const) {
      expect(await lena.refusal(name)).toMatch(/^403/)
      expect(await pending.refusal(name)).toMatch(/^403/)
      expect(await desk.visitor().refusal(name)).toMatch(/^401/)
    }
  })
})
