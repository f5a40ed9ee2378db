/** Prepares an installation before it serves: tables, an administrator and a sample portfolio. */
import { randomUUID } from 'node:crypto'
import { byTheProgram, record } from '#server/audit/record.ts'
import { sealNext } from '#server/audit/seals.ts'
import type { Config } from '#server/config/config.ts'
import { generatePassword, hashPassword } from '#server/sign-in/passwords.ts'
import type { FileStore } from '#server/storage/storage.ts'
import { requireOwnStore } from '#server/storage/store-mark.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/client.ts'
import { transactOnce } from '#server/database/transactions.ts'
import { ensureReceiptKey } from '#server/book/receipts/keys.ts'
import { encryptStoredSecrets } from '#server/secrets/encrypt-stored-secrets.ts'
import { migrateDatabase, withInstallationLock } from '#server/database/migrate.ts'
import { sampleLenderEmail } from '#server/sample/sample-data.ts'
import { hadSample, seedSamplePortfolio } from '#server/sample/sample-portfolio.ts'
import { users } from '#server/database/schema/accounts.ts'
import { loans } from '#server/database/schema/loans.ts'

export type FirstSignIns = { who: string; email: string; password: string }[]

interface Parts {
  db: Database
  store: FileStore
  config: Config
  say: (line: string) => void
}

/** Migrates a database and fills an empty one. Safe to run in several processes at once. */
export async function prepareDatabase({ db, store, config, say }: Parts): Promise<FirstSignIns> {
  const prepare = async () => {
    for (const line of await migrateDatabase(db)) say(line)
    // One transaction, so that a killed start leaves nothing and the next one starts over.
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
    // These entries have past times, so verification counts them as overdue until they are sealed.
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
  await tx.insert(users).values({
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
