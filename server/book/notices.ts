/** Who is notified of what when a position is made, changed or ended. */
import { formatCents, formatShare, type Money, type Percent } from '#domain/money.ts'
import { fullName } from '#domain/texts.ts'
import type { Queryable } from '#server/database/client.ts'
import { administratorsBut, notify, people, type Notice } from '#server/notices/notify.ts'
import { sql, type SQL } from 'drizzle-orm'

/** A notice and its recipients: a condition on the users `u`, as `notify` takes it. */
export interface AddressedNotice {
  to: SQL
  notice: Notice
}

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

/** Notifies administrators of what a lender did with their own position. */
const ofLender = (
  lender: Party,
  loan: OnLoan,
  type: 'commitmentChanged' | 'commitmentWithdrawn' | 'commitmentMadeBinding',
  did: string,
): AddressedNotice => ({
  to: administratorsBut(lender.id),
  notice: { type, loanId: loan.id, message: `${fullName(lender)} ${did}` },
})

/**
 * Who is told that a commitment was made: of a lender's own the administrators; of one that an administrator
 * recorded on the lender's behalf the other administrators, and the lender.
 */
export const toldOfCommitment = (actorId: string | SQL, lenderId: string | SQL): [SQL, SQL] => [
  sql`${administratorsBut(actorId)} and u.id <> ${lenderId}::uuid`,
  sql`u.id = ${lenderId}::uuid and u.id <> ${actorId}::uuid`,
]

/** What each of `toldOfCommitment` is told; the lender is addressed as "you". */
export function wordsOfCommitment(
  actor: Party,
  lender: Party,
  loan: OnLoan,
  position: Part & { isSoftCommit: boolean },
): Notice[] {
  const what = `${formatPart(position)}, ${position.isSoftCommit ? 'soft' : 'binding'}, to ${loan.title}`
  const made = (message: string): Notice => ({ type: 'commitmentMade', loanId: loan.id, message })
  if (actor.id === lender.id) return [made(`${fullName(lender)} committed ${what}`)]
  return [
    made(`${fullName(actor)} recorded for ${fullName(lender)}: ${what}`),
    {
      type: 'commitmentRecorded',
      loanId: loan.id,
      message: `${fullName(actor)} recorded a commitment for you: ${what}`,
    },
  ]
}

/** A commitment was made. */
export function commitmentMade(
  ...[actor, lender, loan, position]: Parameters<typeof wordsOfCommitment>
): AddressedNotice[] {
  const words = wordsOfCommitment(actor, lender, loan, position)
  return toldOfCommitment(actor.id, lender.id).flatMap((to, index) => {
    const notice = words[index]
    return notice ? [{ to, notice }] : []
  })
}

export const commitmentChanged = (lender: Party, loan: OnLoan, before: Part, now: Part) =>
  ofLender(
    lender,
    loan,
    'commitmentChanged',
    `changed a soft commitment to ${loan.title} from ${formatPart(before)} to ${formatPart(now)}`,
  )

export const commitmentWithdrawn = (lender: Party, loan: OnLoan, part: Part) =>
  ofLender(
    lender,
    loan,
    'commitmentWithdrawn',
    `withdrew a soft commitment of ${formatPart(part)} to ${loan.title}`,
  )

export const commitmentMadeBinding = (lender: Party, loan: OnLoan, part: Part) =>
  ofLender(
    lender,
    loan,
    'commitmentMadeBinding',
    `made a soft commitment of ${formatPart(part)} to ${loan.title} binding`,
  )

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
  actor: Party,
  lenderId: string,
  loan: OnLoan,
  part: Part,
  reason: string,
): AddressedNotice => ({
  to: othersThan(actor, [lenderId]),
  notice: {
    type: 'commitmentReleased',
    loanId: loan.id,
    message: `Your commitment of ${formatPart(part)} to ${loan.title} was released: ${reason}`,
  },
})

/** These people, except the one who acted. */
export const othersThan = (actor: Pick<Party, 'id'>, ids: readonly string[]) =>
  sql`${people(ids)} and u.id <> ${actor.id}::uuid`

/** Sends the notices one after another, so that they are listed in this order. */
export async function notifyAll(db: Queryable, notices: readonly AddressedNotice[]): Promise<void> {
  for (const { to, notice } of notices) await notify(db, to, notice)
}
