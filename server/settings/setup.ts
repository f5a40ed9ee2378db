/** Determines from existing data which setup steps of a new installation are done. Users can't mark steps as done. */
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Setup } from '#contract/settings/shapes.ts'
import { setupSteps, type SetupStep } from '#domain/settings/setup-steps.ts'
import { toFlag } from '#contract/wire.ts'
import { change } from '#server/change/change.ts'
import { localUrl, type Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { setup } from '#server/database/schema/settings.ts'
import type { Context } from '#server/http/mount.ts'
import { sampleCompany, sampleIds } from '#server/sample/sample-data.ts'
import type { SignedInAccount } from '#server/sign-in/principal.ts'
import { sql } from 'drizzle-orm'
import { companyChanged } from './company.ts'
import { missingForMail } from './mail-sender.ts'

export const updateSetup = (context: Context<'admin'>, body: Body<Endpoints['updateSetup']>) =>
  change(context, {
    run: async (tx) => {
      await tx.insert(setup).values(body).onConflictDoUpdate({ target: setup.isOnly, set: body })
      return { result: null, changes: [companyChanged] }
    },
  })

type Person = Pick<SignedInAccount, 'firstName' | 'lastName' | 'hasTwoFactor'>

export async function isSettingUp(db: Queryable, config: Config, person: Person): Promise<boolean> {
  const { isHidden, done } = await readSetup(db, config, person)
  return isHidden === 'false' && done.length < setupSteps.length
}

export async function readSetup(db: Queryable, config: Config, person: Person): Promise<Setup> {
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

async function readFacts(db: Queryable) {
  const isOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`
  const facts = {
    hasLoan: sql`select from loans where not id = ${isOf(sampleIds.loans)}`,
    hasLender: sql`select 1 from invitations union all
      select 1 from users where not is_admin and not id = ${isOf(sampleIds.people)}`,
    hasTerms: sql`select from legal_texts where kind = 'terms'`,
    hasBackup: sql`select from last_backup`,
    isHidden: sql`select from setup where is_hidden`,
    worksWithoutEmail: sql`select from setup where works_without_email`,
  }
  const columns = Object.entries(facts).map(
    ([name, rows]) => sql`exists (${rows}) as ${sql.identifier(name)}`,
  )
  const { rows } = await db.execute<Record<keyof typeof facts, boolean>>(
    sql`select ${sql.join(columns, sql`, `)}`,
  )
  if (!rows[0]) throw new Error('A query without FROM gave no row')
  return rows[0]
}
