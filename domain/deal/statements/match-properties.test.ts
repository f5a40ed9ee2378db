/** The rules that hold for each statement and each closed loan. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AwaitedFunds, MatchedStatement } from './awaited.ts'
import { proposeReceipts } from './match.ts'
import { sumCents, type StatementEntry } from './statement.ts'

const names = ['Lakeside Capital', 'Harbor Trust', 'Jane Roe', 'Harbor']
/** Few amounts, so that they often agree, differ by a fee, or add up. */
const amounts = fc.constantFrom(0n, 2_500n, 10_000_000n, 14_997_500n, 15_000_000n, 25_000_000n)

const lenders = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(amounts, { minLength: 8, maxLength: 8 }))
  .map(([count, figures]) =>
    names.slice(0, count).map((lenderName, at) => {
      const [due = 0n, received = 0n] = [figures[at], figures[at + 4]]
      return {
        ...{ firmId: String(at), lenderName, companyName: null },
        certificateNumber: `3F2A91C0-1-0${at + 1}`,
        ...{ due, received: received < due ? received : due },
      }
    }),
  )

const awaited: fc.Arbitrary<AwaitedFunds> = lenders.map((each) => ({
  ...{ loanId: '3f2a91c0-1d48-4ab0-86f3-1e0b7d94c52a', loanNames: ['Elm Street'] },
  ...{ accountLastFour: null, lenders: each, recorded: [] },
}))

const texts = fc
  .subarray([...names, 'Elm Street', '3F2A91C0-1-01', '9A2A91C0-1-01', 'WIRE'])
  .map((words) => words.join(' '))

const entries = fc
  .array(
    fc.record({
      cents: amounts,
      text: texts,
      isCredit: fc.boolean(),
      isReversal: fc.constantFrom(false, false, false, true),
      currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
      bookedOn: fc.constantFrom('2027-01-04', '2027-01-05'),
      reference: fc.constantFrom('', 'FED1', 'FED2', 'FED3'),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map((each, at): StatementEntry => ({
      ...{ ...each, line: at + 1, accountLastFour: null },
    })),
  )

const always = (
  check: (matched: MatchedStatement, statement: StatementEntry[], funds: AwaitedFunds) => void,
) =>
  fc.assert(
    fc.property(entries, awaited, (statement, funds) => {
      check(proposeReceipts(statement, funds), statement, funds)
    }),
    { numRuns: 1_000 },
  )

it('never proposes more than is due from a lender', () => {
  always(({ proposals }, _statement, { lenders: all }) => {
    for (const { firmId, due, received } of all) {
      const mine = proposals.filter((each) => each.firmId === firmId)
      expect(sumCents(mine.map(({ cents }) => cents)) <= due - received).toBe(true)
    }
  })
})

it('proposes each entry at most once, whole, and only credits in dollars that no entry takes back', () => {
  always(({ proposals }, statement) => {
    expect(new Set(proposals.map(({ line }) => line)).size).toBe(proposals.length)
    for (const { line, cents } of proposals)
      expect(statement.find((entry) => entry.line === line)).toMatchObject({
        ...{ cents, currency: 'USD', isCredit: true, isReversal: false },
      })
  })
})

it('names each credit and each reversal that it does not propose', () => {
  always(({ proposals, left }, statement) => {
    const expected = statement.filter(({ isCredit, isReversal }) => isCredit || isReversal)
    const found = [...proposals, ...left].map(({ line }) => line)
    expect(found.toSorted((one, other) => one - other)).toEqual(expected.map(({ line }) => line))
  })
})

it('doesn’t depend on the order of the entries', () => {
  fc.assert(
    fc.property(
      entries.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      awaited,
      ([inOrder, shuffled], funds) => {
        expect(proposeReceipts(shuffled, funds)).toEqual(proposeReceipts(inOrder, funds))
      },
    ),
    { numRuns: 1_000 },
  )
})

it('proposes nothing of a recorded entry again, however many proposals were confirmed', () => {
  fc.assert(
    fc.property(entries, awaited, fc.infiniteStream(fc.boolean()), (statement, funds, choice) => {
      const confirmed = proposeReceipts(statement, funds).proposals.filter(
        () => choice.next().value,
      )
      const after: AwaitedFunds = {
        ...funds,
        recorded: confirmed,
        lenders: funds.lenders.map((lender) => {
          const mine = confirmed.filter(({ firmId }) => firmId === lender.firmId)
          return { ...lender, received: lender.received + sumCents(mine.map(({ cents }) => cents)) }
        }),
      }
      const again = proposeReceipts(statement, after).proposals.map(({ line }) => line)
      for (const { line } of confirmed) expect(again).not.toContain(line)
    }),
    { numRuns: 1_000 },
  )
})
