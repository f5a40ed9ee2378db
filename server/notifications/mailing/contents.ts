/**
 * Reads the notifications for an email and describes the email. Includes the notifications marked as handled when the
 * email was queued, unless the recipient can no longer see them.
 */
import { mustSetUpTwoFactor } from '#domain/access.ts'
import type { ActEntry } from '#domain/book/receipt-facts.ts'
import type { Money, Percent } from '#domain/money.ts'
import { mailKindOf, type MailKind } from '#domain/notifications/mail-kinds.ts'
import { administratorsTypes, type BatchedType } from '#domain/notifications/types.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { isFullySeenByFirm } from '#server/database/schema/audience.ts'
import { audit } from '#server/database/schema/audit.ts'
import { loans } from '#server/database/schema/loans.ts'
import { fromLoans, shownColumns, type LoanRow } from '#server/loans/read-loans.ts'
import type { MailContent, Sender } from '#server/mail/mail-content.ts'
import { actColumns } from '#server/mail/mail-texts.ts'
import { switchUrl } from '#server/mail/switch-links.ts'
import { readLinkKey } from '#server/secrets/link-key.ts'
import { sql, type SQL } from 'drizzle-orm'
import { typesOfTeasers } from '#domain/notifications/types.ts'
import { describeDigest, describeNotices } from './describe-notices.ts'
import { isChosenLoan, kindSql, timingSql } from './timings.ts'

export type NoticeSender = Sender & Pick<Config, 'secretsKey' | 'requireAdmin2fa' | 'timeZone'>

export interface NoticeMail {
  userId: string
  kind: BatchedType | 'dailyDigest'
  /** In ISO 8601, with microseconds, which a `Date` can't represent. */
  at: string
}

export interface Notice {
  type: BatchedType
  kind: MailKind
  message: string
  relatedLoanId: string | null
  relatedUserId: string | null
  receiptId: string | null
  userName: string | null
  act: ActEntry | null
  loan: LoanRow | null
  /** The recipient's active shares in the loan. Null in a preview. */
  own: OwnShares | null
}

export interface OwnShares {
  bindingPercentage: Percent
  bindingAmount: Money
  softPercentage: Percent
  softAmount: Money
}

export interface Reader {
  firstName: string
  isAdmin: boolean
}

interface Row extends Omit<Notice, 'loan'>, Reader, Record<string, unknown> {
  place: number
  email: string
  isApproved: boolean
  hasTwoFactor: boolean
  /** True if the recipient's firm sees the loan in full, or there is none. */
  isFull: boolean
}

/** Notifications older than this are no longer emailed. */
export const maxAgeDays = 31

export async function contentsOf(
  db: Queryable,
  sender: NoticeSender,
  mails: readonly NoticeMail[],
): Promise<{ mail: NoticeMail; recipient: string; content: MailContent }[]> {
  if (mails.length === 0) return []
  const rows = await readRows(db, mails)
  const [loansById, teasersById] = await Promise.all([
    readLoans(db, rows, 'all'),
    readLoans(db, rows, { firmId: null }),
  ])
  const key = await readLinkKey(db, sender.secretsKey)
  return mails.flatMap((mail, place) => {
    const own = rows.filter((row) => row.place === place)
    const [reader] = own
    const notices = own
      .map((row) => {
        const seen = row.isAdmin || row.isFull ? loansById : teasersById
        return { ...row, loan: seen.get(row.relatedLoanId ?? '') ?? null }
      })
      .filter((row) => canRead(row, sender))
    if (!reader || notices.length === 0) return []
    const content =
      mail.kind === 'dailyDigest'
        ? describeDigest(sender, reader, notices, new Date(mail.at))
        : describeNotices(sender, reader, notices)
    const kind = mail.kind === 'dailyDigest' ? 'daily' : notices[0]?.kind
    const off =
      key && kind && kind !== 'money' ? switchUrl(key, sender, { userId: mail.userId, kind }) : null
    return [{ mail, recipient: reader.email, content: withSwitch(content, off) }]
  })
}

const withSwitch = ({ links = [], ...content }: MailContent, off: string | null): MailContent =>
  off
    ? {
        ...content,
        links: [{ label: 'Turn off these emails', url: off }, ...links],
        switchUrl: off,
      }
    : { ...content, links }

