import { describe, expect, it } from 'vitest'
import type { AwaitedFunds, RecordedReceipt } from './awaited.ts'
import { proposeReceipts } from './match.ts'
import type { StatementEntry } from './statement.ts'

const loanId = '3f2a91c0-1d48-4ab0-86f3-1e0b7d94c52a'

const lender = (firmId: string, lenderName: string, due: bigint, received = 0n) => ({
  ...{ firmId, lenderName, companyName: null, due, received },
  certificateNumber: `3F2A91C0-1-0${firmId}`,
})

const lakeside = lender('1', 'Lakeside Capital, LLC', 25_000_000n)
const harbor = lender('2', 'Harbor Trust', 40_000_000n)
const jane = { ...lender('3', 'Jane Roe', 25_000_000n), companyName: 'Roe & Sons L.P.' }

const awaiting = (more: Partial<AwaitedFunds> = {}): AwaitedFunds => ({
  ...{ loanId, loanNames: ['Elm Street', 'ESCROW 4711'], accountLastFour: '6789' },
  ...{ lenders: [lakeside, harbor, jane], recorded: [] },
  ...more,
})

let lines = 0
const entry = (text: string, cents: bigint, more: Partial<StatementEntry> = {}): StatementEntry => {
  lines += 1
  return {
    ...{ line: lines, cents, isCredit: true, isReversal: false, currency: 'USD', text },
    ...{ bookedOn: '2027-01-04', reference: `R${lines}`, accountLastFour: '6789' },
    ...more,
  }
}

const match = (entries: StatementEntry[], more: Partial<AwaitedFunds> = {}) => {
  const { proposals, left } = proposeReceipts(entries, awaiting(more))
  return {
    proposals,
    found: proposals.map(({ firmId, cents, kind }) => [firmId, cents, kind]),
    why: proposals.flatMap((proposal) => proposal.why),
    left: left.map(({ why }) => why),
  }
}

describe('matching payments in full', () => {
  it.each([
    'WIRE FROM LAKESIDE CAPITAL',
    'Lakeside Capital L.L.C. / Elm Street',
    'lakeside-capital llc',
    '/REF/3F2A91C0-1-01/',
  ])('proposes the lender that "%s" names', (text) => {
    expect(match([entry(text, 25_000_000n)]).found).toEqual([['1', 25_000_000n, 'inFull']])
  })

  it('proposes the day, the reference and the reasons with it', () => {
    const { proposals } = match([
      entry('ROE & SONS, LP FOR ESCROW 4711', 25_000_000n, { reference: '0001' }),
    ])
    expect(proposals).toEqual([
      {
        ...{ line: lines, firmId: '3', cents: 25_000_000n, receivedOn: '2027-01-04' },
        ...{ reference: '0001', kind: 'inFull' },
        why: [
          'It names Roe & Sons L.P.',
          'It names the loan (ESCROW 4711).',
          'It is exactly the $250,000.00 that is due.',
        ],
      },
    ])
  })

  it('proposes the only lender that owes the amount of an unnamed payment', () => {
    const { found, why } = match([entry('INCOMING WIRE', 40_000_000n)])
    expect(found).toEqual([['2', 40_000_000n, 'inFull']])
    expect(why[0]).toBe('It names no lender: only the amount fits Harbor Trust.')
  })

  it('proposes nobody for an unnamed payment that several lenders owe', () => {
    const { found, left } = match([entry('INCOMING WIRE', 25_000_000n)])
    expect([found, left]).toEqual([[], ['2 lenders owe this amount, and it names none of them.']])
  })

  it('proposes the one lender that the named payments leave for an unnamed one', () => {
    const entries = [entry('INCOMING', 25_000_000n), entry('JANE ROE', 25_000_000n)]
    expect(match(entries).found).toEqual([
      ['1', 25_000_000n, 'inFull'],
      ['3', 25_000_000n, 'inFull'],
    ])
  })

  it('proposes nothing if two unnamed entries could be the payment', () => {
    const { found, left } = match([entry('WIRE A', 40_000_000n), entry('WIRE B', 40_000_000n)])
    expect(found).toEqual([])
    expect(left[0]).toContain('could be what Harbor Trust owes')
  })

  it('proposes nobody if the text names several lenders', () => {
    const { found, left } = match([entry('HARBOR TRUST FOR JANE ROE', 40_000_000n)])
    expect([found, left]).toEqual([[], ['It names several lenders: Harbor Trust, Jane Roe.']])
  })
})

