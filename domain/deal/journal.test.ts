import { parseMoney, zeroMoney } from '#domain/money.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  writeJournal,
  type JournalReceipt,
  type JournalRegister,
  type JournalSource,
} from './journal.ts'

const money = (text: string) => parseMoney(text) ?? zeroMoney

const line = (firmId: string, lenderName: string, amount: string, isHold = false) => ({
  ...{ firmId, lenderName, isHold, amount: money(amount) },
})

const register = (version: number, more: Partial<JournalRegister> = {}): JournalRegister => ({
  ...{ version, day: '2027-01-04', isVoid: false, endDay: null, wasFunded: false },
  entries: [
    line('f1', 'Lakeside Capital', '250000.01'),
    line('f2', 'Harbor Trust', '400000.00'),
    line('f0', 'Paripassu', '349999.99', true),
  ],
  ...more,
})

const receipt = (more: Partial<JournalReceipt> = {}): JournalReceipt => ({
  ...{ firmId: 'f1', lenderName: 'Lakeside Capital', amount: money('249975.01') },
  ...{ day: '2027-01-05', reference: '000123', reversal: null },
  ...more,
})

const source = (more: Partial<JournalSource> = {}): JournalSource => ({
  ...{ loanId: '3f2a91c0-1d48-4ab0-86f3-1e0b7d94c52a', loanTitle: 'Elm Street' },
  ...{ registers: [register(1)], receipts: [receipt()] },
  ...more,
})

it('writes a register and a receipt', () => {
  expect(writeJournal(source())).toBe(
    `; Registers and receipts of Elm Street, loan 3f2a91c0-1d48-4ab0-86f3-1e0b7d94c52a, in US dollars

2027-01-04 * (3F2A91C0-1) Register of Elm Street, version 1
    Assets:Due From Lenders:Elm Street:Lakeside Capital  $250000.01
    Assets:Due From Lenders:Elm Street:Harbor Trust  $400000.00
    Assets:Loan Kept:Elm Street  $349999.99
    Equity:Loan Closed:Elm Street  $-1000000.00

2027-01-05 * (000123) Receipt of Lakeside Capital
    Assets:Bank  $249975.01
    Assets:Due From Lenders:Elm Street:Lakeside Capital  $-249975.01
`,
  )
})

it('writes a later version as its difference, and a void one as its opposite', () => {
  const entries = [
    line('f1', 'Lakeside Capital', '250000.01'),
    line('f0', 'Paripassu', '349999.99', true),
    line('f0', 'Paripassu', '400000.00', true),
  ]
  const later = register(2, { day: '2027-01-06', entries, isVoid: true, endDay: '2027-01-07' })
  const text = writeJournal(source({ registers: [later, register(1)], receipts: [] }))
  expect(text.split('\n\n').slice(2)).toEqual([
    `2027-01-06 * (3F2A91C0-2) Register of Elm Street, version 2
    Assets:Loan Kept:Elm Street  $400000.00
    Assets:Due From Lenders:Elm Street:Harbor Trust  $-400000.00`,
    `2027-01-07 * (3F2A91C0-2) Register of Elm Street, version 2, is void
    Assets:Due From Lenders:Elm Street:Lakeside Capital  $-250000.01
    Assets:Loan Kept:Elm Street  $-749999.99
    Equity:Loan Closed:Elm Street  $1000000.00
`,
  ])
})

it('writes a reversed receipt twice, with its reason', () => {
  const reversal = { day: '2027-01-06', reason: 'Wrong loan; see mail\nof Jan 6' }
  const text = writeJournal(source({ registers: [], receipts: [receipt({ reversal })] }))
  expect(text.split('\n\n').at(-1)).toBe(
    `2027-01-06 * (000123) Receipt of Lakeside Capital, reversed: Wrong loan, see mail of Jan 6
    Assets:Bank  $-249975.01
    Assets:Due From Lenders:Elm Street:Lakeside Capital  $249975.01
`,
  )
})

