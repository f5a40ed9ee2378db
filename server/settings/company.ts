import { isDeepStrictEqual } from 'node:util'
import { companyOf, type CompanyField, type EnteredCompany } from '#contract/company.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { companyFields, type CompanySettings } from '#contract/settings/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import { change } from '#server/change/change.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { company } from '#server/database/schema/settings.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { sql } from 'drizzle-orm'

/** The maximum time for which pages can show outdated details after another process has changed them. */
const knownForMs = 1_000

export interface FollowedCompany {
  config: Config
  refreshCompany: () => Promise<void>
}

/**
 * Keeps `company` up to date. Before the first `refreshCompany`, it contains only details from the settings. Reads
 * never block, because details older than a second are refreshed in the background.
 */
export function followCompany(settings: Config, db: Queryable): FollowedCompany {
  let known = settings.company
  let knownAt = performance.now()
  let reading: Promise<void> | null = null
  let started = 0
  let shown = 0

  async function refreshCompany() {
    const number = (started += 1)
    const read = companyOf(settings.brand, await readEntered(db))
    // A read that started later may have finished earlier, and may include a newer change.
    if (number < shown) return
    shown = number
    // The object is replaced only if a detail changes. A page can be cached for as long as the object stays the same.
    if (!isDeepStrictEqual(read, known)) known = read
    knownAt = performance.now()
  }
  function refreshMeanwhile() {
    reading ??= refreshCompany()
      .catch(() => {})
      .finally(() => (reading = null))
  }

  const config = Object.defineProperty({ ...settings }, 'company', {
    enumerable: true,
    get() {
      if (performance.now() - knownAt > knownForMs) refreshMeanwhile()
      return known
    },
  })
  return { config, refreshCompany }
}

export async function updateCompany(
  context: Context<'admin'>,
  body: Body<Endpoints['updateCompany']>,
): Promise<void> {
  const sent = companyFields.filter((field) => body[field] !== undefined)
  const fixed = sent.find((field) => field in context.config.brand)
  if (fixed)
    throw conflict(
      `${brandSettings[fixed]} in the program's settings holds this. Change it there, and start the program again.`,
      'set_elsewhere',
    )
  await change(context, {
    run: async (tx) => {
      // The row is created and locked first so that the second of two concurrent changes sees the first one's result.
      await tx.insert(company).values({}).onConflictDoNothing()
      await tx.execute(sql`select 1 from company for update`)
      const before = await readEntered(tx)
      const changed = sent.filter((field) => body[field] !== (before[field] ?? null))
      if (changed.length === 0) return { result: null }
      await tx.update(company).set({ ...body, updatedAt: sql`now()` })
      const only = (values: EnteredCompany) =>
        Object.fromEntries(changed.map((field) => [field, values[field] ?? null]))
      return {
        result: null,
        changes: [{ topic: 'company' }],
        entries: [{ kind: 'companyChanged', before: only(before), after: only(body) }],
      }
    },
  })
}

export const companyChanged = { topic: 'company', audience: 'admins' } as const

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

export async function readSettings(db: Queryable, { brand }: Config): Promise<CompanySettings> {
  const { isExample, ...details } = companyOf(brand, await readEntered(db))
  return {
    ...details,
    isExample: toFlag(isExample),
    fixed: companyFields.filter((field) => field in brand),
  }
}

export async function readEntered(db: Queryable): Promise<EnteredCompany> {
  const [row] = await db.select().from(company)
  if (!row) return {}
  const { isOnly: _isOnly, updatedAt: _updatedAt, ...entered } = row
  return entered
}