describe('finding names in a text', () => {
  it('ignores a name within a longer name of another lender', () => {
    const lenders = [lender('1', 'Harbor', 100_00n), lender('2', 'Harbor Trust', 100_00n)]
    expect(match([entry('HARBOR TRUST', 100_00n)], { lenders }).found).toEqual([
      ['2', 100_00n, 'inFull'],
    ])
  })

  it('finds only whole words', () => {
    expect(match([entry('HARBOR TRUSTEES', 25_000_000n)]).found).toEqual([])
  })

  it('finds a name with accents where the bank wrote none', () => {
    const lenders = [lender('1', 'Crédit Élan', 100_00n)]
    expect(match([entry('CREDIT ELAN', 100_00n)], { lenders }).found).toHaveLength(1)
  })

  it('proposes nothing if the text names the certificate of another loan', () => {
    const { found, left } = match([entry('LAKESIDE CAPITAL 9A2A91C0-1-01', 25_000_000n)])
    expect([found, left]).toEqual([[], ['It names the certificate of another loan (9A2A91C0).']])
  })

  it('accepts an earlier version of the certificate as the name of the loan', () => {
    const { found } = match([entry('LAKESIDE CAPITAL 3F2A91C0-2-07', 10_000_000n)])
    expect(found).toEqual([['1', 10_000_000n, 'part']])
  })
})

describe('matching amounts that differ from what is due', () => {
  it('proposes a payment short of a fee, and names the fee', () => {
    const { found, why } = match([entry('LAKESIDE CAPITAL', 24_997_500n)])
    expect(found).toEqual([['1', 24_997_500n, 'shortByFee']])
    expect(why.at(-1)).toBe(
      'It is $25.00 less than the $250,000.00 that is due, as when a bank keeps a fee.',
    )
  })

  it('requires the name of the loan if more than a fee is missing', () => {
    const { found, left } = match([entry('LAKESIDE CAPITAL', 24_989_999n)])
    expect(found).toEqual([])
    expect(left[0]).toContain("isn't the $250,000.00 that is still due")
    const named = match([entry('LAKESIDE CAPITAL, ELM STREET', 24_989_999n)])
    expect(named.found).toEqual([['1', 24_989_999n, 'part']])
  })

  it('requires the name of the loan for an unnamed payment short of a fee', () => {
    expect(match([entry('WIRE', 39_999_000n)]).found).toEqual([])
    expect(match([entry('ELM STREET', 39_999_000n)]).found).toEqual([
      ['2', 39_999_000n, 'shortByFee'],
    ])
  })

  it('proposes the missing fee of an earlier payment', () => {
    const lenders = [{ ...lakeside, received: 24_997_500n }, harbor]
    expect(match([entry('LAKESIDE CAPITAL', 2_500n)], { lenders }).found).toEqual([
      ['1', 2_500n, 'inFull'],
    ])
  })

  it('proposes parts that add up', () => {
    const { found, why } = match([
      ...[entry('HARBOR TRUST 1/2', 15_000_000n), entry('HARBOR TRUST 2/2', 25_000_000n)],
    ])
    expect(found).toEqual([
      ['2', 15_000_000n, 'part'],
      ['2', 25_000_000n, 'part'],
    ])
    expect(why).toContain(`With line ${lines}, it is exactly the $400,000.00 that is due.`)
  })

  it('proposes nothing for more than what is due', () => {
    const { found, left } = match([entry('LAKESIDE CAPITAL ELM STREET', 25_000_001n)])
    expect(found).toEqual([])
    expect(left).toEqual([
      'It names Lakeside Capital, LLC, but $250,000.01 is more than the $250,000.00 that is still due.',
    ])
  })

  it('proposes nothing after everything was paid', () => {
    const lenders = [{ ...lakeside, received: 25_000_000n }]
    const { left } = match([entry('LAKESIDE CAPITAL', 25_000_000n)], { lenders })
    expect(left).toEqual(['It names Lakeside Capital, LLC, but no more is due from it.'])
  })
})

