import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Loan } from '#contract/loans/shapes.ts'
import { discrepancies } from '#test/support/books.ts'
import type { Person } from '#test/support/builders.ts'
import { readJson, type Caller } from '#test/support/caller.ts'
import { openDesk, type Desk } from '#test/support/desk.ts'
import { security, spec } from '#test/support/requirements.ts'

let desk: Desk
let admin: Person
let lena: Person
let luis: Person
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT: 'off' })
  admin = await desk.makeAdmin()
  lena = await desk.makeLender()
  luis = await desk.makeLender()
})
afterAll(() => desk.close())
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const loanOf = (id: string, reader: Caller = desk.visitor()) =>
  reader.call('getLoan', { params: { id } })
const termsChanged = "409: The loan's terms have changed; please review them"

describe('a binding commitment', () => {
  it("returns the commitment's amount and terms along with the updated loan", async () => {
    spec('3.7', '3.8', '7.18')
    const made = await desk.makeLoan({ amount: '2500000.50', interestRate: '7.25', term: 36 })
    const { softAmount: _, ...loan } = made
    const body = { loanId: loan.id, percentage: '25', amount: '625000.13', isSoftCommit: 'false' }
    const reply = await lena.send('createCommitment', { body })
    expect(reply.status).toBe(201)
    expect(readJson(reply)).toEqual({
      id: expect.any(String),
      loanId: loan.id,
      lenderId: lena.id,
      firmId: (await lena.call('getCurrentUser')).firmId,
      madeBy: null,
      percentage: '25.00',
      amount: '625000.13',
      isSoftCommit: 'false',
      status: 'active',
      createdAt: expect.stringMatching(/Z$/),
      isOnBehalf: 'false',
      loanAmount: '2500000.50',
      interestRate: '7.25',
      term: 36,
      can: [],
      loan: {
        ...loan,
        committedPercentage: '25.00',
        committedAmount: '625000.13',
        can: ['commit'],
      },
      receiptId: expect.any(String),
    })
    expect(await loanOf(loan.id)).toMatchObject({
      committedPercentage: '25.00',
      softPercentage: '0.00',
      committedAmount: '625000.13',
    })
  })

  it("rounds a commitment's amount to the cent, with halves rounded up", async () => {
    spec('5.3.2')
    const loan = await desk.makeLoan({ amount: '1500.75' })
    expect((await desk.makeCommitment(lena, loan, { percentage: '10' })).amount).toBe('150.08')
    expect((await desk.makeCommitment(lena, loan, { percentage: '6' })).amount).toBe('90.05')
    const tiny = await desk.makeLoan({ amount: '0.49' })
    expect((await desk.makeCommitment(lena, tiny, { percentage: '1' })).amount).toBe('0.00')
    expect((await desk.makeCommitment(lena, tiny, { percentage: '2' })).amount).toBe('0.01')
  })

  it('keeps several commitments by one lender and lists the newest first', async () => {
    const own = await desk.makeLender()
    const loan = await desk.makeLoan()
    const first = await desk.makeCommitment(own, loan, { percentage: '10.00' })
    const second = await desk.makeCommitment(own, loan, { percentage: '5' })
    const held = await own.call('listOwnCommitments')
    expect(held.map(({ id, percentage }) => [id, percentage])).toEqual([
      [second.id, '5.00'],
      [first.id, '10.00'],
    ])
    expect(held[0]?.loan.committedPercentage).toBe('15.00')
  })

  it('creates the commitment for the signed-in lender regardless of any lender in the request body', async () => {
    spec('3.20')
    const loan = await desk.makeLoan()
    for (const lenderId of [luis.id, 'placeholder-lender-id', null]) {
      const made = await desk.makeCommitment(lena, loan, { percentage: '1', lenderId })
      expect(made.lenderId).toBe(lena.id)
    }
    const body = { loanId: loan.id, percentage: '1', userId: luis.id, lender: luis.id }
    const reply = await lena.send('createCommitment', { body })
    expect(readJson(reply)).toMatchObject({ lenderId: lena.id })
    expect(await luis.call('listOwnCommitments')).toEqual([])
  })

  it('lets an administrator make a commitment to a loan', async () => {
    const made = await desk.makeCommitment(admin, await desk.makeLoan())
    expect(made.lenderId).toBe(admin.id)
  })

  it('accepts a commitment in every loan status except funded', async () => {
    spec('4.5')
    for (const status of ['Processing', 'Underwriting', 'open', 'Closing'])
      await desk.makeCommitment(lena, await desk.makeLoan({ status }))
    const funded = await desk.makeLoan({ status: 'funded' })
    for (const isSoftCommit of ['true', 'false']) {
      const body = { loanId: funded.id, percentage: '1', isSoftCommit }
      expect(await lena.refusal('createCommitment', { body })).toBe(
        '409: This loan is fully funded',
      )
    }
  })

  it('returns 404 for a commitment to a missing loan and 400 for an invalid loan id', async () => {
    const body = { loanId: randomUUID(), percentage: '1' }
    expect(await lena.refusal('createCommitment', { body })).toBe('404: The loan was not found')
    expect(await lena.refusal('createCommitment', { body: { ...body, loanId: 'pier' } })).toBe(
      "400: This isn't a valid id",
    )
  })

  it.each(['0', '-1', '101', '2.5', '1e1', 'NaN', ' 5', '', 10, null, true])(
    'rejects %j as a share',
    async (percentage) => {
      const loan = await desk.makeLoan()
      const body = { loanId: loan.id, percentage }
      expect(await lena.refusal('createCommitment', { body })).toBe(
        '400: Percentage must be a whole number from 1 to 100',
      )
      expect(await loanOf(loan.id, admin)).toEqual(loan)
    },
  )
})

