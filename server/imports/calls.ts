/** Imports loans and lenders from a file. It is sent for the preview, and again for the import. */
import { randomUUID } from 'node:crypto'
import type { RowError } from '#contract/imports/shapes.ts'
import type { ImportKind } from '#domain/imports/columns.ts'
import { storeInvitations, withFreeAddresses } from '#server/accounts/invitations.ts'
import { actorOf, record } from '#server/audit/record.ts'
import { joinEffects, writeEffects } from '#server/change/effects.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { transact, type Transaction } from '#server/database/client.ts'
import { lockInstallation } from '#server/database/migrate.ts'
import { invalid, tooManyAtOnce } from '#server/errors.ts'
import { letBodyBeSlow } from '#server/http/connections.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import {
  lockAdministratorShared,
  lockAdministrator,
  checkAdministrator,
} from '#server/sign-in/lock-administrator.ts'
import { checkRows, mostNamed } from './check-rows.ts'
import { importLoans } from './import-loans.ts'
import { readBody, readTable } from './read-file.ts'

type ImportCalls = 'previewImport' | 'importLoans' | 'importLenders'

export const importHandlers: Pick<Handlers, ImportCalls> = {
  async previewImport({ db, request }, { query }) {
    const table = await readSent(request)
    const { values, errors, ...found } = await checkRows(db, query.kind, table, query)
    return {
      ...found,
      importable: values.length,
      errors: errors.length,
      firstErrors: errors.slice(0, mostNamed),
    }
  },

  async importLoans(context, { query }) {
    const table = await readSent(context.request)
    return importing(context, async (tx) => {
      const { values, known } = refuseErrors(await checkRows(tx, 'loans', table, query))
      if (values.length > 0) {
        const actor = actorOf(context.request, context.principal)
        const after = { filename: query.filename, loans: values.length }
        await importLoans(tx, actor, values)
        // Last, so that the trail has it above what it has made.
        await record(tx, actor, { kind: 'loansImported', after })
      }
      return { imported: values.length, skipped: known }
    })
  },

  async importLenders(context, { query }) {
    const table = await readSent(context.request)
    const { principal, request, config, kickOutbox } = context
    const done = await withFreeAddresses(() =>
      importing(context, async (tx) => {
        const { values, known } = refuseErrors(await checkRows(tx, 'lenders', table, query))
        if (values.length > 0) {
          const actor = actorOf(request, principal)
          const after = { filename: query.filename, lenders: values.length }
          const invited = values.map(({ firstName, lastName, ...row }) => ({
            ...row,
            name: row.name ?? ([firstName, lastName].filter(Boolean).join(' ') || null),
            id: randomUUID(),
            isApproved: row.isApproved === undefined ? query.isApproved : row.isApproved === 'true',
          }))
          const { id } = principal.account
          await lockAdministrator(tx, id)
          const effects = await storeInvitations(tx, { config, id }, invited)
          const entry = { kind: 'lendersImported', after } as const
          await writeEffects(tx, actor, joinEffects(effects, { entries: [entry] }))
        }
        return { imported: values.length, skipped: known }
      }),
    )
    kickOutbox()
    return done
  },
}

async function readSent(request: Context<'admin'>['request']) {
  letBodyBeSlow(request.raw)
  return readTable(await readBody(request.body))
}

/** The largest import takes seconds, in which the next one of this process needs no connection. */
const limiter = limitConcurrency({
  concurrency: 1,
  queue: { maxWaiting: 10, timeoutMs: 30_000, refusal: tooManyAtOnce },
})

/**
 * Runs an import in a transaction, of which the desk has one at a time: the next one then finds what this one
 * has imported. The file took its time to arrive, so the administrator's role is looked up again.
 *
 * It is held only at the end: thousands of loans take seconds, in which a lock on the account would keep every
 * change of an administrator's account waiting. Nobody sees any of the import before it commits, so that is soon
 * enough. Lenders are the exception: the account is locked first, because open invitations are withdrawn.
 */
const importing = <Done>(
  { db, principal }: Context<'admin'>,
  act: (tx: Transaction) => Promise<Done>,
): Promise<Done> =>
  limiter(() =>
    transact(db, async (tx) => {
      // The turn is of this process, and this lock of all of them.
      await lockInstallation(tx)
      const { id } = principal.account
      await checkAdministrator(tx, id)
      const done = await act(tx)
      await lockAdministratorShared(tx, id)
      return done
    }),
  )

/** 400 with the first errors, if there is one. */
function refuseErrors<Found extends Awaited<ReturnType<typeof checkRows<ImportKind>>>>(
  checked: Found,
): Found {
  const { missing, errors, badRows } = checked
  const [name] = missing
  if (name !== undefined) throw invalid(`No column is for ${missing.join(', ')}.`)
  const [first] = errors
  if (!first) return checked
  const rows =
    badRows === 1 ? '1 row has errors' : `${badRows.toLocaleString('en-US')} rows have errors`
  throw invalid(
    `${rows}, so nothing was imported. ${placeOf(first)}: ${first.message}`,
    Object.fromEntries(errors.slice(0, mostNamed).map((error) => [placeOf(error), error.message])),
  )
}

const placeOf = ({ row, column }: RowError) =>
  column === null ? `Row ${row}` : `Row ${row}, ${column}`