describe('reading entries beside those on record', () => {
  it('proposes a doubled entry once', () => {
    const twin = { reference: 'SAME' }
    const { found, left } = match([
      entry('LAKESIDE CAPITAL', 25_000_000n, twin),
      entry('LAKESIDE CAPITAL', 25_000_000n, twin),
    ])
    expect(found).toHaveLength(1)
    expect(left).toEqual([`It is the same as line ${lines - 1}. Record it by hand if both came.`])
  })

  it('accepts one reference from two lenders', () => {
    const wire = { reference: 'WIRE' }
    const { found } = match([
      entry('LAKESIDE CAPITAL', 25_000_000n, wire),
      entry('JANE ROE', 25_000_000n, wire),
    ])
    expect(found.map(([firmId]) => firmId)).toEqual(['1', '3'])
  })

  const recorded = (more: Partial<RecordedReceipt> = {}): RecordedReceipt => ({
    ...{ firmId: '1', cents: 10_000_000n, receivedOn: '2027-01-04', reference: 'FED1' },
    ...more,
  })
  const part = () => entry('LAKESIDE CAPITAL ELM STREET', 10_000_000n, { reference: 'FED1' })
  const lenders = [{ ...lakeside, received: 10_000_000n }, harbor]

  it('never proposes a recorded entry again', () => {
    expect(match([part()], { lenders, recorded: [recorded()] })).toMatchObject({
      ...{ found: [], left: ['It is on record already.'] },
    })
  })

  it('never proposes an entry recorded for another loan', () => {
    const { left } = match([part()], { recorded: [recorded({ firmId: '9' })] })
    expect(left).toEqual(['It is on record already for another lender or loan.'])
  })

  it('proposes nothing for an entry recorded under another reference', () => {
    const byHand = recorded({ reference: 'wire of Jan 4' })
    const { found, left } = match([part()], { lenders, recorded: [byHand] })
    expect(found).toEqual([])
    expect(left[0]).toContain('on record as "wire of Jan 4"')
  })

  it('finds the recorded entry by its lender if two have one reference', () => {
    const wire = { reference: 'WIRE' }
    const mine = entry('LAKESIDE CAPITAL', 25_000_000n, wire)
    const theirs = entry('JANE ROE', 25_000_000n, wire)
    const receipt = recorded({ firmId: '3', cents: 25_000_000n, reference: 'WIRE' })
    const after = [lakeside, { ...jane, received: 25_000_000n }]
    const { proposals, left } = match([mine, theirs], { lenders: after, recorded: [receipt] })
    expect(proposals.map(({ line }) => line)).toEqual([mine.line])
    expect(left).toEqual(['It is on record already.'])
  })

  it('proposes an entry of the same amount and day as a recorded one', () => {
    const second = entry('LAKESIDE CAPITAL ELM STREET', 10_000_000n, { reference: 'FED2' })
    const { found } = match([part(), second], { lenders, recorded: [recorded()] })
    expect(found).toEqual([['1', 10_000_000n, 'part']])
  })

  it('reports entries in another currency or on another account', () => {
    const { found, left } = match([
      entry('LAKESIDE CAPITAL', 25_000_000n, { currency: 'EUR' }),
      entry('LAKESIDE CAPITAL', 25_000_000n, { accountLastFour: '0000' }),
    ])
    expect(found).toEqual([])
    expect(left).toEqual([
      'It is in EUR. Receipts are in US dollars.',
      'It is on the account that ends in 0000, but the instructions name the one that ends in 6789.',
    ])
  })

  it('adds a reference and a text where an entry has none', () => {
    const bare = { reference: '' }
    const { proposals } = match([entry('HARBOR TRUST', 40_000_000n, bare)])
    expect(proposals[0]?.reference).toBe('HARBOR TRUST')
    expect(match([entry('', 40_000_000n, bare)]).proposals[0]?.reference).toBe('No reference')
  })

  it('ignores entries that go out', () => {
    const { found, left } = match([entry('LAKESIDE CAPITAL', 25_000_000n, { isCredit: false })])
    expect([found, left]).toEqual([[], []])
  })
})

describe('matching reversals', () => {
  const back = (text: string, reference: string, more: Partial<StatementEntry> = {}) =>
    entry(text, 25_000_000n, { isCredit: false, isReversal: true, reference, ...more })

  it('proposes nothing for a reversed entry', () => {
    const paid = entry('LAKESIDE CAPITAL', 25_000_000n, { reference: 'FED1' })
    const other = entry('JANE ROE', 25_000_000n, { reference: 'FED2' })
    const { found, left } = match([paid, other, back('RETURN OF FED1', 'X')])
    expect(found).toEqual([['3', 25_000_000n, 'inFull']])
    expect(left).toEqual([`Line ${lines} takes it back.`, `It takes back line ${paid.line}.`])
  })

  it('proposes nothing for any entry of the amount if the reversal names none', () => {
    const entries = [entry('LAKESIDE CAPITAL', 25_000_000n), entry('JANE ROE', 25_000_000n)]
    const { found, left } = match([...entries, back('REVERSAL', '')])
    expect(found).toEqual([])
    expect(left.at(-1)).toContain('Find out which')
  })

  it('proposes an entry of a day after the reversal', () => {
    const again = entry('JANE ROE', 25_000_000n, { bookedOn: '2027-01-05' })
    const { found, left } = match([back('REVERSAL', ''), again])
    expect(found).toHaveLength(1)
    expect(left).toEqual(["It takes back $250,000.00, which isn't in this file."])
  })

  it('reports a recorded receipt that a reversal may undo', () => {
    const receipt = { firmId: '1', cents: 25_000_000n, receivedOn: '2027-01-02', reference: 'FED1' }
    const { left } = match([back('REVERSAL', '')], { recorded: [receipt] })
    expect(left[0]).toContain('on record for 2027-01-02: reverse it if this is the one')
  })

  it('proposes no incoming reversal as the money of a lender', () => {
    const { found, left } = match([entry('HARBOR TRUST', 40_000_000n, { isReversal: true })])
    expect(found).toEqual([])
    expect(left[0]).toContain('No lender paid it')
  })
})
