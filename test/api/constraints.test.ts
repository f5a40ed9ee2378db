/** A constraint that a migration adds to a table with existing rows is validated later, while the server runs. */
import { prepareDatabase } from '#server/first-start/prepare.ts'
import { databaseError } from '#server/errors.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDesk, type Desk } from '#test/support/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

async function prepare(): Promise<string[]> {
  const lines: string[] = []
  await prepareDatabase({ ...desk, say: (line) => void lines.push(line) })
  return lines
}

/** Recreates a constraint without validating existing rows, as a migration does. */
async function addAgain(table: string, constraint: string, before = 'select 1') {
  const [found] = await desk.rows<{ definition: string }>(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  )
  await desk.rows(`alter table ${table} drop constraint ${constraint}; ${before};
    alter table ${table} add constraint ${constraint} ${found?.definition} not valid`)
}

const notValid = async () => {
  const found = await desk.rows<{ name: string }>(
    'select conname as name from pg_constraint where not convalidated order by 1',
  )
  return found.map(({ name }) => name)
}

it('validates constraints on the next start without waiting for transactions that write to the table', async () => {
  await desk.makeAdmin()
  await addAgain('idempotency_keys', 'idempotency_keys_key_length')
  await addAgain('mails', 'mails_attempts_range')
  await addAgain('documents', 'documents_loan_id_loans_id_fk')
  expect(await notValid()).toHaveLength(3)
  // If validation took a lock that blocks writers, it would have to wait for this transaction.
  const writer = await desk.db.$client.connect()
  try {
    await writer.query(
      `begin; update idempotency_keys set call = call; update mails set attempts = 0; update documents set filename = filename`,
    )
    expect(await prepare()).toEqual([])
    expect(await notValid()).toEqual([])
  } finally {
    await writer.query('rollback')
    writer.release()
  }
})

it('starts even if existing rows violate a constraint, reports the constraint, and enforces it for new rows', async () => {
  await desk.makeAdmin()
  const older = `insert into idempotency_keys (user_id, key, call, result)
    select id, '', 'createCommitment', '{}' from users limit 1`
  await addAgain('idempotency_keys', 'idempotency_keys_key_length', older)
  await addAgain('mails', 'mails_attempts_range')
  const words =
    "Rows of the table idempotency_keys don't satisfy its constraint idempotency_keys_key_length; it holds for new rows only"
  expect(await prepare()).toEqual([words])
  expect(await notValid()).toEqual(['idempotency_keys_key_length'])
  await expect(
    desk.rows(older).catch((error: unknown) => databaseError(error)?.code),
  ).resolves.toBe('23514')
  expect(await prepare()).toEqual([words])
})
