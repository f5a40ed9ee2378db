import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { fullLoan, type Person } from '#test/support/builders.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { security } from '#test/support/requirements.ts'
import { by, commitmentsOffRecord, entriesOf, entryOf, on } from '#test/support/trail.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const left = (act: () => Promise<unknown>) => entriesOf(olga, act)
const about = (person: Person) => ({
  personId: person.id,
  personName: `${person.firstName} ${person.lastName}`,
})
const nobody = { personId: null, personName: null }

// Shares of this loan amount have to be rounded to the cent.
const fields = { ...fullLoan, amount: '1000.01' }

describe('a loan', () => {
  it('records every field of a new loan in the audit trail', async () => {
    const entry = await entryOf(olga, () => olga.call('createLoan', { body: fields }))
    expect(entry).toMatchObject({ kind: 'loanCreated', ...by(olga), ...nobody, objectId: null })
    expect(entry).toMatchObject({ loanTitle: 'Quay 7', before: null })
    expect(entry?.after).toEqual(fields)
  })

  it('records only the changed fields of a loan in the audit trail, with the old and new values', async () => {
    const loan = await desk.makeLoan()
    const body = { title: 'Pier 5', purpose: 'A pier.', borrowerName: loan.borrowerName }
    const entry = await entryOf(olga, () =>
      olga.call('updateLoan', { params: { id: loan.id }, body }),
    )
    expect(entry).toMatchObject({ kind: 'loanChanged', ...by(olga), loanId: loan.id })
    expect(entry?.loanTitle).toBe('Pier 5')
    expect(entry?.before).toEqual({ title: loan.title, purpose: null, version: '1' })
    expect(entry?.after).toEqual({ title: 'Pier 5', purpose: 'A pier.', version: '2' })
  })

  it("doesn't write an audit entry for a loan that is saved unchanged", async () => {
    const loan = await olga.call('createLoan', { body: fields })
    const body = { ...fields, amount: ' 1000.01', interestRate: '8.1', term: '36' }
    expect(await left(() => olga.call('updateLoan', { params: { id: loan.id }, body }))).toEqual([])
  })

  it("records a loan's new terms in the audit trail together with the resulting soft commitment amounts", async () => {
    const loan = await desk.makeLoan({ amount: '1000.00' })
    const soft = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const body = { amount: '2000.00', term: 12, summary: 'Larger.' }
    const entry = await entryOf(olga, () =>
      olga.call('updateLoan', { params: { id: loan.id }, body }),
    )
    expect(entry).toMatchObject({ kind: 'termsChanged', ...by(olga), ...on(loan) })
    expect(entry?.before).toEqual({
      amount: '1000.00',
      term: 24,
      summary: null,
      softAmounts: { [soft.id]: '100.00' },
      version: '1',
    })
    expect(entry?.after).toEqual({
      ...body,
      softAmounts: { [soft.id]: '200.00' },
      version: '2',
    })
  })

  it("records a loan's deletion in the audit trail together with everything deleted with the loan", async () => {
    const loan = await olga.call('createLoan', { body: fields })
    const firm = await desk.makeCommitment(luis, loan, { percentage: '25' })
    const soft = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    await lena.call('withdrawCommitment', { params: { id: soft.id } })
    await desk.makeDocument(loan, { filename: 'Appraisal.pdf' })
    await desk.makePhoto(loan, { filename: 'Front.png' })
    await lena.call('createMessage', { body: { loanId: loan.id, message: 'When is closing?' } })
    const entry = await entryOf(olga, () => olga.send('deleteLoan', { params: { id: loan.id } }))
    expect(entry).toMatchObject({ kind: 'loanDeleted', ...by(olga), ...on(loan), after: null })
    const line = { kind: 'soft', percentage: '10.00', amount: '100.00', status: 'withdrawn' }
    expect(entry?.before).toEqual({
      ...fields,
      committedPercentage: '25.00',
      softPercentage: '0.00',
      committedAmount: '250.00',
      version: '1',
      commitments: [
        {
          ...{ id: firm.id, lender: 'Luis Ortega', lenderId: luis.id, firmId: firm.firmId },
          ...{ kind: 'binding', percentage: '25.00', amount: '250.00', status: 'active' },
        },
        { id: soft.id, lender: 'Lena Brook', lenderId: lena.id, firmId: soft.firmId, ...line },
      ],
      documents: ['Appraisal.pdf'],
      photos: ['Front.png'],
      messages: 1,
    })
    expect(await olga.call('listAudit', { query: { loan: loan.id } })).toContainEqual(
      expect.objectContaining({ id: entry?.id }),
    )
  })
})

