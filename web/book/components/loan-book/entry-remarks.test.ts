import type { BookEntry } from '#contract/book/shapes.ts'
import type { Money } from '#domain/money.ts'
import { wholePercent } from '#domain/money.ts'
import { bareLoan } from '#test/support/bare-loan.ts'
import { formatTimestamp } from '#web/time/timestamps.ts'
import { expect, test } from 'vitest'
import { remarksOf } from './entry-remarks.ts'

const at = '2026-01-31T09:30:00.000Z'
const entry: BookEntry = {
  id: '1',
  lenderId: '2',
  firmId: 'firm',
  lenderName: 'Lena Brook',
  firmName: null,
  personName: 'Lena Brook',
  lenderEmail: 'lena@lenders.example',
  lenderCompanyName: null,
  isReachable: 'true',
  isAdmin: 'false',
  percentage: wholePercent(5),
  amount: '50000.00' as Money,
  isSoftCommit: 'true',
  status: 'withdrawn',
  createdAt: at,
  endedAt: at,
  recordedBy: null,
  isHold: 'false',
  releasedBy: null,
  releaseReason: null,
  instruction: null,
  withdrawnBy: null,
  loanAmount: bareLoan.amount,
  interestRate: bareLoan.interestRate,
  term: bareLoan.term,
  hasReceipt: 'true',
  can: [],
}
const instruction = {
  actedBy: 'Olga North',
  instructedBy: 'Lena Brook, by phone',
  instructedOn: '2026-01-05',
}
const remarks = (fields: Partial<BookEntry>) => remarksOf({ ...entry, ...fields }, bareLoan)

test('says whether a book entry was ended by its lender, by an administrator, or by deactivation', () => {
  const time = formatTimestamp(at)
  expect(remarks({})).toEqual([`Withdrawn by the lender ${time}`])
  expect(remarks({ instruction })).toEqual([
    `Withdrawn ${time} by Olga North, as instructed by Lena Brook, by phone on Jan 5, 2026`,
  ])
  expect(remarks({ withdrawnBy: 'Olga North' })).toEqual([
    `Withdrawn by Olga North ${time}: account deactivated`,
  ])
})

test("mentions the lender's instruction for a book entry that was recorded, changed, or made binding", () => {
  const active = { status: 'active', endedAt: null, instruction } as const
  const word = 'as instructed by Lena Brook, by phone on Jan 5, 2026'
  expect(remarks(active)).toEqual([`Changed by Olga North, ${word}`])
  expect(remarks({ ...active, isSoftCommit: 'false' })).toEqual([
    `Made binding by Olga North, ${word}`,
  ])
  expect(remarks({ ...active, recordedBy: 'Otto South' })).toEqual([
    "Recorded by Otto South on the lender's behalf",
    'Last instruction: Lena Brook, by phone on Jan 5, 2026, to Olga North',
  ])
})

test('explains why no message can be sent to the lender of an active book entry', () => {
  expect(remarks({ status: 'active' })).toEqual([])
  expect(remarks({ status: 'active', isReachable: 'false' })).toEqual([
    'Messages are off: this person has no active, approved lender account',
  ])
  // Administrators can't send each other messages about a loan.
  expect(remarks({ status: 'active', isReachable: 'false', isAdmin: 'true' })).toEqual([])
})
