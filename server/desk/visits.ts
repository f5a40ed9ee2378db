/** Visits to the dashboard, and a new lender's first steps. */
import type { DeskVisit, FirstSteps } from '#contract/desk/dashboards.ts'
import { toFlag } from '#contract/wire.ts'
import { deskVisits } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import type { Context } from '#server/http/mount.ts'
import { nextVisit } from '#server/loans/followed-loans.ts'
import { isFullySeen, isSeen, publishedLoansSeenBy } from '#server/loans/loans-seen.ts'
import { firmOf } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'

export async function visitDesk(context: Context<'viewer'>): Promise<DeskVisit> {
  const { db, principal } = context
  const seen = publishedLoansSeenBy(context)
  const [visit] = await db
    .insert(deskVisits)
    .values({ userId: principal.account.id })
    .onConflictDoUpdate({
      target: deskVisits.userId,
      set: nextVisit(deskVisits),
    })
    // Microseconds keep what was added in the last millisecond before the visit from counting as new.
    .returning({ previousAt: sql<string | null>`${utcText(deskVisits.previousAt)}` })
  const previousAt = visit?.previousAt ?? null
  if (previousAt === null) return { previousAt, ...nothing }
  // A loan can be created as a draft long before it is published, so the audit trail is also read.
  const { rows } = await db.execute<{ [Name in keyof News]: News[Name] }>(sql`
    with fresh as materialized (
      select id, title, created_at from loans where ${isSeen(seen)} and (
        created_at > ${previousAt}::timestamptz or id in (
          select loan_id from audit where kind = 'loanPublished' and at > ${previousAt}::timestamptz))
    ), added as materialized (
      select d.loan_id, d.uploaded_at, loans.title
      from documents d join ${loans} on loans.id = d.loan_id and ${isFullySeen(seen)}
      where d.uploaded_at > ${previousAt}::timestamptz and d.loan_id not in (select id from fresh)
    )
    select (select count(*)::int from fresh) as "newLoans",
      (select count(*)::int from added) as "newDocuments",
      (select count(distinct loan_id)::int from added) as "loansWithDocuments",
      (select json_build_object('loanId', id, 'loanTitle', title) from fresh
        order by created_at desc, id desc limit 1) as "newestLoan",
      (select json_build_object('loanId', loan_id, 'loanTitle', title) from added
        order by uploaded_at desc, loan_id limit 1) as "newestDocumentLoan"`)
  return { previousAt, ...(rows[0] ?? nothing) }
}

type News = Omit<DeskVisit, 'previousAt'>

const nothing: News = {
  newLoans: 0,
  newDocuments: 0,
  loansWithDocuments: 0,
  newestLoan: null,
  newestDocumentLoan: null,
}

export async function readFirstSteps({ db, principal }: Context<'viewer'>): Promise<FirstSteps> {
  const { id } = principal.account
  type Row = Record<keyof FirstSteps, boolean>
  const { rows } = await db.execute<Row>(sql`select
    exists (select from saved_filters where user_id = ${id}::uuid) as "hasSavedFilter",
    exists (select from audit where actor_id = ${id}::uuid
      and kind in ('documentViewed', 'documentDownloaded')) as "hasOpenedDocument",
    exists (select from commitments where firm_id = ${firmOf(principal)}::uuid) as "hasIndicated"`)
  const [row] = rows
  if (!row) throw new Error('A query without FROM gave no row')
  return {
    hasSavedFilter: toFlag(row.hasSavedFilter),
    hasOpenedDocument: toFlag(row.hasOpenedDocument),
    hasIndicated: toFlag(row.hasIndicated),
  }
}
