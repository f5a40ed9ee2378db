import { createHash, randomUUID } from 'node:crypto'
import type { Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Imported, RowError } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { change } from '#server/change/change.ts'
import { joinEffects, type Effects } from '#server/change/effects.ts'
import { requestHashOf } from '#server/change/idempotency.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import type { Transaction } from '#server/database/client.ts'
import { lockInstallation } from '#server/database/migrate.ts'
import { invalid, tooBusy } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import {
  checkAdministrator,
  lockAdministratorShared,
  lockAdministrator,
} from '#server/sign-in/lock-administrator.ts'
import { loanFieldNames } from '#domain/loans/fields.ts'
import type { NewEntry } from '#domain/audit/entries.ts'
import { settleRates } from '#domain/loans/credit/note-rate.ts'
import { stateOf } from '#domain/loans/property/places.ts'
import { loans } from '#server/database/schema/loans.ts'
import { storeInvitations } from '#server/accounts/invitations.ts'
import { sql } from 'drizzle-orm'
import { checkRows, maxNamed } from './check-rows.ts'
import { readTable } from './read-file.ts'
import type { RowOf } from './read-rows.ts'

/**
 * The largest import takes several seconds. Other imports wait in this process, without using a database connection.
 */
const limiter = limitConcurrency({
  concurrency: 1,
  queue: { maxWaiting: 10, timeoutMs: 30_000, refusal: tooBusy },
})

interface Sent<Kind extends ImportKind> {
  kind: Kind
  query: Query<Endpoints['importLoans']>
  file: Buffer
}

/**
 * Runs one import at a time so that each import sees the results of the previous one. The account is locked only at the
 * end, because an earlier lock would block changes to it for seconds.
 */
export async function importRows<Kind extends ImportKind>(
  context: Context<'admin'>,
  { kind, query, file }: Sent<Kind>,
  store: (tx: Transaction, rows: RowOf<Kind>[]) => Promise<Effects>,
): Promise<Imported> {
  const table = await readTable(file, { ...query, kind })
  const { id } = context.principal.account
  return limiter(() =>
    change(withHashOf(file, query, context), {
      lockWithCaller: async (tx) => {
        await lockInstallation(tx)
        await checkAdministrator(tx, id)
      },
      run: async (tx) => {
        const { good, known } = refuseErrors(await checkRows(tx, kind, table, query))
        const values = good.map(({ value }) => value)
        const result = { imported: values.length, skipped: known }
        if (values.length === 0) return { result }
        const effects = await store(tx, values)
        await lockAdministratorShared(tx, id)
        const after = { filename: query.filename, [kind]: values.length }
        // This entry is added last so that it appears above the imported items in the audit trail.
        const entry = { kind: `${kind}Imported`, after } as const
        return { ...joinEffects(effects, { entries: [entry] }), result }
      },
    }),
  )
}

/** Returns the context with a hash of the request, computed from the file and the query. */
const withHashOf = (file: Buffer, query: object, context: Context<'admin'>): Context<'admin'> => {
  const body = createHash('sha256').update(file).digest('hex')
  const { requestKey } = context
  return {
    ...context,
    requestKey: requestKey && { ...requestKey, requestHash: requestHashOf({ path: query, body }) },
  }
}

function refuseErrors<Found extends Awaited<ReturnType<typeof checkRows<ImportKind>>>>(
  checked: Found,
): Found {
  const { missing, errors, badRows } = checked
  const [name] = missing
  if (name !== undefined) throw invalid(`No column is for ${missing.join(', ')}.`)
  const [first] = errors
  const doubtful = checked.columns.find(({ question }) => question !== null)
  if (!first && doubtful)
    throw invalid(`Choose the unit of ${doubtful.header}. ${doubtful.question}`, {
      units: 'Must name the unit of this column',
    })
  if (!first) return checked
  const rows =
    badRows === 1 ? '1 row has errors' : `${badRows.toLocaleString('en-US')} rows have errors`
  throw invalid(
    `${rows}, so nothing was imported. ${placeOf(first)}: ${first.message}`,
    Object.fromEntries(errors.slice(0, maxNamed).map((error) => [placeOf(error), error.message])),
  )
}

const placeOf = ({ row, column }: RowError) =>
  column === null ? `Row ${row}` : `Row ${row}, ${column}`

/** The number of loans per statement. A loan has about 45 parameters, and PostgreSQL accepts 65,535. */
const batchSize = 500

/** Stores loans as drafts so that lenders aren't notified of them. */
export async function storeLoans(
  tx: Transaction,
  rows: readonly RowOf<'loans'>[],
): Promise<Effects> {
  const made = rows.map((row, place) => ({
    ...row,
    ...settleRates(row, null),
    id: randomUUID(),
    state: stateOf(row.propertyAddress ?? null),
    isDraft: true,
    // Lists show the newest loan first, so creation times differ by a microsecond to keep the file's order.
    createdAt: sql`now() - make_interval(secs => ${place}::int * 0.000001)`,
  }))
  const entries: NewEntry[] = []
  for (let from = 0; from < made.length; from += batchSize) {
    const some = made.slice(from, from + batchSize)
    await tx.insert(loans).values(some)
    entries.push(...some.map(entryOfLoan))
  }
  return { entries, changes: [{ topic: 'loans', audience: 'admins' }] }
}

const entryOfLoan = (loan: RowOf<'loans'> & { id: string }) => ({
  kind: 'loanCreated' as const,
  loan: { id: loan.id, title: loan.title },
  after: {
    ...Object.fromEntries(loanFieldNames.map((field) => [field, loan[field]])),
    isDraft: 'true',
  },
})

export async function storeLenders(
  tx: Transaction,
  { config, principal }: Context<'admin'>,
  rows: readonly RowOf<'lenders'>[],
  { isApproved }: { isApproved: boolean },
): Promise<Effects> {
  const { id } = principal.account
  const invited = rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: row.name ?? ([firstName, lastName].filter(Boolean).join(' ') || null),
    id: randomUUID(),
    isApproved: row.isApproved === undefined ? isApproved : row.isApproved === 'true',
  }))
  // Unlike other imports, this one takes the lock at the start, because it withdraws open invitations.
  await lockAdministrator(tx, id)
  return storeInvitations(tx, { config, id }, invited)
}
