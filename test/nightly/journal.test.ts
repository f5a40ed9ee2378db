/**
 * Reads generated journals with hledger and ledger. Both must find the same accounts and, to the cent, the same balances
 * as are due.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeJournal, type JournalSource } from '#domain/deal/journal.ts'
import { exactly } from '#domain/money.ts'
import { requireProgram } from '#test/tools/debian-package.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

const programs = { hledger: '/usr/bin/hledger', ledger: '/usr/bin/ledger' }
let folder: string
let file: string

beforeAll(() => {
  for (const [name, program] of Object.entries(programs)) requireProgram(program, name)
  folder = mkdtempSync(path.join(tmpdir(), 'desk-journal-'))
  file = path.join(folder, 'loan.journal')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** No settings of the person who runs the test. */
const run = (program: string, ...options: string[]) =>
  execFileSync(program, options, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' },
  })

type Balances = Record<string, bigint>

function readWithHledger(): Balances {
  run(programs.hledger, '-f', file, 'check')
  const answer = run(programs.hledger, '-f', file, 'balance', '--flat', '-E', '-O', 'json')
  const [rows] = JSON.parse(answer) as [
    [
      name: string,
      string,
      number,
      { aquantity: { decimalMantissa: number; decimalPlaces: number } }[],
    ][],
  ]
  return Object.fromEntries(
    rows.map(([name, , , amounts]) => {
      const [{ aquantity } = { aquantity: { decimalMantissa: 0, decimalPlaces: 2 } }] = amounts
      const { decimalMantissa, decimalPlaces } = aquantity
      return [name, BigInt(decimalMantissa) * 10n ** BigInt(2 - decimalPlaces)]
    }),
  )
}

function readWithLedger(): Balances {
  const format = '%(account)\t%(quantity(display_total))\n'
  const options = ['--flat', '--no-total', '-E', '--format', format]
  const answer = run(programs.ledger, '-f', file, 'balance', ...options)
  return Object.fromEntries(
    answer
      .split('\n')
      .filter(Boolean)
      .map((row) => {
        const [name = '', figure = ''] = row.split('\t')
        const [units = '', decimals = ''] = figure.split('.')
        return [name, BigInt(units + decimals.padEnd(2, '0'))]
      }),
  )
}

const tokens = fc.constantFrom(
  ...[' ', '  ', '\t', '\n', '\r', ';', '|', ':', '(', ')', '*', '!', '=', '@', '"', '{', '}', '['],
  ...[']', '%', '#', '~', '$5.00', '&', '\\', "'", ',', '-', '2027-01-01', 'include x', 'comment'],
  ...[
    'end comment',
    'Größe',
    '倉庫',
    '\u00a0',
    '\u2003',
    '\u2028',
    '\u200f',
    '🏢',
    '1.000,00',
    'Bank',
  ],
)
const names = fc
  .array(fc.oneof(tokens, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 8 })
  .map((parts) => parts.join(''))
const amounts = fc
  .oneof(fc.bigInt({ min: 1n, max: 999n }), fc.bigInt({ min: 1n, max: 99_999_999_999_999n }))
  .map(exactly.asMoney)

const sources: fc.Arbitrary<JournalSource> = fc.record({
  loanId: fc.constant('3f2a91c0-1d48-4ab0-86f3-1e0b7d94c52a'),
  loanTitle: names,
  registers: fc.array(
    fc.record({
      version: fc.integer({ min: 1, max: 9 }),
      day: fc.constantFrom('2027-01-04', '2027-02-28'),
      isVoid: fc.boolean(),
      endDay: fc.constant('2027-03-01'),
      wasFunded: fc.constant(false),
      entries: fc.array(
        fc.record({
          ...{ firmId: fc.constantFrom('f1', 'f2', 'f3'), lenderName: names },
          ...{ isHold: fc.boolean(), amount: amounts },
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  receipts: fc.array(
    fc.record({
      ...{ firmId: fc.constantFrom('f1', 'f2', 'f3'), lenderName: names, amount: amounts },
      ...{ day: fc.constantFrom('2027-01-05', '2028-02-29'), reference: names },
      reversal: fc.option(fc.record({ day: fc.constant('2028-03-01'), reason: names })),
    }),
    { maxLength: 4 },
  ),
})

/** The accounts and their balances, added up from the text alone. */
function expectedOf(text: string): Balances {
  const balances: Balances = {}
  for (const [, account = '', figure = ''] of text.matchAll(/^ {4}(\S.*?) {2}\$(\S+)$/gmu))
    balances[account] = (balances[account] ?? 0n) + BigInt(figure.replace('.', ''))
  return balances
}

it('is read by hledger and ledger alike, with each account, to the cent', () => {
  let accounts = 0
  fc.assert(
    fc.property(sources, (source) => {
      const text = writeJournal(source)
      writeFileSync(file, text)
      const expected = expectedOf(text)
      accounts += Object.keys(expected).length
      expect(readWithHledger()).toEqual(expected)
      expect(readWithLedger()).toEqual(expected)
    }),
    { numRuns: 200 },
  )
  expect(accounts).toBeGreaterThan(500)
}, 300_000)
