/**
 * A loan's book. Only administrators can read the book, and only they can record and release commitments for lenders.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { readJson, readRefusal } from '#test/support/caller.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'
import { security } from '#test/support/requirements.ts'

const { desk, olga, lena, luis } = await openDeskWithPeople()
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const bookOf = (loan: { id: string }) => olga.call('getBook', { params: { id: loan.id } })
const loanOf = (id: string) => olga.call('getLoan', { params: { id } })
const recording = (loan: { id: string }, lender: { id: string }, more: object = {}) => ({
  params: { loanId: loan.id },
  body: { loanId: loan.id, lenderId: lender.id, percentage: '10', ...more },
})
const release = (id: string, reason = 'Agreed with the lender.') => ({
  params: { id },
  body: { reason },
})

describe('the book', () => {
  it('shows an empty book for a new loan, with the entire loan available', async () => {
    const loan = await desk.makeLoan()
    expect(await bookOf(loan)).toEqual({
      loan,
      entries: [],
      holders: [],
      totals: {
        bindingPercentage: '0.00',
        bindingAmount: '0.00',
        softPercentage: '0.00',
        softAmount: '0.00',
        coveragePercentage: '0.00',
        availablePercentage: '100.00',
        availableAmount: '1000000.00',
      },
    })
  })

  it('answers the same soft amount in the loan and in the book, to the cent', async () => {
    const loan = await desk.makeLoan({ amount: '1000000.51' })
    for (const percentage of ['1', '3', '7', '9', '11'])
      await desk.makeCommitment(luis, loan, { percentage, isSoftCommit: 'true' })
    const { totals } = await bookOf(loan)
    // A single share of 31% would be 310000.16.
    expect(totals.softAmount).toBe('310000.18')
    expect(await loanOf(loan.id)).toMatchObject({ softAmount: '310000.18' })
    expect(await luis.call('getLoan', { params: { id: loan.id } })).toMatchObject({
      softAmount: '310000.18',
    })
  })

  it('lists active book entries first, and newest first within each group', async () => {
    const loan = await desk.makeLoan()
    await desk.rows('update users set company_name = $2 where id = $1', [luis.id, 'Ortega Capital'])
    const first = await desk.makeCommitment(lena, loan, { percentage: '30' })
    const soft = await desk.makeCommitment(luis, loan, { percentage: '60', isSoftCommit: 'true' })
    const gone = await desk.makeCommitment(luis, loan, { percentage: '5', isSoftCommit: 'true' })
    await luis.call('withdrawCommitment', { params: { id: gone.id } })
    const second = await desk.makeCommitment(luis, loan, { percentage: '15' })
    const letGo = await desk.makeCommitment(lena, loan, { percentage: '2' })
    await olga.call('releaseCommitment', release(letGo.id))
    const book = await bookOf(loan)
    expect(book.loan).toEqual(await loanOf(loan.id))
    expect(book.entries.map((entry) => [entry.id, entry.status])).toEqual([
      [second.id, 'active'],
      [soft.id, 'active'],
      [first.id, 'active'],
      [letGo.id, 'released'],
      [gone.id, 'withdrawn'],
    ])
    expect(book.entries[1]).toEqual({
      id: soft.id,
      lenderId: luis.id,
      firmId: soft.firmId,
      lenderName: 'Luis Ortega',
      firmName: null,
      personName: 'Luis Ortega',
      lenderEmail: luis.email,
      lenderCompanyName: 'Ortega Capital',
      percentage: '60.00',
      amount: '600000.00',
      isSoftCommit: 'true',
      status: 'active',
      createdAt: soft.createdAt,
      endedAt: null,
      recordedBy: null,
      releasedBy: null,
      releaseReason: null,
      instruction: null,
      isHold: 'false',
      isReachable: 'true',
      isAdmin: 'false',
      withdrawnBy: null,
      loanAmount: '1000000.00',
      interestRate: '7.25',
      term: 24,
      hasReceipt: 'true',
      can: ['change', 'withdraw', 'makeBinding'],
    })
    expect(book.entries[4]).toMatchObject({
      endedAt: expect.stringMatching(/^\d{4}-.+Z$/),
      releasedBy: null,
    })
    expect(book.holders).toEqual([
      {
        lenderId: lena.id,
        firmId: first.firmId,
        lenderName: 'Lena Brook',
        lenderEmail: lena.email,
        lenderCompanyName: null,
        isHold: 'false',
        bindingPercentage: '30.00',
        bindingAmount: '300000.00',
        softPercentage: '0.00',
        softAmount: '0.00',
      },
      {
        lenderId: luis.id,
        firmId: soft.firmId,
        lenderName: 'Luis Ortega',
        lenderEmail: luis.email,
        lenderCompanyName: 'Ortega Capital',
        isHold: 'false',
        bindingPercentage: '15.00',
        bindingAmount: '150000.00',
        softPercentage: '60.00',
        softAmount: '600000.00',
      },
    ])
    expect(book.totals).toEqual({
      bindingPercentage: '45.00',
      bindingAmount: '450000.00',
      softPercentage: '60.00',
      softAmount: '600000.00',
      coveragePercentage: '105.00',
      availablePercentage: '55.00',
      availableAmount: '550000.00',
    })
  })

  it("returns 404 for a missing loan's book", async () => {
    const params = { id: randomUUID() }
    for (const name of ['getBook', 'exportBookAsCsv', 'exportBookAsXlsx'] as const)
      expect(await olga.refusal(name, { params })).toBe('404: The loan was not found')
  })

  it('denies lenders access to the book and its actions with the same error', async () => {
    const loan = await desk.makeLoan()
    const { id } = await desk.makeCommitment(lena, loan)
    const no = '403: You do not have permission to do this'
    for (const name of ['getBook', 'exportBookAsCsv', 'exportBookAsXlsx'] as const)
      expect(await lena.refusal(name, { params: { id: loan.id } })).toBe(no)
    expect(await lena.refusal('recordCommitment', recording(loan, lena))).toBe(no)
    expect(await lena.refusal('releaseCommitment', release(id))).toBe(no)
    expect((await loanOf(loan.id)).committedPercentage).toBe('10.00')
  })
})

describe('a commitment on behalf of a lender', () => {
  it('records a commitment for a lender and names the administrator who recorded it', async () => {
    const loan = await desk.makeLoan()
    const reply = await olga.send(
      'recordCommitment',
      recording(loan, lena, { amount: '100000.00' }),
    )
    expect(reply.status).toBe(201)
    expect(readJson(reply)).toMatchObject({
      lenderId: lena.id,
      lenderName: 'Lena Brook',
      percentage: '10.00',
      amount: '100000.00',
      isSoftCommit: 'false',
      recordedBy: 'Olga North',
      endedAt: null,
    })
    const [held] = await lena.call('listOwnCommitments')
    expect(held).toMatchObject({ loanId: loan.id, isOnBehalf: 'true', percentage: '10.00' })
    expect(await olga.call('listOwnCommitments')).toEqual([])
  })

  it('records a soft commitment for a lender, who can change or withdraw it', async () => {
    const loan = await desk.makeLoan()
    const soft = recording(loan, luis, { isSoftCommit: 'true' })
    const { id } = await olga.call('recordCommitment', soft)
    await luis.call('changeCommitment', { params: { id }, body: { percentage: '20' } })
    await luis.call('makeCommitmentBinding', { params: { id }, body: {} })
    const [entry] = (await bookOf(loan)).entries
    expect(entry).toMatchObject({ percentage: '20.00', recordedBy: 'Olga North' })
  })

  it("names the administrator who recorded a commitment for another administrator, but names no one for the caller's own commitment", async () => {
    const loan = await desk.makeLoan()
    const otto = await desk.makeAdmin({ firstName: 'Otto', lastName: 'South' })
    const theirs = await olga.call('recordCommitment', recording(loan, otto))
    expect(theirs).toMatchObject({
      lenderName: 'Otto South',
      isAdmin: 'true',
      isReachable: 'false',
      recordedBy: 'Olga North',
    })
    const own = await olga.call('recordCommitment', recording(loan, { id: olga.id.toUpperCase() }))
    expect(own).toMatchObject({ lenderId: olga.id, recordedBy: null })
  })

  it('checks a recorded commitment against the available share, the terms, and the displayed amount', async () => {
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { percentage: '60' })
    const refused = async (more: object) =>
      olga.refusal('recordCommitment', recording(loan, luis, more))
    expect(await refused({ percentage: '41' })).toBe(
      '409: Only 40% of this loan is still available',
    )
    expect(await refused({ amount: '5.00' })).toBe(
      "409: The loan's terms have changed; please review them",
    )
    const funded = await desk.makeLoan({ status: 'funded' })
    expect(await olga.refusal('recordCommitment', recording(funded, luis))).toBe(
      '409: This loan is fully funded',
    )
  })

  it('records commitments only for lenders whose accounts are approved and active', async () => {
    const loan = await desk.makeLoan()
    const pending = await desk.makePending()
    const gone = await desk.makeLender()
    await desk.rows('update users set deactivated_at = now() where id = $1', [gone.id])
    const refused = (lender: { id: string }) =>
      olga.refusal('recordCommitment', recording(loan, lender))
    expect(await refused(pending)).toBe("409: This lender's account awaits approval")
    expect(await refused(gone)).toBe("409: This lender's account is deactivated")
    expect(await refused({ id: randomUUID() })).toBe('404: The lender was not found')
    expect(await refused({ id: 'x' })).toBe('400: Please select a lender')
    expect((await bookOf(loan)).entries).toEqual([])
  })

  it('rejects a loan id in the body that differs from the id in the URL', async () => {
    security('2.2.3')
    const [loan, other] = [await desk.makeLoan(), await desk.makeLoan()]
    const crossed = { ...recording(loan, lena), params: { loanId: other.id } }
    const reply = await olga.send('recordCommitment', crossed)
    expect(reply.status).toBe(400)
    expect(readRefusal(reply).fields).toEqual({ loanId: 'Must match the address' })
    const spelled = { ...recording(loan, lena), params: { loanId: loan.id.toUpperCase() } }
    expect((await olga.send('recordCommitment', spelled)).status).toBe(201)
    const missing = { id: randomUUID() }
    expect(await olga.refusal('recordCommitment', recording(missing, lena))).toBe(
      '404: The loan was not found',
    )
  })

  it("records only one commitment for each of an administrator's idempotency keys", async () => {
    const loan = await desk.makeLoan()
    const headers = { 'idempotency-key': randomUUID() }
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const made = await olga.call('recordCommitment', { ...recording(loan, lena), headers })
        return made.id
      }),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await loanOf(loan.id)).committedPercentage).toBe('10.00')
    for (const body of [recording(loan, luis), recording(loan, lena, { percentage: '11' })])
      expect(await olga.refusal('recordCommitment', { ...body, headers })).toBe(
        '409: This Idempotency-Key was used for another request',
      )
    const own = { body: { loanId: loan.id, percentage: '10' }, headers }
    expect(await olga.refusal('createCommitment', own)).toBe(
      '409: This Idempotency-Key was used for another request',
    )
    expect((await lena.send('createCommitment', own)).status).toBe(201)
  })
})

describe('a release', () => {
  it('ends a binding commitment, records who released it and why, and makes its share available again', async () => {
    const loan = await desk.makeLoan()
    const { id } = await desk.makeCommitment(lena, loan, { percentage: '30' })
    await desk.makeCommitment(luis, loan, { percentage: '20' })
    const released = await olga.call('releaseCommitment', release(id, ' Credit committee. '))
    expect(released).toMatchObject({
      id,
      status: 'released',
      percentage: '30.00',
      amount: '300000.00',
      releasedBy: 'Olga North',
      releaseReason: 'Credit committee.',
      endedAt: expect.stringMatching(/Z$/),
    })
    expect(await loanOf(loan.id)).toMatchObject({
      committedPercentage: '20.00',
      committedAmount: '200000.00',
    })
    expect((await lena.call('listOwnCommitments')).map((each) => each.id)).not.toContain(id)
  })

  it('takes back redistributed cents when a commitment to a fully committed loan is released', async () => {
    const loan = await desk.makeLoan({ amount: '0.05' })
    const amounts = async () =>
      (await bookOf(loan)).entries.map((entry) => `${entry.percentage} ${entry.amount}`)
    const parts = []
    for (const percentage of ['50', '30', '10', '10'])
      parts.push(await desk.makeCommitment(lena, loan, { percentage }))
    expect(await amounts()).toEqual(['10.00 0.00', '10.00 0.00', '30.00 0.02', '50.00 0.03'])
    await olga.call('releaseCommitment', release(parts[2]?.id ?? ''))
    // Each amount is rounded up again, because the loan is no longer fully committed. The released entry doesn't
    // change.
    expect(await amounts()).toEqual(['10.00 0.01', '30.00 0.02', '50.00 0.03', '10.00 0.00'])
    expect(await loanOf(loan.id)).toMatchObject({
      committedPercentage: '90.00',
      committedAmount: '0.06',
    })
    await desk.makeCommitment(luis, loan)
    expect(await loanOf(loan.id)).toMatchObject({ committedAmount: '0.05' })
  })

  it('requires a reason for a release', async () => {
    const { id } = await desk.makeCommitment(lena, await desk.makeLoan())
    for (const reason of ['', '  ', null, undefined])
      expect(await olga.refusal('releaseCommitment', { params: { id }, body: { reason } })).toBe(
        '400: Please give a reason',
      )
  })

  it('releases only an active binding commitment in an unfunded loan', async () => {
    security('2.3.1')
    const loan = await desk.makeLoan()
    const soft = await desk.makeCommitment(lena, loan, { isSoftCommit: 'true' })
    const binding = await desk.makeCommitment(lena, loan)
    const refused = (id: string) => olga.refusal('releaseCommitment', release(id))
    expect(await refused(soft.id)).toBe('409: A soft commitment has nothing to release')
    await lena.call('withdrawCommitment', { params: { id: soft.id } })
    expect(await refused(soft.id)).toBe('409: This commitment was withdrawn already')
    await olga.call('updateLoan', { params: { id: loan.id }, body: { status: 'funded' } })
    expect(await refused(binding.id)).toBe('409: This loan is fully funded')
    await olga.call('updateLoan', { params: { id: loan.id }, body: { status: 'open' } })
    await olga.call('releaseCommitment', release(binding.id))
    expect(await refused(binding.id)).toBe('409: This commitment was released already')
    expect(await refused(randomUUID())).toBe('404: The commitment was not found')
  })
})
