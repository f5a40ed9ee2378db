import { spec } from '#test/support/requirements.ts'
import { describe, expect, it } from 'vitest'
import { newCommitment } from './commitments.ts'

const loanId = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'
const given = (more: Record<string, unknown>) =>
  newCommitment.safeParse({ loanId, percentage: '10', ...more })
const messagesOf = (more: Record<string, unknown>) =>
  given(more).error?.issues.map((issue) => issue.message)

describe('a share', () => {
  it('accepts a whole percentage from 1 to 100 as a share, with or without zeros after the decimal point', () => {
    for (let share = 1; share <= 100; share += 1) {
      expect(given({ percentage: `${share}` }).data?.percentage).toBe(`${share}.00`)
      expect(given({ percentage: `${share}.00` }).data?.percentage).toBe(`${share}.00`)
    }
  })

  it.each(['0', '0.00', '-1', '101', '100.01', '25.5', '2.05', '1e1', '٥', ' 5', '05', 'NaN', ''])(
    'rejects %j as a share',
    (percentage) => {
      spec('5.3.3')
      expect(messagesOf({ percentage })).toEqual([
        'Percentage must be a whole number from 1 to 100',
      ])
    },
  )

  it.each([25, null, undefined, true, ['25'], { percentage: '25' }])(
    "rejects %j as a share because it isn't a string",
    (percentage) => {
      expect(messagesOf({ percentage })).toEqual([
        'Percentage must be a whole number from 1 to 100',
      ])
    },
  )
})

describe('the displayed amount', () => {
  it('accepts a commitment request that omits the displayed amount', () => {
    expect(given({}).success).toBe(true)
    expect(given({ amount: '250000.00' }).data?.amount).toBe('250000.00')
  })

  it.each(['-1', '1e5', 'NaN', '1,000', '', '1.005', '99999999999999'])(
    'rejects %j as the displayed amount',
    (amount) => {
      spec('5.3.3')
      expect(messagesOf({ amount })).toEqual(['Must be an amount like 250000.00'])
    },
  )
})

describe("a commitment's other fields", () => {
  it('makes a commitment binding unless it is marked as soft', () => {
    expect(given({}).data?.isSoftCommit).toBe(false)
    expect(given({ isSoftCommit: 'true' }).data?.isSoftCommit).toBe(true)
    for (const isSoftCommit of [true, false, 'yes', 'TRUE', null, 1])
      expect(given({ isSoftCommit }).success).toBe(false)
  })

  it('ignores the lender id in a commitment request, even if it is invalid', () => {
    for (const lenderId of ['placeholder', loanId, null, undefined])
      expect(given({ lenderId }).success).toBe(true)
  })

  it('requires a loan id in a commitment request', () => {
    for (const wrong of ['x', '', null, 5, undefined])
      expect(messagesOf({ loanId: wrong })).toEqual(["This isn't a valid id"])
  })
})
