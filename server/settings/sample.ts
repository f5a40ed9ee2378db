/** Removes the sample portfolio, unless users who aren't part of the sample are using it. */
import { settingCalls } from '#contract/settings/calls.ts'
import type { SampleData } from '#contract/settings/shapes.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import {
  sampleCompany,
  sampleIds,
  sampleLimits,
  sampleLoans,
  samplePeople,
} from '#server/sample/sample-data.ts'
import { deleteFirmsWithoutPeople } from '#server/sign-in/people-of-firms.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import { discardFiles, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { sql, type SQL } from 'drizzle-orm'

export async function readSample(db: Queryable): Promise<SampleData> {
  const counts = await countSample(db)
  return { ...counts, uses: isThere(counts) ? await findUses(db) : [] }
}

export async function deleteSample(context: Context<'admin'>): Promise<null> {
  const paths = await change(context, {
    // Users are locked first, as for a commitment. If two removals are concurrent, the second waits.
    lockWithCaller: async (tx) => {
      await lockAdministrator(tx, context.principal.account.id, ...sampleIds.people)
      await tx.execute(sql`select from loans where id = ${anyLoan} order by id for update`)
      // Waits for writes that refer to these users, such as messages about other loans, and blocks new ones. Users are
      // locked after the loans, because a transaction that has locked a loan could still notify them.
      await tx.execute(sql`select from users where id = ${anyPerson} order by id for update`)
    },
    run: async (tx) => {
      const { uses, ...counts } = await readSample(tx)
      if (!isThere(counts)) return { result: [] }
      if (uses.length > 0)
        throw conflict(
          `The sample data is in use, so nothing was removed. ${uses.map(({ text }) => text).join(' ')}`,
          'sample_in_use',
        )
      const entries = [{ kind: 'sampleRemoved', before: counts }] as const
      return { result: await eraseSample(tx), entries, changes }
    },
  })
  await context.refreshCompany()
  await removeDiscardedFiles(context, paths)
  return null
}

const changes = settingCalls.deleteSample.changes
  .filter((topic) => topic !== 'audit')
  .map((topic) => ({ topic }))

type Counts = Omit<SampleData, 'uses'>

const isThere = ({ loans, people }: Counts) => loans + people > 0

async function countSample(db: Queryable): Promise<Counts> {
  const count = (table: SQL, column: SQL, ids: SQL) =>
    sql`(select count(*)::int from ${table} where ${column} = ${ids})`
  const { rows } = await db.execute<{ [Name in keyof Counts]: number }>(sql`
    select ${count(sql`loans`, sql`id`, anyLoan)} as "loans",
      ${count(sql`users`, sql`id`, anyPerson)} as "people",
      ${count(sql`commitments`, sql`loan_id`, anyLoan)} as "commitments",
      ${count(sql`messages`, sql`loan_id`, anyLoan)} as "messages",
      ${count(sql`documents`, sql`loan_id`, anyLoan)}
        + ${count(sql`photos`, sql`loan_id`, anyLoan)} as "files"`)
  return rows[0] ?? { loans: 0, people: 0, commitments: 0, messages: 0, files: 0 }
}

async function eraseSample(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ path: string }>(sql`
    select file_url as path from documents where loan_id = ${anyLoan}
    union all select file_url from photos where loan_id = ${anyLoan}
    union all select path from uploads where user_id = ${anyPerson}`)
  const paths = rows.map(({ path }) => path)
  await discardFiles(tx, paths)
  await tx.execute(sql`delete from loans where id = ${anyLoan}`)
  await tx.execute(sql`delete from sessions where (sess ->> 'userId')::uuid = ${anyPerson}`)
  const people = await tx.execute<{ firmId: string }>(
    sql`delete from users where id = ${anyPerson} returning firm_id as "firmId"`,
  )
  await deleteFirmsWithoutPeople(
    tx,
    people.rows.map(({ firmId }) => firmId),
  )
  const { name, email, phone, address, website, networkUrl, approvalTime } = sampleCompany
  await tx.execute(sql`
    delete from company where logo_url is null
      and (name, email, phone, address, website, network_url, approval_time)
        = (${name}, ${email}, ${phone}, ${address}, ${website}, ${networkUrl}, ${approvalTime})`)
  const { lender, state, propertyType } = sampleLimits
  await tx.execute(sql`
    delete from exposure_limits
      where (lender, state, property_type) = (${lender}, ${state}, ${propertyType})`)
  return paths
}

const maxNamed = 5

/** Finds the uses of the sample that prevent its removal. Lists the first few uses and counts the others. */
async function findUses(db: Queryable): Promise<SampleData['uses']> {
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
  | 'request'
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
  request: (use) => `${use.person} asked for access to ${use.title}. ${deleteFirst(use)}`,
  file: ({ person, title }) => `${person} was added to ${title}. Delete the file first.`,
}

const deleteFirst = ({ isFunded }: Use) =>
  isFunded
    ? "It's funded: change its status first, then delete that loan."
    : 'Delete that loan first.'

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`
const anyLoan = anyOf(sampleIds.loans)
const anyPerson = anyOf(sampleIds.people)
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
  sampleLoans.map(({ version }) => String(version)),
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
    where c.loan_id = ${anyLoan} and not c.lender_id = ${anyPerson}
      and not c.id = ${anyOf(sampleIds.commitments)}`,
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
  sql`select 'request', ${nameOf}, ${loan}
    from access_requests a join loans l on l.id = a.loan_id join users u on u.id = a.user_id
    where a.loan_id = ${anyLoan} and not a.id = ${anyOf(sampleIds.requests)}`,
  ...['documents', 'photos'].map(
    (table) => sql`select 'file', d.filename, ${loan}
      from ${sql.identifier(table)} d join loans l on l.id = d.loan_id
      where d.loan_id = ${anyLoan} and not d.id = ${anyOf(sampleIds.files)}`,
  ),
]
