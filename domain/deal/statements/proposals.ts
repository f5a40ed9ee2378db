/** The entries that a lender's open amount explains: exact, short of a fee, or in parts, and never more than is due. */
import type { Evidence } from './evidence.ts'
import {
  receiptReference,
  type AwaitedLender,
  type ProposalKind,
  type ReceiptProposal,
} from './awaited.ts'
import { describeCents, listLines, sumCents, type StatementEntry } from './statement.ts'

export interface Claim {
  entry: StatementEntry
  evidence: Evidence
}

/** The amount that each firm still owes. Proposals lower it. */
export type Open = Map<string, bigint>

type Leave = (entry: StatementEntry, why: string) => void

/** The largest fee that a bank keeps of a wire, in cents. */
const maxFee = 100_00n

const isShortByFee = (cents: bigint, open: bigint) => cents < open && open - cents <= maxFee

/** Proposes the entries that name one lender. */
export function proposeForLender(
  lender: AwaitedLender,
  claims: readonly Claim[],
  open: Open,
  leave: Leave,
): ReceiptProposal[] {
  const mine = claims.filter(
    ({ evidence: { firmIds } }) => firmIds.length === 1 && firmIds[0] === lender.firmId,
  )
  const owed = open.get(lender.firmId) ?? 0n
  const taken: Claim[] = []
  let rest = owed
  const take = (claim: Claim) => {
    taken.push(claim)
    rest -= claim.entry.cents
  }
  const usable = mine.filter(({ entry, evidence }) => {
    if (!isOfOtherLoan(evidence)) return true
    leave(entry, describeOtherLoan(evidence))
    return false
  })
  for (const claim of exactFirst(
    usable.filter(({ evidence }) => namesLoan(evidence)),
    owed,
  )) {
    if (claim.entry.cents <= rest) take(claim)
    else leave(claim.entry, describeTooMuch(lender, claim.entry, rest))
  }
  const others = usable.filter(({ evidence }) => !namesLoan(evidence))
  for (const claim of fitting(others, rest)) take(claim)
  for (const { entry } of others.filter((claim) => !taken.includes(claim)))
    leave(
      entry,
      entry.cents > rest
        ? describeTooMuch(lender, entry, rest)
        : `It names ${lender.lenderName}, but not the loan, and isn't the ${describeCents(rest)} that is still due.`,
    )
  open.set(lender.firmId, rest)
  return taken.map((claim) => proposalOf(claim, lender, owed, taken))
}

const namesLoan = ({ isByCertificate, loanName }: Evidence) => isByCertificate || loanName !== null

const isOfOtherLoan = (evidence: Evidence) =>
  evidence.otherCertificate !== null && !namesLoan(evidence)

const describeOtherLoan = ({ otherCertificate }: Evidence) =>
  `It names the certificate of another loan (${otherCertificate}).`

const exactFirst = (claims: readonly Claim[], owed: bigint) => [
  ...claims.filter(({ entry }) => entry.cents === owed),
  ...claims.filter(({ entry }) => entry.cents !== owed),
]

/** Entries that name only the lender count if their amounts explain what is still due, in one way only. */
function fitting(claims: readonly Claim[], rest: bigint): readonly Claim[] {
  if (rest === 0n) return []
  const exact = claims.filter(({ entry }) => entry.cents === rest)
  if (exact.length > 0) return exact.length === 1 ? exact : []
  const sum = sumCents(claims.map(({ entry }) => entry.cents))
  if (sum === rest || isShortByFee(sum, rest)) return claims
  const short = claims.filter(({ entry }) => isShortByFee(entry.cents, rest))
  return short.length === 1 ? short : []
}

function describeTooMuch({ lenderName }: AwaitedLender, { cents }: StatementEntry, rest: bigint) {
  const amount = describeCents(cents)
  return rest === 0n
    ? `It names ${lenderName}, but no more is due from it.`
    : `It names ${lenderName}, but ${amount} is more than the ${describeCents(rest)} that is still due.`
}

