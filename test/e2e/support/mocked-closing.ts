/** A closed book of the sample's loan, with two of four lenders paid. */
import type { Funding, Instructions, LenderFunding, OwnFunding } from '#contract/deal/funding.ts'
import type { OwnRegisterEntry, Register, RegisterEntry } from '#contract/deal/registers.ts'
import type { Deal } from '#contract/deal/shapes.ts'
import type { Loan } from '#contract/loans/shapes.ts'
import { certificateNumber } from '#domain/book/deal/closing/register.ts'
import { dueOf, totalsOfDue } from '#domain/deal/funding/due.ts'
import {
  parsePercent,
  shareAmount,
  subtractMoney,
  zeroMoney,
  zeroPercent,
  type Money,
} from '#domain/money.ts'

const percent = (text: string) => parsePercent(text) ?? zeroPercent
const idOf = (place: number) => `0f9c1a52-77c3-4c0e-9d0a-3b8c6a1e54d${place}`

const holders = [
  { lenderName: 'Morgan Reyes', companyName: 'Reyes Family Office', share: '18.22' },
  { lenderName: 'Northlight Fund', companyName: null, share: '21.08' },
  { lenderName: 'Pacific Crest Mortgage Income Trust II', companyName: null, share: '25.51' },
  { lenderName: 'Priya Raman', companyName: 'Raman Capital', share: '15.19' },
  { lenderName: 'Harborline Capital', companyName: null, share: '20.00' },
]

const holdersOf = (loan: Loan, version: number): RegisterEntry[] =>
  holders.map(({ lenderName, companyName, share }, index) => ({
    id: idOf(index),
    line: index + 1,
    firmId: idOf(index),
    lenderName,
    companyName,
    isHold: index === holders.length - 1 ? 'true' : 'false',
    percentage: percent(share),
    amount: shareAmount(loan.amount, percent(share)),
    certificateNumber: certificateNumber(loan.id, version, index + 1),
  }))

export function registersOf(loan: Loan): Register[] {
  const current: Register = {
    id: idOf(8),
    loanId: loan.id,
    version: 2,
    state: 'current',
    effectiveDate: '2026-11-16',
    originator: 'Harborline Capital',
    loanTitle: loan.title,
    borrowerName: loan.borrowerName,
    propertyAddress: loan.propertyAddress,
    loanAmount: loan.amount,
    interestRate: loan.interestRate,
    noteRate: loan.noteRate,
    term: loan.term,
    wasFunded: 'false',
    reason: null,
    madeBy: 'Dana Whitfield',
    madeAt: '2026-11-13T15:25:31.000Z',
    endedBy: null,
    endedAt: null,
    endReason: null,
    fingerprint: '5f0c7d1b6f4a7a0e0b9f3f9f7e6d4c2b1a09f8e7d6c5b4a3928170615243f0e1',
    entries: holdersOf(loan, 2),
  }
  const first: Register = {
    ...current,
    id: idOf(9),
    version: 1,
    state: 'void',
    effectiveDate: '2026-11-10',
    endedBy: 'Dana Whitfield',
    endedAt: '2026-11-12T15:25:31.000Z',
    endReason: 'The effective day moves, because the title company needs the week.',
    entries: holdersOf(loan, 1),
  }
  return [current, first]
}

const instructions = (loan: Loan, version: number): Instructions => ({
  id: idOf(version),
  loanId: loan.id,
  version,
  state: 'sent',
  beneficiary: 'First Harbor Title LLC, as escrow agent',
  bank: 'Harbor National Bank',
  routingNumber: '021000021',
  accountLastFour: '5678',
  reference: loan.title,
  dueAt: '2026-12-05T22:00:00.000Z',
  createdBy: 'Dana Whitfield',
  createdAt: '2026-11-13T16:00:00.000Z',
  verification: {
    ...{ spokeWith: 'Maria Lang, escrow officer', phone: '+1 212 555 0143' },
    ...{ calledAt: '2026-11-13T16:20:00.000Z', result: 'She read the account number back' },
    ...{ verifiedBy: 'Dana Whitfield', verifiedAt: '2026-11-13T16:22:00.000Z' },
  },
  sentBy: 'Dana Whitfield',
  sentAt: '2026-11-13T16:30:00.000Z',
  replacedAt: null,
  can: [],
})

function versionsOf(loan: Loan): Instructions[] {
  const unsent = { sentBy: null, sentAt: null, verification: null }
  return [
    { ...instructions(loan, 3), ...unsent, state: 'draft', can: ['verify', 'discard'] },
    instructions(loan, 2),
    { ...instructions(loan, 1), state: 'replaced', replacedAt: '2026-11-14T16:30:00.000Z' },
  ]
}

const cents = (text: string) => text as Money

