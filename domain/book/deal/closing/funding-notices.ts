/** Notifications of funding. None has an account number, and each firm reads only about its money. */
import type { Lender } from '#domain/book/act-entries.ts'
import { nameWithCompany, otherAdministrators, receipts } from '#domain/book/act-notices.ts'
import type { LoanOfBook } from '#domain/book/lines.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents, formatPart, type Money } from '#domain/money.ts'
import type { DirectNotice } from '#domain/notifications/notices.ts'
import { toFirm } from './closing-notices.ts'
import type { RegisterLine } from './register.ts'

type About = Pick<LoanOfBook, 'id' | 'title'>

/** @param verifiers The firms whose call-backs on the version before are void now, or null for the first version. */
export const noticesOfInstructions = (
  loan: About,
  lines: readonly RegisterLine[],
  verifiers: readonly string[] | null,
): DirectNotice[] =>
  lines
    .filter(({ isHold }) => !isHold)
    .map(({ firmId }) => {
      if (verifiers === null)
        return toFirm(
          'instructionsReady',
          loan,
          firmId,
          `The funding instructions for ${loan.title} are ready; ${readAndCall}`,
        )
      const isVoid = verifiers.includes(firmId)
      return toFirm(
        'instructionsChanged',
        loan,
        firmId,
        `The funding instructions for ${loan.title} changed${isVoid ? ', so those that you verified are void' : ''}; ${readAndCall}`,
      )
    })

const readAndCall = 'read them on the desk, and call us before you wire'

/** Administrators read who verified them, the person who called gets a receipt, and colleagues read of it. */
export function noticesOfCallBack(
  loan: About,
  lender: Lender,
  { version, receiptId }: { version: number; receiptId: string },
): DirectNotice[] {
  const did = `verified version ${version} of the instructions for ${loan.title} by telephone`
  const message = `${nameWithCompany(lender)} ${did}`
  return [
    {
      ...otherAdministrators(lender.id),
      notice: { type: 'calledBack', loanId: loan.id, message },
    },
    ...receipts(lender, loan, lender, { receiptId, say: (who) => `${who} ${did}` }),
  ]
}

interface ReceivedMoney {
  firmId: string
  amount: Money
  receivedOn: string
}

export const noticeOfReceipt = (
  loan: About,
  { firmId, amount, receivedOn }: ReceivedMoney,
): DirectNotice =>
  toFirm(
    'fundsReceived',
    loan,
    firmId,
    `We received ${formatCents(amount)} for ${loan.title} on ${formatDay(receivedOn)}`,
  )

export const noticeOfReversal = (
  loan: About,
  { firmId, amount, receivedOn }: ReceivedMoney,
  reason: string,
): DirectNotice =>
  toFirm(
    'receiptReversed',
    loan,
    firmId,
    `The receipt of ${formatCents(amount)} for ${loan.title} on ${formatDay(receivedOn)} was reversed: ${reason}`,
  )

export const noticeOfAllFunds = ({ id: loanId, title }: About, due: Money): DirectNotice => ({
  to: 'administrators',
  notice: {
    type: 'allFundsReceived',
    loanId,
    message: `All money for ${title} has come: ${formatCents(due)}`,
  },
})

interface TakenOver {
  actorId: string
  receiptId: string
  reason: string
}

/** Lenders whose line is the same as before aren't notified: it would say that another lender dropped out. */
export const noticesOfTakeOver = (
  loan: About,
  taken: RegisterLine,
  changed: readonly RegisterLine[],
  { actorId, receiptId, reason }: TakenOver,
): DirectNotice[] => {
  const part = formatPart(taken.percentage, taken.amount)
  const about = { type: 'takenOver', loanId: loan.id } as const
  const ofLender = `Your share of ${part} of ${loan.title} was taken over: ${reason}`
  const ofOthers = `The originator took over the share of ${taken.lenderName} in ${loan.title}: ${part}`
  return [
    { to: 'firms', ids: [taken.firmId], notice: { ...about, receiptId, message: ofLender } },
    { to: 'administrators', except: [actorId], notice: { ...about, message: ofOthers } },
    ...changed
      .filter(({ isHold }) => !isHold)
      .map(({ firmId, percentage, amount }) =>
        toFirm(
          'registerChanged',
          loan,
          firmId,
          `The register of ${loan.title} has a new version. You still hold ${formatPart(percentage, amount)}; your new certificate is ready`,
        ),
      ),
  ]
}
