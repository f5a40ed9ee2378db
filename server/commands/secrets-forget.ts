/**
 * `npm run secrets:forget`: after SECRETS_KEY is lost, removes unreadable secrets and everything that depends on them
 * so that the server can start. Anyone who can run this command can write to the database anyway.
 */
import { lockAccounts, resetTwoFactorOf, type Account } from '#server/accounts/change-account.ts'
import { withdrawAllInvitations } from '#server/accounts/invitations.ts'
import { byTheProgram } from '#server/audit/record.ts'
import { replaceReceiptKey } from '#server/book/receipts/keys.ts'
import { writeEffects } from '#server/change/effects.ts'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/client.ts'
import { transact } from '#server/database/transactions.ts'
import { lockInstallation } from '#server/database/migrate.ts'
import { users } from '#server/database/schema/accounts.ts'
import { secrets } from '#server/database/schema/secrets.ts'
import type { SecretPlace } from '#server/secrets/encryption.ts'
import {
  describeStorage,
  findUnreadable,
  readStoredSecrets,
  type StoredSecret,
} from '#server/secrets/stored-secrets.ts'
import { linkKeyName } from '#server/secrets/link-key.ts'
import { inArray } from 'drizzle-orm'
import { withdrawInstructions } from '#server/deal/funding/withdraw-instructions.ts'
import { runOnInstallation, say } from './support/run.ts'

const idsOf = (rows: StoredSecret[], place: SecretPlace['table']) =>
  rows.filter(({ table }) => table === place).map(({ id }) => id)

async function preview(
  tx: Transaction,
  { secretsKey }: Config,
  rows: StoredSecret[],
): Promise<string[]> {
  const accounts = await lockAccounts(tx, inArray(users.id, idsOf(rows, 'two_factors')))
  return [
    secretsKey
      ? "This SECRETS_KEY can't decrypt:"
      : "SECRETS_KEY is not set, so these can't be decrypted:",
    ...addressesOf(accounts).map((email) => `  two-factor sign-in of ${email}`),
    ...idsOf(rows, 'receipt_keys').map((id) => `  the key that signs receipts: ${id}`),
    ...idsOf(rows, 'funding_instructions').map((id) => `  the funding instructions: ${id}`),
    ...idsOf(rows, 'secrets').map((name) => `  ${namesOfSecrets[name] ?? name}`),
    'Nothing was changed. If you have the key, set it. If it is lost, forget these secrets:',
    '  npm run secrets:forget -- --key-is-lost',
  ]
}

const namesOfSecrets: Record<string, string> = {
  [linkKeyName]: 'the key of the links in invitations and emails',
}

const addressesOf = (accounts: Account[]) => accounts.map(({ email }) => email).toSorted()

async function forget(tx: Transaction, config: Config, rows: StoredSecret[]): Promise<string[]> {
  const accounts = await lockAccounts(tx, inArray(users.id, idsOf(rows, 'two_factors')))
  for (const account of accounts) {
    const effects = await resetTwoFactorOf(tx, config, account, byTheProgram)
    await writeEffects(tx, byTheProgram, effects ?? {})
  }
  const signing = idsOf(rows, 'receipt_keys').length > 0 && (await replaceReceiptKey(tx, config))
  const withdrawn = await withdrawInstructions(tx, idsOf(rows, 'funding_instructions'))
  const names = idsOf(rows, 'secrets')
  // The key is deleted here. The next invitation creates a new one.
  if (names.length > 0) await tx.delete(secrets).where(inArray(secrets.name, names))
  const { result: invited, ...effects } = names.includes(linkKeyName)
    ? await withdrawAllInvitations(tx)
    : { result: [] }
  await writeEffects(tx, byTheProgram, effects)
  return [
    ...addressesOf(accounts).map(
      (email) =>
        `Two-factor sign-in is off for ${email}, and all sign-ins of that account have ended.`,
    ),
    ...(signing
      ? [`Receipts are signed with: ${signing.now}, ${describeStorage(config.secretsKey)}`]
      : []),
    ...withdrawn.map(
      (title) => `The funding instructions of ${title} are withdrawn. Draft them again.`,
    ),
    ...invited.map((email) => `The open invitation of ${email} has ended. Invite again.`),
    'The secrets are forgotten, and the program can start. Receipts given before stay genuine.',
  ]
}

await runOnInstallation(async ({ db, config }, args) => {
  const isLost = args.includes('--key-is-lost')
  const lines = await transact(db, async (tx) => {
    // Startup takes the same lock, because startup reads and encrypts the same rows.
    await lockInstallation(tx)
    const unreadable = findUnreadable(config.secretsKey, await readStoredSecrets(tx))
    if (unreadable.length === 0) return []
    return isLost ? forget(tx, config, unreadable) : preview(tx, config, unreadable)
  })
  for (const line of lines) say(line)
  if (lines.length === 0)
    say('These settings decrypt every secret in the database; nothing was changed.')
  else if (!isLost) return 1
  return 0
})
