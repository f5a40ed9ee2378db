/**
 * Turns off two-factor sign-in for an account whose owner lost the authenticator app and the recovery codes, for cases
 * in which no administrator can help. Anyone who can run this command can read the database anyway.
 */
import { hasEmail, lockAccounts, resetTwoFactorOf } from '#server/accounts/change-account.ts'
import { byTheProgram } from '#server/audit/record.ts'
import { writeEffects } from '#server/change/effects.ts'
import { transact } from '#server/database/transactions.ts'
import { CommandError } from '#server/cli-errors.ts'
import { runOnInstallation, say } from './support/run.ts'

await runOnInstallation(async ({ db, config }, [email]) => {
  if (!email)
    throw new CommandError("Name the account's email address: npm run two-factor:off -- EMAIL")
  const account = await transact(db, async (tx) => {
    const [found] = await lockAccounts(tx, hasEmail(email))
    if (!found) throw new CommandError(`There is no account for ${email}.`)
    const effects = await resetTwoFactorOf(tx, config, found, byTheProgram)
    if (!effects) throw new CommandError(`Two-factor sign-in isn't on for ${found.email}.`)
    await writeEffects(tx, byTheProgram, effects)
    return found
  })
  say(
    `Two-factor sign-in is off for ${account.email}, and all sign-ins of that account have ended.`,
  )
  return 0
})
