import type { Funding, Instructions, LenderFunding } from '#contract/deal/funding.ts'
import { parseMoney, parsePercent, zeroMoney, zeroPercent } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  describeAnotherVersion,
  describeMoney,
  describeReceipt,
  refusalOfReceipt,
  describeSending,
  describeTakeOver,
} from './describe-funding.ts'

const money = (text: string) => parseMoney(text) ?? zeroMoney
const share = (text: string) => parsePercent(text) ?? zeroPercent

const alder: LenderFunding = {
  ...{ entryId: 'e', line: 1, certificateNumber: '3F2A91C0-1-01', firmId: 'f' },
  ...{ lenderName: 'Alder Bank', companyName: null, percentage: share('2') },
  ...{ amount: money('250000.00'), received: money('249975.00'), outstanding: money('25.00') },
  ...{ state: 'partial', callBack: null, can: ['recordReceipt'] },
}
const totals: Funding['totals'] = {
  ...{ due: money('250000.00'), received: money('249975.00'), outstanding: money('25.00') },
  ...{ lendersOutstanding: 1, holdPercentage: share('20'), holdAmount: money('2500000.00') },
}

it('says how much of the money has come', () => {
  expect(describeMoney({ lenders: [alder], totals })).toBe(
    '0 of 1 lender has paid in full; $25.00 is missing.',
  )
  const two = { ...totals, lendersOutstanding: 1 }
  expect(describeMoney({ lenders: [alder, alder], totals: two })).toBe(
    '1 of 2 lenders have paid in full; $25.00 is missing.',
  )
  const paid = { ...totals, outstanding: zeroMoney, lendersOutstanding: 0 }
  expect(describeMoney({ lenders: [alder], totals: paid })).toBe('All $250,000.00 has come.')
})

it('says what recording an amount does, to the cent', () => {
  expect(describeReceipt(alder, '25', totals)).toEqual({
    lender: 'Alder Bank has then paid all $250,000.00.',
    loan: 'All money of the loan has then come.',
  })
  expect(describeReceipt(alder, '24.99', { outstanding: money('125.00') })).toEqual({
    lender: 'Alder Bank has then paid $249,999.99 of $250,000.00; $0.01 is still missing.',
    loan: 'The whole loan then lacks $100.01.',
  })
  expect(describeReceipt(alder, '25.01', totals)).toBeNull()
  expect(refusalOfReceipt(alder, '25.01')).toBe(
    '$250,000.00 is due and $249,975.00 has come: enter at most $25.00',
  )
  const unpaid = { ...alder, received: zeroMoney, outstanding: alder.amount }
  expect(describeReceipt(unpaid, '249,975.00', { outstanding: alder.amount })?.lender).toContain(
    '$25.00 is still missing',
  )
  for (const typed of ['', '0', '-1', '1.234', 'x']) {
    expect(describeReceipt(alder, typed, totals)).toBeNull()
    expect(refusalOfReceipt(alder, typed)).toBeNull()
  }
})

it('says what the originator keeps after a take-over', () => {
  expect(describeTakeOver(alder, totals)).toBe(
    'You take over 2% ($250,000.00) from Alder Bank, and then keep 22% ($2,750,000.00).',
  )
})

it('says what is asked for, and that a later version replaces the one before', () => {
  const dueAt = '2027-05-15T21:00:00Z'
  const funding = { lenders: [alder], totals }
  expect(describeSending({ version: 1, dueAt }, funding)).toBe(
    '1 lender is asked for $250,000.00 by May 15, 2027, 5:00 PM EDT.',
  )
  expect(describeSending({ version: 2, dueAt }, funding)).toContain(
    'These replace the version before.',
  )
})

it('says what becomes of the versions before another one', () => {
  const version = (number: number, state: Instructions['state']) =>
    ({ version: number, state }) as Instructions
  const called = { ...alder, callBack: {} as LenderFunding['callBack'] }
  const sent = version(1, 'sent')
  expect(describeAnotherVersion({ instructions: [], lenders: [alder] })).toBeNull()
  expect(describeAnotherVersion({ instructions: [sent], lenders: [alder, called] })).toBe(
    'Version 1 stays in force until you send this one. Lenders then see for 30 days that the instructions changed. 1 lender called back to verify version 1, and must call again.',
  )
  expect(describeAnotherVersion({ instructions: [version(1, 'verified')], lenders: [alder] })).toBe(
    'This replaces the unsent version 1.',
  )
})
