import { describe, expect, it } from 'vitest'
import { recordedCommitment, release } from './shapes.ts'

const id = '3f2a1c9e-5b7d-4e8a-9c0b-1d2e3f4a5b6c'
const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message)

describe('a commitment on behalf of a lender', () => {
  const given = { loanId: id, lenderId: id, percentage: '10' }

  it('requires a lender for a recorded commitment and makes the commitment binding unless it is marked as soft', () => {
    expect(recordedCommitment.parse(given)).toEqual({
      loanId: id,
      lenderId: id,
      percentage: '10.00',
      isSoftCommit: false,
    })
  })

  it.each([undefined, null, '', 'x', 5])('rejects %j as a lender id', (lenderId) => {
    expect(messagesOf(recordedCommitment.safeParse({ ...given, lenderId }))).toEqual([
      'Please select a lender',
    ])
  })

  it("applies the same share rules to a recorded commitment as to a lender's own commitment", () => {
    for (const percentage of ['0', '101', '2.5', 10])
      expect(messagesOf(recordedCommitment.safeParse({ ...given, percentage }))).toEqual([
        'Percentage must be a whole number from 1 to 100',
      ])
  })
})

describe('a release', () => {
  it('requires a reason for a release, trims the reason, and limits its length', () => {
    expect(release.parse({ reason: '  Agreed. ' })).toEqual({ reason: 'Agreed.' })
    for (const reason of [undefined, null, '', ' \n'])
      expect(messagesOf(release.safeParse({ reason }))).toEqual(['Please give a reason'])
    expect(messagesOf(release.safeParse({ reason: 'x'.repeat(1001) }))).toEqual([
      'Must be at most 1000 characters',
    ])
  })
})
