/** Finds parts of the sample that belong to people outside it. */
import type { SampleData } from '#contract/settings/sample.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { sampleLoans, samplePeople } from '#server/sample/sample-data.ts'
import { sampleIds, sampleVersion } from '#server/sample/sample-ids.ts'
import { sql, type SQL } from 'drizzle-orm'

const maxNamed = 5

/** Uses that prevent the sample's removal: the first few, and the number of others. */
export async function findUses(db: Queryable): Promise<SampleData['uses']> {
  const { rows } = await db.execute<Use & { more: number }>(sql`
    select kind, coalesce(person, '') as person, loan_id as "loanId", coalesce(title, '') as title,
      coalesce(status = 'funded', false) as "isFunded",
      (count(*) over () - ${maxNamed})::int as more
    from (${sql.join(parts, sql` union `)}) as uses
    order by kind, title, person limit ${maxNamed}`)
  const more = rows[0]?.more ?? 0
  const named = rows.map((use) => ({
    text: sentences[use.kind](use),
    loan: use.loanId === null ? null : { id: use.loanId, title: use.title },
  }))
  return more > 0 ? [...named, { text: `And ${more} more.`, loan: null }] : named
}

interface Use extends Record<string, unknown> {
  kind: Kind
  person: string
  loanId: string | null
  title: string
  isFunded: boolean
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
  changed: (use) => `${use.title} was changed. ${deleteFirst(use)}`,
  commitment: (use) => `${use.person} committed to ${use.title}. ${deleteFirst(use)}`,
  elsewhere: ({ person, title }) => `${person} of the sample committed to your loan ${title}.`,
  message: (use) => `${use.person} wrote on ${use.title}. ${deleteFirst(use)}`,
  messageElsewhere: ({ person, title }) =>
    `Your loan ${title} has messages with ${person} of the sample.`,
  favorite: ({ person, title }) =>
    `${person} marked ${title} as a favorite. That mark has to be removed first.`,
  file: ({ person, title }) => `${person} was added to ${title}. Delete the file first.`,
}

/** A funded loan can't be deleted. */
const deleteFirst = ({ isFunded }: Use) =>
  isFunded
    ? "It's funded: change its status first, then delete that loan."
    : 'Delete that loan first.'

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`
export const anyLoan = anyOf(sampleIds.loans)
export const anyPerson = anyOf(sampleIds.people)
const nameOf = fullNameOf('u')

const loan = sql`l.id, l.title, l.status`

const asMade = (ids: readonly string[], values: readonly string[]) => sql`
  unnest(${sql.param([...ids])}::uuid[], ${sql.param([...values])}::text[]) as made (id, value)`
const addresses = asMade(
  sampleIds.people,
  samplePeople.map(({ email }) => email),
)
const versions = asMade(
  sampleIds.loans,
  sampleLoans.map((each) => String(sampleVersion(each))),
)

const parts: SQL[] = [
  sql`select 'admin' as kind, ${nameOf} as person, null::uuid as loan_id, null as title, null as status
    from users u where u.id = ${anyPerson} and u.is_admin`,
  sql`select 'readdressed', ${nameOf}, null, null, null
    from users u join ${addresses} on made.id = u.id where lower(u.email) <> lower(made.value)`,
  sql`select 'changed', null, ${loan}
    from loans l join ${versions} on made.id = l.id where l.version::text <> made.value`,
  sql`select 'commitment', ${nameOf}, ${loan}
    from commitments c join loans l on l.id = c.loan_id join users u on u.id = c.lender_id
    where c.loan_id = ${anyLoan} and not c.lender_id = ${anyPerson}`,
  sql`select 'elsewhere', ${nameOf}, ${loan}
    from commitments c join loans l on l.id = c.loan_id
      join users u on u.id in (c.lender_id, c.recorded_by, c.released_by, c.acted_by)
    where u.id = ${anyPerson} and not c.loan_id = ${anyLoan}`,
  sql`select 'message', ${nameOf}, ${loan}
    from messages m join loans l on l.id = m.loan_id join users u on u.id = m.user_id
    where m.loan_id = ${anyLoan} and not m.user_id = ${anyPerson}
      and not m.id = ${anyOf(sampleIds.messages)}`,
  sql`select 'messageElsewhere', ${nameOf}, ${loan}
    from messages m join loans l on l.id = m.loan_id
      join users u on u.id in (m.user_id, m.recipient_id)
    where u.id = ${anyPerson} and not m.loan_id = ${anyLoan}`,
  sql`select 'favorite', ${nameOf}, ${loan}
    from favorites f join loans l on l.id = f.loan_id join users u on u.id = f.user_id
    where f.loan_id = ${anyLoan} and not f.user_id = ${anyPerson}`,
  ...['documents', 'photos'].map(
    (table) => sql`select 'file', d.filename, ${loan}
      from ${sql.identifier(table)} d join loans l on l.id = d.loan_id
      where d.loan_id = ${anyLoan} and not d.id = ${anyOf(sampleIds.files)}`,
  ),
]
