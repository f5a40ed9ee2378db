import { describe, expect, it } from 'vitest'
import { describeAct, factsBelowHead, factsOfReceipt, type ActEntry } from './receipt-facts.ts'
import { receiptReference } from './receipts.ts'

const lena = '11111111-1111-4111-8111-111111111111'
const olga = '22222222-2222-4222-8222-222222222222'
const entry: ActEntry = {
  id: '7d1f6c9e-6b0e-4b57-9b8e-0e4f3d1a2b3c',
  kind: 'commitmentMade',
  at: '2026-11-23T01:30:05.123456Z',
  actorId: lena,
  actorName: 'Lena Brook',
  personId: lena,
  personName: 'Lena Brook',
  loanId: '33333333-3333-4333-8333-333333333333',
  loanTitle: 'Pier 4 Warehouse',
  before: null,
  after: {
    ...{ kind: 'binding', percentage: '10.00', amount: '100000.00' },
    ...{ loanAmount: '1000000.00', interestRate: '7.25', term: 24 },
  },
}
const terms = { loanAmount: '1000000.00', rate: '7.25', term: '24' }

describe('the content of a receipt', () => {
  it("derives a receipt's content from the audit entry of the action", () => {
    const facts = describeAct(entry, 'Harborline Capital')
    expect(facts).toMatchObject({
      ...{ version: '1', id: entry.id, reference: receiptReference(entry.id), act: 'committed' },
      ...{ issuer: 'Harborline Capital', lenderId: lena, lenderName: 'Lena Brook' },
      ...{ loanId: entry.loanId, loanTitle: 'Pier 4 Warehouse', madeBy: 'lender' },
      ...{ percent: '10.00', amount: '100000.00', kind: 'binding', ...terms, madeAt: entry.at },
    })
    expect(facts?.before).toBeUndefined()
    expect(facts?.reason).toBeUndefined()
  })

  it('shows the previous state on the receipt for a changed commitment but not for a withdrawn or released one', () => {
    const before = { kind: 'soft', percentage: '5.00', amount: '50000.00' }
    const of = (kind: string) => describeAct({ ...entry, kind, before }, 'H')?.before
    const replaced = { percent: '5.00', amount: '50000.00', kind: 'soft' }
    expect(of('commitmentChanged')).toEqual(replaced)
    expect(of('commitmentMadeBinding')).toEqual(replaced)
    expect(of('commitmentWithdrawn')).toBeUndefined()
    expect(of('commitmentReleased')).toBeUndefined()
  })

  it("names the acting administrator, the reason, and the lender's instruction on a receipt", () => {
    const after = { ...entry.after, reason: 'Agreed.', onWhoseWord: 'Lena, by phone' }
    expect(
      describeAct({ ...entry, actorId: olga, actorName: 'Olga North', after }, 'H'),
    ).toMatchObject({ madeBy: 'Olga North', reason: 'Agreed.', onWhoseWord: 'Lena, by phone' })
  })

  it('returns no receipt content for unrelated audit entries or entries without amounts', () => {
    expect(describeAct({ ...entry, kind: 'centsPlaced' }, 'H')).toBeNull()
    expect(describeAct({ ...entry, after: null }, 'H')).toBeNull()
    expect(describeAct({ ...entry, personId: null }, 'H')).toBeNull()
  })

  it('states the call by which a lender verified instructions, in a version for it', () => {
    const call = { spokeWith: 'Maria Lang', phone: '212 555 0143' }
    const after = { ...entry.after, version: 2, ...call, calledAt: '2026-11-22T15:20:00.000Z' }
    const facts = describeAct({ ...entry, kind: 'callBackRecorded', after }, 'H')
    expect(facts).toMatchObject({
      ...{ version: '2', act: 'called_back', percent: '10.00' },
      call: { instructionsVersion: '2', ...call, calledAt: '2026-11-22T15:20:00.000Z' },
    })
    expect(facts && factsBelowHead(facts)).toEqual(
      expect.arrayContaining([
        ['Instructions', 'Version 2'],
        ['Spoke with', 'Maria Lang'],
        ['Number called', '212 555 0143'],
        ['Time of the call', 'Nov 22, 2026 3:20:00 PM UTC'],
      ]),
    )
  })

  it('formats all details of a receipt as labels and values', () => {
    const before = { kind: 'soft', percentage: '5.00', amount: '50000.00' }
    const made = { kind: 'commitmentMadeBinding', actorId: olga, actorName: 'Olga North', before }
    const facts = describeAct({ ...entry, ...made }, 'H')
    expect(facts && factsOfReceipt(facts)).toEqual([
      ['Loan', 'Pier 4 Warehouse'],
      ['Lender', 'Lena Brook'],
      ['Share', '10%, binding'],
      ['Amount', '$100,000.00'],
      ['Before', '5% ($50,000.00), soft'],
      ['Loan amount', '$1,000,000.00'],
      ['Rate', '7.25%'],
      ['Term', '24 months'],
      ['Made by', 'Olga North for Lena Brook'],
      ['Time', 'Nov 23, 2026 1:30:05 AM UTC'],
      ['Reference', receiptReference(entry.id)],
    ])
  })

  it("formats a receipt's details with local times and the lender's name, and omits details that the heading shows", () => {
    const facts = describeAct(entry, 'H')
    expect(facts && factsBelowHead(facts, () => 'yesterday')).toEqual([
      ['Lender', 'Lena Brook'],
      ['Loan amount', '$1,000,000.00'],
      ['Rate', '7.25%'],
      ['Term', '24 months'],
      ['Made by', 'Lena Brook'],
      ['Time', 'yesterday'],
    ])
  })
})