describe('a commitment to a loan that the server has already read', () => {
  async function commitAndRelease(loan: Loan, percentage: string) {
    const { id } = await desk.makeCommitment(luis, loan, { percentage })
    const body = { reason: 'By agreement' }
    await admin.call('releaseCommitment', { params: { id }, body })
  }

  it("makes a commitment at a loan's current terms and returns the loan's current title and cover", async () => {
    const loan = await desk.makeLoan({ amount: '1000000', interestRate: '7.00', term: 24 })
    await commitAndRelease(loan, '10')
    const params = { id: loan.id }
    const body = { title: 'Harbor Yard', amount: '2000000', interestRate: '8.50', term: 30 }
    await admin.call('updateLoan', { params, body })
    const photo = await desk.makePhoto(loan, { isCover: true })
    const made = await desk.makeCommitment(lena, loan, { percentage: '10' })
    expect(made).toMatchObject({
      amount: '200000.00',
      interestRate: '8.50',
      term: 30,
      loan: { title: 'Harbor Yard', coverUrl: `/api/loans/${loan.id}/cover?photo=${photo.id}` },
    })
    expect({ ...made.loan, softAmount: '0.00' }).toEqual(await loanOf(loan.id, lena))
    await admin.call('deletePhoto', { params: { id: photo.id } })
    const next = await desk.makeCommitment(lena, loan, { percentage: '10' })
    expect({ ...next.loan, softAmount: '0.00' }).toEqual(await loanOf(loan.id, lena))
    expect(next.loan.coverUrl).toBeNull()
  })

  it("checks a commitment against the loan's current terms and status", async () => {
    const loan = await desk.makeLoan({ amount: '1000000' })
    await commitAndRelease(loan, '10')
    const params = { id: loan.id }
    await admin.call('updateLoan', { params, body: { amount: '1000500' } })
    const refused = (body: object) =>
      lena.refusal('createCommitment', { body: { loanId: loan.id, percentage: '10', ...body } })
    expect(await refused({ amount: '100000.00' })).toBe(termsChanged)
    await admin.call('updateLoan', { params, body: { status: 'funded' } })
    expect(await refused({})).toBe('409: This loan is fully funded')
  })

  it('makes a released share available again', async () => {
    const loan = await desk.makeLoan()
    const body = { loanId: loan.id, percentage: '50' }
    await desk.makeCommitment(lena, loan, { percentage: '10' })
    await commitAndRelease(loan, '60')
    expect((await luis.call('createCommitment', { body })).loan.committedPercentage).toBe('60.00')
    expect(await lena.refusal('createCommitment', { body })).toBe(
      '409: Only 40% of this loan is still available',
    )
  })
})

