/**
 * Notifications about actions on commitments. Lenders are notified of changes to their own commitments. Administrators
 * are notified of lenders' actions.
 */
import type { DirectNotice } from '#domain/notifications/notices.ts'
import { formatCents, formatPart, type Money, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import type { ActContext } from './act-entries.ts'
import { formatInstruction, type GivenInstruction } from './instructions.ts'
import type { Line, LoanOfBook } from './lines.ts'
import { receiptReference } from './receipts.ts'

interface Part {
  percentage: Percent
  amount: Money
}

const describePart = ({ percentage, amount }: Part) => formatPart(percentage, amount)

const withReceipt = (text: string, receiptId: string) =>
  `${text}. Receipt ${receiptReference(receiptId)}`

const onWordOf = (instruction: GivenInstruction | null) =>
  instruction ? `, as instructed by ${formatInstruction(instruction)}` : ''

export function noticesOfMaking(
  { actor, lender, instruction }: ActContext,
  loan: LoanOfBook,
  line: Line,
): DirectNotice[] {
  const [did, kind] = line.isSoft ? ['indicated', 'not binding'] : ['committed', 'binding']
  const what = `${describePart(line)} of ${loan.title}, ${kind}${onWordOf(instruction)}`
  const noun = line.isSoft ? 'an indication' : 'a commitment'
  const isOwn = actor.id === lender.id
  const [actorName, lenderName] = [fullName(actor), fullName(lender)]
  return [
    {
      ...otherAdministrators(actor.id, lender.id),
      notice: {
        type: 'commitmentMade',
        loanId: loan.id,
        message: isOwn
          ? `${lenderName} ${did} ${what}`
          : `${actorName} recorded for ${lenderName}: ${what}`,
      },
    },
    {
      to: 'people',
      ids: [lender.id],
      notice: {
        type: isOwn ? 'receipt' : 'commitmentRecorded',
        loanId: loan.id,
        receiptId: line.id,
        message: isOwn
          ? withReceipt(`You ${did} ${what}`, line.id)
          : `${actorName} recorded ${noun} for you: ${what}`,
      },
    },
  ]
}

const otherAdministrators = (...except: string[]) => ({ to: 'administrators', except }) as const

type SoftAct = 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding'

/** Returns a function that takes a possessive, such as "your", "a", or "Ada Cole's". */
const describeSoftAct = (
  type: SoftAct,
  { title }: LoanOfBook,
  { before, after }: { before: Line; after: Line },
): ((whose: string) => string) =>
  ({
    commitmentChanged: (whose: string) =>
      `changed ${whose} soft commitment to ${title} from ${describePart(before)} to ${describePart(after)}`,
    commitmentWithdrawn: (whose: string) =>
      `withdrew ${whose} soft commitment of ${describePart(before)} to ${title}`,
    commitmentMadeBinding: (whose: string) =>
      `made ${whose} soft commitment of ${describePart(after)} to ${title} binding`,
  })[type]

export function noticesOfSoftAct(
  type: SoftAct,
  { receiptId, actor, lender, instruction }: ActContext,
  loan: LoanOfBook,
  lines: { before: Line; after: Line },
): DirectNotice[] {
  const say = describeSoftAct(type, loan, lines)
  const onWord = onWordOf(instruction)
  const [actorName, lenderName] = [fullName(actor), fullName(lender)]
  return [
    {
      ...otherAdministrators(actor.id, lender.id),
      notice: {
        type,
        loanId: loan.id,
        message: instruction
          ? `${actorName} ${say(`${lenderName}'s`)}${onWord}`
          : `${lenderName} ${say('a')}`,
      },
    },
    {
      to: 'people',
      ids: [lender.id],
      notice: {
        // A lender needs only a receipt for their own action, but must be notified of an administrator's action.
        type: instruction ? type : 'receipt',
        loanId: loan.id,
        receiptId,
        message: instruction
          ? `${actorName} ${say('your')}${onWord}`
          : withReceipt(`You ${say('your')}`, receiptId),
      },
    },
  ]
}

export const noticeOfFullLoan = (actorId: string, loan: LoanOfBook): DirectNotice => ({
  ...otherAdministrators(actorId),
  notice: {
    type: 'loanFullyCommitted',
    loanId: loan.id,
    message: `${loan.title} is fully committed: lenders are bound to all of its ${formatCents(loan.amount)}`,
  },
})

export const noticeOfRelease = (
  { receiptId, lender }: ActContext,
  loan: LoanOfBook,
  line: Line,
  reason: string,
): DirectNotice => ({
  to: 'people',
  ids: [lender.id],
  notice: {
    type: 'commitmentReleased',
    loanId: loan.id,
    receiptId,
    message: `Your commitment of ${describePart(line)} to ${loan.title} was released: ${reason}`,
  },
})

/**
 * A notice that is sent when a fully committed loan's rounding cents are distributed, or when the distribution is
 * undone.
 */
export const noticeOfCents = (
  lenderId: string,
  loan: LoanOfBook,
  amount: Money,
  isWhole: boolean,
): DirectNotice => ({
  to: 'people',
  ids: [lenderId],
  notice: {
    type: 'termsChanged',
    loanId: loan.id,
    message: `Your binding amount in ${loan.title} is now ${formatCents(amount)}: ${
      isWhole
        ? 'the loan is fully committed, and its amounts add up to the cent'
        : 'the loan is no longer fully committed, so each amount is rounded by itself again'
    }`,
  },
})
