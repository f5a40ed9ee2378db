/** Removes the sample portfolio, unless people outside it use part of it. */
import { settingCalls } from '#contract/settings/calls.ts'
import type { SampleData } from '#contract/settings/sample.ts'
import { change } from '#server/change/change.ts'
import type { Queryable, Transaction } from '#server/database/client.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { sampleCompany } from '#server/sample/sample-data.ts'
import { sampleIds } from '#server/sample/sample-ids.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import { discardFiles, removeDiscardedFiles } from '#server/storage/discarded.ts'
import { sql, type SQL } from 'drizzle-orm'
import { anyLoan, anyPerson, findUses } from './sample-uses.ts'

export async function readSample(db: Queryable): Promise<SampleData> {
  const counts = await countSample(db)
  return { ...counts, uses: isThere(counts) ? await findUses(db) : [] }
}

export async function deleteSample(context: Context<'admin'>): Promise<null> {
  const paths = await change(context, {
    // People first, as for commitments; the second of two removals waits.
    lockWithCaller: async (tx) => {
      await lockAdministrator(tx, context.principal.account.id, ...sampleIds.people)
      await tx.execute(sql`select from loans where id = ${anyLoan} order by id for update`)
      // Waits for writes that refer to the people, such as messages on other loans, and blocks new ones. Locked after
      // the loans: a transaction that holds a loan may still notify these people.
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
  await tx.execute(sql`delete from users where id = ${anyPerson}`)
  const { name, email, phone, address, website, networkUrl, approvalTime } = sampleCompany
  await tx.execute(sql`
    delete from company where logo_url is null
      and (name, email, phone, address, website, network_url, approval_time)
        = (${name}, ${email}, ${phone}, ${address}, ${website}, ${networkUrl}, ${approvalTime})`)
  return paths
}
