/**
 * `npm run receipt:rotate`: signs new receipts with a new key, and keeps the old public key for earlier receipts.
 * Rejects a SECRETS_KEY that differs from the server's. Otherwise, the server couldn't start again.
 */
import { replaceReceiptKey } from '#server/book/receipts/keys.ts'
import { CommandError } from '#server/cli-errors.ts'
import { transact } from '#server/database/transactions.ts'
import {
  describeStorage,
  readStoredSecrets,
  requireFittingKey,
} from '#server/secrets/stored-secrets.ts'
import { runOnInstallation, say } from './support/run.ts'

await runOnInstallation(async ({ db, config }, args) => {
  const { secretsKey } = config
  const replaced = await transact(db, async (tx) => {
    if (!args.includes('--key-is-lost'))
      requireFittingKey(
        secretsKey,
        await readStoredSecrets(tx),
        "set the program's key, or if it is lost, run npm run receipt:rotate -- --key-is-lost",
      )
    return replaceReceiptKey(tx, config)
  })
  if (!replaced)
    throw new CommandError('Another program has just replaced the key; nothing was changed.')
  if (replaced.before) say(`No longer used: ${replaced.before}`)
  say(`Receipts are signed with: ${replaced.now}, ${describeStorage(secretsKey)}`)
  return 0
})
