import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { limitedSpreads, type ExposureLimits } from '#domain/desk/limits.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { exposureLimits } from '#server/database/schema/settings.ts'
import type { Context } from '#server/http/mount.ts'
import { sql } from 'drizzle-orm'

export async function readLimits(db: Queryable): Promise<ExposureLimits> {
  const { lender, state, propertyType } = exposureLimits
  const [row] = await db.select({ lender, state, propertyType }).from(exposureLimits)
  return row ?? { lender: null, state: null, propertyType: null }
}

export const setLimits = (
  context: Context<'admin'>,
  limits: Body<Endpoints['setExposureLimits']>,
): Promise<ExposureLimits> =>
  change(context, {
    run: async (tx) => {
      // The row is created and locked first so that the second of two concurrent changes sees the first change.
      await tx.insert(exposureLimits).values({}).onConflictDoNothing()
      await tx.execute(sql`select 1 from exposure_limits for update`)
      const before = await readLimits(tx)
      const changed = limitedSpreads.filter((name) => limits[name] !== before[name])
      if (changed.length === 0) return { result: limits }
      await tx.update(exposureLimits).set(limits)
      const only = (values: ExposureLimits) =>
        Object.fromEntries(changed.map((name) => [`${name}Limit`, values[name]]))
      return {
        result: limits,
        changes: [{ topic: 'company', audience: 'admins' }],
        entries: [{ kind: 'exposureLimitsChanged', before: only(before), after: only(limits) }],
      }
    },
  })
