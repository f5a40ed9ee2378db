/**
 * Import profiles, which store how to read the files from one source. A file is matched to a profile by its headers.
 */
import { randomUUID } from 'node:crypto'
import type { Body } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ImportProfile, MatchingProfile } from '#contract/imports/profiles.ts'
import { toFlag } from '#contract/wire.ts'
import { importColumns, importLimits, type ImportKind } from '#domain/imports/columns.ts'
import { change } from '#server/change/change.ts'
import type { Queryable } from '#server/database/client.ts'
import { lockInstallation } from '#server/database/migrate.ts'
import { importProfiles } from '#server/database/schema/settings.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockAdministratorShared } from '#server/sign-in/lock-administrator.ts'
import { and, eq, sql } from 'drizzle-orm'
import { headersIn, readFirstRows, type FileRow, type FileTable } from './read-file.ts'

const changes = [{ topic: 'importProfiles', audience: 'admins' }] as const

export async function listProfiles(db: Queryable, kind: ImportKind): Promise<ImportProfile[]> {
  const rows = await db
    .select()
    .from(importProfiles)
    .where(eq(importProfiles.kind, kind))
    .orderBy(sql`lower(${importProfiles.name}) collate "C"`, importProfiles.id)
  return rows.map(toProfile)
}

export const saveProfile = (
  context: Context<'admin'>,
  { kind, name, columns, ...place }: Body<Endpoints['saveImportProfile']>,
): Promise<ImportProfile> =>
  change(context, {
    // Concurrent calls wait for each other so that the second call also counts the profile stored by the first.
    lockWithCaller: async (tx) => {
      await lockInstallation(tx)
      await lockAdministratorShared(tx, context.principal.account.id)
    },
    run: async (tx) => {
      // The row is locked so that it can't be deleted before it is replaced.
      const [before] = await tx
        .select()
        .from(importProfiles)
        .where(
          and(
            eq(importProfiles.kind, kind),
            sql`lower(${importProfiles.name}) = lower(${name}::text)`,
          ),
        )
        // Names that were saved before letter case was ignored can differ only in it.
        .orderBy(sql`${importProfiles.name} = ${name} desc`, importProfiles.id)
        .limit(1)
        .for('update')
      const values = {
        headers: columns.map(({ header }) => header),
        choices: { ...place, columns: columns.map(({ field, unit }) => ({ field, unit })) },
      }
      const [row] = await (
        before
          ? tx
              .update(importProfiles)
              .set({ ...values, name, updatedAt: sql`now()` })
              .where(eq(importProfiles.id, before.id))
          : tx.insert(importProfiles).values({ ...values, id: randomUUID(), kind, name })
      ).returning()
      const saved = await tx.$count(importProfiles, eq(importProfiles.kind, kind))
      if (!row || saved > importLimits.maxProfiles)
        throw conflict(
          `There are ${importLimits.maxProfiles} profiles, the most there can be. Delete one first.`,
          'too_many_profiles',
        )
      const entry = {
        kind: 'importProfileSaved',
        object: { id: row.id, name },
        before: before && recorded(before),
        after: recorded(row),
      } as const
      return { result: toProfile(row), changes, entries: [entry] }
    },
  })

export const deleteProfile = (context: Context<'admin'>, id: string): Promise<null> =>
  change(context, {
    run: async (tx) => {
      const [row] = await tx.delete(importProfiles).where(eq(importProfiles.id, id)).returning()
      if (!row) throw notFound('The profile')
      const entry = {
        kind: 'importProfileDeleted',
        object: { id, name: row.name },
        before: recorded(row),
      } as const
      return { result: null, changes, entries: [entry] }
    },
  })

/** A profile's values for the audit entry, which has separate fields for the name and the id. */
function recorded(row: typeof importProfiles.$inferSelect): Record<string, unknown> {
  const { id: _id, name: _name, updatedAt: _updatedAt, ...values } = toProfile(row)
  return values
}

/**
 * Finds the profiles whose headers are in the sheet that was read. If there are none and the caller didn't choose a
 * sheet, tries another sheet of the file: the one that the newest matching profile names.
 */
export async function matchProfiles(
  db: Queryable,
  file: Buffer,
  table: FileTable,
  query: { kind: ImportKind; sheet?: string | undefined },
): Promise<MatchingProfile[]> {
  const profiles = await listProfiles(db, query.kind)
  const here = profiles.flatMap((profile) => placeProfile(profile, table.sheet, table.firstRows))
  if (here.length > 0 || query.sheet !== undefined) return here
  const others = table.sheets.map(({ name }) => name).filter((name) => name !== table.sheet)
  const [newest] = profiles
    .filter(({ sheet }) => sheet !== null && others.includes(sheet))
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  if (!newest || newest.sheet === null) return []
  const { sheet } = newest
  // The preview needs only the sheet that was read, so errors in the other sheet are ignored.
  const rows = await readFirstRows(file, sheet).catch(() => [])
  return profiles
    .filter((profile) => profile.sheet === sheet)
    .flatMap((profile) => placeProfile(profile, sheet, rows))
}

/** Returns the profile and its header row. If several rows match, prefers the row from which the profile was saved. */
function placeProfile(
  { kind: _kind, updatedAt: _updatedAt, ...profile }: ImportProfile,
  sheet: string | null,
  rows: readonly FileRow[],
): MatchingProfile[] {
  const wanted = JSON.stringify(headersIn(profile.columns.map(({ header }) => header)))
  const places = rows.filter(({ cells }) => JSON.stringify(headersIn(cells)) === wanted)
  const place = places.find(({ row }) => row === profile.headerRow) ?? places[0]
  return place ? [{ ...profile, sheet, headerRow: place.row }] : []
}

function toProfile({
  headers,
  choices,
  createdAt: _createdAt,
  ...row
}: typeof importProfiles.$inferSelect): ImportProfile {
  // A release with other fields might have saved the profile.
  const known = new Set(importColumns[row.kind].map(({ field }) => field))
  return {
    ...row,
    sheet: choices.sheet,
    headerRow: choices.headerRow,
    skipHidden: toFlag(choices.skipHidden),
    columns: headers.map((header, at) => {
      const { field = null, unit = null } = choices.columns[at] ?? {}
      return field !== null && known.has(field)
        ? { header, field, unit }
        : { header, field: null, unit: null }
    }),
    updatedAt: row.updatedAt.toISOString(),
  }
}