export function fundingOfClosed(loan: Loan): Funding {
  const [register] = registersOf(loan)
  if (!register) throw new Error('There is a register')
  const lines = register.entries.filter(({ isHold }) => isHold === 'false')
  const hold = register.entries.at(-1)
  const paid = (index: number, { amount }: RegisterEntry): Money[] => {
    if (index === 0) return [subtractMoney(amount, cents('25.00'))]
    return index === 2 ? [] : [amount]
  }
  const dues = lines.map((entry, index) => dueOf(entry.amount, paid(index, entry), false))
  const lenders = lines.map(({ id, line, firmId, ...entry }, index): LenderFunding => {
    const due = dues[index] ?? dueOf(zeroMoney, [], false)
    return {
      entryId: id,
      ...{ line, firmId, lenderName: entry.lenderName, companyName: entry.companyName },
      ...{ certificateNumber: entry.certificateNumber, percentage: entry.percentage },
      ...due,
      callBack:
        index === 3
          ? null
          : {
              ...{ version: 2, spokeWith: 'Dana Whitfield', phone: '+1 617 555 0100' },
              ...{ calledAt: '2026-11-14T16:20:00.000Z', madeBy: entry.lenderName },
              ...{ madeAt: '2026-11-14T16:21:00.000Z', receiptId: idOf(6) },
            },
      can: [
        ...(due.state === 'received' ? [] : (['recordReceipt'] as const)),
        ...(due.state === 'awaiting' ? (['takeOver'] as const) : []),
      ],
    }
  })
  return {
    loan: { ...loan, bookStage: 'closed' },
    register: registerInShort(register),
    instructions: versionsOf(loan),
    lenders,
    receipts: receiptsOf(loan, lenders),
    totals: {
      ...totalsOfDue(dues),
      holdPercentage: hold?.percentage ?? zeroPercent,
      holdAmount: hold?.amount ?? zeroMoney,
    },
  }
}

function receiptsOf(loan: Loan, lenders: readonly LenderFunding[]): Funding['receipts'] {
  return lenders
    .filter(({ state }) => state !== 'awaiting')
    .map(({ firmId, lenderName, received }, index) => ({
      ...{ id: idOf(index + 4), loanId: loan.id, firmId, lenderName, amount: received },
      ...{ receivedOn: '2026-11-16', reference: `FED 20261116 B1Q8021R 00431${index}` },
      note: index === 0 ? 'Short of the fee of its bank.' : null,
      ...{ recordedBy: 'Dana Whitfield', recordedAt: '2026-11-16T19:10:00.000Z' },
      reversal:
        index === 2
          ? {
              ...{ reversedBy: 'Dana Whitfield', reversedAt: '2026-11-17T15:00:00.000Z' },
              reason: 'The bank returned the wire.',
            }
          : null,
      can: index === 2 ? [] : (['reverse'] as const).slice(),
    }))
}

const registerInShort = ({
  id,
  version,
  effectiveDate,
  madeAt,
  fingerprint,
  entries,
}: Register) => ({
  ...{ id, version, effectiveDate, madeAt, fingerprint },
  lenders: entries.length - 1,
})

/** The deal after its book was closed. */
export function closedDealOf(deal: Deal): Deal {
  const { register, totals } = fundingOfClosed(deal.loan)
  const { holdPercentage, holdAmount, ...money } = totals
  return {
    ...deal,
    loan: { ...deal.loan, bookStage: 'closed' },
    bookStage: 'closed',
    next: 'awaitFunds',
    totals: {
      ...{ bindingPercentage: percent('100'), bindingAmount: deal.loan.amount },
      ...{ softPercentage: zeroPercent, softAmount: zeroMoney },
      coveragePercentage: percent('100'),
      ...{ availablePercentage: zeroPercent, availableAmount: zeroMoney },
      ...{ holdPercentage, holdAmount },
    },
    register,
    funding: { ...money, instructions: 'draft', areInstructionsSent: 'true' },
  }
}

export function ownEntryOf(loan: Loan): OwnRegisterEntry {
  const [register] = registersOf(loan)
  const [entry] = register?.entries ?? []
  if (!register || !entry) throw new Error('There is a register')
  const { id, lenderName, percentage, amount } = entry
  const { version, effectiveDate, madeAt } = register
  return {
    ...{ id, lenderName, percentage, amount, certificateNumber: entry.certificateNumber },
    ...{ version, effectiveDate, madeAt, loan },
  }
}

export function ownFundingOf(loan: Loan): OwnFunding {
  const { id, percentage, amount, ...entry } = ownEntryOf(loan)
  const due = dueOf(amount, [cents('1000000.00')], false)
  const { beneficiary, bank, routingNumber, reference, dueAt, sentAt } = instructions(loan, 2)
  return {
    ...{ loanId: loan.id, loanTitle: loan.title, entryId: id, percentage, ...due },
    ...{ certificateNumber: entry.certificateNumber, effectiveDate: entry.effectiveDate },
    receipts: [{ id: idOf(7), amount: cents('1000000.00'), receivedOn: '2026-11-16' }],
    instructions: {
      ...{ version: 2, beneficiary, bank, routingNumber, reference, dueAt },
      ...{ accountNumber: '004512345678', sentAt: sentAt ?? '', changedAt: sentAt },
      phone: '+1 617 555 0100',
    },
    callBack: null,
  }
}
