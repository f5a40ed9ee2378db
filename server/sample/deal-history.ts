/** The audit entries of the sample's deals, as the deal desk writes them. */
import type { NewEntry } from '#domain/audit/entries.ts'
import type { Actor, PastEntry } from '#server/audit/record.ts'
import type { PortfolioRows } from './portfolio-rows.ts'

type Named = NonNullable<Actor['account']>
type By = (account: Named) => Actor

interface Parts {
  rows: PortfolioRows
  admin: Named
  by: By
  firmName: (firmId: string) => string
}

export function dealHistoryOf(parts: Parts): PastEntry[] {
  return [...holdsOf(parts), ...roundsOf(parts), ...termsOf(parts), ...closingsOf(parts)]
}

const loanOf = ({ loans }: PortfolioRows, loanId: string) => {
  const loan = loans.find(({ id }) => id === loanId)
  if (!loan) throw new Error(`The sample has no loan ${loanId}`)
  return { id: loan.id, title: loan.title }
}

const nameOf = ({ id, firstName, lastName }: Named): Named => ({ id, firstName, lastName })

const figuresOf = ({ percentage, amount }: PortfolioRows['commitments'][number]) => ({
  kind: 'binding',
  percentage,
  amount,
})

const holdsOf = ({ rows, admin, by }: Parts): PastEntry[] =>
  rows.commitments
    .filter(({ isHold }) => isHold)
    .map((hold) => ({
      at: hold.createdAt,
      actor: by(admin),
      entry: {
        kind: 'holdSet',
        loan: loanOf(rows, hold.loanId),
        object: { id: hold.id },
        after: figuresOf(hold),
      },
    }))

function roundsOf({ rows, admin, by, firmName }: Parts): PastEntry[] {
  return rows.allocations.flatMap((round) => {
    const loan = loanOf(rows, round.loanId)
    const offers = rows.offers.filter(({ allocationId }) => allocationId === round.id)
    const published: NewEntry = {
      kind: 'allocationPublished',
      ...{ loan, object: { id: round.id }, before: { state: 'draft' } },
      after: {
        ...{ round: String(round.number), state: round.state, order: round.orderKind },
        ...{ hold: round.hold, holdShare: round.holdShare, holdAmount: round.holdAmount },
        ...{ shareStep: round.shareStep, respondBy: round.respondBy, note: round.note },
        lines: offers.map((line) => ({
          ...{ firmId: line.firmId, firm: firmName(line.firmId), bound: line.bound },
          ...{ asks: line.asks, share: line.share, amount: line.amount, added: line.added },
          ...{ how: line.how, state: line.added === '0.00' ? 'nothing' : 'offered' },
        })),
      },
    }
    const answers = offers.flatMap((offer) => answerOf({ rows, by, loan, offer }))
    return [{ at: round.publishedAt, actor: by(admin), entry: published }, ...answers]
  })
}

interface Answering {
  rows: PortfolioRows
  by: By
  loan: { id: string; title: string }
  offer: PortfolioRows['offers'][number]
}

function answerOf({ rows, by, loan, offer }: Answering): PastEntry[] {
  const { answeredAt: at, answeredBy, receiptId: id, declineReason: reason } = offer
  const user = rows.users.find((each) => each.id === answeredBy)
  const line = rows.commitments.find(
    (each) =>
      each.loanId === loan.id &&
      each.lenderId === answeredBy &&
      (each.made !== null || each.isSoftCommit),
  )
  if (!at || !user || !line || id === null) return []
  const { percentage, amount } = line.made ?? line
  const { loanAmount, interestRate, term } = line
  const isAccepted = offer.state === 'accepted'
  const about = { person: nameOf(user), loan, object: { id: line.id } }
  const before = { kind: 'soft', percentage, amount }
  const figures = { percentage: offer.added, amount: offer.addedAmount }
  const terms = { loanAmount, interestRate, term }
  const answer: NewEntry = {
    ...{ ...about, id, kind: isAccepted ? 'offerAccepted' : 'offerDeclined', before },
    after: {
      ...{ kind: isAccepted ? 'binding' : 'soft', ...figures, ...terms },
      ...{ offer: offer.id, round: '1', ...(reason !== null && { reason }) },
    },
  }
  const bound: NewEntry = {
    ...{ ...about, kind: 'commitmentMadeBinding', before: { ...before, ...terms } },
    after: { kind: 'binding', ...figures, ...terms },
  }
  return (isAccepted ? [answer, bound] : [answer]).map((entry) => ({ at, actor: by(user), entry }))
}