describe('the available share', () => {
  it('accepts a commitment to the entire available share, and names the available share when it rejects a larger share', async () => {
    spec('5.3.3')
    security('2.1.3', '2.3.2')
    const loan = await desk.makeLoan()
    await desk.makeCommitment(lena, loan, { percentage: '60' })
    const more = { loanId: loan.id, percentage: '41' }
    for (const isSoftCommit of ['true', 'false'])
      expect(await luis.refusal('createCommitment', { body: { ...more, isSoftCommit } })).toBe(
        '409: Only 40% of this loan is still available',
      )
    await desk.makeCommitment(luis, loan, { percentage: '40' })
    const last = { loanId: loan.id, percentage: '1' }
    expect(await lena.refusal('createCommitment', { body: last })).toBe(
      '409: This loan is fully committed: 0% is available',
    )
    expect(await loanOf(loan.id)).toMatchObject({ committedPercentage: '100.00', status: 'open' })
  })
})

describe('the displayed amount', () => {
  it('accepts a displayed amount that is off by one cent because of rounding, and stores the exact amount', async () => {
    for (const amount of ['150.07', '150.08', '150.09']) {
      const loan = await desk.makeLoan({ amount: '1500.75' })
      const made = await desk.makeCommitment(lena, loan, { percentage: '10', amount })
      expect(made.amount).toBe('150.08')
    }
  })

  it('rejects a displayed amount that is off by more than a cent, because the terms must have changed', async () => {
    security('2.1.2', '2.2.3')
    const loan = await desk.makeLoan({ amount: '1500.75' })
    for (const amount of ['150.06', '150.10', '0', '9999999999999.99'])
      for (const isSoftCommit of ['true', 'false']) {
        const body = { loanId: loan.id, percentage: '10', amount, isSoftCommit }
        expect(await lena.refusal('createCommitment', { body })).toBe(termsChanged)
      }
    expect(await loanOf(loan.id, admin)).toEqual(loan)
  })

  it('rejects an outdated rate or term at every endpoint that makes commitments', async () => {
    const loan = await desk.makeLoan({ interestRate: '8.00', term: 24 })
    const base = { loanId: loan.id, percentage: '5' }
    const soft = await lena.call('createCommitment', { body: { ...base, isSoftCommit: 'true' } })
    const instructed = { instructedBy: 'Lena Brook, by phone', instructedOn: '2026-01-05' }
    const { id } = soft
    const refusalsOf = (shown: object) => [
      lena.refusal('createCommitment', { body: { ...base, ...shown } }),
      lena.refusal('createCommitment', { body: { ...base, percentage: '100', ...shown } }),
      lena.refusal('createCommitment', { body: { ...base, isSoftCommit: 'true', ...shown } }),
      lena.refusal('makeCommitmentBinding', { params: { id }, body: shown }),
      admin.refusal('makeCommitmentBindingOnBehalf', {
        params: { id },
        body: { ...instructed, ...shown },
      }),
      admin.refusal('recordCommitment', {
        params: { loanId: loan.id },
        body: { ...base, lenderId: luis.id, ...shown },
      }),
    ]
    for (const shown of [{ interestRate: '8.01' }, { interestRate: '8', term: 25 }])
      for (const refusal of await Promise.all(refusalsOf(shown)))
        expect(refusal, JSON.stringify(shown)).toBe(termsChanged)
    await admin.call('updateLoan', {
      params: { id: loan.id },
      body: { interestRate: '6.00', term: 36 },
    })
    const old = { interestRate: '8.00', term: 24 }
    expect(await lena.refusal('createCommitment', { body: { ...base, ...old } })).toBe(termsChanged)
    const now = { interestRate: '6.00', term: 36, amount: '50000.00' }
    const made = await lena.call('createCommitment', { body: { ...base, ...now } })
    expect(made).toMatchObject(now)
    expect(
      await lena.call('makeCommitmentBinding', { params: { id }, body: { ...now } }),
    ).toMatchObject(now)
  })
})

