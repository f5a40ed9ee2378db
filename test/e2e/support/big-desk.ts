/** The built app with a database of the largest supported size, which SQL creates in seconds. */
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { seed, seedId } from '#bench/seed.ts'
import { projectRoot } from '#server/project-root.ts'
import { connect, noTimeouts } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/postgres.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { hashPassword } from '#server/sign-in/passwords.ts'
import { toDatabaseUrl } from '#test/support/database-url.ts'
import { memoryFolder } from '#test/support/memory-folder.ts'
import { startProgram } from '#test/support/program.ts'
import { Client } from 'pg'

export interface BigDesk {
  address: string
  admin: string
  lender: string
  password: string
  firstLoanId: string
  close: () => Promise<void>
}

const password = 'correct horse battery'
/** These settings make PostgreSQL faster. The data doesn't have to survive a power failure. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

const earlierMessages = `
  insert into messages (id, loan_id, user_id, message, from_admin, created_at)
  select md5('earlier' || n)::uuid, $1, $2, 'Earlier question ' || n, false,
    now() - interval '2 days' + n * interval '1 minute'
  from generate_series(1, 116) n`

export async function openBigDesk(): Promise<BigDesk> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'paripassu-big-'))
  const postgres = await startEmbeddedPostgres({
    dir: path.join(folder, 'postgres'),
    log: () => {},
    settings,
  })
  const { adminConnection, connection } = postgres
  const db = connect(connection, () => {}, noTimeouts)
  await migrateDatabase(db)
  await db.$client.end()
  const client = new Client({ ...adminConnection, database: connection.database, ssl: false })
  await client.connect()
  await seed(client, await hashPassword(password))
  await client.query(earlierMessages, [seedId('loan', 1), seedId('lender', 1)])
  await client.end()
  const product = await startProgram(
    {
      DATABASE_URL: toDatabaseUrl(connection),
      DATA_DIR: path.join(folder, 'data'),
      ...{ SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    },
    '/readyz',
    [process.execPath, path.join(projectRoot, 'dist/server/main.js')],
  )
  return {
    address: product.address,
    admin: 'admin1@example.com',
    lender: 'lender1@example.com',
    password,
    firstLoanId: seedId('loan', 1),
    async close() {
      await product.end('SIGTERM')
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
