import type { importCalls } from '#contract/imports/calls.ts'
import { withFreeAddresses } from '#server/accounts/invitations.ts'
import { letBodyBeSlow } from '#server/http/limits/connections.ts'
import type { Context, Handlers } from '#server/http/mount.ts'
import { checkRows, maxNamed, storedValues, totalsOf } from './check-rows.ts'
import { importRows, storeLenders, storeLoans } from './import-rows.ts'
import { deleteProfile, listProfiles, matchProfiles, saveProfile } from './profiles.ts'
import { readBody, readTable } from './read-file.ts'
import type { RowOf } from './read-rows.ts'

/** The number of loans or lenders that the preview shows. */
const maxShown = 25

export const importHandlers: Pick<Handlers, keyof typeof importCalls> = {
  listImportProfiles: ({ db }, { query }) => listProfiles(db, query.kind),
  saveImportProfile: (context, { body }) => saveProfile(context, body),
  deleteImportProfile: (context, { path: { id } }) => deleteProfile(context, id),

  async previewImport({ db, request }, { query }) {
    const file = await readSent(request)
    const table = await readTable(file, query)
    const { good, errors, notes, ...found } = await checkRows(db, query.kind, table, query)
    return {
      ...found,
      profiles: await matchProfiles(db, file, table, query),
      importable: good.length,
      // The cast is safe, because rows of this kind have the fields of a loan.
      totals:
        query.kind === 'loans' ? totalsOf(good.map(({ value }) => value as RowOf<'loans'>)) : null,
      errors: errors.length,
      firstErrors: errors.slice(0, maxNamed),
      notes: notes.length,
      firstNotes: notes.slice(0, maxNamed),
      first: good
        .slice(0, maxShown)
        .map(({ row, value }) => ({ row, values: storedValues(query.kind, value) })),
    }
  },

  async importLoans(context, { query }) {
    const file = await readSent(context.request)
    return importRows(context, { kind: 'loans', query, file }, storeLoans)
  },

  async importLenders(context, { query }) {
    const file = await readSent(context.request)
    return withFreeAddresses(() =>
      importRows(context, { kind: 'lenders', query, file }, (tx, rows) =>
        storeLenders(tx, context, rows, query),
      ),
    )
  },
}

function readSent({ body, raw }: Context<'admin'>['request']): Promise<Buffer> {
  letBodyBeSlow(raw)
  return readBody(body)
}