describe('a commitment', () => {
  it('records a commitment in the audit trail with its share, amount, type, and terms', async () => {
    const loan = await desk.makeLoan()
    const act = () => desk.makeCommitment(lena, loan, { percentage: '25' })
    const entry = await entryOf(olga, act)
    expect(entry).toMatchObject({ kind: 'commitmentMade', ...by(lena), ...about(lena) })
    expect(entry).toMatchObject({ ...on(loan), before: null })
    expect(entry?.after).toEqual({
      kind: 'binding',
      percentage: '25.00',
      amount: '250000.00',
      loanAmount: '1000000.00',
      interestRate: '7.25',
      term: 24,
    })
    const soft = await entryOf(olga, () =>
      desk.makeCommitment(lena, loan, { isSoftCommit: 'true' }),
    )
    expect(soft?.after).toMatchObject({ kind: 'soft', percentage: '10.00' })
  })

  it('names the administrator as actor and the lender as owner in the audit entry for a recorded commitment', async () => {
    security('16.2.1')
    const loan = await desk.makeLoan()
    const body = { loanId: loan.id, lenderId: luis.id, percentage: '10' }
    const act = () => olga.call('recordCommitment', { params: { loanId: loan.id }, body })
    expect(await entryOf(olga, act)).toMatchObject({
      kind: 'commitmentMade',
      ...by(olga),
      ...about(luis),
    })
  })

  it('writes one audit entry for a commitment, even if its idempotency key is used repeatedly', async () => {
    const body = { loanId: (await desk.makeLoan()).id, percentage: '3' }
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => lena.send('createCommitment', { body, headers })
    expect(await entryOf(olga, () => Promise.all([send(), send(), send()]))).toBeDefined()
    expect(await left(send)).toEqual([])
  })

  /**
   * Commits to each quarter of a two-cent loan. Each quarter is rounded to one cent, but all four must total only two
   * cents.
   */
  async function makeQuarters(lenders: Person[]) {
    const loan = await desk.makeLoan({ amount: '0.02' })
    const made = []
    for (const lender of lenders)
      made.push(
        await desk.makeCommitment(lender, loan, { percentage: '25', isSoftCommit: 'false' }),
      )
    return { loan, ids: made.map(({ id }) => id) }
  }

  it('records the final amount and redistributed cents in the audit trail for a commitment that completes a loan', async () => {
    const { loan, ids } = await makeQuarters([luis, luis, luis])
    const third = ids[2] ?? ''
    const [made, cents, ...more] = await left(() =>
      desk.makeCommitment(lena, loan, { percentage: '25' }),
    )
    expect(more).toEqual([])
    expect(made).toMatchObject({ kind: 'commitmentMade', ...by(lena), after: { amount: '0.00' } })
    expect(cents).toMatchObject({ kind: 'centsPlaced', ...by(lena), ...nobody, ...on(loan) })
    expect(cents?.before).toEqual({ [third]: '0.01' })
    expect(cents?.after).toEqual({ [third]: '0.00' })
  })

  it('records the redistributed cents in the audit trail when a soft commitment is made binding and completes the loan', async () => {
    const { loan, ids } = await makeQuarters([luis, luis, luis])
    const soft = await desk.makeCommitment(lena, loan, { percentage: '25', isSoftCommit: 'true' })
    const [made, cents, ...more] = await left(() =>
      lena.call('makeCommitmentBinding', { params: { id: soft.id }, body: {} }),
    )
    expect(more).toEqual([])
    expect(made).toMatchObject({
      kind: 'commitmentMadeBinding',
      before: { kind: 'soft', amount: '0.01' },
      after: { kind: 'binding', amount: '0.00' },
    })
    expect(cents).toMatchObject({ kind: 'centsPlaced', after: { [ids[2] ?? '']: '0.00' } })
  })

  it('records the reason and the redistributed cents in the audit trail when a commitment to a fully committed loan is released', async () => {
    const { loan, ids } = await makeQuarters([luis, luis, luis, lena])
    const [third = '', fourth = ''] = ids.slice(2)
    const reason = 'Agreed with the lender.'
    const release = { params: { id: fourth }, body: { reason } }
    const [released, cents, ...more] = await left(() => olga.call('releaseCommitment', release))
    expect(more).toEqual([])
    expect(released).toMatchObject({ kind: 'commitmentReleased', ...by(olga), ...about(lena) })
    expect(released).toMatchObject({ ...on(loan), objectId: fourth })
    const terms = { loanAmount: '0.02', interestRate: '7.25', term: 24 }
    const position = { kind: 'binding', percentage: '25.00', amount: '0.00', ...terms }
    expect(released?.before).toEqual({ ...position, status: 'active' })
    expect(released?.after).toEqual({ ...position, status: 'released', reason })
    expect(cents).toMatchObject({ kind: 'centsTakenBack', ...by(olga), ...on(loan) })
    expect(cents?.before).toEqual({ [third]: '0.00' })
    expect(cents?.after).toEqual({ [third]: '0.01' })
  })

  it("records a commitment's previous state in the audit trail when the commitment is changed, made binding, or withdrawn", async () => {
    const loan = await desk.makeLoan()
    const soft = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const params = { id: soft.id }
    const change = (percentage: string) =>
      lena.call('changeCommitment', { params, body: { percentage } })
    expect(await entryOf(olga, () => change('20'))).toMatchObject({
      kind: 'commitmentChanged',
      ...by(lena),
      ...about(lena),
      ...on(loan),
      objectId: soft.id,
      before: { kind: 'soft', percentage: '10.00', amount: '100000.00' },
      after: { kind: 'soft', percentage: '20.00', amount: '200000.00' },
    })
    expect(await left(() => change('20'))).toEqual([])
    const firm = await entryOf(olga, () => lena.call('makeCommitmentBinding', { params, body: {} }))
    expect(firm).toMatchObject({
      kind: 'commitmentMadeBinding',
      before: { kind: 'soft', percentage: '20.00', amount: '200000.00' },
      after: { kind: 'binding', amount: '200000.00', loanAmount: '1000000.00', term: 24 },
    })
    const other = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const withdraw = () => lena.call('withdrawCommitment', { params: { id: other.id } })
    expect(await entryOf(olga, withdraw)).toMatchObject({
      kind: 'commitmentWithdrawn',
      objectId: other.id,
      before: { kind: 'soft', percentage: '10.00', amount: '100000.00', status: 'active' },
      after: { kind: 'soft', percentage: '10.00', amount: '100000.00', status: 'withdrawn' },
    })
  })

  it('writes an audit entry for every confirmed commitment, even under concurrent requests', async () => {
    const loan = await desk.makeLoan()
    const made = await Promise.all(
      Array.from({ length: 20 }, () => desk.makeCommitment(lena, loan, { percentage: '5' })),
    )
    const ids = made.map(({ id }) => id)
    expect(await commitmentsOffRecord(desk, ids)).toEqual([])
    expect(await commitmentsOffRecord(desk, [...ids, loan.id])).toEqual([loan.id])
  })
})

