/** The company's details: what administrators entered, and what the program's settings say. */
import { isDeepStrictEqual } from 'node:util'
import { companyOf, type EnteredCompany } from '#contract/company.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { company } from '#server/database/schema/settings.ts'

/** How long pages may show the details from before a change by another process. */
const knownForMs = 1_000

export interface FollowedCompany {
  /** The given settings; their `company` is always the newest that is known. */
  config: Config
  /** Reads the details again, for those who have just changed them. */
  refreshCompany: () => Promise<void>
}

/**
 * Keeps `company` of the settings up to date; until `refreshCompany` was called once, it is that of the settings.
 * Whoever reads it waits for nothing: details that have been known for a second are read again meanwhile. While the
 * database is away, the last ones are shown.
 */
export function followCompany(settings: Config, db: Queryable): FollowedCompany {
  let known = settings.company
  let knownAt = performance.now()
  let reading: Promise<void> | null = null
  let started = 0
  /** The number of the last read whose details are known. */
  let shown = 0

  async function refreshCompany() {
    const number = (started += 1)
    const read = companyOf(settings.brand, await readEntered(db))
    // One that started later may have been answered first, and seen a change that this one has not.
    if (number < shown) return
    shown = number
    // The same object until something changes, so that pages can be made once for it.
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

/** What administrators entered. */
export async function readEntered(db: Queryable): Promise<EnteredCompany> {
  const [row] = await db.select().from(company)
  if (!row) return {}
  const { isOnly: _isOnly, updatedAt: _updatedAt, ...entered } = row
  return entered
}
