/**
 * Makes mails of notifications: many of one kind for one person are one mail, and the next of that
 * kind waits. Several processes may do it at once.
 */
import { randomUUID } from 'node:crypto'
import { pages } from '#contract/pages.ts'
import { notificationHeadings, type BatchedType } from '#domain/notifications/types.ts'
import { transact, type Database, type Transaction } from '#server/database/client.ts'
import { mails } from '#server/database/schema/notifications.ts'
import { sql } from 'drizzle-orm'
import { letter, type Sender } from './messages.ts'

/** How long the next mail of a kind waits, in minutes, so that it can tell of several. */
const pauseMinutes = 10
/** What one transaction handles at most, so that it ends soon: groups, and notifications of each. */
const mostGroups = 10
const mostInOne = 1000
/** More than these are only counted. */
const mostLines = 50

/** The notifications of one kind for one person. */
interface Group {
  userId: string
  type: BatchedType
  email: string
  wantsMail: boolean
}

interface Line {
  userId: string
  type: BatchedType
  message: string
  loanId: string | null
  /** How many notifications the group has, those beyond the lines included. */
  total: number
}

/** Puts what has been notified since into the outbox; false when nothing was left to do. */
export async function digestNotifications(db: Database, sender: Sender): Promise<boolean> {
  return transact(db, async (tx) => {
    const groups = await lockGroups(tx)
    if (groups.length === 0) return false
    const lines = await claimLines(tx, groups)
    const written = groups.flatMap((group) => {
      const own = lines.filter((line) => line.userId === group.userId && line.type === group.type)
      return own.length > 0 && group.wantsMail ? [toMail(sender, group, own)] : []
    })
    if (written.length > 0) await tx.insert(mails).values(written)
    return lines.length > 0
  })
}

// The pause is over, or there is nobody to wait for.
const isDue = sql`(not wants_mail or not exists (
  select 1 from mails m
  where m.user_id = person and m.kind = type
    and m.created_at between now() - ${pauseMinutes} * interval '1 minute' and now()))`

/**
 * Groups that are due, their persons locked: who holds the person makes the person's mails. The
 * recursion steps through the index from group to group, however many notifications each has.
 */
async function lockGroups(tx: Transaction): Promise<Group[]> {
  const { rows } = await tx.execute<Group & Record<string, unknown>>(sql`
    with recursive groups as (
      (select user_id as person, type from notifications where mail_handled_at is null
        order by user_id, type limit 1)
      union all
      select next.person, next.type from groups cross join lateral (
        select user_id as person, n.type from notifications n
        where mail_handled_at is null and (user_id, n.type) > (groups.person, groups.type)
        order by user_id, n.type limit 1) as next
    ), wanted as (
      select person, type, u.notify_by_email and u.deactivated_at is null as wants_mail
      from groups join users u on u.id = person
    )
    select person as "userId", type, u.email, wants_mail as "wantsMail"
    from wanted join users u on u.id = person
    where ${isDue}
    limit ${mostGroups}
    for no key update of u skip locked`)
  return rows
}

/**
 * Marks the notifications of these groups as handled and gives the lines of their mails. Asks once
 * more whether each is due: another process may have let go of the person a moment ago.
 */
async function claimLines(tx: Transaction, groups: Group[]): Promise<Line[]> {
  const column = <Name extends keyof Group>(name: Name) =>
    sql.param(groups.map((group) => group[name]))
  const { rows } = await tx.execute<Line & Record<string, unknown>>(sql`
    with due as (
      select person, type
      from unnest(${column('userId')}::uuid[], ${column('type')}::text[],
        ${column('wantsMail')}::boolean[]) as given (person, type, wants_mail)
      where ${isDue}
    ), claimed as (
      select n.* from due cross join lateral (
        select * from notifications
        where user_id = due.person and notifications.type = due.type and mail_handled_at is null
        order by created_at, id
        limit ${mostInOne}
        for update skip locked) as n
    ), handled as (
      update notifications set mail_handled_at = now()
      from claimed where notifications.id = claimed.id
    ), placed as (
      select *, row_number() over (partition by user_id, type order by created_at, id) as place,
        count(*) over (partition by user_id, type) as total
      from claimed
    )
    select user_id as "userId", type, message, related_loan_id as "loanId", total::int as total
    from placed where place <= ${mostLines}
    order by created_at, id`)
  return rows
}

function toMail(sender: Sender, { userId, type, email }: Group, lines: Line[]) {
  const { company, publicUrl } = sender
  const total = lines[0]?.total ?? lines.length
  const { one, many } = notificationHeadings[type]
  const left = total - lines.length
  return {
    id: randomUUID(),
    recipient: email,
    userId,
    kind: type,
    subject: `${company.name}: ${total === 1 ? one : many}`,
    body: letter(
      sender,
      ...lines.map((line) => toParagraph(sender, line)),
      ...(left > 0 ? [`… and ${left} more: ${publicUrl}${pages.notifications}`] : []),
      `You choose in your profile whether such mails are sent to you:
${publicUrl}${pages.profile}`,
    ),
  }
}

/** What happened, on a line of its own, and where it is to be seen. */
function toParagraph({ publicUrl }: Sender, { type, message, loanId }: Line): string {
  const told = message.replaceAll(/\s+/g, ' ')
  const path =
    type === 'registration'
      ? `${pages.admin}?tab=pending`
      : loanId
        ? pages.loan.replace(':id', loanId)
        : pages.notifications
  return `${told}\n${publicUrl}${path}`
}
