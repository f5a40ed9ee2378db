/**
 * Turns notifications into emails. Several notifications of one type for the same user are combined into one email, and
 * the next email of that type is delayed. Several processes can do this at the same time without conflicts.
 */
import { notificationTarget } from '#contract/notifications/target.ts'
import { pages } from '#contract/pages.ts'
import { describeAct, type ActEntry } from '#domain/book/receipt-facts.ts'
import { notificationHeadings, type BatchedType } from '#domain/notifications/types.ts'
import type { Database, Transaction } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { audit } from '#server/database/schema/audit.ts'
import { sql } from 'drizzle-orm'
import { insertMails } from './insert-mails.ts'
import { emailBody, onOneLine, type Sender, actColumns, linesOfReceipt } from './mail-texts.ts'

/** The number of minutes until the next email of the same type, which can then contain several notifications. */
const pauseMinutes = 10
const maxGroups = 10
const maxPerGroup = 1000
const maxLines = 50

interface Group {
  userId: string
  type: BatchedType
  email: string
  isAdmin: boolean
  wantsMail: boolean
}

interface Line {
  userId: string
  type: BatchedType
  message: string
  relatedLoanId: string | null
  relatedUserId: string | null
  receiptId: string | null
  act: ActEntry | null
  total: number
}

export async function digestNotifications(db: Database, sender: Sender): Promise<boolean> {
  return transact(db, async (tx) => {
    const groups = await lockGroups(tx)
    if (groups.length === 0) return false
    const lines = await claimLines(tx, groups)
    const written = groups.flatMap((group) => {
      const own = lines.filter((line) => line.userId === group.userId && line.type === group.type)
      return own.length > 0 && group.wantsMail ? [toMail(sender, group, own)] : []
    })
    if (written.length > 0) await insertMails(tx, written)
    return lines.length > 0
  })
}

/** A notice about a batch is complete once no document has been added for this many seconds. */
const batchSeconds = 10

const isOpen = sql`mail_handled_at is null and (batch_id is null
  or created_at < now() - ${batchSeconds} * interval '1 second')`

const isDue = sql`(not wants_mail or not exists (
  select 1 from mails m
  where m.user_id = person and m.kind = type
    and m.created_at between now() - ${pauseMinutes} * interval '1 minute' and now()))`

/**
 * Finds groups of notifications that are due, and locks each user's row. The process that has the lock creates the
 * user's emails. The recursive query skips through the index from group to group, however many notifications each group
 * contains.
 */
async function lockGroups(tx: Transaction): Promise<Group[]> {
  const { rows } = await tx.execute<Group & Record<string, unknown>>(sql`
    with recursive groups as (
      (select user_id as person, type from notifications where ${isOpen}
        order by user_id, type limit 1)
      union all
      select next.person, next.type from groups cross join lateral (
        select user_id as person, n.type from notifications n
        where ${isOpen} and (user_id, n.type) > (groups.person, groups.type)
        order by user_id, n.type limit 1) as next
    ), wanted as (
      select person, type, u.notify_by_email and u.deactivated_at is null as wants_mail
      from groups join users u on u.id = person
    )
    select person as "userId", type, u.email, u.is_admin as "isAdmin", wants_mail as "wantsMail"
    from wanted join users u on u.id = person
    where ${isDue}
    limit ${sql.raw(String(maxGroups))}
    for no key update of u skip locked`)
  return rows
}

/**
 * Marks the groups' notifications as handled, and returns their lines for emails. Checks again that each group is due,
 * because another process might have just released the user's row.
 */
async function claimLines(tx: Transaction, groups: Group[]): Promise<Line[]> {
  const column = (name: keyof Group) => sql.param(groups.map((group) => group[name]))
  const { rows } = await tx.execute<Line & Record<string, unknown>>(sql`
    with due as (
      select person, type
      from unnest(${column('userId')}::uuid[], ${column('type')}::text[],
        ${column('wantsMail')}::boolean[]) as given (person, type, wants_mail)
      where ${isDue}
    ), claimed as (
      select n.* from due cross join lateral (
        select * from notifications
        where user_id = due.person and notifications.type = due.type and ${isOpen}
        order by created_at, id
        limit ${sql.raw(String(maxPerGroup))}
        for update skip locked) as n
    ), handled as (
      update notifications set mail_handled_at = now()
      from claimed where notifications.id = claimed.id
    ), placed as (
      select *, row_number() over (partition by user_id, type order by created_at, id) as place,
        count(*) over (partition by user_id, type) as total
      from claimed
    )
    select user_id as "userId", type, message, related_loan_id as "relatedLoanId",
      related_user_id as "relatedUserId", receipt_id as "receiptId",
      case when ${audit.id} is not null then ${actColumns} end as act, total::int as total
    from placed left join ${audit} on ${audit.id} = placed.receipt_id
    where place <= ${maxLines}
    order by placed.created_at, placed.id`)
  return rows
}

function toMail(sender: Sender, { userId, type, email, isAdmin }: Group, lines: Line[]) {
  const { company, publicUrl } = sender
  const total = lines[0]?.total ?? lines.length
  const { one, many } = notificationHeadings[type]
  const left = total - lines.length
  return {
    recipient: email,
    userId,
    kind: type,
    subject: `${company.name}: ${total === 1 ? one : many}`,
    body: emailBody(
      sender,
      ...lines.map((line) => toParagraph(sender, line, isAdmin)),
      ...(left > 0 ? [`… and ${left} more: ${publicUrl}${pages.notifications}`] : []),
      `Choose on your profile whether we email you notifications:
${publicUrl}${pages.profile}`,
    ),
  }
}

function toParagraph({ company, publicUrl }: Sender, line: Line, isAdmin: boolean): string {
  const told = onOneLine(line.message)
  const facts = line.act && describeAct(line.act, company.name)
  const target = notificationTarget(line, isAdmin) ?? pages.notifications
  return [told, ...(facts ? linesOfReceipt(facts) : []), `${publicUrl}${target}`].join('\n')
}