/** Proposes entries that name no lender, if their amount fits one lender only, and no other such entry does. */
export function proposeUnnamed(
  claims: readonly Claim[],
  lenders: readonly AwaitedLender[],
  open: Open,
  leave: Leave,
): ReceiptProposal[] {
  const found = new Map<string, Claim[]>()
  for (const claim of claims) {
    const { entry, evidence } = claim
    if (evidence.firmIds.length === 1) continue
    const lender = lenderByAmount(claim, lenders, open, (why) => leave(entry, why))
    if (lender) found.set(lender.firmId, [...(found.get(lender.firmId) ?? []), claim])
  }
  return lenders.flatMap((lender) => {
    const mine = found.get(lender.firmId) ?? []
    const [only] = mine
    if (!only) return []
    if (mine.length > 1) {
      const lines = listLines(mine.map(({ entry }) => entry.line))
      for (const { entry } of mine)
        leave(entry, `Each of the lines ${lines} could be what ${lender.lenderName} owes.`)
      return []
    }
    const owed = open.get(lender.firmId) ?? 0n
    open.set(lender.firmId, owed - only.entry.cents)
    return [proposalOf(only, lender, owed, mine)]
  })
}

function lenderByAmount(
  { entry: { cents }, evidence }: Claim,
  lenders: readonly AwaitedLender[],
  open: Open,
  refuse: (why: string) => void,
): AwaitedLender | null {
  const openOf = ({ firmId }: AwaitedLender) => open.get(firmId) ?? 0n
  const named = lenders.filter(({ firmId }) => evidence.firmIds.includes(firmId))
  if (isOfOtherLoan(evidence)) refuse(describeOtherLoan(evidence))
  else if (named.length > 1)
    refuse(`It names several lenders: ${named.map(({ lenderName }) => lenderName).join(', ')}.`)
  else {
    const exact = lenders.filter((lender) => openOf(lender) === cents)
    const short = lenders.filter((lender) => isShortByFee(cents, openOf(lender)))
    const fit = exact.length > 0 || evidence.loanName === null ? exact : short
    const [only] = fit
    if (only && fit.length === 1) return only
    refuse(
      fit.length > 1
        ? `${fit.length} lenders owe this amount, and it names none of them.`
        : `It names no lender of the loan, and none owes ${describeCents(cents)}.`,
    )
  }
  return null
}

function proposalOf(
  { entry, evidence }: Claim,
  lender: AwaitedLender,
  owed: bigint,
  taken: readonly Claim[],
): ReceiptProposal {
  const { kind, why } = explainAmount(entry, owed, taken)
  return {
    ...{ line: entry.line, firmId: lender.firmId, cents: entry.cents },
    receivedOn: entry.bookedOn,
    reference: receiptReference(entry),
    kind,
    why: [...explainNames(evidence, lender), why],
  }
}

function explainNames(evidence: Evidence, lender: AwaitedLender) {
  const { certificateNumber } = lender
  if (evidence.isByCertificate) return [`It names the certificate ${certificateNumber}.`]
  const loan = evidence.loanName === null ? null : `It names the loan (${evidence.loanName}).`
  if (evidence.firmIds.length === 1)
    return [
      `It names ${evidence.lenderName?.replace(/\.$/, '')}.`,
      loan ?? "It doesn't name the loan.",
    ]
  return [
    `It names no lender: only the amount fits ${lender.companyName ?? lender.lenderName}.`,
    loan ?? "It doesn't name the loan either.",
  ]
}

function explainAmount(
  { cents, line }: StatementEntry,
  owed: bigint,
  taken: readonly Claim[],
): { kind: ProposalKind; why: string } {
  const due = describeCents(owed)
  if (cents === owed) return { kind: 'inFull', why: `It is exactly the ${due} that is due.` }
  const sum = sumCents(taken.map(({ entry }) => entry.cents))
  const others = taken.map(({ entry }) => entry.line).filter((other) => other !== line)
  const together = others.length > 0 ? `With ${linesOf(others)}, it` : 'It'
  if (others.length > 0 && sum === owed)
    return { kind: 'part', why: `${together} is exactly the ${due} that is due.` }
  if (isShortByFee(sum, owed))
    return {
      kind: 'shortByFee',
      why: `${together} is ${describeCents(owed - sum)} less than the ${due} that is due, as when a bank keeps a fee.`,
    }
  return { kind: 'part', why: `It is a part of the ${due} that is due.` }
}

const linesOf = (lines: readonly number[]) =>
  `${lines.length > 1 ? 'lines' : 'line'} ${listLines(lines)}`
