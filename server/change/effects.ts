/**
 * Writes the effects of a change in one statement within its transaction: audit entries, topics for live updates,
 * notifications, and the Idempotency-Key.
 */
import type { NewEntry } from '#domain/audit/entries.ts'
import type { AddressedNotice } from '#domain/notifications/notices.ts'
import { auditParts, entryRows, type Actor } from '#server/audit/record.ts'
import { changeRows, changesParts, type Change } from '#server/live/record.ts'
import type { Queryable } from '#server/database/client.ts'
import { prepared } from '#server/database/sql/prepared-statement.ts'
import { noticeParts, noticeRows, noticeTopics } from '#server/notices/notify.ts'
import { sql } from 'drizzle-orm'
import { keyParts, keyRows, type KeyedResult } from './idempotency.ts'

export interface Effects {
  entries?: readonly NewEntry[]
  changes?: readonly Change[]
  notices?: readonly AddressedNotice[]
  isMailed?: boolean
}

export const joinEffects = (...parts: readonly Effects[]) => ({
  entries: parts.flatMap(({ entries = [] }) => entries),
  changes: parts.flatMap(({ changes = [] }) => changes),
  notices: parts.flatMap(({ notices = [] }) => notices),
  isMailed: parts.some(({ isMailed }) => isMailed),
})

export const effectValues = (
  actor: Actor,
  { entries = [], changes = [], notices = [] }: Effects,
  keyed: KeyedResult | null,
) => ({
  entries: entryRows(actor, entries),
  changes: changeRows(
    entries.length > 0 ? [...changes, { topic: 'audit', audience: 'admins' }] : changes,
  ),
  notices: noticeRows(notices),
  keyed: keyRows(keyed),
})

/** The common table expressions that write the effects. If possible, they are part of the change's own statement. */
export const effectParts = (...recipients: Parameters<typeof noticeParts>) =>
  sql`${auditParts}, ${noticeParts(...recipients)}, ${changesParts(noticeTopics)}, ${keyParts}`

const insertEffects = prepared<Record<string, never>, ReturnType<typeof effectValues>>(
  sql`with ${effectParts('people', 'firms', 'administrators', 'lenders')} select 1`,
)

export async function writeEffects(
  tx: Queryable,
  actor: Actor,
  effects: Effects,
  keyed: KeyedResult | null = null,
): Promise<void> {
  const { entries = [], changes = [], notices = [] } = effects
  if (entries.length + changes.length + notices.length === 0 && !keyed) return
  await insertEffects(tx, effectValues(actor, effects, keyed))
}
