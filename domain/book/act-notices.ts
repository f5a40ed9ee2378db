/**
 * Notifications about actions on commitments. Firms are notified of changes to their commitments. Administrators are
 * notified of lenders' actions. A lender who acts gets a receipt, and colleagues of the same firm read who acted.
 */
import type { DirectNotice, Notice } from '#domain/notifications/notices.ts'
import { formatCents, formatPart, type Money, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import type { ActContext, Lender, Party } from './act-entries.ts'
import { formatInstruction, type GivenInstruction } from './instructions.ts'
import type { Line, LoanOfBook } from './lines.ts'
import { receiptReference } from './receipts.ts'

interface Part {
  percentage: Percent
  amount: Money
}

export const describePart = ({ percentage, amount }: Part) => formatPart(percentage, amount)

const withReceipt = (text: string, receiptId: string) =>
  `${text}. Receipt ${receiptReference(receiptId)}`

const onWordOf = (instruction: GivenInstruction | null) =>
  instruction ? `, as instructed by ${formatInstruction(instruction)}` : ''

/** Returns text such as "Tidewater Bank (Ada Cole)" for administrators. */
export function nameWithCompany({
  companyName,
  firmName,
  ...person
}: Party & Partial<Lender>): string {
  const company = firmName ?? companyName
  return company === null ? fullName(person) : `${company} (${fullName(person)})`
}

export function noticesOfMaking(
  { actor, lender, instruction }: ActContext,
  loan: LoanOfBook,
  line: Line,
): DirectNotice[] {
  const [did, kind] = line.isSoft ? ['indicated', 'not binding'] : ['committed', 'binding']
  const what = `${describePart(line)} of ${loan.title}, ${kind}${onWordOf(instruction)}`
  const noun = line.isSoft ? 'an indication' : 'a commitment'
  const isOwn = actor.id === lender.id
  const [actorName, lenderName] = [fullName(actor), nameWithCompany(lender)]
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
    ...(isOwn
      ? receipts(actor, loan, line, { receiptId: line.id, say: (who) => `${who} ${did} ${what}` })
      : [
          toFirm(line, {
            type: 'commitmentRecorded',
            loanId: loan.id,
            receiptId: line.id,
            message: `${actorName} recorded ${noun} for you: ${what}`,
          }),
        ]),
  ]
}

const toFirm = ({ firmId }: Line, notice: Notice): DirectNotice => ({
  to: 'firms',
  ids: [firmId],
  notice,
})

/** The receipt of a person who acted for the own firm, and the notice to the colleagues. */
export function receipts(
  actor: Party,
  { id: loanId }: Pick<LoanOfBook, 'id'>,
  { firmId }: Pick<Line, 'firmId'>,
  { receiptId, say }: { receiptId: string; say: (who: string, whose: string) => string },
): DirectNotice[] {
  const about = { type: 'receipt', loanId, receiptId } as const
  const own = withReceipt(say('You', 'your'), receiptId)
  const others = withReceipt(say(fullName(actor), "your firm's"), receiptId)
  return [
    { to: 'people', ids: [actor.id], notice: { ...about, message: own } },
    { to: 'firms', ids: [firmId], except: [actor.id], notice: { ...about, message: others } },
  ]
}

export const otherAdministrators = (...except: string[]) =>
  ({ to: 'administrators', except }) as const

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
  const actorName = fullName(actor)
  return [
    {
      ...otherAdministrators(actor.id, lender.id),
      notice: {
        type,
        loanId: loan.id,
        message: instruction
          ? `${actorName} ${say(`${lender.companyName ?? fullName(lender)}'s`)}${onWord}`
          : `${nameWithCompany(actor)} ${say('a')}`,
      },
    },
    // A lender needs only a receipt for their own action, but must be notified of an administrator's action.
    ...(instruction
      ? [
          toFirm(lines.after, {
            type,
            loanId: loan.id,
            receiptId,
            message: `${actorName} ${say('your')}${onWord}`,
          }),
        ]
      : receipts(actor, loan, lines.after, {
          receiptId,
          say: (who, whose) => `${who} ${say(whose)}`,
        })),
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
  { receiptId }: ActContext,
  loan: LoanOfBook,
  line: Line,
  reason: string,
): DirectNotice =>
  toFirm(line, {
    type: 'commitmentReleased',
    loanId: loan.id,
    receiptId,
    message: `Your commitment of ${describePart(line)} to ${loan.title} was released: ${reason}`,
  })

/**
 * A notice that is sent when a fully committed loan's rounding cents are distributed, or when the distribution is
 * undone.
 */
export const noticeOfCents = (
  firmId: string,
  loan: LoanOfBook,
  amount: Money,
  isWhole: boolean,
): DirectNotice => ({
  to: 'firms',
  ids: [firmId],
  notice: {
    type: 'amountRounded',
    loanId: loan.id,
    message: `Your binding amount in ${loan.title} is now ${formatCents(amount)}: ${
      isWhole
        ? 'the loan is fully committed, and its amounts add up to the cent'
        : 'the loan is no longer fully committed, so each amount is rounded by itself again'
    }`,
  },
})