describe('rejected and rolled-back actions', () => {
  it("doesn't write an audit entry for a rejected action", async () => {
    const loan = await desk.makeLoan()
    const firm = await desk.makeCommitment(luis, loan, { percentage: '90' })
    const funded = await desk.makeLoan({ status: 'funded' })
    const missing = { id: randomUUID() }
    const entries = await left(async () => {
      const over = { body: { loanId: loan.id, percentage: '11' } }
      expect(await lena.refusal('createCommitment', over)).toMatch(/^409/)
      const stale = { body: { loanId: loan.id, percentage: '1', amount: '1.00' } }
      expect(await lena.refusal('createCommitment', stale)).toMatch(/^409/)
      const own = { params: { id: firm.id } }
      expect(await luis.refusal('withdrawCommitment', own)).toMatch(/^409/)
      expect(await luis.refusal('releaseCommitment', { ...own, body: { reason: 'x' } })).toMatch(
        /^403/,
      )
      const terms = { params: { id: loan.id }, body: { amount: '5.00', title: 'New' } }
      expect(await olga.refusal('updateLoan', terms)).toMatch(/^409/)
      expect(await olga.refusal('deleteLoan', { params: { id: funded.id } })).toMatch(/^409/)
      expect(await olga.refusal('deleteDocument', { params: missing })).toMatch(/^404/)
      expect(await olga.refusal('deletePhoto', { params: missing })).toMatch(/^404/)
      expect(await olga.refusal('exportBookAsCsv', { params: missing })).toMatch(/^404/)
      expect(await lena.refusal('getObject', { params: { '*': 'documents/none' } })).toMatch(/^404/)
    })
    expect(entries).toEqual([])
  })

  it('rolls back the audit entry with its transaction', async () => {
    security('2.3.3')
    const loan = await desk.makeLoan()
    const firm = await desk.makeCommitment(luis, loan)
    const blocker = await desk.db.$client.connect()
    try {
      // The action inserts notifications after the audit entry. The table lock makes that insert time out.
      await blocker.query('begin; lock table notifications in exclusive mode')
      const entries = await left(async () => {
        const release = { params: { id: firm.id }, body: { reason: 'Agreed.' } }
        expect(await olga.refusal('releaseCommitment', release)).toMatch(/^503/)
      })
      expect(entries).toEqual([])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    desk.errors.length = 0
  })
})