async function readRows(db: Queryable, mails: readonly NoticeMail[]): Promise<Row[]> {
  const column = (name: keyof NoticeMail) => sql.param(mails.map((mail) => mail[name]))
  const { rows } = await db.execute<Row>(sql`
    select mail.place::int - 1 as place, n.type, of_kind.kind, n.message,
      n.related_loan_id as "relatedLoanId", n.related_user_id as "relatedUserId",
      n.receipt_id as "receiptId", case when ${audit.id} is not null then ${actColumns} end as act,
      case when other.id is not null then ${fullNameOf('other')} end as "userName", held.own,
      coalesce(${isFullySeenByFirm(sql`n.related_loan_id`, sql`u.firm_id`)}, true) as "isFull",
      u.email, u.first_name as "firstName", u.is_admin as "isAdmin", u.is_approved as "isApproved",
      exists (select 1 from two_factors t where t.user_id = u.id and t.confirmed_at is not null)
        as "hasTwoFactor"
    from unnest(${column('userId')}::uuid[], ${column('kind')}::text[], ${column('at')}::timestamptz[])
        with ordinality as mail (person, kind, at, place)
      join users u on u.id = mail.person and u.deactivated_at is null
      join notifications n on n.user_id = u.id and n.mail_handled_at = mail.at
        and mail.kind in ('dailyDigest', n.type)
        and n.created_at > mail.at - ${maxAgeDays} * interval '1 day'
      cross join lateral (
        select ${kindSql(sql`n.type`, sql`(n.receipt_id is not null)`)} as kind) as of_kind
      cross join lateral (
        select json_build_object(
          'bindingPercentage', ${sumOfOwn('percentage', sql`not is_soft_commit`)},
          'bindingAmount', ${sumOfOwn('amount', sql`not is_soft_commit`)},
          'softPercentage', ${sumOfOwn('percentage', sql`is_soft_commit`)},
          'softAmount', ${sumOfOwn('amount', sql`is_soft_commit`)}) as own
        from commitments
        where firm_id = u.firm_id and loan_id = n.related_loan_id and status = 'active') as held
      left join mail_choices c on c.user_id = u.id and c.kind = of_kind.kind
      left join users other on other.id = n.related_user_id
      left join ${audit} on ${audit.id} = n.receipt_id
    where ${timingSql(sql`of_kind.kind`)} <> 'never' and ${isChosenLoan}
    order by mail.place, n.created_at, n.id`)
  return rows.map((row) => ({ ...row, kind: mailKindOf(row.type, row.receiptId !== null) }))
}

const sumOfOwn = (column: 'percentage' | 'amount', condition: SQL) =>
  sql`coalesce(sum(${sql.raw(column)}) filter (where ${condition}), 0)::numeric(30, 2)::text`

async function readLoans(
  db: Queryable,
  rows: readonly Row[],
  seen: 'all' | { firmId: null },
): Promise<Map<string, LoanRow>> {
  const ids = [...new Set(rows.flatMap(({ relatedLoanId }) => relatedLoanId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows: found } = await db.execute<{ [Name in keyof LoanRow]: LoanRow[Name] }>(sql`
    select ${shownColumns(seen)} ${fromLoans(seen)} where ${loans.id} = any(${sql.param(ids)}::uuid[])`)
  return new Map(found.map((loan) => [loan.id, loan]))
}

/** Types of notifications whose link to a loan is removed when the loan is deleted or returned to draft. */
const typesOfLoan: readonly BatchedType[] = [
  ...(['newLoan', 'documentAdded', 'reply', 'announcement', 'termsChanged'] as const),
  ...(['amountRounded', 'deadlineSoon', 'allocated', 'offerSoon', 'offerEnded'] as const),
]

function canRead(row: Row & { loan: LoanRow | null }, sender: NoticeSender): boolean {
  if (mustSetUpTwoFactor(row, sender.requireAdmin2fa)) return false
  if (row.isAdmin) return true
  if (row.receiptId) return true
  if (administratorsTypes.some((type) => type === row.type)) return false
  if (row.relatedLoanId)
    return (
      row.isApproved &&
      row.loan !== null &&
      row.loan.isDraft !== 'true' &&
      (row.isFull || typesOfTeasers.includes(row.type))
    )
  return !typesOfLoan.includes(row.type)
}
