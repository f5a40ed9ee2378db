/** The database's tables, read from the catalog so that new tables are included in the next backup. */
import type { Database } from '#server/database/client.ts'
import type { PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'

export interface Table {
  name: string
  columns: string[]
  order: string
}

export const leftOut: Record<string, string> = {
  sessions: 'everyone signs in again after a restore',
  attempts: 'failed sign-ins count for minutes, and wrong codes for a day',
  password_resets: 'people request new password links',
  last_backup: 'of the database that was backed up; of the restored one, none was made',
  changes: 'recent changes, for the screens that are open',
  uploads: 'files of uploads in progress are not in the archive',
  installation: 'the row that every database has as a lock',
  migrations: 'the manifest names the newest, and the restore runs them',
}

/** Makes the text output independent of server, database, and role settings, as pg_dump does. */
async function pinSessionFormat(client: PoolClient): Promise<void> {
  await client.query(`
    set local search_path = public;
    set local client_encoding = 'UTF8';
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 3;
    set local statement_timeout = 0;
    set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local row_security = off`)
}

/** Lists all tables in the public schema, except those of extensions. Referenced tables come first. */
export async function listTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers_to: string[] }>(query)
  const waiting = new Map(rows.map((row) => [row.name, row]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter((row) =>
      row.refers_to.every((name) => name === row.name || !waiting.has(name)),
    )
    if (free.length === 0)
      throw new Error(
        `The tables ${[...waiting.keys()].join(', ')} refer to each other in a circle`,
      )
    for (const { name, columns, order } of free) {
      ordered.push({ name, columns, order })
      waiting.delete(name)
    }
  }
  return ordered
}

/**
 * Rows are ordered by primary key or, without one, by the text of the entire row. Text is compared byte by byte,
 * because collations differ between servers. Generated columns aren't copied.
 */
const query = `
  select t.relname as name, columns.names as columns,
    coalesce(keys.names, 't::text collate "C"') as order,
    array(
      select distinct other.relname::text from pg_constraint c
      join pg_class other on other.oid = c.confrelid
      where c.conrelid = t.oid and c.contype = 'f'
    ) as refers_to
  from pg_class t
  cross join lateral (
    select array_agg(a.attname::text order by a.attnum) as names from pg_attribute a
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  ) columns
  cross join lateral (
    select string_agg(
      quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end,
      ', ' order by array_position(i.indkey::int2[], a.attnum)
    ) as names
    from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = any (i.indkey)
    where i.indrelid = t.oid and i.indisprimary
  ) keys
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = t.oid and d.deptype = 'e'
    )
  order by t.relname`

export const copyOut = (client: PoolClient, { name, columns, order }: Table) =>
  client.query(
    copyTo(`copy (select ${list(columns)} from ${quoted(name)} t order by ${order}) to stdout`),
  )

export const copyIn = (
  client: PoolClient,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  copyText: AsyncIterable<Buffer>,
) =>
  pipeline(copyText, client.query(copyFrom(`copy ${quoted(name)} (${list(columns)}) from stdin`)))

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** The paths of all files that rows refer to. Every column named `file_url` contains such a path. */
export async function registeredFiles(client: PoolClient, tables: Table[]): Promise<string[]> {
  const selects = tables
    .filter(({ columns }) => columns.includes('file_url'))
    .map(({ name }) => `select file_url as path from ${quoted(name)}`)
  if (selects.length === 0) return []
  const { rows } = await client.query<{ path: string }>(
    `select distinct path collate "C" as path from (${selects.join(' union all ')}) f
     where path is not null order by 1`,
  )
  return rows.map(({ path }) => path)
}

/**
 * Runs `act` in a transaction on a separate connection. A failure or `signal` closes the connection, which rolls back
 * even an unfinished COPY.
 */
export async function onOneConnection<Result>(
  { db, signal }: { db: Database; signal: AbortSignal },
  begin: string,
  act: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const client = await db.$client.connect()
  const giveUp = () => void client.end()
  signal.addEventListener('abort', giveUp)
  try {
    await client.query(begin)
    await pinSessionFormat(client)
    const result = await act(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
