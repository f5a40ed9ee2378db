/** What of the sample belongs to people who are not part of it, in words. */
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { samplePeople } from '#server/sample/people.ts'
import { sampleIds, sampleVersion } from '#server/sample/sample-ids.ts'
import { sampleLoans } from '#server/sample/sample-loans.ts'
import { sql, type SQL } from 'drizzle-orm'

/** So many are named. */
const mostNamed = 5

/** A sentence for each thing that keeps the sample from being removed; the first few, and how many more. */
export async function findUses(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<Use & { more: number }>(sql`
    select kind, coalesce(person, '') as person, coalesce(title, '') as title,
      (count(*) over () - ${mostNamed})::int as more
    from (${sql.join(parts, sql` union `)}) as uses
    order by kind, title, person limit ${mostNamed}`)
  const more = rows[0]?.more ?? 0
  const named = rows.map((use) => sentences[use.kind](use))
  return more > 0 ? [...named, `And ${more} more.`] : named
}

interface Use extends Record<string, unknown> {
  kind: Kind
  person: string
  title: string
}

type Kind =
  | 'admin'
  | 'readdressed'
  | 'changed'
  | 'commitment'
  | 'elsewhere'
  | 'message'
  | 'messageElsewhere'
  | 'favorite'
  | 'file'

const sentences: Record<Kind, (use: Use) => string> = {
  admin: ({ person }) => `${person} of the sample is an administrator. Change the role first.`,
  readdressed: ({ person }) =>
    `${person} of the sample has another email address now, so someone may be using the account.`,
  changed: ({ title }) => `${title} was changed. Delete that loan first.`,
  commitment: ({ person, title }) => `${person} committed to ${title}. Delete that loan first.`,
  elsewhere: ({ person, title }) => `${person} of the sample committed to your loan ${title}.`,
  message: ({ person, title }) => `${person} wrote on ${title}. Delete that loan first.`,
  messageElsewhere: ({ person, title }) =>
    `Your loan ${title} has messages with ${person} of the sample.`,
  favorite: ({ person, title }) =>
    `${person} marked ${title} as a favorite. That mark has to be removed first.`,
  file: ({ person, title }) => `${person} was added to ${title}. Delete the file first.`,
}

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`
const anyLoan = anyOf(sampleIds.loans)
const anyPerson = anyOf(sampleIds.people)
const nameOf = fullNameOf('u')

/** What the sample's rows were like, by their ids. */
const asMade = (ids: readonly string[], values: readonly string[]) => sql`
  unnest(${sql.param([...ids])}::uuid[], ${sql.param([...values])}::text[]) as made (id, value)`
const addresses = asMade(
  sampleIds.people,
  samplePeople.map(({ email }) => email),
)
const versions = asMade(
  sampleIds.loans,
  sampleLoans.map(({ key }) => String(sampleVersion(key))),
)

const parts: SQL[] = [
  sql`select 'admin' as kind, ${nameOf} as person, null as title
    from users u where u.id = ${anyPerson} and u.is_admin`,
  sql`select 'readdressed', ${nameOf}, null
    from users u join ${addresses} on made.id = u.id where lower(u.email) <> lower(made.value)`,
  sql`select 'changed', null, l.title
    from loans l join ${versions} on made.id = l.id where l.version::text <> made.value`,
  sql`select 'commitment', ${nameOf}, l.title
    from commitments c join loans l on l.id = c.loan_id join users u on u.id = c.lender_id
    where c.loan_id = ${anyLoan} and not c.lender_id = ${anyPerson}`,
  sql`select 'elsewhere', ${nameOf}, l.title
    from commitments c join loans l on l.id = c.loan_id
      join users u on u.id in (c.lender_id, c.recorded_by, c.released_by, c.acted_by)
    where u.id = ${anyPerson} and not c.loan_id = ${anyLoan}`,
  sql`select 'message', ${nameOf}, l.title
    from messages m join loans l on l.id = m.loan_id join users u on u.id = m.user_id
    where m.loan_id = ${anyLoan} and not m.user_id = ${anyPerson}
      and not m.id = ${anyOf(sampleIds.messages)}`,
  sql`select 'messageElsewhere', ${nameOf}, l.title
    from messages m join loans l on l.id = m.loan_id
      join users u on u.id in (m.user_id, m.recipient_id)
    where u.id = ${anyPerson} and not m.loan_id = ${anyLoan}`,
  sql`select 'favorite', ${nameOf}, l.title
    from favorites f join loans l on l.id = f.loan_id join users u on u.id = f.user_id
    where f.loan_id = ${anyLoan} and not f.user_id = ${anyPerson}`,
  ...['documents', 'photos'].map(
    (table) => sql`select 'file', d.filename, l.title
      from ${sql.identifier(table)} d join loans l on l.id = d.loan_id
      where d.loan_id = ${anyLoan} and not d.id = ${anyOf(sampleIds.files)}`,
  ),
]
