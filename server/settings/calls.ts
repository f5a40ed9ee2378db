/** Calls about the settings of the installation. */
import { companyOf, type CompanyField, type EnteredCompany } from '#contract/company.ts'
import { companyFields, type CompanySettings } from '#contract/settings/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { recordChanges } from '#server/live/record.ts'
import type { Config } from '#server/config/config.ts'
import { type Queryable } from '#server/database/client.ts'
import { company } from '#server/database/schema/settings.ts'
import { conflict } from '#server/errors.ts'
import type { Handlers } from '#server/http/mount.ts'
import { transactAsAdministrator } from '#server/sign-in/lock-administrator.ts'
import { sql } from 'drizzle-orm'
import { readEntered } from './company.ts'

export const companyHandlers: Pick<Handlers, 'getCompany' | 'updateCompany'> = {
  async getCompany({ db, config }) {
    return readSettings(db, config)
  },

  async updateCompany(context, { body }) {
    const { db, config, principal, request, refreshCompany } = context
    const given = companyFields.filter((field) => body[field] !== undefined)
    const fixed = given.find((field) => field in config.brand)
    if (fixed)
      throw conflict(
        `${brandSettings[fixed]} in the program's settings holds this. Change it there, and start the program again.`,
        'set_elsewhere',
      )
    await transactAsAdministrator(context, async (tx) => {
      // Made first, and locked: of two changes at once, the second records what the first one left.
      await tx.insert(company).values({}).onConflictDoNothing()
      await tx.execute(sql`select 1 from company for update`)
      const before = await readEntered(tx)
      const changed = given.filter((field) => body[field] !== (before[field] ?? null))
      if (changed.length === 0) return
      await tx.update(company).set({ ...body, updatedAt: sql`now()` })
      await recordChanges(tx, { topic: 'company' })
      await record(tx, actorOf(request, principal), {
        kind: 'companyChanged',
        before: only(changed, before),
        after: only(changed, body),
      })
    })
    await refreshCompany()
    return readSettings(db, config)
  },
}

const brandSettings: Record<CompanyField, string> = {
  name: 'BRAND_NAME',
  email: 'BRAND_EMAIL',
  phone: 'BRAND_PHONE',
  address: 'BRAND_ADDRESS',
  website: 'BRAND_WEBSITE',
  networkUrl: 'BRAND_NETWORK_URL',
  logoUrl: 'BRAND_LOGO_URL',
  approvalTime: 'BRAND_APPROVAL_TIME',
}

async function readSettings(db: Queryable, { brand }: Config): Promise<CompanySettings> {
  const { isExample, ...details } = companyOf(brand, await readEntered(db))
  return {
    ...details,
    isExample: toFlag(isExample),
    fixed: companyFields.filter((field) => field in brand),
  }
}

const only = (fields: CompanyField[], values: EnteredCompany) =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
