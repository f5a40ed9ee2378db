import type { Commitment } from '#contract/book/commitments.ts'
import { toFlag } from '#contract/wire.ts'
import { fullName } from '#domain/texts.ts'
import { permissionsOf } from '#server/book/entries.ts'
import type { Queryable } from '#server/database/client.ts'
import { commitments } from '#server/database/schema/book.ts'
import { photos } from '#server/database/schema/documents.ts'
import { loans } from '#server/database/schema/loans.ts'
import { notFound } from '#server/errors.ts'
import { splitGroup } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import {
  withPermissions,
  coverOfLoan,
  loanColumns,
  pendingTerms,
  withFlags,
  type LoanRow,
} from '#server/loans/read-loans.ts'
import { answersOwedBy, isHeldFor } from '#server/book/shares.ts'
import { makerIn } from '#server/sign-in/people-of-firms.ts'
import { isFullySeen, loansSeenBy } from '#server/loans/loans-seen.ts'
import { firmOf, type Caller, type Principal } from '#server/sign-in/principal.ts'
import { isRepeated, type Acted, type Repeated } from '#server/book/act.ts'
import type { Services } from '#server/http/mount.ts'
import { and, desc, eq, sql, type InferSelectModel, type SQL } from 'drizzle-orm'

export interface OwnCommitment extends Omit<
  Commitment,
  'isSoftCommit' | 'isOnBehalf' | 'can' | 'loan'
> {
  isSoftCommit: boolean
  isOnBehalf: boolean
  loan: LoanRow
}

interface GroupedLine {
  own: OwnCommitment
  /** The sort key of the line's loan. */
  place: string
}

/** Only people of the firm can read a commitment, so the caller's role determines whether the lender can commit. */
export const toCommitment = (caller: Caller, own: OwnCommitment): Commitment => ({
  ...own,
  isSoftCommit: toFlag(own.isSoftCommit),
  isOnBehalf: toFlag(own.isOnBehalf),
  can: permissionsOf(
    caller,
    { firmId: own.firmId, isEligible: true, isOwnPosition: true },
    { status: own.status, isSoft: own.isSoftCommit, loanStatus: own.loan.status, book: own.loan },
  ),
  loan: withPermissions(caller, own.loan),
})

type Lender = Caller & Pick<Services, 'db'> & { principal: Principal }

export const activeOf = (principal: Principal) =>
  and(isHeldFor(principal), eq(commitments.status, 'active')) ?? sql`false`

/** @throws {ApiError} 404 if the caller left the firm since, or the firm doesn't see the loan in full anymore. */
async function findCommitment(caller: Lender, id: string): Promise<OwnCommitment> {
  const seen = loansSeenBy(caller)
  const [found] = await listCommitments(
    caller.db,
    and(eq(commitments.id, id), isHeldFor(caller.principal), isFullySeen(seen)),
  )
  if (!found) throw notFound('The commitment')
  return found
}

const selection = {
  commitment: commitments,
  createdAtText: utcText(commitments.createdAt),
  madeBy: sql<string | null>`(
    select ${makerIn(sql`commitments.firm_id`, 'maker')} from users maker
    where maker.id = commitments.lender_id)`,
  loan: { ...loanColumns, ...pendingTerms },
}

export async function listCommitments(
  db: Queryable,
  condition: SQL | undefined,
  limit?: number,
): Promise<OwnCommitment[]> {
  const asked = db
    .select(selection)
    .from(commitments)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .leftJoin(photos, coverOfLoan)
    .where(condition)
    .orderBy(desc(commitments.createdAt), desc(commitments.id))
    .$dynamic()
  const rows = await (limit === undefined ? asked : asked.limit(limit))
  return rows.map(toOwn)
}

interface ByLoan {
  cursor?: string | undefined
  limit?: number | undefined
  loans?: { after: SQL | undefined; limit: number } | undefined
}

/**
 * Lists the commitments selected by `own`, grouped by loan. The loans are sorted by `placeOfLoan`, and the commitments of
 * each loan by the newest first.
 */
