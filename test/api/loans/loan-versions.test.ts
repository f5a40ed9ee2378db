/**
 * A change or deletion of an outdated loan version is rejected, and the error lists the other changes and their
 * authors.
 */
import { randomUUID } from 'node:crypto'
import type { Loan } from '#contract/loans/shapes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fullLoan, type Person } from '#test/support/builders.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { spec } from '#test/support/requirements.ts'
import { entriesOf } from '#test/support/trail.ts'

let desk: Desk
let olga: Person
let jordan: Person
let lena: Person
beforeAll(async () => {
  desk = await openDesk()
  olga = await desk.makeAdmin({ firstName: 'Olga', lastName: 'Brook' })
  jordan = await desk.makeAdmin({ firstName: 'Jordan', lastName: 'Lee' })
  lena = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(() => expect(desk.errors).toEqual([]))

type Body = Record<string, unknown>
const send = (who: Person, loan: Pick<Loan, 'id'>, body: Body) =>
  who.send('updateLoan', { params: { id: loan.id }, body })
const change = async (who: Person, loan: Pick<Loan, 'id'>, body: Body) => {
  const reply = await send(who, loan, body)
  expect(reply.status, reply.text).toBe(200)
  return readJson(reply) as Loan
}
const remove = (who: Person, loan: Pick<Loan, 'id'>, version: string) =>
  who.send('deleteLoan', { params: { id: loan.id }, query: { version } })
const loanOf = ({ id }: Pick<Loan, 'id'>) => olga.call('getLoan', { params: { id } })
const versionOf = async (loan: Pick<Loan, 'id'>) => (await loanOf(loan)).version

const refused = async (sent: ReturnType<typeof send>) => {
  const reply = await sent
  expect(reply.status, reply.text).toBe(409)
  const refusal = readRefusal(reply)
  expect(refusal.code).toBe('changed_meanwhile')
  return refusal
}

describe("a loan's version", () => {
  it("starts a loan's version at 1 regardless of the request and returns the version in every response", async () => {
    const loan = await desk.makeLoan({ version: '7' } as Body)
    expect(loan.version).toBe('1')
    expect(await versionOf(loan)).toBe('1')
    const listed = await lena.call('listLoans', { query: { limit: '1' } })
    expect(listed).toEqual([expect.objectContaining({ id: loan.id, version: '1' })])
    const { loan: held } = await desk.makeCommitment(lena, loan)
    expect(held.version).toBe('1')
    const params = { id: loan.id }
    expect(await olga.call('getLoanContents', { params })).toMatchObject({ version: '1' })
  })

  it("increases a loan's version with every write to any field", async () => {
    const loan = await desk.makeLoan()
    const writes = { ...fullLoan, term: '36', status: 'CLOSING' }
    for (const [index, [field, value]] of Object.entries(writes).entries())
      expect((await change(olga, loan, { [field]: value })).version, field).toBe(`${index + 2}`)
    const last = await change(olga, loan, { title: 'Quay 8', purpose: null })
    expect(last.version).toBe(`${Object.keys(writes).length + 2}`)
  })

  it("doesn't increase a loan's version when a save is rejected or changes nothing", async () => {
    const loan = await desk.makeLoan({ status: 'Closing' })
    for (const body of [{}, { status: 'closing' }, { amount: '1000000', term: ' 24 ' }])
      expect(await change(olga, loan, body)).toEqual(loan)
    expect((await send(olga, loan, { title: ' ' })).status).toBe(400)
    await desk.makeCommitment(lena, loan)
    expect((await send(olga, loan, { title: 'Quay', term: 12 })).status).toBe(409)
    expect(await versionOf(loan)).toBe('1')
  })

  it("doesn't increase a loan's version when commitments, messages, or files are added", async () => {
    const loan = await desk.makeLoan()
    const soft = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const own = { params: { id: soft.id } }
    await lena.call('changeCommitment', { ...own, body: { percentage: '20' } })
    await lena.call('makeCommitmentBinding', { ...own, body: { amount: '200000.00' } })
    await olga.call('releaseCommitment', { ...own, body: { reason: 'Agreed' } })
    const other = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    await lena.call('withdrawCommitment', { params: { id: other.id } })
    await desk.makeCommitment(lena, loan, { percentage: '33' })
    await desk.makeCommitment(lena, loan, { percentage: '67' })
    const photo = await desk.makePhoto(loan)
    await olga.call('updatePhoto', { params: { id: photo.id }, body: { isCover: 'true' } })
    await lena.call('createMessage', { body: { loanId: loan.id, message: 'When?' } })
    const now = await loanOf(loan)
    expect(now).toMatchObject({ version: '1', committedPercentage: '100.00' })
  })

  it("records the loan's version before and after each change in the audit entry", async () => {
    const loan = await desk.makeLoan()
    const entries = await entriesOf(olga, async () => {
      await change(olga, loan, { title: 'Quay 7' })
      await change(olga, loan, { term: 36 })
    })
    expect(entries.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['loanChanged', { title: loan.title, version: '1' }, { title: 'Quay 7', version: '2' }],
      ['termsChanged', { term: 24, version: '2' }, { term: 36, version: '3' }],
    ])
  })
})

describe('a loan update with a version', () => {
  it('accepts a loan update with the current version', async () => {
    const loan = await desk.makeLoan()
    const next = await change(olga, loan, { title: 'Quay 7', version: '1' })
    expect(next).toEqual({ ...loan, title: 'Quay 7', version: '2' })
    const funded = await change(jordan, loan, { status: 'funded', version: next.version })
    const { fundedOn, maturity } = funded
    const can = ['reopen', 'unpublish']
    expect(funded).toEqual({
      ...{ ...next, status: 'funded', version: '3', fundedOn, maturity, can },
      takesCommitments: 'false',
    })
    expect(await loanOf(loan)).toEqual(funded)
  })

  it('accepts a loan update without a version', async () => {
    spec('7.37')
    const loan = await desk.makeLoan({ status: 'Closing' })
    await change(jordan, loan, { status: 'funded' })
    expect(await change(olga, loan, { title: 'Quay 7' })).toMatchObject({
      ...{ title: 'Quay 7', status: 'funded', version: '3' },
    })
  })

  it('rejects a loan update based on an old version, lists who changed what, and stores nothing', async () => {
    spec('7.37')
    const loan = await desk.makeLoan({ status: 'Closing' })
    await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const now = await change(jordan, loan, { status: 'FUNDED', fundedOn: '2026-03-31' })
    const stale = { title: 'Quay 7', status: 'Closing', version: loan.version }
    const entries = await entriesOf(olga, async () => {
      expect(await refused(send(olga, loan, stale))).toEqual({
        message:
          "Jordan Lee changed this loan's status and funding date after you opened it. Nothing was saved. Review what changed, then save again.",
        code: 'changed_meanwhile',
        fields: {
          status: 'Jordan Lee changed this from Closing to funded',
          fundedOn: 'Jordan Lee set this to Mar 31, 2026',
        },
      })
    })
    expect(entries).toEqual([])
    expect(await loanOf(loan)).toEqual(now)
    await change(olga, loan, { title: 'Quay 7', version: now.version })
    expect(await loanOf(loan)).toMatchObject({ title: 'Quay 7', status: 'funded' })
  })

  it('lists all changes since an outdated version, each with its authors and the first and last values', async () => {
    const loan = await desk.makeLoan({ title: 'Pier 4', purpose: 'To build' })
    await change(jordan, loan, { amount: '2000000', purpose: '', summary: `${'x'.repeat(200)}1` })
    await change(olga, loan, { amount: '3000000', interestRate: '8', ltv: '65', term: 1 })
    await change(jordan, loan, { title: 'Pier 5', status: 'Closing' })
    await change(jordan, loan, { status: 'open', summary: `${'x'.repeat(200)}2` })
    const { message, fields } = await refused(send(olga, loan, { term: 12, version: '1' }))
    expect(fields).toEqual({
      amount: 'Jordan Lee and you changed this from $1,000,000.00 to $3,000,000.00',
      purpose: 'Jordan Lee cleared this; it was “To build”',
      summary: `Jordan Lee set this to “${'x'.repeat(79)}…”`,
      interestRate: 'You changed this from 7.25% to 8.00%',
      ltv: 'You set this to 65.00%',
      term: 'You changed this from 24 months to 1 month',
      title: 'Jordan Lee changed this from “Pier 4” to “Pier 5”',
    })
    expect(message).toBe(
      "Jordan Lee and you changed this loan's title, amount, interest rate, term, purpose, summary, and LTV after you opened it. Nothing was saved. Review what changed, then save again.",
    )
    const since = await refused(send(olga, loan, { term: 12, version: '4' }))
    expect(since.fields).toEqual({
      summary: 'Jordan Lee edited this text',
      status: 'Jordan Lee changed this from Closing to open',
    })
  })

  it('rejects an outdated loan update even if the values were changed back', async () => {
    const loan = await desk.makeLoan({ status: 'Closing' })
    await change(jordan, loan, { status: 'open' })
    await change(jordan, loan, { status: 'Closing' })
    expect(await refused(send(olga, loan, { title: 'Quay 7', version: '1' }))).toEqual({
      message:
        'Jordan Lee changed this loan after you opened it. Nothing was saved. Review what changed, then save again.',
      code: 'changed_meanwhile',
      fields: {},
    })
  })

  it('rejects an outdated loan update, and names no author for an audit entry without a loan version', async () => {
    const loan = await desk.makeLoan({ title: 'Pier 4', status: 'Closing' })
    // This audit entry has no version, like the entries written before loans had versions.
    await desk.rows(
      `insert into audit (id, kind, actor_name, loan_id, before, after)
       values ($1, 'loanChanged', 'Ada Cole', $2, '{"title":"Pier 3"}', '{"title":"Pier 4"}')`,
      [randomUUID(), loan.id],
    )
    await desk.rows("update loans set version = version + 1, status = 'open' where id = $1", [
      loan.id,
    ])
    const words =
      'This loan was changed after you opened it. Nothing was saved. Review what changed, then save again.'
    const stale = { summary: 'A pier.', version: '1' }
    expect(await refused(send(olga, loan, stale))).toMatchObject({ message: words, fields: {} })
    await change(jordan, loan, { title: 'Pier 5' })
    expect((await refused(send(olga, loan, stale))).fields).toEqual({
      title: 'Jordan Lee changed this from “Pier 4” to “Pier 5”',
    })
  })

  it("rejects a loan update with a version higher than the loan's", async () => {
    const loan = await desk.makeLoan()
    const { fields } = await refused(send(olga, loan, { title: 'Quay 7', version: '2' }))
    expect(fields).toEqual({})
    expect(await loanOf(loan)).toEqual(loan)
  })

  it('accepts only one of two concurrent loan updates and shows the accepted update to the other caller', async () => {
    spec('7.37')
    for (let round = 0; round < 10; round += 1) {
      const loan = await desk.makeLoan()
      const replies = await Promise.all([
        send(olga, loan, { title: 'Quay 7', version: '1' }),
        send(jordan, loan, { title: 'Quay 8', version: '1' }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [winner] = replies.filter(({ status }) => status === 200)
      const stored = await loanOf(loan)
      expect(winner && readJson(winner)).toEqual(stored)
      const lost = replies.find(({ status }) => status === 409)
      expect(lost && readRefusal(lost).fields?.['title']).toContain(`to “${stored.title}”`)
    }
  })

  it('rejects a loan update with an invalid version and stores nothing', async () => {
    const loan = await desk.makeLoan()
    for (const version of ['', '0', '01', '-1', '1.0', '1 ', 'x', '9'.repeat(20), 1, null, ['1']]) {
      const reply = await send(olga, loan, { title: 'Quay 7', version })
      expect(reply.status, reply.text).toBe(400)
      const fields = { version: 'Must be a version of the loan, like 1' }
      expect(readRefusal(reply)).toMatchObject({ code: 'invalid', fields })
    }
    expect(await loanOf(loan)).toEqual(loan)
  })
})

describe('deleting a loan at a specific version', () => {
  it('accepts the deletion of a loan with the current version', async () => {
    const loan = await desk.makeLoan()
    await change(jordan, loan, { title: 'Quay 7' })
    expect((await remove(olga, loan, '2')).status).toBe(204)
    const params = { id: loan.id }
    expect(await olga.refusal('getLoan', { params })).toBe('404: The loan was not found')
  })

  it('rejects the deletion of a changed loan, lists who changed what, and deletes nothing', async () => {
    spec('7.39')
    const loan = await desk.makeLoan({ status: 'Closing' })
    await desk.makeCommitment(lena, loan)
    await change(jordan, loan, { status: 'Underwriting' })
    const entries = await entriesOf(olga, async () => {
      expect(await refused(remove(olga, loan, '1'))).toEqual({
        message:
          "Jordan Lee changed this loan's status after you opened it. Nothing was deleted. Review what changed, then delete again.",
        code: 'changed_meanwhile',
        fields: { status: 'Jordan Lee changed this from Closing to Underwriting' },
      })
    })
    expect(entries).toEqual([])
    expect(await loanOf(loan)).toMatchObject({ status: 'Underwriting', version: '2' })
    expect((await remove(olga, loan, '2')).status).toBe(204)
  })

  it('rejects the deletion of a loan if the binding amount differs from the displayed amount', async () => {
    const loan = await desk.makeLoan({ amount: '1000000' })
    const deletion = (bindingAmount: string) =>
      olga.request('DELETE', `/api/admin/loans/${loan.id}?version=1&bindingAmount=${bindingAmount}`)
    const { bindingAmount } = await olga.call('getLoanContents', { params: { id: loan.id } })
    await desk.makeCommitment(lena, loan, { percentage: '30' })
    expect(await refused(deletion(bindingAmount))).toEqual({
      message:
        '$300,000.00 of this loan is binding now, not $0.00 as when you opened it. Nothing was deleted. Review what changed, then delete again.',
      code: 'changed_meanwhile',
    })
    expect(await loanOf(loan)).toMatchObject({ committedPercentage: '30.00' })
    expect((await deletion('300000.00')).status).toBe(204)
  })

  it('rejects the deletion of a loan with an invalid version', async () => {
    const loan = await desk.makeLoan()
    for (const version of ['', '0', 'x', '-1']) {
      const reply = await remove(olga, loan, version)
      expect(reply.status, reply.text).toBe(400)
      expect(Object.keys(readRefusal(reply).fields ?? {})).toEqual(['version'])
    }
    const twice = await olga.request('DELETE', `/api/admin/loans/${loan.id}?version=1&version=1`)
    expect(twice.status).toBe(400)
    expect(await loanOf(loan)).toEqual(loan)
  })
})
