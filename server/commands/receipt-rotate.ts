/**
 * `npm run receipt:rotate`: receipts are signed with a new key from now on. Those of the old one stay genuine,
 * since its public part is kept.
 */
import { replaceReceiptKey } from '#server/book/receipts/keys.ts'
import { CommandError } from '#server/cli-errors.ts'
import { transact } from '#server/database/client.ts'
import { runOnInstallation, say } from './support/run.ts'

await runOnInstallation(async ({ db, config }) => {
  const replaced = await transact(db, (tx) => replaceReceiptKey(tx, config))
  if (!replaced)
    throw new CommandError('Another program has just replaced the key; nothing was changed.')
  if (replaced.before) say(`No longer used: ${replaced.before}`)
  say(`Receipts are signed with: ${replaced.now}`)
  return 0
})