function termsOf({ rows, admin, by }: Parts): PastEntry[] {
  return rows.proposals.flatMap((proposal) => {
    const loan = loanOf(rows, proposal.loanId)
    const before = { amount: proposal.oldAmount, interestRate: proposal.oldRate }
    const after = { amount: proposal.newAmount, interestRate: proposal.newRate }
    const [old, proposed] = [
      { ...before, noteRate: proposal.oldNoteRate, term: proposal.oldTerm },
      { ...after, noteRate: proposal.newNoteRate, term: proposal.newTerm },
    ]
    const asked: NewEntry = {
      ...{ kind: 'termsProposed', loan, object: { id: proposal.id }, before: old },
      after: {
        ...{ ...proposed, reason: proposal.reason, respondBy: proposal.respondBy.toISOString() },
      },
    }
    const answers = rows.termsAnswers.flatMap((answer): PastEntry[] => {
      const user = rows.users.find(({ id }) => id === answer.answeredBy)
      const line = rows.commitments.find(
        ({ loanId, firmId }) => loanId === loan.id && firmId === answer.firmId,
      )
      if (!user || !line || !answer.answeredAt || answer.receiptId === null) return []
      const { percentage, amount, newAmount } = answer
      const position = { kind: 'binding', percentage }
      const entry: NewEntry = {
        ...{ id: answer.receiptId, kind: 'termsConfirmed', person: nameOf(user), loan },
        object: { id: line.id },
        before: {
          ...{ ...position, amount, loanAmount: proposal.oldAmount },
          ...{ interestRate: proposal.oldRate, term: proposal.oldTerm },
        },
        after: {
          ...{ ...position, amount: newAmount, loanAmount: proposal.newAmount },
          ...{ interestRate: proposal.newRate, term: proposal.newTerm },
        },
      }
      return [{ at: answer.answeredAt, actor: by(user), entry }]
    })
    return [{ at: proposal.createdAt, actor: by(admin), entry: asked }, ...answers]
  })
}

function closingsOf({ rows, admin, by, firmName }: Parts): PastEntry[] {
  const actor = by(admin)
  const closed = rows.registers.map((register): PastEntry => ({
    at: register.madeAt,
    actor,
    entry: {
      ...{ kind: 'bookClosed', loan: loanOf(rows, register.loanId), object: { id: register.id } },
      after: {
        version: register.version,
        effectiveDate: register.effectiveDate,
        fingerprint: register.fingerprint,
        register: rows.registerEntries
          .filter(({ registerId }) => registerId === register.id)
          .map(({ line, lenderName: lender, percentage, amount }) => ({
            ...{ line, lender, percentage, amount },
          })),
      },
    },
  }))
  const instructions = rows.instructions.flatMap((sent): PastEntry[] => {
    const { version, beneficiary, bank, routingNumber, reference } = sent
    const about = { loan: loanOf(rows, sent.loanId), object: { id: sent.id } }
    const account = `…${sent.accountLastFour}`
    const dueAt = sent.dueAt.toISOString()
    const drafted = { version, beneficiary, bank, routingNumber, account, reference, dueAt }
    const { spokeWith, phone, result } = sent
    const verified = {
      ...{ version, spokeWith, phone, calledAt: sent.calledAt.toISOString(), result },
    }
    return [
      {
        at: sent.createdAt,
        actor,
        entry: { kind: 'instructionsDrafted', ...about, after: drafted },
      },
      {
        ...{ at: sent.verifiedAt, actor },
        entry: { kind: 'instructionsVerified', ...about, after: verified },
      },
      { at: sent.sentAt, actor, entry: { kind: 'instructionsSent', ...about, after: { version } } },
    ]
  })
  const receipts = rows.receipts.map((receipt): PastEntry => {
    const { amount, receivedOn, reference } = receipt
    return {
      ...{ at: receipt.recordedAt, actor },
      entry: {
        ...{ kind: 'fundsReceiptRecorded', loan: loanOf(rows, receipt.loanId) },
        object: { id: receipt.id },
        after: { firm: firmName(receipt.firmId), amount, receivedOn, reference, note: null },
      },
    }
  })
  return [...closed, ...instructions, ...receipts]
}