export async function listByLoan(
  { db, principal }: { db: Queryable; principal: Principal },
  own: SQL,
  { cursor, limit, loans: which }: ByLoan = {},
): Promise<GroupedLine[]> {
  const place = sql`held.place`
  const at = cursor ? splitGroup(cursor) : null
  const asked = db
    .select({ ...selection, placeText: utcText(place) })
    .from(commitments)
    .innerJoin(placedLoans(principal, own, which), sql`held.loan_id = ${commitments.loanId}`)
    .innerJoin(loans, eq(loans.id, commitments.loanId))
    .leftJoin(photos, coverOfLoan)
    .where(
      and(
        own,
        at
          ? sql`(${place}, ${commitments.loanId}, ${commitments.createdAt}, ${commitments.id})
              < (${at.group}, ${at.place})`
          : undefined,
      ),
    )
    .orderBy(
      desc(place),
      desc(commitments.loanId),
      desc(commitments.createdAt),
      desc(commitments.id),
    )
    .$dynamic()
  const rows = await (limit === undefined ? asked : asked.limit(limit))
  return rows.map(({ placeText, ...row }) => ({ own: toOwn(row), place: placeText }))
}

/**
 * True for loans whose deadline decides on soft commitments. While new terms are proposed, the answers to them come
 * first, unless they may come too late.
 */
export const isToBeDecided = sql`(loans.status <> 'funded' and loans.book_stage = 'open'
  and loans.commitment_deadline > now()
  and not exists (select from terms_proposals p where p.loan_id = loans.id and p.state = 'open'
    and p.respond_by <= loans.commitment_deadline))`

/**
 * The sort key of a loan, latest first: loans that await the firm's answer or decision by that time, soonest first, then
 * unfunded loans by their planned closing, soonest first, and then the loan with the newest commitment. The soonest date
 * is the latest key, because it is subtracted from a time in the far future.
 */
export const placeOfLoan = (principal: Principal) => sql`coalesce(
  timestamptz '9000-01-01T00:00Z' - (least(
    (select min(owed.respond_by) from ${answersOwedBy(sql`${firmOf(principal)}`)} owed
      where owed.loan_id = loans.id and owed.respond_by > now()),
    case when bool_or(commitments.is_soft_commit) and ${isToBeDecided} then loans.commitment_deadline end
  ) - timestamptz '2000-01-01T00:00Z'),
  case when loans.status <> 'funded'
    then timestamptz '6000-01-01T00:00Z' - (loans.closing_date - date '2000-01-01') * interval '1 day' end,
  max(commitments.created_at))`

function placedLoans(principal: Principal, own: SQL, which: ByLoan['loans']): SQL {
  const page = which && sql`order by place desc, loan_id desc limit ${which.limit}`
  return sql`(
    select commitments.loan_id, ${placeOfLoan(principal)} as place
    from commitments join loans on loans.id = commitments.loan_id where ${own}
    group by commitments.loan_id, loans.id ${which?.after ? sql`having ${which.after}` : sql``} ${page ?? sql``}
  ) held`
}

interface Row {
  commitment: InferSelectModel<typeof commitments>
  createdAtText: string
  madeBy: string | null
  loan: LoanRow
}

const toOwn = ({ commitment, createdAtText, madeBy, loan }: Row): OwnCommitment => ({
  id: commitment.id,
  loanId: commitment.loanId,
  lenderId: commitment.lenderId,
  firmId: commitment.firmId,
  madeBy,
  percentage: commitment.percentage,
  amount: commitment.amount,
  isSoftCommit: commitment.isSoftCommit,
  status: commitment.status,
  createdAt: createdAtText,
  isOnBehalf: commitment.recordedBy !== null,
  loanAmount: commitment.loanAmount,
  interestRate: commitment.interestRate,
  term: commitment.term,
  loan: withFlags(loan),
})

/** A repeated request returns the commitment's current state. */
export async function answerToLender(caller: Lender, acted: Acted | Repeated) {
  const own = isRepeated(acted) ? await findCommitment(caller, acted.lineId) : commitmentOf(acted)
  const answer = toCommitment(caller, own)
  return { ...answer, receiptId: acted.receiptId }
}

const commitmentOf = ({ line, lender, loan }: Acted): OwnCommitment => ({
  id: line.id,
  loanId: line.loanId,
  lenderId: line.lenderId,
  firmId: line.firmId,
  madeBy: lender.isAloneInFirm ? null : fullName(lender),
  percentage: line.percentage,
  amount: line.amount,
  isSoftCommit: line.isSoft,
  status: line.status,
  createdAt: line.createdAt,
  isOnBehalf: line.recordedBy !== null,
  loanAmount: line.loanAmount,
  interestRate: line.interestRate,
  term: line.term,
  loan,
})
