import { typesOfTeasers } from '#domain/notifications/types.ts'
import { loanCan } from '#domain/loans/statuses.ts'
import { isAboveZero, zeroPercent } from '#domain/money.ts'
import { toFlag } from '#contract/wire.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { storeHold } from '#server/book/store-hold.ts'
import { lockBooks } from '#server/book/with-book.ts'
import type { Outcome } from '#server/change/change.ts'
import { joinEffects } from '#server/change/effects.ts'
import { changesInsertEach, type Change } from '#server/live/record.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { firmsAdmittedTo, isSeenByFirm } from '#server/database/schema/audience.ts'
import { vocabulary } from '#server/database/schema/columns.ts'
import { loans } from '#server/database/schema/loans.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { approvedLenders } from '#server/notices/notify.ts'
import { eq, sql } from 'drizzle-orm'
import { noticesOfNewLoan } from './new-loan-notice.ts'
import { findAnyLoan, type LoanRow } from './read-loans.ts'
import { requireVersion } from './versions.ts'

export async function readPublication(db: Queryable, id: string) {
  const loan = await findAnyLoan(db, id)
  return {
    loan,
    lendersToNotify: isAnnounced(loan) ? await countLenders(db, id) : 0,
    wasPublished: toFlag(await wasPublished(db, id)),
  }
}

export async function publish(
  tx: Transaction,
  { principal }: Context<'admin'>,
  draft: LoanRow,
  { version, notifyAgain }: Body<Endpoints['publishLoan']>,
): Promise<Outcome<LoanRow>> {
  if (!isDraft(draft)) return { result: draft }
  const { id } = draft
  await requireVersion(tx, draft, {
    userId: principal.account.id,
    version,
    advice: 'Nothing was published. Review what changed, then publish again.',
  })
  await setDraft(tx, id, false)
  const now = await findAnyLoan(tx, id)
  const isNews = isAnnounced(now) && (notifyAgain || !(await wasPublished(tx, id)))
  const entry = {
    kind: 'loanPublished',
    loan: now,
    after: {
      isDraft: toFlag(isDraft(now)),
      notifiedLenders: isNews ? await countLenders(tx, id) : 0,
      version: now.version,
    },
  } as const
  return {
    result: now,
    entries: [entry],
    changes: changesOfLoan(now),
    notices: isNews ? await noticesOfNewLoan(tx, now) : [],
  }
}

export async function unpublish(
  tx: Transaction,
  context: Context<'admin'>,
  loan: LoanRow,
  version: string | undefined,
): Promise<Outcome<null>> {
  if (isDraft(loan)) return { result: null }
  const { id } = loan
  const { principal } = context
  await requireVersion(tx, loan, {
    userId: principal.account.id,
    version,
    advice: "The loan wasn't returned to draft. Review what changed, then try again.",
  })
  if (loan.hasCommitments !== false)
    throw conflict(
      'Lenders have committed to this loan, and their records refer to it. It stays published.',
      'has_commitments',
    )
  const givenUp = await giveUpHold(tx, context, loan)
  const ended = await changesOfEnd(tx, loan)
  await deleteUnseenNotices(tx, id)
  await setDraft(tx, id, true)
  await retractNotices(tx, id)
  const now = await findAnyLoan(tx, id)
  const entry = {
    kind: 'loanUnpublished',
    loan: now,
    after: { isDraft: toFlag(isDraft(now)), version: now.version },
  } as const
  return { ...joinEffects(givenUp, { entries: [entry], changes: ended }), result: null }
}

/** A draft has no commitments, and so no hold. */
async function giveUpHold(tx: Transaction, context: Context<'admin'>, loan: LoanRow) {
  if (!isAboveZero(loan.holdPercentage)) return {}
  const { at, books } = await lockBooks(tx, { people: [], loanIds: [loan.id] })
  const [book] = books
  const wanted = { percentage: zeroPercent }
  return (book && (await storeHold(tx, context, { book, at }, wanted))) ?? {}
}

