/** Who is notified of what when a position is made, changed or ended. */
import type { Instruction } from '#contract/book/shapes.ts'
import { formatInstruction } from '#domain/book/instructions.ts'
import { receiptReference } from '#domain/book/receipts.ts'
import { formatCents, formatPart, type Money, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import {
  administratorsBut,
  people,
  type AddressedNotice,
  type Notice,
} from '#server/notices/notify.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { OnLoan } from './terms.ts'

/** A person with an account: the actor, or the owner of a position. */
export interface Party {
  id: string
  firstName: string
  lastName: string
}

interface Part {
  percentage: Percent
  amount: Money
}

const describePart = ({ percentage, amount }: Part) => formatPart(percentage, amount)

/** What a lender is told of an own act. */
const withReceipt = (told: string, receiptId: string) =>
  `${told}. Receipt ${receiptReference(receiptId)}`

/** Who acts on a soft commitment, and on whose word an administrator does; null when its lender acts. */
export interface Said {
  /** Also the id of the audit entry. */
  receiptId: string
  actor: Party
  lender: Party
  instruction: Instruction | null
}

/** What is told of an act: with whose commitment it was, "changed your soft commitment". */
interface SoftAct {
  type: 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding'
  say: (whose: string) => string
}

const onWordOf = (instruction: Instruction | null) =>
  instruction && `, as instructed by ${formatInstruction(instruction)}`

/** Notifies the other administrators of what was done with a soft commitment, and the lender of its receipt. */
const ofSoft = (
  { receiptId, actor, lender, instruction }: Said,
  { id: loanId }: OnLoan,
  { type, say }: SoftAct,
): AddressedNotice[] => {
  const [actorName, lenderName] = [fullName(actor), fullName(lender)]
  const onWord = onWordOf(instruction)
  return [
    {
      to: sql`${administratorsBut(actor.id)} and u.id <> ${lender.id}::uuid`,
      notice: {
        type,
        loanId,
        message: onWord
          ? `${actorName} ${say(`${lenderName}'s`)}${onWord}`
          : `${lenderName} ${say('a')}`,
      },
    },
    {
      to: people([lender.id]),
      notice: {
        // A receipt is what a lender's own act brings; what somebody else did is news.
        type: onWord ? type : 'receipt',
        loanId,
        receiptId,
        message: onWord
          ? `${actorName} ${say('your')}${onWord}`
          : withReceipt(`You ${say('your')}`, receiptId),
      },
    },
  ]
}

/** Who is told that a commitment was made: the administrators, except who made it, and the lender. */
export const toldOfCommitment = (
  actorId: string | SQL,
  lenderId: string | SQL,
): { to: SQL; hasReceipt: boolean }[] => [
  { to: sql`${administratorsBut(actorId)} and u.id <> ${lenderId}::uuid`, hasReceipt: false },
  { to: sql`u.id = ${lenderId}::uuid`, hasReceipt: true },
]

/** What each of `toldOfCommitment` is told; the lender is addressed as "you". */
export function wordsOfCommitment(
  actor: Party,
  lender: Party,
  loan: OnLoan,
  position: Part & { id: string; isSoftCommit: boolean },
  instruction: Instruction | null = null,
): Notice[] {
  const isSoft = position.isSoftCommit
  const [did, kind] = isSoft ? ['indicated', 'not binding'] : ['committed', 'binding']
  const what = `${describePart(position)} of ${loan.title}, ${kind}${onWordOf(instruction) ?? ''}`
  const [actorName, lenderName] = [fullName(actor), fullName(lender)]
  const noun = isSoft ? 'an indication' : 'a commitment'
  const [type, toOthers, toLender] =
    actor.id === lender.id
      ? ([
          'receipt',
          `${lenderName} ${did} ${what}`,
          withReceipt(`You ${did} ${what}`, position.id),
        ] as const)
      : ([
          'commitmentRecorded',
          `${actorName} recorded for ${lenderName}: ${what}`,
          `${actorName} recorded ${noun} for you: ${what}`,
        ] as const)
  return [
    { type: 'commitmentMade', loanId: loan.id, message: toOthers },
    { type, loanId: loan.id, message: toLender },
  ]
}

/** A commitment was made. Its receipt has its id. */
export function commitmentMade(
  actor: Party,
  lender: Party,
  loan: OnLoan,
  position: Part & { id: string; isSoftCommit: boolean },
  instruction: Instruction | null,
): AddressedNotice[] {
  const words = wordsOfCommitment(actor, lender, loan, position, instruction)
  return toldOfCommitment(actor.id, lender.id).flatMap(({ to, hasReceipt }, index) => {
    const notice = words[index]
    if (!notice) return []
    return [{ to, notice: { ...notice, ...(hasReceipt && { receiptId: position.id }) } }]
  })
}

export const commitmentChanged = (said: Said, loan: OnLoan, before: Part, now: Part) =>
  ofSoft(said, loan, {
    type: 'commitmentChanged',
    say: (whose) =>
      `changed ${whose} soft commitment to ${loan.title} from ${describePart(before)} to ${describePart(now)}`,
  })

export const commitmentWithdrawn = (said: Said, loan: OnLoan, part: Part) =>
  ofSoft(said, loan, {
    type: 'commitmentWithdrawn',
    say: (whose) => `withdrew ${whose} soft commitment of ${describePart(part)} to ${loan.title}`,
  })

export const commitmentMadeBinding = (said: Said, loan: OnLoan, part: Part) =>
  ofSoft(said, loan, {
    type: 'commitmentMadeBinding',
    say: (whose) =>
      `made ${whose} soft commitment of ${describePart(part)} to ${loan.title} binding`,
  })

export const loanFullyCommitted = (
  actor: Party,
  loan: OnLoan & { amount: Money },
): AddressedNotice => ({
  to: administratorsBut(actor.id),
  notice: {
    type: 'loanFullyCommitted',
    loanId: loan.id,
    message: `${loan.title} is fully committed: lenders are bound to all of its ${formatCents(loan.amount)}`,
  },
})

export const commitmentReleased = (
  receiptId: string,
  lenderId: string,
  loan: OnLoan,
  part: Part,
  reason: string,
): AddressedNotice => ({
  to: people([lenderId]),
  notice: {
    type: 'commitmentReleased',
    loanId: loan.id,
    receiptId,
    message: `Your commitment of ${describePart(part)} to ${loan.title} was released: ${reason}`,
  },
})

/** The cents of a loan were placed because it became whole, or taken back because it is no longer. */
export const amountsMoved = (
  lenderId: string,
  loan: OnLoan,
  amount: Money,
  isWhole: boolean,
): AddressedNotice => ({
  to: people([lenderId]),
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

/** These people, except the one who acted. */
export const othersThan = (actor: Pick<Party, 'id'>, ids: readonly string[]) =>
  sql`${people(ids)} and u.id <> ${actor.id}::uuid`
