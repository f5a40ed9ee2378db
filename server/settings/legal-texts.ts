import type { Body, Query } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type {
  LegalChanges,
  LegalHistory,
  LegalTexts,
  LegalVersion,
} from '#contract/settings/shapes.ts'
import { toFlag } from '#contract/wire.ts'
import {
  acceptedVersionOf,
  builtInVersion,
  fillLegalText,
  isBuiltInKnown,
  versionNumber,
  type LegalKind,
} from '#domain/settings/legal-texts.ts'
import { change } from '#server/change/change.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/database/client.ts'
import { fullNameOf } from '#server/database/schema/accounts.ts'
import { legalTexts } from '#server/database/schema/settings.ts'
import { numberInCursor } from '#server/database/sql/cursor.ts'
import { utcText } from '#server/database/sql/time-texts.ts'
import { cutPageByNumber } from '#server/http/paging.ts'
import { conflict } from '#server/errors.ts'
import type { Context } from '#server/http/mount.ts'
import { lockAdministrator } from '#server/sign-in/lock-administrator.ts'
import { sql, type SQL } from 'drizzle-orm'
import { builtInTexts } from './built-in-texts.ts'
import { changesOfLegalText } from './legal-changes.ts'

export const acceptTerms = (context: Context<'signedIn'>, version: string) =>
  change(context, {
    run: async (tx) => {
      const { account: person } = context.principal
      if (version !== (await acceptedNow(tx)))
        throw conflict(
          'The texts changed while you read them. Read them again, then accept them.',
          'terms_republished',
        )
      const { rowCount } = await tx.execute(sql`
        update users set terms_version = ${version}, updated_at = now()
        where id = ${person.id} and terms_version is distinct from ${version}`)
      if (!rowCount) return { result: null }
      const own = { topic: 'users', subject: person.id } as const
      return {
        result: null,
        changes: [
          { ...own, audience: 'admins' },
          { ...own, audience: { personId: person.id } },
        ],
        entries: [{ kind: 'termsAccepted', person, after: { termsVersion: version } }],
      }
    },
  })

export async function listLegalVersions(
  { db, reply }: Context<'admin'>,
  filters: Query<Endpoints['listLegalVersions']>,
): Promise<LegalVersion[]> {
  const { kind, cursor } = filters
  const limit = Number(filters.limit ?? 20)
  const all = await readVersions(
    db,
    sql`from legal_texts v left join users u on u.id = v.created_by
      where v.kind = ${kind} ${cursor ? sql`and v.version < ${numberInCursor(cursor)}` : sql``}
      order by v.version desc limit ${limit + 1}`,
  )
  const versions = all.map(toVersion)
  if (versions.length <= limit) versions.push(builtInOf(kind))
  const page = { call: 'listLegalVersions', filters, limit } as const
  return cutPageByNumber(reply, versions, ({ version }) => version, page)
}

export const publishLegalText = (
  context: Context<'admin'>,
  { kind, text, asksAgain, since }: Body<Endpoints['publishLegalText']>,
) => {
  const { id: createdBy } = context.principal.account
  return change(context, {
    lockWithCaller: (tx) => lockAdministrator(tx, createdBy),
    run: async (tx) => {
      // Transactions that publish a version wait for each other so that version numbers are consecutive.
      await tx.execute(sql`lock table legal_texts in share row exclusive mode`)
      const before = (await readInForce(tx))[kind]
      // Publishing the built-in document unchanged makes it the operator's own document.
      if (before.version > 0 && before.text === text) return { result: null }
      if (since !== undefined && since !== before.version)
        throw conflict(
          'Another version was published after you opened this one. Compare it with yours, then publish again.',
          'changed_meanwhile',
        )
      const newest = await newestVersions(tx)
      const version = Math.max(newest.terms, newest.privacy) + 1
      await tx.insert(legalTexts).values({ version, kind, text, asksAgain, createdBy })
      return {
        result: null,
        changes: [{ topic: 'company' }],
        entries: [
          {
            kind: 'legalTextPublished',
            before: { text: kind, version: String(before.version) },
            after: { text: kind, version: String(version), asksAgain },
          },
        ],
      }
    },
  })
}

/**
 * Returns the current documents and their version. When a user accepts the documents, this version is recorded, even if
 * another version has been published in the meantime.
 */
