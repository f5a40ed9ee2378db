import type { Funding } from '#contract/deal/funding.ts'
import type { ProposedReceipt } from '#contract/deal/statements.ts'
import { parseMoney, zeroMoney } from '#domain/money.ts'
import { expect, it } from 'vitest'
import {
  describeSelected,
  describeStatement,
  keyProposals,
  lineName,
  moneyState,
} from './describe-statement.ts'

const proposal = (more: Partial<ProposedReceipt> = {}): ProposedReceipt => ({
  ...{ line: 1, firmId: 'alder', lenderName: 'Alder Bank', amount: zeroMoney },
  ...{ receivedOn: '2027-01-04', reference: 'R1', kind: 'part', why: [] },
  ...more,
})

it('tells proposals of one line apart, also those alike, and keeps their keys', () => {
  const all = [
    ...[proposal(), proposal({ reference: 'R2' })],
    ...[proposal({ reference: 'R2' }), proposal({ reference: 'R3' })],
  ]
  const keys = keyProposals(all).map(({ key }) => key)
  expect(new Set(keys).size).toBe(4)
  expect(keyProposals(all.slice(1)).map(({ key }) => key)).toEqual(keys.slice(1))
})

it('changes with receipts, reversals, versions and instructions in force', () => {
  type State = { register: string; sent?: string; reversals: (object | null)[] }
  const stateOf = ({ register, sent, reversals }: State) =>
    moneyState({
      register: { id: register },
      instructions: sent === undefined ? [] : [{ id: sent, state: 'sent' }],
      receipts: reversals.map((reversal) => ({ reversal })),
    } as Funding)
  const states = [
    { register: 'r1', reversals: [] },
    { register: 'r1', reversals: [null] },
    { register: 'r1', reversals: [{}] },
    { register: 'r2', reversals: [] },
    { register: 'r1', sent: 'i1', reversals: [] },
    { register: 'r1', sent: 'i2', reversals: [] },
  ].map(stateOf)
  expect(new Set(states).size).toBe(states.length)
})

it('counts the entries of a file, without parts that are none', () => {
  const found = { format: 'bai2', entries: 1_200, proposals: [1, 2], leftCount: 1 } as const
  expect(describeStatement({ ...found, problemCount: 3 })).toBe(
    'BAI2 with 1,200 entries: 2 receipts proposed, 1 entry left, 3 problems.',
  )
  const none = { ...found, format: 'table', entries: 1, proposals: [], leftCount: 0 } as const
  expect(describeStatement({ ...none, problemCount: 0 })).toBe(
    'Table with 1 entry: 0 receipts proposed.',
  )
})

it('names the rows of a table and the lines of other files', () => {
  expect([lineName('table'), lineName('camt053')]).toEqual(['Row', 'Line'])
})

it('sums the selected receipts beside the money that is missing', () => {
  const money = (text: string) => parseMoney(text) ?? zeroMoney
  const selected = [{ amount: money('250000') }, { amount: money('100000') }]
  expect(describeSelected(selected, money('550000'))).toBe(
    '$350,000.00 of the $550,000.00 missing is selected; $200,000.00 stays missing.',
  )
  expect(describeSelected(selected, money('350000'))).toMatch(/; nothing stays missing\.$/)
})
