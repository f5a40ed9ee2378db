/**
 * Removes and restores PostgreSQL's only synchronous standby. A single server is enough, because naming a standby that
 * doesn't exist has the same effect as losing one.
 */
import { connect, noTimeouts, type Database } from '#server/database/client.ts'
import type { EmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { expect } from 'vitest'

/** This statement waits for the standby unless it is run by the superuser, whose commits never wait. */
const write = "select pg_logical_emit_message(true, 'test', 'a write')"

export const waitingPids = async (server: Database) =>
  (
    await server.$client.query<{ pid: number }>(
      "select pid from pg_stat_activity where wait_event = 'SyncRep'",
    )
  ).rows.map(({ pid }) => pid)

async function setStandby(server: Database, name: string) {
  await server.$client.query(`alter system set synchronous_standby_names = '${name}'`)
  await server.$client.query('select pg_reload_conf()')
}

/** Resolves once commits wait for the standby. The checkpointer must reload the settings first. */
export async function loseStandby(postgres: EmbeddedPostgres, server: Database): Promise<void> {
  await setStandby(server, 'nobody')
  const role = connect(postgres.connection, () => {}, noTimeouts)
  const client = await role.$client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  const last: { write: Promise<unknown> | null } = { write: null }
  const tryToWrite = () => {
    last.write ??= client.query(write).finally(() => (last.write = null))
    return waitingPids(server)
  }
  await expect.poll(tryToWrite, { timeout: 10_000 }).toContain(pid)
  await server.$client.query('select pg_cancel_backend($1::int)', [pid])
  await last.write
  client.release()
  await role.$client.end()
}

export async function regainStandby(postgres: EmbeddedPostgres, server: Database): Promise<void> {
  await setStandby(server, '')
  const role = connect(postgres.connection, () => {}, noTimeouts)
  await role.$client.query(write)
  await role.$client.end()
}
