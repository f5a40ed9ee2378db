/** Who is notified of what when a position is made, changed or ended. */
import { formatCents, formatShare, type Money, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import {
  administratorsBut,
  people,
  type AddressedNotice,
  type Notice,
} from '#server/notices/notify.ts'
import { sql, type SQL } from 'drizzle-orm'

/** A person with an account: the actor, or the owner of a position. */
export interface Party {
  id: string
  firstName: string
  lastName: string
}

interface OnLoan {
  id: string
  title: string
}

interface Part {
  percentage: Percent
  amount: Money
}

const formatPart = ({ percentage, amount }: Part) =>
  `${formatShare(percentage)} (${formatCents(amount)})`

/** What a lender did with their own position, as its receipt and the administrators' notices call it. */
interface OwnAct {
  type: 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding'
  /** Also the id of the audit entry. */
  receiptId: string
  /** With whose commitment it was: "changed your soft commitment". */
  say: (whose: 'a' | 'your') => string
}

/** Notifies administrators of what a lender did with their own position, and the lender of its receipt. */
const ofLender = (
  lender: Party,
  { id: loanId }: OnLoan,
  { type, receiptId, say }: OwnAct,
): AddressedNotice[] => [
  {
    to: administratorsBut(lender.id),
    notice: { type, loanId, message: `${fullName(lender)} ${say('a')}` },
  },
  {
    to: people([lender.id]),
    notice: { type: 'receipt', loanId, receiptId, message: `You ${say('your')}` },
  },
]

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
  position: Part & { isSoftCommit: boolean },
): Notice[] {
  const what = `${formatPart(position)}, ${position.isSoftCommit ? 'soft' : 'binding'}, to ${loan.title}`
  const [actorName, lenderName] = [fullName(actor), fullName(lender)]
  const [type, toOthers, toLender] =
    actor.id === lender.id
      ? (['receipt', `${lenderName} committed`, 'You committed'] as const)
      : ([
          'commitmentRecorded',
          `${actorName} recorded for ${lenderName}:`,
          `${actorName} recorded a commitment for you:`,
        ] as const)
  return [
    { type: 'commitmentMade', loanId: loan.id, message: `${toOthers} ${what}` },
    { type, loanId: loan.id, message: `${toLender} ${what}` },
  ]
}

/** A commitment was made. Its receipt has its id. */
export function commitmentMade(
  actor: Party,
  lender: Party,
  loan: OnLoan,
  position: Part & { id: string; isSoftCommit: boolean },
): AddressedNotice[] {
  const words = wordsOfCommitment(actor, lender, loan, position)
  return toldOfCommitment(actor.id, lender.id).flatMap(({ to, hasReceipt }, index) => {
    const notice = words[index]
    if (!notice) return []
    return [{ to, notice: { ...notice, ...(hasReceipt && { receiptId: position.id }) } }]
  })
}

export const commitmentChanged = (
  receiptId: string,
  lender: Party,
  loan: OnLoan,
  before: Part,
  now: Part,
) =>
  ofLender(lender, loan, {
    type: 'commitmentChanged',
    receiptId,
    say: (whose) =>
      `changed ${whose} soft commitment to ${loan.title} from ${formatPart(before)} to ${formatPart(now)}`,
  })

export const commitmentWithdrawn = (receiptId: string, lender: Party, loan: OnLoan, part: Part) =>
  ofLender(lender, loan, {
    type: 'commitmentWithdrawn',
    receiptId,
    say: (whose) => `withdrew ${whose} soft commitment of ${formatPart(part)} to ${loan.title}`,
  })

export const commitmentMadeBinding = (receiptId: string, lender: Party, loan: OnLoan, part: Part) =>
  ofLender(lender, loan, {
    type: 'commitmentMadeBinding',
    receiptId,
    say: (whose) => `made ${whose} soft commitment of ${formatPart(part)} to ${loan.title} binding`,
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
    message: `Your commitment of ${formatPart(part)} to ${loan.title} was released: ${reason}`,
  },
})

/** These people, except the one who acted. */
export const othersThan = (actor: Pick<Party, 'id'>, ids: readonly string[]) =>
  sql`${people(ids)} and u.id <> ${actor.id}::uuid`
