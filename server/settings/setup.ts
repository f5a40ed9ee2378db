/** What of a new desk is set up, found from facts; nobody ticks anything. */
import type { Setup } from '#contract/settings/setup.ts'
import { setupSteps, type SetupStep } from '#domain/setup-steps.ts'
import { toFlag } from '#contract/wire.ts'
import { recordChanges } from '#server/live/record.ts'
import { localUrl, type Config } from '#server/config/config.ts'
import { type Queryable } from '#server/database/client.ts'
import { setup } from '#server/database/schema/settings.ts'
import type { Handlers } from '#server/http/mount.ts'
import { sampleCompany } from '#server/sample/company.ts'
import { sampleIds } from '#server/sample/sample-ids.ts'
import { transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'
import type { SignedInAccount } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { missingForMail } from './mail-sender.ts'

type SetupCalls = 'getSetup' | 'updateSetup'

export const setupHandlers: Pick<Handlers, SetupCalls> = {
  async getSetup({ db, config, principal }) {
    return readSetup(db, config, principal.account)
  },

  async updateSetup({ db, config, principal }, { body }) {
    const { isHidden, worksWithoutEmail } = body
    if (isHidden !== undefined || worksWithoutEmail !== undefined)
      await transactAsAdministrator({ db, principal }, async (tx) => {
        await tx.insert(setup).values(body).onConflictDoUpdate({ target: setup.isOnly, set: body })
        await recordChanges(tx, { topic: 'company', audience: 'admins' })
      })
    return readSetup(db, config, principal.account)
  },
}

type Person = Pick<SignedInAccount, 'firstName' | 'lastName' | 'hasTwoFactor'>

/** Whether the administrator's dashboard lists what remains. */
export async function isSettingUp(db: Queryable, config: Config, person: Person): Promise<boolean> {
  const { isHidden, done } = await readSetup(db, config, person)
  return isHidden === 'false' && done.length < setupSteps.length
}

async function readSetup(db: Queryable, config: Config, person: Person): Promise<Setup> {
  const facts = await readFacts(db)
  const { name, isExample } = config.company
  const emailLacks = missingForMail(config)
  const isDone: Record<SetupStep, boolean> = {
    name: person.firstName !== 'Administrator' || person.lastName !== '',
    company: !isExample && name !== sampleCompany.name,
    email: emailLacks === null || (emailLacks === 'server' && facts.worksWithoutEmail),
    loan: facts.hasLoan,
    lenders: facts.hasLender,
    twoFactor: person.hasTwoFactor,
    terms: facts.hasTerms,
    backup: facts.hasBackup,
    publicAddress: config.publicUrl !== localUrl(config.host, config.port),
  }
  return {
    done: setupSteps.filter((step) => isDone[step]),
    isHidden: toFlag(facts.isHidden),
    worksWithoutEmail: toFlag(facts.worksWithoutEmail),
    emailLacks,
  }
}

interface Facts {
  hasLoan: boolean
  hasLender: boolean
  hasTerms: boolean
  hasBackup: boolean
  isHidden: boolean
  worksWithoutEmail: boolean
}

async function readFacts(db: Queryable): Promise<Facts> {
  const isOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await db.execute<Facts & Record<string, unknown>>(sql`
    select
      exists (select from loans where not id = ${isOf(sampleIds.loans)}) as "hasLoan",
      exists (select from invitations) or exists (
        select from users where not is_admin and not id = ${isOf(sampleIds.people)}
      ) as "hasLender",
      exists (select from legal_texts where kind = 'terms') as "hasTerms",
      exists (select from last_backup) as "hasBackup",
      exists (select from setup where is_hidden) as "isHidden",
      exists (select from setup where works_without_email) as "worksWithoutEmail"`)
  if (!rows[0]) throw new Error('A query without FROM gave no row')
  return rows[0]
}
