import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  compareFigures,
  parseMoney,
  parsePercent,
  sumMoney,
  sumPercent,
  wholePercent,
  zeroMoney,
  zeroPercent,
  type Money,
  type Percent,
} from '#domain/money.ts'
import type { ActContext } from './act-entries.ts'
import {
  changeShare,
  commitShare,
  isRefusal,
  makeBinding,
  releaseLine,
  withdrawLine,
  type ActResult,
} from './acts.ts'
import { isActive, isBinding, type Book, type Line } from './lines.ts'
import { followTerms, withdrawSoftOf } from './settle.ts'

const lenders = ['lena', 'luis', 'mei'].map((id) => ({
  ...{ id, firstName: id, lastName: 'Brook', companyName: null, firmId: `firm of ${id}` },
}))
const admin = {
  id: 'olga',
  firstName: 'Olga',
  lastName: 'North',
  companyName: null,
  firmId: 'firm of olga',
}
const people = new Map(lenders.map((lender) => [lender.id, lender]))
const money = (text: string): Money => parseMoney(text) ?? zeroMoney
const percent = (hundredths: number): Percent =>
  parsePercent((hundredths / 100).toFixed(2)) ?? zeroPercent

const emptyBook = (amount: string): Book => ({
  loan: {
    id: 'pier',
    title: 'Pier 4',
    amount: money(amount),
    interestRate: percent(725),
    term: 24,
    status: 'open',
    committedPercentage: zeroPercent,
    committedAmount: zeroMoney,
    softPercentage: zeroPercent,
    holdPercentage: zeroPercent,
    noteRate: null,
    ...{ bookStage: 'open', commitmentDeadline: null, minShare: null, maxShare: null },
  },
  lines: [],
})

interface Step {
  act: 'commit' | 'change' | 'withdraw' | 'bind' | 'release'
  lender: number
  isSoft: boolean
  hundredths: number
  place: number
}

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom('commit', 'commit', 'change', 'withdraw', 'bind', 'release'),
    lender: fc.nat(2),
    isSoft: fc.boolean(),
    hundredths: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(2500, 3300, 3400)),
    place: fc.nat(),
  }),
  { maxLength: 40 },
)

let acts = 0
const contextOf = (lender: number): ActContext => ({
  actor: admin,
  lender: lenders[lender] ?? admin,
  receiptId: `act-${(acts += 1)}`,
  instruction: { instructedBy: 'Lena', instructedOn: '2026-11-20' },
  at: new Date(acts * 1000).toISOString(),
})

function run(book: Book, { act, lender, isSoft, hundredths, place }: Step): ActResult | null {
  const share = percent(hundredths)
  if (act === 'commit')
    return commitShare(book, contextOf(lender), { percentage: share, isSoft, shown: {} })
  const line = book.lines[place % Math.max(book.lines.length, 1)]
  if (!line) return null
  const context = contextOf(lenders.findIndex(({ id }) => id === line.lenderId))
  if (act === 'change') return changeShare(book, context, line, share)
  if (act === 'withdraw') return withdrawLine(book, context, line)
  if (act === 'bind') return makeBinding(book, context, line, {})
  return releaseLine(book, context, line, 'Agreed.')
}

/** Returns the stored rows after the action, including ended commitments, which a `Book` omits. */
function apply(all: readonly Line[], result: Exclude<ActResult, { code: string }>): Line[] {
  const stored = new Map(result.stored.map((line) => [line.id, line]))
  const known = new Set(all.map(({ id }) => id))
  return [
    ...all.map((line) => stored.get(line.id) ?? line),
    ...result.stored.filter(({ id }) => !known.has(id)),
  ]
}

const countedOf = (lines: readonly Line[]) => {
  const binding = lines.filter(isActive).filter(isBinding)
  const soft = lines.filter(isActive).filter((line) => line.isSoft)
  return {
    committedPercentage: sumPercent(binding.map(({ percentage }) => percentage)),
    committedAmount: sumMoney(binding.map(({ amount }) => amount)),
    softPercentage: sumPercent(soft.map(({ percentage }) => percentage)),
  }
}

