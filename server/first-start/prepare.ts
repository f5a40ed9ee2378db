/** Prepares an installation before it accepts requests: creates the tables, an administrator, and sample loans. */
import { randomUUID, type KeyObject } from 'node:crypto'
import { byTheProgram, record } from '#server/audit/record.ts'
import { sealNext } from '#server/audit/seals.ts'
import type { Config } from '#server/config/config.ts'
import { insertPerson } from '#server/sign-in/people-of-firms.ts'
import { generatePassword, hashPassword } from '#server/sign-in/passwords.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { requireOwnStore } from '#server/storage/store-mark.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/client.ts'
import { transactOnce } from '#server/database/transactions.ts'
import { ensureReceiptKey } from '#server/book/receipts/keys.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { sampleLenderEmail } from '#server/sample/sample-data.ts'
import { hadSample, seedSamplePortfolio } from '#server/sample/sample-portfolio.ts'
import { users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'
import { encryptSecret, isEncrypted } from '#server/secrets/encryption.ts'
import { readStoredSecrets, requireFittingKey } from '#server/secrets/stored-secrets.ts'

type FirstSignIns = { who: string; email: string; password: string }[]

interface Parts {
  db: Database
  store: FileStore
  config: Config
  say: (line: string) => void
}

/** Migrates a database and fills it if it is empty. Several processes can do this at the same time. */
export async function prepareDatabase({ db, store, config, say }: Parts): Promise<FirstSignIns> {
  const prepare = async () => {
    for (const line of await migrateDatabase(db)) say(line)
    // A single transaction ensures that an interrupted startup leaves nothing behind and the next start begins from
    // scratch.
    const { made: signIns, fills: hasNewSample } = await transactOnce(db, async (tx) => {
      const made: FirstSignIns = []
      const encrypted = await encryptStoredSecrets(tx, config.secretsKey)
      if (encrypted > 0) say(`Encrypted the database's secrets with SECRETS_KEY: ${encrypted}`)
      await requireOwnStore(tx, store, config)
      await ensureReceiptKey(tx, config)
      const isEmpty = await hasNoData(tx)
      const adminId = await findOrMakeAdmin(tx, config, made)
      const fills = config.sampleData && isEmpty && !(await hadSample(tx))
      if (fills) {
        say('Filling the empty database with a sample portfolio …')
        const password = generatePassword()
        await seedSamplePortfolio({
          db: tx,
          store,
          hashPassword,
          passwords: { lender: password },
          adminId,
        })
        made.push({ who: 'Sample lender', email: sampleLenderEmail, password })
        say('To begin without it, sign in as the administrator: Settings → Remove Sample Data')
      } else if (made.length > 0)
        say('To begin, sign in as the administrator and follow Set Up Your Desk on the dashboard')
      return { made, fills }
    })
    // These entries have past times, so verification reports them as overdue until they are sealed.
    if (hasNewSample) await sealNext(db)
    return signIns
  }
  return withInstallationLock(db, prepare, { say })
}

async function hasNoData(tx: Transaction) {
  const loanCount = await tx.$count(loans)
  const lenderCount = await tx.$count(users, eq(users.isAdmin, false))
  return loanCount + lenderCount === 0
}

async function findOrMakeAdmin(tx: Transaction, config: Config, made: FirstSignIns) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.deactivatedAt)))
    .limit(1)
  if (found) return found.id
  const id = randomUUID()
  const password = config.adminPassword ?? generatePassword()
  await insertPerson(tx, {
    id,
    email: config.adminEmail,
    password: await hashPassword(password),
    firstName: 'Administrator',
    lastName: '',
    isAdmin: true,
    isApproved: true,
  })
  await record(tx, byTheProgram, {
    kind: 'roleChanged',
    person: { id, firstName: 'Administrator', lastName: '' },
    after: { role: 'admin' },
  })
  const shown = config.adminPassword ? '(as set in ADMIN_PASSWORD)' : password
  made.push({ who: 'Administrator', email: config.adminEmail, password: shown })
  return id
}

/**
 * Encrypts secrets that are stored in plain text and returns their number. Without a key, it only checks the secrets.
 * @throws {ConfigError} before anything is written, if the key can't decrypt a secret that is in use.
 */
async function encryptStoredSecrets(tx: Transaction, key: KeyObject | null): Promise<number> {
  const rows = await readStoredSecrets(tx)
  requireFittingKey(
    key,
    rows,
    'set the key they were encrypted with, or if it is lost, run npm run secrets:forget',
  )
  if (!key) return 0
  const plain = rows.filter(({ stored }) => !isEncrypted(stored))
  if (plain.length === 0) return 0
  const column = (values: string[]) => sql`${sql.param(values)}::text[]`
  // If another process has replaced the secret, the new value remains unencrypted until the next start.
  await tx.execute(sql`
    with given as (
      select * from unnest(${column(plain.map(({ table }) => table))},
        ${column(plain.map(({ id }) => id))}, ${column(plain.map(({ stored }) => stored))},
        ${column(plain.map((row) => encryptSecret(key, row, row.stored)))})
        as given (place, id, plain, encrypted)
    ), factors as (
      update two_factors set secret = given.encrypted from given
      where place = 'two_factors' and user_id = given.id::uuid and secret = given.plain
    ), signing as (
      update receipt_keys set private_key = given.encrypted from given
      where place = 'receipt_keys' and receipt_keys.id = given.id and private_key = given.plain
    ), accounts as (
      update funding_instructions set account_number = given.encrypted from given
      where place = 'funding_instructions' and funding_instructions.id = given.id::uuid
        and account_number = given.plain
    )
    update secrets set value = given.encrypted from given
    where place = 'secrets' and name = given.id and value = given.plain`)
  return plain.length
}