export const isDraft = (loan: LoanRow) => loan.isDraft === 'true'

/** Lenders aren't notified of a loan that is already funded. */
const isAnnounced = ({ status }: LoanRow) => loanCan('commit', status)

/** Increments the version so that open pages detect the change. */
async function setDraft(tx: Queryable, id: string, willBe: boolean) {
  await tx
    .update(loans)
    .set({ isDraft: willBe, version: sql`${loans.version} + 1` })
    .where(eq(loans.id, id))
}

async function countLenders(db: Queryable, id: string): Promise<number> {
  const { rows } = await db.execute<{ lenders: number }>(sql`
    select count(*)::int as lenders from users u
    where u.deactivated_at is null and ${approvedLenders}
      and ${isSeenByFirm(sql`${id}::uuid`, sql`u.firm_id`)}`)
  return rows[0]?.lenders ?? 0
}

/** Returns true if the loan was ever returned to draft, which only the audit trail records. */
async function wasPublished(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ was: boolean }>(sql`
    select exists (
      select 1 from audit where loan_id = ${id}::uuid and kind = 'loanUnpublished') as was`)
  return rows[0]?.was ?? false
}

/**
 * Keeps notifications but removes their link to the loan, as when a loan is deleted. Deletes pending emails about the
 * loan.
 */
const retractNotices = (tx: Queryable, id: string) =>
  tx.execute(sql`
    with cut as (
      update notifications set related_loan_id = null,
        mail_handled_at = coalesce(mail_handled_at, now())
      where related_loan_id = ${id}
        and user_id in (select u.id from users u where not u.is_admin)
      returning user_id
    ), ${changesInsertEach('cut_changed', 'notifications', sql`user_id`, sql`from cut`)}
    select 1`)

/**
 * Deletes the notifications of people who don't see the loan in full, before it is deleted or returned to draft. Without
 * their link to the loan, they would be shown again.
 */
export async function deleteUnseenNotices(tx: Queryable, id: string): Promise<void> {
  await tx.execute(sql`
    delete from notifications n using users u, loans l
    where n.related_loan_id = ${id}::uuid and l.id = n.related_loan_id and l.audience <> 'everyone'
      and u.id = n.user_id and not u.is_admin and n.receipt_id is null
      and not (u.is_approved and u.firm_id in ${firmsAdmittedTo(sql`l.id`)})
      and not (l.audience = 'teaser' and n.type in (${vocabulary(typesOfTeasers)}))`)
}

/** Figures of the desk don't include a loan for invited firms, so they don't change with it. */
const countsInStats = ({ audience }: Pick<LoanRow, 'audience'>) => audience !== 'invited'

export const changesOfStats = (loan: LoanRow): Change[] =>
  isDraft(loan) || !countsInStats(loan) ? [] : [{ topic: 'stats' }]

const changesOfLoan = (loan: LoanRow): Change[] =>
  changesOfSight(loan.id).filter(({ topic }) => topic !== 'stats' || countsInStats(loan))

/** The events of a loan that disappears, for everyone who saw it. */
export async function changesOfEnd(tx: Queryable, loan: LoanRow): Promise<Change[]> {
  const changes = changesOfLoan(loan)
  if (isDraft(loan)) return changes.map((each) => ({ ...each, audience: 'admins' }))
  if (loan.audience !== 'invited') return changes.map((each) => ({ ...each, audience: 'everyone' }))
  const { rows } = await tx.execute<{ firmId: string }>(
    sql`select distinct firm_id as "firmId" from ${firmsAdmittedTo(sql`${loan.id}::uuid`)} firms`,
  )
  const audiences = ['admins', ...rows] as const
  return audiences.flatMap((audience) => changes.map((each) => ({ ...each, audience })))
}

export const changesOfSight = (subject: string): Change[] => [
  { topic: 'stats' },
  { topic: 'favorites' },
  ...(['loans', 'book', 'documents', 'photos', 'messages'] as const).map((topic) => ({
    topic,
    subject,
  })),
]
