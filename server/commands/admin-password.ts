/**
 * Sets a generated password for an administrator who lost the old one, for cases in which no other administrator can
 * help and email doesn't work. Anyone who can run this command can read the database anyway.
 */
import { accountEvents, notifyOwner } from '#server/accounts/notices.ts'
import { hasEmail, lockAccounts, type Account } from '#server/accounts/change-account.ts'
import { storePassword } from '#server/accounts/own-account.ts'
import { byTheProgram } from '#server/audit/record.ts'
import { writeEffects } from '#server/change/effects.ts'
import { transact } from '#server/database/transactions.ts'
import { generatePassword, hashPassword } from '#server/sign-in/passwords.ts'
import { CommandError } from '#server/cli-errors.ts'
import { runOnInstallation, say } from './support/run.ts'

await runOnInstallation(async ({ db, config }, [email]) => {
  if (!email)
    throw new CommandError(
      "Name the administrator's email address: npm run admin:password -- EMAIL",
    )
  const password = generatePassword()
  const hashed = await hashPassword(password)
  const account = await transact(db, async (tx) => {
    const [found] = await lockAccounts(tx, hasEmail(email))
    if (!found) throw new CommandError(`There is no account for ${email}.`)
    requireActiveAdmin(found)
    await storePassword(tx, found.id, hashed)
    const notice = { sender: config, owner: found, actor: byTheProgram }
    await writeEffects(tx, byTheProgram, {
      ...(await notifyOwner(tx, notice, accountEvents.passwordSet)),
      entries: [{ kind: 'passwordChanged', person: found }],
    })
    return found
  })
  say(`New password for ${account.email}: ${password}`)
  say("It isn't shown again. All sign-ins of that account have ended.")
  say(`Two-factor sign-in is unchanged; npm run two-factor:off -- ${account.email} turns it off.`)
  return 0
})

function requireActiveAdmin({ email, isAdmin, deactivatedAt }: Account) {
  if (!isAdmin)
    throw new CommandError(
      `${email} isn't an administrator. Use Forgot password on the login page, or have an administrator create a reset link in Manage Users.`,
    )
  if (deactivatedAt)
    throw new CommandError(
      `The account of ${email} is deactivated. Have an administrator reactivate it in Manage Users first.`,
    )
}