export async function readLegalTexts(
  db: Queryable,
  company: Config['company'],
): Promise<LegalTexts> {
  const inForce = await readInForce(db)
  const shown = (kind: LegalKind) => {
    const { version, text, effectiveOn } = inForce[kind]
    return { version, text: fillLegalText(text, company), effectiveOn }
  }
  return { version: versionOf(inForce), terms: shown('terms'), privacy: shown('privacy') }
}

export async function readLegalChanges({
  db,
  config,
  principal,
}: Context<'signedIn'>): Promise<LegalChanges> {
  const { rows } = await db.execute<{ version: string | null }>(
    sql`select terms_version as version from users where id = ${principal.account.id}`,
  )
  const inForce = await readInForce(db)
  const acceptedVersion = rows[0]?.version ?? null
  const accepted = await readInForce(db, versionNumber(acceptedVersion))
  const changesOf = (kind: LegalKind) => {
    if (accepted[kind].version === 0 && !isBuiltInKnown(acceptedVersion)) return null
    const [before, after] = [accepted[kind].text, inForce[kind].text].map((text) =>
      fillLegalText(text, config.company),
    )
    return changesOfLegalText(before ?? '', after ?? '')
  }
  return { version: versionOf(inForce), terms: changesOf('terms'), privacy: changesOf('privacy') }
}

export async function acceptedNow(db: Queryable): Promise<string> {
  return acceptedVersionOf(await newestVersions(db))
}

const versionOf = ({ terms, privacy }: Awaited<ReturnType<typeof readInForce>>) =>
  acceptedVersionOf({ terms: terms.version, privacy: privacy.version })

async function newestVersions(db: Queryable): Promise<Record<LegalKind, number>> {
  const { rows } = await db.execute<Record<LegalKind, number>>(sql`
    select coalesce(max(version) filter (where kind = 'terms'), 0) as terms,
      coalesce(max(version) filter (where kind = 'privacy'), 0) as privacy
    from legal_texts`)
  return rows[0] ?? { terms: 0, privacy: 0 }
}

/** Reads the current documents, or those that were current when `newest` was the newest version. */
async function readInForce(db: Queryable, newest: number | null = null) {
  const { rows } = await db.execute<{
    kind: LegalKind
    version: number
    text: string
    effectiveOn: string
  }>(sql`
    select distinct on (kind) kind, version, text,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as "effectiveOn"
    from legal_texts where ${newest}::int is null or version <= ${newest}::int
    order by kind, version desc`)
  const inForce = (kind: LegalKind) =>
    rows.find((row) => row.kind === kind) ?? {
      version: 0,
      text: builtInTexts[kind],
      effectiveOn: builtInVersion,
    }
  return { terms: inForce('terms'), privacy: inForce('privacy') }
}

interface StoredVersion extends Omit<LegalVersion, 'asksAgain'>, Record<string, unknown> {
  kind: LegalKind
  asksAgain: boolean
}

export async function readHistory(db: Queryable): Promise<LegalHistory> {
  const rows = await readVersions(
    db,
    sql`from (select distinct on (kind) * from legal_texts order by kind, version desc) v
      left join users u on u.id = v.created_by`,
  )
  const inForce = (kind: LegalKind) => {
    const found = rows.find((row) => row.kind === kind)
    return found ? toVersion(found) : builtInOf(kind)
  }
  return {
    terms: inForce('terms'),
    privacy: inForce('privacy'),
    accepted: await countAccepted(db),
  }
}

async function readVersions(db: Queryable, from: SQL): Promise<StoredVersion[]> {
  const { rows } = await db.execute<StoredVersion>(sql`
    select v.kind, v.version, v.text, v.asks_again as "asksAgain", ${utcText(sql`v.created_at`)} as "createdAt",
      case when u.id is not null
        then ${fullNameOf('u')} end as "createdByName"
    ${from}`)
  return rows
}

const toVersion = ({ kind: _kind, asksAgain, ...version }: StoredVersion): LegalVersion => ({
  ...version,
  asksAgain: toFlag(asksAgain),
})

const builtInOf = (kind: LegalKind): LegalVersion => ({
  version: 0,
  text: builtInTexts[kind],
  asksAgain: 'false',
  createdAt: null,
  createdByName: null,
})

async function countAccepted(db: Queryable): Promise<LegalHistory['accepted']> {
  const now = await acceptedNow(db)
  const { rows } = await db.execute<{ version: string | null; people: number }>(sql`
    select terms_version as version, count(*)::int as people from users
    where not is_admin and deactivated_at is null group by terms_version
    order by people desc, version`)
  return rows.map((row) => ({ ...row, isCurrent: toFlag(row.version === now) }))
}