it('keeps stored totals correct and within the loan amount after any sequence of actions', () => {
  const amounts = fc.constantFrom('100.01', '1000000.00', '12345678.91', '0.07')
  fc.assert(
    fc.property(amounts, steps, (amount, sequence) => {
      let book = emptyBook(amount)
      let all: Line[] = []
      for (const step of sequence) {
        const result = run(book, step)
        if (result === null || isRefusal(result)) continue
        all = apply(all, result)
        book = { loan: result.loan, lines: all.filter(isActive) }
        const counted = countedOf(all)
        expect(result.loan).toMatchObject(counted)
        const beyond = compareFigures(counted.committedPercentage, wholePercent(100))
        expect(beyond).toBeLessThanOrEqual(0)
        if (beyond === 0) expect(counted.committedAmount).toBe(book.loan.amount)
        for (const { id } of lenders)
          expect(
            compareFigures(
              countedOf(all.filter(({ lenderId }) => lenderId === id)).softPercentage,
              wholePercent(100),
            ),
          ).toBeLessThanOrEqual(0)
      }
    }),
  )
})

it('records each change to an amount in exactly one audit entry', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      let book = emptyBook('1000000.01')
      for (const step of sequence) {
        const result = run(book, step)
        if (result === null || isRefusal(result)) continue
        const before = new Map(book.lines.map((line) => [line.id, line.amount]))
        const moved = result.stored.filter(
          ({ id, amount }) => id !== result.line.id && before.get(id) !== amount,
        )
        const cents = result.entries.filter(({ kind }) => kind.startsWith('cents'))
        expect(cents.flatMap((entry) => Object.keys(entry.after ?? {})).toSorted()).toEqual(
          moved.map(({ id }) => id).toSorted(),
        )
        book = { loan: result.loan, lines: apply(book.lines, result).filter(isActive) }
      }
    }),
  )
})

it('accepts commitments with shares that have two decimal places', () => {
  const third = { percentage: percent(3333), isSoft: false, shown: {} }
  const result = commitShare(emptyBook('300.00'), contextOf(0), third)
  if (isRefusal(result)) throw new Error(result.message)
  expect(result.line).toMatchObject({ percentage: '33.33', amount: '99.99' })
  expect(result.loan.committedPercentage).toBe('33.33')
})

it('withdraws only the soft commitments of the specified firm', () => {
  let book = emptyBook('1000000.00')
  for (const [lender, isSoft] of [
    [0, true],
    [0, false],
    [1, true],
    [0, true],
  ] as const) {
    const wanted = { percentage: percent(1000), isSoft, shown: {} }
    const result = commitShare(book, contextOf(lender), wanted)
    if (isRefusal(result)) throw new Error(result.message)
    book = { loan: result.loan, lines: apply(book.lines, result) }
  }
  let receipts = 0
  const closing = { actor: admin, firmId: 'firm of lena', people, at: 'now' }
  const ended = withdrawSoftOf(book, closing, () => String((receipts += 1)))
  expect(ended.stored.map(({ lenderId, isSoft, status }) => [lenderId, isSoft, status])).toEqual([
    ['lena', true, 'withdrawn'],
    ['lena', true, 'withdrawn'],
  ])
  expect(ended.entries.map(({ id, kind }) => [id, kind])).toEqual([
    ['1', 'commitmentWithdrawn'],
    ['2', 'commitmentWithdrawn'],
  ])
  expect(ended.loan).toMatchObject({ softPercentage: '10.00', committedPercentage: '10.00' })
})

it("keeps a lender's soft commitments in a funded loan when the lender's account is closed", () => {
  const made = commitShare(emptyBook('100.00'), contextOf(0), {
    percentage: percent(1000),
    isSoft: true,
    shown: {},
  })
  if (isRefusal(made)) throw new Error(made.message)
  const loan = { ...made.loan, status: 'funded' as const }
  const book = { loan, lines: made.stored }
  const closing = { actor: admin, firmId: 'firm of lena', people, at: 'now' }
  expect(withdrawSoftOf(book, closing, () => 'x').stored).toEqual([])
})

it('applies new terms only to soft commitments, not to binding ones', () => {
  const soft = commitShare(emptyBook('100.00'), contextOf(0), {
    percentage: percent(3300),
    isSoft: true,
    shown: {},
  })
  if (isRefusal(soft)) throw new Error(soft.message)
  const binding: Line = { ...soft.line, id: 'binding', isSoft: false }
  const terms = { amount: money('200.00'), interestRate: percent(800), term: 36 }
  const followed = followTerms([soft.line, binding], terms)
  expect(followed.stored).toMatchObject([
    { id: soft.line.id, amount: '66.00', loanAmount: '200.00', interestRate: '8.00', term: 36 },
  ])
  expect([...followed.changes]).toEqual([[soft.line.id, { before: '33.00', after: '66.00' }]])
  expect(followed.holders).toEqual(['firm of lena'])
})
