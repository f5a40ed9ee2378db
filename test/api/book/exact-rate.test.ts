import { afterEach, describe, expect, it } from 'vitest'
import { discrepancies } from '#test/support/books.ts'
import { openDeskWithPeople } from '#test/support/desk-with-people.ts'

const { desk, olga: admin, lena, luis } = await openDeskWithPeople({ RATE_LIMIT: 'off' })
afterEach(async () => {
  expect(await discrepancies(desk)).toEqual([])
})

const termsChanged = "409: The loan's terms have changed; please review them"

describe('a loan with an exact note rate', () => {
  it('rejects an outdated exact rate at every endpoint that makes commitments', async () => {
    const loan = await desk.makeLoan({ interestRate: '7.13', noteRate: '7.125' })
    const base = { loanId: loan.id, percentage: '5' }
    const { id } = await lena.call('createCommitment', { body: { ...base, isSoftCommit: 'true' } })
    const instructed = { instructedBy: 'Lena Brook, by phone', instructedOn: '2026-01-05' }
    await admin.call('updateLoan', { params: { id: loan.id }, body: { noteRate: '7.134' } })
    for (const noteRate of ['7.125', '7.13', '7.13399', '8']) {
      const shown = { interestRate: '7.13', noteRate }
      const refusals = [
        lena.refusal('createCommitment', { body: { ...base, ...shown } }),
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
      for (const refusal of await Promise.all(refusals))
        expect(refusal, noteRate).toBe(termsChanged)
    }
    const now = { interestRate: '7.13', noteRate: '7.13400' }
    await lena.call('createCommitment', { body: { ...base, ...now } })
    await lena.call('makeCommitmentBinding', { params: { id }, body: now })
  })

  it("compares the submitted exact rate with the interest rate if a loan's rate has two decimals", async () => {
    const loan = await desk.makeLoan({ interestRate: '7.13' })
    const base = { loanId: loan.id, percentage: '5' }
    expect(await lena.refusal('createCommitment', { body: { ...base, noteRate: '7.125' } })).toBe(
      termsChanged,
    )
    await lena.call('createCommitment', { body: { ...base, noteRate: '7.13' } })
  })

  it('commits without a submitted exact rate, and rejects a malformed one', async () => {
    const loan = await desk.makeLoan({ interestRate: '7.13', noteRate: '7.125' })
    const base = { loanId: loan.id, percentage: '5' }
    await lena.call('createCommitment', { body: { ...base, interestRate: '7.13' } })
    for (const noteRate of ['7.123456', '999.99001', '-7', 'x', ''])
      expect(await lena.refusal('createCommitment', { body: { ...base, noteRate } })).toBe(
        '400: Must be a rate like 7.125',
      )
  })
})