describe('a fully committed loan', () => {
  const amountsOf = (loanId: string) =>
    desk
      .rows<{ percentage: string; amount: string }>(
        'select percentage, amount from commitments where loan_id = $1 order by created_at',
        [loanId],
      )
      .then((rows) => rows.map((row) => `${row.percentage}: ${row.amount}`))

  it('allocates a fully committed loan to the cent, and gives the leftover cents to the largest remainders', async () => {
    const loan = await desk.makeLoan({ amount: '1000000.01' })
    for (const percentage of ['33', '33', '33'])
      await desk.makeCommitment(lena, loan, { percentage, amount: '330000.00' })
    const last = await desk.makeCommitment(luis, loan, { percentage: '1', amount: '10000.00' })
    expect(await amountsOf(loan.id)).toEqual([
      '33.00: 330000.01',
      '33.00: 330000.00',
      '33.00: 330000.00',
      '1.00: 10000.00',
    ])
    expect(last).toMatchObject({
      amount: '10000.00',
      loan: { committedAmount: '1000000.01', committedPercentage: '100.00' },
    })
  })

  it('removes excess cents from a fully committed loan when simple rounding would allocate too much', async () => {
    const loan = await desk.makeLoan({ amount: '0.01' })
    await desk.makeCommitment(lena, loan, { percentage: '50' })
    expect(await amountsOf(loan.id)).toEqual(['50.00: 0.01'])
    const last = await desk.makeCommitment(luis, loan, { percentage: '50', amount: '0.01' })
    expect(last.amount).toBe('0.00')
    expect(await amountsOf(loan.id)).toEqual(['50.00: 0.01', '50.00: 0.00'])
  })

  it('allocates a loan to the cent when it is completed by a single commitment or by a soft commitment made binding', async () => {
    const alone = await desk.makeLoan({ amount: '9999999999999.99' })
    expect((await desk.makeCommitment(lena, alone, { percentage: '100' })).amount).toBe(
      '9999999999999.99',
    )
    const loan = await desk.makeLoan({ amount: '100.01' })
    const soft = await desk.makeCommitment(lena, loan, { percentage: '50', isSoftCommit: 'true' })
    await desk.makeCommitment(luis, loan, { percentage: '50' })
    await lena.call('makeCommitmentBinding', { params: { id: soft.id }, body: {} })
    expect(await amountsOf(loan.id)).toEqual(['50.00: 50.01', '50.00: 50.00'])
  })

  it('allocates every fully committed loan to the cent, for any amount and shares', async () => {
    const wholeShares = fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 8 })
      .map((cuts) => [...cuts.toSorted((a, b) => a - b), 100])
      .map((cuts) => cuts.map((cut, index) => cut - (cuts[index - 1] ?? 0)))
    const cents = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
    await fc.assert(
      fc.asyncProperty(cents, wholeShares, async (value, shares) => {
        const amount = `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
        const loan = await desk.makeLoan({ amount })
        for (const share of shares)
          await desk.makeCommitment(lena, loan, { percentage: `${share}` })
        const now = await loanOf(loan.id)
        expect(now).toMatchObject({ committedPercentage: '100.00', committedAmount: amount })
        expect(await discrepancies(desk)).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})

it('shows lenders only their own commitments and never the other holders', async () => {
  spec('7.19')
  security('8.2.3')
  const loan = await desk.makeLoan()
  const [one, other] = [await desk.makeLender(), await desk.makeLender()]
  await desk.makeCommitment(one, loan, { percentage: '30' })
  await desk.makeCommitment(other, loan, { percentage: '20' })
  const reply = await one.send('listOwnCommitments')
  expect(readJson(reply)).toMatchObject([
    { percentage: '30.00', loan: { committedPercentage: '50.00' } },
  ])
  expect(reply.text).not.toContain(other.id)
})
