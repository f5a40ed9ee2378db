/**
 * Removing the sample portfolio permanently deletes the whole sample or nothing. It never deletes real users' records.
 */
import type { Loan } from '#contract/loans/shapes.ts'
import { verifyAudit } from '#server/audit/verification.ts'
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { sampleCompany, sampleIds, sampleLimits } from '#server/sample/sample-data.ts'
import { loanId, userId } from '#server/sample/sample-ids.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { wrongRegisters } from '#test/support/closed-books.ts'
import { readRefusal, type Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { somebodyWaitsFor } from '#test/support/lock-waits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let desk: Desk
let admin: Person
beforeAll(async () => {
  desk = await openDesk({ SAMPLE_DATA: 'on', RATE_LIMIT: 'off' })
  await prepare()
  admin = await desk.makeAdmin({ firstName: 'Ada', lastName: 'Cole' })
})
afterAll(() => desk.close())

const prepare = () => prepareDatabase({ ...desk, say: () => {} })
const remove = () => admin.send('deleteSample')
const sample = () => admin.call('getSample')
const uses = async () => (await sample()).uses.map(({ text }) => text)
const count = async (table: string) =>
  (await desk.rows<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count
const millrace = { id: loanId('millrace-row'), title: 'Millrace Row Mixed-Use' }
const loanOfSample = () => admin.call('getLoan', { params: { id: millrace.id } })

it("lists the sample's records and reports that no other user is involved", async () => {
  expect(await sample()).toEqual({
    loans: 34,
    people: 23,
    commitments: sampleIds.commitments.length,
    messages: sampleIds.messages.length,
    files: sampleIds.files.length,
    uses: [],
  })
})

it('shows one loan as a teaser and one to invited firms only, and has an open request for access', async () => {
  const [visitor, lender] = [desk.visitor(), await desk.makeLender()]
  const titles = async (reader: Caller) =>
    (await reader.call('listLoans')).map(({ title }) => title)
  const all = await titles(admin)
  expect(all).toHaveLength(34)
  for (const reader of [visitor, lender]) {
    expect(await titles(reader)).toEqual(all.filter((title) => title !== 'Alberta Row'))
    expect(await reader.call('getStats')).toMatchObject({ totalLoansCount: 33 })
  }
  const teasers = (await lender.call('listLoans')).filter(({ isTeaser }) => isTeaser)
  expect(teasers).toMatchObject([
    { title: 'Gulf Shore Second Home', propertyAddress: 'Naples, FL' },
  ])
  const params = { id: loanId('gulf-shore-house') }
  expect(await admin.call('getAudience', { params })).toMatchObject({
    audience: 'teaser',
    requests: [{ firmName: 'Owen Gallagher', state: 'open' }],
  })
  const { accessRequests } = await admin.call('getAdminToday')
  expect(accessRequests).toMatchObject({ items: [{ loanId: params.id }] })
})

it('has a loan in each stage of the deal desk, and its books agree with their commitments', async () => {
  expect(await discrepancies(desk)).toEqual([])
  expect(await wrongRegisters(desk)).toEqual([])
  const dealOf = (key: string) => admin.call('getDeal', { params: { id: loanId(key) } })
  expect(await dealOf('millrace-row')).toMatchObject({ bookStage: 'open', lastRound: null })
  expect(await dealOf('cumberland-yards')).toMatchObject({
    ...{ bookStage: 'offered', next: 'awaitAnswers' },
    lastRound: {
      ...{ number: 1, state: 'published' },
      accepted: { lenders: 1, added: '16.88', addedAmount: '8102400.00' },
      declined: { lenders: 1, added: '8.10', addedAmount: '3888000.00' },
      waiting: { lenders: 1, added: '2.02', addedAmount: '969600.00' },
    },
    totals: { bindingPercentage: '89.88', softPercentage: '11.12', holdPercentage: '20.00' },
  })
  expect(await dealOf('silver-spring-commons')).toMatchObject({
    ...{ bookStage: 'closed', next: 'awaitFunds' },
    register: { version: 1, lenders: 5 },
    funding: {
      ...{ due: '34650000.00', received: '14245000.00', outstanding: '20405000.00' },
      ...{ lendersOutstanding: 3, instructions: 'sent' },
    },
  })
  expect(await dealOf('arrowhead-gardens')).toMatchObject({
    ...{ bookStage: 'open', next: 'awaitAnswers' },
    termsProposal: { state: 'open' },
  })
})

it("takes the remaining answer of the sample's round, and binds the lender to its part", async () => {
  const other = await openDesk({ SAMPLE_DATA: 'on', RATE_LIMIT: 'off' })
  await prepareDatabase({ ...other, say: () => {} })
  const boss = await other.makeAdmin()
  const { rounds } = await boss.call('listAllocations', {
    params: { id: loanId('cumberland-yards') },
  })
  const open = rounds[0]?.lines.find(({ state }) => state === 'offered')
  const body = { answer: 'accepted', amount: '969600.00', how: 'Letter of May 9' } as const
  await boss.call('answerOfferOnBehalf', { params: { id: open?.id ?? '' }, body })
  const deal = await boss.call('getDeal', { params: { id: loanId('cumberland-yards') } })
  expect(deal).toMatchObject({ bookStage: 'open', totals: { bindingPercentage: '91.90' } })
  expect(await discrepancies(other)).toEqual([])
  expect((await boss.send('deleteSample')).status).toBe(204)
  expect(await boss.call('listLoans')).toEqual([])
  await other.close()
})

it('creates a valid audit trail for the sample and seals it before the first sign-in', async () => {
  const { findings, remarks, seals, unsealed } = await verifyAudit(desk.db)
  expect({ findings, remarks, isOverdue: unsealed.isOverdue }).toEqual({
    ...{ findings: [], remarks: [], isOverdue: false },
  })
  expect(seals).toBeGreaterThan(sampleIds.commitments.length)
})

describe("a sample that can't be removed", () => {
  const cases: Record<string, () => Promise<{ use: string; undo: () => Promise<unknown> }>> = {
    async 'a lender has committed to one of its loans'() {
      const lender = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
      await desk.makeCommitment(lender, millrace, { isSoftCommit: 'true' })
      return {
        use: `Lena Brook committed to ${millrace.title}. Delete that loan first.`,
        undo: () => desk.rows('delete from commitments where lender_id = $1', [lender.id]),
      }
    },
    async 'a user sent a message about one of its loans'() {
      await admin.call('createMessage', { body: { loanId: millrace.id, message: 'Hello' } })
      return {
        use: `Ada Cole wrote on ${millrace.title}. Delete that loan first.`,
        undo: () => desk.rows('delete from messages where user_id = $1', [admin.id]),
      }
    },
    async 'a user marked one of its loans as a favorite'() {
      await admin.call('addFavorite', { body: { loanId: millrace.id } })
      return {
        use: `Ada Cole marked ${millrace.title} as a favorite. That mark has to be removed first.`,
        undo: () => admin.call('removeFavorite', { params: { loanId: millrace.id } }),
      }
    },
    async 'a lender asked for access to one of its loans'() {
      const lender = await desk.makeLender({ firstName: 'Lena', lastName: 'Brook' })
      const params = { id: loanId('gulf-shore-house') }
      await lender.call('requestAccess', { params, body: {} })
      const { title } = await lender.call('getLoan', { params })
      return {
        use: `Lena Brook asked for access to ${title}. Delete that loan first.`,
        undo: () => desk.rows('delete from access_requests where user_id = $1', [lender.id]),
      }
    },
    async 'a file was added to one of its loans'() {
      const { id } = await desk.makeDocument(millrace)
      return {
        use: `Appraisal.pdf was added to ${millrace.title}. Delete the file first.`,
        undo: () => admin.call('deleteDocument', { params: { id } }),
      }
    },
    async 'one of its loans was changed'() {
      const { version, summary } = await loanOfSample()
      const params = { id: millrace.id }
      await admin.call('updateLoan', { params, body: { version, summary: 'Another one.' } })
      return {
        use: `${millrace.title} was changed. Delete that loan first.`,
        undo: () =>
          desk.rows('update loans set version = 1, summary = $2 where id = $1', [
            ...[millrace.id, summary],
          ]),
      }
    },
    async 'one of its users committed to another loan'() {
      const loan: Loan = await desk.makeLoan({ title: 'Quay House' })
      const body = {
        ...{ loanId: loan.id, lenderId: userId('priya') },
        ...({ percentage: '5', isSoftCommit: 'true' } as const),
      }
      await admin.call('recordCommitment', { params: { loanId: loan.id }, body })
      return {
        use: 'Priya Raman of the sample committed to your loan Quay House.',
        undo: () => admin.call('deleteLoan', { params: { id: loan.id } }),
      }
    },
    async 'one of its users got a message about another loan'() {
      const loan: Loan = await desk.makeLoan({ title: 'Quay House' })
      const body = { loanId: loan.id, message: 'Hello', recipientId: userId('priya') }
      await admin.call('createMessage', { body })
      return {
        use: 'Your loan Quay House has messages with Priya Raman of the sample.',
        undo: () => admin.call('deleteLoan', { params: { id: loan.id } }),
      }
    },
    async 'one of its users is an administrator'() {
      const params = { id: userId('morgan') }
      const body = { isAdmin: 'true', isApproved: 'true' } as const
      await admin.call('updateUser', { params, body })
      return {
        use: 'Morgan Reyes of the sample is an administrator. Change the role first.',
        undo: () => admin.call('updateUser', { params, body: { isAdmin: 'false' } }),
      }
    },
    async 'one of its users has another email address'() {
      const params = { id: userId('morgan') }
      await admin.call('updateUser', { params, body: { email: 'morgan@quay.example' } })
      return {
        use: 'Morgan Reyes of the sample has another email address now, so someone may be using the account.',
        undo: () => admin.call('updateUser', { params, body: { email: 'lender@example.com' } }),
      }
    },
  }

  it.each(Object.keys(cases))('keeps the sample if it is in use: %s', async (name) => {
    const { use, undo } = (await cases[name]?.()) ?? expect.fail()
    expect(await uses()).toEqual([use])
    const before = [await count('loans'), await count('users'), await count('audit')]
    const refused = await remove()
    expect(refused.status).toBe(409)
    expect(JSON.parse(refused.text)).toEqual({
      code: 'sample_in_use',
      message: `The sample data is in use, so nothing was removed. ${use}`,
    })
    expect([await count('loans'), await count('users'), await count('audit')]).toEqual(before)
    await undo()
    expect(await uses()).toEqual([])
  })

  it("keeps the sample if it contains a changed funded loan, which can't be deleted until it is reopened", async () => {
    const params = { id: loanId('baseline-medical') }
    const { title, version, summary } = await admin.call('getLoan', { params })
    await admin.call('updateLoan', { params, body: { version, summary: 'Another one.' } })
    expect((await sample()).uses).toEqual([
      {
        text: `${title} was changed. It's funded: change its status first, then delete that loan.`,
        loan: { id: params.id, title },
      },
    ])
    await desk.rows('update loans set version = $2, summary = $3 where id = $1', [
      ...[params.id, version, summary],
    ])
  })

  it('keeps the sample while a sample user is writing to another loan', async () => {
    const loan = await desk.makeLoan({ title: 'Quay House' })
    const writer = await desk.db.$client.connect()
    try {
      await writer.query('begin')
      await writer.query(
        `insert into messages (id, loan_id, user_id, message, from_admin)
         values (gen_random_uuid(), $1, $2, 'Is it let?', false)`,
        [loan.id, userId('priya')],
      )
      const asked = remove()
      await Promise.race([asked, somebodyWaitsFor(writer)])
      await writer.query('commit')
      const refused = await asked
      expect(refused.status).toBe(409)
      expect(readRefusal(refused)).toEqual({
        code: 'sample_in_use',
        message:
          'The sample data is in use, so nothing was removed. Your loan Quay House has messages with Priya Raman of the sample.',
      })
    } finally {
      // If the test fails before the commit, this rollback releases the lock. Otherwise it has no effect.
      await writer.query('rollback')
      writer.release()
    }
    await admin.call('deleteLoan', { params: { id: loan.id } })
  })

  it('names five of the records that block the removal and counts the rest', async () => {
    await desk.rows(
      `insert into favorites (id, user_id, loan_id)
       select gen_random_uuid(), $1, id from loans where id = any($2::uuid[])`,
      [admin.id, sampleIds.loans.slice(0, 8)],
    )
    const named = await uses()
    expect(named).toHaveLength(6)
    expect(named.at(-1)).toBe('And 3 more.')
    await desk.rows('delete from favorites where user_id = $1', [admin.id])
  })

  it("rejects a lender's request to remove the sample", async () => {
    const lender = await desk.makeLender()
    expect((await lender.send('getSample')).status).toBe(403)
    expect((await lender.send('deleteSample')).status).toBe(403)
  })
})

describe('removing an unused sample', () => {
  it('removes the entire sample once, keeps real records, and records the removal in the audit trail', async () => {
    const own = await desk.makeLoan({ title: 'Quay House' })
    const lender = await desk.makeLender()
    const before = (await count('audit')) ?? 0
    const { uses: _uses, ...counts } = await sample()
    const { path } = (
      await desk.rows<{ path: string }>('select file_url as path from documents limit 1')
    )[0] ?? { path: '' }
    expect((await remove()).status).toBe(204)

    expect(await sample()).toMatchObject({ loans: 0, people: 0, files: 0 })
    expect(await admin.call('listLoans')).toMatchObject([{ id: own.id }])
    expect(await admin.call('getStats')).toMatchObject({ totalLoansCount: 1 })
    const emails = (await admin.call('listUsers')).map(({ email }) => email)
    expect(emails).toContain(lender.email)
    expect(emails).not.toContain('lender@example.com')
    expect(await admin.call('getCompany')).toMatchObject({ isExample: 'true' })
    expect(await desk.store.sizeOf(path)).toBeNull()
    expect(await count('discarded_files')).toBe(0)
    const entries = await desk.rows("select before from audit where kind = 'sampleRemoved'")
    expect(entries).toEqual([{ before: counts }])
    expect(await count('audit')).toBe(before + 1)
    const about = [sampleIds.commitments[0]]
    expect(await desk.rows('select from audit where id = $1', about)).toHaveLength(1)
  })

  it('removes nothing more when the removal of the sample is repeated', async () => {
    const before = await count('audit')
    expect((await remove()).status).toBe(204)
    expect(await count('audit')).toBe(before)
  })

  it("doesn't restore the sample when the server restarts", async () => {
    await desk.rows('delete from loans')
    await desk.rows('delete from users where not is_admin')
    await prepare()
    const tables = ['loans', 'company', 'exposure_limits']
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0])
  })
})

it("starts after the sample's loans were deleted manually, and keeps a renamed company and changed limits", async () => {
  const other = await openDesk({ SAMPLE_DATA: 'on' })
  const start = () => prepareDatabase({ ...other, say: () => {} })
  await start()
  const boss = await other.makeAdmin()
  await boss.call('updateCompany', { body: { name: 'Quay Bank' } })
  const limits = { ...sampleLimits, lender: '12.50' }
  await boss.call('setExposureLimits', { body: limits })
  await other.rows('delete from loans where id <> $1', [millrace.id])
  expect(await boss.call('getSample')).toMatchObject({ loans: 1 })
  await boss.call('deleteSample')
  expect(await boss.call('getCompany')).toMatchObject({
    ...{ name: 'Quay Bank', phone: sampleCompany.phone },
  })
  expect((await boss.call('getExposure')).limits).toEqual(limits)
  await expect(start()).resolves.toEqual([])
  await other.close()
})