it('writes the money of a loan that was funded before as received', () => {
  const text = writeJournal(source({ registers: [register(1, { wasFunded: true })], receipts: [] }))
  expect(text).toContain('    Assets:Bank  $650000.01\n')
  expect(text).not.toContain('Due From Lenders')
})

describe('writing names', () => {
  it.each([
    ['A  B', 'A B'],
    ['A\tB\r\nC\u2028D\u00a0\u2003E', 'A B C D E'],
    ['Fund: One', 'Fund - One'],
    ['A; B', 'A, B'],
    ['A | B', 'A / B'],
    ['A ; ; B', 'A , , B'],
    ['A\u0000B\u200fC', 'A B C'],
    ['A \ud800', 'A \ufffd'],
    [' ', 'Unnamed'],
  ])('writes %j as %j', (lenderName, name) => {
    const text = writeJournal(source({ registers: [], receipts: [receipt({ lenderName })] }))
    expect(text).toContain(`    Assets:Due From Lenders:Elm Street:${name}  $-249975.01\n`)
  })

  it('uses the name of the latest version', () => {
    const renamed = register(2, { entries: [line('f1', 'Lakeside Partners', '250000.01')] })
    const text = writeJournal(source({ registers: [renamed, register(1)] }))
    expect(text).not.toContain(':Lakeside Capital')
  })

  it('distinguishes two firms of one name by their ids', () => {
    const receipts = [receipt(), receipt({ firmId: 'f2', lenderName: 'LAKESIDE  capital' })]
    const text = writeJournal(source({ registers: [], receipts }))
    expect(text).toContain(':Lakeside Capital f1  $')
    expect(text).toContain(':LAKESIDE capital f2  $')
  })

  it('removes characters that would end the code of a reference', () => {
    const reference = 'A) * 2027-01-01 (B'
    const text = writeJournal(source({ registers: [], receipts: [receipt({ reference })] }))
    expect(text).toContain('2027-01-05 * (A * 2027-01-01 B) Receipt of Lakeside Capital\n')
  })
})

const texts = fc.string({ unit: 'binary' })
const amounts = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const asMoney = (cents: bigint) => money(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)

it('balances each transaction to the cent, whatever names and amounts it has', () => {
  const shares = fc.record({ name: texts, cents: amounts, isHold: fc.boolean() })
  fc.assert(
    fc.property(
      texts,
      fc.array(shares, { maxLength: 5 }),
      fc.array(shares, { maxLength: 5 }),
      (loanTitle, held, paid) => {
        const entries = held.map(({ name, cents, isHold }, at) => ({
          ...{ firmId: `f${at}`, lenderName: name, isHold, amount: asMoney(cents) },
        }))
        const receipts = paid.map(({ name, cents }, at) =>
          receipt({ firmId: `f${at}`, lenderName: name, amount: asMoney(cents), reference: name }),
        )
        const text = writeJournal(
          source({ loanTitle, registers: [register(1, { entries })], receipts }),
        )
        const [head, ...transactions] = text.split('\n\n')
        expect(head?.trimEnd()).not.toContain('\n')
        for (const transaction of transactions.filter(Boolean)) {
          const [first = '', ...postings] = transaction.trimEnd().split('\n')
          expect(first).toMatch(/^\d{4}-\d\d-\d\d \* \([^()]+\) \S/)
          const cents = postings.map((posting) => {
            const [, account = '', figure = ''] =
              /^ {4}(\S.*\S) {2}\$(-?\d+\.\d\d)$/.exec(posting) ?? []
            expect(account).toMatch(/^(Assets|Equity):/)
            expect(account).not.toMatch(/ {2}|;|\p{Cc}/u)
            return BigInt(figure.replace('.', ''))
          })
          expect(cents.reduce((sum, each) => sum + each, 0n)).toBe(0n)
        }
      },
    ),
  )
})
